#!/usr/bin/env python3
"""Translations as machine code, through the shells that samples/embed/shell makes for them: what becomes of the modules that
collect.py left, of every stage but compute.

    compiled.py [--command=build/release/bin/spirv-mmra] [-j 2] [--mcpu=gfx1030,...] [--keep=FOLDER] OUT...

Each module that spirv-val calls valid for Vulkan 1.3 is translated; each of its entry points is inlined into its shell, optimized
and compiled for gfx1100. Fragments are compiled for three processors (or those of --mcpu), with waves of 32 and 64 lanes, and the rule
of the quad is read in their machine code (tests/run/quads). FOLDER keeps what was compiled, so that a run that was stopped goes on,
and a changed rule reads the same code again. Prints a table by stage, the failures with their reasons, the findings, and a table of what
guards cost. Status 1 if there is a finding, or if anything fails that was translated."""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import pathlib
import sys
import tempfile

import stages

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests" / "run" / "quads"), str(ROOT / "samples" / "embed" / "shell")]
import quads  # noqa: E402
import shells  # noqa: E402

SHELL_PROCESSORS = ["gfx1100"]
SHELLS = "".join(shells.read(path) for path in sorted((ROOT / "samples" / "embed" / "shell").glob("*.py")))


class Result:
    def __init__(self, module, model, processor, why=None, report=None):
        self.module, self.model, self.processor, self.why, self.report = module, model, processor, why, report


def compiled(case, kept):
    """The machine code and the IR, of this run or an earlier one."""
    code, ir = kept.with_suffix(".s"), kept.with_suffix(".ll")
    if not (code.exists() and ir.exists()):
        for path, text in zip((code, ir), case.compile()):
            path.write_text(text)
    return code.read_text(), ir.read_text()


def compile_entry(module, case, keep):
    model, processor = case.entry["model"], case.processor
    digest = hashlib.sha256("\0".join([shells.read(case.body), str(case.entry), processor, SHELLS]).encode()).hexdigest()
    try:
        code, ir = compiled(case, keep / digest)
        return Result(module, model, processor, report=case.judge(code, ir) if model == "Fragment" else None)
    except Exception as failure:  # a mistake of a shell must not end the run
        return Result(module, model, processor, "%s: %s" % (type(failure).__name__, failure))


def judge(module, command, processors, keep):
    """The results of each entry point on each processor; none if the module is not valid, or refused."""
    found = []
    if not stages.is_valid(module, stages.memory_of(module.parent)[0]):
        return found
    with tempfile.TemporaryDirectory() as folder:
        body = folder + "/body.ll"
        for processor, wave64 in processors:
            try:
                entries = shells.translate(command, processor, str(module), body, (), wave64)
            except shells.Failure as failure:
                if failure.status != stages.REFUSED:
                    found.append(Result(module, stages.stages_of(module), processor, str(failure)))
                continue
            for i, entry in enumerate(entries):
                if entry["model"] == "Fragment" or processor in SHELL_PROCESSORS:
                    case = quads.Case(entry, processor, wave64, body, "%s/%s.%d" % (folder, processor, i))
                    found.append(compile_entry(module, case, keep or pathlib.Path(folder)))
    return found


def print_stages(results):
    print("| stage | processor | entry points | compiled | failed |\n" + "|" + " --- |" * 5)
    for (model, processor), group in sorted(grouped(results).items()):
        failed = sum(one.why is not None for one in group)
        print("| %s | %s | %d | %d | %d |" % (model, processor, len(group), len(group) - failed, failed))


def grouped(results):
    groups = collections.defaultdict(list)
    for one in results:
        groups[one.model, one.processor].append(one)
    return groups


def print_guards(results):
    print("\n| fragments on | entry points | that write | instructions | writes | guards | their instructions | findings |\n|" + " --- |" * 8)
    for (_, processor), group in sorted(grouped([one for one in results if one.report]).items()):
        reports = [one.report for one in group]
        print("| %s | %d | %d | %d | %d | %d | %d | %d |" % (
            processor, len(reports), sum(bool(r.writes) for r in reports), sum(r.instructions for r in reports),
            sum(r.writes for r in reports), sum(r.into for r in reports), sum(r.cost for r in reports),
            sum(len(r.findings) for r in reports)))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--command", default=str(ROOT / "build/release/bin/spirv-mmra"))
    parser.add_argument("--validator", default="spirv-val")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--mcpu", default=",".join(processor for processor, _ in quads.PROCESSORS))
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("corpora", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True)
    modules = [module for corpus in arguments.corpora for module in sorted(corpus.glob("*.spv"))]
    with concurrent.futures.ProcessPoolExecutor(arguments.j, initializer=stages.begin, initargs=(arguments,)) as pool:
        work = functools.partial(judge, command=arguments.command, keep=arguments.keep,
                                 processors=[one for one in quads.PROCESSORS if one[0] in arguments.mcpu.split(",")])
        results = [one for found in pool.map(work, modules, chunksize=4) for one in found]
    print_stages(results)
    print_guards(results)
    for one in results:
        if one.why:
            print("%s/%s: %s, %s: %s" % (one.module.parent.name, one.module.name, one.model, one.processor, one.why))
        for finding in one.report.findings if one.report else []:
            print("%s/%s: %s: %s" % (one.module.parent.name, one.module.name, one.processor, finding))
    sys.exit(any(one.why or (one.report and one.report.findings) for one in results))


if __name__ == "__main__":
    main()
