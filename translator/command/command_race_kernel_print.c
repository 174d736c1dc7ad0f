/* What race says of a kernel: accesses, and what is missing between them, as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_processor.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_race_kernel_print.h"
#include "translator/command/command_recording.h"

enum { MOST_CALLERS = 4 };

/* ---- words ---- */

/* Lines of what a code object becomes are nobody's. */
uint32_t race_kernel_line(const struct kernel *k, uint32_t line) {
    return k->object.text ? 0 : line;
}

const char *race_kernel_name(const struct kernel *k, uint32_t at, char *buffer, size_t size) {
    const char *name = k->code.kernel.arguments[at].name;
    snprintf(buffer, size, name ? "argument %u (%s)" : "argument %u", at, name ? printable(name, 128) : "");
    return buffer;
}

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
                 race_kernel_name(k, (uint32_t)(k->judge.layout.arguments[i] - k->code.kernel.arguments), name,
                                  sizeof name));
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
        .path = k->path, .line = race_kernel_line(k, i->line), .source = i->origin && i->origin_file ? source : NULL};
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

const struct machine_instruction *race_kernel_instruction(const struct kernel *k, uint32_t line) {
    for (uint32_t i = 0; i < k->code.count; i++)
        if (k->code.instructions[i].line == line)
            return &k->code.instructions[i];
    return NULL;
}

/* Why nothing is said for certain; NULL: it is. */
const char *race_kernel_unknown(const struct kernel *k, const struct machine_judgement *told) {
    return k->gave_up                        ? k->gave_up
           : k->doubt                        ? k->doubt
           : told->no_memory && k->run->runs ? "this order takes more memory than --max-memory allows"
           : told->found.result.stopped ? watch_reason("the run was stopped after the instructions that --steps allows")
                                        : NULL;
}

/* A fault of the kernel that ended the run, in words; NULL: none did. */
const char *race_kernel_fault(const struct kernel *k, const struct machine_judgement *told, char *text, size_t size) {
    const struct machine_result *result = &told->found.result;
    const struct machine_instruction *i = race_kernel_instruction(k, result->line);
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
    const struct machine_instruction *i = race_kernel_instruction(k, told->found.result.line);
    char text[512];
    smmra_source source;
    if (race_kernel_fault(k, told, text, sizeof text))
        message_found(rule_of_fault(told), i ? place_of(k, i, &source) : (struct message_place){.path = k->path},
                      SMMRA_SEVERITY_ERROR, text);
    message_unknown(k->path, race_kernel_unknown(k, told));
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

void race_kernel_print_text(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *a = &told->found;
    const char *unknown = race_kernel_unknown(k, told);
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
             race_kernel_line(k, p->instruction->line), code_of(k, p->instruction, code, sizeof code), p->group,
             p->wave, p->lane, p->writes, p->instruction->inlined ? p->instruction->inlined : "",
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

void race_kernel_print_json(const struct kernel *k, const struct machine_judgement *told) {
    const struct machine_findings *a = &told->found;
    char text[512];
    const char *fault = race_kernel_fault(k, told, text, sizeof text), *unknown = race_kernel_unknown(k, told);
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
