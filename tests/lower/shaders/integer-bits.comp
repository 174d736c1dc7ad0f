#version 460

// Bit instructions: field extract and insert, reverse, count, find.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { ivec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint a = values[i];
    int n = int(i % 24u);
    result[i] = ivec4(bitfieldExtract(int(a), n, 8), int(bitfieldExtract(a, n, 5) + bitfieldInsert(a, i, n, 7)),
                      int(bitfieldReverse(a)), bitCount(a) * 10000 + findLSB(a) * 100 + findMSB(a));
}
