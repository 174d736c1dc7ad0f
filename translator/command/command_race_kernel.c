/* race of a kernel: what it is given, and its runs. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mmra/base/attempt.h"
#include "mmra/base/product.h"
#include "mmra/machine/machine_launch.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_race_kernel_print.h"
#include "translator/command/command_recording.h"

/* ---- options ---- */

bool race_kernel_add_argument(void *target, const char *text) {
    struct race_kernel_settings *settings = target;
    if (settings->argument_count == KERNEL_MOST_ARGUMENTS)
        return false;
    settings->arguments[settings->argument_count++] = text;
    return true;
}

bool race_kernel_add_atomic(void *target, const char *text) {
    struct race_kernel_settings *settings = target;
    char *end;
    unsigned long line = strtoul(text, &end, 10);
    if (end == text || *end || !line || line > UINT32_MAX || settings->atomic_count == KERNEL_MOST_LINES)
        return false;
    settings->atomic_lines[settings->atomic_count++] = (uint32_t)line;
    return true;
}

static uint32_t lds_of(const struct race_kernel_run *run) {
    return run->settings->lds || !run->recording ? run->settings->lds : run->recording->shared;
}

/* ---- the kernel ---- */

static int refuse(const struct kernel *k, uint32_t line, bool unsupported, const char *text) {
    message_print(&(struct message_place){.path = k->path, .line = race_kernel_line(k, line)}, SMMRA_SEVERITY_ERROR,
                  "%s%s", unsupported ? "not supported: " : "", printable(text, 512));
    return unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT;
}

/* The argument that a text names: "NAME=VALUE", "3=VALUE", else the next in their order. Returns UINT32_MAX if there is
 * none. */
static uint32_t find_argument(const struct kernel *k, const char **text, uint32_t *next) {
    uint32_t count = machine_count_given(&k->code.kernel);
    size_t length = strcspn(*text, "={@");
    if ((*text)[length] != '=') {
        uint32_t at = (*next)++;
        return at < count ? at : UINT32_MAX;
    }
    const char *name = *text;
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    *text += length + 1;
    if (end == name + length && end != name)
        return number < count ? (uint32_t)number : UINT32_MAX;
    for (uint32_t at = 0; at < count; at++) {
        const char *one = k->code.kernel.arguments[at].name;
        if (one && strlen(one) == length && memcmp(one, name, length) == 0)
            return at;
    }
    return UINT32_MAX;
}

static int read_arguments(struct kernel *k) {
    const struct race_kernel_settings *s = k->run->settings;
    uint32_t next = 0;
    char buffer[192];
    for (uint32_t i = 0; i < s->argument_count; i++) {
        const char *text = s->arguments[i];
        uint32_t at = find_argument(k, &text, &next);
        if (at == UINT32_MAX) {
            MESSAGE_ERROR(k->path, "the kernel has no argument that --arg %s could be; it has %u",
                          printable(s->arguments[i], 128), machine_count_given(&k->code.kernel));
            return SMMRA_INVALID_ARGUMENT;
        }
        const char *error = race_kernel_value(&k->values[at], &k->code.kernel.arguments[at], text, k->arena);
        if (error) {
            MESSAGE_ERROR(k->path, "--arg %s: %s, of %s, is %s", printable(s->arguments[i], 128),
                          race_kernel_name(k, at, buffer, sizeof buffer), k->code.kernel.arguments[at].kind, error);
            return SMMRA_INVALID_ARGUMENT;
        }
    }
    return 0;
}

/* Takes what was recorded of the argument; false: nothing. Without a value it is shared memory, and of another pointer
 * OpenCL's way to say that it leads nowhere. */
