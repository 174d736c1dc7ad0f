#!/usr/bin/env python3
"""The witness and the model checker on random programs: litmus text (random_programs.py), shaders (random_modules.py), or LLVM IR.

    agree.py COMMAND COUNT SEED [--shaders | --ir | --corpus FILE] [--keep FOLDER]    COMMAND: spirv-mmra; FOLDER: where those stay that disagree

The IR is what the command makes of the text, as far as that has no data race, with an ordering, a scope or an annotation of every other
program changed. FILE has litmus texts, such as the corpus of tests/stress/deciders, of which the first COUNT are taken in place of random ones.

Prints each disagreement, then how many programs had what, and what was compared. Exit status 1 if there is a disagreement.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import ir
import litmus
import modules
import random_modules
import random_programs
import witness
from program import MASK, TooLarge

BATCH = 100
ROUNDS = (2, 3, 5)
SECONDS = 2


PROFILES = {"23": "document", "24": "24", "draft": "draft"}  # and the model's revision


def ask_checker(command, paths, words=()):
    run = subprocess.run([command, "litmus", "--json", "--outcomes", f"--timeout={SECONDS}",
                          "--allow=race,undefined-read,unknown,deadlock,endless-loop,divergent-barrier", *words, *map(str, paths)], capture_output=True, text=True, check=False)
    return {pathlib.Path(answer["file"]).name: answer for answer in json.loads(run.stdout)}


def name_of(name):
    """Of memory, as the witness has it: the checker says x[0], o[0][3] and s."""
    match = re.fullmatch(r"o\[0\]\[(\d+)\]", name)
    return f"o{match[1]}" if match else "s@0" if name == "s" else re.sub(r"\[0\]$", "", name)


def key(outcome, names):
    """Values without signs: the checker says 4294967295 where the witness says -1."""
    return tuple(sorted((name, "none" if value in (None, "undef") else value & MASK) for name, value in outcome.items() if name in names))


def ask_witness(path, program, rounds):
    model = "amdgpu" if path.suffix == ".ll" else "vulkan"
    return witness.judge_litmus(path, program, witness.defaults(model=model, rounds=rounds, outcomes=True))[0]


def compare(checker, own):
    """What disagrees, or None; and whether more rounds may tell otherwise."""
    if checker["race"] == "unknown":
        return ("race: the checker says unknown", own["bounded"]) if own["race"] and not own["held"] else (None, False)
    if own["race"] and not checker["race"]:
        return "race: the witness alone", False
    if checker["race"] and not own["race"]:
        return None if own["held"] else "race: the checker alone", own["bounded"]
    faults = {finding["fault"] for finding in checker["findings"]} - {"race"}
    if own["race"]:
        return None, False
    if "endless-loop" in faults and not own["bounded"]:
        return "endless loop: the checker alone", False
    if own["divergent"] != ("divergent-barrier" in faults):
        return f"divergent barrier: the {'witness' if own['divergent'] else 'checker'} alone", own["bounded"]
    if faults:
        return None, False
    outcomes = [{name_of(name): value for name, value in outcome.items()} for outcome in checker["outcomes"]]
    names = set().union(*outcomes)
    theirs, ours = ({key(outcome, names) for outcome in some} for some in (outcomes, own["outcomes"]))
    if ours - theirs:
        return f"outcome: the witness alone: {min(ours - theirs, key=str)}", False
    if theirs - ours:
        return f"outcome: the checker alone: {min(theirs - ours, key=str)}", own["bounded"]
    return None, False


def kind_of(checker, own):
    faults = sorted({finding["fault"] for finding in checker["findings"]} - {"race"})
    if own["held"] and checker["race"] is not own["race"]:
        return "race behind a barrier to which a thread may never come" # see "What the documents leave open" in README.md
    return "race" if own["race"] else faults[0] if faults else "same outcomes" if own["executions"] else "no execution"


def judge(path, program, checker):
    if not checker or "race" not in checker:
        return None, "out of time for the checker" if checker else "refused by the checker"
    why = None
    for rounds in ROUNDS:
        own = ask_witness(path, program, rounds)
        why, again = compare(checker, own)
        if not why or not again:
            break
    return why, kind_of(checker, own)


def make(folder, seed, is_shader):
    """(path, program for the witness, what it has)"""
    if is_shader:
        shader, has = random_modules.generate(seed)
        path, text, program = folder / f"{seed}.spvasm", modules.assembly(shader), shader.program()
    else:
        text, has = random_programs.generate(seed)
        path, program = folder / f"{seed}.litmus", litmus.read_litmus(text)
    path.write_text(text)
    return path, program, has


def given(folder, name, text):
    """As make(), of a text that is there; None: the witness does not read it. It asks for a condition, whatever that is."""
    path, location = folder / f"{name}.litmus", re.search(r"(?m)^(\w+) = ", text)
    if location and not re.search("exists|forall", text):
        text += f"exists ({location[1]} == 0)\n"
    path.write_text(text)
    try:
        return path, litmus.read_litmus(text), []
    except litmus.Invalid:
        return None


CHANGES = [(r'(?<=syncscope\("agent"\) )(acquire|release|acq_rel)(?=, align)', "monotonic"), (r'syncscope\("agent"\)', 'syncscope("workgroup")'),
           (r'syncscope\("(agent|workgroup)"\)', 'syncscope("wavefront")'), (r", !mmra !\d+", "")]


def changed(text, seed):
    """With one word of one instruction changed, in every other program."""
    chance = random.Random(seed)
    pattern, word = chance.choice(CHANGES)
    places = list(re.finditer(pattern, text))
    if chance.random() < 0.5 or not places:
        return text
    place = chance.choice(places)
    return text[:place.start()] + word + text[place.end():]


def make_ir(command, folder, seed, profile):
    """As make(), or None: the text has a data race, or the witness does not read what it becomes."""
    path, _, has = make(folder, seed, False)
    run = subprocess.run([command, "litmus", "--translate", "--show-ir", f"--llvm={profile}", f"--timeout={SECONDS}", str(path)],
                         capture_output=True, text=True, check=False)
    path.unlink()
    if "; @Threads" not in run.stdout:
        return None
    text = changed(run.stdout[run.stdout.index("; @Threads"):], seed)
    try:
        program = ir.read_ir(text, PROFILES[profile])
    except ir.Unsupported:
        return None
    program.everything = True
    path = path.with_suffix(".ll")
    path.write_text(text)
    return path, program, has


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--shaders", action="store_true")
    parser.add_argument("--ir", action="store_true")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    texts = re.split("(?m)^(?=Vulkan )", options.corpus.read_text())[1:] if options.corpus else []
    options.count = min(options.count, len(texts)) if options.corpus else options.count
    contents, kinds, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, options.count, BATCH):
            numbers = range(start, min(start + BATCH, options.count))
            profile = sorted(PROFILES)[start // BATCH % len(PROFILES)]
            names = [f"{options.seed}-{number}" for number in numbers]
            programs = [given(pathlib.Path(folder), number, texts[number]) for number in numbers] if texts else [make_ir(options.command, pathlib.Path(folder), name, profile) if options.ir else
                        make(pathlib.Path(folder), name, options.shaders) for name in names]
            kinds["not read" if texts else "no such IR"] += programs.count(None)
            programs = [program for program in programs if program]
            answers = ask_checker(options.command, [path for path, _, _ in programs], [f"--llvm={profile}"] if options.ir else [])
            for path, program, has in programs:
                contents.update(has)
                try:
                    why, kind = judge(path, program, answers.get(path.name))
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
    kinds = +kinds
    print("verdicts: " + "; ".join(f"{name} {count}" for name, count in sorted(kinds.items())))
    print(f"{options.count} programs, {wrong} disagreements")
    return int(wrong > 0 or not options.count)


if __name__ == "__main__":
    sys.exit(main())
