#!/usr/bin/env python3
"""Names that one file alone spells: prefixes of tags (mmra/base/tags.c), intrinsics of amdgcn (mmra/ir/ir_intrinsic.h), and the
command's options in what the library says (translator/option_names.h). A string of the sources that is such a prefix, begins as such a
name does, or has such an option in it, is a fault elsewhere; prose of the others in messages, and comments, are none.

    vocabulary.py [ROOT]    prints the faults; exit status 1 if there are any
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
OPTION = r"--(?:abi|coherence|convergence|data|entry|first|glsl450|groups|input|llvm|local|mcpu|size|spec|stage|subgroup|timeout|unroll|wave)\b"
COMMAND = ("translator/command/", "translator/prove/", "translator/library/provenance.c")  # the last writes a command line
RULES = (  # what a string looks like, the file that may have it, and others
    (re.compile(r"amdgcn-av|amdgpu-synchronize-as"), re.compile(r'"(amdgcn-av|amdgpu-synchronize-as)"'), "mmra/base/tags.c", ()),
    (re.compile(r"llvm\.amdgcn"), re.compile(r'"llvm\.amdgcn\.[^"]*"'), "mmra/ir/ir_intrinsic.h", ()),
    (re.compile("--"), re.compile(rf'"[^"\n]*{OPTION}[^"\n]*"'), "translator/option_names.h", COMMAND),
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def main():
    faults, spelled = [], set()
    for path in sorted(path for top in ("spirv", "mmra", "translator") for path in (ROOT / top).rglob("*.[ch]")):
        name, text = str(path.relative_to(ROOT)), path.read_text()
        for hint, rule, home, others in RULES:
            for string in rule.findall(COMMENT.sub("", text)) if hint.search(text) else ():
                spelled.add(home)
                if name != home and not name.startswith(others):
                    faults.append(f"{name} spells {string}, which {home} does for all")
    faults += [f"{home} spells nothing of what it should" for _, _, home, _ in RULES if home not in spelled]
    print("\n".join(faults + [f"{len(RULES)} vocabularies, {len(faults)} faults"]))
    return bool(faults)


sys.exit(main())
