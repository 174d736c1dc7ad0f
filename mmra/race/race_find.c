/* Findings: a race as an execution of the two invocations, and of those through which synchronization leads from the
 * one to the other. The model judges it, and it is explained as that of a litmus program. */
#include "mmra/race/race_run.h"

enum { MAX_HOPS = 128, MAX_EVENTS = 2 * RACE_NOTES + 2 + MAX_HOPS };

/* The events of the invocations around two accesses. */
struct slice {
    struct race_note notes[MAX_EVENTS];
    struct model_event events[MAX_EVENTS];
    struct explored_written written[MAX_EVENTS];
    uint32_t rounds[MAX_EVENTS];
    uint32_t count, first, second;
    uint32_t invocations[MAX_HOPS + 2]; /* by thread */
    uint32_t thread_count;
};

/* ---- which events ---- */

/* Equal for equal instances. */
static uint32_t barrier_number(const struct slice *slice, const struct race_note *note) {
    uint32_t at = 0;
    while (at < slice->count && slice->notes[at].instance != note->instance)
        at++;
    return at;
}

static void add_note(struct slice *slice, const struct race_note *note, int32_t thread) {
    uint32_t at = slice->count++;
    slice->notes[at] = *note;
    slice->events[at] = (struct model_event){.operation = note->event.operation,
                                             .kind = note->event.kind,
                                             .flags = note->event.flags,
                                             .thread = thread,
                                             .location = MODEL_NONE,
                                             .reference = MODEL_NONE,
                                             .barrier = barrier_number(slice, note),
                                             .source = MODEL_SOURCE_NONE};
    slice->rounds[at] = note->event.round;
    slice->written[at] = (struct explored_written){note->event.unknown, note->event.value};
}

/* Adds what an invocation did between two of its events, with the access. The access is one of the two, or stands
 * between them. */
static uint32_t add_thread(const struct race_run *run, struct slice *slice, const struct race_event *access,
                           int32_t thread, uint32_t from, uint32_t to) {
    const struct race_note here = {.event = *access};
    uint32_t count = run->marks[access->invocation].count, found = MODEL_NONE;
    slice->invocations[thread] = access->invocation;
    slice->thread_count++;
    for (uint32_t i = count > RACE_NOTES ? count - RACE_NOTES : 0; i < count; i++) {
        const struct race_note note = race_note_at(run, access->invocation, i % RACE_NOTES);
        if (found == MODEL_NONE && note.event.index >= access->index) {
            found = slice->count;
            if (note.event.index > access->index)
                add_note(slice, &here, thread);
        }
        if (note.event.index >= from && note.event.index <= to)
            add_note(slice, &note, thread);
    }
    if (found == MODEL_NONE) {
        found = slice->count;
        add_note(slice, &here, thread);
    }
    return found;
}

/* The invocations between the two, as far as there is room. */
static void add_hops(const struct race_run *run, struct slice *slice, const struct race_hop *hops, uint32_t hop_count) {
    for (uint32_t h = 0; h < hop_count; h++) {
        uint32_t count = race_note_count(run, hops[h].invocation);
        uint32_t oldest = run->marks[hops[h].invocation].count % count;
        slice->invocations[slice->thread_count] = hops[h].invocation;
        for (uint32_t i = 0; i < count && slice->count < MAX_EVENTS; i++) {
            const struct race_note note = race_note_at(run, hops[h].invocation, (oldest + i) % count);
            if (note.event.index >= hops[h].from && note.event.index <= hops[h].to)
                add_note(slice, &note, (int32_t)slice->thread_count);
        }
        slice->thread_count++;
    }
}

/* ---- the execution ---- */

static bool same_bytes(const struct race_event *a, const struct race_event *b) {
    return a->address == b->address && a->bytes == b->bytes;
}

static bool is_access(const struct race_event *event) {
    return event->kind & (MODEL_READ | MODEL_WRITE);
}

/* The two accesses of a race may have only some bytes in common. They are taken to be of one location here. */
static void number_locations(struct slice *slice) {
    const struct race_event *raced = &slice->notes[slice->first].event;
    uint32_t next = 1;
    for (uint32_t i = 0; i < slice->count; i++) {
        struct model_event *event = &slice->events[i];
        if (!is_access(&slice->notes[i].event))
            continue;
        if (i == slice->first || i == slice->second || same_bytes(&slice->notes[i].event, raced))
            event->location = 0;
        for (uint32_t k = 0; k < i && event->location == MODEL_NONE; k++)
            if (is_access(&slice->notes[k].event) && same_bytes(&slice->notes[k].event, &slice->notes[i].event))
                event->location = slice->events[k].location;
        if (event->location == MODEL_NONE)
            event->location = next++;
        event->reference = event->location;
    }
}

static void relate_pairs(struct slice *slice, struct execution *x) {
    for (uint32_t a = 0; a < slice->count; a++)
        for (uint32_t b = 0; b < slice->count; b++) {
            const struct race_note *one = &slice->notes[a], *two = &slice->notes[b];
            bool one_thread = slice->events[a].thread == slice->events[b].thread;
            bool writes = one->event.kind & two->event.kind & MODEL_WRITE &&
                          one->event.flags & two->event.flags & MODEL_ATOMIC &&
                          slice->events[a].location == slice->events[b].location;
            if (one_thread && a < b)
                relation_add(x->pool, x->po, a, b);
            if (two->source_at && two->source_at == one->event.index &&
                two->source_invocation == one->event.invocation) {
                relation_add(x->pool, x->rf, a, b);
                slice->events[b].source = (int32_t)a;
            }
            if (writes && one->sequence < two->sequence)
                relation_add(x->pool, x->mo, a, b);
        }
}

