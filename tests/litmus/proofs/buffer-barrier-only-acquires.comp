// Expect: proven refuted proven
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) workgroupcoherent buffer D { uint data[]; };
layout(binding = 1) buffer E { uint seen[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    data[at] = 1u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    seen[at] = data[at ^ 1u];
}
