#!/usr/bin/env python3
"""Names of SPIR-V that the grammars of older distributions lack: later_names.txt.

    later_names.py OLD_DIRECTORY NEW_DIRECTORY    writes later_names.txt from the spirv.core.grammar.json files of both

What a module uses and this version does not know is refused by its name, whichever grammar the library was built with: the names come
from the newest grammar at release. A line of the file is a kind and its names with their numbers; Instruction is a kind, too.
"""

import json
import pathlib
import sys
import textwrap

FILE = pathlib.Path(__file__).with_suffix(".txt")
FREE = {"SourceLanguage", "ImageChannelDataType"}  # no use of an unknown one changes what a module means
NEVER = "(later)"  # no extension that this version knows: what needs it is unknown


def read():
    """The numbers and names of each kind."""
    kinds = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        first, *pairs = line.split()
        kinds.setdefault(first, []).extend((int(pair.partition("=")[2]), pair.partition("=")[0]) for pair in pairs)
    return kinds


def read_as_grammar():
    """The instructions, and the enumerants of each kind of operands, as the grammar has them; none is known."""
    kinds = read()
    instructions = [{"opname": name, "class": "@later", "opcode": number, "extensions": [NEVER]}
                    for number, name in kinds.pop("Instruction")]
    return instructions, {kind: [{"enumerant": name, "value": number, "extensions": [NEVER]} for number, name in names]
                          for kind, names in kinds.items()}


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def named(directory):
    core = json.loads((pathlib.Path(directory) / "spirv.core.grammar.json").read_text(encoding="utf-8"))
    kinds = {"Instruction": {}}
    for item in core["instructions"]:
        kinds["Instruction"].setdefault(item["opcode"], item["opname"])
    for kind in core["operand_kinds"]:
        for item in kind.get("enumerants", []):
            kinds.setdefault(kind["kind"], {}).setdefault(number(item["value"]), item["enumerant"])
    return kinds


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    old, new = named(sys.argv[1]), named(sys.argv[2])
    lines = []
    for kind in sorted(set(old) & set(new) - FREE):
        pairs = " ".join(f"{name}={value}" for value, name in sorted(new[kind].items()) if value not in old[kind])
        lines += [f"{kind} {line}" for line in textwrap.wrap(pairs, 120, break_long_words=False, break_on_hyphens=False)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
