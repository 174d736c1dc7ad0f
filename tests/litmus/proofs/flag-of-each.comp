// Expect: race race proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint flag, part[8];
void main() {
    uint l = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    uint own = data[at] & 7u;
    part[own] = 1u;
    part[l] = l;
    barrier();
    if (part[own] == 1u) barrier();
    data[at] = l;
}
