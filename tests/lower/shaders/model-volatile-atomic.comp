#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Atomics with volatile semantics.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    atomicStore(data[i], i, gl_ScopeDevice, gl_StorageSemanticsNone,
            gl_SemanticsRelaxed | gl_SemanticsVolatile);
    result[i] = atomicLoad(data[i], gl_ScopeDevice, gl_StorageSemanticsNone,
            gl_SemanticsRelaxed | gl_SemanticsVolatile);
}
