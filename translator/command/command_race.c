/* spirv-mmra race: runs a module as a whole dispatch or draw, once or in several orders, and says which accesses of
 * that run are data races (translator/program/litmus_race.h). */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mmra/base/text.h"
#include "mmra/machine/machine_object.h"
#include "translator/command/command_race_job.h"
#include "translator/command/command_settings.h"
#include "translator/command/command_split.h"
#include "translator/program/litmus_cause.h"
#include "translator/program/litmus_helpers.h"
#include "translator/program/litmus_lengths.h"

enum { MAX_ELEMENTS = 1 << 26, DEFAULT_MEGABYTES = 4096 };

struct race_settings race_settings = {.kernel = {.mcpu = MACHINE_PROCESSOR_COUNT},
                                      .module = {.most_elements = MAX_ELEMENTS, .glsl450 = MODULE_GLSL450_BOTH},
                                      .runs = RUNS_BY_DEFAULT,
                                      .seed = 1,
                                      .most = 10,
                                      .workers = 1,
                                      .steps = 1000,
                                      .megabytes = DEFAULT_MEGABYTES};

/* ---- options ---- */

static bool add_data(void *target, const char *text) {
    (void)target;
    const char *name = module_take_name(&race_settings.module, text);
    if (!name || race_settings.data_count == MODULE_MAX_ITEMS)
        return false;
    race_settings.data_paths[race_settings.data_count] = strchr(text, '=') + 1;
    race_settings.data[race_settings.data_count++].name = name;
    return true;
}

static const struct option option_table[] = {
    MODULE_OPTIONS(&race_settings.module, option_grid),
    {"--data", "NAME=FILE", "the bytes of a file as what a variable holds at first, and how long it is", OPTION_CALL,
     NULL, 0, NULL, add_data},
    {"--mcpu", "NAME",
     "a kernel (.s, or a code object): the processor, if the code does not say it or is for several; one "
     "of" MACHINE_PROCESSOR_WORDS,
     OPTION_CHOICE, &race_settings.kernel.mcpu, 0, machine_processor_names},
    {"--objdump", "COMMAND",
     "decodes code objects (default: SMMRA_OBJDUMP, else the newest llvm-objdump that is installed)", OPTION_TEXT,
     &race_settings.kernel.objdump},
    {"--arg", "[NAME=]VALUE",
     "a kernel's next argument, or the one of this name or number: 7, 1.5; of a buffer its bytes: 4096, "
     "4096{1, 2}, @FILE",
     OPTION_CALL, &race_settings.kernel, 0, NULL, race_kernel_add_argument},
    {"--lds", "BYTES", "a kernel: shared memory besides what the kernel says", OPTION_NUMBER,
     &race_settings.kernel.lds},
    {"--cluster", "X[,Y[,Z]]", "a kernel for gfx1250: the workgroups of a cluster (default: what the kernel requires)",
     OPTION_CALL, race_settings.kernel.cluster, 0, NULL, option_small_grid},
    {"--atomic", "LINE", "a kernel: accesses of this line of the source are atomics, though the code does not say so",
     OPTION_CALL, &race_settings.kernel, 0, NULL, race_kernel_add_atomic},
    {"--runs", "N",
     "tell of so many runs in other orders, the first of which is that of the numbers (default: one answer of up to 32, "
     "where atomics are accessed or the input is assembly, and no order is found to race)",
     OPTION_NUMBER, &race_settings.runs},
    {"--progress", "MODEL",
     "which workgroups the device lets go on: fair (default: all), linear, hsa, obe or unfair; one that waits for others "
     "is a fault",
     OPTION_CHOICE, &race_settings.progress, 0, litmus_progress_names},
    {"--seed", "N", "chooses the other orders (default 1)", OPTION_NUMBER, &race_settings.seed},
    {"--most", "N", "races that are shown, each of another pair of instructions (default 10)", OPTION_NUMBER,
     &race_settings.most},
    {"--all", NULL, "show each of several races for which the same is missing, and not only the first", OPTION_FLAG,
     &race_settings.shows_all},
    {"--steps", "N", "steps of a run in millions, at most (default 1000)", OPTION_NUMBER, &race_settings.steps},
    {"--timeout", "SECONDS", "stop then, and say what is known (default: never)", OPTION_NUMBER,
     &race_settings.timeout},
    {"--max-memory", "MB", "memory of a run, at most (default 4096)", OPTION_NUMBER, &race_settings.megabytes},
    {"-j", "N",
     "work on so many inputs at once, or on so many parts of the one that there is, each with --max-memory (default 1)",
     OPTION_NUMBER, &race_settings.workers},
    COVERAGE_OPTION(&race_settings.requires_coverage),
    PROVEN_OPTION(&race_settings.no_prove),
    JSON_OPTION("the answers as JSON"),
};

