/* While programs are explored: the time that there is, a line of progress on a terminal, and what was counted so far
 * when the user interrupts. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "translator/command/command.h"

static const double seconds_between_lines = 0.5, seconds_between_interrupts = 0.2;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static volatile sig_atomic_t interrupted;
static volatile double first_interrupt;

/* The second time it ends the command; but who sends a signal to a process and to its group, as timeout(1) does, means
 * one. */
static void note_interrupt(int number) {
    if (!interrupted)
        first_interrupt = now();
    interrupted = 1;
    if (now() - first_interrupt < seconds_between_interrupts)
        return;
    signal(number, SIG_DFL);
    raise(number);
}

static struct {
    uint32_t timeout; /* seconds; 0: no limit */
    double begin, last_line;
    bool is_terminal, shown, interrupted, expired;
} watch;

void watch_limit(uint32_t seconds) {
    watch.timeout = seconds;
    watch.begin = now();
    watch.expired = false;
}

void watch_begin(uint32_t seconds) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_interrupt;
    sigaction(SIGINT, &action, NULL);
    watch_limit(seconds);
    watch.is_terminal = isatty(STDERR_FILENO);
}

bool watch_goes_on(void *user) {
    (void)user;
    watch.interrupted |= interrupted != 0;
    if (!watch.expired && watch.timeout)
        watch.expired = now() - watch.begin >= watch.timeout;
    return !watch.interrupted && !watch.expired;
}

bool watch_is_over(void *user) {
    return !watch_goes_on(user);
}

void watch_show(const char *format, ...) {
    double time = watch.is_terminal ? now() : 0;
    if (!watch.is_terminal || time - watch.last_line < seconds_between_lines)
        return;
    va_list arguments;
    watch.last_line = time;
    watch.shown = true;
    fprintf(stderr, "\r%.0f s: ", time - watch.begin);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\033[K", stderr);
    fflush(stderr);
}

bool watch_progress(void *user, const smmra_litmus_statistics *s) {
    watch_show("%" PRIu64 " executions, %" PRIu64 " evaluations of the model",
               s->executions + s->aborted + s->deadlocked + s->endless + s->faulty, s->evaluations);
    return watch_goes_on(user);
}

const char *watch_reason(const char *other) {
    static char text[96];
    if (watch.interrupted)
        return "interrupted: the counts are those so far";
    if (!watch.expired)
        return other;
    snprintf(text, sizeof text, "the time is over: --timeout gives more than %u s", watch.timeout);
    return text;
}

void watch_end(void) {
    if (watch.shown)
        fprintf(stderr, "\r\033[K");
    watch.shown = false;
}
