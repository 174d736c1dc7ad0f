/* Records the dispatches of a program of OpenCL: loaded before its runtime (LD_PRELOAD), it writes a folder for each
 * chosen dispatch, which `spirv-mmra race` runs (docs/evidence/recorded-folder.md has the format).
 * samples/opencl/README.md says how it is used. Everything goes on to the runtime, by RTLD_NEXT. Code, names and the
 * contents of buffers are what the runtime says of them. */
#define _GNU_SOURCE /* RTLD_NEXT */
#define RUNTIME     "OpenCL"
#include "../recorder.h"

/* Of the specification of OpenCL's API: statuses, and what may be asked. */
enum {
    SUCCESS,
    QUEUE_DEVICE = 0x1091,
    MEM_REFERENCE_COUNT = 0x1105,
    PROGRAM_DEVICES = 0x1163,
    PROGRAM_BINARY_SIZES = 0x1165,
    PROGRAM_BINARIES = 0x1166,
    KERNEL_FUNCTION_NAME = 0x1190,
    KERNEL_PROGRAM = 0x1194,
    KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1
};
typedef int get_info(void *object, unsigned name, size_t size, void *value, size_t *needed);

enum { MOST_DEVICES = 16, ALIGNMENT = 4096 };

/* The kernels; their arguments, which are of a kernel and a number; buffers, whose value is an address that is given to
 * them here, as OpenCL says none, or memory that has one. */
struct argument {
    void *kernel;
    unsigned number;
    void *bytes; /* NULL: it is shared memory */
    size_t size;
};
static struct list kernels, memories;
static struct argument arguments[MOST_ITEMS];
static uint32_t argument_count;
static uintptr_t next_address = (uintptr_t)1 << 43; /* where neither the program nor `race` has anything */

struct launch {
    void *queue, *kernel;
    const char *name, *why; /* why: it cannot be recorded; NULL */
    size_t groups[3], local[3];
};

static bool ask(const char *function, void *object, unsigned name, size_t size, void *value) {
    return NEXT(get_info *, function)(object, name, size, value, NULL) == SUCCESS;
}

/* ---- the folder ---- */

/* The code object for the queue's device, which the caller frees; NULL: the runtime has none. */
static uint8_t *code_of(const struct launch *l, size_t *size) {
    void *program = NULL, *device = NULL, *devices[MOST_DEVICES] = {0};
    size_t sizes[MOST_DEVICES] = {0};
    uint8_t *binaries[MOST_DEVICES] = {0}, *found = NULL;
    bool asked = ask("clGetKernelInfo", l->kernel, KERNEL_PROGRAM, sizeof program, &program) &&
                 ask("clGetCommandQueueInfo", l->queue, QUEUE_DEVICE, sizeof device, &device) &&
                 ask("clGetProgramInfo", program, PROGRAM_DEVICES, sizeof devices, devices) &&
                 ask("clGetProgramInfo", program, PROGRAM_BINARY_SIZES, sizeof sizes, sizes);
    for (uint32_t k = 0; asked && k < MOST_DEVICES; k++)
        binaries[k] = sizes[k] ? malloc(sizes[k]) : NULL;
    asked = asked && ask("clGetProgramInfo", program, PROGRAM_BINARIES, sizeof binaries, binaries);
    for (uint32_t k = 0; k < MOST_DEVICES; k++) {
        if (asked && !found && devices[k] == device && binaries[k]) {
            found = binaries[k];
            *size = sizes[k];
        } else {
            free(binaries[k]);
        }
    }
    return found;
}

/* A buffer that is an argument is its address there. */
static void write_argument(const struct argument *a, const char *folder, FILE *manifest) {
    char name[32];
    void *handle = NULL;
    if (!a->bytes) {
        fprintf(manifest, "shared-argument %u %zu\n", a->number, a->size);
        return;
    }
    snprintf(name, sizeof name, "argument-%u", a->number);
    if (a->size == sizeof handle)
        memcpy(&handle, a->bytes, sizeof handle);
    const struct pair *memory = handle ? find(&memories, handle) : NULL;
    if (write_file(folder, name, memory && memory->value ? (const void *)&memory->value : a->bytes, a->size))
        fprintf(manifest, "argument %u %s\n", a->number, name);
}

