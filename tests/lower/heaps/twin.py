#!/usr/bin/env python3
"""IR without what says where its descriptors come from: values get numbers in their order, and !spirv.resources goes.

    twin.py FILE.ll
"""
import re
import sys

numbers = {}
for line in open(sys.argv[1]):
    if '!"main"' in line or line.startswith("!spirv.resources"):
        continue
    line = re.sub(r"^([-\w.$]+):", r"%\1:", line)
    print(re.sub(r"%[-\w.$]+", lambda found: "%" + str(numbers.setdefault(found[0], len(numbers))), line), end="")
