// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex, mine[2] = uint[2](i, i);
    mine[i & 1u] = 3u;
    part[mine[0]] = 1u;
    data[gl_GlobalInvocationID.x] = 2u;
}
