/* What kernels need of HIP's headers. */
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
#define KERNEL(n)  extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(n, n)))
typedef unsigned uint;

#define ITEM      __builtin_amdgcn_workitem_id_x()
#define SIZE      __builtin_amdgcn_workgroup_size_x()
#define GROUP     __builtin_amdgcn_workgroup_id_x()
#define GROUPS    (__builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x())
#define AGENT     __HIP_MEMORY_SCOPE_AGENT
#define WORKGROUP __HIP_MEMORY_SCOPE_WORKGROUP

/* __syncthreads() */
static inline __device__ void barrier() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
