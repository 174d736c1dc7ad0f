// Expect: proven refuted proven
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[16];
void main() {
    part[gl_LocalInvocationID.x] = 1u;
    data[gl_WorkGroupID.x * 256u + gl_LocalInvocationIndex] = 2u;
}
