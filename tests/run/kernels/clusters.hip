/* Clusters of gfx1250: workgroups that begin together, with a barrier and a scope of their own. Each kernel is right, and
 * has one mistake where the name of one is defined.
 */
#include "kernels.h"

#define CLUSTER __HIP_MEMORY_SCOPE_CLUSTER
#define FOUR    extern "C" __global__ __attribute__((cluster_dims(2, 2, 1), amdgpu_flat_work_group_size(64, 64)))
#ifndef SCOPE
#define SCOPE "cluster"
#endif

static inline __device__ void meet() {
#ifndef NO_RELEASE
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, SCOPE);
#endif
#ifdef NO_BARRIER
    __builtin_amdgcn_s_barrier();
#else
    __builtin_amdgcn_s_cluster_barrier();
#endif
#ifndef NO_ACQUIRE
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, SCOPE);
#endif
}

static inline __device__ uint cluster() {
    return __builtin_amdgcn_cluster_id_x() + 3 * __builtin_amdgcn_cluster_id_y();
}

/* Each of the 6 by 4 workgroups has a part of `out` by its numbers in its cluster, and another by its own numbers: no
 * two have one, and none lies outside. */
FOUR void numbers(uint *out, uint *own) {
    uint x = __builtin_amdgcn_cluster_workgroup_id_x(), y = __builtin_amdgcn_cluster_workgroup_id_y();
    out[((cluster() * 2 + x) * 2 + y) * 64 + ITEM] = 1;
    out[24 * 64 + (cluster() * 4 + __builtin_amdgcn_cluster_workgroup_flat_id()) * 64 + ITEM] = 2;
    own[(GROUP + 6 * __builtin_amdgcn_workgroup_id_y()) * 64 + ITEM] = 3;
}

/* Each workgroup reads what the next one of its cluster, or with OTHER of all, has written, and then writes there. */
FOUR void around(uint *data) {
    uint at = __builtin_amdgcn_cluster_workgroup_flat_id(), next = (at + 1) % 4, first = cluster() * 4;
#ifdef OTHER
    uint place = (first + at + 1) % 24;
#else
    uint place = first + next;
#endif
    for (uint k = 0; k < 3; k++) {
        data[(first + at) * 64 + ITEM] = k;
        meet();
        uint value = data[place * 64 + ITEM];
        meet();
        data[place * 64 + ITEM] = value + 1;
        meet();
    }
}

/* An atomic of the cluster's scope: each cluster has a counter, with SHARED all have one. The last one reads the rest. */
FOUR void last(uint *data, uint *counts, uint *out) {
#ifdef SHARED
    uint *count = counts;
#else
    uint *count = counts + cluster();
#endif
    uint at = __builtin_amdgcn_cluster_workgroup_flat_id(), first = cluster() * 4;
    data[(first + at) * 64 + ITEM] = at;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, SCOPE);
    __shared__ uint before;
    barrier();
    if (ITEM == 0)
        before = __hip_atomic_fetch_add(count, 1, __ATOMIC_RELAXED, CLUSTER);
    barrier();
    if (before == 3) {
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, SCOPE);
        uint sum = 0;
        for (uint k = 0; k < 4; k++)
            sum += data[(first + k) * 64 + ITEM];
        out[cluster() * 64 + ITEM] = sum;
    }
}

/* A kernel for clusters of any size, or none. */
KERNEL(64) void any(uint *out) {
    out[(GROUP + 4 * __builtin_amdgcn_workgroup_id_y()) * 64 + ITEM] = 1;
}
