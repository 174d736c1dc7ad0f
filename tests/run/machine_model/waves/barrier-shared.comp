// A workgroup of two waves: the second reads what the first wrote into shared memory before the barrier.
// run: --groups 1
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 65) in;
shared uint data;
layout(set = 0, binding = 0) buffer Result { uint result; };
void main() {
    if (gl_LocalInvocationIndex == 0)
        data = 42;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    if (gl_LocalInvocationIndex == 64)
        result = data;
}
