#version 460

// Constructors from mixed parts.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec2 a = vec2(i, 1);
    vec4 v = vec4(a.y, a, 2);
    mat2x2 m = mat2x2(a, v.zw);
    float t[3] = float[3](m[0].x, m[1].y, v.x);
    result[i] = vec4(t[i % 3], m[1], v.w);
}
