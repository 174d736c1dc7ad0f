#version 460

// mix with a boolean vector chooses components.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 v = values[i];
    bvec4 odd = equal(v & 1u, uvec4(1));
    result[i] = mix(v, ~v, odd);
}
