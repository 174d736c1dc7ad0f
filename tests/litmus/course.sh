#!/bin/bash
# The course of samples/README.md. Each row of its first table breaks a sample: `spirv-mmra race` says why there is a race, and without the change that
# there is none. Rows of the other tables: what is said twice, samples that are wrong as they are, what a sample needs first. Run in tests/, with
# SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
course=$root/samples/README.md
none=': no data race on [a-z0-9]* runs*$'
rows=0
rows_of() { # HEAD: the rows of the table whose first cell is that, the cells apart by ~
    awk -v head="| $1 |" '/^\|/ { if (inside) print; if (!index($0, head)) next; inside = 1 } !/^\|/ { inside = 0 }' "$course" |
        sed -e 1d -e 's/^| //; s/ |$//; s/`* | `*/~/g; s/`$//; s/\\|/|/g'
}
prepared() { # SAMPLE: its text, with what it needs first
    cat "$root/samples/$1".{comp,spvasm} 2>/dev/null >"$work/text" || true
    rows_of 'needs first' >"$work/needs"
    while IFS='~' read -r name old new; do
        [ "$name" != "$1" ] || changed "$old" "$new" <"$work/text" >"$work/changed"
        [ "$name" != "$1" ] || mv "$work/changed" "$work/text"
    done <"$work/needs"
    cat "$work/text"
}
changed() { # OLD NEW: standard input with NEW in place of OLD
    OLD=$1 NEW=$2 python3 -c 'import os, sys
text = sys.stdin.read()
assert os.environ["OLD"] in text, os.environ["OLD"]
print(text.replace(os.environ["OLD"], os.environ["NEW"]), end="")'
}
ask() { # OPTIONS, the text on standard input: what race says goes to $work/said
    local module=$work/module.spv
    cat >"$work/module.comp"
    if grep -q '^#version' "$work/module.comp"; then
        glslangValidator -V --target-env vulkan1.3 -g "$work/module.comp" -o "$module" >"$work/log" || fail "$name does not compile: $(cat "$work/log")"
    else
        module=$work/module.spvasm
        cp "$work/module.comp" "$module"
    fi
    # shellcheck disable=SC2086 # options are words
    "$spirv_mmra" race "$module" $1 >"$work/said" 2>&1 || true
}
is_sound() { # WHAT: race found nothing, neither a race nor another fault
    grep -q "$none" "$work/said" && ! grep -q ' error: ' "$work/said" || fail "$1: $(cat "$work/said")"
}
is_race() { # WHAT WHY: race found one, and says why
    grep -q ': data race$' "$work/said" && grep -qF -e "$2" "$work/said" || fail "$1: not '$2': $(cat "$work/said")"
    rows=$((rows + 1))
}

rows_of sample >"$work/broken"
while IFS='~' read -r name grid old new why; do
    prepared "$name" | ask "$grid"
    is_sound "$name as it is"
    prepared "$name" | changed "$old" "$new" | ask "$grid"
    is_race "$name, $new" "$why"
done <"$work/broken"
# one that is too large for litmus, as the course has it
name=matrix-product
changed gl_StorageSemanticsShared gl_StorageSemanticsBuffer <"$root/samples/$name.comp" | ask '--groups 1'
read -ra options < <(sed -n 's/^    spirv-mmra litmus broken.spv //p' "$course")
"$spirv_mmra" litmus "$work/module.spv" "${options[@]}" >"$work/said" 2>&1 || true
is_race "$name in litmus" 'its semantics do not order shared memory'

rows_of 'no race in' >"$work/harmless"
while IFS='~' read -r name grid old new _; do
    prepared "$name" | changed "$old" "$new" | ask "$grid"
    is_sound "$name, $new"
done <"$work/harmless"
rows_of 'wrong sample' >"$work/wrong"
while IFS='~' read -r name grid old new why; do
    prepared "$name" | ask "$grid"
    is_race "$name as it is" "$why"
    prepared "$name" | changed "$old" "$new" | ask "$grid"
    is_sound "$name, repaired"
done <"$work/wrong"
for sample in "$root"/samples/*.{comp,spvasm}; do
    name=$(basename "${sample%.*}")
    cut -d'~' -f1 "$work/broken" "$work/wrong" | grep -xF -e "$name" >/dev/null || fail "$name has no row in the course"
done
[ "$(wc -l <"$work/broken")" -ge 19 ] && [ -s "$work/harmless" ] && [ -s "$work/wrong" ] || fail "the tables have too few rows that can be read"
finish "$rows samples with a race, and without it"
