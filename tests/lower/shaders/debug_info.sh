#!/bin/bash
# Debug information: shaders and samples compiled with glslang's -g and -gVS become IR that LLVM's verifier accepts with its debug
# information; opt -O2 keeps it, llc writes line tables that llvm-dwarfdump verifies, and they name lines of the source that are not
# empty. Without it the IR is the same. By default every 32nd shader; all of them with ALL=1.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
cd "$work"

mapfile -t sources < <(find "$tests/lower/shaders" "$root/samples" -name '*.comp' | sort)
step=32
[ "${ALL:-0}" = 0 ] || step=1

# Without debug information and what it shifts: the numbers of nodes.
without() {
    opt-22 -S -strip-debug "$1" | grep -v '^!\|^; ModuleID\|^source_filename' | sed -E 's/![0-9]+/!N/g'
}

judge() { # source, way to compile it: one place for all that is wrong
    local source=$1 debug=$2 name at processor=gfx942
    name=$(basename "${source%.comp}")
    at=$name$debug
    [[ $name = image-* ]] && processor=gfx1100
    glslangValidator -V --target-env vulkan1.3 "$debug" "$source" -o "$at.spv" >/dev/null 2>&1 && spirv-val --target-env vulkan1.3 --scalar-block-layout --workgroup-scalar-block-layout "$at.spv" >/dev/null 2>&1 ||
        return 0 # glslang 12 writes an id 0 for some types with -gVS
    "$spirv_mmra" --llvm 22 "$at.spv" -o "$at.ll" 2>"$at.said" || { cat "$at.said"; return 1; }
    "$spirv_mmra" --llvm 22 --no-debug-info "$at.spv" -o "$at.plain.ll" 2>/dev/null
    grep -q '!dbg\|!DI' "$at.plain.ll" && echo "--no-debug-info leaves some"
    grep -q 'ret void, !dbg' "$at.ll" || echo "has no line at its end"
    opt-22 -passes=verify -disable-output "$at.ll" 2>&1
    cmp <(without "$at.ll") <(without "$at.plain.ll") || echo "is another with debug information"
    opt-22 -O2 -mcpu=$processor "$at.ll" -o "$at.bc" 2>&1
    llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=$processor -filetype=obj "$at.bc" -o "$at.o" 2>&1
    llvm-dwarfdump-22 --verify "$at.o" >"$at.said" 2>&1 || cat "$at.said"
    llvm-dwarfdump-22 --debug-line "$at.o" | awk '/^0x[0-9a-f]+ +[0-9]+ /{ print $2 }' | sort -un | grep -vx 0 >"$at.lines" || true
    llvm-dwarfdump-22 --debug-info --name=main "$at.o" | grep 'DW_AT_name.*"main"' >/dev/null || echo "has no subprogram main"
    [ -s "$at.lines" ] || echo "has no line in its line table"
    awk 'NR == FNR { if ($0 ~ /[^ \t]/) has[FNR] = 1; next } !has[$1] { print "line " $1 " is empty" }' "$source" "$at.lines"
}
export -f judge without
export spirv_mmra
judged() { # "SOURCE WAY": fails if anything is said
    local said
    said=$(judge $1 2>&1)
    [ -z "$said" ] || { echo "$said"; return 1; }
}
export -f judged
for ((i = 0; i < ${#sources[@]}; i += step)); do
    printf '%s -g\0%s -gVS\0' "${sources[i]}" "${sources[i]}"
done | each bash -c 'judged "$1"' judged >messages
count_failures messages

# LLVM 22's llc stops at debug information beside address space 7; without this mend it does so here.
glslangValidator -V --target-env vulkan1.3 -g "$root/samples/reduction.comp" -o buffer.spv >/dev/null
"$spirv_mmra" --llvm 22 --abi=buffer --mcpu=gfx1100 buffer.spv -o buffer.ll
llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null buffer.ll 2>&1 | grep . && fail "llc does not take the buffer ABI with -g"

# What a shader's lines are, exactly.
cat >exact.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
uint twice(uint x) {
    uint y = data[x];
    return y * 2;
}
void main() {
    uint i = gl_GlobalInvocationID.x;

    data[i + 64] = twice(i);
}
END
for debug in -g -gVS; do
    glslangValidator -V --target-env vulkan1.3 $debug exact.comp -o exact.spv >/dev/null
    "$spirv_mmra" --llvm 22 exact.spv | opt-22 -O2 -mcpu=gfx942 | llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj -o exact.o
    llvm-dwarfdump-22 --debug-line exact.o | awk '/^0x[0-9a-f]+ +[0-9]+ /{ print $2 }' >lines
    for line in 5 11; do
        grep -qx $line lines || fail "exact$debug: no line $line"
    done
    llvm-dwarfdump-22 --debug-info exact.o >info
    for pattern in 'DW_AT_producer.*"spirv-mmra' 'DW_AT_name.*"exact.comp"' 'DW_AT_name.*"main"' 'DW_AT_name.*"twice"' \
        'DW_TAG_inlined_subroutine' 'DW_AT_call_line.*(11)' 'DW_AT_decl_line.*(4)' 'DW_AT_decl_line.*(8)'; do
        grep -q "$pattern" info || fail "exact$debug: no $pattern"
    done
done

# What spirv-opt has inlined keeps its functions, by DebugInlinedAt. (The inliner puts variables behind glslang's DebugDeclare, which
# is not valid.)
glslangValidator -V --target-env vulkan1.3 -gVS exact.comp -o exact.spv >/dev/null
spirv-opt --inline-entry-points-exhaustive --eliminate-dead-functions exact.spv -o inlined.spv
"$spirv_mmra" --no-validate --llvm 22 inlined.spv -o inlined.ll
opt-22 -passes=verify -disable-output inlined.ll 2>said || true
[ ! -s said ] || fail "inlined: $(cat said)"
scope=$(sed -nE 's/^(![0-9]+) = distinct !DISubprogram\(name: "twice".*/\1/p' inlined.ll)
at=$(sed -nE "s/^.*!DILocation\(line: 5, column: 0, scope: $scope, inlinedAt: (![0-9]+)\)$/\1/p" inlined.ll)
grep -q "^${at:-none} = !DILocation(line: 11, " inlined.ll || fail "inlined: no line 5 of twice, inlined at line 11"

finish "$(((${#sources[@]} + step - 1) / step)) shaders with -g and -gVS"
