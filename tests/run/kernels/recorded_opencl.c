/* A program of OpenCL whose dispatches recorded.sh records. It declares the few functions of the runtime itself, as no
 * headers of OpenCL are there. Its argument is the code. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct object *object; /* of whatever kind */
int clGetPlatformIDs(unsigned, object *, unsigned *);
int clGetDeviceIDs(object, uint64_t, unsigned, object *, unsigned *);
object clCreateContext(const void *, unsigned, const object *, void *, void *, int *);
object clCreateCommandQueueWithProperties(object, object, const void *, int *);
object clCreateProgramWithBinary(object, unsigned, const object *, const size_t *, const unsigned char **, int *,
                                 int *);
int clBuildProgram(object, unsigned, const object *, const char *, void *, void *);
object clCreateKernel(object, const char *, int *);
object clCreateBuffer(object, uint64_t, size_t, void *, int *);
object clCreateSubBuffer(object, uint64_t, unsigned, const void *, int *);
int clReleaseMemObject(object);
void *clSVMAlloc(object, uint64_t, size_t, unsigned);
int clSetKernelArg(object, unsigned, size_t, const void *);
int clSetKernelArgSVMPointer(object, unsigned, const void *);
int clEnqueueNDRangeKernel(object, object, unsigned, const size_t *, const size_t *, const size_t *, unsigned,
                           const void *, void *);
int clFinish(object);

enum { COPY_HOST = 1 << 5, REGION = 0x1220, INVOCATIONS = 128, ITEMS = 256, BINS = 256 };

static object context, queue, program;
static unsigned char code[1 << 20];

static int begin(const char *path) {
    object platform, device;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(code, 1, sizeof code, file) : 0;
    const unsigned char *binary = code;
    if (!size || fclose(file) || clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, 4, 1, &device, NULL))
        return 1;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, NULL);
    memset(code, 0, sizeof code);
    return clBuildProgram(program, 1, &device, "", NULL, NULL);
}

static int launch(object kernel, size_t global, const size_t *local) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local, 0, NULL, NULL);
}

static int launch_count(const size_t *local) {
    int keys[ITEMS], items = ITEMS;
    char first = 3;
    for (int k = 0; k < ITEMS; k++)
        keys[k] = k * 37 % BINS;
#ifdef EQUAL_KEYS
    keys[200] = keys[7];
#endif
    int **lists = clSVMAlloc(context, 0, sizeof *lists, 0);
    *lists = clSVMAlloc(context, 0, BINS * sizeof **lists, 0);
    object kernel = clCreateKernel(program, "count", NULL);
    object buffer = clCreateBuffer(context, COPY_HOST, sizeof keys, keys, NULL);
    return clSetKernelArg(kernel, 0, sizeof buffer, &buffer) || clSetKernelArg(kernel, 1, 1, &first) ||
           clSetKernelArgSVMPointer(kernel, 2, lists) || clSetKernelArg(kernel, 3, sizeof items, &items) ||
           launch(kernel, ITEMS, local) || clReleaseMemObject(buffer);
}

static int launch_turn(const size_t *local) {
    const size_t region[2] = {ITEMS * sizeof(int), ITEMS * sizeof(int)};
    object whole = clCreateBuffer(context, 0, 2 * ITEMS * sizeof(int), NULL, NULL);
    object part = clCreateSubBuffer(whole, 0, REGION, region, NULL), kernel = clCreateKernel(program, "turn", NULL);
    return clSetKernelArg(kernel, 0, sizeof part, &part) || clSetKernelArg(kernel, 1, 4, NULL) ||
           clSetKernelArg(kernel, 2, INVOCATIONS * sizeof(int), NULL) || launch(kernel, ITEMS, local);
}

static int launch_fixed_size(void) {
    object buffer = clCreateBuffer(context, 0, ITEMS * sizeof(int), NULL, NULL), none = NULL;
    object kernel = clCreateKernel(program, "fixed_size", NULL);
    return clSetKernelArg(kernel, 0, sizeof buffer, &buffer) || clSetKernelArg(kernel, 1, sizeof none, NULL) ||
           launch(kernel, ITEMS, NULL);
}

int main(int count, char **arguments) {
    const size_t local = INVOCATIONS;
#ifdef NO_SIZE
    const size_t *given = NULL;
#else
    const size_t *given = &local;
#endif
    return count < 2 || begin(arguments[1]) || launch_count(given) || launch_turn(&local) || launch_fixed_size() ||
           clFinish(queue);
}
