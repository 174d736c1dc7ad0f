#!/bin/bash
# Which dependencies count. Two workgroups load and store crosswise (load buffering): whether both may read 1 is told by a data race behind that. A value,
# a way or an address that another value read would not change is no dependency, for a compiler neither. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME BODY: of the first workgroup, which has read r from x and is to store 1 to y
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#extension GL_EXT_shader_explicit_arithmetic_types : require' \
        '#extension GL_KHR_shader_subgroup_arithmetic : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 1) in;' \
        'layout(binding = 0) buffer D { uint data; };' 'layout(binding = 1) buffer F { uint x, y, z, other[2]; uint one; };' \
        'uint get_x() { return atomicLoad(x, gl_ScopeDevice, 0, 0); }' 'uint get_y() { return atomicLoad(y, gl_ScopeDevice, 0, 0); }' \
        'void set(uint v) { atomicStore(y, v, gl_ScopeDevice, 0, 0); }' 'uint same(uint v) { return v; }' \
        "void main() { if (gl_WorkGroupID.x == 0u) { uint r = get_x(), v = 0u; $2 if (r == 1u) data = 1u; }" \
        '    else { uint r = get_y(); atomicStore(x, r, gl_ScopeDevice, 0, 0); if (r == 1u) data = 2u; } }' >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 ||
        fail "$1 does not compile: $(cat "$work/out")"
}
# is_none NAME BODY: the store does not depend on r
is_none() {
    shader "$@"
    expect 1 'spv: data race$' "$work/$1.spv" --groups 2
    expect 1 'nothing is asked: data race' "$work/$1.spv" --groups 2 --translate
}
# counts NAME BODY: it does
counts() {
    shader "$@"
    expect 0 'no data race$' "$work/$1.spv" --groups 2
    expect 0 'sound and tight' "$work/$1.spv" --groups 2 --translate
}

# in_doubt NAME BODY: it is taken to, and the answer says so
in_doubt() {
    shader "$@"
    expect 6 'unknown: what an operation does is taken to depend on a value that is read, which is not certain: .*OpAtomic' "$work/$1.spv" --groups 2
    expect 0 'sound and tight' "$work/$1.spv" --groups 2 --translate
    grep -q '^  taken for granted: what an operation does depends on a value that is read: .*OpAtomic' "$work/out" ||
        fail "$1: the translation does not tell the doubt: $(cat "$work/out")"
}

