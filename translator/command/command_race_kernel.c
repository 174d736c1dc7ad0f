#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mmra/base/attempt.h"
#include "mmra/base/product.h"
#include "mmra/machine/machine_guess.h"
#include "mmra/machine/machine_launch.h"
#include "mmra/machine/machine_processor.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_object.h"
#include "translator/command/command_race_kernel.h"
#include "translator/command/command_recording.h"

enum { MOST_CALLERS = 4 };

struct kernel {
    const struct race_kernel_run *run;
    const char *path;
    struct arena *arena;
    struct object_assembly object; /* its text is NULL where the input is assembly */
    struct machine_code code;
    struct machine_value values[MACHINE_MAX_ARGUMENTS];
    struct machine_judge judge;
    struct machine_guess guess;
    const char *guessed, *gave_up; /* of the trial that speaks: what was guessed, and why it says nothing; NULL */
    const char *doubt;             /* why the races that it shows may be none; NULL */
    uint32_t trial;                /* its number */
    struct text others;            /* the numbers of further trials */
    double seconds;                /* that the runs of an answer took */
};

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

/* Lines of what a code object becomes are nobody's. */
static uint32_t line_shown(const struct kernel *k, uint32_t line) {
    return k->object.text ? 0 : line;
}

static int refuse(const struct kernel *k, uint32_t line, bool unsupported, const char *text) {
    message_print(&(struct message_place){.path = k->path, .line = line_shown(k, line)}, SMMRA_SEVERITY_ERROR, "%s%s",
                  unsupported ? "not supported: " : "", printable(text, 512));
    return unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT;
}

static const char *name_of(const struct kernel *k, uint32_t at, char *buffer, size_t size) {
    const char *name = k->code.kernel.arguments[at].name;
    snprintf(buffer, size, name ? "argument %u (%s)" : "argument %u", at, name ? printable(name, 128) : "");
    return buffer;
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
                          name_of(k, at, buffer, sizeof buffer), k->code.kernel.arguments[at].kind, error);
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
                          name_of(k, at, buffer, sizeof buffer), argument->size);
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
                  layout->unsupported ? "not supported: " : "", name_of(k, layout->at, buffer, sizeof buffer),
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

/* ---- words ---- */

static const char *who(const struct machine_party *p, bool is_lane, char *buffer, size_t size) {
    int length = snprintf(buffer, size, "workgroup %u wave %u", p->group, p->wave);
    if (is_lane && length > 0 && (size_t)length < size)
        snprintf(buffer + length, size - (size_t)length, " lane %u", p->lane);
    return buffer;
}

static const char *kind_of(const struct machine_party *p) {
    bool rmw = p->instruction->operation == MACHINE_RMW;
    return rmw ? "atomic" : p->writes ? "write" : "read";
}

static const char *place_name(const struct kernel *k, const struct machine_conflict *c, char *buffer, size_t size) {
    if (c->local) {
        snprintf(buffer, size, "byte %" PRIu64 " of shared memory", c->address);
        return buffer;
    }
    for (uint32_t i = 0; i < k->judge.layout.range_count; i++) {
        const struct machine_range *r = &k->judge.layout.ranges[i];
        char name[192];
        if (c->address < r->address || c->address - r->address >= r->size || r->constant || r->refused)
            continue;
        if (!k->judge.layout.arguments[i]) {
            snprintf(buffer, size, "byte %" PRIu64 " of the memory at 0x%" PRIx64, c->address - r->address, r->address);
            return buffer;
        }
        snprintf(buffer, size, "byte %" PRIu64 " of %s", c->address - r->address,
                 name_of(k, (uint32_t)(k->judge.layout.arguments[i] - k->code.kernel.arguments), name, sizeof name));
        return buffer;
    }
    snprintf(buffer, size, "address 0x%" PRIx64, c->address);
    return buffer;
}

/* docs/reference/machine.md 4, CHAIN. */
#define STRONGER                                                                                                       \
    "; silicon may be stronger than the documents where another wave of the workgroup releases after a barrier"

struct missing {
    uint8_t missing, counter, caches;
    bool same_group, beside;
};

