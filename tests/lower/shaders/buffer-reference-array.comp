#version 460
#extension GL_EXT_buffer_reference2 : require

// Pointer arithmetic on buffer references.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Pair { uint a; uint b; };
layout(push_constant) uniform Arguments { Pair pairs; };

void main() {
    uint i = gl_LocalInvocationIndex;
    Pair mine = pairs[i];
    result[i] = mine.a * 3 + (mine + 1).b;
}
