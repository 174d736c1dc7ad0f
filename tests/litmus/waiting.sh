#!/bin/bash
# Threads that wait. The rounds of a loop that do nothing are left out, but what a round accesses is not: a race or an undefined read in it is found.
# A round whose read-modify-write writes what it has read does nothing either. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME BODY [GLOBALS [SIZE]]: of workgroups that share data (which is not atomic), f, x and y
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' \
        '#extension GL_KHR_shader_subgroup_arithmetic : require' '#pragma use_vulkan_memory_model' \
        "layout(local_size_x = ${4:-1}) in;" '#define DEV gl_ScopeDevice' '#define WG gl_ScopeWorkgroup' \
        '#define BUFFER gl_StorageSemanticsBuffer' '#define SHARED gl_StorageSemanticsShared' \
        '#define ACQ gl_SemanticsAcquire | gl_SemanticsMakeVisible' '#define REL gl_SemanticsRelease | gl_SemanticsMakeAvailable' \
        'layout(binding = 0) nonprivate buffer D { uint data; uint other; };' 'layout(binding = 1) buffer F { uint f, x, y; };' "${3-}" \
        'uint get() { return atomicLoad(f, DEV, BUFFER, ACQ); }' 'void set(uint v) { atomicStore(f, v, DEV, BUFFER, REL); }' \
        'uint relaxed() { return atomicLoad(x, DEV, 0, 0); }' 'void go() { atomicStore(x, 1u, DEV, 0, 0); }' \
        "void main() { uint me = gl_WorkGroupID.x, i = gl_LocalInvocationIndex; $2 }" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 ||
        fail "$1 does not compile: $(cat "$work/out")"
}
# asks NAME GROUPS STATUS VERDICT
asks() {
    expect "$3" ": $4$" "$work/$1.spv" --groups "$2"
    [ "$4" = 'no data race' ] && grep '^[^ ]' "$work/out" | grep -v "$4" >/dev/null && fail "$1: more than $4: $(cat "$work/out")"
}

# ---- what a round accesses ----
writer='if (me == 0u) { data = 7u; set(1u); }'
shader reads "$writer else { uint d; do { d = data; } while (get() == 0u); }"
asks reads 2 1 'data race'
shader behind "$writer else { uint k, d; do { k = get(); d = data; } while (k == 0u); other = d; }"
asks behind 2 1 'data race'
shader breaks "$writer else { while (get() == 0u) { if (data == 9u) break; } }"
asks breaks 2 1 'data race'
shader ordered "$writer else { while (get() == 0u) { if (other == 9u) break; } if (get() == 1u) other = data; }"
asks ordered 2 0 'no data race'
shader inner "$writer else { do { while (get() == 0u) { if (data == 9u) return; } } while (relaxed() != 0u); }"
asks inner 2 1 'data race'
shader outer "$writer else { for (;;) { bool done = true; for (uint k = 0u; k < 2u; k++) { if (k == 1u && data == 9u) return; if (get() == 0u) done = false; } if (done) break; } }"
asks outer 2 1 'data race'
shader around 'if (me == 0u) { set(1u); data = 7u; go(); } else { while (get() != 1u); do { if (data == 9u) return; while (atomicLoad(y, DEV, 0, 0) == 1u); } while (atomicLoad(x, DEV, BUFFER, ACQ) == 0u); }'
asks around 2 1 'data race'
shader exchange "$writer else { uint d = 0u; while (atomicCompSwap(f, 1u, 2u, DEV, BUFFER, ACQ, 0, 0) != 1u) { d = data; if (d > 100u) break; } }"
asks exchange 2 1 'data race'
shader narrow 'if (me == 0u) { atomicAdd(y, 1u, WG, 0, 0); set(1u); } else { while (get() == 0u) atomicLoad(y, WG, 0, 0); }'
asks narrow 2 1 'data race'
shader image 'if (me == 0u) { imageStore(im, ivec2(0), uvec4(7u)); set(1u); } else { while (get() == 0u) { if (imageLoad(im, ivec2(0)).x == 9u) break; } }' \
    'layout(binding = 3, r32ui) nonprivate uniform uimage2D im;'
