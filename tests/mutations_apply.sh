#!/bin/bash
# Every mistake that the lists of mistakes plant can still be planted: its text stands in its file exactly once, and its name in
# its list. The mistakes themselves take long, and are planted by mutate.sh and its like.
set -euo pipefail
. "$(dirname "$0")/common.sh"

lists=(memory_map/mutations.sh:translator lower/mutations.sh:translator passes/mutations.sh:translator compare/mutations.sh:translator
    spirv/mutations.sh:spirv litmus/model_mutations.sh:mmra)

mutation() { # NAME FILE OLD NEW...
    printf '%s\0' "$list" "$1" "$folder/$2.c" "$3" "$4" >>"$work/mistakes"
}

for entry in "${lists[@]}"; do
    list=${entry%:*} folder=${entry#*:}
    . "$tests/$list"
done
cd "$root"
python3 - "$work/mistakes" <<'END' || fail "a list of mistakes"
import pathlib, sys
fields = pathlib.Path(sys.argv[1]).read_text().split("\0")[:-1]
mistakes = [fields[i:i + 5] for i in range(0, len(fields), 5)]
wrong, names, texts = [], set(), {}
for list_, name, path, old, new in mistakes:
    text = texts.setdefault(path, pathlib.Path(path).read_text())
    if text.count(old) != 1:
        wrong.append(f"{list_}: {name}: its text stands {text.count(old)} times in {path}")
    if old == new:
        wrong.append(f"{list_}: {name}: the mistake is what stands there")
    if (list_, name) in names:
        wrong.append(f"{list_}: {name} is there twice")
    names.add((list_, name))
print(*wrong, f"{len(mistakes)} mistakes can be planted, {len(wrong)} cannot", sep="\n")
sys.exit(bool(wrong) or not mistakes)
END
finish "lists of mistakes"
