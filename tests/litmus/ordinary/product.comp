// A product of matrices by tiles.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) buffer C { float c[]; };
layout(push_constant) uniform P { uint M, N, K; };
shared float of_a[8][8], of_b[8][8];
void main() {
    uvec2 l = gl_LocalInvocationID.xy;
    uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
    float sum = 0;
    for (uint k = 0; k < K; k += 8) {
        of_a[l.y][l.x] = row < M && k + l.x < K ? a[row * K + k + l.x] : 0;
        of_b[l.y][l.x] = column < N && k + l.y < K ? b[(k + l.y) * N + column] : 0;
        barrier();
        for (uint i = 0; i < 8; i++)
            sum += of_a[l.y][i] * of_b[i][l.x];
        barrier();
    }
    if (row < M && column < N)
        c[row * N + column] = sum;
}