static bool take_value(const struct recording *r, const struct machine_argument *argument, uint32_t at,
                       struct machine_value *value) {
    static const uint8_t nowhere[8];
    for (uint32_t i = 0; i < r->argument_count; i++) {
        const struct recorded_argument *one = &r->arguments[i];
        bool all = one->number == KERNEL_ALL_ARGUMENTS, is_shared = !one->bytes && machine_is_local_pointer(argument);
        uint64_t offset = all ? argument->offset : 0, length = one->bytes ? one->length : sizeof nowhere;
        if ((!all && one->number != at) || (!is_shared && offset + argument->size > length))
            continue;
        *value = (struct machine_value){.given = true,
                                        .bytes = is_shared    ? NULL
                                                 : one->bytes ? one->bytes + offset
                                                              : nowhere,
                                        .count = is_shared ? 0 : argument->size,
                                        .size = is_shared ? one->length : argument->size,
                                        .is_recorded = !is_shared};
        return true;
    }
    return false;
}

/* A recorded dispatch has all arguments; the command line would say other ones. */
static int take_recorded(struct kernel *k) {
    const struct recording *r = k->run->recording;
    char buffer[192];
    for (uint32_t at = 0; r && at < machine_count_given(&k->code.kernel); at++) {
        const struct machine_argument *argument = &k->code.kernel.arguments[at];
        if (!k->values[at].given && !take_value(r, argument, at, &k->values[at])) {
            MESSAGE_ERROR(k->path, "%s, of %u bytes, is not in the recording: no line argument or arguments has it",
                          race_kernel_name(k, at, buffer, sizeof buffer), argument->size);
            return SMMRA_INVALID_INPUT;
        }
    }
    return 0;
}

static int refuse_layout(const struct kernel *k) {
    const struct machine_layout *layout = &k->judge.layout;
    char buffer[192];
    MESSAGE_ERROR(k->path,
                  "%s%s (%s, %u bytes) %s; --arg gives it: a number, or of a buffer its size in bytes, "
                  "{1, 2.5}, or @FILE",
                  layout->unsupported ? "not supported: " : "", race_kernel_name(k, layout->at, buffer, sizeof buffer),
                  k->code.kernel.arguments[layout->at].kind, k->code.kernel.arguments[layout->at].size, layout->error);
    return layout->unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_ARGUMENT;
}

/* A kernel may require clusters of one size; the number of workgroups that was guessed is then that of clusters. */
static int set_cluster(struct kernel *k) {
    const uint32_t *required = k->code.kernel.cluster, *given = k->run->settings->cluster;
    const uint32_t *size = given[0] ? given : required;
    struct machine_dispatch *d = &k->judge.dispatch;
    bool is_guessed = !k->run->groups[0] && !k->run->recording, is_other = false, is_whole = true;
    memcpy(d->cluster, size, sizeof d->cluster);
    for (int axis = 0; axis < 3 && size[0]; axis++) {
        d->groups[axis] *= is_guessed ? size[axis] : 1;
        is_other |= required[0] && required[axis] != size[axis];
        is_whole &= size[axis] && d->groups[axis] % size[axis] == 0;
    }
    if (is_other)
        MESSAGE_ERROR(k->path, "the kernel requires clusters of %u,%u,%u workgroups, which --cluster does not say",
                      required[0], required[1], required[2]);
    else if (size[0] && k->code.processor != MACHINE_GFX1250)
        MESSAGE_ERROR(k->path, "%s has no clusters of workgroups", machine_processor_names[k->code.processor]);
    else if (!is_whole || (size[0] && mmra_volume(size) > MACHINE_MOST_CLUSTER))
        MESSAGE_ERROR(k->path, "--groups %u,%u,%u are not whole clusters of %u,%u,%u, of %d workgroups at most",
                      d->groups[0], d->groups[1], d->groups[2], size[0], size[1], size[2], MACHINE_MOST_CLUSTER);
    else
        return 0;
    return SMMRA_INVALID_ARGUMENT;
}

