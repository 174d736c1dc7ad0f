#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// The sum of each workgroup's 128 values, by a tree in shared memory: half of the invocations add, then a quarter, and
// so on. In GLSL's Vulkan memory model `shared` is `workgroupcoherent` by itself: each access makes itself available
// to, or visible from, the workgroup. So the barrier between two levels has to order shared memory and no more, and it
// says so: it leaves the caches of global memory alone.
layout(local_size_x = 128) in;

layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint sums[]; };

shared uint partial[gl_WorkGroupSize.x];

void level_done() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    partial[lane] = values[gl_GlobalInvocationID.x];
    level_done();
    for (uint width = gl_WorkGroupSize.x / 2; width > 0; width /= 2) {
        if (lane < width)
            partial[lane] += partial[lane + width];
        level_done();
    }
    if (lane == 0)
        sums[gl_WorkGroupID.x] = partial[0];
}
