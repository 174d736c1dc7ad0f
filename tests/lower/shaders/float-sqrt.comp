#version 460

// Square roots of squares.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec2 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(i + 1);
    result[i] = vec2(sqrt(a * a), inversesqrt(a * a) * a);
}
