#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A workgroup hands a value on to the next one and ends. With BUG it makes nothing available.
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data {
    uint data, result;
};
layout(set = 0, binding = 1) buffer Flag {
    uint ready;
};
#ifdef BUG
#define RELEASE gl_SemanticsRelease
#else
#define RELEASE (gl_SemanticsRelease | gl_SemanticsMakeAvailable)
#endif
void main() {
    if (gl_LocalInvocationIndex != 0u)
        return;
    if (gl_WorkGroupID.x == 0u) {
        data = 1u;
        atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, RELEASE);
    } else if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        result = data;
    }
}