static int set_grid(struct kernel *k) {
    const struct recording *r = k->run->recording;
    const uint32_t *required = k->code.kernel.local, *given = r && !k->run->local[0] ? r->local : k->run->local;
    bool has_given = given[0] != 0, has_required = required[0] != 0;
    machine_launch_guess(&k->code.kernel, k->judge.dispatch.groups, k->judge.dispatch.local);
    if (has_given || has_required)
        memcpy(k->judge.dispatch.local, has_given ? given : required, sizeof k->judge.dispatch.local);
    if (has_given && has_required && memcmp(given, required, sizeof k->judge.dispatch.local) != 0) {
        MESSAGE_ERROR(k->path, "the kernel requires workgroups of %u,%u,%u, which --local does not say", required[0],
                      required[1], required[2]);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (k->run->groups[0] || r)
        memcpy(k->judge.dispatch.groups, k->run->groups[0] ? k->run->groups : r->groups,
               sizeof k->judge.dispatch.groups);
    uint64_t invocations = mmra_volume(k->judge.dispatch.local);
    if (k->code.kernel.most_invocations && invocations > k->code.kernel.most_invocations) {
        MESSAGE_ERROR(k->path, "the kernel was compiled for at most %u invocations of a workgroup",
                      k->code.kernel.most_invocations);
        return SMMRA_INVALID_ARGUMENT;
    }
    return set_cluster(k);
}

/* The processor is that of --mcpu, and that of the code if it says one. */
static int find_processor(const struct work *work, uint32_t given, enum machine_processor *processor) {
    enum machine_processor said = machine_processor_said(work->bytes, work->length);
    *processor = said == MACHINE_PROCESSOR_COUNT ? (enum machine_processor)given : said;
    if (*processor == MACHINE_PROCESSOR_COUNT)
        MESSAGE_ERROR(work->path, "is assembly: --mcpu says of which processor");
    else if (given != MACHINE_PROCESSOR_COUNT && given != *processor)
        MESSAGE_ERROR(work->path, "is code for %s, not for %s as --mcpu says", machine_processor_names[said],
                      machine_processor_names[given]);
    else
        return 0;
    return SMMRA_INVALID_ARGUMENT;
}

static const char *entry_of(const struct race_kernel_run *run) {
    return run->entry || !run->recording ? run->entry : run->recording->entry;
}

static int read_code(struct kernel *k, const struct work *work) {
    const struct race_kernel_settings *s = k->run->settings;
    const struct object_request request = {s->objdump, (enum machine_processor)s->mcpu, entry_of(k->run)};
    bool is_object = machine_is_object(work->bytes, work->length);
    struct object_assembly code = {.text = work->bytes, .length = work->length};
    int status =
        is_object ? object_read(&code, work, &request, k->arena) : find_processor(work, s->mcpu, &code.processor);
    if (status)
        return status;
    if (is_object)
        k->object = code;
    machine_read_one(&k->code, k->arena, code.text, code.length, code.processor, entry_of(k->run));
    return 0;
}

static int read_kernel(struct kernel *k, const struct work *work) {
    int status = read_code(k, work);
    if (status)
        return status;
    if (k->code.error)
        return refuse(k, k->code.line, k->code.unsupported, k->code.error);
    if (!k->code.kernel.name) {
        MESSAGE_ERROR(k->path,
                      entry_of(k->run) ? "there is no kernel %s: no .amdhsa_kernel names it"
                                       : "there is no kernel: no .amdhsa_kernel names one%s",
                      entry_of(k->run) ? printable(entry_of(k->run), 256) : "");
        return SMMRA_INVALID_INPUT;
    }
    status = set_grid(k);
    status = status ? status : read_arguments(k);
    return status ? status : take_recorded(k);
}

/* ---- runs ---- */

static int status_of(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *found = &told->found;
    return (found->count && !k->doubt) || found->differs ? 1
           : race_kernel_unknown(k, told)                ? STATUS_UNKNOWN
                                                         : found->result.fault != NULL;
}

static bool finds(const struct machine_judgement *told) {
    return told->found.count || told->found.differs;
}

static bool guesses_local(const struct kernel *k) {
    return !k->run->local[0] && !k->code.kernel.local[0] && !k->run->recording;
}

/* Runs with the guesses as they are, and again with better ones where it shows that they are wrong. `gave_up`: why the
 * trial says nothing, or NULL. */
static bool judge_trial(struct kernel *k, uint32_t run, struct machine_judgement *told, const char **gave_up) {
    struct machine_guess *g = &k->guess;
    const struct machine_result *result = &told->found.result;
    bool judged;
    do
        judged = machine_judge_kernel(&k->judge, run, !k->run->runs, told);
    while (judged && watch_goes_on(NULL) && machine_guess_mend(g, result));
    bool is_of_guess = result->fault && !result->stopped && result->wrong != MACHINE_NEVER_ENDS &&
                       (g->any_number || guesses_local(k) || (result->wrong == MACHINE_BEYOND && g->any));
    const struct recording *r = k->run->recording;
    if (judged && r && r->gap_count && result->fault && result->wrong == MACHINE_BEYOND) {
        *gave_up = "an access out of bounds, which may be to what was not recorded";
        return true;
    }
    *gave_up = !judged || !is_of_guess ? NULL : g->gave_up ? g->gave_up : "a fault that may be of what nobody gave";
    return judged;
}

/* What the trial has shown is the answer. */
static void let_speak(struct kernel *k, const char *gave_up) {
    struct text text;
    text_init(&text, k->arena, 256);
    machine_guess_tell(&k->guess, &text);
    const uint32_t *local = k->judge.dispatch.local;
    if (guesses_local(k))
        text_format(&text, "%sworkgroups are of %u,%u,%u", text_length(&text) ? ", " : "", local[0], local[1],
                    local[2]);
    k->guessed = text_length(&text) ? text_finish(&text) : NULL;
    k->gave_up = gave_up;
}

/* Tries several numbers where nobody gave them, until one trial finds something. The first speaks, unless it knows
 * nothing. */
static bool judge_trials(struct kernel *k, uint32_t run, struct machine_judgement *told) {
    uint32_t trials = k->run->runs ? 1 : MACHINE_TRIALS;
    for (uint32_t trial = 0; trial < trials && (!trial || watch_goes_on(NULL)); trial++) {
        struct machine_judgement one;
        const char *gave_up;
        if ((!run || trial) && !machine_guess_begin(&k->guess, trial))
            break;
        bool judged = judge_trial(k, run, &one, &gave_up);
        if (!judged && trial)
            break;
        if (trial && !gave_up)
            text_format(&k->others, "%s%u", text_length(&k->others) ? ", " : "", k->guess.number);
        if (!trial || finds(&one) || (k->gave_up && !gave_up)) {
            let_speak(k, gave_up);
            k->trial = trial;
            *told = one;
        } else if (!gave_up) {
            told->runs += one.runs;
        }
        if (!judged || finds(told))
            return judged;
    }
    return true;
}

/* ---- races that may be of the launch ---- */

struct narrower {
    struct kernel kernel;
    const struct kernel *of;
    bool is_clean;
};

/* By the numbers with which the race was found, or if these give up there, by the next ones. */
static void judge_narrower(void *user) {
    struct narrower *n = user;
    struct machine_judgement told;
    const char *gave_up = "";
    machine_guess_make(&n->kernel.guess, &n->kernel.judge, n->kernel.values, n->of->arena,
                       n->of->run->settings->lds != 0);
    for (uint32_t t = n->of->trial; t < MACHINE_TRIALS && gave_up && machine_guess_begin(&n->kernel.guess, t); t++)
        n->is_clean =
            judge_trial(&n->kernel, 0, &told, &gave_up) && !gave_up && !finds(&told) && !told.found.result.fault;
}

/* Whether the dispatch, which is a narrower one, has neither a race nor a fault, with the same guesses. */
static bool is_clean_on(const struct kernel *k, const struct machine_dispatch *dispatch, struct arena *arena) {
    struct narrower *n = arena_allocate_array(k->arena, 1, sizeof *n);
    n->of = k;
    n->kernel = *k;
    n->kernel.judge.dispatch = *dispatch;
    n->kernel.judge.lds = k->run->settings->lds;
    n->kernel.judge.arena = arena;
    n->kernel.judge.values = n->kernel.values;
    for (uint32_t at = 0; at < machine_count_given(&k->code.kernel); at++)
        if (k->guess.guessed[at])
            n->kernel.values[at] = (struct machine_value){0};
    uint32_t said = k->code.kernel.group_bytes; /* which a run that ends for want of memory leaves changed */
    bool is_clean = arena_attempt(arena, judge_narrower, n) && n->is_clean;
    n->kernel.judge.code->kernel.group_bytes = said;
    return is_clean;
}

/* A race on a launch that nobody gave is doubtful where a narrower launch that is as likely has none. */
static void doubt_launch(struct kernel *k, const struct machine_findings *found, struct arena *arena) {
    bool guesses_groups = !k->run->groups[0] && !k->run->recording && !k->judge.dispatch.cluster[0];
    const struct machine_launch launch = {&k->code, guesses_groups, guesses_local(k), !found->between_groups};
    arena->limit = k->judge.arena->limit - k->judge.arena->used;
    for (uint32_t step = 0; found->count && step < MACHINE_NARROWER && !k->doubt && watch_goes_on(NULL); step++) {
        struct machine_dispatch d = k->judge.dispatch;
        if (!machine_launch_narrow(&launch, step, &d, k->arena) || !is_clean_on(k, &d, arena))
            continue;
        struct text text;
        text_init(&text, k->arena, 128);
        text_format(&text,
                    "a race that depends on the launch, which nobody gave: with --groups %u,%u,%u --local "
                    "%u,%u,%u there is none",
                    d.groups[0], d.groups[1], d.groups[2], d.local[0], d.local[1], d.local[2]);
        k->doubt = text_finish(&text);
    }
}

/* What is wrong with an instruction itself names it. */
static int refuse_fault(struct kernel *k, const struct machine_judgement *told) {
    const struct machine_result *result = &told->found.result;
    const struct machine_instruction *i = race_kernel_instruction(k, result->line);
    char text[512];
    const char *fault = i && i->refused ? NULL : race_kernel_fault(k, told, text, sizeof text);
    return refuse(k, result->line, true, fault ? fault : result->fault);
}

static int answer_run(struct kernel *k, uint32_t run, struct arena *spare, bool *goes_on) {
    struct machine_judgement told;
    clock_t begin = clock();
    text_init(&k->others, k->arena, 16);
    bool judged = judge_trials(k, run, &told);
    text_finish(&k->others);
    k->doubt = NULL;
    if (judged)
        doubt_launch(k, &told.found, spare);
    k->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (!judged)
        return k->judge.layout.error ? refuse_layout(k) : refuse_fault(k, &told);
    *goes_on = !k->run->runs || !told.no_memory;
    if (command_json)
        race_kernel_print_json(k, &told);
    else
        race_kernel_print_text(k, &told);
    return status_of(k, &told);
}

int race_kernel(const struct race_kernel_run *run, struct work *work, struct arena *of_run, struct arena *spare) {
    struct kernel *k = arena_allocate_array(&work->arena, 1, sizeof *k);
    k->run = run;
    k->path = work->path;
    k->arena = &work->arena;
    int status = read_kernel(k, work), worst = 0;
    if (status)
        return status;
    const struct machine_memories memories = {run->recording ? run->recording->memories : NULL,
                                              run->recording ? run->recording->memory_count : 0};
    bool goes_on = true;
    uint32_t answers = run->runs ? run->runs : 1;
    arena_init(of_run, NULL, work->arena.limit - work->arena.used, work->arena.exhausted, work);
    *spare = *of_run;
    k->judge.code = &k->code;
    k->judge.dispatch.most_instructions = (uint64_t)run->steps * 1000000;
    k->judge.dispatch.goes_on = watch_goes_on;
    k->judge.options.most = run->most;
    k->judge.options.atomic_lines = run->settings->atomic_count;
    k->judge.options.atomic_line = run->settings->atomic_lines;
    k->judge.values = k->values;
    k->judge.lds = lds_of(run);
    k->judge.recorded = run->recording ? &memories : NULL;
    k->judge.seed = run->seed;
    k->judge.arena = of_run;
    k->judge.watch = k->arena->watch;
    machine_guess_make(&k->guess, &k->judge, k->values, k->arena, run->settings->lds || run->recording);
    for (uint32_t at = 0; at < answers && goes_on && watch_goes_on(NULL); at++) {
        int one = answer_run(k, at, spare, &goes_on);
        if (one > 1 && one != STATUS_UNKNOWN)
            return one;
        worst = one == 1 || !worst ? one : worst;
    }
    return worst;
}
