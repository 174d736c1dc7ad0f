#version 460

// A vector and an array made of specialization constants.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec3 result[32]; };
layout(constant_id = 0) const uint x = 5;
layout(constant_id = 1) const uint y = 6;
const uvec3 v = uvec3(x, y, 7);

void main() {
    uint i = gl_LocalInvocationIndex;
    uint table[3] = uint[3](y, x, 1);
    result[i] = v.zyx * table[i % 3];
}
