#!/bin/bash
# What memory holds at first goes where the source's name says, or the command says why it does not. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

cat >"$work/parts.comp" <<'END'
#version 450
layout(local_size_x = 1) in;
struct Part { vec4 place; vec3 speed; uint kind; };
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 0) buffer Pairs { uvec2 pairs[]; } again;
layout(binding = 1) buffer Parts { Part parts[]; };
layout(binding = 2) buffer Out { uint first, second, third, fourth, fifth; };
layout(push_constant) uniform View { mat2 turn; float scale; uint number; } view;
void main() {
    first = words[3];
    second = view.number;
    third = floatBitsToUint(view.turn[1].x);
    fourth = floatBitsToUint(parts[2].speed.y);
    fifth = floatBitsToUint(view.scale);
}
END
cat >"$work/address.comp" <<'END'
#version 460
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint first; };
layout(buffer_reference, std430) readonly buffer Numbers { uint data[4]; };
layout(push_constant) uniform Arguments { Numbers numbers; };
void main() { first = numbers.data[2]; }
END
cat >"$work/widths.comp" <<'END'
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
struct Pair { int8_t small; uint8_t flags[2]; };
layout(binding = 0) buffer Block { float16_t half_; int64_t wide; double real; Pair pairs[2][2]; } blocks[2];
layout(binding = 1) buffer Out { uint first, second, third, fourth, fifth; };
void main() {
    first = uint(float16BitsToUint16(blocks[1].half_));
    second = uint(blocks[1].wide >> 32);
    third = unpackDouble2x32(blocks[1].real).y;
    fourth = uint(int(blocks[1].pairs[1][0].small));
    fifth = uint(blocks[1].pairs[0][1].flags[1]);
}
END
cat >"$work/structured.hlsl" <<'END'
struct Particle { float3 place; uint kind; };
RWStructuredBuffer<Particle> particles : register(u1);
RWByteAddressBuffer bytes : register(u2);
RWStructuredBuffer<uint> result : register(u3);
[numthreads(1, 1, 1)] void main() { result[0] = particles[1].kind + bytes.Load(4); }
END
glslangValidator -D -V --target-env vulkan1.1 -g -e main -S comp "$work/structured.hlsl" -o "$work/structured.spv" >"$work/out" 2>&1 ||
    fail "structured does not compile: $(cat "$work/out")"
for shader in parts address widths; do
    glslangValidator -V --target-env vulkan1.3 -g "$work/$shader.comp" -o "$work/$shader.spv" >"$work/out" 2>&1 ||
        fail "$shader does not compile: $(cat "$work/out")"
