#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

void files_complain(const char *path, const char *why) {
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        fprintf(stderr, "smmra layer: %s: %s; nothing more is said of what cannot be written\n", path, why);
}

void files_begin_quiet(struct files_quiet *quiet) {
    sigset_t pending;
    sigemptyset(&quiet->signal);
    sigaddset(&quiet->signal, SIGXFSZ);
    quiet->was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &quiet->signal, &quiet->before);
}

void files_end_quiet(const struct files_quiet *quiet) {
    const struct timespec at_once = {0, 0};
    if (!quiet->was_pending)
        while (sigtimedwait(&quiet->signal, NULL, &at_once) == SIGXFSZ)
            ;
    pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
}
