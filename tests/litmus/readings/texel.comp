#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
/* A texel's atomics name Workgroup memory beside their own, and a barrier for Workgroup memory alone orders them. */
layout(local_size_x = 2) in;
layout(set = 0, binding = 1, r32ui) uniform uimage1D image;
layout(set = 0, binding = 0) buffer Result { uint a; } result;
#define MEMORY gl_StorageSemanticsShared | gl_StorageSemanticsImage
#define MAKE gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible
void main() {
    uint me = gl_LocalInvocationIndex;
    if (me == 0)
        imageAtomicStore(image, 0, 1u, gl_ScopeDevice, MEMORY, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease | MAKE);
    if (me == 1)
        result.a = imageAtomicAdd(image, 0, 1u, gl_ScopeDevice, MEMORY, gl_SemanticsAcquireRelease | MAKE);
}
