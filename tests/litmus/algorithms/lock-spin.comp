// A lock by compare-exchange around a counter.
// @Output: forall (%data[1] == INVOCATIONS)
// @Config: 1, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint lock; uint counter; } data;
void main() {
    while (atomicCompSwap(data.lock, 0u, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquire | gl_SemanticsMakeVisible, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed) != 0u)
        ;
    data.counter = data.counter + 1u;
    atomicStore(data.lock, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
