#version 460

// normalize and refract.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec3 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec3 a = normalize(vec3(float(i) + 1.0, 2.0, -3.0));
    result[i] = a + refract(a, vec3(0, 0, 1), 0.5);
}
