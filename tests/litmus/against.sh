#!/bin/bash
# litmus --against: does a module, or IR, that a front end or an optimizer made allow only what the one allows that it was made of? Passes that do wrong
# are edits of assembly here. What each must show follows from Vulkan's memory model, as each comment says. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
spirv=$(dirname "$0")/spirv
ir=$(dirname "$0")/ir

# compiled NAME OPTION... <<END: a shader of GLSL with the Vulkan memory model
compiled() {
    local name=$1
    shift
    { printf '%s\n' '#version 460' '#extension GL_KHR_memory_scope_semantics : require' '#extension GL_EXT_shader_16bit_storage : require' \
        '#pragma use_vulkan_memory_model'; cat; } >"$work/$name.comp"
    glslangValidator -V --target-env vulkan1.2 "$@" "$work/$name.comp" -o "$work/$name.spv" >"$work/out" 2>&1 || fail "$name: $(cat "$work/out")"
}
# pass STATUS PATTERN FILE SED-SCRIPT [OPTION...]: a pass that does this to the assembly
pass() {
    local status=$1 pattern=$2 file=$3
    sed "$4" "$file" >"$work/changed.spvasm"
    ! cmp -s "$file" "$work/changed.spvasm" || fail "$4 changes nothing in $file"
    expect "$status" "$pattern" "$file" --against "$work/changed.spvasm" "${@:5}"
}
also() { grep -q -- "$1" "$work/out" || fail "no '$1' in: $(cat "$work/out")"; }

# ---- five passes that do wrong: they drop a barrier, MakeAvailable or Volatile, narrow a scope, swap two accesses ----
message=$spirv/message-passing.spvasm
same='the same outcomes'
pass 1 'more: a data race' "$spirv/two-barriers.spvasm" '/OpControlBarrier/d'
also 'OpControlBarrier .*: drop the barrier itself'
also 'hint: OpControlBarrier: 1 operation in the first, 0 in the second'
pass 1 'more: a data race' "$message" 's/\(%release = OpConstant %uint 0x\)2044/\144/'
also 'OpAtomicStore .*: drop MakeAvailable'
! grep -q 'drop Release' "$work/out" || fail 'what is missing in another way is no reason'
pass 1 'more: a data race' "$message" 's/%device = OpConstant %uint 1/%device = OpConstant %uint 2/'
also 'OpAtomicStore .*: scope Workgroup instead of Device'
sed 's/OpLoad %uint %data NonPrivate/OpLoad %uint %data Volatile|NonPrivate/' "$message" >"$work/volatile.spvasm"
expect 0 "$same" "$work/volatile.spvasm" --against "$work/volatile.spvasm"
pass 6 'unknown: Volatile is lost' "$work/volatile.spvasm" 's/Volatile|//'
also 'hint: Volatile: 1 operation in the first, 0 in the second (workgroup 1 invocation 0)'
expect 0 'unknown: Volatile is lost' "$work/volatile.spvasm" --against "$work/changed.spvasm" --allow=unknown
expect 0 "$same" "$message" --against "$work/volatile.spvasm"
pass 1 'more: a data race' "$message" '/OpStore %data/{h;d};/OpAtomicStore %flag/G'
also 'e4 line 53: OpAtomicStore %flag'

