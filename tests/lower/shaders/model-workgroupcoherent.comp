#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Accesses that are available and visible at Workgroup scope.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) workgroupcoherent buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i + 1;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    result[i] = data[31 - i];
}
