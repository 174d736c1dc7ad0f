#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Every invocation adds its number, times a constant that the pipeline chooses, to a total in shared memory; the first
// writes the total.
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint factor = 1;
layout(set = 0, binding = 0, std430) buffer Totals { uint totals[]; };
shared uint total;
void main() {
    if (gl_LocalInvocationIndex == 0) total = 0;
    barrier();
    atomicAdd(total, gl_LocalInvocationIndex * factor, gl_ScopeWorkgroup, 0, 0);
    barrier();
    if (gl_LocalInvocationIndex == 0) totals[gl_WorkGroupID.x] = total;
}
