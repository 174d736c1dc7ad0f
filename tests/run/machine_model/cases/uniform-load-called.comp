#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same in a function, of a member behind others.
// run: --local 2 --subgroup 1
// without[gfx90a gfx942 gfx1030 gfx1100 gfx1201]: s/load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic,/load \1, \2,/
layout(local_size_x = 2) in;
struct Entry { uint key; uint value; };
layout(set = 0, binding = 0) nonprivate buffer Values { Entry entries[2]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[2]; };
uint value_of(uint i) { return entries[i].value; }
void main() {
    uint early = value_of(1);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 0)
        entries[1].value = 7;
    results[gl_LocalInvocationIndex] = early;
}
