/* smmra_race: a module runs once as a whole dispatch (docs/reference/races.md). */
#include "translator/answers/litmus_call.h"
#include "translator/program/litmus_race.h"

enum { MOST_RACES = 10 };
#define MOST_STEPS UINT64_C(1000000000)

static bool goes_on(void *user) {
    struct litmus_call *call = user;
    call->watch.ask(call->watch.user);
    call->end.expired |= litmus_call_time_is_over(call);
    return !call->end.expired;
}

void litmus_call_run_race(struct litmus_call *call, const void *bytes, size_t length) {
    const smmra_litmus_options *given = &call->options;
    call->answer = litmus_answer_begin(&call->output);
    if (given->language != SMMRA_LITMUS_LANGUAGE_SPIRV)
        litmus_call_refuse(call, "a program that is no module: smmra_litmus runs it");
    struct litmus_race *race = arena_allocate_array(&call->work, 1, sizeof *race);
    size_t count;
    const uint32_t *words = litmus_call_words(call, bytes, length, &count);
    litmus_race_read(race, &call->work, words, count, litmus_call_source(call), given);
    litmus_call_require(call, &race->spirv.litmus);
    const struct race_options limits = {.seed = given->seed,
                                        .steps = given->step_limit ? given->step_limit : MOST_STEPS,
                                        .most = given->most_races ? given->most_races : MOST_RACES,
                                        .goes_on = goes_on,
                                        .goes_on_user = call};
    struct race_answer found;
    litmus_race_run(race, &limits, &call->work, &found);
    if (found.refused)
        litmus_call_refuse(call, found.refused);
    litmus_answer_grid(call->answer, &race->spirv.grid);
    litmus_answer_race(call->answer, &call->output, race, &found);
}
