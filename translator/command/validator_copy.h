/* A module as SPIRV-Tools is to see it. */
#ifndef TRANSLATOR_VALIDATOR_COPY_H
#define TRANSLATOR_VALIDATOR_COPY_H

#include "translator/spirv_mmra.h"

/* The words in the host's byte order, as many as there were and each instruction where it was, with the specializations
 * that are given, and without what this tool knows and an older SPIRV-Tools does not. The module has been read: its
 * instructions have their lengths. The caller frees; NULL: no memory. */
uint32_t *validator_copy(const uint32_t *words, size_t word_count, const smmra_options *options);

#endif
