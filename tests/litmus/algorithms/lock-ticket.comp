// A lock that is taken in the order of tickets, around a counter.
// @Output: forall (%data[2] == INVOCATIONS)
// @Config: 1, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint next; uint serving; uint counter; } data;
void main() {
    uint ticket = atomicAdd(data.next, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    while (atomicLoad(data.serving, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                      gl_SemanticsAcquire | gl_SemanticsMakeVisible) != ticket)
        ;
    data.counter = data.counter + 1u;
    atomicStore(data.serving, ticket + 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
