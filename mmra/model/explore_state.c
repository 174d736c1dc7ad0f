#include "mmra/model/explore_state.h"

static const struct model_operation initial_value = {.kind = MODEL_WRITE | MODEL_INITIAL,
                                                     .flags = MODEL_ATOMIC | MODEL_STORE_AVAILABLE,
                                                     .spaces = MODEL_ALL_SPACES,
                                                     .ordered = MODEL_ALL_SPACES,
                                                     .text = "initial value"};
/* A3: every thread begins with an acquire at system scope, without tags. */
static const struct model_operation thread_begin = {.kind = MODEL_BEGIN,
                                                    .flags = MODEL_ACQUIRE,
                                                    .spaces = MODEL_ALL_SPACES,
                                                    .ordered = MODEL_ALL_SPACES,
                                                    .text = "begin"};

uint32_t state_add_event(struct explorer *e, struct explore_state *state, int32_t thread,
                         const struct model_operation *operation) {
    struct explore_event *event = ARENA_PUSH(e->arena, state->events, state->event_count, state->event_capacity);
    memset(event, 0, sizeof *event);
    event->model.operation = operation;
    event->model.kind = operation->kind;
    event->model.flags = operation->flags;
    event->model.thread = thread;
    event->model.source = MODEL_SOURCE_NONE;
    event->model.location = MODEL_NONE;
    return state->event_count - 1;
}

uint32_t state_add_node(struct explorer *e, struct explore_state *state, enum node_kind kind) {
    struct node *node = ARENA_PUSH(e->arena, state->nodes, state->node_count, state->node_capacity);
    memset(node, 0, sizeof *node);
    node->kind = (uint8_t)kind;
    return state->node_count - 1;
}

static uint32_t add_known(struct explorer *e, struct explore_state *state, uint64_t value, bool undefined) {
    uint32_t number = state_add_node(e, state, NODE_VALUE);
    struct node *node = &state->nodes[number];
    node->known = true;
    node->undefined = undefined;
    node->value = value;
    return number;
}

static void allocate_threads(struct explorer *e, struct explore_state *state) {
    state->threads = arena_allocate_array(e->arena, e->program->thread_count, sizeof *state->threads);
    state->registers = arena_allocate_array(e->arena, e->register_count, sizeof *state->registers);
    state->visits = arena_allocate_array(e->arena, e->head_count, sizeof *state->visits);
    state->remembered = arena_allocate_array(e->arena, (size_t)e->head_count * e->widest, sizeof *state->remembered);
}

void state_begin(struct explorer *e, struct explore_state *state) {
    memset(state, 0, sizeof *state);
    allocate_threads(e, state);
    state_add_node(e, state, NODE_VALUE); /* node 0: no value */
    for (uint32_t cell = 0; cell < e->program->cell_count; cell++) {
        const struct program_cell *c = &e->program->cells[cell];
        uint32_t event = state_add_event(e, state, -1, &initial_value);
        state->events[event].model.location = state->events[event].model.reference = cell;
        state->events[event].value = add_known(e, state, c->initial, c->undefined);
    }
    for (uint32_t t = 0; t < e->program->thread_count; t++) {
        const struct program_thread *thread = &e->program->threads[t];
        for (uint32_t r = 0; r < thread->register_count; r++)
            if (thread->registers[r].has_value)
                state->registers[e->first_register[t] + r] = add_known(e, state, thread->registers[r].value, false);
        state->threads[t].waits_from = state->threads[t].kept_from = state->threads[t].round_from = MODEL_NONE;
        if (e->model->begins_and_ends)
            state_add_event(e, state, (int32_t)t, &thread_begin);
    }
}

/* Copies `count` elements to a growable array of the target, which keeps its memory from earlier copies. */
static void copy_array(struct explorer *e, void *target_items, uint32_t *target_capacity, const void *source,
                       uint32_t count, size_t size) {
    void *items;
    memcpy(&items, target_items, sizeof items);
    if (*target_capacity < count) {
        *target_capacity = count + count / 2 + 8;
        items = arena_allocate(e->arena, *target_capacity * size);
        memcpy(target_items, &items, sizeof items);
    }
    if (count)
        memcpy(items, source, count * size);
}

