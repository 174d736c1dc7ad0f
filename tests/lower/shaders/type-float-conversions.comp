#version 460

// Conversions between floats and integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float v = values[i] > -1.0e6 && values[i] < 1.0e6 ? values[i] : 7.75;
    result[i] = ivec4(int(v), int(uint(abs(v))), int(float(int(i) - 16) * 2.5), int(v > 0.0));
}
