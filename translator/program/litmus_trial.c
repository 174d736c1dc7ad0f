#include "translator/program/litmus_trial.h"

#include "translator/program/litmus_orders.h"

enum { STEPS_OF_BEGIN = 100000 }; /* a run takes as long besides */

bool litmus_trial_begins(const struct litmus_trial *trial) {
    const struct race_options *options = &trial->options;
    return trial->steps_left && (!options->goes_on || options->goes_on(options->goes_on_user));
}

void litmus_trial_spend(struct litmus_trial *trial, uint64_t steps) {
    trial->steps_left -= steps < trial->steps_left ? steps : trial->steps_left;
}

/* An access that leaves its array ends no trial. */
static bool passes(void *user, uint64_t address, uint32_t bytes) {
    (void)user, (void)address, (void)bytes;
    return true;
}

void litmus_trial_run(struct litmus_trial *trial, struct litmus_race *race, uint8_t **ran) {
    struct race_answer answer = {.steps = trial->options.steps};
    struct race_program *program = &race->program;
    struct litmus_coverage *coverage = &race->spirv.coverage;
    uint8_t **const ran_before = program->ran, *const words_before = coverage->ran;
    const uint64_t compared = race->compared, different = race->different;
    uint8_t *words = arena_allocate_array(race->reader.arena, coverage->word_count, 1);
    program->ran = ran;
    program->passes = passes;
    coverage->ran = words;
    if (!litmus_orders_try(race, &trial->options, trial->run, &answer))
        memset(words, 0, coverage->word_count);
    arena_destroy(trial->run);
    program->ran = ran_before;
    program->passes = NULL;
    coverage->ran = words_before;
    race->compared = compared;
    race->different = different;
    trial->words = words;
    litmus_trial_spend(trial, answer.steps + STEPS_OF_BEGIN);
}

static bool is_new(const struct litmus_trial *trial, uint32_t word) {
    const struct litmus_coverage *coverage = &trial->race->spirv.coverage;
    return trial->words[word] && litmus_coverage_lacks(coverage, word) && !coverage->causes[word];
}

bool litmus_trial_helps(const struct litmus_trial *trial) {
    uint32_t word = 0, count = trial->race->spirv.coverage.word_count;
    while (word < count && !is_new(trial, word))
        word++;
    return word < count;
}

void litmus_trial_explain(struct litmus_trial *trial, const char *cause) {
    struct litmus_coverage *coverage = &trial->race->spirv.coverage;
    for (uint32_t word = 0; word < coverage->word_count; word++)
        if (is_new(trial, word))
            coverage->causes[word] = cause;
}
