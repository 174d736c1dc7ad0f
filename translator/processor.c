#include "translator/processor.h"

#include <stddef.h>
#include <string.h>

/* Word 3 of a buffer resource (ISA manuals, "Buffer Resource Descriptor"): a format, which raw accesses ignore and
 * which must not be 0; from gfx10 on also the bit that is reserved as 1, and OOB_SELECT 3: out of bounds is what lies
 * beyond NUM_RECORDS bytes. Older ones judge so without being told. */
enum {
    RAW_FORMAT = 7 << 12 | 4 << 15,
    RAW_FORMAT_GFX10 = RAW_FORMAT | 1 << 24 | 3 << 28
};

/* A longer family comes before one that it begins with. */
static const struct processor processors[] = {
    {.family = "gfx125", .wave32 = true, .split_barrier = true}, /* its resources are laid out otherwise */
    {.family = "gfx12", .wave32 = true, .wave64 = true, .split_barrier = true, .buffer_flags = RAW_FORMAT_GFX10},
    {.family = "gfx11", .wave32 = true, .wave64 = true, .buffer_flags = RAW_FORMAT_GFX10},
    {.family = "gfx10", .wave32 = true, .wave64 = true, .buffer_flags = RAW_FORMAT_GFX10},
    {.family = "gfx9", .wave64 = true, .buffer_flags = RAW_FORMAT},
    {.family = "gfx8", .wave64 = true, .buffer_flags = RAW_FORMAT},
    {.family = "gfx7", .wave64 = true, .buffer_flags = RAW_FORMAT},
    {.family = "gfx6", .wave64 = true, .buffer_flags = RAW_FORMAT},
};

const struct processor *processor_find(const char *name) {
    for (size_t i = 0; name && i < sizeof processors / sizeof *processors; i++)
        if (strncmp(name, processors[i].family, strlen(processors[i].family)) == 0)
            return &processors[i];
    return NULL;
}
