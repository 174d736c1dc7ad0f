// Every invocation adds to one counter, by a relaxed read-modify-write whose result nobody uses.
// @Output: forall (%data[0] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Data { uint counter; } data;
void main() {
    atomicAdd(data.counter, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
