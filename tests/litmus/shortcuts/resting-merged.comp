#version 450
// As resting.comp, but the write that makes available comes so often, each time with a release, that the last stands for all. The second
// workgroup acquires the first release alone: it races with the later ones, and the first write is ordered by what they stand for.
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
        for (uint i = 0u; i < 100u; i++) {
            same[0] = i;
            release(i);
        }
    } else if (atomicLoad(first, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        left = data[0];
    }
}
