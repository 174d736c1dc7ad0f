/* smmra_litmus gives an answer, which is filled while programs are asked about. */
#ifndef TRANSLATOR_LITMUS_ANSWERS_H
#define TRANSLATOR_LITMUS_ANSWERS_H

#include "translator/program/litmus_orders.h"
#include "translator/spirv_mmra_litmus.h"
#include "translator/validation/litmus_module.h"

struct smmra_litmus_answer {
    struct arena arena; /* holds this object too */
    smmra_litmus_summary summary;
    smmra_litmus_statistics statistics, translated; /* of the summary */
    smmra_litmus_finding **findings;
    uint32_t finding_count, finding_capacity;
    const char **names; /* of the columns of outcomes */
    smmra_litmus_value *values;
    const char **texts; /* of the values, for people */
    size_t width, row_count;
    const smmra_litmus_expectation *const *expectations;
    size_t expectation_count, left_out;
    uint32_t runs; /* of a whole dispatch, without a finding */
    bool runs_are_alike;
};

/* Why a search ended before all was explored, besides what its statistics say. */
struct litmus_end {
    bool stopped; /* options.progress said so */
    bool expired; /* options.time_limit is over */
    uint32_t unroll;
    uint32_t flags; /* of the options */
};

/* A new answer in the arena, which goes on to hold what the answer holds. */
smmra_litmus_answer *litmus_answer_begin(struct arena *arena);
void litmus_answer_grid(smmra_litmus_answer *answer, const struct litmus_grid *grid);
/* How the module was read, and what of it has never run. */
void litmus_answer_module(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_spirv *program,
                          bool all_ran);
smmra_litmus_statistics litmus_statistics_of(const struct explore_statistics *statistics);
/* Returns what is taken for granted of the program; with an operation, that it depends on a value that is read, or that
 * it does not. */
const char *litmus_answer_assumption(struct arena *arena, const struct litmus *litmus,
                                     const struct model_operation *doubtful, bool depends);
void litmus_answer_program(smmra_litmus_answer *answer, struct arena *arena, struct litmus *litmus,
                           const struct litmus_answer *found, const struct litmus_end *end);
/* A data race of the reading in which buffer addresses are equal: whether the program has one is not known. */
void litmus_answer_equal(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_spirv *program,
                         const struct litmus_messages *race, const struct litmus_witness *witness);
void litmus_answer_outcomes(smmra_litmus_answer *answer, struct arena *arena, const struct litmus *litmus,
                            const struct litmus_answer *found);
void litmus_answer_race(smmra_litmus_answer *answer, struct arena *arena, struct litmus_race *race,
                        const struct litmus_orders *orders);
/* `ir`: NULL, or the text to keep. */
void litmus_answer_judgement(smmra_litmus_answer *answer, struct arena *arena, const struct validation *validation,
                             const struct litmus_end *end, const char *ir);

#endif
