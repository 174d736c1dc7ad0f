#!/bin/bash
# Long vectors (SPV_EXT_long_vector) in `litmus` and `race`: what a shader of tests/run/vectors leaves in memory is what its twin with
# arrays leaves there; vectors that invocations hand to each other in shared memory and by a flag, right and with what orders them taken
# out. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/../project/common.sh"
mkdir "$work/shaders"
bash "$tests/run/vectors/compile.sh" "$work/shaders" || exit $?
shaders=$work/shaders
. "$(dirname "$0")/expect.sh"

# ---- numbers ----

left_by() { # MODULE ARGUMENT...: "[3][0] = 7", one on each line, without the variable's name
    "$tool" litmus "$1" --no-validate --groups 1 --local 1 --outcomes "${@:2}" >"$work/left" 2>&1 || fail "litmus $*: $(head -c 400 "$work/left")"
    sed -n 's/^  [^ =]*\[.* = /&/p' "$work/left" | tr ',' '\n' | sed 's/^ *[^[]*\[/[/' | sort
}
same() { # LEAST PLACES NAME ARGUMENT...
    local least=$1 name=$2
    shift 2
    left_by "$shaders/$name.spv" "$@" >"$work/long"
    left_by "$shaders/$name-plain.spv" "$@" >"$work/plain"
    [ "$(wc -l <"$work/long")" -ge "$least" ] || fail "$name leaves $(wc -l <"$work/long") numbers, not $least"
    comm -23 "$work/long" "$work/plain" >"$work/other"
    [ ! -s "$work/other" ] || fail "$name: its twin does not leave $(head -5 "$work/other")"
}
same 30 sums --input 'numbers[0]={5, 77, 9, 3, 1, 8, 2, 6, 4}' --input 'numbers[4]={50, 7, 19, 3, 11, 8, 12, 61, 14}'
same 60 integers --input 'words[0]={1, 2, 3, 400, 5, 6}' --input 'words[4]={9, 8, 7000, 6, 5, 4}' --input 'signs[0]={-1, 2, -300, 4, 5, -6}' \
    --input 'signs[4]={7, -8, 9, -10, 11, 12}' --input 'longs[0]={1, 2, 3, 4, 5}' --input 'longs[4]={5, 4, 3, 2, -1}' \
    --input 'shorts[0]={1, 2, 3, 4, 5, 6, 7, 8, 9}' --input 'bytes[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3, -4, -5, -6, -7}'
same 30 conversions --input 'ints[0]={1, 2000, 3, 4, -5}'
same 10 floats --input 'fives[0]={1, 2.5, -3, 4, 8}' --input 'fives[4]={3, 0.5, 2, 7, 1}' --input 'sevens[0]={1, 2, 3, 4, 5, 6, 7}'
same 34 control --input 'numbers[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}'

# ---- orders ----

