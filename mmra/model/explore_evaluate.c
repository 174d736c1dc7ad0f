/* From the state of an exploration to an execution that a model can judge. */
#include "mmra/model/explore_state.h"

static void relate_program_order(struct execution *x, uint32_t *later, uint32_t threads) {
    memset(later, 0xFF, threads * sizeof *later); /* MODEL_NONE */
    for (uint32_t i = x->count; i-- > 0;) {
        int32_t thread = x->events[i].thread;
        if (thread < 0)
            continue;
        if (later[thread] != MODEL_NONE) {
            relation_set_row(x->pool, x->po, i, relation_row(x->pool, x->po, later[thread]));
            relation_add(x->pool, x->po, i, later[thread]);
        }
        later[thread] = i;
    }
}

/* The calls of a thread are invocations of their own: what is left of its order is the order of calls. */
static void relate_calls(struct execution *x) {
    uint32_t *invocations = relations_numbers(x->pool);
    event_set all = model_events(x, 0, 0);
    for (uint32_t i = 0; i < x->count; i++)
        invocations[i] = x->events[i].thread < 0 ? 0 : x->events[i].operation->call;
    relation same = relation_same_key(x->pool, all, invocations), whole = x->po;
    x->po = relation_intersection(x->pool, whole, same);
    x->calls = relation_minus(x->pool, whole, same);
}

static void relate_locations(struct execution *x) {
    uint32_t *locations = relations_numbers(x->pool);
    event_set accesses = set_empty(x->pool);
    for (uint32_t i = 0; i < x->count; i++) {
        locations[i] = x->events[i].location;
        if (locations[i] != MODEL_NONE)
            set_add(accesses, i);
    }
    x->same_location =
        relation_minus(x->pool, relation_same_key(x->pool, accesses, locations), relation_identity(x->pool, accesses));
}

static void relate_instances(struct explorer *e, struct execution *x) {
    uint32_t *instances = relations_numbers(x->pool);
    event_set initial = model_events(x, MODEL_INITIAL, 0), all = model_events(x, 0, 0);
    event_set of_threads = set_minus(x->pool, all, initial);
    relation everywhere =
        RELATION_UNION(x->pool, relation_product(x->pool, initial, all), relation_product(x->pool, all, initial));
    for (uint8_t level = 0; level <= MODEL_LEVELS; level++) {
        SET_EACH (x->pool, of_threads, i) {
            int32_t thread = x->events[i].thread;
            uint32_t call = x->events[i].operation->call;
            instances[i] = level < MODEL_LEVELS ? e->scopes[thread].instance[level] : (uint32_t)thread;
            if (call && level >= e->program->call_level)
                instances[i] = UINT32_C(1) << 31 | (uint32_t)thread << 8 | call;
        }
        x->within[level] = RELATION_UNION(x->pool, everywhere, relation_same_key(x->pool, of_threads, instances));
    }
}

/* A read-modify-write's own read is no dependency: it is the same event. */
static void relate_values(struct explorer *e, struct execution *x, const struct explore_state *state) {
    struct event_lists *lists = &e->lists;
    for (uint32_t i = 0; i < x->count; i++) {
        if (x->events[i].source >= 0)
            relation_add(x->pool, x->rf, (uint32_t)x->events[i].source, i);
        event_list none = e->options->doubts_are_none ? state->events[i].doubts : 0;
        EVENT_LIST_EACH(lists, state->events[i].matters, read)
        if (read != i && !event_lists_has(lists, none, read))
            relation_add(x->pool, x->depends, read, i);
    }
}

static void relate_order(struct explorer *e, struct execution *x, const struct explore_state *state) {
    for (uint32_t i = 0; i < state->order_count; i++)
        if (!state->events[state->order[i].before].unreached && !state->events[state->order[i].after].unreached)
            relation_add(x->pool, x->mo, state->order[i].before, state->order[i].after);
    for (uint32_t a = 0; e->model->begins_and_ends && a < e->program->cell_count; a++)
        for (uint32_t b = e->program->cell_count; b < x->count; b++)
            if (x->events[a].location == x->events[b].location && (x->events[b].kind & MODEL_WRITE) &&
                (x->events[b].flags & (MODEL_ATOMIC | MODEL_UNORDERED)) == MODEL_ATOMIC)
                relation_add(x->pool, x->mo, a, b);
    x->mo = relation_closure(x->pool, x->mo);
}

