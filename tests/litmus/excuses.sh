#!/bin/bash
# A known deviation excuses the accesses that it is about, and no other mistake. Each breakage of breakages.py is done to the translation of a program
# that is right: what the answer calls unsound then, it must not call a known deviation. Run in tests/, with SMMRA_BUILD set.
set -u
here=$(realpath "$(dirname "$0")")
. "$here/expect.sh"

# filter NAME SED-SCRIPT: a command for --through
filter() {
    printf '#!/bin/sh\nexec sed "%s"\n' "$2" >"$work/$1"
    chmod +x "$work/$1"
}
filter no-barrier '/call void @llvm.amdgcn.s.barrier/d; /call void @spirv_mmra.litmus.barrier/d'
filter no-fences '/^ *fence /d'
filter no-release '/^ *fence /! s/ release,/ monotonic,/'
filter no-acquire '/^ *fence /! s/ acquire,/ monotonic,/'

# none_excused NUMBER FILE OPTION...: of all breakages of a right translation so many are unsound, and none is a known deviation
none_excused() {
    local least=$1 unsound=0 i status
    shift
    expect 0 'sound and tight' "$@" --translate --through=cat
    for ((i = 0; ; i++)); do
        "$tool" litmus "$@" --translate "--through=python3 $here/breakages.py $i" >"$work/out" 2>&1
        status=$?
        [ $status != 4 ] || break
        ! grep -q 'known deviation' "$work/out" || fail "$1: breakage $i is excused"
        ! grep -q ': unsound' "$work/out" || unsound=$((unsound + 1))
        ! grep -q ': unsound' "$work/out" || [ $status = 1 ] || fail "$1: breakage $i is unsound, with status $status"
    done
    [ $unsound -ge "$least" ] || fail "$1: only $unsound breakages are unsound"
}

# A message that one invocation writes and another of its workgroup sends on: a barrier is in between. Khronos's model has the barrier's availability
# taken up by the store because the barrier makes visible what the store accesses; Vulkan's text because the store makes available again.
cat >"$work/sent-on.comp" <<'END'
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0) nonprivate buffer A { uint message, sent, got; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i == 0) message = 5;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (i == 1) atomicExchange(sent, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    if (i == 2 && atomicLoad(sent, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) got = message;
}
END
glslangValidator -V --target-env vulkan1.3 "$work/sent-on.comp" -o "$work/sent-on.spv" >"$work/out" 2>&1 || fail "sent-on.comp: $(cat "$work/out")"
cat >"$work/sent-on.litmus" <<'END'
Vulkan sent-on
{
x = 0;
f = 0;
}
 P0@sg 0, wg 0, qf 0                       | P1@sg 1, wg 0, qf 0                       | P2@sg 0, wg 1, qf 0                      ;
 st.nonpriv.sc0 x, 1                       | cbar.acq_rel.wg.semsc0.semav.semvis 0     | ld.atom.acq.dv.sc0.semsc0.semvis r0, f   ;
 cbar.acq_rel.wg.semsc0.semav.semvis 0     | st.atom.rel.dv.sc0.semsc0.semav f, 1      | bne r0, 1, E                             ;
                                           |                                           | ld.nonpriv.sc0 r1, x                     ;
                                           |                                           | E:                                       ;
exists (P2:r0 == 1 /\ P2:r1 == 0)
END
for broken in no-barrier no-fences no-release no-acquire; do
    expect 1 ': unsound' "$work/sent-on.spv" --groups=2 --translate --through="$work/$broken"
done
none_excused 5 "$work/sent-on.litmus"

# The deviations themselves stay excused, but not where what they ask of AMDGPU's model is broken: that the one access happens before the other.
deviations=$here/deviations
for name in rmw-ordered-as-read included-as-visible; do
    expect 0 'known deviation' "$deviations/$name.litmus" --translate --through=cat
    for broken in no-release no-acquire; do
        expect 1 ': unsound' "$deviations/$name.litmus" --translate --through="$work/$broken"
    done
done

[ $failures = 0 ] || exit 1
