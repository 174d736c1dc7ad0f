#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Release and acquire fences about a relaxed store and load.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) nonprivate buffer Data { uint data[32]; };
layout(set = 0, binding = 2) buffer Words { uint flag[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    atomicStore(flag[i], 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    uint seen = atomicLoad(flag[i], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    result[i] = data[i] + seen;
}
