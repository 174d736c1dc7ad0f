/* Records the dispatches of a program of HIP: loaded before its runtime (LD_PRELOAD), it writes a folder for each
 * chosen dispatch, which `spirv-mmra race` runs (docs/evidence/recorded-folder.md has the format).
 * samples/hip/README.md says how it is used. Everything goes on to the runtime, by RTLD_NEXT. */
#define _GNU_SOURCE /* RTLD_NEXT, process_vm_readv */
#define RUNTIME     "HIP"
#include "../recorder.h"

#include <elf.h>
#include <sys/uio.h>

struct dim3 {
    uint32_t x, y, z;
};

enum { MOST_ARGUMENTS = 64, MOST_ARGUMENT_BYTES = 4096, DEVICE_TO_HOST = 2 };

static struct list images, functions, memories; /* of modules, of kernels, of the device */
/* ---- code objects ---- */

static size_t size_of_bundle(const uint8_t *bytes) {
    uint64_t count, at = 32, end = 0;
    memcpy(&count, bytes + 24, 8);
    for (uint64_t k = 0; k < count && k < MOST_ITEMS; k++) {
        uint64_t entry[3]; /* offset, size, length of the name */
        memcpy(entry, bytes + at, sizeof entry);
        at += sizeof entry + entry[2];
        end = entry[0] + entry[1] > end ? entry[0] + entry[1] : end;
    }
    return end > at ? end : at;
}

static size_t size_of_elf(const uint8_t *bytes) {
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    uint64_t end = header.e_shoff + (uint64_t)header.e_shentsize * header.e_shnum;
    for (uint32_t k = 0; k < header.e_shnum; k++) {
        Elf64_Shdr section;
        memcpy(&section, bytes + header.e_shoff + (uint64_t)k * header.e_shentsize, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_offset + section.sh_size > end)
            end = section.sh_offset + section.sh_size;
    }
    return end;
}

/* 0: it is of no kind that is known. */
static size_t size_of_image(const void *image) {
    return memcmp(image, "__CLANG_OFFLOAD_BUNDLE__", 24) == 0 ? size_of_bundle(image)
           : memcmp(image, ELFMAG, SELFMAG) == 0              ? size_of_elf(image)
                                                              : 0;
}

/* ---- the folder ---- */

struct launch {
    const struct pair *function;
    struct dim3 grid, block;
    size_t shared;
    void **arguments;   /* pointers to them, or NULL */
    const void *buffer; /* or all of them, */
    size_t buffer_size; /* of so many bytes */
    const char *folder;
    FILE *manifest;
};

/* Only the kernel's metadata say how long an argument is: it ends before the next one begins, after 4,096 bytes, or
 * where memory does. `race` takes as many bytes as the argument has. */
static void write_argument(struct launch *l, uint32_t at, uint32_t count) {
    static uint8_t bytes[MOST_ARGUMENT_BYTES];
    uintptr_t begin = (uintptr_t)l->arguments[at];
    size_t most = sizeof bytes;
    for (uint32_t k = 0; k < count; k++) {
        uintptr_t other = (uintptr_t)l->arguments[k];
        if (other > begin && other - begin < most)
            most = other - begin;
    }
    char name[32];
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = 0;
    while (used < most) { /* page by page, as the next one may not be there */
        size_t part = page - (begin + used) % page;
        part = part < most - used ? part : most - used;
        struct iovec to = {bytes + used, part}, from = {(void *)(begin + used), part};
        if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != (ssize_t)part)
            break;
        used += part;
    }
    snprintf(name, sizeof name, "argument-%u", at);
    if (write_file(l->folder, name, bytes, used))
        fprintf(l->manifest, "argument %u %s\n", at, name);
}

/* The array ends where nobody says: the first pointer that leads nowhere is none. clang puts the arguments on the
 * stack, and the array after or before them. */
static uint32_t count_arguments(void **arguments) {
    uint32_t count = 0;
    void *pointer;
    uint8_t byte;
    for (; count < MOST_ARGUMENTS; count++) {
        struct iovec to[] = {{&pointer, sizeof pointer}, {&byte, 1}}, from = {arguments + count, sizeof pointer};
        if (process_vm_readv(getpid(), &to[0], 1, &from, 1, 0) != sizeof pointer)
            break;
        struct iovec value = {pointer, 1};
        if (!pointer || process_vm_readv(getpid(), &to[1], 1, &value, 1, 0) != 1)
            break;
    }
    return count;
}

static void write_arguments(struct launch *l) {
    uint32_t count = l->arguments ? count_arguments(l->arguments) : 0;
    for (uint32_t k = 0; k < count; k++)
        write_argument(l, k, count);
    if (l->buffer && write_file(l->folder, "arguments", l->buffer, l->buffer_size))
        fprintf(l->manifest, "arguments arguments\n");
}

static bool copy_memory(struct launch *l, void *to, const struct pair *from) {
    (void)l;
    return !NEXT(int (*)(void *, const void *, size_t, int), "hipMemcpy")(to, from->key, from->size, DEVICE_TO_HOST);
}

static void write_dispatch(struct launch *l, const char *folder, FILE *manifest) {
    const struct pair *image = find(&images, l->function->value);
    l->folder = folder;
    l->manifest = manifest;
    if (!image || !image->size) {
        fprintf(manifest, "not-recorded the code object of %s is not known\n", l->function->name);
    } else if (write_file(folder, "kernel", image->value, image->size)) {
        fprintf(manifest, "kernel kernel\nentry %s\ngroups %u %u %u\nlocal %u %u %u\nshared %zu\n", l->function->name,
                l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z, l->shared);
        write_arguments(l);
        NEXT(int (*)(void), "hipDeviceSynchronize")(); /* what was submitted before has ended */
        write_memories(l, folder, manifest, &memories, copy_memory);
    }
}

