#version 460

// findMSB of signed integers and of zero.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec2 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { int values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int a = values[i] >> int(i);
    result[i] = ivec2(findMSB(a), findLSB(a)) + findMSB(0) + findMSB(-1);
}
