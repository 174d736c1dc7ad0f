#include "judge.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/litmus/run_program.h"

enum {
    EVALUATIONS = 500,
    EVALUATIONS_WITHOUT = 1200,
    ROUNDS = 2,
    STATES = 1000,
    QUESTIONS = 300,
    STEPS = 6000, /* of a run of a litmus program */
    TURNS = 400,  /* of a run, at least: who waits is told from who goes round for ever by many of them */
    MORE_RUNS = 48
};
enum { EXPLORER = 1, WITHOUT_REDUCTIONS = 2, RUNS = 4 };

const char *const contradiction_names[CONTRADICTIONS] = {
    "race-by-reductions", "outcomes-by-reductions", "ends-by-reductions", "race-of-no-execution",
    "race-not-found",     "endless-by-race",        "divergent-by-race",  "fault-by-race"};

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

/* ---- race, in several orders ---- */

struct runs {
    bool refused, race, endless, divergent, fault, undefined, stopped; /* undefined: a value alone, where it is used */
};

static void run_all(const struct judged *judged, uint32_t from, uint32_t to, struct arena *arena, struct runs *runs) {
    for (uint64_t seed = from; seed < to && !runs->refused; seed++) {
        struct race_answer answer;
        const struct race_options options = {
            .seed = seed, .steps = judged->steps, .turn = judged->steps / TURNS, .most = 1};
        judged->run(judged->user, &options, arena, &answer);
        runs->refused |= answer.refused != NULL;
        if (answer.refused)
            return;
        runs->race |= answer.count > 0;
        runs->endless |= answer.endless;
        runs->divergent |= answer.divergent;
        bool undefined = answer.fault && strcmp(answer.fault, "an undefined value") == 0;
        runs->undefined |= undefined;
        runs->fault |= answer.fault && !undefined;
        runs->stopped |= answer.stopped != NULL;
    }
}

/* ---- the deciders of executions ---- */

/* Limits are counted, so that the same seed judges the same, unless there is one of time too. */
uint32_t judge_milliseconds;

struct patience {
    uint32_t states, questions;
    clock_t end;
    jmp_buf landing;
};

static bool is_late(const struct patience *patience) {
    return judge_milliseconds && clock() > patience->end;
}

static bool goes_on(void *user, const struct explore_statistics *statistics) {
    struct patience *patience = user;
    (void)statistics;
    return ++patience->states < STATES && !is_late(patience);
}

static void lose_patience(void *user) {
    struct patience *patience = user;
    if (++patience->questions > QUESTIONS || is_late(patience))
        longjmp(patience->landing, 1);
}

static void ask(struct litmus *litmus, uint32_t without, bool outcomes, struct arena *arena,
                struct litmus_answer *answer) {
    struct patience patience = {.end = clock() + (clock_t)(judge_milliseconds * (CLOCKS_PER_SEC / 1000))};
    struct mmra_watch watch = {lose_patience, &patience, 0};
    struct litmus_question question = {
        .model = &model_vulkan, .options = explore_defaults(), .outcomes = outcomes, .races = true};
    question.options.without = without;
    question.options.evaluations = without ? EVALUATIONS_WITHOUT : EVALUATIONS;
    question.options.unroll = ROUNDS;
    question.options.goes_on = goes_on;
    question.options.goes_on_user = &patience;
    arena->watch = &watch;
    if (setjmp(patience.landing) == 0) {
        litmus_ask(litmus, &question, arena, answer);
    } else {
        memset(answer, 0, sizeof *answer);
        answer->statistics.gave_up = true;
        answer->race_verdict = LITMUS_UNKNOWN;
    }
    arena->watch = NULL;
}

static bool decided(const struct litmus_answer *answer) {
    return !answer->statistics.gave_up && !answer->statistics.refused;
}

static bool covers(const struct outcomes *all, const struct outcomes *some, bool undefined_is_any) {
    for (uint32_t i = 0; i < some->count; i++)
        if (!outcomes_has(all, some->rows[i]) && !(undefined_is_any && outcomes_cover(all, some->rows[i])))
            return false;
    return true;
}

/* An execution that a bound has cut off, or a value that comes from itself, says nothing of what is not there, nor does
 * an exploration that has ended as all that it was asked was decided. */
