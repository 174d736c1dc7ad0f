#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Fences of every scope.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) nonprivate buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = 0;
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    data[i] = 1;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
            gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    data[i] = 2;
    memoryBarrier(gl_ScopeSubgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    data[i] = 3;
    memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer,
            gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    result[i] = data[i] + i;
}
