// Expect: proven refuted proven
// Because: a write and a write race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint pairs[128];
void main() {
    uint l = gl_LocalInvocationIndex;
    for (uint k = 0u; k < 2u; k++) pairs[l + k * 64u] = l;
    pairs[127u - l] = l;
    data[gl_WorkGroupID.x * 64u + l] = l;
}
