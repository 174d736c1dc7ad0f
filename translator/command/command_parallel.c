/* Work on several inputs at once: processes take some of them each, one after the other, and their output is shown in
 * the order of the inputs, so that it does not depend on how many there are at once. One at a time need no process. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT, ERRORS, DATA, STREAMS };

enum { BATCHES = 8 }; /* for each worker: few enough that processes cost little, and enough that none waits long */

struct worker {
    pid_t process;
    int first, count;       /* its inputs */
    FILE *streams[STREAMS]; /* what the process has written, in files without names */
};

/* The highest status. */
static int run_all(int first, int count, int (*run)(void *user, int number), void *user) {
    int status = 0;
    for (int number = first; number < first + count; number++) {
        int one = run(user, number);
        status = status_of_both(status, one);
    }
    return status;
}

/* In the new process: its streams go into the files. */
static void run_child(const struct worker *worker, int (*run)(void *user, int number), void *user) {
    signal(SIGINT, SIG_DFL);
    dup2(fileno(worker->streams[OUTPUT]), STDOUT_FILENO);
    dup2(fileno(worker->streams[ERRORS]), STDERR_FILENO);
    message_redirect(worker->streams[DATA]);
    json_restart();
    int status = run_all(worker->first, worker->count, run, user);
    message_hand_over();
    fflush(NULL);
    _exit(status);
}

static bool start(struct worker *worker, int first, int count, int (*run)(void *user, int number), void *user) {
    bool ready = true;
    worker->first = first;
    worker->count = count;
    for (int i = 0; i < STREAMS; i++)
        ready = (worker->streams[i] = tmpfile()) && ready;
    fflush(NULL);
    worker->process = ready ? fork() : -1;
    if (worker->process == 0)
        run_child(worker, run, user);
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

static int finish(struct worker *worker, int (*run)(void *user, int number), void *user);

/* A process that died in the midst takes no other input along: each has one of its own now. */
static int finish_singly(const struct worker *dead, int (*run)(void *user, int number), void *user) {
    int status = 0;
    for (int number = dead->first; number < dead->first + dead->count; number++) {
        struct worker one;
        int of_one = start(&one, number, 1, run, user) ? finish(&one, run, user) : SMMRA_OUT_OF_MEMORY;
        status = status_of_both(status, of_one);
    }
    return status;
}

/* Its exit status, behind what it has written. */
static int finish(struct worker *worker, int (*run)(void *user, int number), void *user) {
    int status = 0;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    bool again = !WIFEXITED(status) && worker->count > 1;
    for (int i = 0; i < STREAMS; i++) {
        size_t length;
        char *bytes = again ? NULL : content(worker->streams[i], &length);
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
    if (again)
        return finish_singly(worker, run, user);
    return WIFEXITED(status) ? WEXITSTATUS(status) : SMMRA_INTERNAL_ERROR;
}

int parallel_run(uint32_t workers, int count, int (*run)(void *user, int number), void *user) {
    struct worker all[MAX_PARALLEL];
    const int batch = 1 + count / ((int)workers * BATCHES);
    int status = 0, next = 0, started = 0, finished = 0;
    if (workers < 2 || count < 2)
        return run_all(0, count, run, user);
    void (*before)(int) = signal(SIGINT, SIG_IGN); /* the processes get it too, and end */
    for (bool able = true; finished < started || (able && next < count);) {
        while (able && next < count && started - finished < (int)workers) {
            const int some = count - next < batch ? count - next : batch;
            if (!(able = start(&all[started % MAX_PARALLEL], next, some, run, user)))
                break;
            next += some;
            started++;
        }
        if (finished == started)
            break;
        int one = finish(&all[finished++ % MAX_PARALLEL], run, user);
        status = status_of_both(status, one);
    }
    signal(SIGINT, before);
    if (next == count)
        return status;
    MESSAGE_USAGE("no more processes can be started: %s", strerror(errno));
    return SMMRA_OUT_OF_MEMORY;
}