static bool copy_memory(struct launch *l, void *to, const struct pair *from) {
    typedef int read_buffer(void *, void *, unsigned, size_t, size_t, void *, unsigned, const void *, void *);
    typedef int copy(void *, unsigned, void *, const void *, size_t, unsigned, const void *, void *);
    if (from->value)
        return NEXT(read_buffer *, "clEnqueueReadBuffer")(l->queue, (void *)from->key, 1, 0, from->size, to, 0, NULL,
                                                          NULL) == SUCCESS;
    return NEXT(copy *, "clEnqueueSVMMemcpy")(l->queue, 1, to, from->key, from->size, 0, NULL, NULL) == SUCCESS;
}

static void write_dispatch(struct launch *l, const char *folder, FILE *manifest) {
    size_t size = 0;
    uint8_t *code = l->why ? NULL : code_of(l, &size);
    if (!code) {
        fprintf(manifest, "not-recorded %s: %s\n", l->name, l->why ? l->why : "its code object is not known");
    } else if (write_file(folder, "kernel", code, size)) {
        fprintf(manifest, "kernel kernel\nentry %s\ngroups %zu %zu %zu\nlocal %zu %zu %zu\n", l->name, l->groups[0],
                l->groups[1], l->groups[2], l->local[0], l->local[1], l->local[2]);
        for (uint32_t k = 0; k < argument_count; k++)
            if (arguments[k].kernel == l->kernel)
                write_argument(&arguments[k], folder, manifest);
        NEXT(int (*)(void *), "clFinish")(l->queue); /* what was submitted before has ended */
        write_memories(l, folder, manifest, &memories, copy_memory);
    }
    free(code);
}

/* ---- what the program calls: arguments ---- */

static void keep_argument(void *kernel, unsigned number, const void *value, size_t size) {
    uint32_t at = 0;
    void *bytes = value ? malloc(size + 1) : NULL;
    if (bytes)
        memcpy(bytes, value, size);
    pthread_mutex_lock(&lock);
    while (at < argument_count && (arguments[at].kernel != kernel || arguments[at].number != number))
        at++;
    if (at < MOST_ITEMS) {
        if (at < argument_count)
            free(arguments[at].bytes);
        else
            argument_count++;
        arguments[at] = (struct argument){kernel, number, bytes, size};
    } else {
        free(bytes);
    }
    pthread_mutex_unlock(&lock);
}

int clSetKernelArg(void *kernel, unsigned number, size_t size, const void *value) {
    keep_argument(kernel, number, value, size);
    return NEXT(int (*)(void *, unsigned, size_t, const void *), "clSetKernelArg")(kernel, number, size, value);
}

int clSetKernelArgSVMPointer(void *kernel, unsigned number, const void *value) {
    keep_argument(kernel, number, &value, sizeof value);
    return NEXT(int (*)(void *, unsigned, const void *), "clSetKernelArgSVMPointer")(kernel, number, value);
}

int clReleaseKernel(void *kernel) {
    forget(&kernels, kernel); /* it is recorded again, if somebody else has it still */
    return NEXT(int (*)(void *), "clReleaseKernel")(kernel);
}

/* ---- memory ---- */

void *clCreateBuffer(void *context, uint64_t flags, size_t size, void *host, int *status) {
    void *buffer =
        NEXT(void *(*)(void *, uint64_t, size_t, void *, int *), "clCreateBuffer")(context, flags, size, host, status);
    if (buffer) {
        pthread_mutex_lock(&lock);
        uintptr_t address = next_address;
        next_address += (size + 2 * ALIGNMENT) & -(uintptr_t)ALIGNMENT;
        pthread_mutex_unlock(&lock);
        keep(&memories, (struct pair){.key = buffer, .value = (void *)address, .size = size});
    }
    return buffer;
}

