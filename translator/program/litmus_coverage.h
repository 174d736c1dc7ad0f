/* Which operations on memory of a module some invocation has come to. Races of the others are not known. */
#ifndef TRANSLATOR_LITMUS_COVERAGE_H
#define TRANSLATOR_LITMUS_COVERAGE_H

#include "mmra/model/program.h"
#include "translator/spirv_mmra.h"

struct litmus_coverage {
    uint32_t word_count;
    uint8_t *is_there, *ran;           /* by word of the instruction; it was compiled; an invocation has come to it */
    const struct model_place **places; /* by word; NULL: not known */
    const char **causes;               /* by word: why it never ran, and what lets it run; NULL: not known */
};

/* A place as messages have it. */
static inline smmra_source litmus_source_of(const struct model_place *place) {
    return (smmra_source){place->file, place->line, place->column, place->function, place->text};
}

void litmus_coverage_begin(struct litmus_coverage *coverage, struct arena *arena, size_t word_count);
/* Adds what the code does, before it is folded for one invocation. */
void litmus_coverage_add(struct litmus_coverage *coverage, const struct program_thread *thread);
/* Whether the instruction is an operation on memory that no invocation has come to. */
static inline bool litmus_coverage_lacks(const struct litmus_coverage *coverage, uint32_t word) {
    return coverage->is_there[word] && !coverage->ran[word];
}
/* Lists operations that no invocation has come to: of each line the first, also of one of which other operations ran,
 * and where there is no debug information each. They are in the order of lines, then of words. The messages say why,
 * or which options may let them run, as option_name() calls these with `flags`; and the list has its strings from the
 * coverage's places. */
const smmra_place *const *litmus_coverage_never_ran(const struct litmus_coverage *coverage, uint32_t flags,
                                                    struct arena *arena, size_t *count);

#endif
