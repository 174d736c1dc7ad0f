// Sums of workgroups one after the other: a flag of each, which begins as 0, is set by an atomic.
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
layout(binding = 0) buffer A { uint a[]; };
layout(binding = 1) buffer F { uint flag[]; };
layout(binding = 2) nonprivate buffer S { uint sum[]; };
shared uint before;
void main() {
    uint w = gl_WorkGroupID.x;
    if (gl_LocalInvocationID.x == 0) {
        uint p = 0;
        if (w > 0) {
            while (atomicLoad(flag[w - 1], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                              gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 0)
                ;
            p = sum[w - 1];
        }
        sum[w] = p + a[w * 4];
        before = p;
        atomicStore(flag[w], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
    barrier();
    a[gl_GlobalInvocationID.x] += before;
}
