/* Work on several inputs at once: processes, each of which takes one input after the other from this one. What they
 * write lies in files without names and is shown in the order of the inputs, so that it does not depend on how many
 * there are at once. One at a time need no process. */
#define _GNU_SOURCE
#include "translator/command/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT, ERRORS, DATA, STREAMS };
enum { NONE = -1 };

/* The answer of a process about an input: its status, and how much is in the streams by then. */
struct answer {
    int status;
    off_t ends[STREAMS];
};

struct worker {
    pid_t process;
    int line;               /* to the process: numbers of inputs go, answers come; NONE: there is no process */
    int number;             /* of the input that it works on, or NONE */
    FILE *streams[STREAMS]; /* what it has written, and those before it that died */
    off_t shown[STREAMS];
};

struct input {
    const struct worker *worker; /* that did it; NULL: nobody has yet */
    struct answer answer;
};

struct pool {
    int (*run)(void *user, int number);
    void *user;
    int count, next, shown; /* inputs; those below `next` are given to workers */
    int status;             /* of those that are shown */
    struct sigaction before;
    struct input *inputs;
    struct worker workers[MAX_PARALLEL];
};

static volatile sig_atomic_t interrupts;

static void note_interrupt(int number) {
    (void)number;
    interrupts = interrupts + 1;
}

/* ---- in the new process ---- */

static struct answer answer_of(const struct worker *worker, int status) {
    struct answer answer = {.status = status};
    for (int i = 0; i < STREAMS; i++)
        answer.ends[i] = lseek(fileno(worker->streams[i]), 0, SEEK_END);
    return answer;
}

static int run_one(const struct pool *pool, const struct worker *worker, int number) {
    json_restart();
    int status = pool->run(pool->user, number);
    message_hand_over();
    fflush(NULL);
    bool lost = ferror(stdout) || ferror(stderr) || ferror(worker->streams[DATA]);
    return lost ? SMMRA_OUT_OF_MEMORY : status;
}

/* Its streams go into the files. An interrupt does what it does without processes; one may come while it waits. */
static void work(const struct pool *pool, const struct worker *worker) {
    int number;
    sigaction(SIGINT, &pool->before, NULL);
    if (interrupts) /* before this process began */
        raise(SIGINT);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(fileno(worker->streams[OUTPUT]), STDOUT_FILENO);
    dup2(fileno(worker->streams[ERRORS]), STDERR_FILENO);
    message_redirect(worker->streams[DATA]);
    for (;;) {
        ssize_t got = recv(worker->line, &number, sizeof number, MSG_WAITALL);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != sizeof number)
            _exit(SMMRA_SUCCESS);
        struct answer answer = answer_of(worker, run_one(pool, worker, number));
        if (send(worker->line, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
            _exit(SMMRA_INTERNAL_ERROR);
    }
}

/* ---- in this process ---- */

static bool start(struct pool *pool, struct worker *worker) {
    int line[2];
    worker->number = worker->line = NONE;
    for (int i = 0; i < STREAMS; i++)
        if (!worker->streams[i] && !(worker->streams[i] = tmpfile()))
            return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
        return false;
    fflush(NULL);
    worker->process = fork();
    if (worker->process == 0) {
        close(line[0]);
        worker->line = line[1];
        work(pool, worker);
    }
    close(line[1]);
    if (worker->process < 0)
        close(line[0]);
    else
        worker->line = line[0];
    return worker->process > 0;
}

/* A process that is dead by now will say nothing of its input, which hear() finds. */
static void give(struct pool *pool, struct worker *worker) {
    if (worker->line == NONE || worker->number != NONE || pool->next == pool->count)
        return;
    worker->number = pool->next++;
    send(worker->line, &worker->number, sizeof worker->number, MSG_NOSIGNAL);
}

/* The process has ended, or no more inputs are there for it. Its status as an input's: that of the command where it
 * ended by itself. */
static int end(struct worker *worker) {
    int status = 0;
    shutdown(worker->line, SHUT_RDWR); /* later processes have a copy of the line */
    close(worker->line);
    worker->line = NONE;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT && interrupts) {
        signal(SIGINT, SIG_DFL); /* the others end with this process */
        raise(SIGINT);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : SMMRA_INTERNAL_ERROR;
}

/* The answer about its input. A process that died takes no other input along: a new one goes on. */
static bool hear(struct pool *pool, struct worker *worker) {
    struct answer answer;
    ssize_t got = recv(worker->line, &answer, sizeof answer, MSG_WAITALL);
    if (got < 0 && errno == EINTR)
        return true;
    if (got != sizeof answer)
        answer = answer_of(worker, end(worker));
    if (worker->number != NONE)
        pool->inputs[worker->number] = (struct input){worker, answer};
    worker->number = NONE;
    return worker->line != NONE || pool->next == pool->count || start(pool, worker);
}

/* Part of a file; NULL: no memory, or it cannot be read. */
static char *content(FILE *file, off_t from, off_t to) {
    char *bytes = from <= to ? malloc((size_t)(to - from) + 1) : NULL;
    for (off_t at = from; bytes && at < to;) {
        ssize_t got = pread(fileno(file), bytes + (at - from), (size_t)(to - at), at);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            free(bytes);
            return NULL;
        }
        at += got > 0 ? got : 0;
    }
    return bytes;
}

