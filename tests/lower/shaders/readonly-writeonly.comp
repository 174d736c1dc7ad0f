#version 460

// A buffer that is only read and one that is only written.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) writeonly buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[i] >> 1;
}
