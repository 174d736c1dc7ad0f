#!/usr/bin/env python3
"""Whether --explain names operands that the instruction has: explained.py MODULE...

Translates all modules at once. A comment "%7 = OpLoad (word 90): NonPrivatePointer: ..." is about the instruction at that word, which
must have the operand that the comment begins with, or must not where it says "no" or "without"."""
import os
import re
import struct
import subprocess
import sys
import tempfile

SPIRV_MMRA = os.path.join(os.environ.get("SMMRA_BUILD", "build/release"), "bin", "spirv-mmra")
# by opcode: where the mask of memory or image operands is, or the semantics are, in words from the instruction's first
MASKS = {"OpLoad": (4,), "OpStore": (3,), "OpCopyMemory": (3, 4, 5), "OpCopyMemorySized": (4, 5, 6), "OpImageRead": (5,),
         "OpImageFetch": (5,), "OpImageWrite": (4,)}
SEMANTICS = {"OpControlBarrier": (3,), "OpMemoryBarrier": (2,), "OpAtomicLoad": (5,), "OpAtomicStore": (3,),
             "OpAtomicFlagClear": (3,), "OpAtomicCompareExchange": (5, 6)}
BITS = {"NonPrivatePointer": 0x20, "MakePointerAvailable": 0x8, "MakePointerVisible": 0x10, "NonPrivateTexel": 0x400,
        "MakeTexelAvailable": 0x100, "MakeTexelVisible": 0x200, "MakeAvailable": 0x2000, "MakeVisible": 0x4000}
COMMENT = re.compile(r"\s*; (?:%\d+ = )?(Op\w+) \(word (\d+)\): (.*)")
NAMES = "|".join(BITS)
# in a reason: (without or no, name)
NAMED = re.compile(rf"\b(no |without |with |one of |^)({NAMES})(?: and ({NAMES}))?\b")


def constants_of(words):
    """Values of 32-bit constants; of those made by an operation, nothing."""
    values, at = {}, 5
    while at < len(words):
        if words[at] & 0xFFFF in (43, 50):
            values[words[at + 2]] = words[at + 3]
        at += words[at] >> 16 or len(words)
    return values


def operand_bits(words, constants, opcode, word):
    """The bits of the instruction's masks or semantics; None if they are not known."""
    count = words[word] >> 16
    if opcode in SEMANTICS or opcode.startswith("OpAtomic"):
        ids = [words[word + at] for at in SEMANTICS.get(opcode, (5,))]
        return None if any(i not in constants for i in ids) else sum({constants[i] for i in ids})
    bits = 0
    for at in MASKS.get(opcode, ()):
        bits |= words[word + at] if at < count else 0
    return bits


def wrong(reason, bits):
    for without, *names in NAMED.findall(reason):
        absent = without in ("no ", "without ")
        has = [bool(bits & BITS[name]) for name in names if name]
        if without == "one of ":
            good = sum(has) == 1
        else:
            good = not any(has) if absent else all(has)
        if not good:
            return True
    return False


def check(module, text):
    with open(module, "rb") as file:
        data = file.read()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    constants, looked, failures = constants_of(words), 0, 0
    for opcode, word, reason in (match.groups() for match in map(COMMENT.match, text.split("\n")) if match):
        bits = operand_bits(words, constants, opcode, int(word)) if NAMED.search(reason) else None
        looked += bits is not None
        if bits is not None and wrong(reason, bits):
            print(f"FAIL: {module}: {opcode} (word {word}) is said to be: {reason}")
            failures += 1
    return looked, failures


def main():
    looked = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for mode in ("conservative", "strict"):
            subprocess.run([SPIRV_MMRA, "--explain", "--llvm", "22", f"--glsl450={mode}", "--no-validate", "-j", "2", "--out-dir",
                            folder, *sys.argv[1:]], stderr=subprocess.DEVNULL, check=False)
            for module in sys.argv[1:]:
                path = os.path.join(folder, os.path.basename(module).replace(".spv", ".ll"))
                if not os.path.exists(path):
                    continue
                with open(path, encoding="utf-8") as file:
                    some, bad = check(module, file.read())
                looked += some
                failures += bad
    print(f"{looked} explanations that name operands ({failures} failures)")
    return failures != 0 or looked == 0


if __name__ == "__main__":
    sys.exit(main())
