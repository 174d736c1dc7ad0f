#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same with functions that hand the flag over, and data that another location tells where to find.
// run: --local 2 --subgroup 1
// without[through gfx1030 gfx1100 gfx1201]: /^@llvm.compiler.used/d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[2]; };
layout(set = 0, binding = 1) buffer Result { uint result; };
shared uint done;
void publish() { atomicStore(done, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable); }
bool is_published() { return atomicLoad(done, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1; }
void main() {
    if (gl_LocalInvocationIndex == 1) {
        data[1] = 42;
        publish();
    }
    barrier();
    if (gl_LocalInvocationIndex == 0 && is_published())
        result = data[1] + 1;
}
