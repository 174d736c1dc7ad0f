/* Records the dispatches of a program of HIP: loaded before its runtime (LD_PRELOAD), it writes a folder for each
 * chosen dispatch, which `spirv-mmra race` runs (docs/evidence/recorded-folder.md has the format).
 * samples/hip/README.md says how it is used. Everything goes on to the runtime, by RTLD_NEXT. */
#define _GNU_SOURCE /* RTLD_NEXT, process_vm_readv */
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct dim3 {
    uint32_t x, y, z;
};

enum { MOST_ITEMS = 4096, MOST_ARGUMENTS = 64, MOST_ARGUMENT_BYTES = 4096, MOST_MEMORIES = 480, DEVICE_TO_HOST = 2 };

/* A list of pairs; the last of equal keys counts. `size`: of an allocation its bytes, of a code object as well. */
struct pair {
    const void *key, *value;
    const char *name;
    size_t size;
    bool is_done; /* of a function: a dispatch of it was recorded */
};
struct list {
    struct pair items[MOST_ITEMS];
    uint32_t count;
};
static struct list images, functions, memories; /* of modules, of kernels, of the device */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t recorded;

static struct pair *find(struct list *list, const void *key) {
    for (uint32_t k = list->count; k-- > 0;)
        if (list->items[k].key == key)
            return &list->items[k];
    return NULL;
}

static void keep(struct list *list, struct pair pair) {
    pthread_mutex_lock(&lock);
    struct pair *old = find(list, pair.key);
    if (old)
        *old = pair;
    else if (list->count < MOST_ITEMS)
        list->items[list->count++] = pair;
    else
        fprintf(stderr, "smmra record: more than %d kernels, modules or allocations; %p is not recorded\n", MOST_ITEMS,
                pair.key);
    pthread_mutex_unlock(&lock);
}

/* A function of the runtime; a program that reaches it has it. */
static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "smmra record: the runtime of HIP has no %s\n", name);
        abort();
    }
    return function;
}
#define NEXT(type, name) ((type)next(name))

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

static uint32_t number_of(const char *variable, uint32_t otherwise) {
    const char *text = getenv(variable);
    return text && *text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static bool write_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file)
        written &= fclose(file) == 0;
    if (!written)
        fprintf(stderr, "smmra record: %s cannot be written\n", path);
    return written;
}

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

/* All of the device's memory, as a pointer may lie anywhere in it. */
static void write_memories(struct launch *l) {
    uint64_t left = (uint64_t)number_of("SMMRA_RECORD_MEGABYTES", 256) << 20;
    uint32_t count = 0;
    for (uint32_t k = 0; k < memories.count; k++) {
        const struct pair *one = &memories.items[k];
        char name[32];
        if (!one->size)
            continue;
        if (one->size > left || count == MOST_MEMORIES) {
            fprintf(l->manifest, "left-out-address %p %zu bytes: SMMRA_RECORD_MEGABYTES, or too many\n", one->key,
                    one->size);
            continue;
        }
        void *bytes = malloc(one->size);
        snprintf(name, sizeof name, "memory-%u", k);
        bool copied = bytes && !NEXT(int (*)(void *, const void *, size_t, int),
                                     "hipMemcpy")(bytes, one->key, one->size, DEVICE_TO_HOST);
        if (copied && write_file(l->folder, name, bytes, one->size)) {
            fprintf(l->manifest, "memory %p %s\n", one->key, name);
            left -= one->size;
            count++;
        } else {
            fprintf(l->manifest, "left-out-address %p %zu bytes: they cannot be copied\n", one->key, one->size);
        }
        free(bytes);
    }
}

static void write_folder(struct launch *l) {
    const struct pair *image = find(&images, l->function->value);
    char path[4200];
    snprintf(path, sizeof path, "%s/dispatch.txt", l->folder);
    l->manifest = fopen(path, "w");
    if (!l->manifest) {
        fprintf(stderr, "smmra record: %s cannot be written\n", path);
        return;
    }
    fprintf(l->manifest, "spirv-mmra dispatch 1\n");
    if (!image || !image->size) {
        fprintf(l->manifest, "not-recorded the code object of %s is not known\n", l->function->name);
    } else if (write_file(l->folder, "kernel", image->value, image->size)) {
        fprintf(l->manifest, "kernel kernel\nentry %s\ngroups %u %u %u\nlocal %u %u %u\nshared %zu\n",
                l->function->name, l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z, l->shared);
        write_arguments(l);
        NEXT(int (*)(void), "hipDeviceSynchronize")(); /* what was submitted before has ended */
        write_memories(l);
    }
    if (fclose(l->manifest) != 0)
        fprintf(stderr, "smmra record: %s cannot be written\n", path);
}

/* Records the first dispatch of each kernel, or every one, and at most SMMRA_RECORD_MOST in all. */
static void record(struct launch l, const void *key) {
    const char *to = getenv("SMMRA_RECORD_DIR"), *words = getenv("SMMRA_RECORD");
    char folder[4096];
    if (!to || !*to)
        return;
    pthread_mutex_lock(&lock);
    struct pair *function = find(&functions, key);
    bool each = words && strcmp(words, "each") == 0;
    if (function && (each || !function->is_done) && recorded < number_of("SMMRA_RECORD_MOST", 64)) {
        snprintf(folder, sizeof folder, "%s/dispatch-%d-%05u", to, (int)getpid(), recorded);
        l.function = function;
        l.folder = folder;
        function->is_done = true;
        recorded++;
        if (mkdir(folder, 0777) == 0)
            write_folder(&l);
        else
            fprintf(stderr, "smmra record: the folder %s cannot be made\n", folder);
    }
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

static void forget_memory(const void *pointer) {
    pthread_mutex_lock(&lock);
    struct pair *one = find(&memories, pointer);
    if (one)
        *one = memories.items[--memories.count];
    pthread_mutex_unlock(&lock);
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
    forget_memory(pointer);
    return NEXT(int (*)(void *), "hipFree")(pointer);
}

int hipHostFree(void *pointer) {
    forget_memory(pointer);
    return NEXT(int (*)(void *), "hipHostFree")(pointer);
}

int hipFreeAsync(void *pointer, void *stream) {
    forget_memory(pointer);
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