asks image 2 1 'data race'
shader shared 'if (i == 0u) s = 0u; barrier(); if (i == 0u) { s = 7u; set(1u); } else { while (get() == 0u) { if (s == 9u) break; } }' 'shared uint s;' 2
asks shared 1 1 'data race'
# loops that nothing in them ends: what was read before decides that the thread is in one
gone() { # NAME BODY [GLOBALS [SIZE]]: the race before the loop, and the loop itself
    shader "gone-$1" "$2" "${3-}" "${4-1}"
    asks "gone-$1" 2 1 'data race'
    asks "gone-$1" 2 1 'endless loop: a thread goes round for ever'
}
gone load "$writer else { uint q = get(); other = data; if (q != 1u) for (;;); }"
gone reading "$writer else { uint q = get(); other = data; if (q != 1u) for (;;) relaxed(); }"
gone condition "$writer else { uint q = get(), p; other = data; do p = relaxed(); while (q * (p + 1u) == 0u && q == 0u); }"
gone exchange "$writer else { uint q = atomicCompSwap(f, 1u, 2u, DEV, BUFFER, ACQ, BUFFER, ACQ); other = data; if (q != 1u) for (;;); }"
gone added "$writer else { uint q = atomicAdd(f, 2u, DEV, BUFFER, ACQ); other = data; if (q == 0u) for (;;); }"
gone around "$writer else { for (;;) { uint q = get(); other = data; if (q == 0u) for (;;); if (q == 1u) break; } }"
gone waiting "$writer else { while (relaxed() == 7u); uint q = get(); other = data; if (q == 0u) for (;;); }"
# the race is in the loop, and before it nothing is to be seen
gone inside 'if (me == 0u) data = 7u; else { uint q = get(); while (q == 0u) { if (data == 9u) return; } }'
# without a race the loop is one all the same
shader gone-only 'if (me == 0u) set(1u); else { uint q = get(); if (q == 0u) for (;;); }'
expect 1 'gone-only.spv: endless loop: a thread goes round for ever$' "$work/gone-only.spv" --groups 2
for name in load reading condition exchange added around waiting inside; do
    "$tool" litmus "$work/gone-$name.spv" --groups 2 --translate >"$work/out" 2>&1
    grep -q 'data race$' "$work/out" || fail "gone-$name: what has a race is judged: $(cat "$work/out")"
done
# the write comes only after the thread that waits has gone on
shader later 'if (me == 0u) { while (get() == 0u) { if (data == 9u) return; } go(); } else if (me == 1u) { while (relaxed() == 0u); data = 7u; } else set(1u);'
asks later 3 1 'data race'
# a round in which others of the subgroup get a value is not nothing, though this thread is as before
shader subgroup 'if (me == 0u) go(); else { uint n = 0u, v; do { v = subgroupAdd(relaxed()); if (i == 1u) n++; } while (v == 0u); if (i == 1u) other = n; }' '' 2
expect 6 '\[1\] = 2$' "$work/subgroup.spv" --groups 2 --local 2 --outcomes
# both accesses are in rounds of threads that wait
shader both 'if (me == 0u) { while (get() == 0u) atomicOr(y, 0u, WG, 0, 0); } else if (me == 1u) { while (relaxed() == 0u) atomicLoad(y, WG, 0, 0); } else { go(); set(1u); }'
asks both 3 1 'data race'
# a thread that waits for ever has read what it waits for
shader forever 'if (me == 0u) { while (get() == 0u) { if (data == 9u) return; } } else data = 7u;'
asks forever 2 1 'data race'
shader unwritten 'if (i == 0u) set(1u); else for (;;) { if (get() == 1u) break; uint d = s; }' 'shared uint s;' 2
asks unwritten 1 1 'some execution reads undef'
# no execution stands at the end: the writes of x have no order, as the second is in scope of one other alone
shader unordered 'if (i == 0u) { data = 7u; go(); } else if (i == 1u) { while (atomicCompSwap(x, 1u, 1u, DEV, 0, 0, 0, 0) != 1u); atomicStore(x, 3u, gl_ScopeSubgroup, 0, 0); } else { while (relaxed() == 0u); data = 8u; }' '' 3
expect 1 ': data race$' "$work/unordered.spv" --groups 1 --subgroup 1
# the acquire does something
expect 1 'data race; no set of' "$work/breaks.spv" --groups 2 --suggest

