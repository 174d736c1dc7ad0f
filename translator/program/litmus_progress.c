#include "translator/program/litmus_progress.h"

#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"

/* Runs of each model, at most, of which the first has the order of the numbers; after so much work no more than two. A
 * run of which the end is not seen takes much longer than the first run of all. An access is as much work as some
 * steps.
 */
enum { RUNS_OF_MODEL = 12, MOST_WORK = 5000000, STEPS_OF_ACCESS = 16, TIMES_AS_LONG = 4, STEPS_MORE = 4000000 };
enum { TURN = 500, MOST_INVOCATIONS = 1 << 16 };

const char *const litmus_progress_names[] = {"fair", "linear", "hsa", "obe", "unfair", NULL};

/* The question about a module, and whether some run left it open. */
struct asked {
    struct litmus_race *race;
    struct race_options options;
    uint64_t seed;
    struct arena *run;
    bool is_unknown;
};

static uint64_t work_of(const struct race_answer *answer) {
    return answer->steps + STEPS_OF_ACCESS * answer->accesses;
}

/* Whether a workgroup waits for ever in some run that keeps what a model promises, and no more. */
static bool waits(struct asked *asked, uint8_t promised, struct race_wait *wait) {
    struct litmus_race *race = asked->race;
    uint64_t work = 0;
    asked->options.progress = promised;
    for (uint32_t n = 0; n < RUNS_OF_MODEL && (n < 2 || work < MOST_WORK); n++) {
        struct race_answer answer;
        struct race_options options =
            litmus_orders_options(race, &asked->options, asked->seed, n, asked->options.length);
        bool goes_on = !options.goes_on || options.goes_on(options.goes_on_user);
        if (!goes_on || !litmus_orders_try(race, &options, asked->run, &answer)) {
            asked->is_unknown = true;
            return false;
        }
        work += work_of(&answer);
        asked->is_unknown |= (answer.stopped || answer.refused) && !answer.wait.at;
        if (answer.wait.at) {
            *wait = answer.wait;
            return true;
        }
    }
    return false;
}

/* From the strongest model on. What waits under `linear` does so under weaker ones, and what waits under any of them
 * does so where some one workgroup goes on. */
static void find_needed(struct asked *asked, struct litmus_progress *progress) {
    static const uint8_t all[] = {RACE_LINEAR, RACE_OBE, RACE_HSA, RACE_UNFAIR};
    bool *fails = progress->fails;
    for (uint32_t i = 0; i < sizeof all; i++) {
        struct race_wait wait;
        bool stronger = fails[RACE_LINEAR] || (all[i] == RACE_UNFAIR && (fails[RACE_OBE] || fails[RACE_HSA]));
        fails[all[i]] = stronger || waits(asked, all[i], &wait);
        if (fails[all[i]] && !progress->wait.at)
            progress->wait = wait;
    }
    progress->needs = fails[RACE_LINEAR]                   ? RACE_FAIR
                      : fails[RACE_OBE] && fails[RACE_HSA] ? RACE_LINEAR
                      : fails[RACE_OBE]                    ? RACE_HSA
                      : fails[RACE_UNFAIR]                 ? RACE_OBE
                                                           : RACE_UNFAIR;
}

/* An atomic that reads once in each order has not waited; where somebody asks, more orders are tried. */
void litmus_progress_judge(struct litmus_race *race, const struct race_options *like, uint64_t seed, struct arena *run,
                           const struct litmus_orders *orders, struct litmus_progress *progress) {
    const struct race_answer *first = &orders->answer;
    const struct race_program *program = &race->program;
    const bool is_right = !litmus_orders_find(race, first) && !first->refused && !first->stopped;
    *progress = (struct litmus_progress){.needs = RACE_UNFAIR};
    if (!is_right || !(like->progress ? first->atomics != 0 : first->repeats) ||
        program->groups != PROGRAM_WORKGROUPS || program->group_count < 2)
        return;
    struct asked asked = {.race = race, .options = *like, .seed = seed, .run = run};
    const uint64_t compared = race->compared, different = race->different;
    uint8_t **const ran = program->ran;
    asked.options.steps = TIMES_AS_LONG * first->steps + STEPS_MORE;
    asked.options.turn = TURN; /* those that wait are soon known */
    asked.options.length = litmus_orders_length(race, first);
    race->program.ran = NULL; /* other runs say what has run */
    asked.is_unknown = program->group_count > MOST_INVOCATIONS / program->group_size || work_of(first) > MOST_WORK;
    if (!asked.is_unknown)
        find_needed(&asked, progress);
    race->program.ran = ran;
    race->compared = compared;
    race->different = different;
    progress->is_unknown = asked.is_unknown && progress->needs != RACE_FAIR;
    progress->is_told = progress->wait.at || progress->is_unknown;
}

const char *litmus_progress_text(struct litmus_race *race, const struct litmus_progress *progress) {
    const struct race_wait *wait = &progress->wait;
    char text[160], other[64] = "another";
    if (!wait->at)
        return NULL;
    if (wait->awaited != UINT32_MAX)
        snprintf(other, sizeof other, "workgroup %u", wait->awaited);
    snprintf(text, sizeof text, "workgroup %u waits for %s, which need not %s", wait->waiting, other,
             wait->begun ? "go on" : "have started");
    return arena_copy_string(race->reader.arena, text, strlen(text));
}

const char *litmus_progress_advice(const struct litmus_race *race, uint8_t needs) {
    static const struct {
        const char *before, *after; /* the name of a workgroup's number */
    } advice[] = {
        {"; a workgroup that takes its number from an atomic counter (a ticket) in place of ",
         ", and waits for lower ones alone, needs less, and a second dispatch needs nothing"},
        {"; a number from an atomic counter (a ticket) in place of ",
         " needs less: that workgroups which have started go on"},
        {"; a number from an atomic counter (a ticket) in place of ",
         " needs that workgroups which have started go on"},
        {", not even that one which has started goes on", NULL},
    };
    struct text text;
    if (needs >= sizeof advice / sizeof *advice)
        return NULL;
    text_init(&text, race->reader.arena, 256);
    text_format(&text, "Vulkan promises no progress between workgroups%s", advice[needs].before);
    if (advice[needs].after)
        text_format(&text, "%s%s", language_words(race->program.language)->workgroup, advice[needs].after);
    return text_finish(&text);
}
