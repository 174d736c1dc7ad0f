#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require

// A uniform buffer of two bytes.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform Input { uint16_t number; };
layout(set = 0, binding = 1) buffer Result { uint result; };

void main() {
    result = uint(number);
}
