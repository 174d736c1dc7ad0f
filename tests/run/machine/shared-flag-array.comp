// Flags in an array and a structure in shared memory, of 64 and of 32 bits: each element has one constant stored to it alone.
// expect: #local.store = 3
// expect: #local.load >= 2
// expect: global.store ... local.store ... barrier ... local.load ... wait.local ... global.load
// without: ^@llvm.compiler.used.*$ =>
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
shared uint64_t flags[2];
shared struct { uint padding; uint flag; } last;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[0] = 42;
        atomicStore(flags[0], 1ul, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        atomicStore(flags[1], 2ul, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        atomicStore(last.flag, 3u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    }
    barrier();
    if (gl_LocalInvocationIndex == 127 &&
        atomicLoad(flags[1], gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 2 &&
        atomicLoad(last.flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 3)
        result[0] = data[0];
}
