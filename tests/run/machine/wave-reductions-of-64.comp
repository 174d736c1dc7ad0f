#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
// LLVM 23 combines the halves of a wave of 64 wrongly where there are waves of 32: docs/upstream/llvm-wave-reduce-halves.md.
// The translation combines neighbours itself; only a scan is a loop.
// options: --mcpu=CPU --wave=64
// processors: gfx1030 gfx1100 gfx1201
// LLVM 22 gets a loop for the 8 bits on gfx11: docs/upstream/llvm-whole-wave-halves.md.
// expect[llvm23]: #loop = 1
// expect[llvm22 gfx1030 gfx1201]: #loop = 1
// expect[llvm22 gfx1100]: #loop = 2
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Result { uint64_t result[448]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = uint(result[i]);
    result[i] = subgroupAdd(value);
    result[i + 64] = subgroupMax(result[i + 64]);
    result[i + 128] = subgroupXor(uint8_t(value));
    result[i + 192] = uint(subgroupAdd(float(value)));
    if (i % 3u == 0u)
        result[i + 256] = uint64_t(subgroupMin(double(value)));
    result[i + 320] = subgroupMul(value);
    result[i + 384] = subgroupInclusiveAdd(value);
}