static bool is_whole(const struct litmus_answer *answer) {
    const struct explore_statistics *s = &answer->statistics;
    return answer->passed && !answer->ended_decided && !s->unroll_reached && !s->doubtful;
}

/* If invocations diverge at a barrier, how far others come before that is no outcome. A program that races may have
 * any outcome, so that more of them with the reductions are no contradiction. */
static uint32_t compare_outcomes(const struct litmus_answer *every, const struct litmus_answer *fewer, bool waits) {
    bool torn = fewer->race || every->race;
    bool diverges = every->statistics.divergent_barrier && fewer->statistics.divergent_barrier;
    bool more = !torn && !diverges && is_whole(every) && !covers(&every->found, &fewer->found, false);
    bool less = !diverges && is_whole(fewer) && !covers(&fewer->found, &every->found, torn);
    bool undefined = is_whole(every) && is_whole(fewer) && !torn &&
                     (every->undefined != fewer->undefined || (waits && every->any != fewer->any));
    return more || less || undefined ? OUTCOMES_BY_REDUCTIONS : 0;
}

/* Without waiting no thread goes round for ever; and nothing else is asked after a fault. If a thread was cut off at
 * the bound, others may pass a barrier without it. */
static uint32_t compare_ends(const struct litmus_answer *every, const struct litmus_answer *fewer, bool waits,
                             bool barriers) {
    const struct explore_statistics *s = &every->statistics, *t = &fewer->statistics;
    bool races = (waits || !barriers) && every->race != fewer->race &&
                 every->race_verdict + fewer->race_verdict == LITMUS_NO + LITMUS_YES;
    bool faults = !s->fault != !t->fault || (!s->fault && s->divergent_barrier != t->divergent_barrier);
    bool stops = waits && (!s->deadlocked != !t->deadlocked || !s->endless != !t->endless);
    bool ends = is_whole(every) && is_whole(fewer) && (faults || stops);
    return (races ? RACE_BY_REDUCTIONS : 0) | (ends ? ENDS_BY_REDUCTIONS : 0);
}

static bool goes_round(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].is_head[i])
                return true;
    return false;
}

static bool has_barriers(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].opcode == PROGRAM_BARRIER)
                return true;
    return false;
}

/* Barriers of a text wait for nobody, and those of a shader for all of their workgroup: the text becomes one of these,
 * where it says so. */
static void count_barriers(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            struct program_instruction *instruction = &program->threads[t].code[i];
            if (instruction->opcode != PROGRAM_BARRIER || instruction->barrier_mode != PROGRAM_BARRIER_NUMBERED)
                continue;
            instruction->barrier_mode = PROGRAM_BARRIER_COUNTED;
            instruction->barrier_level = VULKAN_WORKGROUP;
        }
    program_finish(program);
}

/* ---- the runs against the executions ---- */

/* `race` knows nothing of work outside of the shader. */
static bool runs_know(const struct program *program) {
    const uint16_t outside = MODEL_MAKE_AVAILABLE_DEVICE | MODEL_MAKE_VISIBLE_DEVICE;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].operation.kind & outside)
                return false;
    return true;
}

static uint32_t compare_runs(const struct litmus_answer *all, const struct runs *runs) {
    const struct explore_statistics *s = &all->statistics;
    bool finished = decided(all) && !s->unroll_reached && !s->doubtful && all->passed;
    uint32_t result = 0;
    if (all->race_verdict == LITMUS_NO && runs->race)
        result |= RACE_OF_NO_EXECUTION;
    if (all->race_verdict == LITMUS_YES && !runs->race && !runs->stopped && !runs->fault && !runs->undefined)
        result |= RACE_NOT_FOUND;
    if (!finished || all->race)
        return result;
    if (runs->endless && !s->endless && !s->deadlocked && !s->divergent_barrier && !s->fault)
        result |= ENDLESS_BY_RACE;
    if (runs->divergent && !s->endless && !s->deadlocked && !s->divergent_barrier && !s->fault)
        result |= DIVERGENT_BY_RACE;
    if (runs->fault && !s->fault && !all->undefined) /* what is undefined is read: `race` says so where it is used */
        result |= FAULT_BY_RACE;
    return result;
}

