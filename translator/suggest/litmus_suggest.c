#include "translator/suggest/litmus_suggest.h"

#include <stdio.h>

#include "mmra/base/text.h"
#include "translator/option_names.h"

enum { MAX_TOGETHER = 4, MAX_EDITS = 256, KEEP_SCOPE = 0xFE };
static const uint64_t most_evaluations = 200 * 1000;

/* A change of one instruction's annotations, in all threads. */
struct edit {
    uint32_t origin;
    uint16_t kind;         /* of the operation: a copy is two */
    uint16_t needs, lacks; /* flags that it must have, and must not have, to be changed so */
    uint16_t clear, set;   /* flags */
    uint8_t clear_classes, set_classes;
    uint8_t scope;  /* or KEEP_SCOPE */
    bool waits_not; /* a barrier goes together with no other thread's */
    const char
        *coherent; /* the variable whose declaration becomes coherent, with all accesses; NULL: of origin alone */
    const char *what;
    const struct model_operation *operation; /* of one of the threads */
};

struct suggester {
    struct litmus *litmus;
    const struct explore_options *options;
    struct arena *arena;
    struct edit edits[MAX_EDITS];
    uint32_t edit_count;
    struct model_operation *saved; /* of all instructions of all threads */
    uint64_t evaluations;
    const struct litmus_answer *wanted; /* the program's own; NULL: only races are asked for */
    uint8_t classes;                    /* storage classes that are accessed, as bits */
    bool goes_on;                       /* after a race, with which an answer ends else */
    /* GLSL450: accesses have no operands, and semantics no MakeAvailable; whether a half makes available by itself. */
    bool glsl450, half_makes;
};

/* ---- changing a program ---- */

static void apply(struct model_operation *o, const struct edit *edit) {
    o->flags = (uint16_t)((o->flags & ~edit->clear) | edit->set);
    o->failure_flags &= (uint16_t)~edit->clear;
    o->semantics = (uint8_t)((o->semantics & ~edit->clear_classes) | edit->set_classes);
    if (edit->scope != KEEP_SCOPE)
        o->scope = edit->scope;
    if (edit->waits_not)
        o->execution = VULKAN_INVOCATION;
    bool orders = o->flags & (MODEL_ACQUIRE | MODEL_RELEASE);
    if (o->kind & MODEL_BARRIER)
        o->kind = (uint16_t)(orders ? o->kind | MODEL_FENCE : o->kind & ~MODEL_FENCE);
    if (!orders)
        o->semantics = 0;
}

/* Changes an access as the decoration Coherent does (docs/reference/mapping.md 7): second_reading_access.c. */
static void make_coherent(struct model_operation *o) {
    o->flags |= MODEL_NONPRIVATE | (o->kind & MODEL_WRITE ? MODEL_AVAILABLE : MODEL_VISIBLE);
    o->scope = VULKAN_QUEUE_FAMILY;
}

/* Whether the kinds are of one operation; a barrier's changes with what it orders. */
static bool same_kind(uint16_t a, uint16_t b) {
    return (a & ~MODEL_FENCE) == (b & ~MODEL_FENCE);
}

static bool has_operation(const struct program_instruction *i) {
    return i->opcode == PROGRAM_ACCESS || i->opcode == PROGRAM_EVENT || i->opcode == PROGRAM_BARRIER;
}

/* Whether it changed anything. */
static bool change(struct suggester *s, const struct edit *edit) {
    bool changed = false;
    for (uint32_t t = 0; t < s->litmus->program.thread_count; t++)
        for (uint32_t i = 0; i < s->litmus->program.threads[t].code_count; i++) {
            struct program_instruction *instruction = &s->litmus->program.threads[t].code[i];
            struct model_operation *o = &instruction->operation;
            bool concerned = edit->coherent ? o->object == edit->coherent
                                            : o->origin == edit->origin && same_kind(o->kind, edit->kind);
            if (!has_operation(instruction) || !concerned || (o->flags & edit->needs) != edit->needs ||
                o->flags & edit->lacks)
                continue;
            if (edit->coherent)
                make_coherent(o);
            else
                apply(o, edit);
            changed = true;
        }
    return changed;
}

