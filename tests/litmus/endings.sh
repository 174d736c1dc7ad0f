#!/bin/bash
# Why an execution does not end: threads that wait for each other are a deadlock; a thread that nobody could free goes round for ever, however many
# do so beside it. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

# shader NAME BODY: of workgroups of one invocation, which share x and y
shader() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' \
        'layout(local_size_x = 1) in;' 'layout(binding = 0) buffer B { uint x[2]; uint y; };' \
        'uint get(uint i) { return atomicLoad(x[i], gl_ScopeDevice, 0, 0); }' \
        'void set(uint i, uint v) { atomicStore(x[i], v, gl_ScopeDevice, 0, 0); }' \
        "void main() { uint me = gl_WorkGroupID.x; $2 }" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 ||
        fail "$1 does not compile: $(cat "$work/out")"
}
# ends NAME HOW...: its groups of two and three wait so
ends() {
    local name=$1 groups
    shift
    for groups in 2 3; do
        expect 1 "$name.spv: $1" "$work/$name.spv" --groups $groups
        ! grep -q ": $2" "$work/out" || fail "$name, $groups groups: $2"
    done
}
take='while (atomicCompSwap(x[THIS], 0u, 1u) != 0u);'
shader never 'while (atomicCompSwap(x[0], 5u, 1u) != 5u); y = 1u;'
ends never 'endless loop' deadlock
shader kept "${take/THIS/0} y = 1u; if (me > 5u) set(0u, 0u);"
ends kept 'endless loop' deadlock
shader ticket 'uint mine = atomicAdd(x[0], 1u); while (get(1u) != mine); if (mine != 0u) set(1u, mine + 1u);'
ends ticket 'endless loop' deadlock
shader astray 'if (me == 0u) while (get(0u) != 1u); else { while (atomicCompSwap(x[1], 7u, 3u) != 7u); set(0u, 1u); }'
ends astray 'endless loop' deadlock
shader crossed "uint a = me & 1u, b = 1u - a; ${take/THIS/a} ${take/THIS/b} set(a, 0u); set(b, 0u);"
ends crossed deadlock 'endless loop'
shader turns 'if (me == 0u) { while (get(0u) != 1u); set(0u, 2u); } else if (me == 1u) { while (get(0u) != 2u); set(0u, 1u); }'
ends turns deadlock 'endless loop'

# ---- translations: what never ends is not compared, and the verdict says so ----
# translated STATUS PATTERN NAME OPTION...: of two workgroups
translated() { expect "$1" "$2" "$work/$3.spv" --groups 2 --translate "${@:4}"; }
unfinished='taken for granted: executions that never end are not compared'
shader round 'set(me, 1u); for (;;);'
shader gone 'if (me == 0u) set(0u, 1u); else { uint q = get(0u); while (q != 1u); y = q; }'
shader peek 'if (me == 0u) set(0u, 1u); else if (get(0u) == 1u) y = 5u;'
shader awaits 'if (me == 0u) set(0u, 1u); else { while (get(0u) != 1u); y = 5u; }'
shader far 'for (uint i = 0u; i < 70u; i++) if (get(0u) == 5u) i = 0u;'
translated 6 'round.spv: unknown: no execution ends, so that nothing was compared$' round
translated 6 '"judgement": "unknown: no execution ends, so that nothing was compared"' round --json
translated 0 'unknown: no execution ends' round --allow=unknown
translated 6 'unknown: no execution ends' never
translated 6 'unknown: no execution ends' far --unroll 2 # none within the bound
translated 0 "$unfinished" gone
grep -q 'gone.spv: sound and tight$' "$work/out" || fail "gone is not sound: $(cat "$work/out")"
translated 0 '"assumption": "executions that never end are not compared"' gone --json
translated 0 'sound and tight$' awaits
! grep -q 'never end' "$work/out" || fail 'awaits: every execution ends'
cat >"$work/spins" <<'END'
#!/bin/sh
sed 's/^ *store i32 5,.*/  br label %spin\n\nspin:\n  br label %spin\n\nrest:\n&/'
END
chmod +x "$work/spins"
translated 1 'every execution of the program ends, and some of its translation goes on for ever' peek --through="$work/spins"
grep -q 'peek.spv: unsound$' "$work/out" || fail "peek is not unsound: $(cat "$work/out")"
translated 1 'goes on for ever' awaits --through="$work/spins"
printf '%s\n' 'Vulkan inv' '"a thread that goes round for ever"' '{' 'f = 0;' '}' ' P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;' \
    ' st.atom.dv.sc0 f, 1 | ld.atom.dv.sc0 r0, f ;' ' | bne r0, 0, E ;' ' | L: ;' ' | goto L ;' ' | E: ;' 'exists (P1:r0 == 1)' >"$work/gone.litmus"
expect 0 "$unfinished" "$work/gone.litmus" --translate
sed -i '/bne/d' "$work/gone.litmus"
expect 6 'unknown: no execution ends' "$work/gone.litmus" --translate

[ $failures = 0 ] && echo 'litmus endings: all as expected'
[ $failures = 0 ]
