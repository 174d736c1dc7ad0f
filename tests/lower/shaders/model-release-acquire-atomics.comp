#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Release, acquire and acquire-release read-modify-writes on words of the invocation's own.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Words { uint words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = i;
    uint a = atomicAdd(words[i], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
            gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    uint b = atomicMax(words[i], 9u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
            gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    uint c = atomicExchange(words[i], 4u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer,
            gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = a + b * 100 + c * 10000;
}
