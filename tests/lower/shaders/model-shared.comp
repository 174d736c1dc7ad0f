#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Shared memory in the Vulkan memory model: workgroup-coherent by itself.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
shared uvec4 quads[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    quads[i] = uvec4(i, i + 1, i + 2, i + 3);
    barrier();
    result[i] = quads[31 - i];
}
