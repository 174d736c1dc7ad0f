/* Bits of smmra_options.flags, and the last of smmra_litmus_options.flags too, that no public header has. */
#ifndef TRANSLATOR_INTERNAL_FLAGS_H
#define TRANSLATOR_INTERNAL_FLAGS_H

#include "translator/spirv_mmra.h"

enum {
    /* A workgroup may have more waves than its size needs, since the machine model runs grids with smaller waves than
     * processors have. */
    INTERNAL_FLAG_PARTIAL_WAVES = 1u << 9,
    /* Floats are not approximated, since validation compares values and asks about memory (docs/reference/models.md,
     * "Translation validation"). */
    INTERNAL_FLAG_EXACT_FLOATS = 1u << 13,
    /* OpUndef gives another number than zero, for whoever asks whether a result depends on it. */
    INTERNAL_FLAG_OTHER_UNDEFINED = 1u << 14,
    /* The caller is the command: messages call options as its users do (option_names.h). */
    INTERNAL_FLAG_COMMAND = 1u << 15
};

/* A target that no public header has, for modules that are held against their own operations (struct target,
 * for_models). It is taken with INTERNAL_FLAG_EXACT_FLOATS alone, so that a wrong number of a caller's is refused. */
#define INTERNAL_TARGET_MODEL ((smmra_target)(SMMRA_TARGET_HOST + 1))

#endif
