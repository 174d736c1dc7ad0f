#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

// The masks of the lanes below, at and above this one.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[192]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i];
    result[6u * i + 0u] = gl_SubgroupEqMask.x;
    result[6u * i + 1u] = gl_SubgroupGeMask.x;
    result[6u * i + 2u] = gl_SubgroupGtMask.x;
    result[6u * i + 3u] = gl_SubgroupLeMask.x;
    result[6u * i + 4u] = gl_SubgroupLtMask.x;
    result[6u * i + 5u] = gl_SubgroupGeMask.y | gl_SubgroupGtMask.z;
}
