#version 460
#extension GL_KHR_shader_subgroup_basic : require

// Each subgroup of a workgroup has a number of its own, whatever their size is.
layout(local_size_x = 256) in;

layout(set = 0, binding = 0) buffer Block0 { uint wrong[256]; };

shared uint times[256];

void main() {
    uint i = gl_LocalInvocationIndex, differences = 0;
    times[i] = 0;
    barrier();
    if (subgroupElect())
        atomicAdd(times[gl_SubgroupID], 1);
    barrier();
    for (uint k = 0; k < 256; k++)
        differences += times[k] == (k < gl_NumSubgroups ? 1 : 0) ? 0 : 1;
    wrong[i] = differences;
}
