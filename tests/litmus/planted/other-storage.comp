#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --groups 2
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Message { uint payload; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Output { uint result; };
void main() {
    if (gl_WorkGroupID.x == 0u) {
        payload = 42u;
        atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable); // PLANTED
    } else if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        result = payload;
    }
}
// Because: the write at line 12 synchronizes, but its semantics do not order buffers