static void copy_operations(struct suggester *s, bool save) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < s->litmus->program.thread_count; t++)
        for (uint32_t i = 0; i < s->litmus->program.threads[t].code_count; i++, n++) {
            struct model_operation *o = &s->litmus->program.threads[t].code[i].operation;
            *(save ? &s->saved[n] : o) = *(save ? o : &s->saved[n]);
        }
}

static void ask(struct suggester *s, struct litmus_answer *answer, struct arena *arena) {
    struct litmus program = *s->litmus;
    program.condition = program.filter = NULL;
    struct litmus_question question = {
        .model = &model_vulkan, .options = *s->options, .outcomes = true, .races = true, .until_race = !s->goes_on};
    litmus_ask(&program, &question, arena, answer);
    s->evaluations += answer->statistics.evaluations;
}

static bool same_outcomes(const struct outcomes *a, const struct outcomes *b) {
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!outcomes_has(b, a->rows[i]))
            return false;
    return true;
}

/* Returns why an execution's behaviour is undefined, or NULL. */
static const char *undefined_by(const struct litmus_answer *answer) {
    return answer->undefined                      ? "some execution reads undef"
           : answer->statistics.divergent_barrier ? answer->divergence
                                                  : answer->statistics.fault;
}

static bool is_finished(const struct litmus_answer *answer) {
    return !answer->statistics.refused && !answer->statistics.gave_up && !answer->statistics.unroll_reached;
}

/* Whether no execution is left without an end that had one. */
static bool ends_as_well(const struct litmus_answer *before, const struct litmus_answer *now) {
    return (before->statistics.deadlocked || !now->statistics.deadlocked) &&
           (before->statistics.endless || !now->statistics.endless);
}

/* A try gives back what it took, also if nothing is left. */
struct trial {
    struct arena arena, *outer;
};

static void exhausted(void *user) {
    struct trial *trial = user;
    arena_destroy(&trial->arena);
    trial->outer->exhausted(trial->outer->exhausted_user);
}

static void begin_trial(const struct suggester *s, struct trial *trial) {
    trial->outer = s->arena;
    arena_init(&trial->arena, &s->arena->allocator, s->arena->limit, exhausted, trial);
}

/* Whether the program as it is now has no race, and the outcomes that are wanted. */
static bool is_right(struct suggester *s) {
    struct trial trial;
    struct litmus_answer answer;
    begin_trial(s, &trial);
    ask(s, &answer, &trial.arena);
    bool right = !answer.race && !undefined_by(&answer) && is_finished(&answer) && !answer.statistics.mixed_reads &&
                 (!s->wanted || (same_outcomes(&s->wanted->found, &answer.found) && ends_as_well(s->wanted, &answer)));
    arena_destroy(&trial.arena);
    return right;
}

/* ---- which changes there are ---- */

static const char *const scope_names[MODEL_LEVELS] = {"CrossDevice", "Device",   "QueueFamily",
                                                      "Workgroup",   "Subgroup", "Invocation"};
static const char *const class_names[] = {"UniformMemory", "WorkgroupMemory", "ImageMemory", "other memory"};

/* The operands of an access, as memory has them and as texels do. */
struct operand_names {
    const char *nonprivate, *available, *visible, *to_device, *from_device;
};

static const struct operand_names *names_of(const struct model_operation *o) {
    enum { IMAGE_CLASS = 2 };
    static const struct operand_names pointer = {"NonPrivatePointer", "MakePointerAvailable", "MakePointerVisible",
                                                 "NonPrivatePointer | MakePointerAvailable Device",
                                                 "NonPrivatePointer | MakePointerVisible Device"};
    static const struct operand_names texel = {"NonPrivateTexel", "MakeTexelAvailable", "MakeTexelVisible",
                                               "NonPrivateTexel | MakeTexelAvailable Device",
                                               "NonPrivateTexel | MakeTexelVisible Device"};
    return o->storage_class == IMAGE_CLASS ? &texel : &pointer;
}

static void add(struct suggester *s, const struct model_operation *o, struct edit edit, const char *text) {
    if (s->edit_count == MAX_EDITS)
        return;
    edit.origin = o->origin;
    edit.kind = o->kind;
    edit.operation = o;
    edit.what = arena_copy_string(s->arena, text, strlen(text));
    s->edits[s->edit_count++] = edit;
}

