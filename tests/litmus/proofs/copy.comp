// Expect: proven proven proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at < source.length()) data[at] = source[at] * 2u;
}
