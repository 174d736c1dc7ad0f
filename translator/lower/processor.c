#include "translator/lower/processor.h"

#include <stddef.h>
#include <string.h>

/* Word 3 of a buffer resource (ISA manuals, "Buffer Resource Descriptor"): a format, which raw accesses ignore and
 * which must not be 0; from gfx10 on also the bit that is reserved as 1, and OOB_SELECT 3: out of bounds is what lies
 * beyond NUM_RECORDS bytes. Older ones always check like that. */
enum { RAW_FORMAT = 7 << 12 | 4 << 15, RAW_FORMAT_GFX10 = RAW_FORMAT | 1 << 24 | 3 << 28 };

/* A longer family comes before one that it begins with. */
static const struct processor processors[] = {
    {.family = "gfx125", .wave32 = true, .split_barrier = true}, /* its resources have another layout */
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

/* As `llc -march=amdgcn -mcpu=help` lists them. */
bool processor_is_known(const char *name) {
    static const char *const names[] = {
        "bonaire", "carrizo",  "fiji",     "generic",   "generic-hsa",    "gfx10-1-generic", "gfx10-3-generic",
        "gfx1010", "gfx1011",  "gfx1012",  "gfx1013",   "gfx1030",        "gfx1031",         "gfx1032",
        "gfx1033", "gfx1034",  "gfx1035",  "gfx1036",   "gfx11-generic",  "gfx1100",         "gfx1101",
        "gfx1102", "gfx1103",  "gfx1150",  "gfx1151",   "gfx1152",        "gfx1153",         "gfx12-generic",
        "gfx1200", "gfx1201",  "gfx1250",  "gfx1251",   "gfx600",         "gfx601",          "gfx602",
        "gfx700",  "gfx701",   "gfx702",   "gfx703",    "gfx704",         "gfx705",          "gfx801",
        "gfx802",  "gfx803",   "gfx805",   "gfx810",    "gfx9-4-generic", "gfx9-generic",    "gfx900",
        "gfx902",  "gfx904",   "gfx906",   "gfx908",    "gfx909",         "gfx90a",          "gfx90c",
        "gfx942",  "gfx950",   "hainan",   "hawaii",    "iceland",        "kabini",          "kaveri",
        "mullins", "oland",    "pitcairn", "polaris10", "polaris11",      "stoney",          "tahiti",
        "tonga",   "tongapro", "verde",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}
