// The sums of the first values of a workgroup, each step from twice as far, in shared memory.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint last; } data;
shared uint part[64];
void main() {
    uint id = gl_LocalInvocationID.x;
    part[id] = 1u;
    for (uint distance = 1u; distance < gl_WorkGroupSize.x; distance *= 2u) {
        barrier();
        uint other = id >= distance ? part[id - distance] : 0u;
        barrier();
        part[id] += other;
    }
    if (id == gl_WorkGroupSize.x - 1u)
        data.last = part[id];
}