# values
is_none constant 'set(1u);'
is_none difference 'set(1u + r - r);'
is_none farther 'v = 3u * r + 5u; v -= r; set(v - r - r - 4u);'
is_none exclusive 'set(1u ^ r ^ 7u ^ r ^ 7u);'
is_none masked 'set((r & 0u) + 1u);'
is_none bits 'set(((r & 6u) & 9u) | 1u);'
is_none shifted 'set(1u + ((r >> 31) >> 1));'
is_none product 'set(r * 0u + 1u);'
is_none remainder 'set(r % 1u + 1u);'
is_none by-itself 'v = r | 1u; set(v % v + 1u);'
is_none quotient 'v = r | 1u; set(v / v);'
is_none equal 'set(r == r ? 1u : 2u);'
is_none less 'set(r < r ? 2u : 1u);'
is_none below-zero 'set(r < 0u ? 2u : 1u);'
is_none apart 'set(r + 1u == r ? 2u : 1u);'
is_none selected 'set(mix(1u, 1u, r == 1u));'
is_none private 'uint p[2]; p[0] = r; p[1] = 1u - p[0]; set(p[1] + p[0]);'
is_none called 'set(same(r) - same(r) + 1u);'
is_none complement 'set((r | ~r) + 2u);'
is_none address 'atomicStore(other[r - r], 1u, gl_ScopeDevice, 0, 0); set(1u);'
is_none quotients 'set(r / 3u - r / 3u + 1u);'
is_none product-alone 'uint p = r * 0u; set(p | 1u);'
is_none product-shifted-out 'set((r * 0x80000000u << 1u) | 1u);'
is_none and-itself 'set((r & r) - r + 1u);'
is_none or-itself 'set((r | r) - r + 1u);'
is_none nothing-in-common 'set((r & ~r) + 1u);'
is_none signed-quotient 'int k = int(r | 1u); set(uint(k / k));'
is_none same-above 'set(uint(r >= r));'
is_none same-below 'set(uint(r <= r));'
is_none same-signed-above 'set(uint(int(r) >= int(r)));'
is_none same-signed-below 'set(uint(int(r) <= int(r)));'
is_none odd-and-even 'set(1u + uint((r | 1u) == (r & 6u)));'
is_none even-and-odd 'set(1u + uint((r & 6u) == (r | 1u)));'
is_none odd-is-not-even 'set(uint((r | 1u) != (r & 6u)));'
is_none bits-below 'set(uint((r & 3u) < (r | 4u)));'
is_none bits-above 'set(uint((r | 4u) > (r & 3u)));'
is_none bits-not-above 'set(uint((r & 3u) <= (r | 3u)));'
is_none bits-not-below 'set(uint((r | 3u) >= (r & 3u)));'
is_none never-below 'set(1u + uint((r | 3u) < (r & 3u)));'
is_none never-above 'set(1u + uint((r & 3u) > (r | 3u)));'
is_none never-at-most 'set(1u + uint((r | 4u) <= (r & 3u)));'
is_none never-at-least 'set(1u + uint((r & 3u) >= (r | 4u)));'
counts value 'set(r);'
counts sum 'set(r + r - 1u);'
counts doubled 'set(2u * r - r);'
counts bit 'set(r & 1u);'
counts comparison 'set(r == 1u ? 1u : 0u);'
counts inverse 'set(~r & 1u ^ 1u);'
# each is 1 if what is unlike is taken for the same, or something for nothing
counts other-divisor 'set(1u + r / 2u - r / 3u);'
counts other-operation 'set(1u + r / 2u - r % 2u);'
counts other-width 'uint64_t w = uint64_t(r) * 257ul; set(1u + uint(uint16_t(w)) - uint(uint8_t(w)));'
counts cut-off 'uint k = r & 0x1ffu; set(1u + k - uint(uint8_t(k)));'
counts other-choice 'set(1u + mix(7u, 8u, r > 4u) - mix(7u, 9u, r > 4u));'
counts other-alternative 'set(1u + mix(8u, 7u, r > 4u) - mix(9u, 7u, r > 4u));'
counts zero-or-value 'set(mix(r, 0u, r > 4u) + 1u);'
counts other-ways 'uint k = 0u; if (r == 1u) { v = 3u; k = 3u; } else { v = 4u; k = 5u; } set(1u + v - k);'
counts other-ways-too 'uint k = 0u; if (r == 1u) { v = 3u; k = 3u; } else { v = 4u; k = 5u; } set(1u + v - k + r - r);'
counts nothing-or-value 'set(mix(0u, r, r > 4u) - r + 1u);'
counts below-five 'set(1u + uint(r < 5u));'
counts above-five 'set(1u + uint(r > 5u));'
counts at-most-five 'set(1u + uint(r <= 5u));'
counts at-least-five 'set(1u + uint(r >= 5u));'
counts signed-above 'set(1u + uint(int(r | 4u) > int(r & 3u)));'
counts product-and-exclusive 'set(1u ^ (r * 3u) ^ r);'
counts product-first-and-exclusive 'set(1u ^ (3u * r) ^ r);'
counts shifts-and-exclusive 'set(1u ^ (r << 1u) ^ (r << 2u));'
counts square 'set(1u + r * r);'
counts quotient-and-product 'set(1u + r / 2u - r * 4u);'
counts shifted-by-itself 'set(1u + (r << r) - r);'
counts all-ones-and 'set(0u - (r & 0xffffffffu) - r);'
counts some-bits-turned 'set((r ^ 5u) + r + 2u);'
in_doubt shifted-left-by-what 'set(1u | (((r & 1u) << one) & 2u));'
in_doubt shifted-right-by-what 'set(1u + (((r & 2u) >> one) & 1u));'
counts remainder-of-six 'set(1u + ((r % 6u) & 2u));'
counts not-complement 'set((r | ~(r * 2u)) + 2u);'
counts sum-of-five 'set((r | (5u - r)) + 2u);'
counts by-complement 'set(1u + r / ~r);'
counts by-odd 'set(r / (r | 1u));'
in_doubt signed-below 'set(1u + uint(int(r & 3u) < int(r | 0x80000004u)));'
in_doubt shifted-out 'uint k = r | 1u; set(1u + (k >> k));'
is_none smaller-than-nothing 'set(min(r, 0u) + 1u);'
is_none smaller-than-all 'set(min(r, 0xffffffffu) - r + 1u);'
is_none larger-than-nothing 'set(max(r, 0u) - r + 1u);'
is_none larger-than-all 'set(max(0xffffffffu, r) + 2u);'
is_none clamped 'set(clamp(r, 1u, 1u));'
is_none larger-by-itself 'v = max(r, 3u); set(v / v);'
is_none no-bits 'set(bitfieldExtract(r, 0, 0) + 1u);'
is_none none-inserted 'set(bitfieldInsert(1u, r, 0, 0));'
is_none choice-above 'set(1u + uint(mix(7u, 9u, r > 4u) < 3u));'
is_none choice-below 'set(1u + uint(mix(7u, 9u, r > 4u) > 9u));'
counts smaller-than-one 'set(min(r, 1u));'
counts larger-than-one 'set(max(r, 1u));'
counts signed-smaller 'set(uint(min(int(r), 0)) + 1u);'
counts signed-larger 'set(uint(max(int(r), -1)) + 2u);'
counts chosen-by-others 'set(mix(1u, 0u, r < 5u) + 1u);'
counts chosen-by-one 'set(mix(0u, r, r < 5u) + 1u);'
counts chosen-by-the-other 'set(mix(r, 0u, 5u < r) + 1u);'
counts choice-within 'set(1u + uint(mix(2u, 9u, r > 4u) < 3u));'
counts smaller-within 'set(1u + uint(min(r, 9u) < 3u));'
counts larger-within 'set(1u + uint(max(r, 2u) > 9u));'
in_doubt smaller-and-larger 'set(min(r, 3u) + max(r, 3u) - r - 2u);'
# more terms than are kept
terms='uint a = r/2u + r/3u + r/4u + r/5u + r/6u + r/7u + r/8u + r/9u, b = a + r/10u;'
counts nine-terms "$terms set(1u + b - a);"
counts nine-terms-apart "$terms set(1u + uint(b - 1u == a));"
in_doubt nine-terms-far "$terms set(1u + uint(b - 1000u == a));"
counts nine-terms-equal "$terms set(1u + uint(b != a));"
counts nine-terms-complement "$terms set((b | ~a) + 2u);"