/* Processes that a run may have: no other input needs them. */
static uint32_t parts = 1;

static int run_trial(const char *path, const char *module, size_t length);

/* ---- what is asked besides ---- */

static bool is_glsl450(const struct race_job *job) {
    return strcmp(litmus_spirv_reading(&job->race.spirv), "vulkan") != 0;
}

/* The same run as drivers read the module. */
static const bool *ask_drivers(struct race_job *job, const struct race_options *options,
                               const struct race_answer *found, bool *races) {
    struct race_answer answer;
    if (!job->is_for_both || !found->count || found->refused)
        return NULL;
    if (!litmus_race_read_like(&job->drivers, &job->race))
        return NULL;
    litmus_lengths_take(&job->drivers, &job->race);
    litmus_race_choose_as(&job->drivers, &job->race);
    litmus_race_run(&job->drivers, options, &job->run, &answer);
    *races = answer.count != 0;
    return answer.refused || answer.stopped ? NULL : races;
}

/* ---- one file ---- */

/* How far a run is: in workgroups, and within the first of them in steps. */
static bool goes_on(void *user) {
    const struct litmus_orders *told = user;
    char of[24] = "";
    if (told->most > 1)
        snprintf(of, sizeof of, " of %u", told->most);
    watch_show("run %u%s: %u of %u workgroups, %" PRIu64 " million steps", told->current + 1, of, told->at->groups,
               told->group_count, told->at->steps / 1000000);
    return watch_goes_on(NULL);
}

static void run_one(struct race_job *job, const struct race_options *options, uint32_t run,
                    struct litmus_orders *told) {
    *told = (struct litmus_orders){.run = run,
                                   .runs = 1,
                                   .current = run,
                                   .most = race_settings.runs,
                                   .group_count = job->race.program.group_count,
                                   .at = &told->answer};
    told->options = litmus_orders_options(&job->race, options, race_settings.seed, run, job->length);
    if (!run)
        litmus_race_run(&job->race, &told->options, &job->run, &told->answer);
    else if (!litmus_orders_try(&job->race, &told->options, &job->run, &told->answer))
        told->no_memory = true;
}

