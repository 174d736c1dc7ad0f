#version 460

// Push constants: scalars and a vector.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(push_constant) uniform Arguments { uint first; uvec2 pair; float factor; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = first * i + pair.y;
}
