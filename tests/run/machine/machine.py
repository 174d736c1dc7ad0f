#!/usr/bin/env python3
"""Reads the machine code of shaders: machine.py SHADER...

Each shader (.comp, .spvasm) is translated in profile 22, and compiled by llc-22 for five processors, as it is and after opt -O2; then
the same with LLVM 23, where it is there.
Machine instructions become words, which mean the same on all of them:

    local.load local.store local.atomic        LDS
    global.load global.store global.atomic     buffers, by vector instructions (flat ones too)
    texel.load texel.store texel.atomic        texel buffers
    image.load image.store image.atomic image.sample
    scalar.load                                by the scalar cache
    scratch.load scratch.store
    wait.load wait.store wait.local wait.scalar    until none is in flight; with fewer than N in flight: wait.load.N
    inv wb                                     invalidates, writes back a cache
    signal barrier                             of the workgroup; before gfx12 there is no signal
    loop endloop                               a label that is branched back to, and the last branch to it
    function NAME                              begins there; as LLVM leaves them, kernels last

Waits without another word between them are one, its words in the order above. What the shader's comments say must hold of them:

    // expect: local.store ...!inv wait.local ... barrier    they follow each other; `...`: any words between, `...!a`: any but a
    // expect: #global.load = 2        that many words; also <=, >=
    // never: inv                      no such sequence
    // group bytes: 256                what the kernel has of LDS
    // without: REGEX => TEXT          with this replaced in the IR, some expectation fails: LLVM does need what is there

A word is a regular expression. Before the colon may stand, in brackets, what a line is limited to: processors, `opt` (after opt -O2
alone), `llc` (without it alone), `llvm22` and `llvm23`, as in `// expect[opt gfx1201]:`. `// options: --abi=buffer --mcpu=CPU`: of the translation, in
which CPU is each processor in turn; several lines are several translations. `// processors: gfx1030 gfx1100`: instead of the
five. SMMRA_BUILD names the build tree."""
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROCESSORS = ("gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201")
os.environ["PATH"] += ":" + str(pathlib.Path(__file__).resolve().parents[3] / "build/newest/bin")  # of tests/project/newest.sh
VERSIONS = ["22"] + ["23"] * (shutil.which("llc-23") is not None)
SPIRV_MMRA = os.path.join(os.environ.get("SMMRA_BUILD", "build/release"), "bin", "spirv-mmra")

# ---- machine code to words ----

WORDS = [(re.compile(pattern), word) for pattern, word in (
    (r"ds_(read|load)(?!_addtid)", "local.load"),
    (r"ds_(write|store)(?!xchg)", "local.store"),
    (r"ds_(bpermute|permute|swizzle|nop|bvh|gws|consume|append)", None),
    (r"ds_", "local.atomic"),
    (r"buffer_(inv|gl[01]_inv|wbinvl1)|global_inv", "inv"),
    (r"buffer_wbl2|global_wb", "wb"),
    (r"t?buffer_load_(d16_)?format", "texel.load"),
    (r"t?buffer_store_(d16_)?format", "texel.store"),
    (r"(global|flat|buffer)_load", "global.load"),
    (r"(global|flat|buffer)_store", "global.store"),
    (r"(global|flat|buffer)_atomic", "global.atomic"),
    (r"scratch_load", "scratch.load"),
    (r"scratch_store", "scratch.store"),
    (r"image_load", "image.load"),
    (r"image_store", "image.store"),
    (r"image_atomic", "image.atomic"),
    (r"image_(sample|gather4)", "image.sample"),
    (r"s_(buffer_)?load_", "scalar.load"),
    (r"s_barrier_signal", "signal"),
    (r"s_barrier(_wait)?$", "barrier"),
)]
TEXEL_ATOMIC = re.compile(r"buffer_atomic.*\bidxen\b")
COUNTERS = ("load", "store", "local", "scalar")


