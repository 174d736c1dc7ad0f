#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// A uniform load in a function that is called before a release store on a Workgroup variable, 64 bits wide.
// never: scalar.load ...!wait.scalar local.store
// expect: #global.load >= 1
// without: load atomic (\S+), (ptr addrspace\(1\) \S+) syncscope\("singlethread"\) monotonic, => load \1, \2,
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint64_t values[]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint64_t results[]; };
shared uint flag;
uint64_t value_at(uint i) { return values[i + 2]; }
void main() {
    uint64_t early = value_at(5);
    atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    results[gl_LocalInvocationIndex] = early;
}