# ---- what compilers were seen to do: a twin of it. A read of shared memory goes after the barrier that keeps it from the next write ----
compiled read <<'END'
layout(local_size_x = 2) in;
layout(binding = 0) buffer B { uint x[2]; };
shared uint s;
void main() {
    uint i = gl_LocalInvocationIndex, r;
    if (i == 0) s = 1;
    barrier();
    r = s;
    barrier();
    x[i] = r;
    if (i == 0) s = 2;
}
END
sed 's/^    r = s;//;s/= r;/= s;/' "$work/read.comp" >"$work/moved.comp"
glslangValidator -V --target-env vulkan1.2 "$work/moved.comp" -o "$work/moved.spv" >"$work/out" 2>&1 || fail "moved: $(cat "$work/out")"
expect 0 "$same" "$work/read.spv" --against "$work/read.spv" --groups 1
expect 1 'more: a data race' "$work/read.spv" --against "$work/moved.spv" --groups 1
expect 1 'more: a data race' "$work/read.comp" --against "$work/moved.comp" --groups 1
# And Coherent is left out, in a module without the Vulkan memory model. Drivers order more than the specification and read it as coherent all the same.
glslangValidator -V --target-env vulkan1.1 "$(dirname "$0")/../../samples/coherent-glsl450.comp" -o "$work/coherent.spv" >"$work/out" 2>&1 || fail 'coherent'
spirv-dis "$work/coherent.spv" -o "$work/coherent.spvasm"
pass 1 'more: a data race' "$work/coherent.spvasm" '/ Coherent$/d' --groups 2
also 'hint: MakePointerAvailable: 3 operations in the first, 2 in the second'
pass 0 "$same" "$work/coherent.spvasm" '/ Coherent$/d' --groups 2 --glsl450=conservative
also 'GLSL450 is read as drivers read it'

# ---- outcomes without a race: of atomics alone. Without release and acquire both invocations of dekker.spvasm may read 0 ----
pass 1 'more: an outcome' "$spirv/dekker.spvasm" 's/%int_1 %uint_72 %uint/%int_1 %uint_0 %uint/'
also 'd\[3\]\[0\] = 0, d\[3\]\[1\] = 0'
also 'reads 0 from'
also 'OpAtomicExchange .*: drop Release'
cp "$work/changed.spvasm" "$work/relaxed.spvasm"
expect 0 'fewer outcomes' "$work/relaxed.spvasm" --against "$spirv/dekker.spvasm"
also 'd\[3\]\[0\] = 0, d\[3\]\[1\] = 0'
pass 1 'more: an outcome' "$message" 's/OpStore %r0 %seen/OpStore %r0 %2/'
# A message of relaxed atomics may be seen by halves, without a race; the first, without its release, has the same outcome beside a race.
pass 1 'more: an outcome' "$message" 's/OpStore %data %1 NonPrivatePointer/OpAtomicStore %data %device %0 %1/;s/0x[24]04[24]/0x0/
    s/OpLoad %uint %data NonPrivatePointer/OpAtomicLoad %uint %data %device %0/'
also 'result.0..0. = 1, result.0..1. = 0'
also 'OpAtomicStore .*: drop Release'

# ---- by itself the second goes on for ever, or its behaviour is undefined; the first is at fault: all is allowed ----
compiled waits <<'END'
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint x, y; };
void main() {
    if (gl_WorkGroupID.x == 0) while (atomicLoad(x, gl_ScopeDevice, 0, 0) != 1u); else atomicStore(x, 1u, gl_ScopeDevice, 0, 0);
}
END
spirv-dis "$work/waits.spv" -o "$work/waits.spvasm"
expect 0 "$same" "$work/waits.spv" --against "$work/waits.spvasm"
also '2x1x1 workgroups'
pass 1 'more: an execution that never ends' "$work/waits.spvasm" '/OpAtomicStore/d'
pass 1 'more: undefined behaviour' "$message" 's/%result %0 %1$/%result %0 %5/;s/^ *%2 = .*/&\n%5 = OpConstant %uint 5/' --no-validate
expect 1 'nothing is asked: data race' "$spirv/message-bare.spvasm" --against "$message"
expect 0 'nothing is asked: data race' "$spirv/message-bare.spvasm" --against "$message" --allow=race
expect 1 'nothing is asked: undefined behaviour' "$spirv/out-of-bounds.spvasm" --against "$spirv/out-of-bounds.spvasm"
expect 6 'a loop of the second met the bound' "$spirv/loop-bound.spvasm" --against "$spirv/loop-bound.spvasm"

