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
        payload = 42u; // PLANTED
        atomicStore(ready, 1u, gl_ScopeDevice, 0, 0);
    } else if (atomicLoad(ready, gl_ScopeDevice, 0, 0) == 1u) {
        result = payload; // PLANTED
    }
}
// Because: nothing orders the two
