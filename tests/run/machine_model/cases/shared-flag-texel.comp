#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The same with a texel as data.
// run: --local 2 --subgroup 1
// without[through gfx1030 gfx1100 gfx1201]: /^@llvm.compiler.used/d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage2D data;
layout(set = 0, binding = 1) buffer Result { uint result; };
shared uint done;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        imageStore(data, ivec2(0), uvec4(42));
        atomicStore(done, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
    barrier();
    if (gl_LocalInvocationIndex == 1 && atomicLoad(done, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1)
        result = imageLoad(data, ivec2(0)).x;
}
