/* --watch: the work is done anew when an input has changed, each time in a process of its own, which knows nothing of
 * the time before. */
#define _GNU_SOURCE /* st_mtim */
#include "translator/command/command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct timespec between_looks = {.tv_nsec = 100000000};

/* Whether a file is another one than `seen`, which it then becomes. A file that is away is awaited: a compiler may be
 * about to write it. */
static bool has_changed(const char *path, struct stat *seen) {
    struct stat now;
    if (stat(path, &now) != 0)
        return false;
    bool same = now.st_dev == seen->st_dev && now.st_ino == seen->st_ino && now.st_size == seen->st_size &&
                now.st_mtim.tv_sec == seen->st_mtim.tv_sec && now.st_mtim.tv_nsec == seen->st_mtim.tv_nsec;
    *seen = now;
    return !same;
}

static bool any_has_changed(int count, char **paths, struct stat *seen) {
    bool changed = false;
    for (int i = 0; i < count; i++)
        changed |= has_changed(paths[i], &seen[i]);
    return changed;
}

/* A file that is half written is not read: nothing has changed between two looks. */
static void settle(int count, char **paths, struct stat *seen) {
    do
        nanosleep(&between_looks, NULL);
    while (any_has_changed(count, paths, seen));
}

/* Editors find the begin and the end of the messages by these two lines. */
static void say(const char *what) {
    fprintf(stderr, "spirv-mmra: --watch: %s\n", what);
    fflush(stderr);
}

/* Until an input changes. A process that is at work then works on what is no more, and ends. */
static void await_change(pid_t process, int count, char **paths, struct stat *seen) {
    bool ended = false;
    while (!any_has_changed(count, paths, seen)) {
        if (!ended && (ended = waitpid(process, NULL, WNOHANG) != 0))
            say("waits for a change");
        nanosleep(&between_looks, NULL);
    }
    if (ended)
        return;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        ;
}

int watch_inputs(int count, char **paths) {
    struct stat *seen = calloc((size_t)count + 1, sizeof *seen);
    for (bool begun = false; seen; begun = true) {
        if (begun)
            settle(count, paths, seen);
        else
            any_has_changed(count, paths, seen);
        say("begins");
        pid_t watcher = getpid(), process = fork();
        if (process < 0)
            break;
        if (process > 0) {
            await_change(process, count, paths, seen);
            continue;
        }
        free(seen);
        /* an interrupt ends the watcher, and that this process */
        return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == watcher ? SMMRA_SUCCESS : SMMRA_INTERNAL_ERROR;
    }
    MESSAGE_USAGE("no process can be started: %s", strerror(errno));
    free(seen);
    return SMMRA_OUT_OF_MEMORY;
}
