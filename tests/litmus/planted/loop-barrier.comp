#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --local 4
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Output { uint result; } sums;
shared uint part[4];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = i;
    barrier();
    for (uint step = 2u; step > 0u; step /= 2u) {
        if (i < step)
            part[i] += part[i + step]; // PLANTED
    }
    if (i == 0u)
        sums.result = part[0];
}
// Because: nothing orders the two
