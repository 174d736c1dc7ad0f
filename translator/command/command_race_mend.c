/* Each change runs in a process of its own, of which nothing but the exit status comes back. */
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

struct trial {
    const struct source *source;
    race_run_module *run;
    time_t spent; /* before */
};

static time_t spent_by_others(void) {
    struct rusage usage;
    return getrusage(RUSAGE_CHILDREN, &usage) == 0 ? usage.ru_utime.tv_sec + usage.ru_stime.tv_sec : 0;
}

/* Only the exit status leaves the process: what it allocates and prints ends with it. It ends in the time of the
 * command, which it has inherited, and ends the compiler then; processor time limits what does not ask for the time. */
static void run_change(const struct trial *trial, const char *text, size_t length) {
    struct source changed = *trial->source;
    int nothing = open("/dev/null", O_RDWR), status = SMMRA_OUT_OF_MEMORY;
    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0 ||
        prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
        setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS_OF_ONE, MOST_SECONDS_OF_ONE}) != 0)
        _exit(status);
    changed.text = text;
    changed.length = length;
    changed.is_changed = true;
    char *module = source_compile(&changed, &length, &status);
    _exit(module ? trial->run(changed.path, module, length) : status);
}

static bool judge(void *user, const char *text, size_t length, bool *is_clean) {
    const struct trial *trial = user;
    int status = 0;
    fflush(NULL); /* else the other process might write it again */
    pid_t process = fork();
    if (process == 0)
        run_change(trial, text, length);
    pid_t ended = process > 0 ? waitpid(process, &status, 0) : -1;
    while (ended < 0 && process > 0 && errno == EINTR)
        ended = waitpid(process, &status, 0);
    *is_clean = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return process > 0 && watch_goes_on(NULL) && spent_by_others() - trial->spent < MOST_SECONDS;
}

bool race_mend(const char *path, const struct mend_fault *fault, race_run_module *run, struct arena *arena,
               struct mend *mend) {
    int status;
    size_t length = 0;
    char *text = strcmp(path, "-") != 0 && source_is(path, "", 0) ? file_read(path, &length, NULL, &status) : NULL;
    bool is_source = text && source_is(path, text, length);
    const struct source source = source_of(path, text ? text : "", length);
    struct trial trial = {&source, run, spent_by_others()};
    if (is_source)
        mend_find(&source, fault, judge, &trial, arena, mend);
    free(text);
    return is_source;
}