static const char *wait_name(const struct kernel *k, uint8_t counter, char *buffer, size_t size) {
    const struct machine_traits *t = machine_traits(k->code.processor);
    snprintf(buffer, size,
             t->has_scopes           ? "s_wait_%s 0x0"
             : counter == MACHINE_VS ? "s_waitcnt_%s null, 0x0"
                                     : "s_waitcnt %s(0)",
             t->counters[counter]);
    return buffer;
}

static const char *invalidation_name(const struct kernel *k, const struct missing *m, char *buffer, size_t size) {
    const struct machine_traits *t = machine_traits(k->code.processor);
    bool second = t->drops_by_policy ? !m->same_group && !m->beside : m->caches & MACHINE_CACHE_G;
    bool both = second && !t->drops_by_policy && m->caches & MACHINE_CACHE_V;
    snprintf(buffer, size, both ? "%s, then %s" : "%s", t->invalidations[second], t->invalidations[0]);
    return buffer;
}

static struct missing missing_of(const struct machine_conflict *c) {
    return (struct missing){c->missing, c->counter, c->caches, c->parties[0].group == c->parties[1].group, c->beside};
}

static void tell_missing(const struct kernel *k, struct missing m, char *text, size_t size) {
    bool same_group = m.same_group;
    char wait[64], invalidation[64];
    wait_name(k, m.counter, wait, sizeof wait);
    switch ((enum machine_missing)m.missing) {
    case MACHINE_NO_ORDER:
        snprintf(text, size,
                 same_group
                     ? "missing: a barrier, or an atomic that one wave writes and the other reads, between the two"
                 : m.beside
                     ? "missing: a barrier of the cluster, or an atomic that one workgroup writes and the other reads, "
                       "between the two"
                     : "missing: an atomic that one workgroup writes and the other reads, at the scope of the "
                       "device, between the two");
        break;
    case MACHINE_NO_SCOPE:
        snprintf(text, size, "missing: the scope of both must be that of %s",
                 same_group ? "the workgroup"
                 : m.beside ? "the cluster"
                            : "the device");
        break;
    case MACHINE_NO_WAIT_FIRST:
        snprintf(text, size, "missing: %s after it, before its wave comes to the barrier or atomic between the two%s",
                 wait, m.same_group || machine_traits(k->code.processor)->has_work_group_processors ? "" : STRONGER);
        break;
    case MACHINE_NO_WRITE_BACK:
        snprintf(text, size, "missing: %s and %s after it, as another die has another L2; or %s on it",
                 machine_traits(k->code.processor)->write_back, wait, machine_traits(k->code.processor)->at_device);
        break;
    case MACHINE_NO_INVALIDATION:
        snprintf(text, size,
                 "missing: %s before the read, after the barrier or atomic between the two; or a read "
                 "that passes this cache",
                 invalidation_name(k, &m, invalidation, sizeof invalidation));
        break;
    case MACHINE_NO_SCALAR_CACHE:
        snprintf(text, size, "missing: a vector load in its place; no wait and no fence makes the scalar cache new");
        break;
    case MACHINE_NO_WAIT_OWN:
    case MACHINE_NO_WAIT_REGISTER:
        snprintf(text, size, "missing: %s between the two", wait);
        break;
    case MACHINE_MISSING:
        *text = '\0';
    }
}

/* ---- text ---- */

/* An instruction, and of a code object where it stands there. */
static const char *code_of(const struct kernel *k, const struct machine_instruction *i, char *buffer, size_t size) {
    const char *text = printable(i->text, 256);
    if (k->object.text && i->line && i->line <= k->object.line_count)
        snprintf(buffer, size, "%s at 0x%" PRIx64, text, k->object.addresses[i->line - 1]);
    else
        snprintf(buffer, size, "%s", text);
    return buffer;
}

static struct message_place place_of(const struct kernel *k, const struct machine_instruction *i,
                                     smmra_source *source) {
    *source = (smmra_source){i->origin_file, i->origin, i->origin_column, NULL, NULL};
    return (struct message_place){
        .path = k->path, .line = line_shown(k, i->line), .source = i->origin && i->origin_file ? source : NULL};
}

