#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A loop that reads a word of a buffer until another workgroup writes it. With --abi=driver it is an intrinsic, which for LLVM only
// reads: one read, before the loop.
// run: --local 1 --groups 2 --subgroup 1
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Flag { uint flag; };
layout(set = 0, binding = 1) nonprivate buffer Data { uint data; };
layout(set = 0, binding = 2) buffer Result { uint result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        data = 42;
        memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } else {
        while (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed) != 1u)
            ;
        memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        result = data;
    }
}
