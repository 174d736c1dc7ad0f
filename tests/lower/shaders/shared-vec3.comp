#version 460

// A shared array of vectors of three components.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
shared vec3 points[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    points[i] = vec3(i, i + 1, i + 2);
    barrier();
    result[i] = vec4(points[(i + 1) % 32], 1);
}
