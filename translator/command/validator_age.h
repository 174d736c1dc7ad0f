/* A SPIRV-Tools may be too old to judge a module. `version` is its own word for itself, as "v2023.1". */
#ifndef TRANSLATOR_VALIDATOR_AGE_H
#define TRANSLATOR_VALIDATOR_AGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum later_kind { LATER_CAPABILITY, LATER_EXTENSION, LATER_INSTRUCTION, LATER_EXECUTION_MODE, LATER_RULE };

/* SPIRV-Tools knows this since a version, as "2024.4". */
struct later {
    enum later_kind kind;
    uint32_t number; /* not of an extension, or a rule */
    const char *since, *name;
};

/* The row of what this version does not know; NULL: it does. */
const struct later *validator_age_of(const char *version, enum later_kind kind, uint32_t number);

/* The first thing in a copy for SPIRV-Tools (validator_copy.h) of which this version does not know all rules; NULL: it
 * can judge the copy. */
const struct later *validator_age_first(const char *version, const uint32_t *words, size_t word_count);

#endif
