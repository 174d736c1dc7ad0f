#!/bin/bash
# apply.sh [--which [FILE...]]: every mistake of every list can still be planted: its text stands in its file exactly once, and its name
# in its list. The mistakes themselves take long: mutate.sh plants them. Each source file of the product has mistakes, or is in
# without.txt. --which prints for each file, or these, the lists that plant in it (mutate.sh LIST), or what judges it instead.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

mutation() { # NAME STEM OLD NEW...
    printf '%s\0' "$(basename "$list")" "$1" "$2" "$3" "$4" >>"$work/mistakes"
}
for list in "$tests"/mutation/*.mistakes; do
    . "$list"
done
plant() {
    python3 "$tests/mutation/plant.py" "$@"
}
if [ "${1-}" = --which ]; then
    plant --which "$work/mistakes" "${@:2}"
    exit
fi
plant --check "$work/mistakes" || fail "a list of mistakes"
plant --which "$work/mistakes" >/dev/null || fail "files without mistakes"
finish "lists of mistakes"
