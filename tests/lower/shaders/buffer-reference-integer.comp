#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// An address as a 64-bit integer and back.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Word { uint value; };
layout(push_constant) uniform Arguments { uint64_t base; };

void main() {
    uint i = gl_LocalInvocationIndex;
    Word word = Word(base + 4ul * i);
    result[i] = word.value + uint(uint64_t(word) - base);
}
