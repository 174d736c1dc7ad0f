// Expect: proven proven proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint count;
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    if (i == 0u) count = source[0];
    barrier();
    if (count > 3u) barrier();
    data[at] = 1u;
}
