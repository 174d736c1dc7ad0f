#!/bin/bash
# Memory that is accessed in several sizes: each byte is a memory location, so that two accesses race if they have one in common, and what
# is read is what was written there. litmus, race, the translation and the machine code. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME DECLARATIONS FIRST SECOND OPTION...: the first of two invocations does the one, and then the second the other, with a barrier in
# between
shader() {
    cat >"$work/$1.comp" <<EOF
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shared_memory_block : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
#define BOTH gl_StorageSemanticsBuffer | gl_StorageSemanticsShared
#ifndef ALL
#define ALL gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible
#endif
layout(set = 0, binding = 7) buffer Out { uint first[2]; };
$2
void check(bool good) { first[good ? 0 : 9 + int(gl_LocalInvocationIndex)] = 1u; } // a write out of bounds, if it is not
void main() {
    if (gl_LocalInvocationIndex == 0u) { $3; }
#ifndef APART
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, BOTH, ALL);
#endif
    if (gl_LocalInvocationIndex == 1u) { $4; }
}
EOF
    glslangValidator -V --target-env vulkan1.3 "${@:5}" -o "$work/$1.spv" "$work/$1.comp" >"$work/log" || fail "$1: $(cat "$work/log")"
}
# agree STATUS PATTERN NAME: of both commands
agree() {
    for command in litmus race; do
        expect_of $command "$1" "$2" "$work/$3.spv" --groups 1
    done
}
# right NAME: no fault with the barrier, which check() is one of; a race without
right() {
    agree 0 'no data race' "$1"
    glslangValidator -V --target-env vulkan1.3 -DAPART -o "$work/$1.spv" "$work/$1.comp" >"$work/log"
    agree 1 ' data race' "$1"
}

words='layout(set = 0, binding = 0) nonprivate buffer W { uint w[3]; };'
bytes='layout(set = 0, binding = 0) nonprivate buffer B { uint8_t b[12]; };'
halves='layout(set = 0, binding = 0) nonprivate buffer H { uint16_t h[6]; };'
longs='layout(set = 0, binding = 0) nonprivate buffer L { uint64_t l[2]; };'
shader byte-of-word "$words $bytes" 'w[1] = 0x11223344u' 'check(b[6] == uint8_t(0x22) && b[8] == uint8_t(0))'
expect 0 'no data race' "$work/byte-of-word.spv" --groups 1 --input 'w={0, 0, 0xFF00}'
expect 1 'out of bounds' "$work/byte-of-word.spv" --groups 1 --input 'w={0, 0, 0xFF}'
expect 0 'sound and tight' "$work/byte-of-word.spv" --groups 1 --translate
expect 0 'sound on gfx942' "$work/byte-of-word.spv" --groups 1 --machine=gfx942
right byte-of-word
shader half-of-long "$halves $longs" 'l[0] = 0x0123456789ABCDEFul' 'check(h[3] == uint16_t(0x0123) && h[0] == uint16_t(0xCDEF))'
right half-of-long
shader three-sizes "$words $halves $bytes" 'h[1] = uint16_t(0xA1B2); b[3] = uint8_t(0xC3)' 'check(w[0] == 0xC3B20000u)'
right three-sizes
shader in-shared 'shared W { uint w[2]; }; shared B { uint8_t b[8]; };' 'w[0] = 0x11223344u' 'check(b[1] == uint8_t(0x33))'
right in-shared
# Through an address: what it points to lies in memory as another type.
address='layout(buffer_reference, buffer_reference_align = 4) buffer W { nonprivate uint w[2]; };
layout(buffer_reference, buffer_reference_align = 1) buffer B { nonprivate uint8_t b[8]; };
layout(set = 0, binding = 0) buffer P { W p; };'
shader by-address "$address" 'p.w[1] = 0x11223344u' 'check(B(p).b[7] == uint8_t(0x11))'
right by-address
# An index that is only known when it runs, from memory that holds 0.
shader computed "$words $bytes" 'w[1] = 0x11223344u' 'check(b[first[1] + 5u] == uint8_t(0x33))'
right computed

# The same in memory that an address leads to, which may lie in a push constant or a buffer.
for from in 'layout(push_constant) uniform P' 'layout(set = 0, binding = 0) buffer P'; do
    reached="layout(buffer_reference, buffer_reference_align = 8) buffer L { nonprivate uint64_t l[4]; };
layout(buffer_reference, buffer_reference_align = 2) buffer H { nonprivate uint16_t h[16]; };
$from { L p; };"
    shader reached "$reached" 'p.l[first[1] + 1u] = 0x0123456789ABCDEFul' 'check(H(p).h[first[1] + 6u] == uint16_t(0x4567))'
    right reached
    shader reached "$reached" 'p.l[first[1] + 1u] = 0x0123456789ABCDEFul' 'first[0] = H(p).h[first[1] + 6u]'
    expect 0 'sound and tight' "$work/reached.spv" --groups 1 --translate
done

# Bytes that the other does not access are other locations; so are those of a word that is in between.
shader beside "$words $bytes" 'w[0] = 1u; w[2] = 3u' 'b[5] = uint8_t(1); b[6] = uint8_t(1)'
agree 0 'no data race' beside
# An invocation does not race with itself.
shader itself 'layout(set = 0, binding = 0) buffer W { uint w[3]; }; layout(set = 0, binding = 0) buffer B { uint8_t b[12]; };' \
    'w[0] = 0x01020304u; b[1] = uint8_t(9); check(w[0] == 0x01020904u)' ''
agree 0 'no data race' itself
# What is made available of one byte is not so of its neighbours.
shader neighbour "$words layout(set = 0, binding = 0) workgroupcoherent buffer B { uint8_t b[12]; };" \
    'w[0] = 0x01020304u; b[0] = uint8_t(9)' 'first[0] = uint(b[1])' -DALL=gl_SemanticsAcquireRelease
agree 1 ' data race' neighbour
shader available "$words layout(set = 0, binding = 0) workgroupcoherent buffer B { uint8_t b[12]; };" \
    'w[0] = 0x01020304u; b[0] = uint8_t(9)' 'first[0] = uint(b[0])' -DALL=gl_SemanticsAcquireRelease
agree 0 'no data race' available
# Atomics of one size beside accesses of another are refused by name, where that matters.
shader atomic "$words $bytes" 'atomicAdd(w[1], 1u)' 'first[0] = uint(b[4])'
expect 4 'accessed in parts of 1 bytes, and by an atomic of 4; race executes it' "$work/atomic.spv" --groups 1
shader beyond "$words"' layout(set = 0, binding = 0) nonprivate buffer B { uint8_t b[]; };' 'w[1] = 1u' 'first[0] = uint(b[12u + first[1]])'
expect 1 'out of bounds' "$work/beyond.spv" --groups 1
# Where LLVM 22 gets two words for a vector, and which element it is hangs on memory, nobody says that such a word is out of bounds.
shader mixed 'struct S { uvec4 v; uint a; uint16_t b; }; layout(set = 0, binding = 0) coherent buffer B { S s[2]; }; layout(set = 0, binding = 1) buffer I { uint i; };' \
    'uint k = i & 1u; s[k].b = uint16_t(2); s[k].a = 7u; s[k].v = uvec4(1)' ''
expect 0 'sound and tight' "$work/mixed.spv" --groups 1 --translate --llvm=23
expect 4 "of other bytes than the memory's parts" "$work/mixed.spv" --groups 1 --translate --llvm=22

[ $failures = 0 ] || exit 1
echo "sizes: all as expected"