static void show_stream(int stream, const char *bytes, size_t length) {
    if (stream == OUTPUT && command_json)
        json_join(bytes, length);
    else if (stream == DATA)
        message_deliver(bytes, length);
    else
        fwrite(bytes, 1, length, stream == OUTPUT ? stdout : stderr);
}

/* Those whose turn it is. */
static void show(struct pool *pool) {
    for (; pool->shown < pool->count && pool->inputs[pool->shown].worker; pool->shown++) {
        const struct input *input = &pool->inputs[pool->shown];
        struct worker *worker = &pool->workers[input->worker - pool->workers];
        int status = input->answer.status;
        for (int i = 0; i < STREAMS; i++) {
            char *bytes = content(worker->streams[i], worker->shown[i], input->answer.ends[i]);
            if (bytes)
                show_stream(i, bytes, (size_t)(input->answer.ends[i] - worker->shown[i]));
            else
                status = status_of_both(status, SMMRA_OUT_OF_MEMORY);
            free(bytes);
            worker->shown[i] = input->answer.ends[i];
        }
        pool->status = status_of_both(pool->status, status);
    }
}

/* An interrupt of this process alone is one of the others too, which take two at once for one. */
static void pass_on_interrupts(const struct pool *pool, uint32_t workers) {
    static int passed;
    for (; passed < interrupts; passed++)
        for (uint32_t i = 0; i < workers; i++)
            if (pool->workers[i].line != NONE)
                kill(pool->workers[i].process, SIGINT);
}

/* Until each input is shown. False: there are no processes. */
static bool run_pool(struct pool *pool, uint32_t workers) {
    struct pollfd lines[MAX_PARALLEL];
    uint32_t started = 0;
    while (started < workers && start(pool, &pool->workers[started]))
        started++;
    bool able = started != 0;
    while (able && pool->shown < pool->count) {
        pass_on_interrupts(pool, started);
        for (uint32_t i = 0; i < started; i++) {
            give(pool, &pool->workers[i]);
            lines[i] = (struct pollfd){.fd = pool->workers[i].line, .events = POLLIN};
        }
        if (poll(lines, started, -1) < 0) {
            able = errno == EINTR;
            continue;
        }
        for (uint32_t i = 0; i < started && able; i++)
            able = !lines[i].revents || hear(pool, &pool->workers[i]);
        show(pool);
    }
    return able;
}

int parallel_run(uint32_t workers, int count, int (*run)(void *user, int number), void *user) {
    struct pool pool = {.run = run, .user = user, .count = count};
    if (workers < 2 || count < 2) {
        for (int number = 0; number < count; number++) {
            int one = run(user, number);
            pool.status = status_of_both(pool.status, one);
        }
        return pool.status;
    }
    if (!(pool.inputs = calloc((size_t)count, sizeof *pool.inputs)))
        return SMMRA_OUT_OF_MEMORY;
    sigaction(SIGINT, NULL, &pool.before);
    if (pool.before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &(struct sigaction){.sa_handler = note_interrupt, .sa_flags = SA_RESTART}, NULL);
    bool able = run_pool(&pool, workers < (uint32_t)count ? workers : (uint32_t)count);
    if (!able) {
        MESSAGE_USAGE("no more processes can be started: %s", strerror(errno));
        pool.status = SMMRA_OUT_OF_MEMORY;
    }
    for (int i = 0; i < MAX_PARALLEL; i++) {
        if (pool.workers[i].process > 0 && pool.workers[i].line != NONE)
            end(&pool.workers[i]);
        for (int k = 0; k < STREAMS && pool.workers[i].streams[k]; k++)
            fclose(pool.workers[i].streams[k]);
    }
    sigaction(SIGINT, &pool.before, NULL);
    free(pool.inputs);
    return pool.status;
}
