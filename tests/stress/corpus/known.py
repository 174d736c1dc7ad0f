#!/usr/bin/env python3
"""Counts which instructions of public shaders' machine code the executor knows.

    known.py [--command=build/debug/bin/spirv-mmra] [--counter=build/debug/bin/known] [-j 2] [--mcpu=gfx1100,...] [--llvm=22,23]
             [--every=N] [--keep=FOLDER] OUT...

Each module that collect.py left in a folder OUT is translated for each processor, or each Nth of them by turns; its entry points
become hardware's (a shell's part is plain accesses to memory), and LLVM's opt -O2 and llc make machine code of them. Prints how many
instructions there are for each processor and version, how many the executor does not know, and these by name. FOLDER keeps the
machine code, so that a second run only counts. SIGINT and SIGTERM end the work, and what was counted is printed. Status 1 if fewer than
99 % are known.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

GOAL = 0.99
PROCESSORS = "gfx90a,gfx942,gfx1030,gfx1100,gfx1201"
# As which of the hardware's shaders an entry point runs.
CONVENTIONS = {"Fragment": "amdgpu_ps", "Vertex": "amdgpu_vs", "TessellationEvaluation": "amdgpu_vs", "TessellationControl": "amdgpu_hs",
               "Geometry": "amdgpu_gs", "Mesh": "amdgpu_gs"}
MEMORY = "ptr addrspace(1) inttoptr (i64 4096 to ptr addrspace(1))"
INLINE = "forceattrs,internalize,always-inline,globaldce"


def run(*command, given=None):
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, errors="replace")
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "rror" in line] or done.stderr.splitlines() or [""]
        raise RuntimeError("%s: %s" % (pathlib.Path(command[0]).name, lines[0][:200]))
    return done.stdout


def split(text):
    """Parameters, parted by commas that are in no bracket."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def given(line, processor):
    """A function of the shell leaves its arguments in memory, and takes its result from there."""
    found = re.match(r"declare (?:noundef )?(amdgpu_gfx )?(.*) (@\"?smmra\.[\w.]+\"?)\((.*)\)", line)
    convention, result, name, parameters = found.groups()
    types = [re.sub(r" (noundef|inreg|immarg|readonly|nocapture|captures\(none\))\b", "", one) for one in split(parameters)]
    body = ["  store volatile %s %%%d, %s, align 16" % (one, i, MEMORY) for i, one in enumerate(types)]
    body += ["  ret void"] if result == "void" else ["  %%result = load volatile %s, %s, align 16" % (result, MEMORY),
                                                     "  ret %s %%result" % result]
    mode = '"amdgpu-ieee"="false" ' if convention else ""
    return "define internal %s%s %s(%s) alwaysinline nounwind %s\"target-cpu\"=\"%s\" {\n%s\n}" % (
        convention or "", result, name, ", ".join(types), mode, processor, "\n".join(body))


def with_shell(text, processor):
    return "\n".join(given(line, processor) if re.match(r"declare .*@\"?smmra\.", line) else line for line in text.splitlines()) + "\n"


def hardware(text, entries):
    """Entry points as the processor begins them; LLVM inlines nothing into such a function on gfx12, so they get it last. A driver also
    says where its tables lie (amdgpu-git-ptr-high), in whose place LLVM would ask for the place of the code."""
    for entry in entries:
        convention = CONVENTIONS.get(entry["model"], "amdgpu_cs")
        name = re.escape(entry["function"])
        text = re.sub(r"^(define .*?)amdgpu_gfx (.*@\"?%s\"?\(.*?)(?= #\d)" % name,
                      r'\1%s \2 "amdgpu-git-ptr-high"="1"' % convention, text, flags=re.M)
    return text


