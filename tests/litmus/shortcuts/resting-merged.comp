#version 450
// As resting.comp, but the write that makes available comes so often, each time with a release, that one stands for all: they are
// merged when another write comes. The second workgroup acquires the first release alone. It races with what came later, and
// the first write is ordered by what the merged ones stand for. With BUG it is not: nothing is made available before the release.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[64]; };
layout(set = 0, binding = 0) devicecoherent buffer Same { uint same[64]; };
layout(set = 0, binding = 1) buffer Flags { uint first; uint later; uint left; };
void release(uint i) {
    if (i == 0u)
        atomicStore(first, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    atomicStore(later, i, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
void main() {
    if (gl_WorkGroupID.x == 0u) {
        data[0] = 1u;
#ifdef BUG
        release(0u);
        for (uint i = 1u; i < 150u; i++) {
#else
        for (uint i = 0u; i < 150u; i++) {
#endif
            same[0] = i;
            release(i);
        }
        data[0] = 2u;
    } else if (atomicLoad(first, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        left = data[0];
    }
}
