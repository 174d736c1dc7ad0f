// The same of OpenCL C: see advice.hip.
#ifdef MENDED
#define AS(wrong, right) right
#else
#define AS(wrong, right) wrong
#endif

// expect: synchronize-as-value write "global" or "local" after the scope of __builtin_amdgcn_fence, or use atomic_work_item_fence
kernel void mistyped_space(global int *data, global atomic_int *flag) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent", AS("glbal", "global"));
    __opencl_atomic_store(flag, 1, memory_order_relaxed, memory_scope_device);
}

// expect: unknown-scope use atomic_work_item_fence with a memory_scope
kernel void unknown_scope(global int *data, global atomic_int *flag) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("device", "agent"));
    __opencl_atomic_store(flag, 1, memory_order_relaxed, memory_scope_device);
}

// expect: singlethread-fence memory_scope_work_item orders nothing for others
kernel void fence_of_one_work_item(global int *data, global atomic_int *flag) {
    *data = 1;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("singlethread", "agent"));
    __opencl_atomic_store(flag, 1, memory_order_relaxed, memory_scope_device);
}

// expect: barrier-scope use work_group_barrier(), or give the fence memory_scope_work_group
kernel void fences_of_a_sub_group(global int *data) {
    local int shared[64];
    shared[__builtin_amdgcn_workitem_id_x()] = *data;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, AS("wavefront", "workgroup"));
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, AS("wavefront", "workgroup"));
    *data = shared[63 - __builtin_amdgcn_workitem_id_x()];
}

// expect: half-barrier use work_group_barrier(), or fences on both sides
kernel void one_fence(global int *data) {
    local int shared[64];
    shared[__builtin_amdgcn_workitem_id_x()] = *data;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
#ifdef MENDED
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
    *data = shared[63 - __builtin_amdgcn_workitem_id_x()];
}

// expect: noalias-shared take restrict off the parameter
kernel void restricted(global atomic_int *AS(restrict, ) flag, global int *AS(restrict, ) data,
                       global const int *AS(restrict, ) in) {
    *data = 1;
    __opencl_atomic_store(flag, 1, memory_order_release, memory_scope_device);
    while (!__opencl_atomic_load(flag, memory_order_acquire, memory_scope_device))
        ;
    *data = *in;
}

// expect: atomic-constant make the variable global instead of constant
kernel void constant_table(AS(constant, global) int *table, global int *data) {
    *data = __atomic_load_n(table, __ATOMIC_RELAXED);
}
