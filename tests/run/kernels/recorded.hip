// A program of HIP whose dispatches recorded.sh records, on data that decide about races. It declares the few functions
// of the runtime itself, as no headers of ROCm are there.
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
struct dim3 {
    unsigned x, y, z;
};
typedef struct ihipStream_t *hipStream_t;
extern "C" {
int hipMalloc(void **, unsigned long);
int hipFree(void *);
int hipMemcpy(void *, const void *, unsigned long, int);
int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, hipStream_t);
int hipModuleLoadData(void **, const void *);
int hipModuleGetFunction(void **, void *, const char *);
void *fopen(const char *, const char *);
unsigned long fread(void *, unsigned long, unsigned long, void *);
int hipModuleLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, hipStream_t,
                          void **, void **);
int __hipPushCallConfiguration(dim3, dim3, unsigned long = 0, hipStream_t = nullptr);
int __hipPopCallConfiguration(dim3 *, dim3 *, unsigned long *, hipStream_t *);
}

struct lists {
    const int *keys;
    int *bins;
};

enum { INVOCATIONS = 128, ITEMS = 256 };

// Each work-item writes the bin that its key names; the pointers lie in memory, and the keys are data. Another number of
// items leads out of the bins.
extern "C" __global__ void count(const lists *all, char first, int items) {
    int i = __builtin_amdgcn_workgroup_id_x() * INVOCATIONS + __builtin_amdgcn_workitem_id_x();
    all->bins[all->keys[i] + items - ITEMS] = first + i;
}

// A workgroup turns its part round, by shared memory that the launch gives.
extern "C" __global__ void turn(int *data) {
    extern __shared__ int part[];
    int x = __builtin_amdgcn_workitem_id_x(), at = __builtin_amdgcn_workgroup_id_x() * INVOCATIONS;
    part[x] = data[at + x];
#ifndef NO_BARRIER
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
    data[at + x] = part[INVOCATIONS - 1 - x];
}

#ifdef BY_MODULE
// The same by the functions that take a code object, which is the argument.
static char image[1 << 20];

static void launch(const lists *all, char first, int *data, const char *path) {
    void *module, *function, *file = fopen(path, "rb");
    fread(image, 1, sizeof image, file);
    hipModuleLoadData(&module, image);
    hipModuleGetFunction(&function, module, "count");
    struct {
        const lists *all;
        char first;
        int items;
    } buffer = {all, first, ITEMS};
    unsigned long size = sizeof buffer;
    void *extra[] = {(void *)1, &buffer, (void *)2, &size, (void *)3};
    hipModuleLaunchKernel(function, 2, 1, 1, INVOCATIONS, 1, 1, 0, nullptr, nullptr, extra);
    hipModuleGetFunction(&function, module, "turn");
    void *arguments[] = {&data};
    for (unsigned k = 0; k < sizeof image; k++)
        image[k] = 0;
    hipModuleLaunchKernel(function, 2, 1, 1, INVOCATIONS, 1, 1, INVOCATIONS * sizeof(int), nullptr, arguments, nullptr);
}
#else
static void launch(const lists *all, char first, int *data, const char *) {
    count<<<dim3{2, 1, 1}, dim3{INVOCATIONS, 1, 1}>>>(all, first, ITEMS);
    turn<<<dim3{2, 1, 1}, dim3{INVOCATIONS, 1, 1}, INVOCATIONS * sizeof(int)>>>(data);
}
#endif

int main(int argc, char **argv) {
    int keys[ITEMS], *of_device[3];
    for (int i = 0; i < ITEMS; i++)
        keys[i] = i * 37 % ITEMS;
#ifdef EQUAL_KEYS
    keys[200] = keys[7];
#endif
    for (int k = 0; k < 3; k++)
        hipMalloc((void **)&of_device[k], sizeof keys);
    hipMemcpy(of_device[0], keys, sizeof keys, 1);
    lists all = {of_device[0], of_device[1]};
    hipMemcpy(of_device[2], &all, sizeof all, 1);
    launch((lists *)of_device[2], (char)argc, of_device[0], argv[1]);
    return 0;
}
