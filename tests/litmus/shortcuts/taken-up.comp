#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// What a barrier of the workgroup made available is taken up by an atomic of the device, which makes only its own
// location available: by the formal model, which does not tell the directions apart, the read is ordered.
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Written {
    uint written;
};
layout(set = 0, binding = 0) devicecoherent buffer Seen {
    uint seen;
};
layout(set = 0, binding = 1) buffer Flag {
    uint ready;
};
layout(set = 0, binding = 2) buffer Result {
    uint result;
};
void main() {
    if (gl_WorkGroupID.x == 0u) {
        if (gl_LocalInvocationIndex == 0u)
            written = 1u;
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                       gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
        if (gl_LocalInvocationIndex == 1u)
#ifdef BUG
            ready = 1u;
#else
            atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
#endif
    } else if (gl_LocalInvocationIndex == 0u) {
        if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u)
            result = seen;
    }
}
