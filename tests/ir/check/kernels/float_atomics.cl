kernel void float_atomics(global float *sum, global double *wide, local float *shared) {
    __builtin_amdgcn_s_barrier();
    __scoped_atomic_fetch_add(sum, 1.0f, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_max(wide, 1.0, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_WRKGRP);
    __scoped_atomic_fetch_add(shared, 1.0f, __ATOMIC_RELEASE, __MEMORY_SCOPE_WVFRNT);
}
