// Expect: proven race proven
// The same write stands before the barrier, where nothing meets it, and after it, where the read does.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint part[64];

void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = 1u;
    barrier();
    data[gl_GlobalInvocationID.x] = part[i ^ 1u];
    part[i] = 2u;
}
