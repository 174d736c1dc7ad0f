#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// An acquire-release atomic that makes available but not visible.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) nonprivate buffer Data { uint data[32]; };
layout(set = 0, binding = 2) buffer Words { uint words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    words[i] = 1;
    uint a = atomicAdd(words[i], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
            gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable);
    result[i] = data[i] + a;
}
