#!/usr/bin/env python3
"""The rule of the quad over fragment shaders: quads.py [--all] SHADER.frag|SHADER.spvasm...

Each is translated, inlined into the shell that samples/embed/shell makes for it, compiled for each processor of PROCESSORS, and its
machine code read (rule.py): nothing may be found. Then mistakes are planted:

    out         the condition of each guard in the translation becomes true
    side        it is negated
    deleted     an instruction that narrows the execution mask to live lanes is deleted from the machine code
    bared       all of these that have a write or export behind them are deleted
    hoisted     a guarded write or export is put before what guards it
    sunk        a guarded write is put behind the instruction that lets helpers run again

The last three must be found. LLVM may keep helpers out where a guard is taken away, so that the first three must be found in the
shaders that say so in a line "// finds: out side".

Mistakes are planted in what LLVM 22 makes; that of LLVM 23, where it is installed, is judged as it is. A shader without "finds" is
compiled for one of the processors, by turns, and by LLVM 23 for the next one (--all, or SMMRA_ALL: for each).

Prints how many guards there are and what they cost. Status 77: a tool is missing. SMMRA_BUILD names the build tree."""
import concurrent.futures
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "samples", "embed", "shell"))

import rule  # noqa: E402
import shells  # noqa: E402

os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build", "newest", "bin")
LLVM = ["22"] + ["23"] * all(shutil.which(tool) for tool in ("opt-23", "llc-23", "llvm-link-23"))
SPIRV_MMRA = os.path.join(os.environ.get("SMMRA_BUILD", "build/release"), "bin", "spirv-mmra")
PROCESSORS = [("gfx1030", True), ("gfx1100", False), ("gfx1201", False)]  # with waves of 64 lanes
LIVE = re.compile(r"(%\S+) = call i1 @llvm\.amdgcn\.live\.mask\(\)")
MAXIMALLY_RECONVERGES = 6023  # MaximallyReconvergesKHR: helpers take part in all that a subgroup does
MUST_FIND = ["bared", "hoisted", "sunk"]
COUNTED = ["instructions", "writes", "demotions", "into", "out_of", "skips"]


def compile_shader(source, binary):
    if source.endswith(".spvasm"):
        subprocess.run(["spirv-as", "--target-env", "spv1.6", source, "-o", binary], check=True)
    else:
        subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", source, "-o", binary], check=True)


def words_of(source, key):
    """The words of a line "// KEY: ..."."""
    found = re.search(r"^(?://|;) %s: (.*)" % key, shells.read(source), re.M)
    return found.group(1).split() if found else []


class Case:
    """An entry point of a shader, compiled for a processor."""

    def __init__(self, entry, processor, wave64, body, stem, llvm="22"):
        self.entry, self.processor, self.wave64, self.body, self.stem, self.llvm = entry, processor, wave64, body, stem, llvm

    def compile(self, body=None, stem=None):
        stem = stem or self.stem
        shells.compile_entry(self.entry, self.processor, body or self.body, stem, self.wave64, self.llvm)
        return shells.read(stem + ".s"), shells.read(stem + ".ll")

    def judge(self, code, ir):
        maximal = any(mode["mode"] == MAXIMALLY_RECONVERGES for mode in self.entry["modes"])
        return rule.judge(code, 64 if self.wave64 else 32, rule.Asked(ir, maximal))

    # ---- mistakes in the translation ----

    def mistaken_guards(self):
        """Guards are branches on the live mask."""
        text = shells.read(self.body)
        guards = {name for name in re.findall(LIVE, text) if re.search(r"^\s*br i1 %s," % re.escape(name), text, re.M)}
        for kind in ("out", "side"):
            changed = text
            for name in guards:
                made = "%turned." + name[1:]
                new = "%s = or i1 true, true" % name if kind == "out" else "%s = \\g<1>\n%s = xor i1 %s, true" % (made, name, made)
                changed = re.sub(r"%s = (call i1 @llvm\.amdgcn\.live\.mask\(\).*)" % re.escape(name), new, changed)
            if guards:
                body = "%s.%s.body.ll" % (self.stem, kind)
                shells.write(body, changed)
                yield kind, self.compile(body, "%s.%s" % (self.stem, kind))


