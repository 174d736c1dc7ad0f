#version 450
// machine: lanes=1+ vector_loads=0 loops=0
// The first lane's index chooses the buffer. What is in it is each lane's own; nothing of it is needed here.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Block { uint data[]; } blocks[8];
layout(set = 0, binding = 1) uniform Uniforms { uint number; } uniforms[8];

void main() {
    uint k = gl_LocalInvocationIndex / 64u;
    blocks[k].data[gl_LocalInvocationIndex] = uniforms[k].number;
    atomicAdd(blocks[k + 1u].data[0], 1u);
}
