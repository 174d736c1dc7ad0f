#!/bin/bash
# Every mistake of every list can still be planted: its text stands in its file exactly once, and its name in its list. The mistakes
# themselves take long: mutate.sh plants them.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

mutation() { # NAME STEM OLD NEW...
    printf '%s\0' "$(basename "$list")" "$1" "$2" "$3" "$4" >>"$work/mistakes"
}
for list in "$tests"/mutation/*.mistakes; do
    . "$list"
done
python3 "$tests/mutation/plant.py" --check "$work/mistakes" || fail "a list of mistakes"
finish "lists of mistakes"
