#!/usr/bin/env python3
"""Counts what `race` makes of public kernels: how many it judges and refuses, and why.

    survey.py [--command=build/debug/bin/spirv-mmra] [--llc=llc-22] [--mcpu=gfx90a,gfx942,...] [-j 2] [--every=N]
              [--most=4] [--options="--steps 2 --timeout 10"] [--findings=FILE] INPUT...

An INPUT is a folder, or a file: a code object (.co, .hsaco, .o), assembly (.s), or LLVM IR (.ll), which llc compiles for
each processor. Of a folder each Nth file is taken, and of a file of IR or assembly --most kernels; of an object its
first one. Arguments are not given. A folder may be LLVM's llvm/test/CodeGen/AMDGPU, the code objects of a library of
kernels, or what clang makes of rocPRIM. SIGINT and SIGTERM end the work, and what was counted is printed.

Prints, for each kind of file and processor: kernels; how many were judged (no race; a race; a fault), how many remain
unknown, and how many are refused; and the reasons, the most frequent first. --findings keeps the words of each race and
fault, for people to look at. Status 1 if the command crashed.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

PROCESSORS = "gfx90a,gfx942,gfx950,gfx1030,gfx1100,gfx1201,gfx1250"
JUDGED = {0: "no race", 1: "race or fault"}
OBJECTS = (".co", ".hsaco", ".o")


def run(command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=120,
                              **options)
    except subprocess.TimeoutExpired:
        return None


def reason(text):
    """The first line, without the place and what only one file has."""
    line = next((one for one in text.splitlines() if ": " in one), "")
    line = re.sub(r"^\S+?: (error: )?", "", line)
    line = re.sub(r"0x[0-9a-f]+|\b[0-9]+\b", "N", line)
    return re.sub(r"(: [sv]_\w+|: [a-z]+_\w+) .*", r"\1", line)[:110]


class Survey:
    def __init__(self, arguments):
        self.arguments = arguments
        self.counts = collections.defaultdict(collections.Counter)
        self.reasons = collections.defaultdict(collections.Counter)
        self.findings = open(arguments.findings, "w", encoding="utf-8") if arguments.findings else None
        self.crashes = 0

    def judge(self, path, kernel, processor):
        command = [self.arguments.command, "race", path, *self.arguments.options.split()]
        command += [f"--entry={kernel}"] if kernel else []
        command += [f"--mcpu={processor}"] if processor else []
        return path, kernel, run(command)

    def count(self, group, done):
        path, kernel, got = done
        counts = self.counts[group]
        counts["kernels"] += 1
        if got is None:
            counts["unknown"] += 1
            self.reasons[group]["no answer within two minutes"] += 1
            return
        if got.returncode < 0 or got.returncode > 8:
            self.crashes += 1
            print("CRASHED:", path, kernel, got.returncode, flush=True)
        what = JUDGED.get(got.returncode, "unknown" if got.returncode == 6 else "refused")
        counts[what] += 1
        if what == "race or fault" and self.findings:
            self.findings.write(f"== {path} {kernel}\n{got.stdout}\n")
        if what != "no race":
            said = got.stderr if what == "refused" else got.stdout or got.stderr
            self.reasons[group][f"{what}: {reason(said)}"] += 1

    def kernels_of(self, path):
        text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
        names = re.findall(r"^\s*\.amdhsa_kernel (\S+)", text, re.M)
        return names[:self.arguments.most]

    def jobs(self, path, folder):
        """Pairs of a group and what judge() takes."""
        if path.suffix == ".ll":
            for processor in self.arguments.mcpu.split(","):
                to = f"{folder}/{path.stem}-{processor}.s"
                got = run([self.arguments.llc, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={processor}", str(path), "-o", to])
                if got and got.returncode == 0:
                    for kernel in self.kernels_of(to):
                        yield f"IR, {processor}", (to, kernel, processor)
        elif path.suffix == ".s":
            for kernel in self.kernels_of(path):
                yield "assembly", (str(path), kernel, None)
        elif path.suffix in OBJECTS:
            yield f"objects, {path.parts[-3] if len(path.parts) > 2 else ''}", (str(path), None, None)

    def print(self):
        for group, counts in sorted(self.counts.items()):
            print(f"{group}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
            for name, count in self.reasons[group].most_common(self.arguments.reasons):
                print(f"    {count:5} {name}")


def files_of(inputs, every):
    for one in map(pathlib.Path, inputs):
        if one.is_dir():
            found = sorted(path for path in one.rglob("*") if path.suffix in (".ll", ".s", *OBJECTS))
            yield from found[::every]
        else:
            yield one


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", default="build/debug/bin/spirv-mmra")
    parser.add_argument("--llc", default="llc-22")
    parser.add_argument("--mcpu", default=PROCESSORS)
    parser.add_argument("--options", default="--steps 2 --timeout 10 --max-memory 1024")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--reasons", type=int, default=25)
    parser.add_argument("--findings")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("inputs", nargs="+")
    survey = Survey(parser.parse_args())
    arguments = survey.arguments
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt), \
            concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for path in files_of(arguments.inputs, arguments.every):
            jobs = list(survey.jobs(path, folder))
            for (group, _), done in zip(jobs, pool.map(lambda job: survey.judge(*job[1]), jobs)):
                survey.count(group, done)
            for made in pathlib.Path(folder).iterdir():
                made.unlink()
    survey.print()
    return survey.crashes != 0


sys.exit(main())
