// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[1024];
void main() {
    uint i = gl_LocalInvocationIndex;
    for (uint k = 0u; k < 2u; k++) part[i + k] = k;
    data[gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + i] = 2u;
}
