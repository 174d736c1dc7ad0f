// Expect: proven unknown proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[1024];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[uint(float(i))] = 1u;
    data[gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + i] = 2u;
}
