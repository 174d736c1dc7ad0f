/* Processes that do one run of `race` in parts (mmra/race/race_split.c). */
#define _GNU_SOURCE
#include "translator/command/command_split.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "translator/command/command.h"

enum { NONE = -1, FIRST_PAUSE = 100000, LONGEST_PAUSE = 20000000 }; /* nanoseconds */

static struct {
    void *memory;
    size_t bytes;
} shared;

static void *share(size_t bytes) {
    if (shared.memory)
        munmap(shared.memory, shared.bytes);
    shared.bytes = bytes;
    shared.memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, NONE, 0);
    if (shared.memory == MAP_FAILED)
        shared.memory = NULL;
    return shared.memory;
}

/* Waits for one process that has ended, or is about to. */
static bool end(pid_t *process, int flags, bool *all) {
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(*process, &status, flags);
    while (ended < 0 && errno == EINTR);
    if (ended == 0)
        return false;
    *all &= ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *process = NONE;
    return true;
}

/* Until all have ended. If one has nothing to say, or nobody asks any more, the others have nothing to say either. */
static bool wait_for(pid_t *processes, uint32_t count, bool all, bool (*goes_on)(void *job), void *job) {
    struct timespec pause = {0, FIRST_PAUSE};
    for (uint32_t left = count; left;) {
        for (uint32_t i = 0; i < count; i++)
            if (processes[i] != NONE && end(&processes[i], WNOHANG, &all))
                left--;
        all = all && (!left || goes_on(job));
        for (uint32_t i = 0; i < count && !all; i++)
            if (processes[i] != NONE) {
                kill(processes[i], SIGKILL);
                left -= end(&processes[i], 0, &all);
            }
        if (left)
            nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < LONGEST_PAUSE ? 2 * pause.tv_nsec : LONGEST_PAUSE;
    }
    return all;
}

/* An interrupt is for the process that waits. */
static bool run(uint32_t count, bool (*work)(void *job, uint32_t part), bool (*goes_on)(void *job), void *job) {
    pid_t processes[MAX_PARALLEL];
    uint32_t started = 0;
    fflush(NULL);
    while (started < count && (processes[started] = fork()) > 0)
        started++;
    if (started < count && processes[started] == 0) {
        signal(SIGINT, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(work(job, started) ? 0 : 1);
    }
    return wait_for(processes, started, started == count, goes_on, job);
}

const struct race_processes *split_among(uint32_t count) {
    static struct race_processes processes = {.share = share, .run = run};
    processes.count = count;
    return count > 1 ? &processes : NULL;
}
