#!/usr/bin/env python3
"""Gives instructions operands and result types that do not belong there, and translates without validation: the answer
must be a translation that LLVM reads, or a refusal with status 3 or 4, and never a crash.

    mix.py --command spirv-mmra [--seed N] [--count N]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

from module import Module
from run import GROUPS

IDENTIFIER = re.compile(r"%\w+")


def mixed(text, rng):
    """One to three operands of instructions in the body replaced by other ids."""
    lines = text.split("\n")
    start = lines.index("%entry = OpLabel") + 1
    end = len(lines) - 3
    names = sorted(set(IDENTIFIER.findall("\n".join(lines[:start]))))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(start, end)
        result, _, rest = lines[at].rpartition(" = ")
        operands = IDENTIFIER.findall(rest)
        if not operands or "OpExtInst" in rest and rng.random() < 0.5:
            continue
        earlier = [line.split(" = ")[0] for line in lines[start:at] if " = " in line][-20:]
        old, new = rng.choice(operands), rng.choice(names + 5 * earlier)
        rest = re.sub(re.escape(old) + r"\b", new, rest, count=1)
        lines[at] = result + " = " + rest if result else rest
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=os.path.join(os.environ.get("SMMRA_BUILD", "build"), "bin", "spirv-mmra"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    statuses, wrong = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        assembly, binary, ir = (os.path.join(folder, "mixed" + ending) for ending in (".spvasm", ".spv", ".ll"))
        for turn in range(options.count):
            module = Module(loads=True)
            name = rng.choice(sorted(GROUPS))
            GROUPS[name](module, rng, 1)
            with open(assembly, "w") as file:
                file.write(mixed(module.text(), rng))
            if subprocess.run(["spirv-as", "--target-env", "spv1.5", assembly, "-o", binary],
                              stderr=subprocess.DEVNULL).returncode:
                statuses["no module"] = statuses.get("no module", 0) + 1
                continue
            done = subprocess.run([options.command, "--no-validate", "--llvm=22", binary, "-o", ir],
                                  stderr=subprocess.PIPE, universal_newlines=True)
            status = done.returncode
            statuses[status] = statuses.get(status, 0) + 1
            if status not in (0, 3, 4):
                print("seed %d, turn %d (%s): status %d\n%s" % (options.seed, turn, name, status, done.stderr[:2000]))
                wrong += 1
            elif status == 0:
                read = subprocess.run(["llvm-as-22", "-o", os.devnull, ir], stderr=subprocess.PIPE,
                                      universal_newlines=True)
                if read.returncode:
                    print("seed %d, turn %d (%s): %s" % (options.seed, turn, name, read.stderr[:400]))
                    wrong += 1
    print("%d modules, statuses %s, %d wrong" % (options.count, statuses, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
