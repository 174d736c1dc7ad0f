// Expect: proven refuted proven
// Because: a write and a write race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
    uint l = gl_LocalInvocationIndex;
    tile[l / 8u * 7u + l % 8u] = l;
    data[gl_WorkGroupID.x * 64u + l] = l;
}