# ways
is_none joined 'if (r == 1u) v = 7u; set(1u);'
is_none phi 'v = r == 1u ? 1u : 1u; set(v);'
is_none copied 'uint k = one + 1u; if (r == 1u) v = k; else v = k; set(v);'
is_none either 'if (r == 1u) set(1u); else set(1u);'
is_none switched 'switch (r) { case 0u: v = 1u; break; case 1u: v = 1u; break; default: v = 1u; } set(v);'
is_none nested 'if (r == 1u) { if (r < 5u) v = 3u; else v = 4u; } set(1u);'
is_none decided 'if (r == r) set(1u); else set(2u);'
is_none behind-the-join 'if (r == 1u) v = 7u; set(1u); barrier();'
is_none copied-of-copy 'uint k = one + 1u, m; if (r == 1u) { m = k; v = m; } else v = k; set(v);'
is_none from-either 'if (r == 1u) atomicStore(other[0], one + 1u, gl_ScopeDevice, 0, 0); else atomicStore(other[0], one + 1u, gl_ScopeDevice, 0, 0); set(1u);'
in_doubt set-on-the-other-way 'uint q = one + 1u, k = one + 2u; if (r == 1u) { k = q; v = q; } else { v = k; } set(v);'
in_doubt computed-on-one-way 'uint k = one + 1u; if (r == 1u) v = k; else v = k + 1u; set(v);'
in_doubt computed-on-both-ways 'uint k = one + 2u; if (r == 1u) v = k / 2u; else v = k / 3u; set(v);'
in_doubt set-on-some-way 'uint q = one + 1u, k = one + 2u; if (r == 1u) { if (one == 0u) k = q; v = k; } else v = k; set(v);'
counts set-before 'bool c = r == 1u; if (one == 0u) v = 2u; else v = 1u; if (c) v = 1u; set(v);'
in_doubt cut-off-on-one-way 'uint k = one + 257u; if (r == 1u) v = uint(uint8_t(k)); else v = k; set(v);'
in_doubt the-other-way-round 'if (r == 1u) v = r; else v = 1u; set(v);'
in_doubt assigned-on-the-ways 'uint q = one + 1u, k = one + 2u; if (r == 1u) { v = q; atomicStore(y, v, gl_ScopeDevice, 0, 0); } else { v = k; atomicStore(y, v, gl_ScopeDevice, 0, 0); }'
counts fence-first 'if (r == 1u) { memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); set(1u); } else set(1u);'
counts waits-on-one-way 'if (r == 1u) barrier(); set(1u);'
counts asks-others-on-one-way 'if (r == 1u) v = subgroupAdd(1u); set(1u);'
in_doubt another-way-first 'if (r == 1u) { atomicStore(z, 1u, gl_ScopeDevice, 0, 0); set(1u); } else set(1u);'
counts another-order 'if (r == 1u) set(1u); else atomicStore(y, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);'
counts another-place 'if (r == 1u) set(1u); else atomicStore(z, 1u, gl_ScopeDevice, 0, 0);'
counts way 'if (r == 1u) set(1u);'
counts phi-of-two 'if (r == 1u) v = 1u; set(v);'
is_none set-again 'v = 1u; if (r == 1u) v = 1u; set(v);'
counts other-way 'if (r == 1u) set(1u); else set(2u);'
counts one-way 'if (r == 1u) v = 1u; else v = r; set(v);'
counts inner 'if (r == 1u) { if (v == 0u) v = 1u; } set(v);'
in_doubt farther-inner 'if (r == 1u) { if (one == 0u) v = 1u; } set(v);'
counts left 'if (r != 1u) return; set(1u);'
# three ways and more, ways within ways, and what comes second on all of them
is_none three-ways 'switch (r) { case 0u: set(1u); break; case 1u: set(1u); break; default: set(1u); }'
is_none falls-through 'switch (r) { case 0u: case 1u: set(1u); break; default: set(1u); }'
is_none ways-within 'if (r < 5u) { if (r == 1u) set(1u); else set(1u); } else set(1u);'
is_none second 'if (r == 1u) { atomicStore(z, 1u, gl_ScopeDevice, 0, 0); set(1u); } else { atomicStore(z, 1u, gl_ScopeDevice, 0, 0); set(1u); }'
is_none added 'if (r == 1u) atomicAdd(y, 1u, gl_ScopeDevice, 0, 0); else atomicAdd(y, 1u, gl_ScopeDevice, 0, 0);'
is_none released 'if (r == 1u) { memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); set(1u); } else { memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); set(1u); }'
counts three-ways-two-values 'switch (r) { case 0u: set(1u); break; case 1u: set(1u); break; default: set(2u); }'
counts added-twice 'if (r == 1u) { atomicAdd(z, 1u, gl_ScopeDevice, 0, 0); atomicAdd(y, 1u, gl_ScopeDevice, 0, 0); } else atomicAdd(z, 1u, gl_ScopeDevice, 0, 0);'
counts added-otherwise 'if (r == 1u) atomicOr(y, 1u, gl_ScopeDevice, 0, 0); else atomicAdd(y, 1u, gl_ScopeDevice, 0, 0);'
in_doubt twice-on-one-way 'set(0xffffffffu); if (r == 1u) { if (r - r == 0u) atomicAdd(y, 1u, gl_ScopeDevice, 0, 0); atomicAdd(y, 1u, gl_ScopeDevice, 0, 0); } else atomicAdd(y, 1u, gl_ScopeDevice, 0, 0);'
counts one-way-twice 'if (r == 1u) { set(2u); set(1u); } else set(2u);'
in_doubt other-order 'if (r == 1u) { set(1u); atomicStore(z, 1u, gl_ScopeDevice, 0, 0); } else { atomicStore(z, 1u, gl_ScopeDevice, 0, 0); set(1u); }'
in_doubt look-first 'if (r == 1u) { v = atomicLoad(z, gl_ScopeDevice, 0, 0); set(1u); } else set(1u);'
counts acquire-first 'if (r == 1u) { v = atomicLoad(z, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); set(1u); } else set(1u);'
in_doubt same-by-the-way 'if (r == 1u) set(r); else set(1u);'
# one way after the other
in_doubt one-or-the-other 'if (r < 2u) v = 1u; if (r >= 2u) v = 1u; set(v);'
in_doubt set-over-again 'if (r == 1u) v = 1u; else if (one == 0u) v = 2u; else v = 3u; if (r != 1u) v = 1u; set(v);'
in_doubt never-to-seven 'if (r < 2u) { if (r > 5u) v = 7u; else v = 1u; } else v = 1u; set(v);'
in_doubt made-equal 'if (r == 1u) v = 4u; else v = 5u; set(v / 3u);'
counts not-made-equal 'if (r == 1u) v = 4u; else v = 6u; set(v / 3u);'
counts set-later 'if (r == 1u) v = 1u; else v = 2u; if (one == 1u) v = 5u; set(v);'
counts kept-on-one-way 'v = one + 3u; if (r == 1u) v = 1u; set(v);'
in_doubt fifth-variable 'uint a = one, b = one, c = one, d = one, e = one + 1u; if (r == 1u) { a = 7u; b = 7u; c = 7u; d = 7u; e = 1u; } atomicStore(other[0], a + b + c + d, gl_ScopeDevice, 0, 0); set(e);'
# a loop without an event: perhaps it does not end
in_doubt search 'for (uint k = 0u; k < 3u; k++) { if (r == k) break; } set(1u);'
in_doubt rounds 'for (uint k = 0u; k < (r & 1u); k++) v++; set(1u);'
in_doubt counted-rounds 'for (uint k = 0u; k < (r & 1u); k++) v++; set(v);'
shader many-rounds 'for (uint k = 0u; k < 9u; k++) { if (r == k) v++; else v += 2u; if (r == k + 20u) break; } set(1u);'
expect 6 'unknown: what an operation does is taken to depend' "$work/many-rounds.spv" --groups 2 # more branches than are looked ahead at
counts reads-in-rounds 'for (uint k = 0u; k < (r & 1u); k++) v += atomicLoad(z, gl_ScopeDevice, 0, 0); set(1u);'
# what is undefined where it is not used
shader component 'uvec2 w = uvec2(1u, 1u); set(w[r & 1u]);'
expect 6 'unknown: what an operation does is taken to depend' "$work/component.spv" --groups 2
counts other-component 'uvec2 w = uvec2(2u, 1u); set(w[r & 1u]);'
# more steps than a trial takes: v is 0 in the end
in_doubt long 'v = r; for (uint k = 0u; k < 40u; k++) v = (v ^ (v >> 3)) * 5u + v * v; set((v * v + v) % 2u + 1u);'
# the outcome of a compare-exchange
counts exchanged 'v = atomicCompSwap(z, 0u, r, gl_ScopeDevice, 0, 0, 0, 0); set(1u - v);'

