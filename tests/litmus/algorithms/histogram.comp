// A workgroup counts how often each of four values comes, in shared memory.
// @Output: forall (4 * %data[0][1] == INVOCATIONS)
// @Config: 4, 1, 1
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint bin[4]; } data;
shared uint bins[4];
void main() {
    uint id = gl_LocalInvocationID.x;
    if (id < 4u)
        bins[id] = 0u;
    barrier();
    atomicAdd(bins[id % 4u], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (id < 4u)
        data.bin[id] = bins[id];
}
