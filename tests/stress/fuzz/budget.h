/* What a fuzzer gives a question of the model checker: so many evaluations, rounds of a loop and seconds of processor
 * time, since one evaluation of a thousand events is long. */
#ifndef FUZZ_BUDGET_H
#define FUZZ_BUDGET_H

#include <time.h>

#include "mmra/litmus/litmus.h"

static bool fuzz_has_time(void *began, const struct explore_statistics *statistics) {
    enum { SECONDS = 2 };
    (void)statistics;
    return clock() - *(clock_t *)began < (clock_t)SECONDS * CLOCKS_PER_SEC;
}

static void fuzz_ask(struct litmus *litmus, struct litmus_question question, uint64_t evaluations,
                     struct arena *arena) {
    enum { UNROLL = 3 };
    struct litmus_answer answer;
    clock_t began = clock();
    question.options = explore_defaults();
    question.options.evaluations = evaluations;
    question.options.unroll = UNROLL;
    question.options.goes_on = fuzz_has_time;
    question.options.goes_on_user = &began;
    litmus_ask(litmus, &question, arena, &answer);
}

#endif
