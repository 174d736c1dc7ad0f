// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[i] = source[at];
    for (uint stride = 32u; stride > 0u; stride >>= 1) {
        barrier();
        if (i < stride) part[i] += part[i + stride];
    }
    data[at] = part[0];
}
