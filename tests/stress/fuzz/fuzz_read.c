/* libFuzzer: any words through the reader alone, and every question about what it has read. Whatever the input, nothing
 * crashes or leaks. */
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 4);
    memcpy(words, data, count * 4);
    smmra_specialization values[] = {{0, 3}, {7, 1}, {3, UINT64_MAX}};
    smmra_options options = {.size = sizeof options,
                             .specializations = values,
                             .specialization_count = sizeof values / sizeof *values,
                             .memory_limit = (size_t)256 << 20};
    smmra_module *module;
    smmra_result result = smmra_module_read(words, count, &options, &module);
    if ((result == SMMRA_SUCCESS) != (module != NULL))
        abort();
    if (module) {
        size_t entries, private_accesses = 0;
        const smmra_entry_point *const *entry = smmra_module_entry_points(module, &entries);
        for (size_t i = 0; i < entries; i++)
            if (strlen(entry[i]->name) > size)
                abort();
        for (uint32_t i = 0; i <= count && i < 2000; i++)
            private_accesses +=
                smmra_module_access_is_thread_private(module, i) + smmra_module_pointer_is_thread_private(module, i);
        if (private_accesses > 2 * count + 2)
            abort();
    }
    smmra_module_destroy(module);
    free(words);
    return 0;
}