static void hear_runs(const struct judged *judged, const struct litmus_answer *all, uint32_t count, struct arena *arena,
                      struct judgment *j) {
    struct runs runs = {0};
    if (!runs_know(&judged->litmus->program))
        return;
    run_all(judged, 0, count, arena, &runs);
    if (!runs.refused && compare_runs(all, &runs) & RACE_NOT_FOUND)
        run_all(judged, count, count + MORE_RUNS, arena, &runs);
    if (runs.refused)
        return;
    j->deciders |= RUNS;
    j->verdicts |= (uint32_t)runs.race << 12 | (uint32_t)runs.endless << 13 | (uint32_t)runs.divergent << 14 |
                   (uint32_t)runs.fault << 15;
    j->contradictions |= compare_runs(all, &runs);
}

void judge_read(const struct judged *judged, uint32_t runs, struct arena *arena, struct judgment *j) {
    struct litmus_answer fewer, every, races;
    struct litmus *litmus = judged->litmus;
    bool barriers = has_barriers(&litmus->program);
    j->read = true;
    ask(litmus, 0, true, arena, &fewer);
    const struct explore_statistics *s = &fewer.statistics;
    if (decided(&fewer))
        j->deciders |= EXPLORER;
    j->verdicts |= fewer.race_verdict | (uint32_t)fewer.undefined << 2 | (uint32_t)(s->endless != 0) << 3 |
                   (uint32_t)(s->deadlocked != 0) << 4 | (uint32_t)s->divergent_barrier << 5 |
                   (uint32_t)(s->fault != NULL) << 6 | (uint32_t)s->unroll_reached << 7 |
                   (uint32_t)(s->mirrored != 0) << 8;
    bool loops = goes_round(&litmus->program);
    for (int with_waiting = 1; with_waiting >= !loops && decided(&fewer); with_waiting--) {
        ask(litmus, with_waiting ? EXPLORE_REDUCTIONS & ~(uint32_t)EXPLORE_WAITING : EXPLORE_REDUCTIONS, true, arena,
            &every);
        if (!decided(&every))
            continue;
        j->deciders |= WITHOUT_REDUCTIONS;
        j->contradictions |= compare_outcomes(&every, &fewer, with_waiting);
        j->contradictions |= compare_ends(&every, &fewer, with_waiting, barriers);
    }
    /* The explorer leaves values out that nobody asks for, so that a question about races alone is another one. */
    ask(litmus, 0, false, arena, &races);
    if (decided(&fewer) && decided(&races))
        j->contradictions |= compare_ends(&fewer, &races, true, barriers);
    if (judged->run)
        hear_runs(judged, &fewer, runs, arena, j);
}

static void run_once(void *user, const struct race_options *options, struct arena *arena, struct race_answer *answer) {
    run_program(user, options, arena, answer);
}

static void hear(const char *text, uint32_t count, struct arena *arena, struct judgment *j) {
    struct litmus litmus;
    litmus_read_vulkan(&litmus, arena, text, strlen(text));
    if (litmus.error)
        return;
    bool counted = strncmp(text, "Vulkan counted", 14) == 0;
    if (counted)
        count_barriers(&litmus.program);
    bool runs = counted || !has_barriers(&litmus.program);
    judge_read(&(struct judged){&litmus, runs ? run_once : NULL, &litmus.program, STEPS}, count, arena, j);
}

void judge_within(void (*hear_it)(void *user, struct arena *arena, struct judgment *judgment), void *user,
                  struct judgment *judgment) {
    struct arena arena;
    jmp_buf landing;
    memset(judgment, 0, sizeof *judgment);
    arena_init(&arena, NULL, (size_t)128 << 20, leave, &landing);
    if (setjmp(landing) == 0)
        hear_it(user, &arena, judgment);
    else
        judgment->contradictions = 0;
    arena_destroy(&arena);
}

struct text {
    const char *text;
    uint32_t runs;
};

static void hear_text(void *user, struct arena *arena, struct judgment *judgment) {
    const struct text *text = user;
    hear(text->text, text->runs, arena, judgment);
}

void judge(const char *text, uint32_t runs, struct judgment *judgment) {
    judge_within(hear_text, &(struct text){text, runs}, judgment);
}
