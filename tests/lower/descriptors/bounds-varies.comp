#version 450
#extension GL_EXT_nonuniform_qualifier : require
// options: --abi=buffer --mcpu=gfx1100
// machine: loops=1
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Block { uint data[]; } blocks[8];

void main() {
    uint k = gl_LocalInvocationIndex / 8u;
    blocks[nonuniformEXT(k)].data[gl_LocalInvocationIndex] = 1u;
}
