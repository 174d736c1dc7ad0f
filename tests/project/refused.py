#!/usr/bin/env python3
"""What SPIR-V has and spirv-mmra refuses, found by asking it: a module for each capability and instruction of the newest grammar.

    refused.py [--write]    compares the lists of README.md and docs/reference/mapping.md with what the command refuses, or writes them

spirv/later_names.txt and the grammar name them. A module declares the capability, or has the instruction in its function; each must be
translated, or be refused by a message that has its name. Every instruction with memory operands or memory semantics is asked about, known
or not, so that none is forgotten by the memory map. SMMRA_BUILD names the build tree.
"""

import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "spirv"))
from known_grammar import CAPABILITIES
BUILD = pathlib.Path(os.environ.get("SMMRA_BUILD", ROOT / "build/release"))
LISTS = {"capabilities": ROOT / "README.md", "memory": ROOT / "docs/reference/mapping.md"}
# Capabilities that no Vulkan module has are left out of the list: those of OpenCL and of vendors without a Vulkan extension here.
ELSEWHERE = re.compile(r"(INTEL|ALTERA|ARM|QCOM|SAMSUNG|AMD)$")


LATER = set(re.findall(r"(\w+)=\d", (ROOT / "spirv/later_names.txt").read_text(encoding="utf-8")))


def grammar_directory():
    """That of the newest headers, where tests/project/newest.sh has put them (SMMRA_NEWEST, or below build/newest): no part of the
    library reads these."""
    newest = pathlib.Path(os.environ.get("SMMRA_NEWEST", ROOT / "build/newest/tree")) / "usr/include/spirv/unified1"
    if newest.exists():
        return newest
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    return pathlib.Path(re.search(r"^SMMRA_SPIRV_GRAMMAR_DIR:\w+=(.*)$", cache, re.MULTILINE)[1])


def named():
    """Numbers and names of the newest grammar: {"Capability": {1: "Shader"}, "Instruction": {}}; its instructions with memory
    operands or semantics; the names that an instruction had before; the capabilities of which an instruction needs one; and
    if the grammar is new enough to list the memory map's gaps."""
    core = json.loads((grammar_directory() / "spirv.core.grammar.json").read_text(encoding="utf-8"))
    names = {"Capability": {}, "Instruction": {}}
    capabilities = next(kind for kind in core["operand_kinds"] if kind["kind"] == "Capability")
    for item in capabilities["enumerants"]:
        names["Capability"].setdefault(item["value"], item["enumerant"])
    for item in core["instructions"]:
        names["Instruction"].setdefault(item["opcode"], item["opname"])
    for line in (ROOT / "spirv/later_names.txt").read_text(encoding="utf-8").splitlines():
        kind, _, *pairs = line.split()
        for name, number in (pair.split("=") for pair in pairs if "=" in pair):
            names.get(kind, {}).setdefault(int(number), name)
    kinds = {item["opname"]: [o["kind"] for o in item.get("operands", []) if "quantifier" not in o] for item in core["instructions"]}
    optional = {item["opname"]: [o["kind"] for o in item.get("operands", [])] for item in core["instructions"]}
    memory = {name: kinds[name] for name in kinds if {"MemoryAccess", "IdMemorySemantics"} & set(optional[name])}
    earlier = {item["opname"]: item["aliases"] for item in core["instructions"] if "aliases" in item}
    numbers = {item["enumerant"]: item["value"] for item in capabilities["enumerants"]}
    needs = {item["opname"]: [numbers[name] for name in item.get("capabilities", [])] for item in core["instructions"]}
    return names, memory, earlier, needs, "OpUntypedVariableKHR" in kinds


def instruction(opcode, *operands):
    return struct.pack(f"<{1 + len(operands)}I", (1 + len(operands)) << 16 | opcode, *operands)


VOID, TYPE_FUNCTION, MAIN, LABEL, TYPE_UINT, ONE, RESULT = 1, 2, 3, 4, 5, 6, 7
OPERANDS = {"IdResultType": TYPE_UINT, "IdResult": RESULT}


def module(capability=None, opcode=None, operands=()):
    """A compute shader that does nothing but what is asked about; the constant 1 stands for each operand."""
    parts = [struct.pack("<5I", 0x07230203, 0x00010600, 0, 100, 0), instruction(17, 1)]
    if capability is not None:
        parts.append(instruction(17, capability))
    parts += [instruction(14, 0, 1), instruction(15, 5, MAIN, 0x6E69616D, 0), instruction(16, MAIN, 17, 1, 1, 1),
              instruction(19, VOID), instruction(33, TYPE_FUNCTION, VOID), instruction(21, TYPE_UINT, 32, 0),
              instruction(43, TYPE_UINT, ONE, 1), instruction(54, VOID, MAIN, 0, TYPE_FUNCTION), instruction(248, LABEL)]
    if opcode is not None:
        parts.append(instruction(opcode, *(OPERANDS.get(kind, ONE) for kind in operands)))
    return b"".join(parts + [instruction(253), instruction(56)])