# ---- right optimizers are clean ----
for name in available-copy histogram linked-list message-passing-pointer message-passing-semantics spin-lock ticket-lock; do
    glslangValidator -V --target-env vulkan1.3 "$(dirname "$0")/../../samples/$name.comp" -o "$work/plain.spv" >"$work/out" 2>&1 || fail "$name: $(cat "$work/out")"
    for passes in -O -Os; do
        spirv-opt $passes "$work/plain.spv" -o "$work/optimized.spv"
        expect 0 "$same" "$work/plain.spv" --against "$work/optimized.spv" --local 1 --groups 2
    done
done

# ---- interfaces that differ are named; what the second leaves out is said ----
compiled interface <<'END'
layout(local_size_x = 2) in;
layout(constant_id = 3) const uint k = 7;
layout(push_constant) uniform P { uint p; };
layout(set = 1, binding = 0) buffer B { uint x[4]; };
layout(set = 1, binding = 1) buffer C { uint y[4]; };
void main() { x[gl_LocalInvocationIndex] = k + p; y[gl_LocalInvocationIndex] = 1u; }
END
spirv-dis "$work/interface.spv" -o "$work/interface.spvasm"
differs() { pass 3 "cannot be compared with .*: $1" "$work/interface.spvasm" "$2" --groups 1; }
differs 'workgroups have different sizes: 2,1,1 and 1,1,1' 's/= OpConstantComposite %v3uint %uint_2 /= OpConstantComposite %v3uint %uint_1 /'
differs 'the entry points have different names: "main" and "start"' 's/"main" %/"start" %/'
differs 'the second module has "_" (set 1, binding 2), which the first has not' 's/OpDecorate %_ Binding 0/OpDecorate %_ Binding 2/'
differs 'specialization constant 3 has another value' 's/OpSpecConstant %uint 7/OpSpecConstant %uint 8/'
sed 's/ *%k = OpSpecConstant %uint 7/&\n%again = OpSpecConstant %uint 9/;s/ *OpDecorate %k SpecId 3/&\nOpDecorate %again SpecId 3/' "$work/interface.spvasm" >"$work/again.spvasm"
expect 0 "$same" "$work/again.spvasm" --against "$work/again.spvasm" --groups 1
expect 0 "$same" "$work/again.spvasm" --against "$work/interface.spvasm" --groups 1
expect 3 'specialization constant 3 has another value' "$work/interface.spvasm" --against "$work/again.spvasm" --groups 1
differs 'the second module has specialization constant 4' 's/SpecId 3/SpecId 4/'
differs '"_" (set 1, binding 0) is 16 bytes in the first module, and 28 in the second' 's/OpDecorate %_arr_uint_uint_4 ArrayStride 4/OpDecorate %_arr_uint_uint_4 ArrayStride 8/'
pass 1 'more: an outcome' "$work/interface.spvasm" 's/OpStore \(%[0-9a-z_]*\) %uint_1$/OpStore \1 %uint_4/' --groups 1
compiled smaller <<'END'
layout(local_size_x = 2) in;
layout(set = 1, binding = 0) buffer B { uint x[4]; };
void main() { x[gl_LocalInvocationIndex] = 7u; }
END
compiled whole <<'END'
layout(local_size_x = 2) in;
layout(constant_id = 3) const uint k = 7;
layout(set = 1, binding = 0) buffer B { uint x[4]; };
layout(set = 1, binding = 1) buffer C { uint y[4]; };
void main() { x[gl_LocalInvocationIndex] = k; y[gl_LocalInvocationIndex] = 0u; }
END
sed 's/= OpConstant %uint 4$/= OpConstant %uint 3/' "$work/interface.spvasm" >"$work/shorter.spvasm"
expect 0 "$same" "$work/interface.spvasm" --against "$work/shorter.spvasm" --groups 1
also 'not compared: "_" (set 1, binding 0) is 16 bytes in the first module, and 12 in the second'
expect 0 "$same" "$work/whole.spv" --against "$work/smaller.spv" --groups 1
also 'not compared: the second module does not have ".*" (set 1, binding 1), which the first has'
also 'not compared: the second module does not have specialization constant 3'
expect 1 'more: an outcome' "$work/whole.spv" --against "$work/smaller.spv" --groups 1 --spec 3=8
expect 3 'the second module has ' "$work/smaller.spv" --against "$work/whole.spv" --groups 1
# Memory that one of them does not access keeps what it has at first, which here is 7; the other always writes %r0.
pass 1 'more: an outcome' "$message" '/OpStore %r[01] /d;/@Output/d'
also 'result.0..0. = 7, result.0..1. = 7'
expect 1 'more: an outcome' "$work/changed.spvasm" --against "$message"
also 'result.0..0. = [01], result.0..1. = 7'
pass 3 'begins with different values' "$message" 's/{{7, 7}}/{{7, 8}}/'

