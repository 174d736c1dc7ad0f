#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

struct queue {
    unsigned head, tail;
    int items[256];
};
extern "C" __global__ void produce(queue *q, int value) {
    unsigned slot = __hip_atomic_fetch_add(&q->tail, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    __hip_atomic_store(&q->items[slot & 255], value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
}
extern "C" __global__ void consume(queue *q, int *out) {
    unsigned slot = __hip_atomic_fetch_add(&q->head, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_SYSTEM);
    int value;
    while (!(value = __hip_atomic_load(&q->items[slot & 255], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM)))
        ;
    out[slot] = value;
}
