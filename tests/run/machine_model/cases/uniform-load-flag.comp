#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same before a release store, within the workgroup, to a flag in a buffer.
// run: --local 2 --subgroup 1
// without[gfx1201]: s/load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic,/load \1, \2,/
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint value; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[2]; };
layout(set = 0, binding = 2) buffer Flag { uint flag; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint early = value;
    if (i == 0)
        atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    else if (atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1)
        value = 7;
    results[i] = early;
}