/* Adds a note for each call that inlined the instruction: "file:line:column @[ file:line:column ] ]". */
static void put_callers(const struct kernel *k, const struct machine_instruction *i, struct message *message,
                        struct message_note *notes) {
    const char *at = i->inlined;
    for (uint32_t n = 0; at && *at && n < MOST_CALLERS; n++) {
        char *file = arena_copy_string(k->arena, at, strcspn(at, " "));
        char *column = strrchr(file, ':'), *line = NULL;
        if (column) {
            *column = '\0';
            line = strrchr(file, ':');
        }
        if (!line)
            return;
        *line = '\0';
        smmra_source *source = arena_allocate_array(k->arena, 1, sizeof *source);
        *source = (smmra_source){file, (uint32_t)strtoul(line + 1, NULL, 10), (uint32_t)strtoul(column + 1, NULL, 10),
                                 NULL, NULL};
        notes[message->note_count++] =
            (struct message_note){{.path = k->path, .source = source}, n ? "called here" : "it is inlined here"};
        at = strstr(at, "@[ ");
        at = at ? at + 3 : NULL;
    }
}

static void tell_second(const struct kernel *k, const struct machine_conflict *c, char *text, size_t size) {
    const struct machine_party *p = &c->parties[1];
    char place[256], by[64], code[300];
    const char *shown = code_of(k, p->instruction, code, sizeof code);
    who(p, c->missing != MACHINE_NO_WAIT_REGISTER, by, sizeof by);
    if (c->missing == MACHINE_NO_WAIT_REGISTER)
        snprintf(text, size, "uses a register that a load may not have written yet: %s (%s)", shown, by);
    else
        snprintf(text, size, "this %s of %s is not ordered with an earlier %s: %s (%s)", kind_of(p),
                 place_name(k, c, place, sizeof place), kind_of(&c->parties[0]), shown, by);
}

static void put_conflict(const struct kernel *k, const struct machine_conflict *c) {
    char second[720], first[512], missing[300], more[80], by[64], code[300];
    smmra_source sources[2];
    struct message_note notes[4 + 2 * MOST_CALLERS];
    char hangs[600];
    tell_second(k, c, second, sizeof second);
    tell_missing(k, missing_of(c), missing, sizeof missing);
    snprintf(first, sizeof first, "the %s: %s (%s)",
             c->missing == MACHINE_NO_WAIT_REGISTER ? "load" : kind_of(&c->parties[0]),
             code_of(k, c->parties[0].instruction, code, sizeof code),
             who(&c->parties[0], c->missing != MACHINE_NO_WAIT_REGISTER, by, sizeof by));
    snprintf(more, sizeof more, "the same two instructions race %" PRIu64 " times on this run", c->times);
    struct message message = {.rule = "race",
                              .place = place_of(k, c->parties[1].instruction, &sources[1]),
                              .severity = k->doubt ? SMMRA_SEVERITY_WARNING : SMMRA_SEVERITY_ERROR,
                              .text = second,
                              .notes = notes};
    put_callers(k, c->parties[1].instruction, &message, notes);
    notes[message.note_count++] = (struct message_note){place_of(k, c->parties[0].instruction, &sources[0]), first};
    put_callers(k, c->parties[0].instruction, &message, notes);
    notes[message.note_count++] = (struct message_note){{.path = k->path}, missing};
    if (c->times > 1)
        notes[message.note_count++] = (struct message_note){{.path = k->path}, more};
    snprintf(hangs, sizeof hangs, "it depends on what nobody gave: %s", k->guessed ? k->guessed : "");
    if (k->guessed)
        notes[message.note_count++] = (struct message_note){{.path = k->path}, hangs};
    message_put(stdout, &message);
}

/* A load of a weak run that took an old value. */
static void put_old_value(const struct kernel *k, const struct machine_old_value *v) {
    char load[512], write[512], missing[300], code[300];
    smmra_source sources[2];
    struct message_note notes[2];
    snprintf(load, sizeof load, "takes the value from before a write that has happened: %s",
             code_of(k, v->load, code, sizeof code));
    snprintf(write, sizeof write, "the write: %s", code_of(k, v->write, code, sizeof code));
    tell_missing(k, (struct missing){v->missing, v->counter, v->caches, v->same_group, v->beside}, missing,
                 sizeof missing);
    notes[0] = (struct message_note){place_of(k, v->write, &sources[1]), write};
    notes[1] = (struct message_note){{.path = k->path}, missing};
    message_put(stdout, &(struct message){.rule = "old-value",
                                          .place = place_of(k, v->load, &sources[0]),
                                          .severity = SMMRA_SEVERITY_ERROR,
                                          .text = load,
                                          .notes = notes,
                                          .note_count = 2});
}

