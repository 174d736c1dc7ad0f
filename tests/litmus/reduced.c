#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/litmus/reduced.h"

enum { MAX_OBSERVATIONS = 256 };

char reduced_text[1 << 15];
size_t reduced_length;

void reduced_put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(reduced_text + reduced_length, sizeof reduced_text - reduced_length, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof reduced_text - reduced_length);
    reduced_length += (size_t)length;
}

uint32_t reduced_number(const char *variable, uint32_t otherwise) {
    const char *value = getenv(variable);
    return value ? (uint32_t)strtoul(value, NULL, 0) : otherwise;
}

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

/* ---- registers that are no part of outcomes ---- */

static bool is_hidden(const struct program *program, const struct observed *o) {
    return o->thread != MODEL_NONE && program->threads[o->thread].registers[o->number].name[0] == 'h';
}

static void renumber(struct condition *condition, const uint32_t *numbers) {
    if (!condition)
        return;
    renumber(condition->a, numbers);
    renumber(condition->b, numbers);
    if (!condition->left.constant && condition->kind < CONDITION_AND)
        condition->left.value = numbers[condition->left.value];
    if (!condition->right.constant && condition->kind < CONDITION_AND)
        condition->right.value = numbers[condition->right.value];
}

/* They are no part of an outcome. */
void reduced_hide_registers(struct litmus *litmus) {
    struct observations *seen = &litmus->observations;
    uint32_t numbers[MAX_OBSERVATIONS], kept = 0;
    assert_true(seen->count <= MAX_OBSERVATIONS);
    for (uint32_t i = 0; i < seen->count; i++) {
        numbers[i] = kept;
        if (!is_hidden(&litmus->program, &seen->items[i]))
            seen->items[kept++] = seen->items[i];
    }
    seen->count = kept;
    renumber(litmus->condition, numbers);
    for (uint32_t t = 0; t < litmus->program.thread_count; t++)
        for (uint32_t r = 0; r < litmus->program.threads[t].register_count; r++) {
            struct program_register *reg = &litmus->program.threads[t].registers[r];
            if (reg->name && reg->name[0] == 'h')
                reg->name = NULL;
        }
    program_finish(&litmus->program); /* they live to the end no more */
}

/* ---- comparison ---- */

enum asked { OUTCOMES, CONDITION, FAULTS };

static void ask(struct arena *arena, const struct reduced_program *program, enum asked asked, uint32_t without,
                struct litmus_answer *answer) {
    struct litmus litmus;
    struct litmus_question question = {
        .model = program->model, .options = explore_defaults(), .outcomes = asked == OUTCOMES, .races = true};
    question.options.without = without;
    question.options.evaluations = program->evaluations;
    question.options.unroll = program->unroll ? program->unroll : question.options.unroll;
    if (program->model == &model_vulkan)
        litmus_read_vulkan(&litmus, arena, program->text, strlen(program->text));
    else
        litmus_read_ir(&litmus, arena, program->text, strlen(program->text), IR_DOCUMENT);
    if (litmus.error)
        fail_msg("line %u: %s\n%s", litmus.line, litmus.error, program->text);
    if (program->edit)
        program->edit(&litmus.program);
    reduced_hide_registers(&litmus);
    if (asked == FAULTS)
        litmus.condition = NULL;
    litmus_ask(&litmus, &question, arena, answer);
}

static bool has_outcomes(const struct outcomes *all, const struct outcomes *some) {
    for (uint32_t i = 0; i < some->count; i++)
        if (!outcomes_has(all, some->rows[i]))
            return false;
    return true;
}

static bool covers_outcomes(const struct outcomes *all, const struct outcomes *some) {
    for (uint32_t i = 0; i < some->count; i++)
        if (!outcomes_cover(all, some->rows[i]))
            return false;
    return true;
}

/* In a program with a race, a value may be defined only because a waiting round has ordered something. */
static bool same_outcomes(const struct litmus_answer *every, const struct litmus_answer *fewer, bool with_waiting) {
    const struct outcomes *a = &every->found, *b = &fewer->found;
    return has_outcomes(a, b) && (with_waiting && fewer->torn ? covers_outcomes(b, a) : has_outcomes(b, a));
}

/* What is left out of rounds may leave fewer executions that meet the bound; and without waiting none goes round for
 * ever. */
static bool same_findings(const struct litmus_answer *a, const struct litmus_answer *b, bool with_waiting) {
    const struct explore_statistics *s = &a->statistics, *t = &b->statistics;
    bool same_ends = !s->deadlocked == !t->deadlocked && !s->endless == !t->endless;
    return a->race == b->race && a->torn == b->torn && a->undefined == b->undefined && a->any == b->any &&
           (with_waiting || same_ends) && !s->fault == !t->fault && (s->cut_off || !t->cut_off) &&
           s->divergent_barrier == t->divergent_barrier;
}

static void print_findings(const char *what, const struct litmus_answer *a) {
    const struct explore_statistics *s = &a->statistics;
    print_error(
        "%s: race %d, torn %d, undefined %d, any %d, deadlocked %d, endless %d, faulty %d, cut off %d, divergent %d\n",
        what, a->race, a->torn, a->undefined, a->any, s->deadlocked != 0, s->endless != 0, s->fault != NULL,
        s->cut_off != 0, s->divergent_barrier);
}