def said_of(folder, names, *options):
    return subprocess.run([BUILD / "bin/spirv-mmra", *options, "--out-dir", folder / "out", *(folder / f"{name}.spv" for name in names)],
                          text=True, capture_output=True, check=False, timeout=300).stderr.splitlines()


def answers(folder, modules):
    """The messages about each module; None: it was translated."""
    for name, data in modules.items():
        (folder / f"{name}.spv").write_bytes(data)
    (folder / "out").mkdir()
    lines = said_of(folder, sorted(modules), "--no-validate")
    about = {name: None if (folder / "out" / f"{name}.ll").exists() else "" for name in modules}
    for line in lines:
        path, separator, message = line.partition(".spv: error: ")
        if separator:
            about[pathlib.Path(path).name] += message
    return about


def not_validated(folder, names):
    """Faults in the answers about modules of supported capabilities, when they are validated: the installed SPIRV-Tools may not
    know one, which a note says by its name, and which does not make the module invalid."""
    wrong = []
    for line in said_of(folder, names):
        name = pathlib.Path(line.partition(".spv: ")[0]).name
        declared = re.search(r"is not validated: it declares (.*), which", line)
        if "Invalid capability" in line or (declared and not is_named(declared[1], [name])):
            wrong.append(line)
    return wrong


def ask(names, memory, earlier, needs):
    """The capabilities and the instructions of memory that are refused, and what is wrong with the answers."""
    modules = {name: module(capability=number) for number, name in names["Capability"].items()}
    with tempfile.TemporaryDirectory() as folder:
        about = answers(pathlib.Path(folder), modules)
        unknown = not_validated(pathlib.Path(folder), [name for name in names["Capability"].values() if about[name] is None])
    # an instruction stands in a module that declares what it needs, if that is supported
    modules = {}
    for number, name in names["Instruction"].items():
        supported = [needed for needed in needs.get(name, []) if about[names["Capability"][needed]] is None]
        if name in LATER or name in memory:
            modules[name] = module(*supported[:1] or [None], number, memory.get(name, ()))
    with tempfile.TemporaryDirectory() as folder:
        about |= answers(pathlib.Path(folder), modules)
    wrong = unknown + [f"{name}: {message or 'translated'}" for name, message in about.items()
             if (not is_named(message, [name, *earlier.get(name, ())]) if message is not None
                 else name in LATER - set(names["Capability"].values()))]
    refused = {name for name in memory if re.search(r"is not (known|supported)|needs capability Kernel", about[name] or "")}
    return [name for name in names["Capability"].values() if about[name] is not None], refused, wrong


def is_named(message, names):
    """An instruction that was renamed, or became another vendor's or Khronos's, is refused by its name in the installed grammar."""
    return any(re.sub(r"(KHR|EXT|NV|INTEL|ALTERA)$", "", name) in message for name in names)


def hold(name, text, wrong):
    """Compares a list in its document with the text, or writes it there."""
    document = LISTS[name]
    block = re.compile(rf"(<!-- refused\.py: {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    content = document.read_text(encoding="utf-8")
    found = block.search(content)
    text = textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)
    if not found:
        wrong.append(f"{document.name} has no place for the list of refused {name}")
    elif sys.argv[1:] == ["--write"]:
        document.write_text(block.sub(lambda m: m[1] + text + m[2], content), encoding="utf-8")
    elif found[0] != found[1] + text + found[2]:
        wrong.append(f"{document.name} lists other {name} as refused than the command refuses; refused.py --write writes the list")


def main():
    names, memory, earlier, needs, is_new = named()
    refused, instructions, wrong = ask(names, memory, earlier, needs)
    listed = sorted(name for name in refused if not ELSEWHERE.search(name) and name in LATER | CAPABILITIES)
    hold("capabilities", ", ".join(f"`{name}`" for name in listed) + ".", wrong)
    if is_new:
        hold("memory", ", ".join(f"`{name}`" for name in sorted(instructions)) + ".", wrong)
    else:
        print("left out: what instructions with memory operands are refused: the installed grammar is old; tests/project/newest.sh has the newest")
    print("\n".join(["FAIL: " + line for line in wrong] + [
        f"{len(names['Capability'])} capabilities, {len(refused)} refused, each by its name; {len(instructions)} of {len(memory)} "
        f"instructions with memory operands or semantics refused ({len(wrong)} failures)"]))
    return 1 if wrong else 0


sys.exit(main())
