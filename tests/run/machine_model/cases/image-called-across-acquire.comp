#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same in three dimensions, and a function.
// run: --local 2 --subgroup 1
// machine: --coherence=fence
// without[through gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /fence syncscope\("singlethread"\)/d; /^@llvm.compiler.used/d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage3D image;
layout(set = 0, binding = 1) buffer Results { uint a, b; };
shared uint asked, answered;
uint read() { return imageLoad(image, ivec3(1, 0, 1)).x; }
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0) {
        atomicStore(asked, 0u, gl_ScopeWorkgroup, 0, 0);
        atomicStore(answered, 0u, gl_ScopeWorkgroup, 0, 0);
    }
    barrier();
    if (i == 1) {
        uint before = read();
        atomicStore(asked, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        if (atomicLoad(answered, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) {
            b = read() + 1;
            a = before;
        }
    } else if (atomicLoad(asked, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) {
        imageStore(image, ivec3(1, 0, 1), uvec4(7));
        atomicStore(answered, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
}
