#version 460

// An atomic on a member of a structure in an array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
struct Cell { uint a; uint hits; };
layout(set = 0, binding = 2) buffer Cells { Cell cells[8]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    cells[i % 8].a = 3;
    result[i] = 0;
    atomicAdd(cells[i % 8].hits, i);
}
