// Expect: proven refuted race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    data[at] = 1u;
    barrier();
    data[at + 1024u] = data[at ^ 1u];
}
