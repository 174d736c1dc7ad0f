/* A call of the library that executes, judges or prices has its memory and its time here, and ends here. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include "translator/answers/litmus_call.h"

#include <stdio.h>

enum { STEPS_BETWEEN_LOOKS = 16 };

/* ---- failing ---- */

void litmus_call_report(const smmra_litmus_options *options, uint32_t line, const char *message) {
    char printable[512];
    snprintf(printable, sizeof printable, "%s", message);
    for (char *c = printable; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = '?';
    const smmra_diagnostic diagnostic = {.severity = SMMRA_SEVERITY_ERROR, .line = line, .message = printable};
    if (options->diagnose)
        options->diagnose(options->diagnose_user, &diagnostic);
}

_Noreturn void litmus_call_end(struct litmus_call *call, smmra_result result, uint32_t line, const char *message) {
    litmus_call_report(&call->options, line, message);
    call->result = result;
    longjmp(call->landing, 1);
}

static void exhausted(void *user) {
    litmus_call_end(user, SMMRA_OUT_OF_MEMORY, 0, "out of memory, or the memory limit was reached");
}

void litmus_call_refuse(struct litmus_call *call, const char *what) {
    char text[480];
    snprintf(text, sizeof text, "not supported: %s", what);
    litmus_call_end(call, SMMRA_UNSUPPORTED, 0, text);
}

static void ask(void *user) {
    struct litmus_call *call = user;
    if (call->options.cancel && call->options.cancel(call->options.cancel_user))
        litmus_call_end(call, SMMRA_CANCELLED, 0, "cancelled by options.cancel");
}

/* ---- memory ---- */

static void *counted_allocate(void *user, size_t size) {
    struct litmus_call *call = user;
    void *block = size > call->limit - call->held ? NULL : call->allocator.allocate(call->allocator.user, size);
    call->held += block ? size : 0;
    call->is_exhausted |= !block;
    return block;
}

static void counted_release(void *user, void *block, size_t size) {
    struct litmus_call *call = user;
    call->held -= size;
    call->allocator.release(call->allocator.user, block, size);
}

static void begin_memory(struct litmus_call *call) {
    const smmra_litmus_options *options = &call->options;
    call->allocator = options->allocator
                          ? *options->allocator
                          : (smmra_allocator){arena_malloc.allocate, arena_malloc.release, arena_malloc.user};
    call->counted = (smmra_allocator){counted_allocate, counted_release, call};
    call->limit = options->memory_limit ? options->memory_limit : SIZE_MAX;
    const struct arena_allocator counted = {counted_allocate, counted_release, call};
    arena_init(&call->work, &counted, SIZE_MAX, exhausted, call);
    arena_init(&call->run, &counted, SIZE_MAX, exhausted, call);
    arena_init(&call->trial, &counted, SIZE_MAX, exhausted, call);
    arena_init(&call->output, &counted, SIZE_MAX, exhausted, call);
    call->watch = (struct mmra_watch){.ask = ask, .user = call};
    call->work.watch = call->run.watch = call->trial.watch = call->output.watch = &call->watch;
}

void litmus_call_hand_over(const struct litmus_call *call, struct arena *arena) {
    arena->allocator =
        (struct arena_allocator){call->allocator.allocate, call->allocator.release, call->allocator.user};
    arena->exhausted = NULL;
    arena->watch = NULL;
}

/* ---- time ---- */

double litmus_call_milliseconds(const struct litmus_call *call) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - call->begin.tv_sec) * 1e3 + (double)(now.tv_nsec - call->begin.tv_nsec) * 1e-6;
}

bool litmus_call_time_is_over(struct litmus_call *call) {
    if (!call->options.time_limit || call->steps++ % STEPS_BETWEEN_LOOKS != 0)
        return false;
    return litmus_call_milliseconds(call) >= (double)call->options.time_limit;
}

/* ---- the work ---- */

smmra_result litmus_call_run(struct litmus_call *call, litmus_call_function *run_it, const void *bytes, size_t length) {
    begin_memory(call);
    clock_gettime(CLOCK_MONOTONIC, &call->begin);
    if (setjmp(call->landing)) {
        smmra_translation_destroy(call->module.translation);
        arena_destroy(&call->work);
        arena_destroy(&call->run);
        arena_destroy(&call->trial);
        arena_destroy(&call->output);
        return call->result;
    }
    ask(call);
    run_it(call, bytes, length);
    arena_destroy(&call->work);
    arena_destroy(&call->run);
    arena_destroy(&call->trial);
    litmus_call_hand_over(call, &call->output);
    return SMMRA_SUCCESS;
}
