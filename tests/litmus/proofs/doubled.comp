// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    for (uint step = 1u; step < 64u; step *= 2u) part[(i * step) & 63u] = i;
    data[gl_GlobalInvocationID.x] = 2u;
}
