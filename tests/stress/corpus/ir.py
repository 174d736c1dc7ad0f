#!/usr/bin/env python3
"""What becomes of textual LLVM IR that others wrote: is it read, and is what is printed again the same module.

    ir.py [--bin build/release/bin] [--findings] [--jobs N] [--tsv OUT.tsv] TREE...

TREE is a folder of .ll files, such as LLVM's llvm/test, or a file. Of each that llvm-as takes: ir_roundtrip must read it, llvm-as
take what that prints, and both be the same module: the same bitcode, or else what llvm-dis prints of it, but for the order of
metadata numbers. Of all others: reading them must end, with a message or without. With --findings the checker is asked about
every file for amdgcn that is read, and its findings are counted by rule. OUT.tsv gets a line for every file. Status 1 if a file
is not as it should be. Nothing of such a tree belongs into this repository.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

SAME, REJECTED, CRASHED, NOT_READ, NOT_ACCEPTED, ANOTHER = (
    "same", "not LLVM's", "crashed", "not read", "printed, not accepted", "printed, another module")
FINDING = re.compile(rb"^(.*?):(\d+):(\d+): (error|warning|note): .*\[([a-z-]+)\]$", re.M)
UNIT = "unit.ll"  # the name under which both texts are assembled: bitcode holds it

arguments = None


def run(command, text=None, folder=None, seconds=60):
    """Status (negative: a signal), output, errors."""
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, timeout=seconds)
    except subprocess.TimeoutExpired:
        return -1000, b"", b"takes more than %d s" % seconds
    return done.returncode, done.stdout, done.stderr


def assemble(text, folder):
    with open(os.path.join(folder, UNIT), "wb") as file:
        file.write(text)
    return run(["llvm-as-22", UNIT, "-o", "-"], folder=folder)


def comparable(bitcode, folder):
    """The module as text, without what its numbering alone makes different."""
    text = run(["llvm-dis-22", "-o", "-"], bitcode, folder)[1]
    return sorted(re.sub(rb"![0-9]+\b", b"!N", text).splitlines())


def first_line(text):
    lines = [line for line in text.decode(errors="replace").splitlines() if "error" in line] or text.decode(errors="replace").splitlines()
    return lines[0].strip() if lines else ""


def read_back(path, text, folder):
    """Outcome and message."""
    status, bitcode, errors = assemble(text, folder)
    ours, printed, message = run([os.path.join(arguments.bin, "ir_roundtrip"), path])
    if ours not in (0, 1):
        return CRASHED, first_line(message)
    if status != 0:
        return REJECTED, first_line(errors)
    if ours != 0:
        return NOT_READ, first_line(message)
    status, again, errors = assemble(printed, folder)
    if status != 0:
        return NOT_ACCEPTED, first_line(errors)
    if again != bitcode and comparable(again, folder) != comparable(bitcode, folder):
        return ANOTHER, ""
    return SAME, ""


def findings_of(path, text):
    """(rule, severity): how often."""
    if not arguments.findings or b"amdgcn" not in text:
        return None
    output = run([os.path.join(arguments.bin, "spirv-mmra"), "check", path])
    return collections.Counter((rule.decode(), severity.decode())
                               for _, _, _, severity, rule in FINDING.findall(output[1] + output[2]))


def examine(path):
    with open(path, "rb") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        outcome, message = read_back(os.path.abspath(path), text, folder)
    return path, outcome, message, findings_of(path, text) if outcome == SAME else None


def files_of(trees):
    for tree in trees:
        if os.path.isfile(tree):
            yield tree
        for folder, folders, files in os.walk(tree):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".ll"))


def report(results):
    counts = collections.Counter(outcome for _, outcome, _, _ in results)
    accepted = len(results) - counts[REJECTED]
    print("%d files, of which llvm-as takes %d" % (len(results), accepted))
    for outcome in (SAME, NOT_READ, NOT_ACCEPTED, ANOTHER, CRASHED, REJECTED):
        print("%6d  %s" % (counts[outcome], outcome))
    for path, outcome, message, _ in results:
        if outcome not in (SAME, REJECTED):
            print("%s: %s: %s" % (outcome, path, message))
    findings, files = collections.Counter(), collections.Counter()
    for _, _, _, found in results:
        findings.update(found or {})
        files.update((found or {}).keys())
    for key, count in sorted(findings.items()):
        print("%6d  %s %s, in %d files" % (count, key[1], key[0], files[key]))
    return counts[SAME] + counts[REJECTED] == len(results)


def main():
    global arguments
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default=os.path.join(os.path.dirname(__file__), "../../../build/release/bin"))
    parser.add_argument("--findings", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tsv")
    parser.add_argument("trees", nargs="+")
    arguments = parser.parse_args()
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, open(arguments.tsv or os.devnull, "w", 1) as file:
        for path, outcome, message, found in pool.map(examine, files_of(arguments.trees)):
            results.append((path, outcome, message, found))
            file.write("%s\t%s\t%s\t%s\n" % (path, outcome, message, " ".join(
                "%s:%s:%d" % (severity, rule, count) for (rule, severity), count in sorted((found or {}).items()))))
    return 0 if report(results) else 1


if __name__ == "__main__":
    sys.exit(main())
