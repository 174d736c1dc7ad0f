/* allocations FILE.spv...: of each module's translation and reading, fails the n-th allocation, for every n; each time
 * the answer is a clean error and nothing leaks. Then the same with memory limits from nothing to enough. */
#include <stdio.h>
#include <stdlib.h>

#include "translator/spirv_mmra.h"

struct account {
    size_t calls, fail_at, blocks, bytes, most;
};

static void *allocate(void *user, size_t size) {
    struct account *account = user;
    if (account->calls++ == account->fail_at)
        return NULL;
    account->blocks++;
    account->bytes += size;
    if (account->bytes > account->most)
        account->most = account->bytes;
    return malloc(size);
}

static void release(void *user, void *block, size_t size) {
    struct account *account = user;
    account->blocks--;
    account->bytes -= size;
    free(block);
}

static uint32_t words[1 << 21];
static size_t word_count, faults, tries;

static smmra_result attempt(struct account *account, size_t limit, bool translate) {
    smmra_allocator allocator = {allocate, release, account};
    smmra_options options = {.size = sizeof options, .allocator = &allocator, .memory_limit = limit};
    smmra_translation *translation = NULL;
    smmra_module *module = NULL;
    smmra_result result = translate ? smmra_translate(words, word_count, &options, &translation)
                                    : smmra_module_read(words, word_count, &options, &module);
    faults += (result == SMMRA_SUCCESS) != (translation || module);
    smmra_translation_destroy(translation);
    smmra_module_destroy(module);
    faults += account->blocks != 0 || account->bytes != 0 || (limit && account->most > limit);
    tries++;
    return result;
}

static void fail_each(bool translate) {
    struct account whole = {.fail_at = SIZE_MAX};
    smmra_result expected = attempt(&whole, 0, translate);
    for (size_t i = 0; i < whole.calls; i++) {
        struct account failing = {.fail_at = i};
        faults += attempt(&failing, 0, translate) != SMMRA_OUT_OF_MEMORY;
    }
    for (size_t limit = 1; limit < whole.most; limit += whole.most / 16 + 1) {
        struct account limited = {.fail_at = SIZE_MAX};
        faults += attempt(&limited, limit, translate) != SMMRA_OUT_OF_MEMORY;
    }
    struct account enough = {.fail_at = SIZE_MAX};
    faults += attempt(&enough, whole.most, translate) != expected;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        word_count = file ? fread(words, sizeof *words, sizeof words / sizeof *words, file) : 0;
        if (file)
            fclose(file);
        size_t before = faults;
        fail_each(true);
        fail_each(false);
        if (faults != before)
            fprintf(stderr, "%s: an allocation's failure is not handled\n", argv[i]);
    }
    printf("%d modules, %zu translations, %zu faults\n", argc - 1, tries, faults);
    return faults != 0 || argc < 2;
}
