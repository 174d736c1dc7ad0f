#version 460

// Logical operators on scalars and vectors.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    bool a = values[i] % 2 == 0, b = i % 3 == 0;
    bvec2 v = bvec2(a, b);
    result[i] = uint(a ^^ b) + uint(!a) * 2 + uint(a == b) * 4 + uint(any(not(v))) * 8
            + uint(v.xy == v.yx) * 16;
}
