#!/bin/bash
# Which dependencies count. Two workgroups load and store crosswise (load buffering): whether both may read 1 is told by a data race behind that. A value,
# a way or an address that another value read would not change is no dependency, for a compiler neither. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME BODY: of the first workgroup, which has read r from x and is to store 1 to y
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 1) in;' \
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
    expect 0 'nothing is asked: data race' "$work/$1.spv" --groups 2 --translate
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
    expect 6 'unknown: what line [0-9]* does is taken to depend on a value that is read, which is not certain: OpAtomicStore' "$work/$1.spv" --groups 2
    expect 0 'sound and tight' "$work/$1.spv" --groups 2 --translate
    grep -q '^  taken for granted: what line [0-9]* does depends on a value that is read: OpAtomicStore' "$work/out" ||
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
counts value 'set(r);'
counts sum 'set(r + r - 1u);'
counts doubled 'set(2u * r - r);'
counts bit 'set(r & 1u);'
counts comparison 'set(r == 1u ? 1u : 0u);'
counts inverse 'set(~r & 1u ^ 1u);'

# ways
is_none joined 'if (r == 1u) v = 7u; set(1u);'
is_none phi 'v = r == 1u ? 1u : 1u; set(v);'
is_none copied 'uint k = one + 1u; if (r == 1u) v = k; else v = k; set(v);'
is_none either 'if (r == 1u) set(1u); else set(1u);'
is_none switched 'switch (r) { case 0u: v = 1u; break; case 1u: v = 1u; break; default: v = 1u; } set(v);'
is_none nested 'if (r == 1u) { if (r < 5u) v = 3u; else v = 4u; } set(1u);'
is_none decided 'if (r == r) set(1u); else set(2u);'
counts way 'if (r == 1u) set(1u);'
counts phi-of-two 'if (r == 1u) v = 1u; set(v);'
is_none set-again 'v = 1u; if (r == 1u) v = 1u; set(v);'
counts other-way 'if (r == 1u) set(1u); else set(2u);'
in_doubt one-way 'if (r == 1u) v = 1u; else v = r; set(v);'
counts inner 'if (r == 1u) { if (v == 0u) v = 1u; } set(v);'
in_doubt farther-inner 'if (r == 1u) { if (one == 0u) v = 1u; } set(v);'
counts left 'if (r != 1u) return; set(1u);'
shader waits 'while (r != 1u) r = get_x(); set(1u);'
expect 6 'data race unknown' "$work/waits.spv" --groups 2 # nobody ends it: it is followed up to the bound, and no race is found


# what cannot be seen to be nothing, or something
in_doubt sum-of-bits 'set(1u + (r & 5u) + (r & 10u) - (r & 15u));'
in_doubt condition-of-bits 'if ((r & 5u) + (r & 10u) - (r & 15u) == 0u) v = 1u; else v = 2u; set(v);'
# constants on ways that other branches never lead to
in_doubt never-after 'if (r == 1u) { v = 1u; if (one == 7u) v = 2u; } else v = 1u; set(v);'
in_doubt never-before 'if (r == 1u) v = 1u; else { v = 1u; if (one == 7u) v = 2u; } set(v);'
is_none overwritten 'if (r == 1u) { v = 2u; v = 1u; } else { v = 3u; v = 1u; } set(v);'
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
    expect 1 'unknown: what line [0-9]* does is taken to depend on a value that is read' "$work/by-zero.spv" --groups 2
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
    expect 0 'nothing is asked: undefined behaviour' "$work/$2.spv" --groups 2 --translate
}
undefined 'a branch on an undefined value' unset u 'if (v == 5u) other[0] = 1u;'
undefined 'a branch on an undefined value' sum 'u + 1u' 'switch (v) { case 1u: other[0] = 1u; break; case 2u: other[1] = 1u; }'
undefined 'a branch on an undefined value' element 'p[1]' 'while (v == 3u) v++;'
undefined 'an access through an undefined address' index u 'other[v & 1u] = 2u;'
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
