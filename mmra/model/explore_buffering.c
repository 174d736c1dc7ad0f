/* Load buffering: where no thread can go on, whether one may act before it knows what its reads took. Each thread that
 * waits has a read that takes a write to come. Those writes lead in a circle from thread to thread, and around it each
 * thread reads before it writes. If all but one of these reads synchronize with what they take, the last one is ordered
 * before its own write, which both models forbid (docs/reference/models.md, "Dependencies").
 *
 * A read R counts as synchronizing if
 * - all accesses to its location are atomic, under one reference, in scope of each other, and ordered (not
 *   unordered);
 * - R acquires, or its thread has passed an acquire fence since, and each write to come of another thread that R may
 *   take releases, or a release fence stands before it on every way there (a compare-exchange that succeeds does not
 *   take a store of another constant);
 * - these operations are in scope of all threads, order all storage classes or address spaces that the program
 *   accesses, and are compatible with all operations;
 * - the last read of the circle, and what it may take, are ordered by happens-before at all: in Vulkan's model they
 *   are not private.
 * Calls of shaders are left alone. */
#include "mmra/model/explore_state.h"

/* Whether the event or instruction is in scope of every thread. */
static bool reaches_all(const struct explorer *e, uint8_t level) {
    for (uint32_t t = 1; level < MODEL_LEVELS && t < e->program->thread_count; t++)
        if (e->scopes[t].instance[level] != e->scopes[0].instance[level])
            return false;
    return level < MODEL_LEVELS;
}

static bool is_access(const struct program_instruction *i) {
    return i->opcode == PROGRAM_ACCESS && i->operation.kind & (MODEL_READ | MODEL_WRITE);
}

/* Storage classes of Vulkan or address spaces of AMDGPU: what the operation accesses, and what it orders. */
static uint32_t accessed(const struct explorer *e, const struct model_operation *o) {
    return e->model->decides_plain_reads ? (uint32_t)o->spaces : UINT32_C(1) << o->storage_class;
}

static uint32_t ordered(const struct explorer *e, const struct model_operation *o) {
    if (!e->model->decides_plain_reads)
        return o->semantics;
    return o->flags & MODEL_ONE_SPACE ? 0 : (uint32_t)o->ordered;
}

/* Whether what the instruction acquires or releases is order between all accesses of all threads, but for those that
 * the annotations of either keep apart. */
static bool orders_all(const struct explorer *e, const struct program_instruction *i) {
    const struct model_operation *o = &i->operation;
    if (!((o->flags | o->failure_flags) & (MODEL_ACQUIRE | MODEL_RELEASE)) || o->flags & MODEL_UNORDERED ||
        !reaches_all(e, o->scope))
        return false;
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        for (uint32_t k = 0; k < e->program->threads[t].code_count; k++) {
            const struct program_instruction *other = &e->program->threads[t].code[k];
            bool event = is_access(other) || other->opcode == PROGRAM_EVENT || other->opcode == PROGRAM_BARRIER;
            if ((is_access(other) && accessed(e, &other->operation) & ~ordered(e, o)) ||
                (event && e->program->tags && !mmra_compatible(e->program->tags, o->tags, other->operation.tags)))
                return false;
        }
    return true;
}

void explore_find_buffering(struct explorer *e) {
    const struct program *program = e->program;
    e->orders = arena_allocate_array(e->arena, program->thread_count, sizeof *e->orders);
    for (uint32_t t = 0; t < program->thread_count; t++) {
        e->orders[t] = arena_allocate_array(e->arena, program->threads[t].code_count, sizeof **e->orders);
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            e->orders[t][i] = orders_all(e, &program->threads[t].code[i]);
    }
}

/* Whether order between operations is order of this access: Vulkan's model has none of private ones. */
static bool is_ordered(const struct explorer *e, uint16_t flags, const struct model_operation *o) {
    return e->model->decides_plain_reads ? o->spaces & (MODEL_GLOBAL | MODEL_LOCAL) : flags & MODEL_NONPRIVATE;
}

struct waiting {
    const struct explorer *e;
    const struct explore_state *state;
    bool *seen;      /* instructions of a thread, */
    uint32_t *stack; /* while they are looked at */
};

/* Whether the write cannot be what the read takes: it stores another constant than a compare-exchange needs. */
static bool has_other_value(const struct explore_state *state, const struct explore_event *read,
                            const struct program_instruction *write) {
    const struct node *compared = &state->nodes[read->compared];
    return read->constraint == CONSTRAINT_EQUAL && read->compared && compared->known && !compared->undefined &&
           write->b.kind == PROGRAM_CONSTANT && write->b.value != compared->value &&
           (write->compare_exchange || write->operation.kind == MODEL_WRITE);
}