/* Counts processor time, also of processes that have done parts. */
static double seconds_so_far(void) {
    struct tms taken = {0};
    times(&taken);
    const clock_t ticks = taken.tms_utime + taken.tms_stime + taken.tms_cutime + taken.tms_cstime;
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* Runs one order and forgets what an earlier one found, or without --runs several. The same run read otherwise takes
 * the same options again. */
static void run_orders(struct race_job *job, uint32_t run, struct litmus_orders *told) {
    const double begin = seconds_so_far();
    const struct race_options options = {.steps = (uint64_t)race_settings.steps * 1000000,
                                         .most = race_settings.most,
                                         .processes = split_among(parts),
                                         .goes_on = goes_on,
                                         .goes_on_user = told};
    arena_destroy(&job->run);
    if (race_settings.runs == RUNS_BY_DEFAULT) {
        litmus_orders_run(&job->race, &options, race_settings.seed, &job->run, told);
    } else {
        do
            run_one(job, &options, run, told);
        while (litmus_lengths_settle(&job->race, &told->options, &told->answer, &job->run));
        if (told->no_memory)
            told->answer = (struct race_answer){.refused = "this order takes more memory than --max-memory allows"};
        litmus_orders_try_equal(&job->race, &job->run, told);
        told->alike = !litmus_orders_find(&job->race, &told->answer) && !race_unknown_reason(job, told) &&
                      litmus_orders_alike(&told->answer) && !job->race.spirv.turns;
    }
    if (!run)
        job->length = litmus_orders_length(&job->race, &told->answer);
    told->options.goes_on = watch_goes_on;
    job->seconds = seconds_so_far() - begin;
}

/* After several runs, whose findings are not forgotten: there are none. */
static void judge_progress(struct race_job *job, const struct litmus_orders *told) {
    const struct race_options options = {
        .most = 1, .goes_on = watch_goes_on, .progress = (uint8_t)race_settings.progress};
    if (race_settings.runs == RUNS_BY_DEFAULT && !told->equal.count)
        litmus_progress_judge(&job->race, &options, race_settings.seed, &job->run, told, &job->progress);
}

/* With --runs, and in trials of a mend, nobody looks for them. */
static void find_causes(struct race_job *job) {
    const struct race_options options = {.most = 1, .goes_on = watch_goes_on};
    job->trial.limit = job->run.limit - job->run.used;
    if (race_settings.runs == RUNS_BY_DEFAULT && !job->is_trial)
        litmus_cause_find(&job->race, &options, &job->trial);
    if (race_settings.runs == RUNS_BY_DEFAULT && (!job->is_trial || race_trial.elects))
        job->lost = litmus_helpers_find(&job->race, &options, &job->trial);
}

/* Asks what holds for all inputs, where one run shows nothing wrong. */
static void find_proven(struct race_job *job, const struct litmus_orders *told) {
    if (race_settings.no_prove || race_settings.runs != RUNS_BY_DEFAULT || job->is_trial ||
        race_headline(job, &told->answer) || (message_quiet && !command_json))
        return;
    smmra_litmus_options run = module_options_of(&job->module);
    memcpy(run.local, job->race.spirv.grid.local, sizeof run.local);
    job->proven = proven_find(&job->work, job->file->words, job->file->count, &run);
}

/* Leaves out findings besides races that the settings know. */
static void leave_out_known(struct race_job *job, struct race_ends *ends) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ends->count; i++)
        if (!known_at(&job->known, "order", ends->items[i].at->place))
            ends->items[count++] = ends->items[i];
    ends->count = count;
    if (job->lost && known_at(&job->known, "helper-elected", job->lost->place))
        job->lost = NULL;
}

/* Prints the answer of a run, or without --runs of several. `*goes_on`: whether memory is left for more. */
static int answer_run(struct race_job *job, uint32_t run, bool *goes_on) {
    struct litmus_orders told;
    bool races;
    run_orders(job, run, &told);
    *goes_on = race_settings.runs == RUNS_BY_DEFAULT || !told.no_memory;
    judge_progress(job, &told);
    const bool *drivers = ask_drivers(job, &told.options, &told.answer, &races);
    find_causes(job);
    leave_out_known(job, &told.ends);
    if (!message_quiet && !job->is_trial && race_settings.runs == RUNS_BY_DEFAULT) /* else an answer is of one run */
        race_find_mend(job, &told, run_trial);
    if (job->mend_goes_to)
        race_hand_over_mend(job, job->mend_goes_to);
    find_proven(job, &told);
    watch_end();
    if (command_json)
        race_print_json(job, &told, drivers);
    else
        race_print_text(job, &told, drivers);
    if (!command_json)
        race_print_mend(job);
    if (litmus_orders_find(&job->race, &told.answer) || job->progress.fails[race_settings.progress] ||
        (job->is_trial && job->lost))
        return 1;
    return race_unknown_reason(job, &told) ? STATUS_UNKNOWN : 0;
}

