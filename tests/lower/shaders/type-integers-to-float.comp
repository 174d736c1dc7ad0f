#version 460

// Signed and unsigned integers to float, and back.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec2 result[32]; };
layout(set = 0, binding = 1) buffer Block1 { ivec2 back[32]; };
layout(set = 0, binding = 2) buffer Block2 { int a[32]; };
layout(set = 0, binding = 3) buffer Block3 { uint b[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = vec2(float(a[i]), float(b[i]));
    back[i] = ivec2(int(float(a[i] & 0xFFFF)) - 7, int(uint(float(b[i] & 0xFFFFu))));
}