static void add_scope(struct suggester *s, const struct model_operation *o, uint8_t level, const char *than) {
    char text[64];
    snprintf(text, sizeof text, "scope %s instead of %s", scope_names[level], than);
    add(s, o, (struct edit){.scope = level}, text);
}

static bool synchronizes(const struct model_operation *o) {
    return o->flags & MODEL_ATOMIC || o->kind & (MODEL_FENCE | MODEL_BARRIER);
}

/* Lists what the operation might do without; what needs something else to be dropped first comes later. */
static void list_drops(struct suggester *s, const struct model_operation *o) {
    if (o->fixed)
        return;
    if (!synchronizes(o) && s->glsl450)
        return;
    if (!synchronizes(o)) {
        add(s, o, (struct edit){.needs = MODEL_AVAILABLE, .clear = MODEL_AVAILABLE, .scope = VULKAN_NO_SCOPE},
            names_of(o)->available);
        add(s, o, (struct edit){.needs = MODEL_VISIBLE, .clear = MODEL_VISIBLE, .scope = VULKAN_NO_SCOPE},
            names_of(o)->visible);
        add(s, o,
            (struct edit){.needs = MODEL_NONPRIVATE,
                          .lacks = MODEL_AVAILABLE | MODEL_VISIBLE,
                          .clear = MODEL_NONPRIVATE,
                          .scope = KEEP_SCOPE},
            names_of(o)->nonprivate);
        return;
    }
    add(s, o,
        (struct edit){.needs = MODEL_RELEASE, .clear = MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE, .scope = KEEP_SCOPE},
        "Release");
    add(s, o,
        (struct edit){.needs = MODEL_ACQUIRE, .clear = MODEL_ACQUIRE | MODEL_SEMANTICS_VISIBLE, .scope = KEEP_SCOPE},
        "Acquire");
    if (!s->glsl450) {
        add(s, o,
            (struct edit){.needs = MODEL_SEMANTICS_AVAILABLE, .clear = MODEL_SEMANTICS_AVAILABLE, .scope = KEEP_SCOPE},
            "MakeAvailable");
        add(s, o,
            (struct edit){.needs = MODEL_SEMANTICS_VISIBLE, .clear = MODEL_SEMANTICS_VISIBLE, .scope = KEEP_SCOPE},
            "MakeVisible");
    }
    for (unsigned i = 0; i < 4; i++)
        if (o->semantics >> i & 1 && o->semantics & (o->semantics - 1))
            add(s, o, (struct edit){.clear_classes = (uint8_t)(1 << i), .scope = KEEP_SCOPE}, class_names[i]);
    if (o->scope < VULKAN_WORKGROUP)
        add_scope(s, o, VULKAN_WORKGROUP, scope_names[o->scope]);
}

/* Spells what an edit sets: "Release | MakeAvailable | UniformMemory" */
static const char *describe_ordering(const struct suggester *s, const struct edit *edit) {
    const struct {
        uint16_t flags;
        const char *name;
    } made[] = {{MODEL_SEMANTICS_AVAILABLE, "MakeAvailable"}, {MODEL_SEMANTICS_VISIBLE, "MakeVisible"}};
    char text[160];
    bool release = edit->set & MODEL_RELEASE, acquire = edit->set & MODEL_ACQUIRE;
    size_t length = (size_t)snprintf(text, sizeof text, "%s",
                                     release && acquire ? "AcquireRelease"
                                     : release          ? "Release"
                                                        : "Acquire");
    for (size_t i = 0; i < 2 && !s->glsl450; i++)
        if (edit->set & made[i].flags)
            length += (size_t)snprintf(text + length, sizeof text - length, " | %s", made[i].name);
    for (unsigned i = 0; i < 4; i++)
        if (edit->set_classes >> i & 1)
            length += (size_t)snprintf(text + length, sizeof text - length, " | %s", class_names[i]);
    return arena_copy_string(s->arena, text, length);
}

