// Expect: proven race proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[128];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[i] = data[at];
    barrier();
    for (uint k = 2u; k <= 64u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1) {
            uint other = i + j;
            if (other > i) part[i] = part[other];
            barrier();
        }
    data[at] = part[i];
}
