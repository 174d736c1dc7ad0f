#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --local 4
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Data { uint data; uint result[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i > 1u)
        data = i; // PLANTED
    result[i] = i;
}
// Because: nothing orders the two
