#!/usr/bin/env python3
"""Names that one file alone spells: prefixes of tags (mmra/base/tags.c) and intrinsics of amdgcn (mmra/ir/ir_intrinsic.h). A string
of the sources that is such a prefix, or begins as such a name does, is a fault elsewhere; prose in messages and comments is none.

    vocabulary.py [ROOT]    prints the faults; exit status 1 if there are any
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
RULES = (  # what a string looks like, and the file that may have it
    (re.compile(r"amdgcn-av|amdgpu-synchronize-as"), re.compile(r'"(amdgcn-av|amdgpu-synchronize-as)"'), "mmra/base/tags.c"),
    (re.compile(r"llvm\.amdgcn"), re.compile(r'"llvm\.amdgcn\.[^"]*"'), "mmra/ir/ir_intrinsic.h"),
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def main():
    faults, spelled = [], set()
    for path in sorted(path for top in ("spirv", "mmra", "translator") for path in (ROOT / top).rglob("*.[ch]")):
        name, text = str(path.relative_to(ROOT)), path.read_text()
        for hint, rule, home in RULES:
            for string in rule.findall(COMMENT.sub("", text)) if hint.search(text) else ():
                spelled.add(home)
                if name != home:
                    faults.append(f"{name} spells {string}, which {home} does for all")
    faults += [f"{home} spells nothing of what it should" for _, _, home in RULES if home not in spelled]
    print("\n".join(faults + [f"{len(RULES)} vocabularies, {len(faults)} faults"]))
    return bool(faults)


sys.exit(main())
