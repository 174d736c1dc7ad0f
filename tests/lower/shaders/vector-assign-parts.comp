#version 460

// Assigning some components of a vector, which takes the rest from the vector before.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec4 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { vec4 a[32]; };
layout(set = 0, binding = 2) buffer Block2 { vec2 b[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 v = a[i];
    v.wy = b[i];
    result[i] = v;
}
