#version 460

#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Texels of 64 bits, and atomics on them.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r64ui) uniform u64image2D words;
layout(set = 0, binding = 1, r64i) uniform i64image2D numbers;
layout(set = 0, binding = 2) buffer Result { uint64_t result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[2u * i] = imageLoad(words, place).x;
    imageStore(words, place, u64vec4(result[2u * i] * 3ul));
    result[2u * i + 1u] = uint64_t(imageAtomicMax(numbers, place, int64_t(result[2u * i])));
}
