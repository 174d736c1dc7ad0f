// A scan over workgroups by look-back: each publishes its own sum, then adds those before it until one has a prefix.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 1, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint last; uint state[4]; uint sum[4]; uint prefix[4]; } data;
void main() {
    uint id = gl_WorkGroupID.x, before = 0u;
    data.sum[id] = 1u;
    if (id > 0u) {
        atomicStore(data.state[id], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        for (uint at = id; at > 0u; at--) {
            uint state;
            do {
                state = atomicLoad(data.state[at - 1u], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                   gl_SemanticsAcquire | gl_SemanticsMakeVisible);
            } while (state == 0u);
            if (state == 2u) {
                before += data.prefix[at - 1u];
                break;
            }
            before += data.sum[at - 1u];
        }
    }
    data.prefix[id] = before + 1u;
    atomicStore(data.state[id], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    if (id == gl_NumWorkGroups.x - 1u)
        data.last = before + 1u;
}