# of these the translation shows that nothing depends, and nothing here does
for value in 'bitfieldInsert(r, 1u, 0, 32)' 'bitfieldInsert(r, 1u, 0, 4) & 15u'; do
    shader taken-for-none "set($value);"
    expect 6 'unknown: what an operation does is taken to depend' "$work/taken-for-none.spv" --groups 2
    expect 1 'nothing is asked: data race' "$work/taken-for-none.spv" --groups 2 --translate
    grep -q '^  taken for granted: what an operation does depends on no value that is read: OpAtomicStore' "$work/out" ||
        fail "$value: the translation does not tell what it takes for granted: $(cat "$work/out")"
done

shader waits 'while (r != 1u) r = get_x(); set(1u);'
expect 1 'endless loop: a thread goes round for ever' "$work/waits.spv" --groups 2 # nobody ends it


# a way without an instruction: v is 2 before
printf '%s\n' 'Vulkan sides' '{ x=0; y=0; }' ' P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;' ' ld.atom.dv.sc0 r, x | ld.atom.dv.sc0 r, y ;' \
    ' mov v, 2 | st.atom.dv.sc0 x, r ;' ' bne r, 1, J | ;' ' mov v, 1 | ;' ' J: | ;' ' st.atom.dv.sc0 y, v | ;' 'exists (P0:r == 1 /\ P1:r == 1)' >"$work/sides.litmus"
