// Expect: proven refuted proven
// Because: a write and a write race
#version 450
layout(local_size_x = 60) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint tile[60];
void main() {
    uint l = gl_LocalInvocationIndex;
    tile[l / 6u * 5u + l % 6u] = l;
    data[gl_WorkGroupID.x * 60u + l] = l;
}
