#!/usr/bin/env python3
"""What becomes of the modules that collect.py left, of every stage: the tables of docs/corpora.md.

    stages.py [--command=build/release/bin/spirv-mmra] [-j 2] OUT...

Each OUT is a corpus. What spirv-val calls valid for Vulkan 1.3 is translated (--llvm 22); LLVM's verifier and llc for each
processor of TARGETS judge the translation. OUT/accepted.txt remembers which IR they accepted, so that a second run asks them
only about what has changed. Prints a table by corpus, one by stage, what is refused by which feature, and each module that is
not as it should be. Status 1 if anything crashes, if LLVM rejects a translation, or if fewer than 97 % translate.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

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


def stages_of(module):
    names = re.findall(r"OpEntryPoint (\w+)", run("spirv-dis", "--no-color", str(module)).stdout)
    return " and ".join(sorted({re.sub("(KHR|EXT)$", "", name) for name in names}))


class Accepted:
    """The IR that LLVM accepted, by digest."""

    def __init__(self, folder):
        self.path = folder / "accepted.txt"
        self.digests = set(self.path.read_text().split()) if self.path.exists() else set()

    def add(self, digest):
        with open(self.path, "a") as file:
            file.write(digest + "\n")


def rejection(ir, accepted):
    """None, or what LLVM says against it."""
    digest = hashlib.sha256(" ".join(TARGETS).encode() + ir.read_bytes()).hexdigest()
    if digest in accepted.digests:
        return None
    checks = [["opt-22", "-passes=verify", "-disable-output", str(ir)]]
    checks += [["llc-22", "-mcpu=" + target, "-filetype=null", str(ir)] for target in TARGETS]
    for check in checks:
        done = run(*check)
        if done.returncode:
            return " ".join(check[:2]) + ": " + first_error(done.stderr)
    accepted.add(digest)
    return None


def judge(module, accepted, folder):
    """(stage, verdict, why)"""
    stage = stages_of(module)
    if run("spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", str(module)).returncode:
        return stage, "invalid", ""
    ir = pathlib.Path(folder) / (module.name + ".ll")
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


def main():
    global arguments
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--command", default="build/release/bin/spirv-mmra")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("corpora", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    work = []
    for corpus in arguments.corpora:
        accepted = Accepted(corpus)
        work += [(corpus.name, module, accepted) for module in sorted(corpus.glob("*.spv"))]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        verdicts = pool.map(lambda one: judge(one[1], one[2], folder), work)
        judged = [(corpus, module, *verdict) for (corpus, module, _), verdict in zip(work, verdicts)]
    sys.exit(bool(report(judged)))


main()
