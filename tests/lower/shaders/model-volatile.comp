#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A volatile buffer in the Vulkan memory model.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) volatile buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    result[i] = data[i] + data[i];
}
