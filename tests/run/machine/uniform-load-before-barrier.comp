#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A uniform load is done when the workgroup's barrier releases: no release waits for a scalar load, which would see a later write.
// never: scalar.load ...!wait.scalar signal|barrier
// expect: #global.load = 1
// without: load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic, => load \1, \2,
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint values[]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[]; };
void main() {
    uint first = values[0];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    values[gl_LocalInvocationIndex * 64] = 7;
    results[gl_LocalInvocationIndex] = first;
}
