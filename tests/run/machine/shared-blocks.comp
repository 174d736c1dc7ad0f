// SPV_KHR_workgroup_memory_explicit_layout: what is stored through one block is loaded through another, with the same offsets.
// expect: local.store ... barrier ... local.load ... global.store
// expect: #local.store = 1
// options: --abi=kernel
// options: --abi=buffer --mcpu=CPU
// group bytes: 512
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 128) in;
shared A { layout(offset = 0) uint words[128]; } a;
shared B { layout(offset = 0) vec4 vectors[32]; } b;
layout(set = 0, binding = 0) buffer Result { uint result[]; };
void main() {
    a.words[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
    barrier();
    if (gl_LocalInvocationIndex < 32)
        result[gl_LocalInvocationIndex] = floatBitsToUint(b.vectors[gl_LocalInvocationIndex].z);
}
