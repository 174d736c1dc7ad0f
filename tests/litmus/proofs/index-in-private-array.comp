// Expect: proven race race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
void main() {
    uint at = gl_GlobalInvocationID.x, mine[4];
    for (uint k = 0u; k < 4u; k++) mine[k] = k;
    data[mine[at % 4u]] = at;
}
