// Expect: proven proven proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
void main() {
    uint at = gl_GlobalInvocationID.x, mine[8];
    for (uint k = 0u; k < 8u; k++) mine[k] = source[at * 8u + k];
    for (uint k = 0u; k < 8u; k++) data[at * 8u + k] = mine[7u - k];
}
