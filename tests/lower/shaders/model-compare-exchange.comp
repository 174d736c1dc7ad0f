#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A compare-exchange whose two semantics differ.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Words { uint words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = i % 3;
    uint a = atomicCompSwap(words[i], 1u, 50u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
            gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible,
            gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    result[i] = a * 100 + words[i];
}
