#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --groups 2
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Counter { uint count; };
layout(set = 0, binding = 1) buffer Output { uint result[]; };
void main() {
    uint before = atomicAdd(count, 1u, gl_ScopeDevice, 0, 0); // PLANTED
    result[gl_WorkGroupID.x] = before + count; // PLANTED
}
// Because: nothing orders the two