static int run_module(struct race_job *job, const struct module_file *file) {
    struct litmus_source source;
    smmra_litmus_options given = module_options_of(&job->module), as_drivers;
    int status = 0;
    job->file = file;
    given.flags |= SMMRA_LITMUS_FLAG_TWO_GROUPS;
    given.data = race_settings.data;
    given.data_count = race_settings.data_count;
    if (recording_is(job->work.path))
        recording_apply(&job->recording, &job->work, &given);
    if (file->assembly)
        litmus_source_read(&source, &job->work.arena, file->assembly, file->assembly_length);
    const struct litmus_source *from = file->assembly ? &source : NULL;
    litmus_race_read(&job->race, &job->work.arena, file->words, file->count, from, &given);
    if (job->race.spirv.litmus.error)
        return module_refuse(job->work.path, &job->race.spirv.litmus);
    job->is_for_both = race_settings.module.glsl450 == MODULE_GLSL450_BOTH && is_glsl450(job);
    if (job->is_for_both) {
        as_drivers = given; /* the options of either are read again when its arrays grow */
        as_drivers.glsl450 = SMMRA_GLSL450_CONSERVATIVE;
        litmus_race_read(&job->drivers, &job->work.arena, file->words, file->count, from, &as_drivers);
        job->is_for_both = !job->drivers.spirv.litmus.error;
    }
    job->race.program.is_robust = job->drivers.program.is_robust = job->recording.is_robust;
    job->race.fills_kept = job->is_trial && race_trial.fills;
    job->known.path = job->work.path;
    job->race.program.allows = job->drivers.program.allows = known_allows;
    job->race.program.allows_user = job->drivers.program.allows_user = &job->known;
    job->race.results = job->recording.results;
    job->race.result_count = job->recording.result_count;
    job->work.arena.watch = NULL; /* what a run finds before the time is over counts */
    arena_init(&job->run, NULL, job->work.arena.limit - job->work.arena.used, job->work.arena.exhausted, &job->work);
    job->trial = job->run;
    uint32_t answers = race_settings.runs == RUNS_BY_DEFAULT ? 1 : race_settings.runs;
    bool goes_on = true;
    for (uint32_t run = 0; run < answers && goes_on && watch_goes_on(NULL); run++) {
        int one = answer_run(job, run, &goes_on);
        status = one == 1 || !status ? one : status;
    }
    const struct verdict_scope scope = race_scope(job, NULL);
    if (!job->is_trial && status != STATUS_UNKNOWN)
        settings_end(job->work.path);
    return status ? status : verdict_status(&scope);
}

/* Assembly, or a code object, whose name may be any. */
static bool is_kernel(const char *path, const char *start, size_t length) {
    return input_ends_in(path, ".s") || machine_is_object(start, length);
}

