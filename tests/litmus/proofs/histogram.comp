// Expect: proven proven proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint bins[64];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    bins[i] = 0u;
    barrier();
    atomicAdd(bins[source[at] % 64u], 1u);
    barrier();
    atomicAdd(data[i], bins[i]);
}
