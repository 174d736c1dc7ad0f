/* The work on one input, which a jump ends where its memory or its time is over. */
#include <stdlib.h>

#include "translator/command/command.h"

static void exhausted(void *user) {
    struct work *work = user;
    longjmp(work->landing, WORK_OUT_OF_MEMORY);
}

static void end_in_time(void *user) {
    struct work *work = user;
    if (!watch_goes_on(NULL))
        longjmp(work->landing, WORK_OUT_OF_TIME);
}

static int run_guarded(struct work *work, const struct work_rules *rules) {
    switch (setjmp(work->landing)) {
    case 0:
        return rules->run(work);
    case WORK_OUT_OF_TIME:
        return rules->ended(work, WORK_OUT_OF_TIME);
    default:
        return rules->ended(work, WORK_OUT_OF_MEMORY);
    }
}

int work_on(struct work *work, const char *path, const struct work_rules *rules) {
    int status;
    watch_begin(rules->seconds);
    char *bytes = input_read(path, &work->length, rules->fault, &status);
    if (bytes)
        status = work_on_bytes(work, path, bytes, work->length, rules);
    free(bytes);
    return status;
}

int work_on_bytes(struct work *work, const char *path, const char *bytes, size_t length,
                  const struct work_rules *rules) {
    work->path = path;
    work->bytes = bytes;
    work->length = length;
    work->watch = (struct mmra_watch){.ask = end_in_time, .user = work};
    arena_init(&work->arena, NULL, rules->memory, exhausted, work);
    work->arena.watch = &work->watch;
    int status = run_guarded(work, rules);
    arena_destroy(&work->arena);
    return status;
}

int status_of_both(int a, int b) {
    const int higher = a > b ? a : b, lower = a > b ? b : a;
    return higher == STATUS_NOT_COVERED && lower ? lower : higher;
}

int inputs_each(int count, char **inputs, int (*run)(const char *path)) {
    int status = SMMRA_SUCCESS;
    for (int i = 0; i < count; i++) {
        int one = run(inputs[i]);
        status = status_of_both(status, one);
    }
    return status;
}
