#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Loads of a texel before and after the acquire of a shared flag: for LLVM one, as the flag's load touches no image.
// run: --local 2 --subgroup 1
// machine: --coherence=fence
// without[through gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /fence syncscope\("singlethread"\)/d; /^@llvm.compiler.used/d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage2D image;
layout(set = 0, binding = 1) buffer Results { uint a, b; };
shared uint asked, answered;
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0) {
        atomicStore(asked, 0u, gl_ScopeWorkgroup, 0, 0);
        atomicStore(answered, 0u, gl_ScopeWorkgroup, 0, 0);
    }
    barrier();
    if (i == 1) {
        uint before = imageLoad(image, ivec2(0)).x;
        atomicStore(asked, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        if (atomicLoad(answered, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) {
            b = imageLoad(image, ivec2(0)).x + 1;
            a = before;
        }
    } else if (atomicLoad(asked, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) {
        imageStore(image, ivec2(0), uvec4(7));
        atomicStore(answered, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
}
