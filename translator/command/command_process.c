#define _GNU_SOURCE /* pipe2 */

#include "translator/command/command_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mmra/base/text.h"
#include "translator/command/command.h"

enum {
    MAX_WORDS = 64,
    MAX_OUTPUT = 64 << 20,
    MAX_COMPLAINT = 400,
    MAX_COMPLAINTS = 16384,
    MAX_SECONDS = 120,
    PIECE = 65536
};

struct process {
    pid_t id; /* it leads a process group of its own */
    time_t deadline;
    int to, from, complaints; /* -1: closed */
    const char *input;
    size_t left;
    char *output; /* not in the arena, which may end by a jump */
    size_t length, capacity;
    char complaint[MAX_COMPLAINTS];
    size_t complaint_length;
    const char *error;
};

/* ---- words ---- */

static bool split(const char *command, const char *const *more, struct arena *arena, char **words) {
    size_t count = 0;
    while (*command) {
        size_t blanks = strspn(command, " \t"), length = strcspn(command + blanks, " \t");
        if (length && count < MAX_WORDS)
            words[count++] = arena_copy_string(arena, command + blanks, length);
        else if (length)
            return false;
        command += blanks + length;
    }
    bool named = count > 0;
    for (; more && *more && count < MAX_WORDS; more++)
        words[count++] = arena_copy_string(arena, *more, strlen(*more));
    words[count] = NULL;
    return named && !(more && *more);
}

/* ---- the other process ---- */

/* Only what may be called between fork and exec. The process ends with the thread that waits for it: an interrupt at
 * the terminal does not reach its group. */
static void become(char **words, const int in[2], const int out[2], const int complaints[2]) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &standard, NULL);
    if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        _exit(127);
    if (dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0 || dup2(complaints[1], 2) < 0)
        _exit(127);
    execvp(words[0], words);
    _exit(127);
}

static void close_one(int *end) {
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* The pipes close at exec, also in processes that other threads start. */
static bool start(struct process *p, char **words) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, complaints[2] = {-1, -1};
    p->id = -1;
    if (pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 && pipe2(complaints, O_CLOEXEC) == 0)
        p->id = fork();
    if (p->id == 0)
        become(words, in, out, complaints);
    close_one(&in[0]);
    close_one(&out[1]);
    close_one(&complaints[1]);
    p->to = in[1];
    p->from = out[0];
    p->complaints = complaints[0];
    p->deadline = time(NULL) + MAX_SECONDS;
    if (p->id > 0)
        return fcntl(p->to, F_SETFL, O_NONBLOCK) == 0;
    p->error = "no process can be started";
    return false;
}

/* ---- both ways at once ---- */

static void send_some(struct process *p) {
    ssize_t sent = p->left ? write(p->to, p->input, p->left) : 0;
    if (sent > 0) {
        p->input += sent;
        p->left -= (size_t)sent;
    }
    if (p->left == 0 || (sent < 0 && errno != EAGAIN && errno != EINTR))
        close_one(&p->to); /* whoever stops reading has what it wants */
}

static void receive_some(struct process *p) {
    if (p->capacity - p->length < PIECE) {
        char *more = realloc(p->output, 2 * p->capacity + PIECE);
        p->error = more ? NULL : "memory ran out";
        p->output = more ? more : p->output;
        p->capacity = more ? 2 * p->capacity + PIECE : p->capacity;
    }
    if (p->error)
        return;
    ssize_t got = read(p->from, p->output + p->length, PIECE);
    if (got > 0)
        p->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        close_one(&p->from);
    if (p->length > MAX_OUTPUT)
        p->error = "it writes more than 64 MiB";
}

static void receive_complaints(struct process *p) {
    char buffer[4096];
    ssize_t got = read(p->complaints, buffer, sizeof buffer);
    for (ssize_t k = 0; k < got && p->complaint_length + 1 < sizeof p->complaint; k++)
        p->complaint[p->complaint_length++] = buffer[k];
    if (got == 0 || (got < 0 && errno != EINTR))
        close_one(&p->complaints);
}