# ---- the same in other languages ----
cat >"$work/breaks.litmus" <<'T'
Vulkan breaks
{ data=0; f=0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 st.nonpriv.sc0 data, 7 | L: ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | ld.atom.acq.dv.sc0.semsc0.semvis r0, f ;
 | ld.nonpriv.sc0 r1, data ;
 | beq r0, 0, L ;
exists (f = 1)
T
expect 1 'data race$' "$work/breaks.litmus"
for order in acq.dv dv; do
    visible=.semsc0.semvis
    [ $order = acq.dv ] || visible=
    cat >"$work/holds-$order.litmus" <<T
Vulkan holds
{ d=5; e=0; f=0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 st.nonpriv.sc0 e, 7 | ld.nonpriv.sc0 r3, d ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | L: ;
 | ld.atom.$order.sc0$visible r0, f ;
 | beq r0, 0, D ;
 | ld.nonpriv.sc0 r1, e ;
 | add r3, r3, r1 ;
 | D: ;
 | beq r0, 0, L ;
exists (P1:r3 == 12)
T
done
expect 0 'holds-acq.dv.litmus: the condition holds; no data race$' "$work/holds-acq.dv.litmus"
expect 1 'holds-dv.litmus: the condition holds; data race$' "$work/holds-dv.litmus"
cat >"$work/alias.litmus" <<'T'
Vulkan alias
{ x=0; f=0; a aliases x; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 st.atom.dv.sc0 x, 7 | L: ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | ld.atom.acq.dv.sc0.semsc0.semvis r0, f ;
 | bne r0, 0, D ;
 | ld.atom.dv.sc0 r1, a ;
 | goto L ;
 | D: ;
exists (f = 1)
T
expect 1 'data race$' "$work/alias.litmus"
cat >"$work/breaks.ll" <<'T'
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1
; @Exists: f = 1
target triple = "amdgcn-amd-amdhsa"
@data = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4
define void @P0() {
  store i32 7, ptr addrspace(1) @data, align 4
  store atomic i32 1, ptr addrspace(1) @f syncscope("agent") release, align 4
  ret void
}
define void @P1() {
entry:
  br label %s
s:
  %k = load atomic i32, ptr addrspace(1) @f syncscope("agent") acquire, align 4
  %d = load i32, ptr addrspace(1) @data, align 4
  %c = icmp eq i32 %k, 0
  br i1 %c, label %s, label %d0
d0:
  ret void
}
T
expect 1 'data race$' "$work/breaks.ll"

# ---- rounds that write what they have read ----
# lock NAME WAIT FREE: two and three threads, of which one at a time is in
lock() {
    shader "$1" "$2 data = data + 1u; $3"
    asks "$1" 2 0 'no data race'
    asks "$1" 3 0 'no data race'
}
lock exchanged 'while (atomicExchange(f, 1u, DEV, BUFFER, ACQ) != 0u);' 'set(0u);'
lock released 'while (atomicExchange(f, 1u, DEV, BUFFER, gl_SemanticsAcquireRelease | gl_SemanticsMakeVisible | gl_SemanticsMakeAvailable) != 0u);' 'atomicExchange(f, 0u, DEV, BUFFER, REL);'
lock tested 'while (get() == 1u || atomicExchange(f, 1u, DEV, BUFFER, ACQ) == 1u);' 'set(0u);'
lock or 'while ((atomicOr(f, 1u, DEV, BUFFER, ACQ) & 1u) == 1u);' 'atomicAnd(f, 0u, DEV, BUFFER, REL);'
lock maximum 'while (atomicMax(f, 1u, DEV, BUFFER, ACQ) == 1u);' 'set(0u);'
# spins NAME READ: a message, with a flag that is read so
spins() {
    shader "$1" "if (me == 0u) { data = 7u; set(1u); } else { while ($2 == 0u); other = data; }"
    asks "$1" 2 0 'no data race'
    shader "$1-never" "if (me == 0u) { data = 7u; set(1u); } else { while ($2 != 2u); other = data; }"
    asks "$1-never" 2 1 'endless loop: a thread goes round for ever'
    shader "$1-relaxed" "if (me == 0u) { data = 7u; set(1u); } else { while (${2//BUFFER, ACQ/0, 0} == 0u); other = data; }"
    asks "$1-relaxed" 2 1 'data race'
}
spins add 'atomicAdd(f, 0u, DEV, BUFFER, ACQ)'
# two threads wait for ever so, each of whose read-modify-writes has read the other's
shader two 'if (me == 0u) data = 7u; else for (;;) { if (atomicAdd(f, 0u, DEV, BUFFER, ACQ) != 0u || data == 9u) break; }'
asks two 3 1 'data race'
spins or-nothing 'atomicOr(f, 0u, DEV, BUFFER, ACQ)'
spins swap 'atomicCompSwap(f, 0u, 0u, DEV, BUFFER, ACQ, BUFFER, ACQ)'
# ---- what a thread holds while it waits ----
# The sum of what it has added so far is not known yet, and ways of a branch that leave it as it is come together in the round.
status='layout(binding = 3) buffer S { uint st[4]; }; layout(binding = 4) nonprivate buffer V { uint part[4]; uint whole[4]; };
uint state(int k) { return atomicLoad(st[k], DEV, BUFFER, ACQ); } void say(uint v) { atomicStore(st[gl_WorkGroupID.x], v, DEV, BUFFER, REL); }'
# back NAME LOOP [BEFORE]: a look-back; each waits for the workgroups before it
back() {
    shader "back-$1" "int n = int(me); uint sum = 0u; ${3-part[n] = me + 1u; say(1u);} $2 whole[n] = sum; say(2u);" "$status"
}
both='uint s = state(j); if (s == 2u) { sum += whole[j]; break; } else if (s == 1u) { sum += part[j]; j--; }'
back for "for (int j = n - 1; j >= 0;) { $both }"
back while "int j = n - 1; while (j >= 0) { uint s = state(j); switch (s) { case 2u: sum ^= whole[j]; j = -1; break; case 1u: sum ^= part[j]; j--; break; default: break; } }"
back chosen "int j = n - 1; while (j >= 0) { uint s = state(j); if (s != 0u) sum = 3u * sum + (s == 2u ? whole[j] : part[j]); j = s == 2u ? -1 : s == 1u ? j - 1 : j; }"
for name in for while chosen; do
    asks back-$name 3 0 'no data race'
done
# what is read in vain, without an acquire, before the status says so, or written after it
back early "for (int j = n - 1; j >= 0;) { uint s = state(j), p = part[j]; if (s == 2u) { sum += whole[j]; break; } else if (s == 1u) { sum += p; j--; } }"
back relaxed "for (int j = n - 1; j >= 0;) { ${both/state(j)/atomicLoad(st[j], DEV, 0, 0)} }"
back late "for (int j = n - 1; j >= 0;) { $both }" 'say(1u); part[n] = me + 1u;'
back vain "for (int j = n - 1; j >= 0;) { ${both/\} else/\} else if (s == 0u) { if (part[j] == 9u) break; \} else} }"
for name in early relaxed late vain; do
    asks back-$name 3 1 'data race'
done
# one that is never told goes round for ever
back never "for (int j = n - 1; j >= 0;) { $both }" 'part[n] = me + 1u; if (n == 1) return; say(1u);'
expect 1 'back-never.spv: endless loop: a thread goes round for ever$' "$work/back-never.spv" --groups 3

# what a silent write releases can be read from another, which releases nothing
shader handed 'if (me == 0u) { data = 7u; while (atomicOr(f, 0u, DEV, BUFFER, gl_SemanticsAcquireRelease | gl_SemanticsMakeVisible | gl_SemanticsMakeAvailable) == 0u); } else { if (get() == 0u) data = 8u; set(1u); }'
asks handed 2 1 'data race'
shader mixed 'while (atomicExchange(f, 1u, WG, BUFFER, ACQ) != 0u); data = data + 1u; set(0u);'
asks mixed 2 1 'data race'
shader named 'while (atomicExchange(f, me + 1u, DEV, BUFFER, ACQ) != 0u); data = data + 1u; set(0u);'
asks named 2 0 'no data race'
shader counted 'if (me == 0u) { data = 7u; set(1u); } else { while (get() == 0u) atomicAdd(y, 1u, DEV, 0, 0); other = data; }'
asks counted 2 0 'no data race'
expect 6 'counted.spv: unknown: a loop goes round more often than the bound' "$work/counted.spv" --groups 2 --outcomes
# ---- rounds that are counted ----
# counts NAME STATUS VERDICT ROUND [AFTER]: a message; what is done while it has not come, and behind it
counts() {
    shader "counts-$1" "if (me == 0u) { data = 7u; set(1u); } else { uint n = 0u, k = 1u; while (get() == 0u) { $4 } ${5-other = data;} }"
    asks "counts-$1" 2 "$2" "$3"
}
counts twice 0 'no data race' 'n += k; k = 2u * n;'
counts stored 0 'no data race' 'n++;' 'other = n + data;'
expect 6 'counts-stored.spv: unknown: a loop goes round more often than the bound' "$work/counts-stored.spv" --groups 2 --outcomes
counts added 0 'no data race' 'n++;' 'atomicAdd(y, n, DEV, 0, 0); other = data;'
counts beats 0 'no data race' 'atomicStore(y, ++n, DEV, 0, 0);'
counts plainly 0 'no data race' 'other = ++n;'
counts relaxed 1 'data race' 'n++; if (relaxed() == 0u) break;'
counts before 1 'data race' 'n++; data = 8u;'
counts by 6 'data race unknown' 'n++;' 'if (n == 9u) other = data;'
shader counts-told 'if (me == 0u) { set(1u); other = 1u; } else { uint n = 0u; while (get() == 0u) n++; if (n == 2u) other = 4u; }'
asks counts-told 2 1 'data race'
# each beats, and writes data
shader beats 'if (me == 2u) set(1u); else { while (get() == 0u) other = me; }'
asks beats 3 1 'data race'
# a beat that another waits for, by its value, is something that is done
shader heard 'if (me == 0u) { uint n = 0u; while (get() == 0u) atomicStore(x, ++n, DEV, 0, 0); other = 1u; } else { while (relaxed() < 2u); set(1u); other = 2u; }'
asks heard 2 1 'data race'
shader counts-never 'if (me == 0u) { other = 1u; uint n = 0u; while (get() == 0u) { n++; atomicAdd(y, n, DEV, 0, 0); } data = n; } else if (me == 1u) atomicAdd(y, 5u, DEV, 0, 0);'
expect 1 'counts-never.spv: endless loop: a thread goes round for ever$' "$work/counts-never.spv" --groups 2
grep -q 'no data race$' "$work/out" || fail "counts-never: $(cat "$work/out")"
shader counts-crossed 'uint n = 0u; if (me == 0u) { while (get() == 0u) atomicAdd(y, ++n, DEV, 0, 0); } else { while (relaxed() == 0u) atomicAdd(y, ++n, DEV, 0, 0); }'
expect 1 'counts-crossed.spv: endless loop: a thread goes round for ever$' "$work/counts-crossed.spv" --groups 2
! grep -q deadlock "$work/out" || fail 'a beat is taken for what is waited for'
# a pause between two tries, that becomes longer: pauses NAME STATUS VERDICT PAUSE LONGER [ACQUIRE]
pauses() {
    shader "pauses-$1" "uint k = 1u; for (;;) { if (atomicCompSwap(f, 0u, 1u, DEV, BUFFER, ${6-ACQ}, 0, 0) == 0u) { data = data + 1u; set(0u); break; } $4 $5 }"
    asks "pauses-$1" 2 "$2" "$3"
}
pauses up 0 'no data race' 'for (uint q = 0u; q < k; q++);' 'k = min(k * 2u, 1024u);'
pauses down 0 'no data race' 'int q = int(k); while (q-- > 0) ;' 'k++;'
pauses chosen 0 'no data race' 'for (uint q = 0u; q < k; q++);' 'if (k < 1000u) k *= 2u; else k = 3u;'
pauses told 6 'data race unknown' 'for (uint q = 0u; q < k; q++);' 'if (k < 100u) k *= 2u; else other = me;'
pauses relaxed 1 'data race' 'for (uint q = 0u; q < k; q++);' 'k = min(k * 2u, 1024u);' 0
pauses looks 1 'data race' 'for (uint q = 0u; q < k; q++) if (data == 77u) break;' 'k = min(k * 2u, 1024u);'
pauses nested 0 'no data race' 'for (uint q = 0u; q < k; q++);' 'if (k < 10u) { if (k < 3u) k = 3u; else k *= 2u; } else if (k < 1000u) k += 100u; else k = 1u;'
pauses nested-told 6 'data race unknown' 'for (uint q = 0u; q < k; q++);' 'if (k < 10u) { if (k < 3u) k = 3u; else k *= 2u; } else if (k < 100u) k += 9u; else other = me;'
pauses nested-undefined 6 'data race unknown' 'for (uint q = 0u; q < k; q++);' 'if (k < 10u) { if (9u / (7u - k) < 3u) k += 3u; else k += 2u; } else k = 1u;'
# a pause may look at what it does not use, without order
pauses reads 0 'no data race' 'for (uint q = 0u; q < k; q++) relaxed();' 'k = min(k * 2u, 1024u);'
pauses reads-shared 0 'no data race' 'for (uint q = 0u; q < k; q++) atomicLoad(f, DEV, 0, 0);' 'k = min(k * 2u, 1024u);'
pauses acquires 6 'data race unknown' 'for (uint q = 0u; q < k; q++) get();' 'k = min(k * 2u, 1024u);'
pauses ended 6 'data race unknown' 'for (uint q = 0u; q < k && relaxed() == 0u; q++);' 'k = min(k * 2u, 1024u);'
# some of these do not end, or are used
pauses over 6 'data race unknown' 'for (uint q = 0u; q != k; q += 2u);' 'k = min(k * 2u, 1024u);'
pauses kept 6 'data race unknown' 'uint q; for (q = 0u; q < k; q++);' 'k = q + 1u; if (k > 100u) other = me;'
pauses undefined 6 'data race unknown' 'for (uint q = 0u; q < k; q++);' 'k = 100u / (9u - k) - 10u;'
# what pauses is not what waits for ever
shader pauses-alone 'uint k = 3u; for (uint q = 0u; q < k; q++); if (me == 0u) data = k; for (uint q = 9u; q != 5u; q--);'
asks pauses-alone 2 0 'no data race'
# the condition does not ask how many rounds there were, or it does
for asked in f=1:0 P1:r3=9:6; do
    cat >"$work/counted.litmus" <<T
Vulkan counted
{ d=0; f=0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 st.nonpriv.sc0 d, 7 | L: ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | add r3, r3, 1 ;
 | ld.atom.acq.dv.sc0.semsc0.semvis r0, f ;
 | beq r0, 0, L ;
 | ld.nonpriv.sc0 r1, d ;
exists (${asked%:*})
T
    expect "${asked##*:}" "counted.litmus: the condition .*data race" "$work/counted.litmus"
done

# ---- what is known only where the loop begins again ----
# later NAME STATUS VERDICT LOOP: a message
later() {
    shader "later-$1" "if (me == 0u) { data = 7u; set(1u); } else { uint k, v = 0u; bool ok = false; $4 }"
    asks "later-$1" 2 "$2" "$3"
}
later value 0 'no data race' 'while (v == 0u) v = get(); other = data;'
later says-so 0 'no data race' 'while (!ok) ok = get() != 0u; other = data;'
later relaxed 1 'data race' 'while (v == 0u) v = atomicLoad(f, DEV, 0, 0); other = data;'
later looks 1 'data race' 'while (v == 0u) { v = get(); if (data == 9u) break; }'
later never 1 'endless loop: a thread goes round for ever' 'while (v != 2u) v = get();'
later exchange 0 'no data race' 'v = 1u; while (v == 1u) v = atomicExchange(x, 1u, DEV, BUFFER, ACQ);'
later limited 0 'no data race' 'for (k = 0u; k < 1000u && !ok; k++) ok = get() != 0u; if (ok) other = data;'
later limited-too 0 'no data race' 'for (k = 0u; !ok && k < 1000u; ) { ok = get() != 0u; k++; } if (ok) other = data;'
later at-last 1 'data race' 'for (k = 0u; k < 1000u && !ok; k++) ok = get() != 0u; if (k == 1000u) other = data;'
later at-last-alone 0 'no data race' 'for (k = 0u; k < 1000u && !ok; k++) ok = get() != 0u; if (k == 1000u && ok) other = data;'
later twice 1 'data race' 'for (k = 0u; k < 1000u && !ok; k++) ok = atomicLoad(f, DEV, 0, 0) != 0u; if (k == 1000u && ok) other = data;'

# ---- rounds that say each time that the thread lives ----
# lives NAME STATUS VERDICT BEAT OTHER: one waits, the other looks whether it lives
lives() {
    shader "lives-$1" "if (me == 0u) { uint n = 0u; while (get() == 0u) { $4 } other = data; } else { $5 }"
    asks "lives-$1" 2 "$2" "$3"
}
lives once 0 'no data race' 'go();' 'if (relaxed() == 1u) data = 7u; set(1u);'
lives waited-for 0 'no data race' 'go();' 'while (relaxed() == 0u); data = 7u; set(1u);'
lives unanswered 1 'endless loop: a thread goes round for ever' 'go();' 'if (relaxed() == 1u) set(1u);'
lives released 1 'data race' 'other = 9u; atomicStore(x, 1u, DEV, BUFFER, REL);' 'if (atomicLoad(x, DEV, BUFFER, ACQ) == 1u) other = 3u; set(1u);'
lives reset 6 'data race unknown' 'go();' 'if (relaxed() == 1u) { atomicStore(x, 0u, DEV, 0, 0); if (relaxed() == 1u) data = 7u; } set(1u);'
lives counting 6 'data race unknown' 'atomicStore(x, ++n, DEV, 0, 0);' 'if (relaxed() > 1u) data = 7u; set(1u);'
lives changing 6 'data race unknown' 'n ^= 1u; atomicStore(x, n, DEV, 0, 0);' 'if (relaxed() == 1u) data = 7u; set(1u);'

# ---- rounds that a count limits ----
# limited NAME STATUS VERDICT BODY: a message, for which the other workgroup waits so many rounds at most
limited() {
    shader "limited-$1" "if (me == 0u) { data = 7u; set(1u); } else { uint k, q, v = 0u; bool ok = false; $4 }" \
        'bool waited() { for (int k = 0; k < 1000; k++) if (atomicLoad(f, DEV, BUFFER, ACQ) != 0u) return true; return false; }'
    asks "limited-$1" 2 "$2" "$3"
}
spin='for (k = 0u; k < 1000u; k++) if (get() != 0u) break;'
limited given-up 0 'no data race' "$spin if (k < 1000u) other = data;"
limited goes-on 1 'data race' "$spin other = data;"
limited by-one 1 'data race' "$spin if (k <= 1000u) other = data;"
limited at-last 0 'no data race' "$spin if (k == 999u) other = data;"
limited returns 0 'no data race' 'k = 0u; while (get() == 0u) if (++k == 1000u) return; other = data;'
limited returns-early 1 'data race' 'k = 0u; do if (++k == 1000u) break; while (get() == 0u); other = data;'
limited says-so 0 'no data race' 'for (k = 0u; k < 1000u; k++) if (get() != 0u) { ok = true; break; } if (ok) other = data;'
limited by-value 0 'no data race' 'for (k = 0u; k < 1000u; k++) { v = get(); if (v != 0u) break; } if (v != 0u) other = data;'
limited by-function 0 'no data race' 'if (waited()) other = data;'
limited looks-again 0 'no data race' "$spin if (get() != 0u) other = data;"
limited relaxed 1 'data race' "${spin/get()/atomicLoad(f, DEV, 0, 0)} if (k < 1000u) other = data;"
limited down 0 'no data race' 'int n = 1000; while (n-- > 0) if (get() != 0u) break; if (n >= 0) other = data;'
limited down-to-none 0 'no data race' 'k = 100000u; do { if (get() != 0u) break; k--; } while (k != 0u); if (k != 0u) other = data;'
limited by-steps 0 'no data race' 'for (k = 7u; k < 70000u; k += 3u) if (get() != 0u) break; if (k < 70000u) other = data;'
limited pausing 0 'no data race' 'for (k = 0u; k < 1000u; k++) { if (get() != 0u) break; for (q = 0u; q < k; q++); } if (k < 1000u) other = data;'
limited fence 0 'no data race' "${spin/get()/atomicLoad(f, DEV, 0, 0)} memoryBarrier(DEV, BUFFER, ACQ); if (k < 1000u) other = data;"
limited stored 0 'no data race' "$spin other = k; if (k < 1000u) other = data;"
limited twice 0 'no data race' "$spin if (k == 1000u) for (k = 0u; k < 1000u; k++) if (get() != 0u) break; if (k < 1000u) other = data;"
# the count matters in the middle, and nowhere else
limited late 1 'data race' "for (k = 0u; k < 1000u; k++) { if (get() != 0u) break; if (k == 500u) data = 8u; }"
limited not-so-late 0 'no data race' "for (k = 0u; k < 1000u; k++) { if (get() != 0u) break; if (k == 1500u) data = 8u; }"
limited past-the-end 0 'no data race' "for (k = 0u; k < 1000u; k++) if (get() == 2u) break; if (k < 1000u) other = data;"
# a round that goes on after it has done something: there may be two, or a thousand
limited does-something 6 'data race unknown' 'for (k = 0u; k < 1000u; k++) { if (get() == 0u) continue; atomicAdd(y, 1u, DEV, 0, 0); if (atomicLoad(y, DEV, 0, 0) == 77u) other = data; }'
# how often it went round, where that is used
limited used 6 'data race unknown' "$spin if (k * k == 81u) other = 1u;"
expect 6 'limited-stored.spv: unknown: a loop goes round more often than the bound' "$work/limited-stored.spv" --groups 2 --outcomes
shader limited-told "if (me == 0u) set(1u); else { uint k; $spin x = k < 1000u ? 1u : 2u; }"
for told in 1 2; do
    expect 0 "\[1\] = $told\$" "$work/limited-told.spv" --groups 2 --outcomes
done
! grep -q 'endless\|deadlock' "$work/out" || fail "a wait that ends does not: $(cat "$work/out")"
# tries of a lock
tries() {
    shader "tries-$1" "uint k = 0u; $2 { data = data + 1u; set(0u); }"
    for groups in ${3-2 3}; do
        asks "tries-$1" $groups 0 'no data race'
    done
}
swap='atomicCompSwap(f, 0u, 1u, DEV, BUFFER, ACQ, 0, 0) == 0u'
tries swap "for (; k < 1000u; k++) if ($swap) break; if (k < 1000u)"
tries exchange 'while (atomicExchange(f, 1u, DEV, BUFFER, ACQ) != 0u) if (++k > 1000u) return;'
tries look "for (; k < 1000u; k++) if (get() == 0u && $swap) break; if (k < 1000u)" 2
shader tries-none "uint k = 0u; for (; k < 1000u; k++) if ($swap) break; data = data + 1u; if (k < 1000u) set(0u);"
asks tries-none 2 1 'data race'
# pauses that access memory
tries pause "for (;;) { if ($swap) break; for (uint q = 0u; q < 100u; q++) relaxed(); }"
# a count that is asked for is not left out; what the last round has read is
for count in 'a:P1:r3 = 5 /\ P1:r1 = 7:6' 'b:P1:r3 = 1 /\ P1:r1 = 0:6' 'c:P1:r1 = 7:0' 'd:P1:r2 = 2:0' 'e:P1:r2 = 2 /\ P1:r0 = 1:1'; do
    name=${count%%:*} condition=${count#*:}
    cat >"$work/limited-$name.litmus" <<T
Vulkan limited
{ d=0; f=0; }
 P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;
 st.nonpriv.sc0 d, 7 | mov r3, 0 ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | L: ;
 | ld.atom.acq.dv.sc0.semsc0.semvis r0, f ;
 | bne r0, 0, S ;
 | add r3, r3, 1 ;
 | blt r3, 1000, L ;
 | mov r2, 2 ;
 | goto E ;
 | S: ;
 | ld.nonpriv.sc0 r1, d ;
 | E: ;
exists (${condition%:*})
T
    expect "${condition##*:}" "limited-$name.litmus: the condition" "$work/limited-$name.litmus"
done

# ---- who waits for ever ----
queue='for (;;) { uint t = atomicLoad(tail, DEV, BUFFER, ACQ), n = atomicLoad(next[t], DEV, BUFFER, ACQ);
    if (n == 0u) { if (atomicCompSwap(next[t], 0u, me + 2u, DEV, BUFFER, BOTH, BUFFER, ACQ) == 0u) { atomicCompSwap(tail, t, me + 2u, DEV, BUFFER, BOTH, BUFFER, ACQ); break; } }
    else atomicCompSwap(tail, t, n, DEV, BUFFER, BOTH, BUFFER, ACQ); }'
taken='for (;;) { uint h = atomicLoad(head, DEV, BUFFER, ACQ), t = atomicLoad(tail, DEV, BUFFER, ACQ), n = atomicLoad(next[h], DEV, BUFFER, ACQ);
    if (h == t) { if (n == 0u) break; atomicCompSwap(tail, t, n, DEV, BUFFER, BOTH, BUFFER, ACQ); }
    else { if (n == 0u) continue; uint v = value[n]; if (atomicCompSwap(head, h, n, DEV, BUFFER, BOTH, BUFFER, ACQ) == h) { other = v; break; } } }'
shader queue "if (me < 2u) { value[me + 2u] = me; $queue } else { $taken }" \
    '#define BOTH gl_SemanticsAcquireRelease | gl_SemanticsMakeVisible | gl_SemanticsMakeAvailable
layout(binding = 3) buffer Q { uint head, tail, next[5]; }; layout(binding = 4) nonprivate buffer V { uint value[5]; };'
asks queue 3 0 'no data race'
# what is read behind the read that waits counts as well
shader two 'if (me == 0u) { for (;;) { uint a = relaxed(), b = atomicLoad(y, DEV, 0, 0); if (a == 1u || b == 1u) break; } } else atomicStore(y, 1u, DEV, 0, 0);'
asks two 2 0 'no data race'
shader first 'if (me == 0u) { for (;;) { bool done = false; for (uint k = 0u; k < 2u; k++) if ((k == 0u ? relaxed() : atomicLoad(y, DEV, 0, 0)) == 1u) done = true; if (done) break; } } else go();'
asks first 2 0 'no data race'
# shown NAME GROUPS FAULT LINE: an execution shows it
shown() {
    expect 1 "^  $3:" "$work/$1.spv" --groups "$2" --explain
    grep -q "$4" "$work/out" || fail "$1: no '$4' in $(cat "$work/out")"
    expect 1 "label=\"$3\"" "$work/$1.spv" --groups "$2" --dot=-
    expect 1 '"execution": *"' "$work/$1.spv" --groups "$2" --json
}
shader never 'if (me == 0u) while (relaxed() != 3u); else go();'
shown never 2 'endless.loop' 'reads 1 from e'
shader crossed 'if (me == 0u) { while (relaxed() == 0u); set(1u); } else { while (get() == 0u); go(); }'
shown crossed 2 deadlock 'thread 1 waits for ever'
shader bounds 'if (me == 1u) { while (relaxed() == 0u); far[9] = 1u; } else go();' 'layout(binding = 3) buffer Far { uint far[]; };'
shown bounds 2 'out.of.bounds' 'thread 1 is stopped: an access out of bounds'

[ $failures = 0 ] && echo 'litmus waiting: all as expected'
[ $failures = 0 ]
