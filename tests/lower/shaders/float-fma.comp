#version 460

// fma, and a product and sum that must not be fused.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(values[i] & 0xfffu), b = float(i);
    precise float separate = a * b + 1.0;
    result[i] = vec2(fma(a, b, 1.0), separate);
}
