#version 460

// Vector arithmetic and comparisons on integers.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 v = values[i];
    bvec4 b = lessThan(v, v.yzwx);
    result[i] = uvec4(b) + (v >> 4) * uvec4(2, 3, 5, 7) + uint(any(b)) + uint(all(not(b)));
}
