#!/usr/bin/env python3
"""against.py [--grids N] [--seconds N] TOOL PASSES OUT MODULE...: which passes let a module do more than before (litmus --against)?

TOOL is spirv-mmra. PASSES is a file: in each line the name of a pass and the command that does it, in which {in} and {out} are modules, or {source}
what {in} was made of, for another front end. A MODULE
is .spv, assembly, or a source of GLSL. Each is first held against itself, on one grid after another, until an answer is "the same outcomes": the
others have a race, are too large, or are refused. Then each pass is done to it, and what it makes is held against it. What a pass leaves as it
was, byte for byte, needs no answer, and what two passes make alike one. OUT gets a line for each: module, pass, grid, status and judgement. A
summary is printed."""
import collections, os, re, subprocess, sys, tempfile

GRIDS = ["--groups=2 --local=2", "--groups=2 --local=1", "--groups=1 --local=2", "--groups=2", "--groups=2 --local=2 --glsl450=conservative",
         "--groups=1 --local=2 --glsl450=conservative"]
COMMENT = re.compile(r"\s*;\s*@")
seconds = 10


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")


def named(text):
    """Assembly in which each variable has its id as OpName, with a letter in front of a number, so that the comments about it fit what a pass
    makes."""
    variables = set(re.findall(r"^\s*%(\w+) = OpVariable", text, re.M))
    numbers = {v for v in variables if v.isdigit()}
    text = re.sub(r"%(\d+)\b", lambda m: "%" + ("v" if m[1] in numbers else "") + m[1], text)
    names = sorted("v" + v if v in numbers else v for v in variables)
    lines = [l for l in text.split("\n") if not (re.match(r"\s*OpName %(\w+)", l) and re.match(r"\s*OpName %(\w+)", l)[1] in names)]
    opcode = lambda line: re.sub(r"^\s*%\w+ = ", "", line).split()[:1]
    after = ("OpCapability", "OpExtension", "OpExtInstImport", "OpMemoryModel", "OpEntryPoint", "OpExecutionMode", "OpString", "OpSource")
    at = max((i for i, line in enumerate(lines) if opcode(line) and opcode(line)[0].startswith(after)), default=-1)
    return "\n".join(lines[:at + 1] + ['OpName %%%s "%s"' % (n, n) for n in names] + lines[at + 1:])


class Module:
    def __init__(self, path, folder):
        self.name, self.comments, self.spv = os.path.basename(path), "", os.path.join(folder, "a.spv")
        self.asked, self.is_source = self.spv, not path.endswith((".spv", ".spvasm"))
        if path.endswith(".spv"):
            self.made = run("cp", path, self.spv)
        elif path.endswith(".spvasm"):
            text = named(open(path).read())
            self.comments = "\n".join(line for line in text.split("\n") if COMMENT.match(line))
            self.asked = os.path.join(folder, "a.spvasm")
            open(self.asked, "w").write(text)
            self.made = run("spirv-as", "--target-env", "spv1.6", self.asked, "-o", self.spv)
        else:
            self.made = run("glslangValidator", "-V", "--target-env", "vulkan1.3", path, "-o", self.spv)

    def beside(self, spv):
        """What is asked about a module that was made of this one."""
        if not self.comments:
            return spv
        text = self.comments + "\n" + run("spirv-dis", "--no-color", spv).stdout
        open(spv + "asm", "w").write(text)
        return spv + "asm"


def judge(tool, a, b, grid):
    got = run(tool, "litmus", a, "--against", b, "--no-validate", "--timeout=%d" % seconds, *grid.split())
    lines = got.stdout.split("\n")
    said = re.sub(r"^.*?: (against .*?: )?", "", lines[0])
    hints = [line.strip() for line in lines if line.startswith("  hint: ")]
    return got.returncode, said[:100], hints


def grid_of(tool, module):
    last = (None, "", [])
    for grid in [""] if module.comments else GRIDS:
        last = judge(tool, module.asked, module.asked, grid)
        if last[0] == 0:
            return grid, last
    return None, last


def measure(tool, passes, out, path, summary):
    with tempfile.TemporaryDirectory() as folder:
        module = Module(path, folder)
        if module.made.returncode:
            return
        grid, (status, said, _) = grid_of(tool, module)
        if grid is None:
            summary["modules"]["left out: " + re.sub(r"[:;].*", "", said)] += 1
            print(path, "-", "-", status, said, sep="\t", file=out, flush=True)
            return
        summary["modules"]["compared"] += 1
        known = {open(module.spv, "rb").read(): (0, "unchanged", [])}
        for name, command in passes:
            made = os.path.join(folder, "b.spv")
            if "{source}" in command and not module.is_source:
                continue
            done = run("sh", "-c", command.replace("{in}", module.spv).replace("{out}", made).replace("{source}", path))
            if done.returncode:
                summary[name]["the pass fails"] += 1
                why = " ".join(done.stdout.split())[:160]
                print(path, name, grid, "-", "the pass fails: " + why, sep="\t", file=out, flush=True)
                continue
            bytes_made = open(made, "rb").read()
            if bytes_made not in known:
                known[bytes_made] = judge(tool, module.asked, module.beside(made), grid)
            status, said, hints = known[bytes_made]
            summary[name][said] += 1
            summary[name]["hints"] += bool(hints)
            print(path, name, grid, status, said, *hints, sep="\t", file=out, flush=True)


def main():
    global seconds, GRIDS
    arguments = sys.argv[1:]
    while arguments and arguments[0] in ("--grids", "--seconds"):
        number = int(arguments[1])
        if arguments[0] == "--grids":
            GRIDS = GRIDS[:number]
        else:
            seconds = number
        arguments = arguments[2:]
    if len(arguments) < 4:
        sys.exit(__doc__)
    tool, table, target, *modules = arguments
    passes = [line.strip().split(None, 1) for line in open(table) if line.strip() and line[0] != "#"]
    summary = collections.defaultdict(collections.Counter)
    with open(target, "w") as out:
        for path in modules:
            measure(tool, passes, out, path, summary)
    for name, counts in summary.items():
        print(name + ": " + ", ".join("%s %d" % item for item in counts.most_common()))


main()
