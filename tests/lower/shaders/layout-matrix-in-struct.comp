#version 460

// A row-major matrix in a structure in an array.
layout(local_size_x = 32) in;

struct Item { uint key; mat2x3 m; };
layout(set = 0, binding = 0, row_major) buffer Result { Item result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = Item(i, mat2x3(1, 2, 3, 4, 5, 6) * float(i));
}
