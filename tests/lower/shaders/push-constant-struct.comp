#version 460

// Push constants: a structure and a dynamic index into an array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
struct Range { uint start; uint count; };
layout(push_constant) uniform Arguments { Range ranges[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = ranges[i % 4].start + ranges[(i + 1) % 4].count;
}
