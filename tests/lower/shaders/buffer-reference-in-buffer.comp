#version 460
#extension GL_EXT_buffer_reference2 : require

// An address that is kept in a buffer.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(buffer_reference, std430) readonly buffer Leaf { uint value; };
layout(set = 0, binding = 1) readonly buffer Roots { Leaf leaves[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = leaves[i].value;
}
