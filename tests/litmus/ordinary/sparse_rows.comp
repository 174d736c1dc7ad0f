// A sparse matrix by vector: a row's elements are between two offsets.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Rows { uint start[]; };
layout(binding = 1) readonly buffer Columns { uint column[]; };
layout(binding = 2) readonly buffer X { float x[]; };
layout(binding = 3) buffer Y { float y[]; };
void main() {
    float sum = 0;
    for (uint i = start[gl_GlobalInvocationID.x]; i < start[gl_GlobalInvocationID.x + 1]; i++)
        sum += x[column[i]];
    y[gl_GlobalInvocationID.x] = sum;
}