def planted(code, report):
    """Pairs of a kind of mistake and the machine code with it."""
    lines = code.split("\n")
    guards = {guard for guard, _, _ in report.guarded}
    if guards:
        yield "bared", "\n".join(line for number, line in enumerate(lines, 1) if number not in guards)
    for guard, writes, end in report.guarded:
        yield "deleted", "\n".join(lines[:guard - 1] + lines[guard:])
        for write in writes:
            without = lines[:write - 1] + lines[write:]
            yield "hoisted", "\n".join(without[:guard - 1] + [lines[write - 1]] + without[guard - 1:])
            if end and "exp" not in lines[write - 1]:
                yield "sunk", "\n".join(without[:end - 1] + [lines[write - 1]] + without[end - 1:])


def run_case(case, source):
    """(counts, what is wrong)"""
    name = "%s, %s%s, LLVM %s" % (os.path.basename(source), case.processor, ", 64 lanes" if case.wave64 else "", case.llvm)
    code, ir = case.compile()
    report = case.judge(code, ir)
    wrong = ["%s: %s" % (name, finding) for finding in report.findings]
    if case.llvm != "22":
        return {"of LLVM " + case.llvm: 1}, wrong
    counts = {key: getattr(report, key) for key in COUNTED}
    mistakes = [(kind, mistaken, made_ir) for kind, (mistaken, made_ir) in case.mistaken_guards()]
    mistakes += [(kind, mistaken, ir) for kind, mistaken in planted(code, report)]
    must_find = MUST_FIND + words_of(source, "finds")
    for kind, mistaken, mistaken_ir in mistakes:
        found = bool(case.judge(mistaken, mistaken_ir).findings)
        key = kind if found else kind + " without effect"
        counts[key] = counts.get(key, 0) + 1
        if kind in must_find and not found:
            wrong.append("%s: not found: %s" % (name, kind))
    return counts, wrong


def run_shader(source, folder, turn):
    """`turn`: the number of the processor for which LLVM 22 compiles; None: each."""
    stem = os.path.join(folder, os.path.basename(source))
    compile_shader(source, stem + ".spv")
    results = []
    everywhere = turn is None or words_of(source, "finds")
    for (number, (processor, wave64)), (later, llvm) in itertools.product(enumerate(PROCESSORS), enumerate(LLVM)):
        if not everywhere and number != (turn + later) % len(PROCESSORS):
            continue
        at = "%s.%s.%s" % (stem, processor, llvm)
        try:
            entries = shells.translate(SPIRV_MMRA, processor, stem + ".spv", at + ".body.ll", words_of(source, "options"), wave64, llvm)
            for i, entry in enumerate(entries):
                if entry["model"] == "Fragment":
                    case = Case(entry, processor, wave64, at + ".body.ll", "%s.%d" % (at, i), llvm)
                    results.append(run_case(case, source))
        except shells.Failure as failure:
            results.append(({}, ["%s, %s, LLVM %s: %s" % (os.path.basename(source), processor, llvm, failure)]))
    return results


def main():
    if not all(shutil.which(tool) for tool in ("glslangValidator", "spirv-as", "opt-22", "llc-22", "llvm-link-22")):
        sys.exit(77)
    named = sys.argv[1:2] == ["--all"]
    everything = named or "SMMRA_ALL" in os.environ
    sources, total, failures = sys.argv[1 + named:], {}, 0
    turns = [None if everything else i % len(PROCESSORS) for i in range(len(sources))]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        for results in pool.map(run_shader, sources, [folder] * len(sources), turns):
            for counts, wrong in results:
                failures += len(wrong)
                for line in wrong:
                    print("FAIL: " + line)
                for key, count in counts.items():
                    total[key] = total.get(key, 0) + count
    print("%d fragment shaders on %d processors: %s (%d failures)" % (
        len(sources), len(PROCESSORS), ", ".join("%s: %d" % pair for pair in total.items()), failures))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
