#!/bin/bash
# Memory behind buffer addresses: as many elements as the grid is large, or as --size says, wherever the module steps.
# Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME DECLARATIONS CODE: two workgroups of one invocation
shader() {
    printf '%s\n' '#version 450' '#extension GL_EXT_buffer_reference2 : require' '#extension GL_EXT_buffer_reference_uvec2 : require' \
        '#extension GL_EXT_shader_explicit_arithmetic_types : require' 'layout(local_size_x = 1) in;' "$2" \
        "void main() { uint g = gl_WorkGroupID.x; $3 }" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
# both STATUS PATTERN NAME OPTION...: race and litmus agree
both() {
    local command status=$1 pattern=$2 name=$3
    shift 3
    for command in race litmus; do expect_of $command "$status" "$pattern" "$work/$name.spv" --groups 2 "$@"; done
}
word='layout(buffer_reference, std430) buffer P { uint v; }; layout(binding = 0) buffer R { P p; };' # 16 bytes apart
tight='layout(buffer_reference, std430, buffer_reference_align = 4) buffer P { uint v; }; layout(binding = 0) buffer R { P p; };'

# each its own element, however the address is computed
shader index "$word" 'p[g].v = 1u;'
shader sum "$tight" 'P q = p + g; q.v = 1u;'
shader bits "$tight" 'uvec2 a = uvec2(p); a.x += g * 4u; P(a).v = 1u;'
shader integer "$tight" 'uint64_t a = uint64_t(p); a += 4ul * g; P(a).v = 1u;'
shader loop "$tight" 'P q = p; for (uint i = 0; i < 2; i++) { if (i == g) q.v = 1u; q = q + 1; }'
shader member 'layout(buffer_reference, std430) buffer P { uint v, w; uint64_t x; }; layout(push_constant) uniform R { P p; };' 'p[g].w = 1u; p[g].x = 2ul;'
shader list 'layout(buffer_reference) buffer P; layout(buffer_reference, std430) buffer P { P next; uint v; }; layout(push_constant) uniform R { P p; };' \
    'p[g].next[g].v = 1u;'
for name in index sum bits integer loop member list; do both 0 "$name.spv: no data race" $name; done
expect_of litmus 0 '\[0\]@\[0\]\[0\] = 1, .*\[0\]@\[1\]\[0\] = 1$' "$work/index.spv" --groups 2 --outcomes
expect_of litmus 0 'sound and tight' "$work/index.spv" --groups 2 --translate

# two of them at one element; and at the first
shader same "$word" 'P q = p + 1; q.v = g;'
shader first "$word" 'P q = p + (g - g); q.v = g;'
both 1 'data race: .*@\[1\]\[0\]' same
both 1 'data race: .*@\[0\]\[0\]' first

# out of the memory it stays a fault; --size says where that ends
shader beyond "$word" 'P q = p + (g + 2); q.v = 1u;'
expect_of litmus 1 'an access out of bounds' "$work/beyond.spv" --groups 2
expect_of race 0 'p has 4 elements, as nobody chose how many' "$work/beyond.spv" --groups 2
both 1 'an access out of bounds' beyond --size p=3
both 0 'no data race' beyond --size p=4
both 1 'an access out of bounds' index --size p=1
shader before "$word" 'P q = p - 1; q.v = g;'
both 1 'an access out of bounds' before --size p=8
shader add "$word" 'if (g == 1u) p[g].v += 1u;'
expect_of litmus 0 '@\[1\]\[0\] = 8$' "$work/add.spv" --groups 2 --outcomes --input 'p[1].v=7'

# memory that nobody steps through has one element, and an array without a length its own size
shader one "$word" 'if (g == 0u) p.v = 1u;'
both 0 'no data race' one
expect_of litmus 3 '--size: p is no array' "$work/one.spv" --size p=4
shader last 'layout(buffer_reference, std430, buffer_reference_align = 4) buffer P { uint v[]; }; layout(binding = 0) buffer R { P p; };' 'p.v[g + 2u] = 1u;'
expect_of litmus 1 'an access out of bounds' "$work/last.spv" --groups 2
expect_of race 0 'p.v has 4 elements, as nobody chose how many' "$work/last.spv" --groups 2
both 1 'an access out of bounds' last --size p=3
both 0 'no data race' last --size p.v=4
both 0 'no data race' last --size p=4

# two addresses may be equal: a race of that reading alone makes the verdict unknown, and one that both readings know says so
word_of() { printf 'layout(buffer_reference, std430) buffer %s { %s };' "$1" "$2"; }
two="$(word_of P 'uint v; uint w;') layout(binding = 0) buffer R { P p, q; }; layout(binding = 1) buffer O { uint o[2]; };"
kinds="$(word_of P 'uint v[];') $(word_of Q 'float v[];') layout(push_constant) uniform R { P p; Q q; };"
equal='unknown: a data race if buffer addresses are equal: '
either='taken for granted: .*buffer addresses to memory of one layout all differ or are all equal, as '
differ='taken for granted: .*buffer addresses in memory differ'
shader handed "$two" 'if (g == 0u) p.v = 42u; else o[0] = q.v;'
both 6 "$equal%[0-9]*\[0\] and %[0-9]*\[1\]$" handed
expect_of litmus 0 'taken for granted: buffer addresses in memory differ' "$work/handed.spv" --groups 2 --suggest
expect_of litmus 0 '"assumption": "buffer addresses in memory differ' "$work/handed.spv" --groups 2 --suggest --json
both 6 '"fault": "unknown", "message": "a data race if\|"unknown": "a data race if' handed --json
both 6 'word [0-9]*: .*data race: workgroup 0, invocation 0 writes 42 to %\?[0-9]*\[0\]@\[0\]' handed
expect_of litmus 6 'something is wrong for 2x1x1 .* and on no smaller grid' "$work/handed.spv" --reduce
expect_of race 6 "run 2: $equal" "$work/handed.spv" --groups 2 --runs 2
expect_of litmus 0 "$differ" "$work/handed.spv" --groups 2 --translate
both 6 "$equal" handed --input p.v=1
both 0 "$differ" handed --input p.v=1 --input q.v=2 # they cannot be equal
shader floats "$kinds" 'q.v[g] = float(p.v[1u - g]);' # declared twice, and laid out alike
both 6 "$equal" floats
shader each "$kinds" 'q.v[g] = float(p.v[g]);'
both 0 "$either" each
expect_of litmus 0 '"assumption": ".*buffer addresses to memory of one layout all differ' "$work/each.spv" --groups 2 --json
shader asked "$two" 'if (uint64_t(p) != uint64_t(q)) { if (g == 0u) p.v = 42u; else o[0] = q.v; }'
both 0 "$either" asked
shader atomics "$two" 'if (g == 0u) atomicAdd(p.v, 1u); else atomicAdd(q.v, 1u);'
both 0 "$either" atomics
shader ordered "$two" 'if (g == 0u) { p.v = 1u; q.w = 2u; } else o[0] = 1u;'
both 0 "$either" ordered
shader array "$(word_of P 'uint v;') layout(push_constant) uniform R { P p[3]; };" 'if (g == 0u) p[0].v = 1u; else p[2].v = 2u;'
both 0 "$differ, as" array # of which each element is taken to be another
shader two_arrays "$(word_of P 'uint v;') layout(push_constant) uniform R { P p[2]; P q[2]; };" 'if (g == 0u) p[0].v = 1u; else q[1].v = 2u;'
both 6 "$equal" two_arrays
shader other "$(word_of P 'uint v;') $(word_of Q 'uint v, w;') layout(push_constant) uniform R { P p; Q q; };" 'if (g == 0u) p.v = 1u; else q.v = 2u;'
both 0 "$differ" other
shader chain "layout(buffer_reference) buffer N; $(word_of N 'N next; uint v;') layout(push_constant) uniform R { N p; };" \
    'N n = p; while (uint64_t(n.next) != 0ul) n = n.next; if (g == 0u) n.v = 1u;' # endless where all of them are one
both 0 "$differ" chain
shader lists "layout(buffer_reference) buffer N; $(word_of N 'N next; uint v;') layout(push_constant) uniform R { N p; };" \
    'if (g == 0u) p.v = 1u; else p.next.v = 2u;'
both 6 "$equal" lists

# OpPtrAccessChain steps by the ArrayStride of its pointer's type
chain() { # chain STRIDE INDEX: an element for each workgroup, or one for both
    cat >"$work/chain.spvasm" <<END
               OpCapability Shader
               OpCapability PhysicalStorageBufferAddresses
               OpMemoryModel PhysicalStorageBuffer64 GLSL450
               OpEntryPoint GLCompute %main "main" %id %given
               OpExecutionMode %main LocalSize 1 1 1
               OpName %given "given"
               OpName %Given "Given"
               OpMemberName %Given 0 "p"
               OpDecorate %id BuiltIn WorkgroupId
               OpMemberDecorate %Given 0 Offset 0
               OpDecorate %Given Block
               OpDecorate %pointer ArrayStride $1
       %void = OpTypeVoid
       %type = OpTypeFunction %void
       %uint = OpTypeInt 32 0
        %one = OpConstant %uint 1
       %zero = OpConstant %uint 0
      %uint3 = OpTypeVector %uint 3
     %input3 = OpTypePointer Input %uint3
      %input = OpTypePointer Input %uint
         %id = OpVariable %input3 Input
    %pointer = OpTypePointer PhysicalStorageBuffer %uint
      %Given = OpTypeStruct %pointer
       %push = OpTypePointer PushConstant %Given
   %pushed_p = OpTypePointer PushConstant %pointer
      %given = OpVariable %push PushConstant
       %main = OpFunction %void None %type
      %label = OpLabel
      %which = OpAccessChain %input %id %zero
      %group = OpLoad %uint %which
         %at = OpAccessChain %pushed_p %given %zero
          %p = OpLoad %pointer %at
          %q = OpPtrAccessChain %pointer %p $2
               OpStore %q %one Aligned 4
               OpReturn
               OpFunctionEnd
END
    spirv-as --target-env vulkan1.3 "$work/chain.spvasm" -o "$work/chain.spv" || fail 'chain is no SPIR-V'
}
for stride in 4 12 64; do
    chain $stride %group
    both 0 'no data race' chain
    chain $stride %one
    both 1 'data race: .*@\[1\]' chain
    both 1 'an access out of bounds' chain --size p=1
done

[ $failures = 0 ]
