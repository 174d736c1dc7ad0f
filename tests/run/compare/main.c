/* compare [-j N] [--settings=FILE] [--seconds=N] [--compile-seconds=N] [--report] [--compute-queue] [--KEY=VALUE ...]
 *         SHADER.spv ...
 *
 * Compares each shader with the Vulkan driver, several at once. Workers are processes: one that crashes or
 * hangs in the driver costs the shader it was at, and another goes on with a device of its own. A shader's line is
 * printed when its outcome is known, so they are in no order, and a run that is stopped has told what it knew. Without
 * --report only what is not as expected is printed. Exit status: 0 as expected, 1 not, 2 wrong usage, 77 no Vulkan
 * driver. docs/evidence/comparing.md. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/compare.h"
#include "compare/options.h"

enum { MAX_WORKERS = 16, SECONDS_FOR_TRANSLATION = 120, SECONDS_FOR_DRIVER = 30, STATUS_NO_DRIVER = 77, NOTHING = -1 };

struct job {
    const char *path;
    char name[128];
    struct settings settings;
    int outcome; /* enum outcome, or NOTHING yet */
    char message[MESSAGE_SIZE];
    bool crashed_driver; /* a signal ended the worker while the driver ran */
};

/* What the processes share. */
static struct {
    struct job *jobs;
    size_t job_bytes;
    int count;
    int *next, *current; /* shared: the next job; the one that each worker is at */
    int *stages;         /* shared: enum stage of each worker */
    int worker;          /* the number of this one */
    unsigned seconds;    /* for the driver */
    unsigned compile_seconds;
    char *device; /* shared: name of the driver's device */
    char folder[64];
    const char *settings_file;
    bool report;
    bool compute_queue; /* as driver_open() */
    int workers;
} all;

static void *shared(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* ---- the report ---- */

static enum outcome outcome_of(const struct job *job) {
    return job->outcome == NOTHING ? OUTCOME_NOT_COMPARABLE : (enum outcome)job->outcome;
}

static bool is_expected(const struct job *job) {
    const struct settings *of = &job->settings;
    enum outcome outcome = outcome_of(job);
    uint32_t wanted = *of->on && of->expect_on ? of->expect_on : of->expect;
    bool in_order = *of->on && wanted == OUTCOME_SCHEDULE && outcome == OUTCOME_EQUAL; /* waves have fewer orders */
    bool by_chance = wanted == OUTCOME_UNDEFINED && outcome == OUTCOME_EQUAL;
    return outcome == wanted || in_order || by_chance || (outcome == OUTCOME_LACKING && of->may_lack) ||
           (job->crashed_driver && of->may_crash);
}

static void print_job(const struct job *job) {
    if (all.report || !is_expected(job))
        printf("%-14s %s%s%s\n", outcome_name(outcome_of(job)), job->name, *job->message ? ": " : "", job->message);
    fflush(stdout);
}

/* Prints how many shaders have come to each outcome; whether all are as expected. */
static bool print_counts(void) {
    int counts[OUTCOME_COUNT] = {0}, unexpected = 0;
    for (int i = 0; i < all.count; i++) {
        counts[outcome_of(&all.jobs[i])]++;
        unexpected += !is_expected(&all.jobs[i]);
    }
    printf("%d shaders on %s:", all.count, all.device);
    for (int i = 0; i < OUTCOME_COUNT; i++)
        printf(" %d %s%s", counts[i], outcome_name((enum outcome)i), i + 1 < OUTCOME_COUNT ? "," : "");
    printf("; %d not as expected\n", unexpected);
    return unexpected == 0;
}

/* ---- a worker ---- */

void enter_stage(enum stage stage) {
    all.stages[all.worker] = (int)stage;
    alarm(stage == STAGE_NONE ? 0 : stage == STAGE_DRIVER ? all.seconds : all.compile_seconds);
}

/* Ends the compilers that the worker started, and the worker, by the same signal. */
static void end_group(int signal_number) {
    signal(signal_number, SIG_DFL);
    kill(0, signal_number);
}

/* A worker leads a group of processes, which ends when its time is over, or when nobody waits for the worker any more.
 */
static void lead_group(void) {
    setpgid(0, 0);
    signal(SIGALRM, end_group);
    prctl(PR_SET_PDEATHSIG, SIGALRM);
}

/* Workers write to the list between two shaders alone: a store of translated code that goes astray ends the process
 * that runs it, and cannot change what another shader has come to. */
static void open_jobs(bool open) {
    if (mprotect(all.jobs, all.job_bytes, PROT_READ | (open ? PROT_WRITE : 0)) != 0)
        abort();
}

static int work(int number) {
    char *message = shared(MESSAGE_SIZE); /* processes that run a shader say there why they cannot go on */
    char files[128];
    all.worker = number;
    lead_group();
    struct driver *driver = message ? driver_open(all.compute_queue, message) : NULL;
    if (!driver) {
        fprintf(stderr, "compare: %s\n", message ? message : "out of memory");
        return STATUS_NO_DRIVER;
    }
    snprintf(all.device, MESSAGE_SIZE, "%s, subgroups of %u", driver_name(driver), driver_subgroup_size(driver));
    snprintf(files, sizeof files, "%s/%d.so", all.folder, number);
    for (;;) {
        int i = __atomic_fetch_add(all.next, 1, __ATOMIC_SEQ_CST);
        if (i >= all.count)
            return 0;
        struct job *job = &all.jobs[i];
        all.current[number] = i;
        open_jobs(false);
        memset(message, 0, MESSAGE_SIZE);
        int outcome = (int)compare_shader(driver, job->path, &job->settings, files, message);
        open_jobs(true);
        job->outcome = outcome;
        memcpy(job->message, message, MESSAGE_SIZE);
        print_job(job);
        all.current[number] = NOTHING;
        unlink(files);
    }
}

static pid_t start_worker(int number) {
    all.current[number] = NOTHING;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit(work(number));
    return pid;
}

/* The shader that a dead worker was at. */
static void blame(int number, int status) {
    if (all.current[number] == NOTHING)
        return;
    struct job *job = &all.jobs[all.current[number]];
    job->outcome = OUTCOME_NOT_COMPARABLE;
    job->crashed_driver = all.stages[number] == STAGE_DRIVER && WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM;
    snprintf(job->message, sizeof job->message, "%s %s",
             all.stages[number] == STAGE_DRIVER ? "the driver" : "reading or compiling it",
             WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "does not end"
             : WIFSIGNALED(status)                              ? strsignal(WTERMSIG(status))
                                                                : "ends the process");
    print_job(job);
}

/* False if there is no driver that can be opened. */
static bool run_workers(void) {
    pid_t pids[MAX_WORKERS];
    int running = 0, status;
    for (int i = 0; i < all.workers; i++)
        running += (pids[i] = start_worker(i)) > 0;
    while (running) {
        pid_t pid = wait(&status);
        if (pid < 0)
            return false;
        if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_DRIVER)
            return false;
        for (int i = 0; i < all.workers; i++) {
            if (pids[i] != pid)
                continue;
            bool opened = all.current[i] != NOTHING || status == 0;
            blame(i, status);
            running--;
            if (opened && *all.next < all.count) /* a driver that dies when it is opened would do so again */
                running += (pids[i] = start_worker(i)) > 0;
        }
    }
    return *all.next >= all.count;
}

