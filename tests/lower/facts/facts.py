#!/usr/bin/env python3
"""facts.py SOURCE ANSWER: holds smmra_facts, as `--json` prints them, against the lines of a shader's source:

    does: kills demotes          builtins: FragCoord       descriptors: 0.1=read+indexed    numbers: call_depth=1
    size: 16 2 1                 lds: 84 (of the machine code)

A line "entry: NAME" says whose the next lines are. Prints what differs."""
import json
import re
import sys

lines = [m.groups() for m in (re.match(r"(?://|;) (entry|does|builtins|descriptors|numbers|size):(.*)", line)
                              for line in open(sys.argv[1])) if m]
entries = {entry["name"]: entry["facts"] for entry in json.load(open(sys.argv[2]))[0]["entry_points"]}
facts = next(iter(entries.values()))
failures = 0


def text(kind, facts):
    if kind in ("does", "builtins"):
        return set(facts[kind])
    if kind == "size":
        return [str(n) for n in facts["workgroup_size"]]
    if kind == "descriptors":
        return {f"{use['set']}.{use['binding']}={'+'.join(use['uses'])}" for use in facts["descriptors"]}
    return {f"{name}={facts[name]}" for name in ("call_depth", "shared_bytes", "private_bytes", "subgroup_size")}


for kind, words in lines:
    words = words.split()
    if kind == "entry":
        facts = entries[words[0]]
        continue
    found = text(kind, facts)
    agrees = set(words) <= found if kind == "numbers" else type(found)(words) == found
    if not agrees:
        print(f"{kind}: {' '.join(words)} expected, {' '.join(found)}")
        failures = 1
sys.exit(failures)
