// Expect: proven proven proven
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[16][16];
void main() {
    uvec2 l = gl_LocalInvocationID.xy;
    part[l.y][l.x] = source[gl_LocalInvocationIndex];
    barrier();
    data[gl_WorkGroupID.x * 256u + gl_LocalInvocationIndex] = part[l.x][l.y];
}
