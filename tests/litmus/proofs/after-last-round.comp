// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
layout(push_constant) uniform P { uint rounds; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    for (uint k = 0u; k < rounds; k++) {
        barrier();
        part[i] = source[at + k];
    }
    data[at] = part[63u - i];
}
