#version 460

// Vector comparisons reduced by any and all.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { ivec3 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    ivec3 v = values[i];
    uint n = 0;
    if (any(lessThan(v, ivec3(0))))
        n |= 1;
    if (all(greaterThanEqual(v, ivec3(-100))))
        n |= 2;
    if (v == v.zyx)
        n |= 4;
    if (any(notEqual(v, v.yzx)))
        n |= 8;
    result[i] = n;
}
