#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
// A release of device scope by a read-modify-write, after a load through a physical address.
// never: scalar.load ...!wait.scalar global.atomic
// expect: #global.load >= 1
// without: load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic, => load \1, \2,
layout(local_size_x = 64) in;
layout(buffer_reference) buffer Node { nonprivate uint value; nonprivate uint next[3]; };
layout(set = 0, binding = 0) nonprivate buffer Counter { uint counter; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[]; };
layout(push_constant) uniform Start { Node start; };
void main() {
    uint early = start.next[1];
    atomicAdd(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    results[gl_LocalInvocationIndex] = early;
}
