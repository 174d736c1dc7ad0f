#version 460

// Signed extended products.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { ivec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int high, low;
    imulExtended(values[i].x, values[i].y, high, low);
    result[i] = ivec2(high, low);
}
