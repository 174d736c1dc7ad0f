#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// gfx1201's image atomics need the scope of the device; by themselves they have that of a compute unit.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx1201]: s/(@llvm\.amdgcn\.image\.atomic\.add.*, i32 0, i32) [0-9]+\)/\1 0)/
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D counter;
layout(set = 0, binding = 1) buffer Result { uint results[2]; };
void main() {
    results[gl_WorkGroupID.x] =
        imageAtomicAdd(counter, ivec2(0), 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
