#version 450
// Barriers of a workgroup that order buffers, too, beside releases of the device: what the workgroup has made available the device's
// release takes up. With BUG the barrier orders shared memory alone.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) nonprivate buffer Data {
    uint data[8];
    uint left[8];
};
layout(set = 0, binding = 1) nonprivate buffer Flags {
    uint ready, total;
};
shared uint part[4];
#ifdef BUG
#define CLASSES gl_StorageSemanticsShared
#else
#define CLASSES (gl_StorageSemanticsShared | gl_StorageSemanticsBuffer)
#endif
#define ALL (gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)
void main() {
    uint me = gl_LocalInvocationIndex;
    bool first = gl_WorkGroupID.x == 0u;
    part[me] = me;
    if (first)
        data[me] = me + 1u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, CLASSES, ALL);
    if (first && me == 1u)
        atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    if (!first && me == 2u) {
        if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u)
            left[0] = data[0] + data[3];
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, CLASSES, ALL);
    atomicAdd(total, part[3u - me], gl_ScopeDevice, 0, 0);
}
