// A barrier between workgroups by a counter at which all of them arrive.
// @Output: forall (%data[1] == 1)
// @Config: 2, 1, 2
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint arrived; uint right; uint value[16]; } data;
void main() {
    uint id = gl_GlobalInvocationID.x, size = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    data.value[id] = 1u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationID.x == 0u) {
        atomicAdd(data.arrived, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                  gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
        while (atomicLoad(data.arrived, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquire | gl_SemanticsMakeVisible) != gl_NumWorkGroups.x)
            ;
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    uint other = data.value[size - 1u - id];
    if (id == 0u)
        data.right = other;
}