/* ---- the command line ---- */

static bool read_arguments(int argc, char **argv, struct settings *settings) {
    all.workers = 2;
    all.seconds = SECONDS_FOR_DRIVER;
    all.compile_seconds = SECONDS_FOR_TRANSLATION;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (argument[0] != '-') {
            all.jobs[all.count++] = (struct job){.path = argument, .outcome = NOTHING};
        } else if (strcmp(argument, "-j") == 0 && i + 1 < argc) {
            all.workers = atoi(argv[++i]);
        } else if (strncmp(argument, "--seconds=", 10) == 0) {
            all.seconds = (unsigned)atoi(argument + 10);
        } else if (strncmp(argument, "--compile-seconds=", 18) == 0) {
            all.compile_seconds = (unsigned)atoi(argument + 18);
        } else if (strcmp(argument, "--report") == 0) {
            all.report = true;
        } else if (strcmp(argument, "--compute-queue") == 0) {
            all.compute_queue = true;
        } else if (strncmp(argument, "--settings=", 11) == 0) {
            all.settings_file = argument + 11;
        } else if (strncmp(argument, "--", 2) != 0 || !settings_read(settings, argument + 2)) {
            fprintf(stderr, "compare: %s is not understood\n", argument);
            return false;
        }
    }
    return all.count > 0 && all.workers > 0 && all.workers <= MAX_WORKERS && all.seconds > 0 && all.compile_seconds > 0;
}

static bool prepare_jobs(const struct settings *settings) {
    bool good = true;
    for (int i = 0; i < all.count; i++) {
        struct job *job = &all.jobs[i];
        const char *slash = strrchr(job->path, '/'), *name = slash ? slash + 1 : job->path;
        const char *dot = strrchr(name, '.');
        snprintf(job->name, sizeof job->name, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
        job->settings = *settings;
        if (all.settings_file)
            good &= settings_find(all.settings_file, job->name, &job->settings);
    }
    return good;
}

static void remove_folder(void) {
    static const char *const endings[] = {"", ".ll", ".bc", ".o", ".s"};
    char path[128];
    for (int i = 0; i < all.workers; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            snprintf(path, sizeof path, "%s/%d.so%s", all.folder, i, endings[k]);
            unlink(path);
        }
    rmdir(all.folder);
}

int main(int argc, char **argv) {
    struct settings settings = {.seed = 1};
    all.job_bytes = (size_t)argc * sizeof *all.jobs;
    all.jobs = shared(all.job_bytes);
    all.next = shared(sizeof(int) * (2 * MAX_WORKERS + 1));
    all.device = shared(MESSAGE_SIZE);
    if (!all.jobs || !all.next || !all.device)
        return 1;
    all.current = all.next + 1;
    all.stages = all.current + MAX_WORKERS;
    if (!read_arguments(argc, argv, &settings) || !prepare_jobs(&settings)) {
        fprintf(stderr,
                "usage: compare [-j N] [--settings=FILE] [--seconds=N] [--report] [--KEY=VALUE ...] SHADER.spv ...\n");
        return 2;
    }
    snprintf(all.folder, sizeof all.folder, "/tmp/spirv-mmra-compare.XXXXXX");
    if (!mkdtemp(all.folder))
        return 1;
    bool ran = run_workers();
    remove_folder();
    return !ran ? STATUS_NO_DRIVER : print_counts() ? 0 : 1;
}