static const struct machine_instruction *instruction_at(const struct kernel *k, uint32_t line) {
    for (uint32_t i = 0; i < k->code.count; i++)
        if (k->code.instructions[i].line == line)
            return &k->code.instructions[i];
    return NULL;
}

/* Why nothing is said for certain; NULL: it is. */
static const char *unknown_reason(const struct kernel *k, const struct machine_judgement *told) {
    return k->gave_up                        ? k->gave_up
           : k->doubt                        ? k->doubt
           : told->no_memory && k->run->runs ? "this order takes more memory than --max-memory allows"
           : told->found.result.stopped ? watch_reason("the run was stopped after the instructions that --steps allows")
                                        : NULL;
}

/* A fault of the kernel that ended the run, in words; NULL: none did. */
static const char *fault_of(const struct kernel *k, const struct machine_judgement *told, char *text, size_t size) {
    const struct machine_result *result = &told->found.result;
    const struct machine_instruction *i = instruction_at(k, result->line);
    char code[300];
    if (!result->fault || result->stopped || k->gave_up)
        return NULL;
    snprintf(text, size, "%s%s%s%s", result->fault, i ? ": " : "", i ? code_of(k, i, code, sizeof code) : "",
             result->wrong == MACHINE_BEYOND_LOCAL ? " (--lds gives the kernel more shared memory than it says)" : "");
    return text;
}

static const char *rule_of_fault(const struct machine_judgement *told) {
    static const char *const rules[] = {[MACHINE_UNDEFINED] = "undefined-behaviour",
                                        [MACHINE_BEYOND] = "out-of-bounds",
                                        [MACHINE_BEYOND_LOCAL] = "out-of-bounds",
                                        [MACHINE_NEVER_ENDS] = "deadlock"};
    return rules[told->found.result.wrong];
}

static void put_fault(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_instruction *i = instruction_at(k, told->found.result.line);
    char text[512];
    smmra_source source;
    if (fault_of(k, told, text, sizeof text))
        message_found(rule_of_fault(told), i ? place_of(k, i, &source) : (struct message_place){.path = k->path},
                      SMMRA_SEVERITY_ERROR, text);
    message_unknown(k->path, unknown_reason(k, told));
}

/* Which orders the answer is about. */
static void print_orders(const struct kernel *k, const struct machine_judgement *told) {
    bool by_default = !k->run->runs, found = told->found.count || told->found.differs || told->found.result.fault;
    if (by_default && told->run)
        printf("  found on run %u; the first has the order of the numbers, and --runs %u tells of each\n",
               told->run + 1, told->run + 1);
    else if (by_default && told->runs > 1)
        printf("  runs differ in the order of workgroups and waves, and in old values that loads take\n");
    else if (by_default && !found && !told->found.result.stopped && !told->no_memory)
        printf("  one order ran, as others would take long: --runs tries them\n");
    if (by_default && told->no_memory)
        printf("  not varied further: another order takes more memory than --max-memory allows\n");
    else if (told->no_memory && told->run + 1 < k->run->runs)
        printf("  not tried: %u further runs\n", k->run->runs - told->run - 1);
}

static const char *gap_of(const struct kernel *k) {
    const struct recording *r = k->run->recording;
    return r && r->gap_count ? printable(r->gaps[0], 200) : NULL;
}

static void print_guesses(const struct kernel *k) {
    if (gap_of(k))
        printf("  not all was recorded: %s\n", gap_of(k));
    if (!k->guessed)
        return;
    const char *others = k->others.start;
    printf("  not given: %s%s%s\n", k->guessed, *others ? "; numbers were also " : "", others);
}

