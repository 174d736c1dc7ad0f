// What HIP's programmers get wrong, each as a kernel of its own, and what it is mended to (-DMENDED). "expect: RULE WORDS": a
// finding of the rule advises in these words.
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#ifdef MENDED
#define AS(wrong, right) right
#else
#define AS(wrong, right) wrong
#endif
#define KERNEL extern "C" __global__ void
#define STORE(order) __hip_atomic_store(flag, 1, order, __HIP_MEMORY_SCOPE_AGENT)
#define SYNCTHREADS()                                                                                                  \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                                         \
    } while (0)

// expect: synchronize-as-value write "global" or "local" after the scope of __builtin_amdgcn_fence
KERNEL mistyped_space(int *flag, int *data) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent", AS("glbal", "global"));
    STORE(__ATOMIC_RELAXED);
}

// expect: unknown-scope for __builtin_amdgcn_fence write "agent"
KERNEL unknown_scope(int *flag, int *data) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("device", "agent"));
    STORE(__ATOMIC_RELAXED);
}

// expect: one-as-tag without -one-as: together with "local" it makes the fence do nothing
KERNEL one_address_space(int *flag, int *data) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("agent-one-as", "agent"), "local");
    STORE(__ATOMIC_RELAXED);
}

// expect: singlethread-fence "agent" is __HIP_MEMORY_SCOPE_AGENT
KERNEL fence_of_one_thread(int *flag, int *data) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("singlethread", "agent"));
    STORE(__ATOMIC_RELAXED);
}

// expect: barrier-scope use __syncthreads(), or give the fence the scope "workgroup"
KERNEL fences_of_a_wave(int *data) {
    __shared__ int local[64];
    local[__builtin_amdgcn_workitem_id_x()] = *data;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("wavefront", "workgroup"));
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, AS("wavefront", "workgroup"));
    *data = local[63 - __builtin_amdgcn_workitem_id_x()];
}

// expect: half-barrier use __syncthreads(), or fences on both sides
KERNEL one_fence(int *data) {
    __shared__ int local[64];
    local[__builtin_amdgcn_workitem_id_x()] = *data;
#ifdef MENDED
    SYNCTHREADS();
#else
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
#endif
    *data = local[63 - __builtin_amdgcn_workitem_id_x()];
}

// expect: noalias-shared take __restrict__ off the parameter
KERNEL restricted(int *AS(__restrict__, ) flag, int *AS(__restrict__, ) data, const int *AS(__restrict__, ) in) {
    *data = 1;
    STORE(__ATOMIC_RELEASE);
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT))
        ;
    *data = *in;
}

// expect: atomic-constant take __constant__ off the variable
AS(__attribute__((constant)), __attribute__((device))) int table[4];
KERNEL constant_table(int *data) {
    *data = __hip_atomic_load(&table[1], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
