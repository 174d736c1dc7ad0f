#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// An execution barrier of the subgroup.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint word[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    word[i] = i;
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared,
            gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = word[i] + 1;
}