static void add_ordering(struct suggester *s, const struct model_operation *o, uint16_t flags) {
    struct edit edit = {.set = flags, .set_classes = s->classes, .scope = KEEP_SCOPE};
    add(s, o, edit, describe_ordering(s, &edit));
}

/* Acquire, Release or both, with what they make available and visible, for all memory that is accessed. */
static void list_orderings(struct suggester *s, const struct model_operation *o) {
    bool access = o->kind & (MODEL_READ | MODEL_WRITE);
    bool release = !access || o->kind & MODEL_WRITE, acquire = !access || o->kind & MODEL_READ;
    const bool makes = !s->glsl450 || s->half_makes;
    const uint16_t releases = makes ? MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE : MODEL_RELEASE,
                   acquires = makes ? MODEL_ACQUIRE | MODEL_SEMANTICS_VISIBLE : MODEL_ACQUIRE;
    uint8_t missing = (uint8_t)(s->classes & ~o->semantics);
    bool more = missing != 0;
    for (unsigned i = 0; i < 4 && o->flags & (MODEL_ACQUIRE | MODEL_RELEASE); i++)
        if (missing >> i & 1)
            add(s, o, (struct edit){.set_classes = (uint8_t)(1 << i), .scope = KEEP_SCOPE}, class_names[i]);
    if (release && ((o->flags & releases) != releases || more))
        add_ordering(s, o, releases);
    if (acquire && ((o->flags & acquires) != acquires || more))
        add_ordering(s, o, acquires);
    if (release && acquire && (o->flags & (releases | acquires)) != (releases | acquires))
        add_ordering(s, o, releases | acquires);
}

/* In a module without the Vulkan memory model: for each variable once. */
static void list_coherent(struct suggester *s, const struct model_operation *o) {
    enum { BUFFERS = 0 };
    char text[160];
    if (!o->object || o->flags & MODEL_NONPRIVATE || o->storage_class != BUFFERS)
        return;
    for (uint32_t i = 0; i < s->edit_count; i++)
        if (s->edits[i].coherent == o->object)
            return;
    snprintf(text, sizeof text, "Coherent to %%%s", o->object);
    add(s, o, (struct edit){.scope = KEEP_SCOPE, .coherent = o->object}, text);
}

static void list_additions(struct suggester *s, const struct model_operation *o) {
    if (o->fixed)
        return;
    if (synchronizes(o)) {
        list_orderings(s, o);
        if (o->scope > VULKAN_WORKGROUP)
            add_scope(s, o, VULKAN_WORKGROUP, scope_names[o->scope]);
        if (o->scope > VULKAN_DEVICE)
            add_scope(s, o, VULKAN_DEVICE, scope_names[o->scope]);
        return;
    }
    if (s->glsl450) {
        list_coherent(s, o);
        return;
    }
    bool write = o->kind & MODEL_WRITE;
    uint16_t make = write ? MODEL_AVAILABLE : MODEL_VISIBLE;
    if (!(o->flags & MODEL_NONPRIVATE))
        add(s, o, (struct edit){.set = MODEL_NONPRIVATE, .scope = KEEP_SCOPE}, names_of(o)->nonprivate);
    if (!(o->flags & make) || o->scope > VULKAN_DEVICE)
        add(s, o, (struct edit){.set = make | MODEL_NONPRIVATE, .scope = VULKAN_DEVICE},
            write ? names_of(o)->to_device : names_of(o)->from_device);
}

static bool is_listed(const struct suggester *s, const struct model_operation *o) {
    for (uint32_t i = 0; i < s->edit_count; i++)
        if (s->edits[i].origin == o->origin && same_kind(s->edits[i].kind, o->kind))
            return true;
    return false;
}

static void list_edits(struct suggester *s, bool additions) {
    for (uint32_t t = 0; t < s->litmus->program.thread_count; t++)
        for (uint32_t i = 0; i < s->litmus->program.threads[t].code_count; i++) {
            const struct program_instruction *instruction = &s->litmus->program.threads[t].code[i];
            if (!has_operation(instruction) || is_listed(s, &instruction->operation))
                continue;
            (additions ? list_additions : list_drops)(s, &instruction->operation);
        }
}

/* ---- trying them ---- */

