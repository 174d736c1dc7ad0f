#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Two atomic reads of one word, between them nothing that orders: the second never finds an older value than the first.
// run: --local 1 --groups 2 --subgroup 1
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Word { uint word; };
layout(set = 0, binding = 1) buffer Result { uint first, second; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        atomicStore(word, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } else {
        first = atomicLoad(word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        second = atomicLoad(word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
