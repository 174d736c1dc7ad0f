#!/usr/bin/env python3
"""Takes synchronization out of SPIR-V assembly: each control barrier, and from each barrier, fence and atomic what makes available and what makes
visible.

    race_removals.py MODULE.spvasm FOLDER    writes FOLDER/0-WHAT.spvasm, FOLDER/1-WHAT.spvasm, ...
"""

import pathlib
import re
import sys

MAKE_AVAILABLE, MAKE_VISIBLE = 0x2000, 0x4000
# the operands that are semantics, counted behind the opcode's name
SEMANTICS = {"OpControlBarrier": [2], "OpMemoryBarrier": [1], "OpAtomicLoad": [3], "OpAtomicStore": [2], "OpAtomicExchange": [3],
             "OpAtomicIAdd": [3], "OpAtomicCompareExchange": [3, 4], "OpAtomicOr": [3], "OpAtomicUMax": [3]}


def constants(lines):
    found = {}
    for line in lines:
        match = re.match(r"\s*(%\w+) = OpConstant %\w+ (\d+)$", line)
        if match:
            found[match[1]] = int(match[2])
    return found


def removals(lines):
    known = constants(lines)
    unsigned = next((re.match(r"\s*(%\w+) = OpTypeInt 32 0", line)[1] for line in lines if re.match(r"\s*(%\w+) = OpTypeInt 32 0", line)), None)
    place = next(n for n, line in enumerate(lines) if re.search(r"= OpFunction ", line))
    for n, line in enumerate(lines):
        words = line.split()
        at = next((k for k, word in enumerate(words) if word in SEMANTICS), None)
        if at is None:
            continue
        if words[at] == "OpControlBarrier":
            yield "barrier", lines[:n] + lines[n + 1:]
        for bit, name in ((MAKE_AVAILABLE, "available"), (MAKE_VISIBLE, "visible")):
            changed, added = list(words), []
            for operand in SEMANTICS[words[at]]:
                index = at + operand + 1
                value = known.get(words[index], 0)
                if value & bit:
                    new = f"%removed_{n}_{operand}"
                    added.append(f"{new} = OpConstant {unsigned} {value & ~bit}")
                    changed[index] = new
            if added and unsigned:
                yield name, lines[:place] + added + lines[place:n] + [" ".join(changed)] + lines[n + 1:]


def main():
    lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
    for number, (what, text) in enumerate(removals(lines)):
        (pathlib.Path(sys.argv[2]) / f"{number}-{what}.spvasm").write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
