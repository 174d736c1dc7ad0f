#!/usr/bin/env python3
"""The witness against the verdicts of litmus suites, and against those of the model checker.

    suites.py COMMAND FOLDER...    COMMAND: spirv-mmra; a FOLDER has .test files, whose lines state verdicts, or .litmus or .ll files and expected.csv

Prints each disagreement, each file that the witness does not read, and one line for each folder. Exit status 1 if there is a disagreement.
"""

import csv
import json
import pathlib
import subprocess
import sys

import witness

REVISIONS = {"revision-24": "24", "draft": "draft"}  # of AMDGPU's model, by folder


def options_of(words):
    revision = [word.partition("=")[2] for word in words if word.startswith("--llvm=")]
    return witness.defaults(llvm=revision[0] if revision else "document", letter="--letter" in words, no_chains="--no-chains" in words,
                            fr_needs_locord="--fr-needs-locord" in words)


def ask_checker(command, path, words):
    run = subprocess.run([command, "litmus", "--json", "--allow=race,undefined-read,unknown,deadlock,endless-loop", *words, str(path)],
                         capture_output=True, text=True, check=False)
    return json.loads(run.stdout)[0]


def compare_tests(command, folder):
    asked = wrong = 0
    for path in sorted(folder.glob("*.test")):
        results = witness.judge_file(str(path), options_of([]))
        checker = {e["line"]: e["met"] for e in ask_checker(command, path, [])["expectations"]}
        for result in results:
            asked += 1
            if "error" in result:
                wrong += 1
                print(f"{path.name}: {result['error']}")
            elif not result["satisfiable"] == result["expected"] == checker[result["line"]]:
                wrong += 1
                print(f"{path.name}:{result['line']}: published {result['expected']}, witness {result['satisfiable']}, "
                      f"checker {checker[result['line']]}")
    return asked, wrong


def published(folder):
    """{(file, options): {question: answer}}"""
    result = {}
    with open(folder / "expected.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            question, *words = row["question"].split()
            result.setdefault((row["file"], tuple(words)), {})[question] = row["answer"] == "yes"
    return result


def compare_expected(command, folder, always):
    asked = wrong = left_out = 0
    for (file, words), answers in published(folder).items():
        words = [*words, *always]
        result = witness.judge_file(str(folder / file), options_of(words))[0]
        if "unsupported" in result:
            left_out += 1
            print(f"{file}: not read: {result['unsupported']}")
            continue
        if "error" in result:
            asked, wrong = asked + 1, wrong + 1
            print(f"{file}: {result['error']}")
            continue
        checker = ask_checker(command, folder / file, words)
        # No execution ends, or passes the filter: the suites take what is asked of all of them to be so.
        nothing = not result["executions"]
        theirs = {"condition": nothing if checker["condition"] == "unknown" and nothing else checker["condition"],
                  "race-free": (checker["race"] is False) or (checker["race"] == "unknown" and nothing)}
        own = {"condition": result["condition"], "race-free": not result["race"]}
        for question, answer in answers.items():
            asked += 1
            if not answer == own[question] == theirs[question]:
                wrong += 1
                print(f"{file} {' '.join([question, *words])}: published {answer}, witness {own[question]}, checker {theirs[question]}"
                      + (" (bound reached)" if result["bounded"] else ""))
    return asked, wrong, left_out


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, failed = sys.argv[1], False
    for folder in map(pathlib.Path, sys.argv[2:]):
        # The verdicts of Dartagnan's suite come from its variant of fr.
        variant = ["--fr-needs-locord"] if folder.name == "vulkan" and folder.parent.name == "litmus" and "shared" in folder.parts else []
        if folder.name in REVISIONS:
            variant = [f"--llvm={REVISIONS[folder.name]}"]
        if (folder / "expected.csv").exists():
            asked, wrong, left_out = compare_expected(command, folder, variant)
        else:
            asked, wrong, left_out = *compare_tests(command, folder), 0
        failed |= wrong > 0 or not asked
        print(f"{folder}: {asked} verdicts, {wrong} disagreements, {left_out} files not read")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
