// Expect: proven refuted proven
// Because: a write and a write race
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint part[64];
void main() {
    if (gl_SubgroupInvocationID == 0u) part[gl_SubgroupID & 0x40000000u] = gl_LocalInvocationIndex;
    barrier();
    data[gl_GlobalInvocationID.x] = part[0];
}
