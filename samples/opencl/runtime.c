/* A stand-in for a runtime of OpenCL (libOpenCL.so), where there is no card: memory is the host's, and kernels do
 * nothing. A program that is linked against it and brings its code as a binary runs to where it launches kernels, which
 * record.c records. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS, OUT_OF_MEMORY = -6, INVALID_VALUE = -30, ALIGNMENT = 256 };

/* Whatever there is one of: the platform, its device, a context, a queue. */
static char only;

struct buffer {
    unsigned references;
    uint8_t *bytes;
};
struct program {
    unsigned char *binary;
    size_t size;
};
struct kernel {
    const struct program *program;
    char *name;
};

static int tell(const void *from, size_t size, size_t room, void *to, size_t *needed) {
    if (needed)
        *needed = size;
    if (to && room < size)
        return INVALID_VALUE;
    if (to)
        memcpy(to, from, size);
    return SUCCESS;
}

static void say(int *status, const void *made) {
    if (status)
        *status = made ? SUCCESS : OUT_OF_MEMORY;
}

int clGetPlatformIDs(unsigned most, void **platforms, unsigned *count) {
    if (platforms && most)
        *platforms = &only;
    if (count)
        *count = 1;
    return SUCCESS;
}

int clGetDeviceIDs(void *platform, uint64_t type, unsigned most, void **devices, unsigned *count) {
    (void)type;
    return clGetPlatformIDs(most, devices, count) || platform != &only;
}

void *clCreateContext(const void *properties, unsigned count, void *const *devices, void *notify, void *user,
                      int *status) {
    (void)properties, (void)count, (void)devices, (void)notify, (void)user;
    say(status, &only);
    return &only;
}

void *clCreateCommandQueueWithProperties(void *context, void *device, const void *properties, int *status) {
    (void)context, (void)device, (void)properties;
    say(status, &only);
    return &only;
}

int clGetCommandQueueInfo(void *queue, unsigned name, size_t size, void *value, size_t *needed) {
    (void)name;
    return tell(&queue, sizeof queue, size, value, needed);
}

int clFinish(void *queue) {
    (void)queue;
    return SUCCESS;
}

/* ---- memory ---- */

void *clSVMAlloc(void *context, uint64_t flags, size_t size, unsigned alignment) {
    (void)context, (void)flags, (void)alignment;
    void *bytes = aligned_alloc(ALIGNMENT, (size + ALIGNMENT) & -(size_t)ALIGNMENT);
    return bytes ? memset(bytes, 0, size) : NULL;
}

void clSVMFree(void *context, void *bytes) {
    (void)context;
    free(bytes);
}

int clEnqueueSVMMemcpy(void *queue, unsigned blocking, void *to, const void *from, size_t size, unsigned count,
                       const void *events, void *event) {
    (void)queue, (void)blocking, (void)count, (void)events, (void)event;
    memmove(to, from, size);
    return SUCCESS;
}

void *clCreateBuffer(void *context, uint64_t flags, size_t size, void *host, int *status) {
    struct buffer *buffer = malloc(sizeof *buffer);
    if (buffer)
        *buffer = (struct buffer){1, clSVMAlloc(context, flags, size, 0)};
    if (buffer && host && buffer->bytes)
        memcpy(buffer->bytes, host, size);
    say(status, buffer);
    return buffer;
}

void *clCreateSubBuffer(struct buffer *whole, uint64_t flags, unsigned type, const size_t *region, int *status) {
    (void)flags, (void)type;
    struct buffer *buffer = malloc(sizeof *buffer);
    if (buffer)
        *buffer = (struct buffer){2, whole->bytes + region[0]}; /* whose bytes nobody frees */
    say(status, buffer);
    return buffer;
}

int clGetMemObjectInfo(const struct buffer *buffer, unsigned name, size_t size, void *value, size_t *needed) {
    (void)name;
    return tell(&buffer->references, sizeof buffer->references, size, value, needed);
}

int clReleaseMemObject(struct buffer *buffer) {
    if (--buffer->references == 0) {
        free(buffer->bytes);
        free(buffer);
    }
    return SUCCESS;
}

int clEnqueueReadBuffer(void *queue, const struct buffer *buffer, unsigned blocking, size_t offset, size_t size,
                        void *to, unsigned count, const void *events, void *event) {
    return clEnqueueSVMMemcpy(queue, blocking, to, buffer->bytes + offset, size, count, events, event);
}

/* ---- code ---- */

void *clCreateProgramWithBinary(void *context, unsigned count, void *const *devices, const size_t *sizes,
                                const unsigned char **binaries, int *statuses, int *status) {
    (void)context, (void)count, (void)devices, (void)statuses;
    struct program *program = malloc(sizeof *program);
    unsigned char *copy = program ? malloc(sizes[0]) : NULL;
    if (copy)
        *program = (struct program){memcpy(copy, binaries[0], sizes[0]), sizes[0]};
    say(status, copy);
    return copy ? program : NULL;
}

int clBuildProgram(void *program, unsigned count, void *const *devices, const char *options, void *notify, void *user) {
    (void)program, (void)count, (void)devices, (void)options, (void)notify, (void)user;
    return SUCCESS;
}

/* The device, the binary's size, or the binary, which goes to where the first pointer leads. */
int clGetProgramInfo(const struct program *program, unsigned name, size_t size, void *value, size_t *needed) {
    void *device = &only;
    if (name == 0x1163)
        return tell(&device, sizeof device, size, value, needed);
    if (name == 0x1165)
        return tell(&program->size, sizeof program->size, size, value, needed);
    if (value)
        memcpy(*(void **)value, program->binary, program->size);
    return SUCCESS;
}

void *clCreateKernel(const struct program *program, const char *name, int *status) {
    struct kernel *kernel = malloc(sizeof *kernel);
    if (kernel)
        *kernel = (struct kernel){program, strdup(name)};
    say(status, kernel);
    return kernel;
}

int clGetKernelInfo(const struct kernel *kernel, unsigned name, size_t size, void *value, size_t *needed) {
    return name == 0x1190 ? tell(kernel->name, strlen(kernel->name) + 1, size, value, needed)
                          : tell(&kernel->program, sizeof kernel->program, size, value, needed);
}

int clGetKernelWorkGroupInfo(const struct kernel *kernel, void *device, unsigned name, size_t size, void *value,
                             size_t *needed) {
    (void)device, (void)name;
    size_t none[3] = {0}, fixed[3] = {64, 1, 1};
    return tell(strncmp(kernel->name, "fixed", 5) == 0 ? fixed : none, sizeof none, size, value, needed);
}

int clSetKernelArg(void *kernel, unsigned number, size_t size, const void *value) {
    (void)kernel, (void)number, (void)size, (void)value;
    return SUCCESS;
}

int clSetKernelArgSVMPointer(void *kernel, unsigned number, const void *value) {
    return clSetKernelArg(kernel, number, sizeof value, &value);
}

int clReleaseKernel(void *kernel) {
    (void)kernel;
    return SUCCESS;
}

int clEnqueueNDRangeKernel(void *queue, void *kernel, unsigned dimensions, const size_t *offset, const size_t *global,
                           const size_t *local, unsigned count, const void *events, void *event) {
    (void)queue, (void)kernel, (void)dimensions, (void)offset, (void)global, (void)local, (void)count, (void)events,
        (void)event;
    return SUCCESS;
}
