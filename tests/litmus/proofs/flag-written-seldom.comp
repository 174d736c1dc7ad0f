// Expect: race race proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint flag, part[8];
void main() {
    uint l = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    if (l == 0u && source[0] > 1u) flag = 1u;
    barrier();
    if (flag == 1u) barrier();
    data[at] = l;
}
