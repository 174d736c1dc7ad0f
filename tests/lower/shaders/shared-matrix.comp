#version 460

// A shared matrix.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
shared mat4 m[4];

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i < 4)
        m[i] = mat4(float(i + 1));
    barrier();
    result[i] = m[i % 4] * vec4(1, 2, 3, 4);
}