static void suggest(struct suggester *s, struct suggestions *found, const struct edit *edit) {
    char what[200];
    bool scope_alone = edit->scope < MODEL_LEVELS && !edit->set;
    snprintf(what, sizeof what, "%s%s", scope_alone ? "" : found->race ? "add " : "drop ", edit->what);
    *ARENA_PUSH(s->arena, found->items, found->count, found->capacity) =
        (struct suggestion){edit->operation->line, edit->origin, edit->operation->text,
                            arena_copy_string(s->arena, what, strlen(what)), edit->operation->place};
}

/* Whether another try may be made. A try asks by itself only while it explores, and may be over before. */
static bool may_go_on(const struct suggester *s, struct suggestions *found) {
    const struct explore_options *o = s->options;
    static const struct explore_statistics none;
    found->complete = s->evaluations <= most_evaluations && (!o->goes_on || o->goes_on(o->goes_on_user, &none));
    return found->complete;
}

/* Drops one after the other: each stays dropped if all is right without it. */
static void drop(struct suggester *s, struct suggestions *found) {
    for (uint32_t i = 0; i < s->edit_count; i++) {
        if (!may_go_on(s, found))
            return;
        copy_operations(s, true);
        if (!change(s, &s->edits[i]))
            continue;
        if (is_right(s))
            suggest(s, found, &s->edits[i]);
        else
            copy_operations(s, false);
    }
}

static bool is_right_with(struct suggester *s, const uint32_t *chosen, uint32_t count) {
    copy_operations(s, false);
    for (uint32_t i = 0; i < count; i++)
        change(s, &s->edits[chosen[i]]);
    return is_right(s);
}

/* Takes out of an ordering that repairs, with the others that are chosen, what it does without: making available or
 * visible, and storage classes. */
static void narrow(struct suggester *s, struct edit *edit, const uint32_t *chosen, uint32_t count) {
    if (!(edit->set & (MODEL_ACQUIRE | MODEL_RELEASE)))
        return;
    for (unsigned bit = 0; bit < 6; bit++) {
        struct edit before = *edit;
        if (bit < 4)
            edit->set_classes &= (uint8_t)~(1 << bit);
        else if (!s->glsl450)
            edit->set &= (uint16_t)~(bit == 4 ? MODEL_SEMANTICS_AVAILABLE : MODEL_SEMANTICS_VISIBLE);
        if (!is_right_with(s, chosen, count))
            *edit = before;
    }
    edit->what = describe_ordering(s, edit);
}

/* Sets of `more` edits from `from` on, added to those chosen before. */
static bool add_some(struct suggester *s, struct suggestions *found, uint32_t *chosen, uint32_t count, uint32_t from,
                     uint32_t more) {
    if (more == 0) {
        if (!is_right_with(s, chosen, count) || !may_go_on(s, found))
            return false;
        for (uint32_t i = 0; i < count; i++)
            narrow(s, &s->edits[chosen[i]], chosen, count);
        for (uint32_t i = 0; i < count; i++)
            suggest(s, found, &s->edits[chosen[i]]);
        return true;
    }
    for (uint32_t i = from; i + more <= s->edit_count; i++) {
        if (!may_go_on(s, found))
            return false;
        bool again = count && s->edits[chosen[count - 1]].origin == s->edits[i].origin &&
                     s->edits[chosen[count - 1]].scope == s->edits[i].scope;
        chosen[count] = i;
        if (!again && add_some(s, found, chosen, count + 1, i + 1, more - 1))
            return true;
    }
    return false;
}

static void repair(struct suggester *s, struct suggestions *found) {
    uint32_t chosen[MAX_TOGETHER];
    copy_operations(s, true);
    for (uint32_t count = 1; count <= MAX_TOGETHER && found->complete && !found->count; count++)
        if (add_some(s, found, chosen, 0, 0, count) || found->complete)
            found->most_together = count;
    copy_operations(s, false);
}

static void prepare(struct suggester *s) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < s->litmus->program.thread_count; t++) {
        const struct program_thread *thread = &s->litmus->program.threads[t];
        count += thread->code_count;
        for (uint32_t i = 0; i < thread->code_count; i++)
            if (thread->code[i].opcode == PROGRAM_ACCESS)
                s->classes |= (uint8_t)(1 << thread->code[i].operation.storage_class);
    }
    s->saved = arena_allocate_array(s->arena, count, sizeof *s->saved);
}

