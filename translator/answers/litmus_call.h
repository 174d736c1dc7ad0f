/* The functions that execute, judge or price share this: one call of smmra_litmus, smmra_race, smmra_report or
 * smmra_cost. */
#ifndef TRANSLATOR_LITMUS_CALL_H
#define TRANSLATOR_LITMUS_CALL_H

#include <setjmp.h>
#include <time.h>

#include "translator/answers/litmus_answers.h"
#include "translator/library/request.h"

/* The state of one call. */
struct litmus_call {
    smmra_litmus_options options;
    smmra_allocator allocator, counted; /* the caller's; the same with account and limit */
    size_t held, limit;
    bool is_exhausted;                     /* nothing was left of one of them */
    struct arena work, run, trial, output; /* the program and its executions; one of several runs, and one besides that
                                            only tells what runs; the answer */
    struct mmra_watch watch;
    struct litmus_end end;
    struct module_translation module; /* of SPIR-V, whose translation is judged */
    struct timespec begin;
    uint64_t steps;
    smmra_litmus_answer *answer;
    smmra_result result; /* of what jumped to the landing */
    jmp_buf landing;
};

typedef void litmus_call_function(struct litmus_call *call, const void *bytes, size_t length);

/* A new call with checked options, and its work, from which failures jump back: what is in `output` belongs to the
 * caller from then on. */
smmra_result litmus_call_begin(struct litmus_call *call, const void *bytes, size_t length,
                               const smmra_litmus_options *given);
smmra_result litmus_call_run(struct litmus_call *call, litmus_call_function *run_it, const void *bytes, size_t length);

/* Lets an arena that used the call's memory outlive the call: it only waits to be destroyed. */
void litmus_call_hand_over(const struct litmus_call *call, struct arena *arena);

/* An error of the options, which are of a call that has not begun. */
void litmus_call_report(const smmra_litmus_options *options, uint32_t line, const char *message);
/* Ends the call with a message; `line`: of text, or 0. */
_Noreturn void litmus_call_end(struct litmus_call *call, smmra_result result, uint32_t line, const char *message);

/* Ends the call with SMMRA_UNSUPPORTED, or with what is wrong with a program, if something is. */
_Noreturn void litmus_call_refuse(struct litmus_call *call, const char *what);
void litmus_call_require(struct litmus_call *call, const struct litmus *litmus);

/* Since the call began. */
double litmus_call_milliseconds(const struct litmus_call *call);
/* Whether options.time_limit is over, as now and then a look at the clock says. */
bool litmus_call_time_is_over(struct litmus_call *call);

/* The module, and its assembly. They live as long as the call. */
const uint32_t *litmus_call_words(struct litmus_call *call, const void *bytes, size_t length, size_t *count);
const struct litmus_source *litmus_call_source(struct litmus_call *call);

/* Notes in the program's coverage why operations never ran (run_race.c). */
void litmus_call_find_causes(struct litmus_call *call, const uint32_t *words, size_t count,
                             const struct litmus_source *source, struct litmus_spirv *program);
/* smmra_race (run_race.c). */
void litmus_call_run_race(struct litmus_call *call, const void *bytes, size_t length);
/* The same of several orders, as many as `race` runs without --runs. */
smmra_result litmus_call_race_orders(const void *module, size_t length, const smmra_litmus_options *options,
                                     smmra_litmus_answer **answer);
void litmus_call_run_orders(struct litmus_call *call, const void *bytes, size_t length);

#endif
