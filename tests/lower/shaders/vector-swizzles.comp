#version 460

// Swizzled reads and writes.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { vec4 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 v = vec4(i, i + 1, i + 2, i + 3);
    v.xz = v.wy;
    v.yw *= 2.0;
    result[i] = v.zzxy + v.wzyx;
}
