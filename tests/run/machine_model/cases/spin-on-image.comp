#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A loop that reads a texel until another workgroup writes it: for LLVM one read, before the loop.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /fence syncscope\("singlethread"\)/d
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D flag;
layout(set = 0, binding = 1) nonprivate buffer Data { uint data; };
layout(set = 0, binding = 2) buffer Result { uint result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        data = 42;
        memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        imageAtomicStore(flag, ivec2(0), 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } else {
        while (imageAtomicLoad(flag, ivec2(0), gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed) != 1u)
            ;
        memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        result = data;
    }
}