/* Whether each write to come of the thread that the read may take is released; or else, whether it is ordered at all.
 */
static bool all_writes(const struct waiting *w, uint32_t number, const struct explore_event *read, bool released) {
    const struct program_thread *thread = &w->e->program->threads[number];
    uint32_t waiting = 0, next[2];
    memset(w->seen, 0, thread->code_count * sizeof *w->seen);
    w->stack[waiting++] = w->state->threads[number].at;
    w->seen[w->stack[0]] = true;
    while (waiting) {
        uint32_t at = w->stack[--waiting];
        const struct program_instruction *i = &thread->code[at];
        bool releases = i->operation.flags & MODEL_RELEASE && w->e->orders[number][at];
        if (released && releases && i->operation.kind & MODEL_FENCE)
            continue;
        bool fits = released ? releases : is_ordered(w->e, i->operation.flags, &i->operation);
        if (is_access(i) && i->operation.kind & MODEL_WRITE && !fits &&
            program_may_access(w->e->program, i, read->model.location) && !has_other_value(w->state, read, i))
            return false;
        uint32_t nexts = program_successors(thread, at, next);
        for (uint32_t k = 0; k < nexts; k++)
            if (!w->seen[next[k]]) {
                w->seen[next[k]] = true;
                w->stack[waiting++] = next[k];
            }
    }
    return true;
}

static bool all_others_write(const struct waiting *w, const struct explore_event *read, bool released) {
    for (uint32_t t = 0; t < w->e->program->thread_count; t++)
        if ((int32_t)t != read->model.thread && w->state->threads[t].status != THREAD_ENDED &&
            !all_writes(w, t, read, released))
            return false;
    return true;
}

/* Whether the read, or an operation after it in its thread, is an acquire, so that what the thread does from now on
 * comes after that. */
static bool is_acquired(const struct waiting *w, uint32_t read) {
    int32_t thread = w->state->events[read].model.thread;
    for (uint32_t i = read; i < w->state->event_count; i++) {
        const struct explore_event *event = &w->state->events[i];
        if (event->model.thread == thread && event->model.flags & MODEL_ACQUIRE && event->instruction &&
            (i == read || event->model.kind & MODEL_FENCE) && w->e->orders[thread][event->position])
            return true;
    }
    return false;
}

enum waits { WAITS_SYNCHRONIZED, WAITS_IN_ORDER, WAITS_ANYHOW };

/* How the thread waits: for a write with which its read synchronizes; for one that must not be ordered after its read;
 * or for anything else. */
static enum waits waits_of(const struct waiting *w, uint32_t number) {
    enum waits waits = WAITS_ANYHOW;
    if (w->state->threads[number].status != THREAD_NEEDS_VALUE)
        return waits;
    for (uint32_t i = 0; i < w->state->event_count; i++) {
        const struct explore_event *read = &w->state->events[i];
        if (read->model.thread != (int32_t)number || !state_is_open_read(read) || !read->put_off ||
            !is_ordered(w->e, read->model.flags, read->model.operation) || !all_others_write(w, read, false))
            continue;
        waits = WAITS_IN_ORDER;
        if (w->e->quiet[read->model.location] && is_acquired(w, i) && all_others_write(w, read, true))
            return WAITS_SYNCHRONIZED;
    }
    return waits;
}

bool state_may_buffer(const struct explorer *e, const struct explore_state *state) {
    const struct model_options *options = &e->options->model;
    struct waiting w = {.e = e, .state = state};
    uint32_t widest = 0, others = 0;
    if (e->options->without & EXPLORE_BUFFERING || e->program->call_level || options->any_execution)
        return true;
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        widest = e->program->threads[t].code_count > widest ? e->program->threads[t].code_count : widest;
    w.seen = arena_allocate_array(e->arena, widest, sizeof *w.seen);
    w.stack = arena_allocate_array(e->arena, widest, sizeof *w.stack);
    for (uint32_t t = 0; t < e->program->thread_count && others < 2; t++)
        if (state->threads[t].status != THREAD_ENDED && state->threads[t].status != THREAD_STOPPED) {
            enum waits waits = waits_of(&w, t);
            others += waits == WAITS_ANYHOW ? 2 : waits == WAITS_IN_ORDER;
        }
    arena_give_back(e->arena, w.seen);
    arena_give_back(e->arena, w.stack);
    return others > 1;
}
