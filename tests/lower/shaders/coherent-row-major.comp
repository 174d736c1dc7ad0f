#version 460

// A coherent row-major matrix: its columns are gathered.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, row_major) buffer Result { mat2x3 result[32]; };
layout(set = 0, binding = 1, row_major) coherent buffer Data { mat2x3 data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = mat2x3(i, i + 1, i + 2, i + 3, i + 4, i + 5);
    memoryBarrierBuffer();
    barrier();
    result[i] = data[31 - i];
}
