#!/bin/bash
# Lists the rows of the opcode table (translator/lower/opcode_rows.h, spirv/{arithmetic,operation_rows}.h) and of GLSL.std.450 (translator/lower/extended/{extended.c,widened_rows.h}, spirv/extended_rows.h) that no test
# translates: neither a shader of any stage, nor a module of tests/lower, nor tests/lower/fold. Fails if there is one.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

{
    grep -ohE 'SpvOp[A-Za-z0-9]+' "$root/translator/lower/opcode_rows.h" "$root/spirv"/{arithmetic.h,operation_rows.h} | sed 's/^Spv//'
    sed -nE 's/^ *\[GLSLstd450([A-Za-z0-9]+)\].*/glsl \1/p' "$root/translator/lower/extended/extended.c"
    sed -nE '/AMD/d; s/^ *ROW\(([A-Z][A-Za-z0-9]+),.*/glsl \1/p' "$root/spirv/extended_rows.h" "$root/translator/lower/extended/widened_rows.h"
} | sort -u >"$work/rows"

# "OpName" and, of extended instructions, "glsl Name".
names='s/.*OpExtInst %[^ ]+ %[^ ]+ ([A-Z][A-Za-z0-9]+).*/glsl \1/p'
{
    for module in "$shaders"/*.spv; do
        spirv-dis --no-header "$module"
    done
    for shader in "$tests"/lower/stages/*.[a-z]*; do
        case $shader in
        *.sh) ;;
        *.spvasm) cat "$shader" ;;
        *) glslangValidator -V --target-env vulkan1.3 "$shader" -o "$work/stage.spv" >/dev/null && spirv-dis --no-header "$work/stage.spv" ;;
        esac
    done
    cat "$tests"/lower/*.spvasm "$tests"/lower/refused/*.spvasm
} | tee >(sed -nE "$names" >"$work/glsl") | grep -oE '\<Op[A-Za-z0-9]+' | sed 's/^OpGroupNonUniformPartitionEXT$/OpGroupNonUniformPartitionNV/' >"$work/core" # SPIRV-Tools 2026 names it so
python3 "$tests/lower/fold/run.py" --opcodes | sed -E 's/^([^O].*|O[^p].*)$/glsl \1/' >"$work/fold"
sort -u "$work/core" "$work/glsl" "$work/fold" >"$work/tested"

while read -r row; do
    fail "$row is translated by no test"
done < <(comm -23 "$work/rows" "$work/tested")
finish "$(wc -l <"$work/rows") rows"