done
glslangValidator -V --target-env vulkan1.3 "$work/parts.comp" -o "$work/bare.spv" >"$work/out" 2>&1 || fail 'bare does not compile'
# gives PATTERN INPUT...: what the shader has read of these inputs; enough of each buffer is there
gives() {
    local pattern=$1 options=() input
    shift
    for input; do options+=(--input "$input"); done
    expect 0 "first = $pattern" "$work/parts.spv" --groups 1 --outcomes --size words=4 --size parts=3 "${options[@]}"
}
gives '0, second = 128, third = 0, fourth = 0, fifth = 0' view.number=128
gives '0, second = 128, third = 0, fourth = 0, fifth = 0' View.number=0x80u
gives '0, second = 0, third = 1083179008, fourth = 0, fifth = 0' 'view.turn={{1, 2}, {4.5, 3}}' # 4.5
gives '0, second = 0, third = 1083179008, fourth = 0, fifth = 0' 'view.turn[1].x=4.5f'
gives '0, second = 9, third = 0, fourth = 3212836864, fifth = 1065353216' 'view={{{0, 0}, {0, 0}}, 1, 9}' 'parts[2].speed.y=-1e0'
gives '0, second = 0, third = 0, fourth = 1077936128, fifth = 7' 'parts[2]={{0, 0, 0, 0}, {1, 3, 5}, 8}' view.scale=0x7
# either variable of a descriptor, in the order in which they are given
gives '4, ' 'words={1, 2, 3, 4}'
gives '4, ' 'pairs={{1, 2}, {3, 4}}'
gives '7, ' 'words={1, 2, 3, 4}' 'again.pairs[1].y=7'
gives '4, ' 'again.pairs[1].y=7' 'words={1, 2, 3, 4}'
expect 0 'first = 7, ' "$work/parts.spv" --groups 1 --outcomes --input 'again.pairs[1].y=7' --input 'parts[2].kind=1' # as many as are named
expect 0 '\[0\]\[3\] = 7, ' "$work/bare.spv" --groups 1 --outcomes --input 'again.pairs[1].y=7' --input 'parts[2].speed.y=1'
expect 0 'first = 5, ' "$work/address.spv" --groups 1 --outcomes --input 'numbers.data[2]=5'
# of every width, in arrays of blocks and arrays of arrays; with the suffixes of the source's languages
widths() {
    local pattern=$1 options=() input
    shift
    for input; do options+=(--input "$input"); done
    expect 0 "first = $pattern" "$work/widths.spv" --groups 1 --outcomes "${options[@]}"
}
widths '15872, second = 0' 'blocks[1].half_=1.5hf' 'blocks[1].wide=7L'
widths '64511, second = 2147483648, third = 1073217536, ' 'blocks[1].half_=-65504' 'blocks[1].wide=-9223372036854775808' 'blocks[1].real=1.5LF'
widths '31744, second = 4294967295, third = 4293918720, ' 'blocks[1].half_=inf' 'blocks[1].wide=-1' 'blocks[1].real=-inf'
widths '0, second = 0, third = 0, fourth = 4294967168, fifth = 255,' 'blocks[1].pairs={{{1, {2, 3}}, {4, {5, 255}}}, {{-128, {0, 0}}, {0, {0, 0}}}}'
widths '0, second = 0, third = 0, fourth = 4294967295, fifth = 9,' 'blocks[1].pairs[1][0].small=0xff' 'blocks[1].pairs[0][1].flags[1]=9u'
# a StructuredBuffer is an array for its source
expect 0 'result.*\[0\] = 7' "$work/structured.spv" --groups 1 --outcomes --input 'particles={{{1, 2, 3}, 4}, {{1, 2, 3}, 5}}' --input 'bytes={1, 2}'
expect 0 'result.*\[0\] = 9' "$work/structured.spv" --groups 1 --outcomes --size particles=2 --size bytes=2 --input 'particles[1].kind=9'
printf '\5\0\0\0' >"$work/five"
"$SMMRA_BUILD/bin/spirv-mmra" race "$work/parts.spv" --groups 1 --size words=4 --size parts=3 --data view.number="$work/five" >"$work/out" 2>&1 ||
    fail "a file's bytes where a member lies: $(cat "$work/out")"
# bytes hold where no input says another value, in whichever order they are given
cat >"$work/chosen.comp" <<'END'
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) buffer Words { uint words[4]; };
layout(push_constant) uniform View { uint number; } view;
void main() { if (view.number == 5u) words[0] = gl_LocalInvocationIndex; }
END
glslangValidator -V --target-env vulkan1.3 "$work/chosen.comp" -o "$work/chosen.spv" >"$work/out" 2>&1 || fail 'chosen does not compile'
race() { "$SMMRA_BUILD/bin/spirv-mmra" race "$work/chosen.spv" --groups 1 "$@" >"$work/out" 2>&1; }
! race --data view.number="$work/five" || fail 'bytes are not what memory holds'
race --input view.number=0 --data view.number="$work/five" || fail "bytes win over an input: $(cat "$work/out")"
race --data view.number="$work/five" --input view.number=0 || fail "bytes win over an input: $(cat "$work/out")"

