// Expect: proven proven refuted
// Because: a write and a write race
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() {
    if (gl_SubgroupInvocationID == 0u) data[gl_SubgroupID] = gl_LocalInvocationIndex;
}
