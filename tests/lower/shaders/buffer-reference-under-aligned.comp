#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require

// A 16-byte vector behind an address that is aligned to 4 bytes only.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(buffer_reference, scalar, buffer_reference_align = 4) readonly buffer Quad { uvec4 value; };
layout(push_constant) uniform Arguments { Quad quads; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = quads[i].value;
}