static int run_kernel(struct race_job *job, const struct recording *recording) {
    struct work *work = &job->work;
    const struct module_options *m = &race_settings.module;
    if (race_settings.requires_coverage) {
        MESSAGE_ERROR(work->path, "is a kernel: --require-coverage is for modules");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (race_settings.progress) {
        MESSAGE_ERROR(work->path, "is a kernel: --progress is for modules");
        return SMMRA_INVALID_ARGUMENT;
    }
    const struct race_kernel_run run = {.settings = &race_settings.kernel,
                                        .groups = m->options.groups,
                                        .local = m->options.local,
                                        .entry = m->options.entry,
                                        .recording = recording,
                                        .runs = race_settings.runs == RUNS_BY_DEFAULT ? 0 : race_settings.runs,
                                        .seed = race_settings.seed,
                                        .steps = race_settings.steps,
                                        .most = race_settings.most};
    return race_kernel(&run, work, &job->run, &job->trial);
}

/* The whole grid of the dispatch, and its module in place of the manifest. */
static int read_recording(struct race_job *job) {
    int status = recording_read(&job->recording, &job->work, true);
    recording_add_constants(&job->recording, &job->module.constants);
    if (!job->module.options.groups[0])
        memcpy(job->module.options.groups, job->recording.groups, sizeof job->recording.groups);
    return status;
}

/* Nothing ran. */
static int print_unknown(const struct race_job *job, const char *why) {
    if (command_json) {
        litmus_print_json_unknown(job->work.path, why);
    } else {
        printf("%s: unknown: %s\n", race_shown(job), why);
        message_unknown(job->work.path, why);
    }
    return STATUS_UNKNOWN;
}

static int print_not_recorded(const struct race_job *job) {
    char why[256];
    snprintf(why, sizeof why, "not recorded: %s", printable(job->recording.gaps[0], 200));
    return print_unknown(job, why);
}

static int run_work(struct work *work) {
    struct race_job *job = (struct race_job *)work;
    const struct module_options *m = &job->module;
    struct module_file file;
    if (is_kernel(work->path, work->bytes, work->length))
        return run_kernel(job, NULL);
    int status = recording_is(work->path) ? read_recording(job) : 0;
    if (!status && job->recording.is_kernel)
        return run_kernel(job, &job->recording);
    if (race_settings.kernel.mcpu != MACHINE_PROCESSOR_COUNT) {
        MESSAGE_ERROR(work->path, "is no kernel (.s, or a code object), for which --mcpu is");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (!status && job->recording.is_missing)
        return print_not_recorded(job);
    if (!status)
        status = module_read(&file, work, &m->constants, m->no_validate);
    return status ? status : run_module(job, &file);
}

static int end_work(struct work *work, enum work_end why) {
    if (why == WORK_OUT_OF_TIME)
        return print_unknown((const struct race_job *)work, watch_reason(NULL));
    MESSAGE_ERROR(work->path, "out of memory: --max-memory gives a run more than %u MB, and fewer --groups need less",
                  race_settings.megabytes);
    return SMMRA_OUT_OF_MEMORY;
}

static const char *fault_of_input(const char *path, const char *start, size_t length) {
    return machine_is_object(start, length) ? NULL
           : input_ends_in(path, ".s")      ? fault_of_program(path, start, length)
           : recording_is(path)             ? fault_of_recording(start, length)
                                            : fault_of_spirv(path, start, length);
}

static bool read_data(void) {
    for (uint32_t i = 0; i < race_settings.data_count; i++) {
        int status;
        race_settings.data[i].bytes =
            file_read(race_settings.data_paths[i], &race_settings.data[i].length, NULL, &status);
        if (!race_settings.data[i].bytes)
            return false;
    }
    return true;
}

/* With the options that the input has of its own, of which a trial of a mend takes those of its source. */
static int work_on_file(struct race_job *job, const char *path) {
    int status = settings_begin(&command_race, path);
    if (status != SMMRA_SUCCESS)
        return status;
    job->module = race_settings.module;
    status = !read_data() ? SMMRA_INVALID_ARGUMENT
                          : work_on(&job->work, path,
                                    &(struct work_rules){fault_of_input, arena_limit(race_settings.megabytes, SIZE_MAX),
                                                         race_settings.timeout, run_work, end_work});
    for (uint32_t i = 0; i < race_settings.data_count; i++) {
        free((void *)(uintptr_t)race_settings.data[i].bytes);
        race_settings.data[i].bytes = NULL;
    }
    return status;
}

static int run_file(const char *path) {
    struct race_job *job = calloc(1, sizeof *job);
    if (!job)
        return SMMRA_OUT_OF_MEMORY;
    int status = work_on_file(job, path);
    arena_destroy(&job->run);
    arena_destroy(&job->trial);
    free(job);
    return status;
}

static int run_trial(const char *path, const char *module, size_t length) {
    struct race_job *job = calloc(1, sizeof *job);
    if (!job)
        return SMMRA_OUT_OF_MEMORY;
    job->module = race_settings.module;
    job->is_trial = true;
    race_settings.progress = race_trial.needs_obe ? RACE_OBE : race_settings.progress;
    if (race_trial.one_group)
        memcpy(job->module.options.groups, (const uint32_t[]){1, 1, 1}, sizeof job->module.options.groups);
    return work_on_bytes(
        &job->work, path, module, length,
        &(struct work_rules){fault_of_input, arena_limit(race_settings.megabytes, SIZE_MAX), 0, run_work, end_work});
}

/* ---- the mend alone ---- */

/* Nothing but the difference leaves the process. It is a run with the options of another subcommand, whose settings of
 * the file are read already. */
static void write_mend(const char *path, const struct module_options *module, uint32_t seconds, int end) {
    const uint32_t most_elements = race_settings.module.most_elements;
    int nothing = open("/dev/null", O_RDWR);
    struct race_job *job = calloc(1, sizeof *job);
    if (!job || nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0)
        return;
    race_settings.module = *module;
    race_settings.module.most_elements = most_elements;
    race_settings.no_prove = true;
    job->mend_goes_to = end;
    job->module = race_settings.module;
    message_quiet = command_json = false;
    work_on(&job->work, path,
            &(struct work_rules){fault_of_input, arena_limit(race_settings.megabytes, SIZE_MAX), seconds, run_work,
                                 end_work});
}

const char *race_mend_of(const char *path, const struct module_options *module, uint32_t seconds, struct arena *arena) {
    struct text text;
    char piece[4096];
    int ends[2];
    if (strcmp(path, "-") == 0 || !source_is(path, "", 0) || pipe(ends) != 0)
        return NULL;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        write_mend(path, module, seconds, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    text_init(&text, arena, 1024);
    for (ssize_t got; (got = read(ends[0], piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR);)
        if (got > 0)
            text_format(&text, "%.*s", (int)got, piece);
    close(ends[0]);
    while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR)
        ;
    const char *diff = text_finish(&text);
    return *diff ? diff : NULL;
}

/* ---- all files ---- */

static int run_number(void *user, int number) {
    char **paths = user;
    return run_file(paths[number]);
}

static const char *misfit(int inputs) {
    return !inputs ? "no input; name a shader's source, a module, a kernel (.s, or a code object) or a recording"
           : !race_settings.runs ? "--runs takes at least 1"
           : race_settings.progress && race_settings.runs != RUNS_BY_DEFAULT
               ? "--progress is for one answer: not with --runs"
           : !race_settings.megabytes                                          ? "--max-memory takes at least 1"
           : race_settings.workers < 1 || race_settings.workers > MAX_PARALLEL ? "-j takes 1 to 64"
                                                                               : NULL;
}

static int run(int count, char **inputs) {
    parts = count == 1 ? race_settings.workers : 1;
    return parallel_run(race_settings.workers, count, run_number, inputs);
}

static const char *const endings[] = {".spv", ".spvasm", ".s", ".co", ".hsaco", RECORDING_MANIFEST, NULL};

const struct subcommand command_race = {
    .name = "race",
    .arguments = "FILE ... [options]",
    .what = "data races of a run of a shader, or of a kernel's machine code, as a whole dispatch",
    .help = "Runs SPIR-V compute modules (.spv, .spvasm) as whole dispatches, and finds the data races of that run:\n"
            "conflicting accesses that Vulkan's memory model leaves unordered. Another run may have others; spirv-mmra "
            "litmus\ntries all executions of a small grid. Of a kernel in assembly (.s) or a code object, as clang "
            "compiles it from OpenCL or\nHIP, it finds accesses that no wait, barrier, cache operation or atomic "
            "orders. A folder with a dispatch.txt is a recorded dispatch, which runs with its own data.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .state = &race_settings,
    .state_size = sizeof race_settings,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