# ---- one memory, cut into other parts by the two ----
compiled words <<'END'
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint x; };
void main() { x = 0x00030002u; }
END
compiled halves <<'END'
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint16_t x[2]; };
void main() { x[0] = uint16_t(2); x[1] = uint16_t(3); }
END
expect 0 "$same" "$work/words.spv" --against "$work/halves.spv" --groups 1
expect 0 "$same" "$work/halves.spv" --against "$work/words.spv" --groups 1
spirv-dis "$work/halves.spv" -o "$work/halves.spvasm"
pass 1 'more: an outcome' "$work/halves.spvasm" 's/OpConstant %uint 3$/OpConstant %uint 4/' --groups 1
expect 1 'more: an outcome' "$work/words.spv" --against "$work/changed.spvasm" --groups 1
also '+2 = 4'

# ---- IR under AMDGPU's model: registers of both, by name, and memory ----
fences=$ir/MP-frel-facq.ll
expect 0 "$same" "$fences" --against "$fences"
sed '/fence release/d' "$fences" >"$work/unfenced.ll"
expect 1 'more: an outcome' "$fences" --against "$work/unfenced.ll"
also 'P1:r0 = 1, P1:r1 = 0'
expect 0 'fewer outcomes' "$work/unfenced.ll" --against "$fences"
sed 's/%r1/%other/' "$work/unfenced.ll" >"$work/renamed.ll"
expect 6 'unknown: the second does not have all registers of the first' "$fences" --against "$work/renamed.ll"
also 'not compared: P1:r1, a register of one program alone'
sed 's/@P1 wg 1/@P1 wg 0/' "$fences" >"$work/nearer.ll"
expect 3 'threads have different names or places' "$fences" --against "$work/nearer.ll"

# ---- as data, and options that do not fit ----
sed 's/0x2044/0x44/' "$message" >"$work/changed.spvasm"
"$tool" litmus "$message" --against "$work/changed.spvasm" --json >"$work/json"
python3 - "$work/json" <<'END' || fail "JSON: $(cat "$work/json")"
import json, sys
one = json.load(open(sys.argv[1]))
one = one[0] if isinstance(one, list) else one["answers"][0]
assert one["judgement"] == "more: a data race" and "data race between" in one["execution"], one
assert any(n["message"] == "drop MakeAvailable" and n["line"] == 54 for n in one["needed"]), one
assert one["hints"][0].startswith("MakeAvailable: 1 operation") and one["not_compared"] == [], one
END
"$tool" litmus "$message" --against "$work/changed.spvasm" --diagnostics=sarif >"$work/sarif" 2>"$work/out"
python3 - "$work/sarif" <<'END' || fail "SARIF: $(cat "$work/sarif")"
import json, sys
results = json.load(open(sys.argv[1]))["runs"][0]["results"]
assert results[0]["ruleId"] == "race" and results[0]["message"]["text"] == "more: a data race", results
assert "changed.spvasm" in results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], results
END
expect 2 '--against is not for' "$message" --against "$message" --translate
expect 2 '--against compares two modules' "$message" --against "$fences"
expect 2 'No such file' "$message" --against "$work/none.spvasm"
expect 6 'unknown: the time is over' "$work/waits.spv" --against "$work/waits.spv" --groups 12 --timeout 1

[ $failures = 0 ] && echo 'litmus against: all as expected'
[ $failures = 0 ]