expect 1 'the condition does not hold' "$work/sides.litmus"
sed 's/mov v, 2/mov v, 1/; s/^ mov v, 1 | ;/ mov v, 3 | ;\n&/' "$work/sides.litmus" >"$work/alike.litmus"
expect 0 'the condition holds' "$work/alike.litmus"

# what cannot be seen to be nothing, or something
in_doubt sum-of-bits 'set(1u + (r & 5u) + (r & 10u) - (r & 15u));'
in_doubt condition-of-bits 'if ((r & 5u) + (r & 10u) - (r & 15u) == 0u) v = 1u; else v = 2u; set(v);'
# constants on ways that other branches never lead to
in_doubt never-after 'if (r == 1u) { v = 1u; if (one == 7u) v = 2u; } else v = 1u; set(v);'
in_doubt never-before 'if (r == 1u) v = 1u; else { v = 1u; if (one == 7u) v = 2u; } set(v);'
is_none overwritten 'if (r == 1u) { v = one; atomicStore(other[0], v, gl_ScopeDevice, 0, 0); v = 1u; } else v = 1u; set(v);'
counts cases 'switch (r) { case 0u: v = 2u; break; case 1u: v = 1u; break; default: v = 3u; } set(v);'
# what only a NaN, an infinity, the sign of a zero or a division by 0 tells from nothing: a compiler of shaders may do without
in_doubt float-zero 'set(floatBitsToUint(uintBitsToFloat(r) * 0.0) + 1u);'
in_doubt float-difference 'float f = uintBitsToFloat(r); set(floatBitsToUint(f - f) + 1u);'
in_doubt float-equal 'float f = uintBitsToFloat(r); set(f == f ? 1u : 0u);'
in_doubt float-of-integer 'float f = float(r); set(uint(f * 0.0) + 1u);'
counts float-sum 'set(uint(float(r) + 0.5));'
counts float-bits 'set(uint(uintBitsToFloat(r | 0x3f800000u) + 0.5) & r);'
counts shifted-by 'set((1u << r) >> 1);'
for value in 'r % r + 1u' 'r / r'; do # where y is 0 it has no value, which is told; where it is not, it is 1
    shader by-zero "set($value);"
    expect 1 'some execution reads undef' "$work/by-zero.spv" --groups 2
    expect 1 'unknown: what an operation does is taken to depend on a value that is read' "$work/by-zero.spv" --groups 2
