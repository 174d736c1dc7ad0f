#include "translator/program/litmus_orders.h"

#include <string.h>

#include "mmra/base/attempt.h"

/* Limits of what is tried: so many orders, and no further one after so much work, or of so many steps. An access counts
 * as 16 steps, for it takes about as long. The same input gets the same orders on every machine. */
enum { MOST_ORDERS = 32, STEPS_OF_ACCESS = 16, STEPS_OF_ORDER = 25000000 };
#define WORK_OF_ORDERS UINT64_C(100000000)

struct race_options litmus_orders_options(const struct litmus_race *race, const struct race_options *like,
                                          uint64_t seed, uint32_t run, uint32_t length) {
    struct race_options options = *like;
    options.seed = run ? seed * 1000003 + run : 0;
    options.length = length;
    options.is_second = race->spirv.turns && run % 2;
    return options;
}

uint32_t litmus_orders_length(const struct litmus_race *race, const struct race_answer *answer) {
    return (uint32_t)(answer->accesses / race->program.group_count / race->program.group_size) + 1;
}

bool litmus_orders_find(struct litmus_race *race, const struct race_answer *answer) {
    return !answer->refused && (answer->count || litmus_race_fault(race, answer));
}

static uint64_t work_of(const struct race_answer *answer) {
    return answer->steps + STEPS_OF_ACCESS * answer->accesses;
}

struct one_run {
    struct litmus_race *race;
    const struct race_options *options;
    struct arena *run;
    struct race_answer *answer;
};

static void run_one(void *user) {
    const struct one_run *one = user;
    litmus_race_run(one->race, one->options, one->run, one->answer);
}

bool litmus_orders_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                       struct race_answer *answer) {
    struct one_run one = {race, options, run, answer};
    arena_destroy(run);
    return arena_attempt(run, run_one, &one);
}

/* A race that the first order does not have comes of the order, and not only of what nobody chose: it counts. */
static bool has_new_doubts(struct litmus_race *race, const struct race_answer *first, const struct race_answer *found) {
    struct race_answer *doubts = NULL;
    for (uint32_t i = 0; i < found->doubt_count; i++) {
        const struct model_operation *a = found->doubts[i].operations[0], *b = found->doubts[i].operations[1];
        if (race_doubts(first, a, b))
            continue;
        if (!doubts)
            doubts = arena_allocate_array(race->reader.arena, 1, sizeof *doubts);
        race_doubt(doubts, a, b);
    }
    race->doubts = doubts ? doubts : race->doubts;
    return doubts != NULL;
}

/* An order that did not come to its end, or that is no execution of the model, does not count. */
static void run_others(struct litmus_race *race, const struct race_options *like, uint64_t seed, uint32_t most,
                       struct arena *run, struct litmus_orders *orders) {
    struct race_answer answer;
    uint64_t work = work_of(&orders->answer);
    orders->most = most;
    const uint32_t length = litmus_orders_length(race, &orders->answer);
    for (uint32_t n = 1; n < most && (work <= WORK_OF_ORDERS || (n == 1 && race->spirv.turns)) &&
                         (!like->goes_on || like->goes_on(like->goes_on_user));
         n++) {
        struct race_options options = litmus_orders_options(race, like, seed, n, length);
        if ((!options.steps || options.steps > STEPS_OF_ORDER) && most > 2)
            options.steps = STEPS_OF_ORDER;
        orders->current = n;
        orders->at = &answer;
        memset(&answer, 0, sizeof answer); /* progress is asked for before it runs */
        if (!litmus_orders_try(race, &options, run, &answer)) {
            orders->no_memory = true;
            return;
        }
        work += work_of(&answer);
        if (has_new_doubts(race, &orders->answer, &answer) && !litmus_orders_try(race, &options, run, &answer)) {
            orders->no_memory = true;
            return;
        }
        if (litmus_orders_find(race, &answer)) {
            orders->answer = answer;
            orders->options = options;
            orders->run = n;
            return;
        }
        orders->answer.assumed |= answer.assumed;
        orders->answer.repeats |= answer.repeats;
        orders->answer.by_text |= answer.by_text;
        bool ended = !answer.stopped && !answer.refused;
        orders->turned |= ended && options.is_second;
        orders->runs += ended;
    }
}

bool litmus_orders_are_right(struct litmus_race *race, const struct race_answer *answer) {
    return !litmus_orders_find(race, answer) && !answer->refused && !answer->stopped;
}

