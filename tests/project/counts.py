#!/usr/bin/env python3
"""The figures that documents give of what the repository itself holds are counted, not typed.

    counts.py [--write]    compares them with what is counted, or writes what is counted

A row of FIGURES is a document, a text of it with N where the number stands, and what is counted. A text that its document does not have
exactly once is an error, too: who changes the sentence changes the row.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def files(pattern, *suffixes):
    return sum(path.suffix in suffixes for path in ROOT.glob(pattern))


def lines(path, beginning):
    return sum(line.startswith(beginning) for line in (ROOT / path).read_text(encoding="utf-8").splitlines())


def mistakes(suite):
    return lines(f"tests/mutation/{suite}.mistakes", "mutation ")


SHADERS = files("tests/lower/shaders/*", ".comp", ".spvasm")
SAMPLES = files("samples/*", ".comp", ".spvasm")
PLANTED_IN_MAP = lines("tests/litmus/mistakes.c", "    {\"")
CHECKED = "docs/evidence/checked.md"
FIGURES = [
    (CHECKED, "accept the project's N small shaders", SHADERS),
    (CHECKED, "small shaders and N samples", SAMPLES),
    (CHECKED, "The tests catch all N mistakes planted in the lowering of images", mistakes("images")),
    (CHECKED, "N mistakes planted in their lowering are caught", mistakes("stages")),
    (CHECKED, "(`tests/mutation/mutate.sh stages`), and N in", mistakes("shared_memory")),
    (CHECKED, "The litmus programs expose all N mistakes planted in the memory map", PLANTED_IN_MAP),
    (CHECKED, "`tests/mutation/mutate.sh models` plants N mistakes", mistakes("models")),
]


def main():
    wrong = []
    for document, text, count in FIGURES:
        path = ROOT / document
        content = path.read_text(encoding="utf-8")
        before, after = (re.escape(part).replace(r"\ ", r"\s+") for part in text.split("N", 1))
        found = list(re.finditer(f"({before})([0-9,]+)({after})", content))
        if len(found) != 1:
            wrong.append(f"{document}: '{text}' stands there {len(found)} times")
        elif sys.argv[1:] == ["--write"]:
            path.write_text(content[:found[0].start(2)] + str(count) + content[found[0].end(2):], encoding="utf-8")
        elif found[0][2] != str(count):
            wrong.append(f"{document}: '{text}': {found[0][2]}, and {count} are counted; counts.py --write writes it")
    print("\n".join(["FAIL: " + line for line in wrong] + [f"{len(FIGURES)} figures ({len(wrong)} failures)"]))
    return 1 if wrong else 0


sys.exit(main())