done

# values that nothing has set: whoever branches on one that was stored, or goes to an address of it, is told
# undefined WHAT NAME VALUE USE: one workgroup stores the value, the other uses v, which it has read
undefined() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 1) in;' \
        'layout(binding = 1) buffer F { uint x, y, z, other[2]; };' \
        "void main() { if (gl_WorkGroupID.x == 0u) { uint u, p[2]; if (y == 1u) u = 1u; atomicStore(x, $3, gl_ScopeDevice, 0, 0); }" \
        "    else { uint v = atomicLoad(x, gl_ScopeDevice, 0, 0); $4 } }" >"$work/$2.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$2.comp" -o "$work/$2.spv" >"$work/out" 2>&1 || fail "$2 does not compile: $(cat "$work/out")"
    expect 1 "undefined behaviour that is no matter of memory order: $1" "$work/$2.spv" --groups 2
    expect 1 'nothing is asked: undefined behaviour' "$work/$2.spv" --groups 2 --translate
}
undefined 'a branch on an undefined value' unset u 'if (v == 5u) other[0] = 1u;'
undefined 'a branch on an undefined value' sum 'u + 1u' 'switch (v) { case 1u: other[0] = 1u; break; case 2u: other[1] = 1u; }'
undefined 'a branch on an undefined value' element 'p[1]' 'while (v == 3u) v++;'
undefined 'a branch on an undefined value' quotient '7u / y' 'if (v == 5u) other[0] = 1u;'
undefined 'an access through an undefined address' index u 'other[v & 1u] = 2u;'
undefined 'a compare-exchange with an undefined value' comparator u 'atomicCompSwap(y, v + 1u, 5u, gl_ScopeDevice, 0, 0, 0, 0);'
# what is stored and only passed on decides nothing
sed 's/if (v == 5u) other\[0\] = 1u;/other[0] = v;/' "$work/unset.comp" >"$work/passed.comp"
glslangValidator -V --target-env vulkan1.3 "$work/passed.comp" -o "$work/passed.spv" >"$work/out" || fail 'passed.comp does not compile'
"$tool" litmus "$work/passed.spv" --groups 2 >"$work/out"
! grep -q 'undefined behaviour' "$work/out" || fail 'an undefined value that is only passed on is a fault'

