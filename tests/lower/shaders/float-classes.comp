#version 460

// isnan and isinf.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = i == 3 ? uintBitsToFloat(0x7fc00000u) : i == 4 ? uintBitsToFloat(0x7f800000u) : values[i];
    result[i] = uvec2(isnan(a), isinf(a));
}
