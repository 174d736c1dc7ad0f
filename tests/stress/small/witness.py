#!/usr/bin/env python3
"""Small programs held against the witness of the memory models (tests/witness), which shares nothing with the model checker.

    witness.py FILE [SECONDS]    FILE: what small_programs --witness has printed; no program is begun after so many seconds

Prints each disagreement: about a race; where there is none, about the final values; and about the translation in one profile, whose
final values under AMDGPU's model are to be among those of Vulkan's, or the same if it is said to be tight. Exit status 1 if there is any, or
nothing to compare.
"""

import argparse
import collections
import json
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "witness"))
import ir  # noqa: E402
import litmus  # noqa: E402
import witness  # noqa: E402

REVISIONS = {"24": "24", "draft": "draft"}  # of AMDGPU's model, by profile


def options_of(model, profile=None):
    return argparse.Namespace(model=model, rounds=3, outcomes=True, facts=False, no_chains=False, fr_needs_locord=False, po_rf_acyclic=False,
                              letter=False, llvm=REVISIONS.get(profile, "document"))


def rows(outcomes):
    return {tuple(sorted(outcome.items())) for outcome in outcomes}


def outcomes_of(verdict):
    """Without what the witness counts for itself."""
    verdict.models = [[atom for atom in model if '"#' not in atom] for model in verdict.models]
    return rows(verdict.outcomes())


def in_registers(text):
    """A register of the program is a private variable, written once: the value that is stored takes its name."""
    functions = re.split(r"(?m)^(?=define )", text)
    for i, function in enumerate(functions):
        for value, register in re.findall(r"store i32 (%\w+), ptr addrspace\(5\) (%\w+)", function):
            function = re.sub(rf"(?m)^.*(store i32 {value}, ptr addrspace\(5\) {register}|{register} = alloca i32).*\n", "", function)
            function = re.sub(rf"{value}\b", register, function)
        functions[i] = function
    return "".join(functions)


def differences(program, counts):
    verdict = witness.judge(litmus.read_litmus(program["text"]), options_of("vulkan"))
    counts["race" if program["race"] else "no race"] += 1
    if verdict.race() != program["race"]:
        yield f"race: the witness says {verdict.race()}, the model checker {program['race']}"
    if verdict.race() or program["race"]:
        return
    own, theirs = outcomes_of(verdict), rows(program["outcomes"])
    if own != theirs:
        yield f"the witness alone has {sorted(own - theirs, key=str)}, the model checker alone {sorted(theirs - own, key=str)}"
    result = program["result"]
    counts[result] += 1
    if not program["ir"] or result.startswith(("known deviation", "not judged", "nothing is asked")):
        return
    translated = witness.judge(ir.read_ir(in_registers(program["ir"]), REVISIONS.get(program["profile"], "document")),
                               options_of("amdgpu", program["profile"]))
    in_ir = outcomes_of(translated)
    if in_ir - own or (result == "sound and tight") != (in_ir == own):
        yield (f"profile {program['profile']}, {result}: by the witness IR alone has {sorted(in_ir - own, key=str)}, "
               f"Vulkan alone {sorted(own - in_ir, key=str)}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    end = time.monotonic() + float(sys.argv[2]) if len(sys.argv) > 2 else None
    compared = wrong = 0
    counts = collections.Counter()
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            if end is not None and time.monotonic() > end:
                break
            program = json.loads(line)
            compared += 1
            for difference in differences(program, counts):
                wrong += 1
                print(program["text"] + difference)
    print(f"{compared} programs compared with the witness: {wrong} disagreements")
    print("".join(f"  {what}: {count}\n" for what, count in sorted(counts.items())), end="")
    return int(wrong > 0 or not compared)


if __name__ == "__main__":
    sys.exit(main())
