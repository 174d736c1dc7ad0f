/* Translation of litmus programs: each instruction becomes a memory view, the memory map says what IR that
 * is, and the IR is written as text, as the translator would write it.
 *
 * Storage class 1 stands for local memory that all threads share, 0, 2 and 3 for global memory; locations that are
 * accessed in class 2 alone are texels of images. Queue families are of one device, so of one agent. */
#ifndef TRANSLATOR_LITMUS_TRANSLATE_H
#define TRANSLATOR_LITMUS_TRANSLATE_H

#include "mmra/litmus/litmus.h"
#include "translator/map/memory_map.h"

/* A deliberate mistake in the memory map. */
struct litmus_mutation {
    const char *name;
    const char *what; /* in a clause */
    /* Spoils what became of one instruction. */
    void (*spoil)(const struct spirv_memory_view *view, struct mapped_operations *operations);
};

extern const struct litmus_mutation litmus_mutations[];
extern const uint32_t litmus_mutation_count;

struct litmus_translation {
    const char *text; /* NULL: refused, and `refused` says why */
    size_t length;
    const char *refused;
};

/* The IR of the program, with the comments that litmus_read_ir needs. `mutation` may be NULL. */
void litmus_translate(const struct litmus *litmus, const struct map_options *options,
                      const struct litmus_mutation *mutation, struct arena *arena,
                      struct litmus_translation *translation);

#endif
