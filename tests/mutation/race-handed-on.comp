#version 460
// One invocation (WHO) of the second workgroup has seen the flag. A barrier hands on what it knows to the other, and the next
// barrier keeps that. There is no data race.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data; uint flag; uint result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        if (gl_LocalInvocationIndex == 0) {
            data = 42;
            atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        }
        return;
    }
    if (gl_LocalInvocationIndex == WHO)
        while (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) != 1u)
            ;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex != WHO)
        result = data;
}