/* A part of another buffer, whose memory is recorded with that. */
void *clCreateSubBuffer(void *buffer, uint64_t flags, unsigned type, const void *region, int *status) {
    void *part = NEXT(void *(*)(void *, uint64_t, unsigned, const void *, int *),
                      "clCreateSubBuffer")(buffer, flags, type, region, status);
    size_t origin = 0;
    pthread_mutex_lock(&lock);
    const struct pair *whole = part ? find(&memories, buffer) : NULL;
    const uint8_t *address = whole ? whole->value : NULL;
    pthread_mutex_unlock(&lock);
    if (address) {
        memcpy(&origin, region, sizeof origin);
        keep(&memories, (struct pair){.key = part, .value = address + origin});
    }
    return part;
}

int clReleaseMemObject(void *buffer) {
    unsigned count = 0;
    if (ask("clGetMemObjectInfo", buffer, MEM_REFERENCE_COUNT, sizeof count, &count) && count == 1)
        forget(&memories, buffer);
    return NEXT(int (*)(void *), "clReleaseMemObject")(buffer);
}

void *clSVMAlloc(void *context, uint64_t flags, size_t size, unsigned alignment) {
    void *memory = NEXT(void *(*)(void *, uint64_t, size_t, unsigned), "clSVMAlloc")(context, flags, size, alignment);
    if (memory)
        keep(&memories, (struct pair){.key = memory, .size = size});
    return memory;
}

void clSVMFree(void *context, void *memory) {
    forget(&memories, memory);
    NEXT(void (*)(void *, void *), "clSVMFree")(context, memory);
}

/* ---- launches ---- */

/* The size of a workgroup, and how many there are; says why it is not known, or not of the kind that `race` runs. */
static void take_grid(struct launch *l, unsigned dimensions, const size_t *offset, const size_t *global,
                      const size_t *local) {
    typedef int get_group_info(void *, void *, unsigned, size_t, void *, size_t *);
    size_t required[3] = {0};
    if (!local &&
        NEXT(get_group_info *, "clGetKernelWorkGroupInfo")(l->kernel, NULL, KERNEL_COMPILE_WORK_GROUP_SIZE,
                                                           sizeof required, required, NULL) == SUCCESS &&
        required[0])
        local = required;
    if (!local)
        l->why = "the runtime chooses the size of its workgroups";
    for (unsigned k = 0; k < 3; k++) {
        l->local[k] = local && k < dimensions ? local[k] : 1;
        size_t all = global && k < dimensions ? global[k] : 1;
        l->groups[k] = l->local[k] ? all / l->local[k] : 0;
        if (offset && k < dimensions && offset[k])
            l->why = "its numbers begin with an offset";
        else if (!l->local[k] || all % l->local[k])
            l->why = "some workgroups are smaller";
    }
}

int clEnqueueNDRangeKernel(void *queue, void *kernel, unsigned dimensions, const size_t *offset, const size_t *global,
                           const size_t *local, unsigned count, const void *events, void *event) {
    char name[1024];
    struct launch l = {.queue = queue, .kernel = kernel, .name = name};
    pthread_mutex_lock(&lock);
    bool is_known = find(&kernels, kernel) != NULL;
    pthread_mutex_unlock(&lock);
    if (!is_known)
        keep(&kernels, (struct pair){.key = kernel});
    if (ask("clGetKernelInfo", kernel, KERNEL_FUNCTION_NAME, sizeof name, name)) {
        take_grid(&l, dimensions, offset, global, local);
        pthread_mutex_lock(&lock);
        struct pair *function = find(&kernels, kernel);
        if (function)
            record_in_folder(&l, function);
        pthread_mutex_unlock(&lock);
    }
    return NEXT(int (*)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, unsigned,
                        const void *, void *),
                "clEnqueueNDRangeKernel")(queue, kernel, dimensions, offset, global, local, count, events, event);
}