def compiled(command, module, processor, llvm, to):
    with tempfile.TemporaryDirectory() as folder:
        ir = folder + "/a.ll"
        answer = json.loads(run(command, "--no-validate", "--llvm", llvm, "--mcpu=" + processor, "--json", str(module), "-o", ir))
        entries = answer[0]["entry_points"]
        kernels = all(entry["model"] == "GLCompute" for entry in entries)
        text = with_shell(pathlib.Path(ir).read_text(), processor)
        names = ",".join(entry["function"] for entry in entries)
        passes = ["-passes=default<O2>"] if kernels else [
            "-passes=%s,default<O2>" % INLINE, "-force-attribute=alwaysinline", "-internalize-public-api-list=" + names]
        text = run("opt-" + llvm, "-S", "-mcpu=" + processor, *passes, given=text)
        code = run("llc-" + llvm, "-O2", "-mcpu=" + processor, "-o", "-", given=hardware(text, entries))
        to.write_text(re.sub(r"(?<!\ts_endpgm\n)^\.Lfunc_end", "\ts_endpgm\n.Lfunc_end", code, flags=re.M))  # where a shell goes on


def judge(task, command, counter, keep):
    """(processor, llvm), why not, how many instructions, unknown ones."""
    module, processor, llvm = task
    digest = hashlib.sha256(module.read_bytes()).hexdigest()[:24]
    with tempfile.TemporaryDirectory() as folder:
        code = (keep or pathlib.Path(folder)) / ("%s.%s.%s.s" % (digest, processor, llvm))
        try:
            if not code.exists():
                compiled(command, module, processor, llvm, code)
        except Exception as failure:  # one module must not end the run
            return task, str(failure).replace("%s: " % module, ""), 0, {}
        counted = subprocess.run([counter, processor, str(code)], capture_output=True, text=True)
        lines = counted.stdout.splitlines()
        if counted.returncode:
            return task, "known: " + (counted.stderr.splitlines() or ["status %d" % counted.returncode])[0], 0, {}
        unknown = {line.partition(" ")[2]: int(line.partition(" ")[0]) for line in lines[1:]}
        return task, None, int(lines[0]), unknown


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    root = pathlib.Path(__file__).resolve().parents[3]
    parser.add_argument("--command", default=str(root / "build/debug/bin/spirv-mmra"))
    parser.add_argument("--counter", default=str(root / "build/debug/bin/known"))
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--mcpu", default=PROCESSORS)
    parser.add_argument("--llvm", default="22,23")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("corpora", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    ways = [(processor, llvm) for processor in arguments.mcpu.split(",") for llvm in arguments.llvm.split(",")]
    modules = [module for corpus in arguments.corpora for module in sorted(corpus.glob("*.spv"))]
    tasks = [(module, *way) for i, module in enumerate(modules) for k, way in enumerate(ways) if (i + k) % arguments.every == 0]
    work = functools.partial(judge, command=arguments.command, counter=arguments.counter, keep=arguments.keep)
    counts, totals, names = collections.Counter(), collections.Counter(), collections.defaultdict(collections.Counter)
    failures, rest, read = collections.Counter(), collections.Counter(), set()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with concurrent.futures.ProcessPoolExecutor(arguments.j) as pool, contextlib.suppress(KeyboardInterrupt):
        for (module, processor, llvm), why, total, unknown in pool.map(work, tasks, chunksize=8):
            way = processor, llvm
            if why:
                failures[re.sub(r"[0-9]+", "N", why)[:150]] += 1
                continue
            read.add(module)
            counts[way] += 1
            totals[way] += total
            for name, count in unknown.items():
                names[name][way] += count
                rest[way] += count
    print("| processor | LLVM | modules | instructions | not known | |\n" + "|" + " --- |" * 6)
    for way in ways:
        print("| %s | %s | %d | %d | %d | %.3f %% |" % (*way, counts[way], totals[way], rest[way], 100 * rest[way] / max(totals[way], 1)))
    print("\n%d modules, %d instructions, %d not known" % (len(read), sum(totals.values()), sum(rest.values())))
    for name, where in sorted(names.items(), key=lambda one: -sum(one[1].values())):
        print("%7d %s (%s)" % (sum(where.values()), name, ", ".join("%s %s: %d" % (*way, n) for way, n in where.items())))
    for why, count in failures.most_common():
        print("%7d modules: %s" % (count, why))
    sys.exit(any(rest[way] > (1 - GOAL) * totals[way] for way in ways))


if __name__ == "__main__":
    main()