static const char *needs_none(const struct litmus_spirv *program, struct arena *arena) {
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "one invocation alone needs no annotation: give more by %s or %s",
                option_name(program->flags, OPTION_ID_GROUPS), option_name(program->flags, OPTION_ID_LOCAL));
    return text_finish(&text);
}

static const char *goes_on(const struct litmus_spirv *program, struct arena *arena) {
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "a loop goes round more often than the bound (%s)",
                option_name(program->flags, OPTION_ID_UNROLL));
    return text_finish(&text);
}

static void begin(struct suggester *s, struct litmus_spirv *program, const struct explore_options *options,
                  struct arena *arena) {
    s->litmus = &program->litmus;
    s->options = options;
    s->arena = arena;
    s->glsl450 = program->memory_model != SpvMemoryModelVulkan;
    s->half_makes = program->glsl450 == GLSL450_CONSERVATIVE;
    prepare(s);
}

/* ---- what forbids something ---- */

static void list_waits(struct suggester *s) {
    for (uint32_t t = 0; t < s->litmus->program.thread_count; t++)
        for (uint32_t i = 0; i < s->litmus->program.threads[t].code_count; i++) {
            const struct model_operation *o = &s->litmus->program.threads[t].code[i].operation;
            bool is_listed = false;
            for (uint32_t k = 0; k < s->edit_count; k++)
                is_listed |= s->edits[k].waits_not && s->edits[k].origin == o->origin;
            if (s->litmus->program.threads[t].code[i].opcode == PROGRAM_BARRIER && !is_listed)
                add(s, o, (struct edit){.scope = KEEP_SCOPE, .waits_not = true}, "the barrier itself");
        }
}

void litmus_find_needed(struct litmus_spirv *program, const struct explore_options *options,
                        const struct litmus_shown *shown, struct arena *arena, struct suggestions *found) {
    struct suggester *s = arena_allocate_array(arena, 1, sizeof *s);
    *found = (struct suggestions){.complete = true};
    begin(s, program, options, arena);
    s->goes_on = !shown->is_race;
    list_edits(s, false);
    list_waits(s);
    for (uint32_t i = 0, most = 1; i < s->edit_count && may_go_on(s, found); i++) {
        struct trial trial;
        struct litmus_answer answer;
        copy_operations(s, true);
        if (!change(s, &s->edits[i]))
            continue;
        begin_trial(s, &trial);
        ask(s, &answer, &trial.arena);
        uint32_t alike = shown->shows(shown->user, &answer, &trial.arena);
        found->count = alike > most ? 0 : found->count;
        most = alike > most ? alike : most;
        if (alike == most)
            suggest(s, found, &s->edits[i]);
        arena_destroy(&trial.arena);
        copy_operations(s, false);
    }
}

/* ---- what may be dropped or added ---- */

void litmus_suggest(struct litmus_spirv *program, const struct explore_options *options, struct arena *arena,
                    struct suggestions *found) {
    struct suggester *s = arena_allocate_array(arena, 1, sizeof *s);
    struct litmus_answer answer;
    *found = (struct suggestions){.complete = true};
    begin(s, program, options, arena);
    ask(s, &answer, arena);
    found->race = answer.race;
    found->is_race_known = true;
    if (!answer.race && answer.statistics.refused)
        found->refused = answer.statistics.refused;
    else if (!answer.race && undefined_by(&answer))
        found->nothing = undefined_by(&answer);
    else if (s->litmus->program.thread_count == 1)
        found->nothing = needs_none(program, arena);
    else if (!answer.race && !is_finished(&answer))
        found->nothing = answer.statistics.gave_up ? "too many executions" : goes_on(program, arena);
    found->is_undefined = !answer.race && undefined_by(&answer);
    found->unknown = found->nothing && !undefined_by(&answer) && s->litmus->program.thread_count > 1;
    if (found->refused || found->nothing)
        return;
    list_edits(s, found->race);
    s->evaluations = 0;
    s->wanted = found->race ? NULL : &answer;
    (found->race ? repair : drop)(s, found);
}
