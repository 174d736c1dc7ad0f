/* A program against another one of the same memory model: does the second allow only what the first allows? For front
 * ends and optimizers, which make the one of the other. The comparison is that of a program with its translation. */
#ifndef TRANSLATOR_LITMUS_AGAINST_H
#define TRANSLATOR_LITMUS_AGAINST_H

#include "translator/validation/litmus_interface.h"
#include "translator/validation/litmus_validate.h"

struct against {
    struct litmus *programs[2];
    const struct litmus_spirv *modules[2]; /* NULL: text */
    const char *differs;                   /* not NULL: why the two cannot be compared; then only this counts */
    struct validation_source source;
    struct validation found;
    struct against_notes not_compared;
    struct validation_columns columns; /* what both observe */
    /* Static: what the second program has less of. That it needs it is not said. */
    struct against_notes hints;
    bool lost_volatile; /* some of that are Volatile accesses, about which executions tell nothing */
    bool lost_register; /* text: the second has not all registers of the first */
};

/* Holds the second program against the first: sets all but what the first two members say. Registers of text count if
 * both programs have one of the name. */
void against_check(struct against *against, const struct model *model, const struct explore_options *limits,
                   struct arena *arena);

/* An execution of the second program that has the outcome which is too many, or that shows what else is too much; NULL:
 * none is kept. */
const char *against_execution(struct against *against, const struct explore_options *limits, struct arena *arena);

/* Whether an answer about the first program, changed, shows what the second does too much: 0, no; 2, in the same way as
 * far as it is known. */
uint32_t against_shows(const struct against *against, const struct litmus_answer *answer, struct arena *arena);

#endif