static void fail_with(const struct reduced_program *program, const struct litmus_answer *every,
                      const struct litmus_answer *fewer) {
    print_findings("without the reductions", every);
    print_findings("with them", fewer);
    for (size_t at = 0; at < strlen(program->text); at += 512) /* the message below is cut */
        print_error("%.512s", program->text + at);
    fail_msg("%u outcomes with the reductions, %u without:\n%s", fewer->found.count, every->found.count, program->text);
}

void reduced_compare(const struct reduced_program *program, uint32_t without, struct reduced_totals *totals) {
    struct arena arena;
    struct litmus_answer every, fewer;
    uint32_t still_without = reduced_number("SMMRA_WITHOUT", 0);
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    ask(&arena, program, program->conditions_alone ? CONDITION : OUTCOMES, without, &every);
    if (!every.statistics.gave_up)
        ask(&arena, program, program->conditions_alone ? CONDITION : OUTCOMES, still_without, &fewer);
    if (every.statistics.gave_up || fewer.statistics.gave_up) { /* now and then it takes longer with them */
        totals->left_out++;
        arena_destroy(&arena);
        return;
    }
    totals->programs++;
    totals->mirrored += fewer.statistics.mirrored;
    totals->cut_off += fewer.statistics.unroll_reached;
    totals->endless += fewer.statistics.endless || fewer.statistics.deadlocked;
    totals->every += every.statistics.executions + every.statistics.hung;
    totals->fewer += fewer.statistics.executions + fewer.statistics.hung;
    bool with_waiting = without & EXPLORE_WAITING;
    if (!same_outcomes(&every, &fewer, with_waiting) || !same_findings(&every, &fewer, with_waiting))
        fail_with(program, &every, &fewer);
    if (every.condition_met != fewer.condition_met && !(with_waiting && fewer.torn))
        fail_with(program, &every, &fewer);
    bool met = every.condition_met, torn = with_waiting && fewer.torn;
    ask(&arena, program, CONDITION, still_without, &fewer);
    if (!torn && fewer.condition_met != met && !fewer.statistics.gave_up)
        fail_msg("the condition is %smet with the reductions:\n%s", met ? "not " : "", program->text);
    ask(&arena, program, FAULTS, still_without, &fewer); /* which ends at a race or an undefined value */
    bool found = every.race || every.torn;
    if (!fewer.statistics.gave_up && (found ? !fewer.race && !fewer.torn : !same_findings(&every, &fewer, true)))
        fail_with(program, &every, &fewer);
    totals->cut_off_by_faults += fewer.statistics.unroll_reached;
    arena_destroy(&arena);
}

/* A search that has met its bound finds nothing that the other does not; else it finds the same. */
static bool as_far_as_it_went(enum asked asked, const struct litmus_answer *every, const struct litmus_answer *fewer) {
    const struct explore_statistics *s = &every->statistics, *t = &fewer->statistics;
    if (asked != OUTCOMES) /* which end at what they find first */
        return every->condition_met >= fewer->condition_met && every->race >= fewer->race &&
               (t->unroll_reached || (every->condition_met == fewer->condition_met && every->race == fewer->race));
    if (!t->unroll_reached)
        return same_outcomes(every, fewer, false) && same_findings(every, fewer, false) &&
               every->condition_met == fewer->condition_met;
    return has_outcomes(&every->found, &fewer->found) && every->race >= fewer->race && every->torn >= fewer->torn &&
           every->undefined >= fewer->undefined && every->condition_met >= fewer->condition_met &&
           (s->fault || !t->fault);
}

void reduced_compare_bounds(const struct reduced_program *program, uint32_t without, uint32_t unroll,
                            struct reduced_totals *totals) {
    struct reduced_program shorter = *program;
    struct litmus_answer every, fewer;
    struct arena arena;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    shorter.unroll = unroll;
    for (enum asked asked = OUTCOMES; asked <= FAULTS; asked++) {
        ask(&arena, program, asked, without, &every);
        ask(&arena, &shorter, asked, reduced_number("SMMRA_WITHOUT", 0), &fewer);
        if (every.statistics.gave_up || fewer.statistics.gave_up || every.statistics.unroll_reached) {
            totals->left_out++;
            break;
        }
        if (!as_far_as_it_went(asked, &every, &fewer))
            fail_with(program, &every, &fewer);
        if (asked == OUTCOMES) {
            totals->programs++;
            totals->cut_off += fewer.statistics.unroll_reached;
            totals->every += every.statistics.executions + every.statistics.hung;
            totals->fewer += fewer.statistics.executions + fewer.statistics.hung;
        }
    }
    arena_destroy(&arena);
}

void reduced_print(const char *what, const struct reduced_totals *totals) {
    print_message("%s: %llu programs, %llu left out; %llu executions, %llu with the reductions\n", what,
                  (unsigned long long)totals->programs, (unsigned long long)totals->left_out,
                  (unsigned long long)totals->every, (unsigned long long)totals->fewer);
}
