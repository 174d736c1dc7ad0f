#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
// Reductions combine neighbours, or are LLVM 23's in waves of 32 and on gfx9; only a scan is a loop over the lanes.
// options: --mcpu=CPU
// LLVM 22 gets a loop for the 8 bits on gfx11: docs/upstream/llvm-whole-wave-halves.md.
// expect[llvm23]: #loop = 1
// expect[llvm22 gfx90a gfx942 gfx1030 gfx1201]: #loop = 1
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