def waited_counters(processor, line):
    """Pairs of counter and number that the wait leaves in flight."""
    if line.startswith("s_waitcnt_depctr"):  # for arithmetic
        return []
    if line.startswith("s_waitcnt_vscnt"):
        return [("store", int(line.split(",")[-1], 0))]
    if line.startswith("s_waitcnt"):
        loads = ("load", "store") if processor.startswith("gfx9") else ("load",)
        of = {"vmcnt": loads, "lgkmcnt": ("local", "scalar"), "vscnt": ("store",), "expcnt": ()}
        found = re.findall(r"(\w+)\((\d+)\)", line)
        return [(counter, int(number)) for name, number in found for counter in of[name]]
    of = {"load": ("load",), "store": ("store",), "ds": ("local",), "km": ("scalar",), "sample": (), "bvh": ()}
    match = re.match(r"s_wait_((?:[a-z]+cnt_?)+) (\w+)", line)
    names = re.findall(r"([a-z]+)cnt", match.group(1)) if match else []
    number = int(match.group(2), 0) if match else 0
    if len(names) == 2:  # two fields of a byte each
        return [(c, n) for name, n in zip(names, (number >> 8, number & 0xFF)) for c in of.get(name, ())]
    return [(counter, number) for name in names for counter in of.get(name, ())]


def flush(waits, words):
    for counter in COUNTERS:
        if counter in waits:
            words.append(f"wait.{counter}" + (f".{waits[counter]}" if waits[counter] else ""))
    waits.clear()


def loops_of(lines):
    """Lines that begin a loop, and those that end one."""
    labels = {line.split(":")[0]: i for i, line in enumerate(lines) if re.match(r"\.?\w+:", line)}
    begin, end = {}, {}
    for i, line in enumerate(lines):
        match = re.match(r"s_c?branch\w*\s+(\.?\w+)", line)
        if match and labels.get(match.group(1), i) < i:
            begin[labels[match.group(1)]] = i
    for last in begin.values():
        end[last] = end.get(last, 0) + 1
    return begin, end


def word_of(line):
    if TEXEL_ATOMIC.match(line):
        return "texel.atomic"
    mnemonic = line.split()[0]
    return next((word for pattern, word in WORDS if pattern.match(mnemonic)), None)


def words_of(processor, text):
    lines = [line for line in (re.sub(r";.*|//.*", "", line).strip() for line in text.split("\n")) if line]
    begin, end = loops_of(lines)
    words, waits = [], {}
    for i, line in enumerate(lines):
        if re.match(r"s_wait(?!_alu|_idle|_event)", line):
            for counter, number in waited_counters(processor, line):
                waits[counter] = min(number, waits.get(counter, number))
            continue
        function = re.match(r"\.type\s+(.*),@function", line)
        found = ["function", function.group(1)] if function else ["loop"] if i in begin else ["endloop"] * end.get(i, 0)
        if not found and not line.startswith(".") and not line.endswith(":"):
            found = [word_of(line)] if word_of(line) else []
        if found:
            flush(waits, words)
            words += found
    return words


# ---- expectations ----

class Expectation:
    def __init__(self, kind, limits, text):
        self.kind, self.limits, self.text = kind, limits.split(), text.strip()

    def concerns(self, version, processor, mode):
        """Of each kind of limit that the line has, one must be met."""
        kinds = ("llvm" + version, ("llvm22", "llvm23")), (mode, ("opt", "llc")), (processor, PROCESSORS)
        return all(here in self.limits for here, kind in kinds if set(kind) & set(self.limits))

    def holds(self, text, words):
        if self.kind == "group bytes":
            return f".amdhsa_group_segment_fixed_size {self.text}\n" in text
        count = re.fullmatch(r"#(\S+) (=|<=|>=) (\d+)", self.text)
        if not count:
            return bool(re.search(sequence(self.text), "".join(f" {word} " for word in words))) == (self.kind == "expect")
        number = sum(bool(re.fullmatch(count.group(1), word)) for word in words)
        most = int(count.group(3))
        return {"=": number == most, "<=": number <= most, ">=": number >= most}[count.group(2)]