head='#version 460
#extension GL_EXT_long_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_scalar_block_layout : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0, scalar) buffer Message { nonprivate vector<uint, 9> message; };
layout(binding = 1, scalar) buffer Coherent { devicecoherent vector<uint, 9> coherent_message; };
layout(binding = 2) buffer Flag { uint flag; };
layout(binding = 3, scalar) nonprivate buffer To { vector<uint, 9> to[4]; };
shared vector<uint, 9> tile[2];
#define RELEASE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease
#define ACQUIRE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire
void main() { uint i = gl_LocalInvocationIndex, group = gl_WorkGroupID.x; vector<uint, 9> v = vector<uint, 9>(i + 7u);'

judged() { # COMMAND STATUS PATTERN NAME GROUPS BODY
    echo "$head $6 }" >"$work/$4.comp"
    newest-glslangValidator --quiet -g -V --target-env vulkan1.3 "$work/$4.comp" -o "$work/$4.spv" >"$work/out" 2>&1 || fail "$4 does not compile: $(cat "$work/out")"
    expect_of "$1" "$2" "$3" "$work/$4.spv" --no-validate --groups "$5"
}
fill='tile[i] = v;'
other='to[i] = tile[1u - i];'
for command in litmus race; do
    judged $command 0 'no data race' handed 1 "$fill barrier(); $other"
    judged $command 1 'data race' not-handed 1 "$fill $other"
    judged $command 1 'tile\[1\]\[8\]\|tile\[0\]\[8\]' last-component 1 "tile[i][8] = i; to[i][0] = tile[1u - i][8];"
    judged $command 1 'tile\[1\]\[2\]\|tile\[0\]\[2\]' third-component 1 "tile[i][2] = i; to[i][0] = tile[1u - i][2];"
    judged $command 0 'no data race' others-component 1 "tile[0][i] = 1u; tile[0][i + 7u] = 2u;"
    judged $command 1 'data race' whole-and-component 1 "if (i == 0u) tile[0] = v; else tile[0][8] = 2u;"
done
# by a flag, from workgroup to workgroup; of the first invocations
send() { echo "if (i == 0u && group == 0u) { $1; atomicStore(flag, 1u, RELEASE$2); }"; }
take() { echo "if (i == 0u && group == 1u && atomicLoad(flag, ACQUIRE$2) == 1u) { $1; }"; }
judged litmus 0 'no data race' sent 2 "$(send 'message = v' ' | gl_SemanticsMakeAvailable') $(take 'to[0] = message' ' | gl_SemanticsMakeVisible')"
judged litmus 1 'data race' not-made-visible 2 "$(send 'message = v' ' | gl_SemanticsMakeAvailable') $(take 'to[0] = message' '')"
judged litmus 1 'data race' not-made-available 2 "$(send 'message = v' '') $(take 'to[0] = message' ' | gl_SemanticsMakeVisible')"
judged litmus 0 'no data race' sent-coherent 2 "$(send 'coherent_message = v' '') $(take 'to[0] = coherent_message' '')"
judged litmus 1 'data race' unordered 2 "if (i == 0u && group == 0u) coherent_message = v; if (i == 0u && group == 1u) to[0] = coherent_message;"

# ---- vectors that are stored whole, by atomics of 8 bytes, and read by component, and the other way round ----

head='#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
#pragma use_vulkan_memory_model
#define SYNC controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared | gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
layout(local_size_x = 2) in;
layout(binding = 0) buffer To { uint to[2], which; };
layout(binding = 1) workgroupcoherent buffer Rows { uint64_t wide; uvec4 rows[2]; };
struct Row { uvec4 v; uint64_t n; };
shared uvec4 tile[2];
shared u8vec4 small[2];
shared Row row[2];
void main() { uint i = gl_LocalInvocationIndex, k = (i + which) & 1u;'
translated() { # STATUS PATTERN NAME BODY
    echo "$head $4 }" >"$work/$3.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/$3.comp" -o "$work/$3.spv" >"$work/out" 2>&1 || fail "$3 does not compile: $(cat "$work/out")"
    for llvm in 22 23; do expect "$1" "$2" "$work/$3.spv" --groups 1 --translate --llvm $llvm; done
}
unsound() { expect 1 unsound "$work/$1.spv" --groups 1 --translate --through "sed /fence.*acquire/d"; } # NAME
translated 0 'sound and tight' whole-then-component 'tile[k] = uvec4(i + 1); SYNC to[i] = tile[1 - k].w;' && unsound whole-then-component
translated 0 'sound and tight' components-then-whole 'tile[i].x = 1; tile[i].yz = uvec2(2); tile[i].w = i; SYNC uvec4 v = tile[1 - i]; to[i] = v.x + v.w;' && unsound components-then-whole
translated 0 'sound and tight' bytes 'small[i] = u8vec4(i + 1); SYNC to[i] = uint(small[1 - i].w);'
translated 0 'sound and tight' counted 'tile[i] = uvec4(i + 1); SYNC to[i] = atomicAdd(tile[1 - i].w, 1u);'
translated 0 'sound and tight' in-buffer 'rows[i] = uvec4(i + 1); if (i == 0) wide = 7ul; SYNC to[i] = rows[1 - i].w + uint(wide);'
expect 0 'sound and tight' "$work/whole-then-component.spv" --groups 1 --translate --input 'tile={{1, 2, 3, 4}, {5, 6, 7, 8}}'
# An atomic of the module itself may not be taken apart: that is refused, with its place.
translated 4 'line [0-9]* of the translation: memory that is accessed in different sizes' own-atomic \
    'row[k].v = uvec4(i + 1); atomicStore(row[k].n, 5ul, gl_ScopeWorkgroup, 0, 0); SYNC to[i] = row[1 - k].v.w;'
echo "$failures failures"
[ $failures = 0 ]
