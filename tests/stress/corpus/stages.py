#!/usr/bin/env python3
"""What becomes of the modules that collect.py left, of every stage: the tables of docs/evidence/corpora.md.

    stages.py [--command=build/release/bin/spirv-mmra] [--validator=spirv-val] [-j 2] OUT...

Each OUT is a corpus. What spirv-val calls valid for Vulkan 1.3 is translated (--llvm 22); LLVM's verifier and code generator
for each processor of TARGETS judge the translation (llvm.py). OUT/valid.txt and OUT/accepted.txt remember which modules are
valid and which IR was accepted, so that a second run asks only about what has changed, and one that was stopped goes on.
Prints a table by corpus, one by stage, what is refused by which feature, and each module that is not as it should be. Status
1 if anything crashes, if LLVM rejects a translation, or if fewer than 97 % translate.
"""
import argparse
import collections
import concurrent.futures
import functools
import hashlib
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import llvm

TARGETS = ["gfx1030", "gfx1100", "gfx1201"]
GOAL = 0.97
VERDICTS = ["translated", "refused", "failed", "rejected", "crashed"]
REFUSED, MOST_STATUS = 4, 6

arguments = None


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=300, errors="replace")
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "longer than 300 s")


def first_error(text):
    lines = [line for line in text.splitlines() if "rror" in line] or text.splitlines() or [""]
    return re.sub(r"^.*?error: (word \d+: )?", "", lines[0])


MODELS = {
    0: "Vertex", 1: "TessellationControl", 2: "TessellationEvaluation", 3: "Geometry", 4: "Fragment", 5: "GLCompute", 6: "Kernel",
    5267: "TaskNV", 5268: "MeshNV", 5313: "RayGeneration", 5314: "Intersection", 5315: "AnyHit", 5316: "ClosestHit", 5317: "Miss",
    5318: "Callable", 5364: "Task", 5365: "Mesh",
}
HEADER_WORDS, ENTRY_POINT, FUNCTION = 5, 15, 54


def stages_of(module):
    data = module.read_bytes()
    data = data[: len(data) // 4 * 4]
    order = "<" if data[:4] == b"\3\2\x23\7" else ">"
    words, at, found = struct.unpack(order + "%dI" % (len(data) // 4), data), HEADER_WORDS, set()
    while at < len(words) and words[at] & 0xFFFF != FUNCTION and words[at] >> 16:
        if words[at] & 0xFFFF == ENTRY_POINT:
            found.add(MODELS.get(words[at + 1], str(words[at + 1])))
        at += words[at] >> 16
    return " and ".join(sorted(found))


class Remembered:
    """Digests, in a file that grows."""

    def __init__(self, path):
        self.path = path
        self.digests = set(path.read_text().split()) if path.exists() else set()

    def has(self, digest):
        return digest in self.digests

    def add(self, digest):
        with open(self.path, "a") as file:
            file.write(digest + "\n")


def is_valid(module, valid):
    digest = hashlib.sha256(arguments.validator.encode() + module.read_bytes()).hexdigest()
    if valid.has(digest):
        return True
    if run(arguments.validator, "--target-env", "vulkan1.3", "--scalar-block-layout", str(module)).returncode:
        return False
    valid.add(digest)
    return True


def rejection(ir, accepted):
    """None, or what LLVM says against it."""
    digest = hashlib.sha256(" ".join(TARGETS).encode() + ir.read_bytes()).hexdigest()
    if accepted.has(digest):
        return None
    why = llvm.rejection(ir, TARGETS)
    if not why:
        accepted.add(digest)
    return why


def judge(module, valid, accepted, folder):
    """(stage, verdict, why)"""
    stage = stages_of(module)
    if not is_valid(module, valid):
        return stage, "invalid", ""
    ir = pathlib.Path(folder) / (module.parent.name + "." + module.name + ".ll")
    done = run(arguments.command, "--no-validate", "--llvm", "22", str(module), "-o", str(ir))
    if done.returncode == REFUSED:
        return stage, "refused", first_error(done.stderr)
    if done.returncode:
        crashed = done.returncode < 0 or done.returncode > MOST_STATUS
        return stage, "crashed" if crashed else "failed", first_error(done.stderr)
    why = rejection(ir, accepted)
    ir.unlink()
    return stage, "rejected" if why else "translated", why or ""


def print_table(title, groups):
    """`groups` has for each row the verdicts of its modules."""
    print("| %s | valid | translated and accepted | | refused | other failures | rejected by LLVM | crashed |" % title)
    print("|" + " --- |" * 8)
    for name, verdicts in groups:
        count = collections.Counter(verdicts)
        valid = sum(count[verdict] for verdict in VERDICTS)
        if valid:
            share = "%.1f %%" % (100 * count["translated"] / valid)
            print("| %s |" % " | ".join([name, str(valid), str(count["translated"]), share] +
                                        [str(count[verdict]) for verdict in VERDICTS[1:]]))
    print()


def report(judged):
    every = [verdict for _, _, _, verdict, _ in judged]
    corpora = sorted({corpus for corpus, *_ in judged})
    stages = sorted({stage for _, _, stage, _, _ in judged})
    print_table("corpus", [(c, [v for corpus, _, _, v, _ in judged if corpus == c]) for c in corpora] + [("all", every)])
    print_table("stage", [(s, [v for _, _, stage, v, _ in judged if stage == s]) for s in stages])
    for corpus in corpora:
        count = collections.Counter(v == "invalid" for c, _, _, v, _ in judged if c == corpus)
        print("%s: %d modules, %d of them not valid" % (corpus, sum(count.values()), count[True]))
    reasons = collections.Counter(re.sub(r"%[\w.]+", "%", why) for _, _, _, verdict, why in judged if verdict == "refused")
    for why, count in reasons.most_common():
        print("%5d %s" % (count, why))
    for corpus, module, stage, verdict, why in judged:
        if verdict not in ("translated", "invalid"):
            print("%s: %s/%s: %s: %s" % (verdict, corpus, module.name, stage, why))
    count = collections.Counter(every)
    valid = sum(count[verdict] for verdict in VERDICTS)
    return count["crashed"] or count["rejected"] or count["translated"] < GOAL * valid


def judge_one(corpus, module, folder):
    return corpus.name, module, *judge(module, *memory_of(corpus), folder)


@functools.cache
def memory_of(corpus):
    return Remembered(corpus / "valid.txt"), Remembered(corpus / "accepted.txt")


def begin(given):
    global arguments
    arguments = given


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--command", default="build/release/bin/spirv-mmra")
    parser.add_argument("--validator", default="spirv-val")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("corpora", nargs="+", type=pathlib.Path)
    begin(parser.parse_args())
    work = [(corpus, module) for corpus in arguments.corpora for module in sorted(corpus.glob("*.spv"))]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ProcessPoolExecutor(arguments.j, initializer=begin, initargs=(arguments,)) as pool:
        judged = [one.result() for one in [pool.submit(judge_one, *which, folder) for which in work]]
    sys.exit(bool(report(judged)))


if __name__ == "__main__":
    main()
