/* Each change runs in a process of its own, of which nothing but the exit status comes back. Most of the time would be
 * the compiler's, which starts for each change: so where the first changes are none that help, one process compiles all
 * others, if there is a compiler that can. What it makes is asked first; what is clean then is compiled as the command
 * compiles its input, and this is the judge. */
#define _GNU_SOURCE /* fork, prctl, setrlimit */

#include "translator/command/command_race_mend.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processor time, so that a mend is found on a busy machine as on an idle one. */
enum { MOST_SECONDS = 30, MOST_SECONDS_OF_ONE = 10 };

enum { FIRST_CHANGES = 2, MOST_CHANGES = 128, MOST_BYTES = 8 << 20 };

struct trial {
    const struct source *source;
    const struct mend_fault *fault;
    race_run_module *run;
    struct arena *arena;
    time_t spent; /* before */
    uint32_t judged;
    struct source_text changes[MOST_CHANGES];
    size_t count, bytes; /* of `changes` */
};

static time_t spent_by_others(void) {
    struct rusage usage;
    return getrusage(RUSAGE_CHILDREN, &usage) == 0 ? usage.ru_utime.tv_sec + usage.ru_stime.tv_sec : 0;
}

/* Only the exit status leaves the process: what it allocates and prints ends with it. It ends in the time of the
 * command, which it has inherited, and ends the compiler then; processor time limits what does not ask for the time.
 * `made` is the module of the text; NULL: it is to be compiled. */
static void run_change(const struct trial *trial, const char *text, size_t length, const struct source_text *made) {
    struct source changed = *trial->source;
    int nothing = open("/dev/null", O_RDWR), status = SMMRA_OUT_OF_MEMORY;
    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0 ||
        prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
        setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS_OF_ONE, MOST_SECONDS_OF_ONE}) != 0)
        _exit(status);
    changed.text = text;
    changed.length = length;
    changed.is_changed = true;
    char *module = made ? made->module : source_compile(&changed, &length, &status);
    length = made ? made->module_length : length;
    _exit(module ? trial->run(changed.path, module, length) : status);
}

/* False: there is no process. */
static bool judge_by(const struct trial *trial, const char *text, size_t length, const struct source_text *made,
                     bool *is_clean) {
    int status = 0;
    fflush(NULL); /* else the other process might write it again */
    pid_t process = fork();
    if (process == 0)
        run_change(trial, text, length, made);
    pid_t ended = process > 0 ? waitpid(process, &status, 0) : -1;
    while (ended < 0 && process > 0 && errno == EINTR)
        ended = waitpid(process, &status, 0);
    *is_clean = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return process > 0;
}

/* No change is clean, so that the search names all that it would try. */
static bool note_change(void *user, const char *text, size_t length, bool *is_clean) {
    struct trial *trial = user;
    trial->changes[trial->count++] = (struct source_text){.text = text, .length = length};
    trial->bytes += length;
    *is_clean = false;
    return trial->count < MOST_CHANGES && trial->bytes < MOST_BYTES;
}

static void compile_changes(struct trial *trial) {
    struct mend none;
    mend_find(trial->source, trial->fault, note_change, trial, trial->arena, &none);
    if (trial->count > FIRST_CHANGES)
        source_compile_many(trial->source, trial->changes + FIRST_CHANGES, trial->count - FIRST_CHANGES, trial->arena);
}

static const struct source_text *made_before(const struct trial *trial, const char *text, size_t length) {
    for (size_t i = 0; i < trial->count; i++)
        if (trial->changes[i].module && trial->changes[i].length == length &&
            memcmp(trial->changes[i].text, text, length) == 0)
            return &trial->changes[i];
    return NULL;
}

static bool judge(void *user, const char *text, size_t length, bool *is_clean) {
    struct trial *trial = user;
    bool can_run = true;
    if (trial->judged++ == FIRST_CHANGES)
        compile_changes(trial);
    const struct source_text *made = made_before(trial, text, length);
    *is_clean = true;
    if (made)
        can_run = judge_by(trial, text, length, made, is_clean);
    if (can_run && *is_clean)
        can_run = judge_by(trial, text, length, NULL, is_clean);
    return can_run && watch_goes_on(NULL) && spent_by_others() - trial->spent < MOST_SECONDS;
}

bool race_mend(const char *path, const struct mend_fault *fault, race_run_module *run, struct arena *arena,
               struct mend *mend) {
    int status;
    size_t length = 0;
    char *text = strcmp(path, "-") != 0 && source_is(path, "", 0) ? file_read(path, &length, NULL, &status) : NULL;
    bool is_source = text && source_is(path, text, length);
    const struct source source = source_of(path, text ? text : "", length);
    struct trial trial = {.source = &source, .fault = fault, .run = run, .arena = arena, .spent = spent_by_others()};
    if (is_source)
        mend_find(&source, fault, judge, &trial, arena, mend);
    for (size_t i = 0; i < trial.count; i++)
        free(trial.changes[i].module);
    free(text);
    return is_source;
}
