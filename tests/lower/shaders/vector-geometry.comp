#version 460

// dot, cross, length, distance, normalize, reflect and faceforward on exact values.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec3 a = vec3(3, 4, 0) * float(i + 1), b = vec3(0, 1, 0);
    result[i] = vec4(dot(a, b), length(a), distance(a, b * float(i + 1) * 4.0), cross(a, b).z)
            + vec4(reflect(a, b), 0) + vec4(faceforward(b, a, b), 0);
}
