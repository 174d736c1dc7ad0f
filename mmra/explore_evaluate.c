/* From the state of an exploration to an execution that a model can judge. */
#include "mmra/explore_state.h"

static void relate_program_order(struct execution *x) {
    for (uint32_t a = 0; a < x->count; a++)
        for (uint32_t b = a + 1; b < x->count; b++)
            if (x->events[a].thread >= 0 && x->events[a].thread == x->events[b].thread)
                relation_add(x->pool, x->po, a, b);
}

static void relate_locations(struct execution *x) {
    for (uint32_t a = 0; a < x->count; a++)
        for (uint32_t b = 0; b < x->count; b++)
            if (a != b && x->events[a].location != MODEL_NONE &&
                x->events[a].location == x->events[b].location)
                relation_add(x->pool, x->same_location, a, b);
}

/* A read-modify-write's own read is no dependency: it is the same event. */
static void relate_values(struct execution *x, const struct explore_state *state) {
    for (uint32_t i = 0; i < x->count; i++) {
        if (x->events[i].source >= 0)
            relation_add(x->pool, x->rf, (uint32_t)x->events[i].source, i);
        for (uint32_t read = 0; read < x->count; read++)
            if (read != i && bits_has(&state->events[i].depends, read))
                relation_add(x->pool, x->depends, read, i);
    }
}

static void relate_order(struct explorer *e, struct execution *x, const struct explore_state *state) {
    for (uint32_t i = 0; i < state->order_count; i++)
        relation_add(x->pool, x->mo, state->order[i].before, state->order[i].after);
    for (uint32_t a = 0; e->model->begins_and_ends && a < e->program->cell_count; a++)
        for (uint32_t b = e->program->cell_count; b < x->count; b++)
            if (x->events[a].location == x->events[b].location && (x->events[b].kind & MODEL_WRITE) &&
                (x->events[b].flags & (MODEL_ATOMIC | MODEL_UNORDERED)) == MODEL_ATOMIC)
                relation_add(x->pool, x->mo, a, b);
    x->mo = relation_closure(x->pool, x->mo);
}

void state_relations(struct explorer *e, const struct explore_state *state) {
    struct execution *x = &e->execution;
    memset(x, 0, sizeof *x);
    for (uint32_t i = 0; i < state->event_count; i++)
        e->view[i] = state->events[i].model;
    relations_begin(&e->pool, state->event_count);
    *x = (struct execution){.pool = &e->pool,
                            .options = &e->options->model,
                            .tags = e->program->tags,
                            .events = e->view,
                            .count = state->event_count,
                            .places = e->places,
                            .system_order = e->program->system_order,
                            .system_order_count = e->program->system_order_count,
                            .race_first = MODEL_NONE,
                            .race_second = MODEL_NONE};
    x->po = relation_empty(&e->pool);
    x->rf = relation_empty(&e->pool);
    x->mo = relation_empty(&e->pool);
    x->depends = relation_empty(&e->pool);
    x->same_location = relation_empty(&e->pool);
    relate_program_order(x);
    relate_locations(x);
    relate_values(x, state);
    relate_order(e, x, state);
}

bool state_evaluate(struct explorer *e, struct explore_state *state, bool complete) {
    e->statistics->evaluations++;
    state_relations(e, state);
    e->execution.complete = complete;
    e->execution.decided = complete ? e->decided : NULL;
    bool consistent = e->model->evaluate(&e->execution);
    e->statistics->mixed_scopes |= e->execution.mixed_scopes;
    return consistent;
}
