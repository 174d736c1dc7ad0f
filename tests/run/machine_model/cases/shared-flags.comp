#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same with two flags, each of a different constant, and data that both guard.
// run: --local 2 --subgroup 1
// without[through gfx1030 gfx1100 gfx1201]: /^@llvm.compiler.used/d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[2]; };
layout(set = 0, binding = 1) buffer Result { uint result; };
shared uint first, second;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[0] = 42;
        atomicStore(first, 3u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        data[1] = 43;
        atomicStore(second, 7u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
    barrier();
    if (gl_LocalInvocationIndex == 1 &&
        atomicLoad(first, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 3 &&
        atomicLoad(second, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 7)
        result = data[0] * data[1];
}
