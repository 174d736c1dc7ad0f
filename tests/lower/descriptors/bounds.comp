#version 450
// options: --abi=buffer --mcpu=gfx1100
// Resources are made of the first lane's descriptor.
// machine: lanes=1+ vector_loads=0 loops=0
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Block { uint data[]; } blocks[8];

void main() {
    uint k = gl_LocalInvocationIndex / 64u;
    blocks[k].data[gl_LocalInvocationIndex] = 1u;
}
