#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same of a texel buffer, with a ticket that is compared.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx1201]: s/(@llvm\.amdgcn\.struct.*buffer\.atomic.*, i32 0, i32 0, i32) [0-9]+\)/\1 0)/
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer owner;
layout(set = 0, binding = 1) buffer Result { uint results[2]; };
void main() {
    results[gl_WorkGroupID.x] = imageAtomicCompSwap(owner, 0, 0u, gl_WorkGroupID.x + 1, gl_ScopeDevice, gl_StorageSemanticsNone,
                                                    gl_SemanticsRelaxed, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
