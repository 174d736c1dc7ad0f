#!/usr/bin/env python3
"""The witness and the model checker on random programs (random_programs.py).

    agree.py COMMAND COUNT SEED [--keep FOLDER]    COMMAND: spirv-mmra; SEED: as many other programs; FOLDER: where those stay that disagree

Prints each disagreement, then how many programs had what, and what was compared. Exit status 1 if there is a disagreement.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import litmus
import random_programs
import witness
from program import TooLarge

BATCH = 100
ROUNDS = (2, 3, 5)
SECONDS = 5


def ask_checker(command, paths):
    run = subprocess.run([command, "litmus", "--json", "--outcomes", f"--timeout={SECONDS}", "--allow=race,unknown,deadlock,endless-loop",
                          *map(str, paths)], capture_output=True, text=True, check=False)
    return {pathlib.Path(answer["file"]).name: answer for answer in json.loads(run.stdout)}


def key(outcome):
    return tuple(sorted((name, "none" if value is None else value) for name, value in outcome.items()))


def ask_witness(path, rounds):
    options = argparse.Namespace(model="vulkan", rounds=rounds, outcomes=True, facts=False, no_chains=False, fr_needs_locord=False)
    return witness.judge_litmus(path, litmus.read_litmus(path.read_text()), options)[0]


def compare(checker, own):
    """What disagrees, or None; and whether more rounds may tell otherwise."""
    if checker["race"] == "unknown":
        return ("race: the checker says unknown", own["bounded"]) if own["race"] else (None, False)
    if own["race"] and not checker["race"]:
        return "race: the witness alone", False
    if checker["race"] and not own["race"]:
        return None if own["held"] else "race: the checker alone", own["bounded"]
    faults = {finding["fault"] for finding in checker["findings"]}
    if "endless-loop" in faults and not own["bounded"]:
        return "endless loop: the checker alone", False
    if own["race"] or faults:
        return None, False
    theirs, ours = set(map(key, checker["outcomes"])), set(map(key, own["outcomes"]))
    if ours - theirs:
        return f"outcome: the witness alone: {sorted(ours - theirs)[0]}", False
    if theirs - ours:
        return f"outcome: the checker alone: {sorted(theirs - ours)[0]}", own["bounded"]
    return None, False


def kind_of(checker, own):
    faults = sorted({finding["fault"] for finding in checker["findings"]} - {"race"})
    if checker["race"] is True and not own["race"]:
        return "race behind a barrier to which a thread may never come" # README.md, "What the documents leave open"
    return "race" if own["race"] else faults[0] if faults else "same outcomes" if own["executions"] else "no execution"


def judge(path, checker):
    why = None
    for rounds in ROUNDS:
        own = ask_witness(path, rounds)
        why, again = compare(checker, own)
        if not why or not again:
            break
    return why, kind_of(checker, own)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    contents, kinds, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, options.count, BATCH):
            paths = {}
            for number in range(start, min(start + BATCH, options.count)):
                text, has = random_programs.generate(f"{options.seed}-{number}")
                path = pathlib.Path(folder) / f"{options.seed}-{number}.litmus"
                path.write_text(text)
                paths[path] = has
            answers = ask_checker(options.command, paths)
            for path, has in paths.items():
                contents.update(has)
                try:
                    why, kind = judge(path, answers[path.name])
                except TooLarge:
                    why, kind = None, "too many values for the witness"
                kinds[kind] += 1
                if why:
                    wrong += 1
                    print(f"{path.name}: {why}; {', '.join(has)}", flush=True)
                    if options.keep:
                        (options.keep / path.name).write_text(path.read_text())
                path.unlink()
    print("programs with: " + "; ".join(f"{name} {count}" for name, count in sorted(contents.items())))
    print("verdicts: " + "; ".join(f"{name} {count}" for name, count in sorted(kinds.items())))
    print(f"{options.count} programs, {wrong} disagreements")
    return int(wrong > 0 or not options.count)


if __name__ == "__main__":
    sys.exit(main())
