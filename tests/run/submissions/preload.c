/* Preloaded before Mesa's drm-shim, which stands for the kernel's driver of AMD's cards (amdgpu): what a Vulkan driver
 * submits is executed here, in the memory that the shim gave it, and is done when ioctl() returns.
 *
 *   SMMRA_SUBMISSION_PROCESSOR   as gfx1100: that of the device which AMDGPU_GPU_ID names to the shim
 *   SMMRA_SUBMISSION_RACES       1: races are looked for in what runs
 *   SMMRA_SUBMISSION_TELL        a file to which a line goes for each dispatch, race and fault; 2: the standard errors
 *   SMMRA_SUBMISSION_RECORD      a file to which each submission is written before it runs (recording.h)
 *
 * The kernel's include/uapi/drm/amdgpu_drm.h has the calls; only what is read of them is declared here. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "submissions/recording.h"

enum {
    DRM = 'd',
    GEM_CREATE = 0x40,
    GEM_MMAP = 0x41,
    CS = 0x44,
    GEM_VA = 0x48,
    VA_MAP = 1,
    VA_UNMAP = 2,
    VA_CLEAR = 3,
    VA_REPLACE = 4,
    CHUNK_BUFFER = 1,
    ENGINE_GRAPHICS = 0,
    ENGINE_COMPUTE = 1,
    PAGE = 4096
};

struct gem_create {
    uint64_t size; /* then more */
};

struct gem_mmap {
    uint64_t value; /* in: the handle; out: an offset */
};
struct gem_va {
    uint32_t handle, pad, operation, flags;
    uint64_t address, offset, size;
};
struct cs {
    uint32_t context, buffers, chunk_count, flags;
    uint64_t chunks; /* the address of addresses */
};
struct cs_chunk {
    uint32_t kind, dwords;
    uint64_t data;
};
struct cs_buffer {
    uint32_t pad, flags;
    uint64_t address;
    uint32_t bytes, engine, instance, ring;
};

typedef int ioctl_function(int file, unsigned long request, ...);

static struct device device;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ioctl_function *next;
static FILE *record;

__attribute__((constructor)) static void begin(void) {
    const char *processor = getenv("SMMRA_SUBMISSION_PROCESSOR"), *races = getenv("SMMRA_SUBMISSION_RACES"),
               *tell = getenv("SMMRA_SUBMISSION_TELL"), *recorded = getenv("SMMRA_SUBMISSION_RECORD");
    *(void **)&next = dlsym(RTLD_NEXT, "ioctl");
    if (!device_begin(&device, processor ? processor : "")) {
        fprintf(stderr, "submission_preload: SMMRA_SUBMISSION_PROCESSOR is none of%s\n", MACHINE_PROCESSOR_WORDS);
        exit(2);
    }
    device.races = races && strcmp(races, "1") == 0;
    device.tells = !tell ? NULL : strcmp(tell, "2") == 0 ? stderr : fopen(tell, "a");
    record = recorded ? fopen(recorded, "a") : NULL;
}

/* ---- memory ---- */

static bool map(int file, const struct gem_va *va) {
    struct gem_mmap where = {va->handle};
    if (!va->handle) /* addresses without memory */
        return true;
    if (next(file, _IOWR(DRM, GEM_MMAP, struct gem_mmap), &where) != 0)
        return false;
    uint8_t *bytes = mmap(NULL, va->offset + va->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)where.value);
    if (bytes == MAP_FAILED) /* the shim maps from a buffer's beginning alone */
        return false;
    if (va->offset)
        munmap(bytes, va->offset);
    bytes += va->offset;
    if (gpu_map(&device.memory, va->address, va->size, bytes))
        return true;
    munmap(bytes, va->size);
    return false;
}

static void unmap(uint64_t address) {
    struct machine_range was;
    if (gpu_unmap(&device.memory, address, &was))
        munmap(was.bytes, was.size);
}

static bool change_memory(int file, const struct gem_va *va) {
    if (va->operation == VA_UNMAP || va->operation == VA_CLEAR || va->operation == VA_REPLACE)
        unmap(va->address);
    return (va->operation != VA_MAP && va->operation != VA_REPLACE) || map(file, va);
}

/* ---- submissions ---- */

static bool run_buffer(const struct cs_buffer *buffer, char message[PACKET_MESSAGE]) {
    if (record)
        recording_write_submission(record, buffer->address, buffer->bytes / 4);
    if (buffer->engine == ENGINE_GRAPHICS || buffer->engine == ENGINE_COMPUTE)
        return device_submit(&device, buffer->address, buffer->bytes / 4, message);
    snprintf(message, PACKET_MESSAGE, "a submission to engine %u, whose packets are not known", buffer->engine);
    return false;
}

static bool submit(const struct cs *cs) {
    const uint64_t *chunks = (const uint64_t *)(uintptr_t)cs->chunks;
    char message[PACKET_MESSAGE] = "";
    bool good = true;
    if (record)
        recording_write_memory(record, &device);
    for (uint32_t k = 0; k < cs->chunk_count && good; k++) {
        const struct cs_chunk *chunk = (const struct cs_chunk *)(uintptr_t)chunks[k];
        if (chunk->kind == CHUNK_BUFFER)
            good = run_buffer((const struct cs_buffer *)(uintptr_t)chunk->data, message);
    }
    if (!good)
        fprintf(stderr, "submission_preload: not executed: %s\n", message);
    if (!good && device.tells && device.tells != stderr)
        fprintf(device.tells, "not executed: %s\n", message);
    fflush(NULL);
    return good;
}

/* What the kernel does is the shim's, but for addresses, submissions, and that buffers are whole pages. */
static int call(int file, unsigned long request, void *argument) {
    unsigned number = _IOC_TYPE(request) == DRM ? _IOC_NR(request) : 0;
    struct gem_create *create = argument;
    if (number == GEM_CREATE)
        create->size = (create->size + PAGE - 1) / PAGE * PAGE;
    int result = next(file, request, argument);
    if (result != 0)
        return result;
    pthread_mutex_lock(&lock);
    bool good = number == GEM_VA ? change_memory(file, argument) : number != CS || submit(argument);
    pthread_mutex_unlock(&lock);
    if (!good)
        errno = number == CS ? ECANCELED : ENOMEM;
    return good ? 0 : -1;
}

__attribute__((visibility("default"))) int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return call(file, request, argument);
}