bool litmus_orders_alike(const struct race_answer *answer) {
    return !answer->atomics || (!answer->ordered && !answer->assumed && !answer->doubt_count);
}

/* How many orders speak, if nothing is wrong in the first. */
static uint32_t most_of(struct litmus_race *race, const struct race_answer *first) {
    const bool ended = litmus_orders_are_right(race, first);
    return ended && !litmus_orders_alike(first) && first->steps <= STEPS_OF_ORDER ? MOST_ORDERS
           : ended && race->spirv.turns                                           ? 2
                                                                                  : 1;
}

/* ---- buffer addresses that may be equal ---- */

/* Runs the reading in which they are equal, in several orders if not `alone`. It tells neither what has run there nor
 * what memory holds. */
static void look_at_equal(struct litmus_race *race, const struct race_options *like, uint64_t seed, bool alone,
                          struct arena *run, struct litmus_orders *orders) {
    struct litmus_orders equal = {.options = orders->options};
    const uint64_t compared = race->compared, different = race->different;
    uint8_t **const ran = race->program.ran;
    race->program.ran = NULL;
    race->reader.equal = true;
    equal.no_memory = !litmus_orders_try(race, &equal.options, run, &equal.answer);
    if (!equal.no_memory && !alone)
        run_others(race, like, seed, most_of(race, &equal.answer), run, &equal);
    race->reader.equal = false;
    race->program.ran = ran;
    race->compared = compared;
    race->different = different;
    orders->both = !equal.no_memory && litmus_orders_are_right(race, &equal.answer);
    orders->answer.by_text |= orders->both && equal.answer.by_text;
    if (equal.answer.count && !equal.answer.refused)
        orders->equal = equal.answer;
}

void litmus_orders_try_equal(struct litmus_race *race, struct arena *run, struct litmus_orders *orders) {
    if (race->spirv.equal && litmus_orders_are_right(race, &orders->answer))
        look_at_equal(race, &orders->options, 0, true, run, orders);
}

static const char more_order[] = "more order of a word to which too much happened for all of it to be remembered";
static const char no_foresight[] = "no read foresees what is written after a barrier";

const char *litmus_orders_assumption(struct litmus_race *race, const struct litmus_orders *orders) {
    const struct race_answer *answer = &orders->answer;
    struct arena *arena = race->reader.arena;
    const char *assumption = race->spirv.litmus.assumption;
    if (orders->both)
        assumption = litmus_assume_both(&race->spirv, arena, assumption);
    if (orders->tried)
        assumption = litmus_and(arena, assumption, orders->tried);
    if (answer->assumed)
        assumption = litmus_and(arena, assumption, more_order);
    if (answer->by_text && !answer->count)
        assumption = litmus_and(arena, assumption, litmus_race_of_text);
    if (orders->alike && answer->synchronizations && !orders->equal.count)
        assumption = litmus_and(arena, assumption, no_foresight);
    if (race->spirv.turns && !orders->turned && !answer->count)
        assumption = litmus_and(arena, assumption, litmus_one_way(orders->options.is_second));
    return assumption;
}

void litmus_orders_run_as_read(struct litmus_race *race, const struct race_options *options, uint64_t seed,
                               struct arena *run, struct litmus_orders *orders) {
    struct race_options several = *options;
    *orders = (struct litmus_orders){.runs = 1,
                                     .group_count = race->program.group_count,
                                     .options = litmus_orders_options(race, options, seed, 0, 0)};
    orders->at = &orders->answer;
    orders->ends.arena = race->reader.arena;
    several.ends = orders->options.ends = &orders->ends;
    litmus_race_run(race, &orders->options, run, &orders->answer);
    orders->options.ends = NULL;
    const uint64_t compared = race->compared, different = race->different;
    orders->alike = litmus_orders_are_right(race, &orders->answer) && litmus_orders_alike(&orders->answer);
    run_others(race, &several, seed, most_of(race, &orders->answer), run, orders);
    race_ends_conclude(&race->program, &orders->ends);
    orders->options.ends = NULL;
    orders->alike &= !orders->run && orders->runs == (race->spirv.turns ? 2 : 1);
    orders->at = &orders->answer;
    if (!orders->run) { /* what the device had is compared with the order that speaks */
        race->compared = compared;
        race->different = different;
    }
    if (race->spirv.equal && litmus_orders_are_right(race, &orders->answer))
        look_at_equal(race, options, seed, false, run, orders);
}
