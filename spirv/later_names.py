#!/usr/bin/env python3
"""Names of SPIR-V that the grammars of older distributions lack, and since when SPIRV-Tools knows them: later_names.txt.

    later_names.py VERSION=DIRECTORY...    writes later_names.txt from the spirv.core.grammar.json of each directory

DIRECTORY has the grammar with which VERSION of SPIRV-Tools was made (SPIRV-Headers at the revision that its DEPS names),
2023.1's, which is Debian 12's, first, and the newest at release last. What a module uses and this version does not know
is refused by its name, whichever grammar the library was built with. A line of the file is a kind, a version, and the
names that it was the first to know, with their numbers. Instruction and Extension are kinds too.
"""

import json
import pathlib
import sys
import textwrap

from known_grammar import CAPABILITIES

FILE = pathlib.Path(__file__).with_suffix(".txt")
FREE = {"SourceLanguage", "ImageChannelDataType"}  # no use of an unknown one changes what a module means
NEVER = "(later)"  # no extension that this version knows: what needs it is unknown


def read():
    """Each name's kind, number and version, in the order of the file; the number of an extension is 0."""
    return [(kind, int(pair.partition("=")[2] or 0), pair.partition("=")[0], version)
            for kind, version, *pairs in map(str.split, FILE.read_text(encoding="utf-8").splitlines()) for pair in pairs]


def read_as_grammar():
    """The instructions, and the enumerants of each kind of operands, as the grammar has them; of these only capabilities are known."""
    instructions, enumerants = [], {}
    for kind, number, name, _ in read():
        if kind == "Instruction":
            instructions.append({"opname": name, "class": "@later", "opcode": number, "extensions": [NEVER]})
        elif kind != "Extension":
            known = kind == "Capability" and name in CAPABILITIES
            enumerants.setdefault(kind, []).append({"enumerant": name, "value": number, "extensions": [] if known else [NEVER]})
    return instructions, enumerants


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def named(directory):
    """The name of each kind and number; of an extension the number is its name."""
    core = json.loads((pathlib.Path(directory) / "spirv.core.grammar.json").read_text(encoding="utf-8"))
    kinds = [("Instruction", core["instructions"]), *((k["kind"], k.get("enumerants", [])) for k in core["operand_kinds"])]
    names = {}
    for kind, items in kinds:
        for item in items:
            names.setdefault((kind, item["opcode"] if kind == "Instruction" else number(item["value"])), names_of(item)[0])
            names.update({("Extension", extension): extension for extension in item.get("extensions", [])})
    return names


def names_of(item):
    return [item.get("opname") or item.get("enumerant"), *item.get("aliases", [])]


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    versions = [(version, named(directory)) for version, _, directory in (a.partition("=") for a in sys.argv[1:])]
    oldest, newest = versions[0][1], versions[-1][1]
    kinds = {kind for kind, _ in oldest} - FREE
    groups = {}
    for key in sorted(newest.keys() - oldest.keys(), key=str):
        if key[0] in kinds:
            first = next(version for version, names in versions if key in names)
            groups.setdefault((key[0], first), []).append((key[1], newest[key]))
    lines = []
    for (kind, version), names in sorted(groups.items()):
        pairs = " ".join(name if kind == "Extension" else f"{name}={value}" for value, name in sorted(names))
        lines += [f"{kind} {version} {line}" for line in textwrap.wrap(pairs, 110, break_long_words=False, break_on_hyphens=False)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
