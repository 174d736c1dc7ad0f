#version 450
#extension GL_EXT_nonuniform_qualifier : require
// machine: lanes=0 vector_loads=2+ loops=0
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Block { uint data[]; } blocks[8];
layout(set = 0, binding = 1) uniform Uniforms { uint number; } uniforms[8];

void main() {
    uint k = gl_LocalInvocationIndex / 8u;
    blocks[nonuniformEXT(k)].data[gl_LocalInvocationIndex] = uniforms[nonuniformEXT(k)].number;
}
