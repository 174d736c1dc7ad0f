#!/usr/bin/env python3
"""The header of the library as it was when each struct of results had one member less, the last that no sample reads: a program that
is built with it must work with the library of today.

    older.py HEADER
"""

import re
import sys

# of each struct, the member that was not there; it must be the last
NEWEST = {"smmra_resource": "byte_size", "smmra_finding": "path_count", "smmra_place": "source", "smmra_statistics": "bytes_allocated",
          "smmra_entry_point": "function", "smmra_translated_entry": "workgroup_function", "smmra_litmus_statistics": "aborted",
          "smmra_litmus_finding": "first_alike"}

text = open(sys.argv[1], encoding="utf-8").read()
for struct, member in NEWEST.items():
    pattern = r"(typedef struct %s \{.*?)(\n[^\n]*\b%s;[^\n]*)(\n\} %s;)" % (struct, member, struct)
    if "typedef struct %s {" % struct not in text:
        continue
    text, times = re.subn(pattern, r"\1\3", text, flags=re.S)
    if times != 1:
        raise SystemExit("older.py: %s does not end with %s" % (struct, member))
print(text)
