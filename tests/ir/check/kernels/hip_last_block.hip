#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

extern "C" __global__ void last_block(float *partial, unsigned *count, float *out, unsigned blocks) {
    __shared__ bool last;
    if (__builtin_amdgcn_workitem_id_x() == 0) {
        partial[__builtin_amdgcn_workgroup_id_x()] = 1.0f;
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
        unsigned before = __hip_atomic_fetch_add(count, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        last = before == blocks - 1;
    }
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    if (last) {
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
        float sum = 0;
        for (unsigned i = 0; i < blocks; i++)
            sum += partial[i];
        *out = sum;
    }
}
