// The sum of a workgroup's values, by halves, in shared memory.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint sum; } data;
shared uint part[64];
void main() {
    uint id = gl_LocalInvocationID.x;
    part[id] = 1u;
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (id < stride)
            part[id] += part[id + stride];
    }
    if (id == 0u)
        data.sum = part[0];
}
