#version 460

// smoothstep of exact steps.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = smoothstep(0.0, 32.0, float(i));
}
