// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[128];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[i] = source[at];
    barrier();
    for (uint stride = 32u; stride > 0u; stride >>= 1) {
        part[i] += part[i + stride];
        barrier();
    }
    if (i == 0u) data[gl_WorkGroupID.x] = part[0];
}
