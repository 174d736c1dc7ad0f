#version 460

// Packing and unpacking of doubles.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    double d = packDouble2x32(values[i]);
    result[i] = unpackDouble2x32(d).yx;
}
