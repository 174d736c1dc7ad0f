#!/bin/bash
# The right files of the corpus are right for LLVM too, and stay without findings after opt -O2, which leaves unions
# unsorted, tags twice, and attributes of its own on parameters. Files about comments are left out: opt drops comments.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

if ! command -v opt-22 >/dev/null; then
    echo "SKIPPED: opt-22 is not installed, so nothing is optimized" >&2
    exit 77
fi

unpack_corpus
count=0
for file in $(grep -l '^; expect: nothing' "$corpus"/*.ll | grep -vE '/silence-|/type-silenced'); do
    if ! opt-22 -passes='verify,default<O2>' -S "$file" -o "$work/optimized.ll" 2>"$work/errors"; then
        fail "$file: $(head -1 "$work/errors")"
        continue
    fi
    read -ra options <<<"$(sed -n 's/^; options: //p' "$file")"
    "$build/bin/ir_check" "${options[@]}" "$work/optimized.ll" >"$work/findings" || fail "$file: an error"
    [ ! -s "$work/findings" ] || fail "$file: $(head -1 "$work/findings")"
    count=$((count + 1))
done
[ "$count" -ge 100 ] || fail "only $count files"
finish "$count files without findings after opt -O2"
