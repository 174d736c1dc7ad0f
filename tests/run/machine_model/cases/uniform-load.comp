#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A uniform load becomes one by the scalar cache, for which the release of the barrier does not wait.
// run: --local 2 --subgroup 1
// without[gfx90a gfx942 gfx1030 gfx1100 gfx1201]: s/load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic,/load \1, \2,/
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint values[2]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[2]; };
void main() {
    uint early = values[0];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 1)
        values[0] = 7;
    results[gl_LocalInvocationIndex] = early;
}
