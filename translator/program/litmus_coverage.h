/* Which operations on memory of a module some invocation has come to. Races of the others are not known. */
#ifndef TRANSLATOR_LITMUS_COVERAGE_H
#define TRANSLATOR_LITMUS_COVERAGE_H

#include "mmra/model/program.h"
#include "translator/spirv_mmra.h"

struct litmus_coverage {
    uint32_t word_count;
    uint8_t *is_there, *ran;           /* by word of the instruction; it was compiled; an invocation has come to it */
    const struct model_place **places; /* by word; NULL: not known */
};

void litmus_coverage_begin(struct litmus_coverage *coverage, struct arena *arena, size_t word_count);
/* Adds what the code does, before it is folded for one invocation. */
void litmus_coverage_add(struct litmus_coverage *coverage, const struct program_thread *thread);
/* Lists one operation of each line, or without debug information each instruction, that no invocation has come to, in
 * the order of lines, then of words. The list has its strings from the coverage's places. */
const smmra_place *const *litmus_coverage_never_ran(const struct litmus_coverage *coverage, struct arena *arena,
                                                    size_t *count);

#endif
