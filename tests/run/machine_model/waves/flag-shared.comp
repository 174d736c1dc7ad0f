// A flag in shared memory between two waves, and data in a buffer.
// run: --groups 1
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 65) in;
shared uint flag;
layout(set = 0, binding = 0) workgroupcoherent buffer Data { uint data; };
layout(set = 0, binding = 1) buffer Result { uint result; };
void main() {
    if (gl_LocalInvocationIndex == 0)
        atomicStore(flag, 0u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    if (gl_LocalInvocationIndex == 0) {
        data = 42;
        atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsRelease);
    } else if (gl_LocalInvocationIndex == 64) {
        if (atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire) == 1u)
            result = data + 1;
    }
}