static void print_text(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *a = &told->found;
    const char *unknown = unknown_reason(k, told);
    bool races = a->count && !k->doubt;
    const char *verdict = races             ? "data race"
                          : a->differs      ? "old values change the result"
                          : unknown         ? "unknown"
                          : a->result.fault ? a->result.fault
                          : told->runs > 1  ? NULL
                                            : "no data race on this run";
    if (message_quiet && !a->count && !a->result.fault && !a->differs)
        return;
    printf("%s:", printable(k->path, 512));
    if (k->run->runs > 1)
        printf(" run %u:", told->run + 1);
    if (verdict)
        printf(" %s%s%s\n", verdict, unknown && !races ? ": " : "", unknown && !races ? unknown : "");
    else
        printf(" no data race on %u runs\n", told->runs);
    for (uint32_t i = 0; i < a->count; i++)
        put_conflict(k, &a->conflicts[i]);
    for (uint32_t i = 0; a->differs && !a->count && i < a->old_count; i++)
        put_old_value(k, &a->old_values[i]);
    if (a->more)
        printf("  more pairs of instructions race: --most shows them\n");
    put_fault(k, told);
    print_guesses(k);
    print_orders(k, told);
    printf("  %s on %s, %s\n  %" PRIu64 " instructions, %" PRIu64 " accesses, %.2f s\n",
           printable(k->code.kernel.name, 256), machine_processor_names[k->code.processor],
           module_grid_text(k->judge.dispatch.groups, k->judge.dispatch.local, k->code.kernel.wave32 ? 32 : 64),
           a->result.instructions, a->accesses, k->seconds);
}

/* ---- JSON ---- */

static void put_json_party(const struct kernel *k, const struct machine_party *p) {
    smmra_source source;
    char code[300];
    json_put("{\"line\": %u, \"instruction\": %s, \"workgroup\": %u, \"wave\": %u, \"lane\": %u, \"writes\": %d, "
             "\"inlined\": %s, \"source\": %p}",
             line_shown(k, p->instruction->line), code_of(k, p->instruction, code, sizeof code), p->group, p->wave,
             p->lane, p->writes, p->instruction->inlined ? p->instruction->inlined : "",
             (const void *)place_of(k, p->instruction, &source).source);
}

static void put_json_conflict(const struct kernel *k, const struct machine_conflict *c) {
    char place[320], text[300];
    tell_missing(k, missing_of(c), text, sizeof text);
    json_put("    {\"rule\": %s, \"accesses\": [", "race");
    put_json_party(k, &c->parties[0]);
    json_put(",\n     ");
    put_json_party(k, &c->parties[1]);
    json_put("],\n     \"shared\": %d, \"place\": %s, \"times\": %lu, \"missing\": %s, \"message\": %s}", c->local,
             place_name(k, c, place, sizeof place), c->times, machine_missing_names[c->missing], text);
}

static void print_json(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *a = &told->found;
    char text[512];
    const char *fault = fault_of(k, told, text, sizeof text), *unknown = unknown_reason(k, told);
    json_begin(k->path);
    json_put(", \"run\": %u, \"runs\": %u, \"no_memory\": %d", told->run + 1, told->runs, told->no_memory);
    json_grid(k->judge.dispatch.groups, k->judge.dispatch.local, k->code.kernel.wave32 ? 32 : 64);
    json_put(
        ",\n   \"kernel\": %s, \"not_given\": %s, \"not_recorded\": %s, \"old_values\": %d, \"race\": %i, \"unknown\": %s, \"fault\": %s, \"fault_rule\": %s,\n   \"instructions\": %lu, "
        "\"accesses\": %lu, \"findings\": [",
        k->code.kernel.name, k->guessed ? k->guessed : "", gap_of(k) ? gap_of(k) : "", a->differs,
        a->count && !k->doubt ? SMMRA_LITMUS_VERDICT_YES
        : unknown             ? SMMRA_LITMUS_VERDICT_NOT_ASKED
                              : SMMRA_LITMUS_VERDICT_NO,
        unknown ? unknown : "", fault ? fault : "", fault ? rule_of_fault(told) : NULL, a->result.instructions,
        a->accesses);
    for (uint32_t i = 0; i < a->count; i++) {
        json_put(",\n");
        put_json_conflict(k, &a->conflicts[i]);
    }
    json_put("]}");
}

/* ---- runs ---- */

static int status_of(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *found = &told->found;
    return (found->count && !k->doubt) || found->differs ? 1
           : unknown_reason(k, told)                     ? STATUS_UNKNOWN
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
    const struct machine_instruction *i = instruction_at(k, result->line);
    char text[512];
    const char *fault = i && i->refused ? NULL : fault_of(k, told, text, sizeof text);
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
        print_json(k, &told);
    else
        print_text(k, &told);
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