# refuses PATTERN INPUT
refuses() { expect 3 "$1" "$work/parts.spv" --input "$2"; }
refuses 'no variable of the module is called nothing; there are ' nothing=1
refuses 'view has no member nothing; it has turn, scale, number' view.nothing=1
refuses 'view.turn\[1\] has no component q' view.turn[1].q=1
refuses 'view.turn has elements 0 to 1, and no \[2\]' 'view.turn[2]={1, 2}'
refuses 'view.number has no elements' view.number[0]=1
refuses 'view.turn: it has 2 columns, and one number is given' view.turn=1
refuses 'view.turn\[1\]: it has 2 components, and 3 are given: .* as in view.turn\[1\]\[0\]=VALUE' 'view.turn={{1, 2}, {1, 2, 3}}'
refuses 'parts\[0\]: it has 3 members, and 2 are given' 'parts={{{1, 2, 3, 4}, {1, 2, 3}}}'
refuses 'it is one number, and a list of 2 is given' 'view.number={1, 2}'
refuses '1.5 is no integer' view.number=1.5
refuses 'does not fit into its 32 bits' view.number=4294967296
refuses '1e99 does not fit' view.scale=1e99
refuses 'one.5 is no number' view.scale=one.5
refuses 'has elements: name one before kind, as in parts\[0\].kind' parts.kind=1
refuses 'a number from 0 on and .\]. are missing' 'parts[-1].kind=1'
refuses '2 follows a value: several numbers stand in braces' 'view.number=1 2'
refuses ',2 follows a value: several numbers stand in braces' 'view.number=1,2'
refuses '1e3 is no integer, and it holds one: leave out point and exponent' view.number=1e3
expect 3 '128 does not fit into its 8 bits: give a smaller' "$work/widths.spv" --input 'blocks[1].pairs[1][0].small=128'
expect 3 '-129 does not fit into its 8 bits: give a larger' "$work/widths.spv" --input 'blocks[1].pairs[1][0].small=-129'
expect 3 '65536 does not fit into its 16 bits' "$work/widths.spv" --input 'blocks[1].half_=65536'
expect 3 '1e999 does not fit into its 64 bits' "$work/widths.spv" --input 'blocks[1].real=1e999'
expect 3 'blocks has elements: name one before wide, as in blocks\[0\].wide' "$work/widths.spv" --input 'blocks.wide=1'
expect 3 'it has 1 elements, and 2 are given' "$work/structured.spv" --size particles=1 --input 'particles={{{1, 2, 3}, 4}, {{1, 2, 3}, 5}}'
expect 3 'numbers: it holds an address, which the grid chooses' "$work/address.spv" --input numbers=5
expect 3 'words.3.: the array has 2 elements: ' "$work/parts.spv" --size words=2 --input 'words[3]=1'
expect 3 '--size: view.number is no array' "$work/parts.spv" --size view.number=2

# all workgroups have the same push constants, in translations too
cat >"$work/groups.comp" <<'END'
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint of_group[2]; };
layout(push_constant) uniform Arguments { uint number; };
void main() { of_group[gl_WorkGroupID.x] = number; }
END
glslangValidator -V --target-env vulkan1.3 -g "$work/groups.comp" -o "$work/groups.spv" >"$work/out" 2>&1 || fail 'groups does not compile'
expect 0 'sound and tight' "$work/groups.spv" --translate --groups 2 --input number=7

geometry=$(dirname "$0")/spirv/reflected-geometry.spvasm
# what a runtime of clspv's modules puts into push constants; what is said of them wins
expect 0 'the condition holds; no data race' "$geometry"
expect 1 'the condition does not hold' "$geometry" --input 'push={{0, 0, 0}, {7, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0}'
sed '/OpExtInst /d' "$geometry" >"$work/unreflected.spvasm"
expect 1 'the condition does not hold' "$work/unreflected.spvasm"
expect 1 'result\[0\]\[0\] = 6, result\[0\]\[1\] = 2, ' "$geometry" --groups 3 --local 2,2 --outcomes
expect 0 'sound and tight' "$geometry" --translate

[ $failures = 0 ] && echo 'litmus inputs: all as expected'
