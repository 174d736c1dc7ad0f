// Expect: proven refuted proven
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[1024];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[gl_LocalInvocationID.y * 8u + gl_LocalInvocationID.x] = 1u;
    data[gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + i] = 2u;
}
