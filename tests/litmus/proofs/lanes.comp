// Expect: proven proven proven
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint part[64], grid[64][64];
void main() {
    uint l = gl_LocalInvocationIndex;
    if (gl_SubgroupInvocationID == 0u) part[gl_SubgroupID] = l;
    grid[gl_SubgroupInvocationID][gl_SubgroupID] = l;
    barrier();
    data[gl_GlobalInvocationID.x] = part[0];
}
