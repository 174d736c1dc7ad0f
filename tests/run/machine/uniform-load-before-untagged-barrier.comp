#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The release orders all memory; gfx12 does not wait for scalar loads there either, the others do.
// never: scalar.load ...!wait.scalar signal|barrier
// expect: #global.load = 2
// without: load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic, => load \1, \2,
layout(local_size_x = 256) in;
struct Entry { uint key; uvec4 value; };
layout(set = 0, binding = 0) nonprivate buffer Values { Entry entries[]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uvec4 results[]; };
void main() {
    uvec4 first = entries[3].value;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    entries[gl_LocalInvocationIndex * 64].value.x = 7;
    results[gl_LocalInvocationIndex] = first;
}
