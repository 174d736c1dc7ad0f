// What the first wave wrote, the second hands on to another workgroup behind the barrier.
// run: --groups 2
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 65) in;
layout(set = 0, binding = 0) devicecoherent buffer Data { uint data; };
layout(set = 0, binding = 1) buffer Flag { uint flag; };
layout(set = 0, binding = 2) buffer Result { uint result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        if (gl_LocalInvocationIndex == 0)
            data = 42;
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
        if (gl_LocalInvocationIndex == 64)
            atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else if (gl_LocalInvocationIndex == 0) {
        if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u)
            result = data + 1;
    }
}