static void relate(const struct race_run *run, struct slice *slice, struct execution *x) {
    event_set accesses, all;
    uint32_t *numbers = relations_numbers(x->pool);
    x->po = relation_empty(x->pool);
    x->rf = relation_empty(x->pool);
    x->mo = relation_empty(x->pool);
    x->depends = relation_empty(x->pool);
    relate_pairs(slice, x);
    all = model_events(x, 0, 0);
    accesses = set_union(x->pool, model_events(x, MODEL_READ, 0), model_events(x, MODEL_WRITE, 0));
    for (uint32_t i = 0; i < x->count; i++)
        numbers[i] = slice->events[i].location;
    x->same_location =
        relation_minus(x->pool, relation_same_key(x->pool, accesses, numbers), relation_identity(x->pool, accesses));
    for (uint8_t level = 0; level <= MODEL_LEVELS; level++) {
        for (uint32_t i = 0; i < x->count; i++)
            numbers[i] = level < MODEL_LEVELS ? race_instance(&run->order, slice->notes[i].event.invocation, level)
                                              : (uint32_t)slice->events[i].thread;
        x->within[level] = relation_same_key(x->pool, all, numbers);
    }
}

/* ---- in words ---- */

static void explain(struct race_run *run, struct slice *slice, const char *name, bool reached,
                    struct litmus_messages *messages) {
    uint64_t address = slice->notes[slice->second].event.address;
    struct model_options options = {.chains = true};
    struct relations pool;
    struct program program;
    program_init(&program, run->arena);
    program.groups = run->program->groups;
    program.language = run->program->language;
    for (uint32_t i = 0; i < slice->thread_count; i++) {
        const char *who = run->program->who(run->program->user, slice->invocations[i]);
        struct program_thread *thread = program_add_thread(&program, who);
        for (uint8_t level = 0; level < MODEL_LEVELS; level++)
            thread->scopes.instance[level] = race_instance(&run->order, slice->invocations[i], level);
    }
    program_add_cell(&program, name, address, slice->notes[slice->second].event.bytes);
    number_locations(slice);
    relations_init(&pool, run->arena);
    relations_begin(&pool, slice->count);
    struct execution x = {.pool = &pool,
                          .options = &options,
                          .events = slice->events,
                          .count = slice->count,
                          .complete = true,
                          .race_first = MODEL_NONE,
                          .race_second = MODEL_NONE};
    relate(run, slice, &x);
    model_vulkan.evaluate(&x);
    x.race_first = slice->first;
    x.race_second = slice->second;
    const struct explored one = {
        .program = &program, .x = &x, .written = slice->written, .rounds = slice->rounds, .reached = reached};
    explain_any_race(run->arena, &one, messages);
}

static bool is_pair(uint32_t one, uint32_t two, uint32_t a, uint32_t b) {
    return (one == a && two == b) || (one == b && two == a);
}

static struct race_finding *known(struct race_run *run, const struct race_event *a, const struct race_event *b) {
    for (uint32_t i = 0; i < run->answer->count; i++) {
        struct race_finding *finding = &run->answer->findings[i];
        if (is_pair(finding->words[0], finding->words[1], a->operation->origin, b->operation->origin))
            return finding;
    }
    return NULL;
}

bool race_doubts(const struct race_answer *answer, const struct model_operation *a, const struct model_operation *b) {
    for (uint32_t i = 0; i < answer->doubt_count; i++) {
        const struct race_doubt *doubt = &answer->doubts[i];
        if (is_pair(doubt->operations[0]->origin, doubt->operations[1]->origin, a->origin, b->origin))
            return true;
    }
    return false;
}

void race_doubt(struct race_answer *answer, const struct model_operation *a, const struct model_operation *b) {
    if (answer->doubt_count < RACE_DOUBTS && !race_doubts(answer, a, b))
        answer->doubts[answer->doubt_count++] = (struct race_doubt){{a, b}};
}

bool race_counts(const struct race_run *run, const struct race_event *first, const struct race_event *second) {
    const struct race_program *program = run->program;
    return !program->counts || program->counts(program->user, first->operation, second->operation);
}

void race_find(struct race_run *run, const struct race_event *first, const struct race_event *second) {
    struct race_answer *answer = run->answer;
    if (!race_counts(run, first, second)) {
        race_doubt(answer, first->operation, second->operation);
        return;
    }
    struct race_finding *finding = known(run, first, second);
    if (finding) {
        finding->times++;
        return;
    }
    answer->more |= answer->count >= run->options->most;
    if (answer->count >= run->options->most)
        return;
    struct slice *slice = arena_allocate_array(run->arena, 1, sizeof *slice);
    bool reached = race_order_is_reached(&run->order, first, second);
    struct race_hop hops[MAX_HOPS];
    slice->first = add_thread(run, slice, first, 0, 0, UINT32_MAX);
    slice->second = add_thread(run, slice, second, 1, 0, second->index);
    add_hops(run, slice, hops, reached ? race_path(run, first, second, hops, MAX_HOPS) : 0);
    finding = ARENA_PUSH(run->arena, answer->findings, answer->count, answer->capacity);
    const uint32_t size = run->program->group_size;
    const char *name = run->program->name(run->program->user, slice->notes[slice->second].event.address, run->at_group);
    *finding = (struct race_finding){.words = {first->operation->origin, second->operation->origin},
                                     .groups = {first->invocation / size, second->invocation / size},
                                     .memory = name ? name : "memory",
                                     .times = 1};
    struct litmus_messages messages = {0};
    explain(run, slice, name ? name : "memory", reached, &messages);
    answer->findings[answer->count - 1].messages = messages;
}
