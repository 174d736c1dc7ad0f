/* Work on several inputs at once, each in a process of its own, whose output is shown in the order of the inputs, so
 * that it does not depend on how many there are at once. One at a time need no process. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT, ERRORS, DATA, STREAMS };

struct worker {
    pid_t process;
    FILE *streams[STREAMS]; /* what the process has written, in files without names */
};

/* In the new process: its streams go into the files. */
static void run_child(const struct worker *worker, int (*run)(void *user, int number), void *user, int number) {
    signal(SIGINT, SIG_DFL);
    dup2(fileno(worker->streams[OUTPUT]), STDOUT_FILENO);
    dup2(fileno(worker->streams[ERRORS]), STDERR_FILENO);
    message_redirect(worker->streams[DATA]);
    json_restart();
    int status = run(user, number);
    message_hand_over();
    fflush(NULL);
    _exit(status);
}

static bool start(struct worker *worker, int (*run)(void *user, int number), void *user, int number) {
    bool ready = true;
    for (int i = 0; i < STREAMS; i++)
        ready = (worker->streams[i] = tmpfile()) && ready;
    fflush(NULL);
    worker->process = ready ? fork() : -1;
    if (worker->process == 0)
        run_child(worker, run, user, number);
    return worker->process > 0;
}

/* The whole content; NULL: no memory, or it cannot be read. */
static char *content(FILE *file, size_t *length) {
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *bytes = end < 0 ? NULL : malloc((size_t)end + 1);
    rewind(file);
    *length = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    return bytes;
}

/* Its exit status, behind what it has written. */
static int finish(struct worker *worker) {
    int status = 0;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < STREAMS; i++) {
        size_t length;
        char *bytes = content(worker->streams[i], &length);
        if (i == OUTPUT && bytes && command_json)
            json_join(bytes, length);
        else if (i == OUTPUT && bytes)
            fwrite(bytes, 1, length, stdout);
        else if (i == ERRORS && bytes)
            fwrite(bytes, 1, length, stderr);
        else if (bytes)
            message_deliver(bytes, length);
        free(bytes);
        fclose(worker->streams[i]);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : SMMRA_INTERNAL_ERROR;
}

int parallel_run(uint32_t workers, int count, int (*run)(void *user, int number), void *user) {
    struct worker all[MAX_PARALLEL];
    int status = 0, started = 0, finished = 0;
    if (workers < 2 || count < 2) {
        for (int number = 0; number < count; number++) {
            int one = run(user, number);
            status = one > status ? one : status;
        }
        return status;
    }
    void (*before)(int) = signal(SIGINT, SIG_IGN); /* the processes get it too, and end */
    for (bool able = true; finished < count && (able || finished < started);) {
        while (able && started < count && started - finished < (int)workers)
            if ((able = start(&all[started % MAX_PARALLEL], run, user, started)))
                started++;
        if (finished == started)
            break;
        int one = finish(&all[finished++ % MAX_PARALLEL]);
        status = one > status ? one : status;
    }
    signal(SIGINT, before);
    if (finished == count)
        return status;
    MESSAGE_USAGE("no more processes can be started: %s", strerror(errno));
    return SMMRA_OUT_OF_MEMORY;
}