static void record(struct launch l, const void *key) {
    pthread_mutex_lock(&lock);
    struct pair *function = find(&functions, key);
    l.function = function;
    if (function)
        record_in_folder(&l, function);
    pthread_mutex_unlock(&lock);
}

/* ---- what the program calls: code ---- */

struct wrapper { /* of a fat binary, as clang writes it */
    uint32_t magic, version;
    const void *binary, *unused;
};

void **__hipRegisterFatBinary(const void *data) {
    const struct wrapper *wrapper = data;
    void **module = NEXT(void **(*)(const void *), "__hipRegisterFatBinary")(data);
    keep(&images, (struct pair){.key = module, .value = wrapper->binary, .size = size_of_image(wrapper->binary)});
    return module;
}

void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name, unsigned threads,
                           void *tid, void *bid, struct dim3 *block, struct dim3 *grid, int *wave) {
    keep(&functions, (struct pair){.key = host, .value = modules, .name = name});
    NEXT(void (*)(void **, const void *, char *, const char *, unsigned, void *, void *, struct dim3 *, struct dim3 *,
                  int *),
         "__hipRegisterFunction")(modules, host, device, name, threads, tid, bid, block, grid, wave);
}

/* The image may be gone when a kernel of it is launched. */
static int keep_module(int status, void **module, const void *image) {
    size_t size = status ? 0 : size_of_image(image);
    void *copy = size ? malloc(size) : NULL;
    if (copy)
        keep(&images, (struct pair){.key = *module, .value = memcpy(copy, image, size), .size = size});
    return status;
}

int hipModuleLoadData(void **module, const void *image) {
    return keep_module(NEXT(int (*)(void **, const void *), "hipModuleLoadData")(module, image), module, image);
}

int hipModuleLoadDataEx(void **module, const void *image, unsigned count, void *options, void **values) {
    return keep_module(NEXT(int (*)(void **, const void *, unsigned, void *, void **),
                            "hipModuleLoadDataEx")(module, image, count, options, values),
                       module, image);
}

int hipModuleLoad(void **module, const char *path) {
    int status = NEXT(int (*)(void **, const char *), "hipModuleLoad")(module, path);
    FILE *file = status ? NULL : fopen(path, "rb");
    struct stat about;
    if (file && fstat(fileno(file), &about) == 0) {
        size_t size = (size_t)about.st_size;
        void *bytes = malloc(size + 1);
        if (bytes && fread(bytes, 1, size, file) == size)
            keep(&images, (struct pair){.key = *module, .value = bytes, .size = size});
        else
            free(bytes);
    }
    if (file)
        fclose(file);
    return status;
}

int hipModuleGetFunction(void **function, void *module, const char *name) {
    int status = NEXT(int (*)(void **, void *, const char *), "hipModuleGetFunction")(function, module, name);
    char *copy = status ? NULL : strdup(name);
    if (copy)
        keep(&functions, (struct pair){.key = *function, .value = module, .name = copy});
    return status;
}

/* ---- memory ---- */

static int keep_memory(int status, void **pointer, size_t size) {
    if (!status && *pointer)
        keep(&memories, (struct pair){.key = *pointer, .size = size});
    return status;
}

int hipMalloc(void **pointer, size_t size) {
    return keep_memory(NEXT(int (*)(void **, size_t), "hipMalloc")(pointer, size), pointer, size);
}

int hipMallocManaged(void **pointer, size_t size, unsigned flags) {
    return keep_memory(NEXT(int (*)(void **, size_t, unsigned), "hipMallocManaged")(pointer, size, flags), pointer,
                       size);
}

int hipHostMalloc(void **pointer, size_t size, unsigned flags) {
    return keep_memory(NEXT(int (*)(void **, size_t, unsigned), "hipHostMalloc")(pointer, size, flags), pointer, size);
}

int hipMallocAsync(void **pointer, size_t size, void *stream) {
    return keep_memory(NEXT(int (*)(void **, size_t, void *), "hipMallocAsync")(pointer, size, stream), pointer, size);
}

int hipFree(void *pointer) {
    forget(&memories, pointer);
    return NEXT(int (*)(void *), "hipFree")(pointer);
}

int hipHostFree(void *pointer) {
    forget(&memories, pointer);
    return NEXT(int (*)(void *), "hipHostFree")(pointer);
}

int hipFreeAsync(void *pointer, void *stream) {
    forget(&memories, pointer);
    return NEXT(int (*)(void *, void *), "hipFreeAsync")(pointer, stream);
}

/* ---- launches ---- */

int hipLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **arguments, size_t shared,
                    void *stream) {
    record((struct launch){.grid = grid, .block = block, .shared = shared, .arguments = arguments}, function);
    return NEXT(int (*)(const void *, struct dim3, struct dim3, void **, size_t, void *),
                "hipLaunchKernel")(function, grid, block, arguments, shared, stream);
}

/* HIP_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END. */
static void take_extra(struct launch *l, void **extra) {
    for (; extra && *extra != (void *)3; extra += 2) {
        if (extra[0] == (void *)1)
            l->buffer = extra[1];
        else if (extra[0] == (void *)2)
            l->buffer_size = *(size_t *)extra[1];
        else
            return;
    }
}

int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **arguments, void **extra) {
    struct launch l = {.grid = {gx, gy, gz}, .block = {bx, by, bz}, .shared = shared, .arguments = arguments};
    take_extra(&l, extra);
    record(l, function);
    return NEXT(
        int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
        "hipModuleLaunchKernel")(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra);
}
