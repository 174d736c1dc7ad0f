// Expect: proven refuted proven
// Because: a write and a read race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint part[128];
void main() {
    uint l = gl_LocalInvocationIndex;
    part[l * 2u] = l;
    data[gl_WorkGroupID.x * 64u + l] = part[0];
}