# writes of mixed scopes that come about only if a thread foresees what it reads, in vain, keep no translation from being judged
cat >"$work/foreseen.litmus" <<'T'
Vulkan foreseen
{ y=0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 ld.atom.dv.sc0 r0, y | rmw.atom.dv.sc0.add r0, y, 1 ;
 bne r0, 2, E | bne r0, 2, E ;
 st.atom.sg.sc0 y, 1 | st.atom.dv.sc0 y, 2 ;
 E: | E: ;
exists (y == 1)
T
expect 0 'sound and tight' "$work/foreseen.litmus" --translate

# a thread that an undefined value has led into a loop without an end keeps that fault
cat >"$work/astray.ll" <<'END'
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"
@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4
define void @P0() {
  store i32 1, ptr addrspace(1) @x, align 4
  ret void
}
define void @P1() {
  %r = load i32, ptr addrspace(1) @x, align 4
  %c = icmp eq i32 %r, 1
  br i1 %c, label %one, label %other
one:
  %v = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  br label %one
other:
  %w = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  br label %other
}
END
expect 1 'a branch on an undefined value' "$work/astray.ll"
! grep -q 'endless loop' "$work/out" || fail 'a thread that is led astray counts as one that goes round for ever'

[ $failures = 0 ] && echo 'litmus dependencies: all as expected'
[ $failures = 0 ]