void state_copy(struct explorer *e, struct explore_state *target, const struct explore_state *source) {
    if (!target->threads)
        allocate_threads(e, target);
    copy_array(e, &target->events, &target->event_capacity, source->events, source->event_count,
               sizeof *source->events);
    copy_array(e, &target->nodes, &target->node_capacity, source->nodes, source->node_count, sizeof *source->nodes);
    copy_array(e, &target->order, &target->order_capacity, source->order, source->order_count, sizeof *source->order);
    target->event_count = source->event_count;
    target->node_count = source->node_count;
    target->order_count = source->order_count;
    memcpy(target->threads, source->threads, e->program->thread_count * sizeof *source->threads);
    memcpy(target->registers, source->registers, e->register_count * sizeof *source->registers);
    memcpy(target->visits, source->visits, e->head_count * sizeof *source->visits);
    memcpy(target->remembered, source->remembered, (size_t)e->head_count * e->widest * sizeof *source->remembered);
    target->groups = source->groups;
    target->impossible = source->impossible;
    target->ordered = source->ordered;
}

/* ---- values ---- */

static bool update_read(struct explore_state *state, struct node *node) {
    int32_t source = state->events[node->a].model.source;
    if (source == MODEL_SOURCE_UNDEF) {
        node->known = node->undefined = true;
    } else if (source >= 0) {
        const struct node *written = &state->nodes[state->events[source].value];
        node->known = written->known;
        node->undefined = written->undefined;
        node->value = written->value;
    }
    return node->known;
}

static bool update_computed(struct explore_state *state, struct node *node) {
    const struct node *a = &state->nodes[node->a], *b = &state->nodes[node->b], *c = &state->nodes[node->c];
    if ((node->a && !a->known) || (node->b && !b->known) || (node->c && !c->known))
        return false;
    node->known = true;
    bool select = node->instruction->alu == PROGRAM_SELECT && !a->undefined; /* the other one may be anything */
    bool b_counts = node->b && (!select || a->value & 1), c_counts = node->c && (!select || !(a->value & 1));
    node->undefined = (node->a && a->undefined) || (b_counts && b->undefined) || (c_counts && c->undefined);
    if (!node->undefined && !program_compute(node->instruction, a->value, b->value, c->value, &node->value))
        node->undefined = true;
    return true;
}

static bool violated(const struct explore_state *state, const struct explore_event *event) {
    const struct node *compared = &state->nodes[event->compared];
    if (event->constraint == CONSTRAINT_NONE || event->model.source < 0 || !compared->known || compared->undefined)
        return false;
    const struct node *written = &state->nodes[state->events[event->model.source].value];
    return written->known && !written->undefined &&
           (written->value == compared->value) != (event->constraint == CONSTRAINT_EQUAL);
}

uint32_t state_copied_node(const struct explore_state *state, uint32_t node) {
    for (;;) {
        const struct node *n = &state->nodes[node];
        if (n->kind != NODE_COMPUTED || n->instruction->alu != PROGRAM_COPY ||
            (n->instruction->from_width && n->instruction->from_width != n->instruction->width))
            return node;
        node = n->a;
    }
}

void state_update_node(struct explore_state *state, uint32_t number) {
    struct node *node = &state->nodes[number];
    if (node->kind == NODE_COMPUTED)
        update_computed(state, node);
}

void state_update_values(struct explore_state *state) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < state->node_count; i++) {
            struct node *node = &state->nodes[i];
            if (!node->known && node->kind != NODE_VALUE)
                changed |= node->kind == NODE_READ ? update_read(state, node) : update_computed(state, node);
        }
    }
    for (uint32_t i = 0; i < state->event_count; i++)
        if (violated(state, &state->events[i]))
            state->impossible = true;
}

bool state_goes_on(const struct explorer *e) {
    const struct explore_options *options = e->options;
    if (!e->statistics->gave_up && options->goes_on)
        e->statistics->gave_up = !options->goes_on(options->goes_on_user, e->statistics);
    return !e->statistics->gave_up;
}
