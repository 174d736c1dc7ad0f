#version 460

// Bit casts between floats and integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = uintBitsToFloat((values[i] & 0x7fffffu) | 0x3f800000u);
    result[i] = uvec2(floatBitsToUint(a - 1.0), floatBitsToInt(-a));
}
