// Expect: race unknown proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 1) buffer Out { uint data[]; };
layout(push_constant) uniform P { uint rounds; };
void main() {
    uint i = gl_LocalInvocationIndex, n = 1u, j = 0u;
    for (uint k = 0u; k < rounds; k++) {
        for (j = 0u; j < n; j++) data[gl_GlobalInvocationID.x] = j;
        if (j > 3u) barrier();
        n += i;
    }
}
