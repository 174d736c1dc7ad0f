/* What the recorders of HIP and OpenCL share: lists of what a program made, and the folder of a dispatch
 * (docs/evidence/recorded-folder.md). Each includes it once, and says RUNTIME, the runtime's name. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ITEMS = 4096, MOST_MEMORIES = 480 };

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

static void forget(struct list *list, const void *key) {
    pthread_mutex_lock(&lock);
    struct pair *one = find(list, key);
    if (one)
        *one = list->items[--list->count];
    pthread_mutex_unlock(&lock);
}

/* A function of the runtime; a program that reaches it has it. */
static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "smmra record: the runtime of " RUNTIME " has no %s\n", name);
        abort();
    }
    return function;
}
#define NEXT(type, name) ((type)next(name))

/* ---- the folder ---- */

static uint32_t number_of(const char *variable, uint32_t otherwise) {
    const char *text = getenv(variable);
    return text && *text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static bool write_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[4400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file)
        written &= fclose(file) == 0;
    if (!written)
        fprintf(stderr, "smmra record: %s cannot be written\n", path);
    return written;
}

struct launch;
static void write_dispatch(struct launch *launch, const char *folder, FILE *manifest);

/* Makes the folder of a dispatch if it is to be recorded: the first one of each kernel, or every one, and at most
 * SMMRA_RECORD_MOST in all. The caller has the lock. */
static void record_in_folder(struct launch *launch, struct pair *function) {
    const char *to = getenv("SMMRA_RECORD_DIR"), *words = getenv("SMMRA_RECORD");
    char folder[4200], path[4300];
    bool each = words && strcmp(words, "each") == 0;
    if (!to || !*to || (!each && function->is_done) || recorded >= number_of("SMMRA_RECORD_MOST", 64))
        return;
    snprintf(folder, sizeof folder, "%.4096s/dispatch-%d-%05u", to, (int)getpid(), recorded);
    snprintf(path, sizeof path, "%s/dispatch.txt", folder);
    function->is_done = true;
    recorded++;
    FILE *manifest = mkdir(folder, 0777) == 0 ? fopen(path, "w") : NULL;
    if (manifest) {
        fprintf(manifest, "spirv-mmra dispatch 1\n");
        write_dispatch(launch, folder, manifest);
    }
    if (!manifest || fclose(manifest) != 0)
        fprintf(stderr, "smmra record: %s cannot be written\n", path);
}

/* All of the device's memory, as a pointer may lie anywhere in it. `copy` takes what is there, and says whether it
 * could; the address is the pair's value, or without one its key. */
static void write_memories(struct launch *launch, const char *folder, FILE *manifest, const struct list *memories,
                           bool (*copy)(struct launch *launch, void *to, const struct pair *from)) {
    uint64_t left = (uint64_t)number_of("SMMRA_RECORD_MEGABYTES", 256) << 20;
    uint32_t count = 0;
    for (uint32_t k = 0; k < memories->count; k++) {
        const struct pair *one = &memories->items[k];
        const void *address = one->value ? one->value : one->key;
        char name[32];
        if (!one->size)
            continue;
        if (one->size > left || count == MOST_MEMORIES) {
            fprintf(manifest, "left-out-address %p %zu bytes: SMMRA_RECORD_MEGABYTES, or too many\n", address,
                    one->size);
            continue;
        }
        void *bytes = malloc(one->size);
        snprintf(name, sizeof name, "memory-%u", k);
        if (bytes && copy(launch, bytes, one) && write_file(folder, name, bytes, one->size)) {
            fprintf(manifest, "memory %p %s\n", address, name);
            left -= one->size;
            count++;
        } else {
            fprintf(manifest, "left-out-address %p %zu bytes: they cannot be copied\n", address, one->size);
        }
        free(bytes);
    }
}
