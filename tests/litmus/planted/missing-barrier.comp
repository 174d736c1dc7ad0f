#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --local 2
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Output { uint result[]; };
shared uint tile[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    tile[i] = i * 3u; // PLANTED
    result[i] = tile[(i + 1u) % gl_WorkGroupSize.x]; // PLANTED
}
// Because: nothing orders the two