/* Whether the process may go on; if not, the error says why. */
static bool has_time(struct process *p) {
    if (time(NULL) > p->deadline)
        p->error = "it takes longer than two minutes";
    else if (!watch_goes_on(NULL))
        p->error = watch_reason("stopped");
    return !p->error;
}

/* Whether it has; its number stays taken until it is waited for. */
static bool has_ended(const struct process *p) {
    siginfo_t ended = {0};
    bool failed = waitid(P_PID, (id_t)p->id, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR;
    return failed || ended.si_pid == p->id;
}

/* Until both outputs are closed, or nothing more comes and the process has ended: one that it started and left behind,
 * perhaps in a session of its own, may hold them open for ever. */
static void exchange(struct process *p) {
    while (!p->error && (p->from >= 0 || p->complaints >= 0)) {
        struct pollfd ends[3] = {{p->to, POLLOUT, 0}, {p->from, POLLIN, 0}, {p->complaints, POLLIN, 0}};
        int ready = poll(ends, 3, 100);
        if (ready > 0 && ends[0].revents)
            send_some(p);
        if (ready > 0 && ends[1].revents)
            receive_some(p);
        if (ready > 0 && ends[2].revents)
            receive_complaints(p);
        if (!has_time(p) || (ready == 0 && has_ended(p)))
            return;
    }
}

/* ---- the end ---- */

/* Waits until the process has ended. It may have closed its outputs long before. */
static void await_end(struct process *p) {
    while (!p->error && !has_ended(p) && has_time(p))
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* Nobody of the group stays behind: not a process that takes too long, and none that it has started itself. */
static void finish(struct process *p) {
    int status = 0;
    close_one(&p->to);
    close_one(&p->from);
    close_one(&p->complaints);
    if (p->id <= 0)
        return;
    await_end(p);
    kill(-p->id, SIGKILL);
    kill(p->id, SIGKILL); /* before it led its group */
    while (waitpid(p->id, &status, 0) < 0 && errno == EINTR)
        ;
    if (p->error)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && !p->complaint_length)
        p->error = "there is no such command";
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        p->error = "it fails";
}

/* With the first line of what it said, which a module may have chosen: a terminal must not obey it. */
static const char *complain(const struct process *p, const char *command, struct arena *arena) {
    struct text text;
    char line[MAX_COMPLAINT];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(p->complaint, "\n"), p->complaint);
    text_init(&text, arena, 256);
    text_format(&text, "the command \"%s\": %s", printable(command, MAX_COMPLAINT), p->error);
    if (*line)
        text_format(&text, ": %s", printable(line, MAX_COMPLAINT));
    return text_finish(&text);
}

bool process_run(const char *command, const char *const *more, const char *input, size_t length, struct arena *arena,
                 struct process_result *result) {
    message_step("spirv-mmra", "runs %s", command);
    char *words[MAX_WORDS + 1];
    struct process p = {.id = -1, .to = -1, .from = -1, .complaints = -1, .input = input, .left = length};
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    bool is_split = split(command, more, arena, words);
    sigaction(SIGPIPE, &ignored, &before);
    if (!is_split)
        p.error = "it has no words, or more than 64";
    else if (start(&p, words))
        exchange(&p);
    finish(&p);
    sigaction(SIGPIPE, &before, NULL);
    char *copy = arena_allocate(arena, p.length + 1);
    memcpy(copy, p.output ? p.output : "", p.length);
    copy[p.length] = '\0';
    free(p.output);
    *result = (struct process_result){copy, p.length, arena_copy_string(arena, p.complaint, p.complaint_length),
                                      p.error ? complain(&p, command, arena) : NULL};
    return !p.error;
}

bool process_is_installed(const char *name) {
    const char *folder = getenv("PATH");
    char path[4096];
    for (size_t length; folder; folder = folder[length] ? folder + length + 1 : NULL) {
        length = strcspn(folder, ":");
        int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
        if (written > 0 && (size_t)written < sizeof path && access(path, X_OK) == 0)
            return true;
    }
    return false;
}
