#!/bin/bash
# Lists the rows of the opcode table (translator/lower/opcode_rows.h, spirv/{arithmetic,operation_rows}.h), of GLSL.std.450 (translator/lower/extended/{extended.c,widened_rows.h}, spirv/extended_rows.h) and AMD's sets (translator/lower/extended/amd_extensions.c) that no compared
# shader runs. Without arguments it fails if a row is missing that tests/run/compare/uncompared.txt does not explain.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

{
    grep -ohE 'SpvOp[A-Za-z0-9]+' "$root/translator/lower/opcode_rows.h" "$root/spirv"/{arithmetic.h,operation_rows.h} | sed 's/^Spv//'
    sed -nE 's/^ *\[GLSLstd450([A-Za-z0-9]+)\].*/glsl \1/p' "$root/translator/lower/extended/extended.c"
    sed -nE 's/^ *ROW\(([A-Z][A-Za-z0-9]+),.*/glsl \1/p' "$root/spirv/extended_rows.h" "$root/translator/lower/extended/widened_rows.h"
    grep -oE '\{"[A-Za-z0-9]+AMD"' "$root/translator/lower/extended/amd_extensions.c" | sed -E 's/\{"(.*)"/glsl \1/'
} | sort -u >"$work/rows"

# Shaders that the comparer does not find equal run nothing that counts.
excepted=$(sed -nE 's/^([A-Za-z0-9_-]+) .*(expect=|may-lack).*/\1/p' "$tests/run/compare/settings.txt" "$drawn/settings" "$traced/settings")
for module in "$shaders"/*.spv "$drawn"/*.spv "$traced"/*.spv; do
    name=$(basename "$module" .spv)
    if grep -qxF "$name" <<<"$excepted"; then continue; fi
    spirv-dis --no-header "$module"
done >"$work/text"
{
    grep -oE '\<Op[A-Za-z0-9]+' "$work/text"
    sed -nE 's/.*OpExtInst %[^ ]+ %[^ ]+ ([A-Z][A-Za-z0-9]+).*/glsl \1/p' "$work/text"
} | sort -u >"$work/run"

sed -E 's/ *#.*//; /^$/d' "$tests/run/compare/uncompared.txt" | sort -u >"$work/explained"
comm -23 "$work/rows" "$work/run" >"$work/missing"
while read -r row; do fail "no compared shader runs $row"; done < <(comm -23 "$work/missing" "$work/explained")
while read -r row; do fail "uncompared.txt names $row, which is run or has no row"; done < <(comm -13 "$work/missing" "$work/explained")
finish "$(wc -l <"$work/rows") rows, $(wc -l <"$work/missing") not run"
