#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A fair lock for whole workgroups: draw a ticket, wait until it is served. Only a running workgroup draws a ticket,
// and only an earlier ticket is waited for, so there is always one that can go on.
//
// The protected data is `devicecoherent`: each access makes itself available to, or visible from, the device. Lock and
// barriers only order, for which no cache has to be written back or invalidated. The order goes from the last owner's
// 64 invocations through a barrier to its first one, through the lock to the next owner's first one, and through a
// barrier to its 64.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Lock { uint next_ticket; uint now_serving; };
layout(set = 0, binding = 1) devicecoherent buffer Totals { uint totals[64]; };

void workgroup_barrier() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint ticket = 0;
    if (lane == 0) {
        ticket = atomicAdd(next_ticket, 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        while (atomicLoad(now_serving, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) != ticket) {
        }
    }
    workgroup_barrier();
    totals[lane] += gl_WorkGroupID.x + lane;
    workgroup_barrier();
    if (lane == 0)
        atomicStore(now_serving, ticket + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
