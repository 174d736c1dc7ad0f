/* A module as SPIRV-Tools shall see it. */
#ifndef TRANSLATOR_VALIDATOR_COPY_H
#define TRANSLATOR_VALIDATOR_COPY_H

#include "translator/spirv_mmra.h"

/* A copy in the host's byte order, with every instruction at its place, with the given specializations, and without
 * execution modes that this version of SPIRV-Tools does not know. The module has been read, so its instructions have
 * valid lengths. `without_debug`: without the instructions of its non-semantic sets. The caller frees the copy; NULL:
 * no memory. */
uint32_t *smmra_validator_copy(const uint32_t *words, size_t word_count, const smmra_options *options,
                               const char *version, bool without_debug);

/* The assembly of a valid module, with the place of each instruction in bytes behind it; NULL: no memory. The caller
 * frees it. */
char *smmra_validator_disassemble(const uint32_t *words, size_t word_count);

#endif
