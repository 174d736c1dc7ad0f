#version 450
// A release of buffers before a barrier of shared memory, and an acquire of buffers after it. With BUG there is no acquire.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) nonprivate buffer Data {
    uint data[2];
    uint left[2];
};
shared uint part[4];
#define BUFFERS gl_ScopeWorkgroup, gl_StorageSemanticsBuffer
void main() {
    uint me = gl_LocalInvocationIndex, group = gl_WorkGroupID.x;
    part[me] = me;
    if (me == 0u)
        data[group] = 1u;
    memoryBarrier(BUFFERS, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    barrier();
#ifndef BUG
    memoryBarrier(BUFFERS, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
#endif
    if (me == 1u)
        left[group] = data[group] + part[2];
}
