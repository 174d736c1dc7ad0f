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

[ $failures = 0 ] && echo 'litmus endings: all as expected'
[ $failures = 0 ]
