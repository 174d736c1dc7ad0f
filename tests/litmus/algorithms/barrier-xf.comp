// A barrier between workgroups with flags: the first workgroup gathers the others and lets them go.
// @Output: forall (%data[0] == 1)
// @Config: 2, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint right; uint flag[9]; uint value[9]; } data;
void main() {
    uint id = gl_GlobalInvocationID.x, group = gl_WorkGroupID.x, local = gl_LocalInvocationID.x;
    uint others = gl_NumWorkGroups.x - 1u, size = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    data.value[id] = 1u;
    if (group == 0u) {
        if (local < others)
            while (atomicLoad(data.flag[local], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                              gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 0u)
                ;
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                       gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
        if (local < others)
            atomicStore(data.flag[local], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                        gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                       gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
        if (local == 0u) {
            atomicStore(data.flag[group - 1u], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                        gl_SemanticsRelease | gl_SemanticsMakeAvailable);
            while (atomicLoad(data.flag[group - 1u], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                              gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u)
                ;
        }
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                       gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    }
    uint sum = 0u;
    for (uint i = 0u; i < size; i++)
        sum += data.value[i];
    if (id == size - 1u)
        data.right = sum == size ? 1u : 0u;
}
