#!/bin/bash
# A grammar newer than any: its tables are made without a complaint, the unit tests of spirv/ pass with them as they do with
# the installed one's, and the reader refuses by name what they have that this version does not know.
#
#   tests/unit/spirv/newer_grammar.sh GRAMMAR_DIRECTORY INCLUDE_DIRECTORY
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/spirv"
python3 "$here/newer_grammar.py" "$1" "$work"
python3 "$root/spirv/generate_grammar.py" "$work" "$work/spirv/grammar_tables.h"
flags=(-std=c11 -O1 -Wall -Wextra -Werror -Wno-missing-field-initializers -DARENA_SHARES_NOTHING -I"$work" -I"$root" -I"$2"
    "-DSPIRV_OPT=\"$(command -v spirv-opt || echo NOTFOUND)\"")
compile() { cc "${flags[@]}" -c "$1" -o "$work/$(basename "$1" .c).o"; }
for source in "$root"/spirv/*.c "$root"/mmra/base/{arena,float_format,sort}.c "$here/testing.c"; do compile "$source"; done
for name in newer_grammar reader memory_view objects; do
    cc "${flags[@]}" "$here/test_$name.c" "$work"/*.o -lSPIRV-Tools -lstdc++ -lm -lcmocka -o "$work/test_$name"
    (cd "$work" && "./test_$name") >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
done
