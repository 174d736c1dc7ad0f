// Treiber's stack: each invocation pushes a node of its own, then pops one, whose value it reads.
// @Output: forall (%data[1] == 0)
// @Config: 1, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint head; uint wrong; uint next[5]; uint value[5]; } data;
uint exchange(uint expected, uint wanted) {
    return atomicCompSwap(data.head, expected, wanted, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible,
                          gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
}
void main() {
    uint node = gl_WorkGroupID.x + 1u;
    data.value[node] = 1u;
    uint old = atomicLoad(data.head, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed), seen;
    for (;;) {
        data.next[node] = old;
        seen = exchange(old, node);
        if (seen == old)
            break;
        old = seen;
    }
}
