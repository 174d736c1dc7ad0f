/* smmra_race: a module runs once as a whole dispatch (docs/reference/races.md). */
#include "translator/answers/litmus_call.h"
#include "translator/program/litmus_cause.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_orders.h"

enum { MOST_RACES = 10 };
#define MOST_STEPS UINT64_C(1000000000)

static bool goes_on(void *user) {
    struct litmus_call *call = user;
    call->watch.ask(call->watch.user);
    call->end.expired |= litmus_call_time_is_over(call);
    return !call->end.expired;
}

static struct race_options limits_of(struct litmus_call *call) {
    const smmra_litmus_options *given = &call->options;
    return (struct race_options){.seed = given->seed,
                                 .steps = given->step_limit ? given->step_limit : MOST_STEPS,
                                 .most = given->most_races ? given->most_races : MOST_RACES,
                                 .goes_on = goes_on,
                                 .goes_on_user = call};
}

static struct litmus_race *read_race(struct litmus_call *call, const void *bytes, size_t length) {
    const smmra_litmus_options *given = &call->options;
    call->answer = litmus_answer_begin(&call->output);
    if (given->language != SMMRA_LITMUS_LANGUAGE_SPIRV)
        litmus_call_refuse(call, "a program that is no module: smmra_litmus runs it");
    struct litmus_race *race = arena_allocate_array(&call->work, 1, sizeof *race);
    size_t count;
    const uint32_t *words = litmus_call_words(call, bytes, length, &count);
    litmus_race_read(race, &call->work, words, count, litmus_call_source(call), given);
    litmus_call_require(call, &race->spirv.litmus);
    return race;
}

static void answer(struct litmus_call *call, struct litmus_race *race, const struct litmus_orders *found) {
    if (found->answer.refused)
        litmus_call_refuse(call, found->answer.refused);
    litmus_answer_grid(call->answer, &race->spirv.grid);
    litmus_answer_race(call->answer, &call->output, race, found);
}

void litmus_call_find_causes(struct litmus_call *call, const uint32_t *words, size_t count,
                             const struct litmus_source *source, struct litmus_spirv *program) {
    const struct race_options limits = limits_of(call);
    struct litmus_race *race = arena_allocate_array(&call->work, 1, sizeof *race);
    litmus_race_read(race, &call->work, words, count, source, &call->options);
    struct litmus_coverage *explored = &program->coverage, *coverage = &race->spirv.coverage;
    if (race->spirv.litmus.error || coverage->word_count != explored->word_count)
        return;
    coverage->is_there = explored->is_there;
    coverage->ran = explored->ran;
    coverage->causes = explored->causes;
    litmus_cause_find(race, &limits, &call->trial);
}

void litmus_call_run_race(struct litmus_call *call, const void *bytes, size_t length) {
    struct litmus_race *race = read_race(call, bytes, length);
    struct litmus_orders found = {.runs = 1, .options = limits_of(call)};
    do
        litmus_race_run(race, &found.options, &call->run, &found.answer);
    while (litmus_lengths_settle(race, &found.options, &found.answer, &call->run));
    litmus_orders_try_equal(race, &call->run, &found);
    answer(call, race, &found);
}

void litmus_call_run_orders(struct litmus_call *call, const void *bytes, size_t length) {
    struct litmus_race *race = read_race(call, bytes, length);
    const struct race_options limits = limits_of(call);
    struct litmus_orders found;
    litmus_orders_run(race, &limits, 1, &call->run, &found);
    litmus_cause_find(race, &limits, &call->trial);
    answer(call, race, &found);
    call->answer->runs = found.runs;
    call->answer->runs_are_alike = found.alike;
}
