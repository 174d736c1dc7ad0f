#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Fences for buffers, shared memory, images, both and none.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) nonprivate buffer Result { uint result[32]; };
shared uint word[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    word[i] = i;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                  gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = 0;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                  gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = 1;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsImage,
                  gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = 2;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                  gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    result[i] = 3;
    barrier();
    result[i] += word[31 - i];
}
