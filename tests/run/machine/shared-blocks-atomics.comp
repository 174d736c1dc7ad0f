// Blocks in shared memory: atomics of 32 and of 64 bits on the same bytes, booleans, a loop and calls; one memory of 1056 bytes.
// expect[opt]: local.store ... barrier ... local.atomic ... barrier ... local.load ... global.store
// expect: #local.atomic = 2
// group bytes: 1056
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 128) in;
shared Narrow { layout(offset = 0) uint low; layout(offset = 8) bool flags[129]; } narrow;
shared Wide { layout(offset = 0) uint64_t all; layout(offset = 544) u64vec4 more[16]; } wide;
layout(set = 0, binding = 0) buffer Result { uint64_t result[]; };
void count(uint i) {
    if ((i & 1) != 0)
        atomicAdd(narrow.low, i);
    else
        atomicMax(wide.all, uint64_t(i) << 32);
}
uint64_t sum() {
    uint64_t s = wide.all;
    for (uint i = 0; i < 16; i++)
        s += wide.more[i].y;
    return s;
}
void main() {
    if (gl_LocalInvocationIndex == 0)
        wide.all = 0;
    narrow.flags[gl_LocalInvocationIndex] = (gl_LocalInvocationIndex & 2) != 0;
    barrier();
    count(gl_LocalInvocationIndex);
    barrier();
    result[gl_LocalInvocationIndex] = sum() + uint64_t(narrow.flags[128 - gl_LocalInvocationIndex]);
}
