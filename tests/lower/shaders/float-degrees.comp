#version 460

// degrees, radians and tan.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec3 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { float values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = values[i];
    result[i] = vec3(degrees(a), radians(a), tan(fract(a)));
}
