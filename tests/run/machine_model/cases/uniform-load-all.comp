#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same with a barrier for all memory: gfx1201 alone does not wait for scalar loads there.
// run: --local 2 --subgroup 1
// without[gfx1201]: s/load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic,/load \1, \2,/
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint values[2]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[2]; };
void main() {
    uint early = values[1];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 1)
        values[1] = 7;
    results[gl_LocalInvocationIndex] = early;
}
