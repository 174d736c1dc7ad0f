#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

template <typename T> struct pair {
    T first, second;
    __device__ T sum() const {
        return first + second;
    }
};
template <typename T> __device__ T add(T *memory, T value, int) {
    return __hip_atomic_fetch_add(memory, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
extern "C" __global__ void templates(int *a, long *b, const pair<int> *pairs) {
    add(a, pairs[__builtin_amdgcn_workitem_id_x()].sum(), 0);
    add(b, 3L, 0);
}
