/* A stand-in for HIP's runtime (libamdhip64.so), where there is no card: memory is the host's, and kernels do nothing.
 * A program that is linked against it runs to where it launches kernels, which record.c records. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct dim3 {
    uint32_t x, y, z;
};
enum { SUCCESS, INVALID_VALUE, OUT_OF_MEMORY, ALIGNMENT = 256 };

/* ---- memory ---- */

int hipMalloc(void **pointer, size_t size) {
    *pointer = aligned_alloc(ALIGNMENT, (size + ALIGNMENT) & -(size_t)ALIGNMENT);
    if (*pointer)
        memset(*pointer, 0, size);
    return *pointer ? SUCCESS : OUT_OF_MEMORY;
}

int hipFree(void *pointer) {
    free(pointer);
    return SUCCESS;
}

int hipMemcpy(void *to, const void *from, size_t size, int kind) {
    (void)kind;
    memmove(to, from, size);
    return SUCCESS;
}

int hipMemset(void *to, int value, size_t size) {
    memset(to, value, size);
    return SUCCESS;
}

int hipDeviceSynchronize(void) {
    return SUCCESS;
}

/* ---- code: a module is its image, a function its name ---- */

void **__hipRegisterFatBinary(const void *data) {
    void **module = malloc(sizeof *module);
    if (module)
        *module = (void *)(uintptr_t)data;
    return module;
}

void __hipUnregisterFatBinary(void **module) {
    free(module);
}

void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name, unsigned threads,
                           void *tid, void *bid, struct dim3 *block, struct dim3 *grid, int *wave) {
    (void)modules, (void)host, (void)device, (void)name, (void)threads, (void)tid, (void)bid, (void)block, (void)grid,
        (void)wave;
}

int hipModuleLoadData(void **module, const void *image) {
    *module = (void *)(uintptr_t)image;
    return SUCCESS;
}

int hipModuleGetFunction(void **function, void *module, const char *name) {
    *function = module ? strdup(name) : NULL;
    return *function ? SUCCESS : INVALID_VALUE;
}

/* ---- launches ---- */

static struct {
    struct dim3 grid, block;
    size_t shared;
    void *stream;
} configured;

int __hipPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared, void *stream) {
    configured.grid = grid;
    configured.block = block;
    configured.shared = shared;
    configured.stream = stream;
    return SUCCESS;
}

int __hipPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared, void **stream) {
    *grid = configured.grid;
    *block = configured.block;
    *shared = configured.shared;
    *stream = configured.stream;
    return SUCCESS;
}

int hipLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **arguments, size_t shared,
                    void *stream) {
    (void)function, (void)grid, (void)block, (void)arguments, (void)shared, (void)stream;
    return SUCCESS;
}

int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **arguments, void **extra) {
    (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)stream,
        (void)arguments, (void)extra;
    return SUCCESS;
}
