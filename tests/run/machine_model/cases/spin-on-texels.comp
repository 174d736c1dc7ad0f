#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same of a texel buffer, within a workgroup's scope where there is no other.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /fence syncscope\("singlethread"\)/d
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer counts;
layout(set = 0, binding = 1) buffer Result { uint result; };
uint count() { return imageAtomicLoad(counts, 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed); }
void main() {
    if (gl_WorkGroupID.x == 0) {
        imageAtomicAdd(counts, 1, 2u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } else {
        while (count() < 2)
            ;
        result = count();
    }
}
