#version 450
// Two acquires take what one release hands over by an atomic: the first buffers, the second shared memory. With BUG there is no second.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data {
    uint ready[2];
    uint left[2];
};
shared uint part;
#define BOTH (gl_StorageSemanticsBuffer | gl_StorageSemanticsShared)
#define ACQUIRE (gl_SemanticsAcquire | gl_SemanticsMakeVisible)
void main() {
    uint group = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0u) {
        part = 1u;
        memoryBarrier(gl_ScopeWorkgroup, BOTH, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        atomicStore(ready[group], 1u, gl_ScopeWorkgroup, 0, 0);
    } else if (atomicLoad(ready[group], gl_ScopeWorkgroup, 0, 0) == 1u) {
        memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, ACQUIRE);
#ifndef BUG
        memoryBarrier(gl_ScopeWorkgroup, BOTH, ACQUIRE);
#endif
        left[group] = part;
    }
}
