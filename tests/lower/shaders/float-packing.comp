#version 460

// Packing to and from halves and normalized integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec2 h = unpackHalf2x16(values[i] & 0x3bff3bffu);
    vec4 n = unpackUnorm4x8(values[i]);
    result[i] = uvec4(packHalf2x16(h), packUnorm4x8(n), packSnorm2x16(vec2(0.5, -1.0)), packUnorm2x16(n.xy));
}