def sequence(text):
    """The regular expression of a sequence of words, each between two spaces."""
    parts = []
    for word in text.split():
        if word == "...":
            parts.append(r"(?: \S+ )*")
        elif word.startswith("...!"):
            parts.append(rf"(?: (?!(?:{word[4:]}) )\S+ )*")
        else:
            parts.append(f" (?:{word}) ")
    return "".join(parts)


class Test:
    def __init__(self, path):
        self.path, self.expectations, self.without, self.options = path, [], [], []
        self.processors = PROCESSORS
        with open(path, encoding="utf-8") as file:
            for line in file:
                self.read(re.match(r"(?://|;) (expect|never|group bytes|without|options|processors)(?:\[(.*?)\])?: (.*)", line))
        self.options = self.options or [[]]
        if not self.expectations:
            sys.exit(f"{path}: no expectation")

    def read(self, match):
        if not match:
            return
        kind, limits, text = match.groups()
        if kind == "options":
            self.options.append(text.split())
        elif kind == "processors":
            self.processors = text.split()
        elif kind == "without":
            self.without.append([Expectation(kind, limits or "", "")] + [part.strip(" ") for part in text.split("=>")])
        else:
            self.expectations.append(Expectation(kind, limits or "", text))

    def failures(self, ir, version, processor, mode):
        if not any(e.concerns(version, processor, mode) for e in self.expectations):
            return []
        text = compile_ir(ir, version, processor, mode)
        words = words_of(processor, text)
        return [f"LLVM {version}, {processor}, {mode}: {e.kind}: {e.text}\n    {' '.join(words)}"
                for e in self.expectations if e.concerns(version, processor, mode) and not e.holds(text, words)]


# ---- the tools ----

def run(command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} fails:\n{done.stdout}{done.stderr}")
    return done.stdout


def compile_ir(ir, version, processor, mode):
    if mode == "opt":
        ir = run([f"opt-{version}", "-S", "-O2", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={processor}"], ir)
    return run([f"llc-{version}", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={processor}", "-o", "-"], ir)


def translate(path, version, options, folder):
    module = os.path.join(folder, "module.spv")
    if path.endswith(".comp"):
        run(["glslangValidator", "-V", "--target-env", "vulkan1.3", "--quiet", "-o", module, path])
    else:
        run(["spirv-as", "--target-env", "vulkan1.3", "-o", module, path])
    return run([SPIRV_MMRA, "--llvm", version, *options, module])


def check_without(test, version, irs, limits, pattern, replacement):
    """With the pattern replaced in the IR, some expectation must fail on some processor."""
    if not any(limits.concerns(version, p, mode) for p in irs for mode in ("opt", "llc")):
        return []
    changed = {processor: re.sub(pattern, replacement, ir, flags=re.MULTILINE) for processor, ir in irs.items()}
    if changed == irs:
        return [f"LLVM {version}: without: {pattern}: the IR has no such text"]
    if any(test.failures(changed[p], version, p, mode) for mode in ("opt", "llc") for p in reversed(irs)):
        return []
    return [f"LLVM {version}: without: {pattern}: nothing fails without it"]


def check(path, folder):
    test, failed = Test(path), 0
    for options, version in itertools.product(test.options, VERSIONS):
        same = translate(path, version, options, folder) if "CPU" not in " ".join(options) else None
        irs = {p: same or translate(path, version, [option.replace("CPU", p) for option in options], folder) for p in test.processors}
        found = [f for p in irs for mode in ("opt", "llc") for f in test.failures(irs[p], version, p, mode)]
        found += [f for without in test.without for f in check_without(test, version, irs, *without)]
        for failure in found:
            print(f"FAIL {path} {' '.join(options)}: {failure}", flush=True)
        failed += len(found)
    return failed


def main():
    with tempfile.TemporaryDirectory() as folder:
        failed = sum(check(path, folder) for path in sys.argv[1:])
    print(f"{len(sys.argv) - 1} shaders, {failed} failures")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