static void make_room(struct explorer *e, uint32_t count) {
    if (count <= e->view_capacity)
        return;
    e->view_capacity = count + count / 2 + 64;
    e->view = arena_allocate_array(e->arena, e->view_capacity, sizeof *e->view);
    e->decided = arena_allocate_array(e->arena, e->view_capacity, sizeof *e->decided);
}

void state_relations(struct explorer *e, const struct explore_state *state) {
    struct execution *x = &e->execution;
    memset(x, 0, sizeof *x);
    make_room(e, state->event_count);
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct model_event *event = &state->events[i].model;
        e->view[i] = *event;
        if (state->events[i].unreached) /* it stays where it is, and is nothing */
            e->view[i] = (struct model_event){.operation = event->operation,
                                              .thread = event->thread,
                                              .location = MODEL_NONE,
                                              .reference = MODEL_NONE,
                                              .source = MODEL_SOURCE_NONE};
    }
    relations_begin(&e->pool, state->event_count);
    *x = (struct execution){.pool = &e->pool,
                            .options = &e->options->model,
                            .tags = e->program->tags,
                            .events = e->view,
                            .count = state->event_count,
                            .system_order = e->program->system_order,
                            .system_order_count = e->program->system_order_count,
                            .race_first = MODEL_NONE,
                            .race_second = MODEL_NONE};
    x->po = relation_empty(&e->pool);
    x->rf = relation_empty(&e->pool);
    x->mo = relation_empty(&e->pool);
    x->depends = relation_empty(&e->pool);
    relate_program_order(x, e->later, e->program->thread_count);
    if (e->program->call_level)
        relate_calls(x);
    relate_locations(x);
    relate_instances(e, x);
    relate_values(e, x, state);
    relate_order(e, x, state);
}

bool state_may_see(const struct explorer *e, uint32_t read, uint32_t write) {
    const struct execution *x = &e->execution;
    return e->options->without & EXPLORE_SOURCES || !x->may_see || relation_has(x->pool, x->may_see, read, write);
}

/* Whether all values are known that operations perhaps do not depend on. */
static bool knows_doubtful_values(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < state->event_count; i++)
        EVENT_LIST_EACH(&e->lists, state->events[i].doubts, read)
    if (!state->nodes[state->events[read].read].known)
        return false;
    return true;
}

/* The operation that perhaps does not depend on what was read, if that alone makes values come from themselves; then
 * the execution under evaluation is the one without these dependencies. NULL: it is not so. */
static const struct model_operation *leave_out_doubts(struct explorer *e, const struct explore_state *state) {
    const struct model_operation *doubtful = NULL;
    for (uint32_t i = 0; i < state->event_count; i++)
        if (state->events[i].doubts)
            doubtful = state->events[i].model.operation;
    struct execution *x = &e->execution;
    if (!doubtful || e->statistics->doubtful || relation_acyclic(x->pool, RELATION_UNION(x->pool, x->rf, x->depends)))
        return NULL;
    state_relations(e, state);
    x->depends = relation_empty(x->pool);
    for (uint32_t i = 0; i < x->count; i++) {
        EVENT_LIST_EACH(&e->lists, state->events[i].matters, read)
        if (read != i && !event_lists_has(&e->lists, state->events[i].doubts, read))
            relation_add(x->pool, x->depends, read, i);
    }
    if (!relation_acyclic(x->pool, RELATION_UNION(x->pool, x->rf, x->depends)))
        return NULL;
    if (knows_doubtful_values(e, state))
        return doubtful;
    e->statistics->doubtful = doubtful; /* a value that comes from itself stays unknown: nothing can stand at the end */
    return NULL;
}

/* Whether some thread acts upon a value that is not known yet: perhaps nothing of that comes true. */
static bool foresees(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].foreseen_count)
            return true;
    return false;
}

static bool evaluate(struct explorer *e, bool complete) {
    e->statistics->evaluations++;
    e->execution.complete = complete;
    e->execution.decided = complete ? e->decided : NULL;
    return e->model->evaluate(&e->execution);
}

bool state_evaluate(struct explorer *e, struct explore_state *state, bool complete) {
    state_relations(e, state);
    bool consistent = evaluate(e, complete);
    e->in_doubt = NULL;
    if (e->execution.unordered || !foresees(e, state)) {
        e->statistics->mixed_writes |= e->execution.mixed_writes;
        e->statistics->mixed_reads |= e->execution.mixed_reads;
    }
    if (!consistent) {
        e->in_doubt = leave_out_doubts(e, state);
        consistent = e->in_doubt && evaluate(e, complete);
    }
    return consistent;
}
