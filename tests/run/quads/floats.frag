#version 460
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Atomics on floats and 64 bits, of which LLVM makes loops, and whose results are used.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(set = 0, binding = 3) buffer Sums { float sum; float sums[]; };
layout(set = 0, binding = 4) buffer Longs { uint64_t most; int64_t longs[]; };
layout(set = 0, binding = 5, r32f) uniform image2D heights;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    sums[index] = atomicAdd(sum, texel.x);
    atomicAdd(sums[index + 1], texel.y);
    uint64_t before = atomicMax(most, uint64_t(index));
    longs[index + 1] = atomicCompSwap(longs[index], int64_t(3), int64_t(before));
    sums[index + 2] = imageAtomicAdd(heights, ivec2(index), texel.x);
    imageAtomicExchange(heights, ivec2(index + 1), texel.y);
    color = texture(picture, texel.xy);
}
