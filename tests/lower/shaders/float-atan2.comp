#version 460

// The two-argument arctangent in all quadrants.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(i % 8u) - 4) + 0.5, b = float(int(i / 8u) - 2) + 0.5;
    result[i] = atan(a, b);
}
