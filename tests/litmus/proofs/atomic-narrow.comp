// Expect: proven proven refuted
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) nonprivate buffer D { uint data[]; };
layout(binding = 1) nonprivate buffer E { uint seen[]; };
void main() {
    atomicAdd(data[0], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
