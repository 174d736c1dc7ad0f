#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same of two words at once.
// run: --local 2 --subgroup 1
// without[gfx90a gfx942 gfx1030 gfx1100 gfx1201]: s/load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic,/load \1, \2,/
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uvec2 values[2]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uvec2 results[2]; };
void main() {
    uvec2 early = values[0];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 1)
        values[0] = uvec2(6, 7);
    results[gl_LocalInvocationIndex] = early;
}
