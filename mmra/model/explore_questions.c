/* Questions about a state that decisions, steps and endings share. */
#include "mmra/model/explore_state.h"

bool state_is_open_read(const struct explore_event *event) {
    return (event->model.kind & MODEL_READ) && event->model.source == MODEL_SOURCE_NONE && !event->unreached;
}

bool state_may_take(const struct explore_state *state, uint32_t read, uint32_t write) {
    const struct explore_event *r = &state->events[read], *w = &state->events[write];
    bool later = w->model.thread == r->model.thread && write >= read;
    if (!(w->model.kind & MODEL_WRITE) || w->model.location != r->model.location || later)
        return false;
    int32_t must = r->instruction->must_read;
    if (must == PROGRAM_READS_INITIAL)
        return w->model.kind & MODEL_INITIAL;
    return must == PROGRAM_READS_ANY || (w->model.thread == must >> 16 && w->position == (uint32_t)(must & 0xFFFF));
}

bool state_all_ended(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status != THREAD_ENDED)
            return false;
    return true;
}

static bool same_invocation(const struct explore_event *a, const struct explore_event *b) {
    return a->model.thread == b->model.thread && a->model.operation->call == b->model.operation->call;
}

bool state_is_overtaken(const struct explorer *e, const struct explore_state *state, uint32_t write, uint32_t thread) {
    const struct explore_event *w = &state->events[write];
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *other = &state->events[i];
        if (i == write || !(other->model.kind & MODEL_WRITE) || other->model.location != w->model.location ||
            state_is_open_read(other) || other->unreached || state_is_behind_barrier_of(e, state, i, thread))
            continue; /* a read-modify-write that is put off may never happen */
        if (w->model.kind & MODEL_INITIAL || (same_invocation(other, w) && i > write))
            return true;
        for (uint32_t read = 0; read <= i; read++)
            if (same_invocation(&state->events[read], other) && state->events[read].model.source == (int32_t)write)
                return true;
    }
    return false;
}

void state_note_ran(const struct explorer *e, const struct explore_state *state, uint32_t thread, uint32_t from) {
    uint8_t *ran = e->options->ran;
    const struct explore_thread *t = &state->threads[thread];
    if (!ran)
        return;
    for (uint32_t i = from; i < state->event_count; i++)
        if (state->events[i].model.thread == (int32_t)thread)
            ran[state->events[i].model.operation->origin] = true;
    if (t->fault && t->at < e->program->threads[thread].code_count)
        ran[e->program->threads[thread].code[t->at].operation.origin] = true;
}

bool state_comes_true(const struct explorer *e, struct explore_state *state, bool all) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        struct explore_thread *thread = &state->threads[i];
        for (uint32_t k = thread->foreseen_count; k-- > 0;) {
            const struct node *node = &state->nodes[thread->foreseen[k].node];
            if (!node->known && !all)
                continue;
            if (!node->known || node->undefined || (node->value & 1) != thread->foreseen[k].value)
                return false;
            thread->foreseen[k] = thread->foreseen[--thread->foreseen_count];
        }
    }
    return true;
}

/* ---- rounds that do nothing ---- */

enum { MOST_COMPARED = 256 };

/* The way of a branch by which the thread has come to hold a value is no part of the value, so that copies count for
 * what they are copies of. */
static bool are_the_same(const struct explore_state *state, uint32_t a, uint32_t b, uint32_t *left) {
    a = state_copied_node(state, a);
    b = state_copied_node(state, b);
    const struct node *x = &state->nodes[a], *y = &state->nodes[b];
    if (a == b || !a || !b || *left == 0)
        return a == b;
    --*left;
    if (x->known || y->known)
        return x->known && y->known && x->undefined == y->undefined && x->value == y->value;
    return x->kind == NODE_COMPUTED && y->kind == NODE_COMPUTED && x->instruction == y->instruction &&
           are_the_same(state, x->a, y->a, left) && are_the_same(state, x->b, y->b, left) &&
           are_the_same(state, x->c, y->c, left);
}

bool state_same_values(const struct explore_state *state, uint32_t a, uint32_t b) {
    uint32_t left = MOST_COMPARED;
    return are_the_same(state, a, b, &left);
}
