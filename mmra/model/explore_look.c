/* Looks. A thread that looks at a location before it accesses it again may see the same value twice, written by two
 * writes. Where nobody can tell which of them it saw first, it saw the second one both times (docs/reference/models.md,
 * "Looks").
 *
 * Let R be the look, A the next event, W what A takes. That R takes W too is an execution, with the same values:
 * - R orders nothing: it is a relaxed atomic, and its thread has no fence that acquires. So happens-before is the
 *   same.
 * - R and A have the same location, reference, scope, storage class and tags, and all accesses to the location are
 *   atomics in scope of each other. What R comes before is A, or A comes before it too. R takes a later write than
 *   before, so fewer writes come after R. What is new is that W comes before R. A circle by that would go on from R
 *   to something that A comes before too, or to A; and W comes before A: the circle was there already.
 * - What depends on R depends on A as well, for certain: all that the thread has done since, and all that it may do
 *   by the way that it takes or with a value still in use. So no value newly comes from itself.
 * - Nothing is sequentially consistent, po | rf need not be acyclic, and there are no calls of shaders.
 * Each step brings a read closer to the end of the order of its location, so such steps end. */
#include "mmra/model/explore_state.h"

enum { ORDERING = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_VISIBLE | MODEL_SEMANTICS_AVAILABLE };

/* Whether the thread has a fence that makes its earlier reads synchronize. */
static bool has_acquire_fence(const struct program_thread *thread) {
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct model_operation *o = &thread->code[i].operation;
        if (o->kind & (MODEL_FENCE | MODEL_BARRIER) && o->flags & (MODEL_ACQUIRE | MODEL_MAKES_VISIBLE))
            return true;
    }
    return false;
}

void explore_find_looks(struct explorer *e) {
    const struct program *program = e->program;
    e->looks = arena_allocate_array(e->arena, program->thread_count, sizeof *e->looks);
    if (e->options->without & EXPLORE_LOOKS || program->call_level || e->orders_all || e->options->model.any_execution)
        return;
    for (uint32_t t = 0; t < program->thread_count; t++)
        e->looks[t] = !has_acquire_fence(&program->threads[t]);
}

/* Whether whatever depends on the look depends on the access after it for certain. */
static bool is_covered(const struct explorer *e, uint32_t look, uint32_t after, event_list matters, event_list doubts) {
    return !event_lists_has(&e->lists, matters, look) ||
           (event_lists_has(&e->lists, matters, after) && !event_lists_has(&e->lists, doubts, after));
}

/* Whether that holds for what the thread has done, and for what it may do from here on. */
static bool all_is_covered(struct explorer *e, const struct explore_state *state, uint32_t look, uint32_t after) {
    uint32_t number = (uint32_t)state->events[look].model.thread;
    const struct explore_thread *thread = &state->threads[number];
    const struct program_thread *program = &e->program->threads[number];
    for (uint32_t i = after + 1; i < state->event_count; i++)
        if (state->events[i].model.thread == (int32_t)number &&
            !is_covered(e, look, after, state->events[i].matters, state->events[i].doubts))
            return false;
    for (uint32_t i = 0; i < thread->open_count; i++)
        if (!is_covered(e, look, after, thread->open[i].matters, thread->open[i].doubts))
            return false;
    for (uint32_t i = 0; i < program->register_count && thread->status != THREAD_ENDED; i++) {
        uint32_t node = state->registers[e->first_register[number] + i];
        if (program->live[thread->at][i / 64] >> (i % 64) & 1 &&
            !is_covered(e, look, after, state->nodes[node].matters, 0))
            return false;
    }
    return !thread->foreseen_count && is_covered(e, look, after, thread->matters, thread->doubts);
}

/* Whether the models cannot tell the two from each other, but for what the second one writes and orders. */
static bool are_alike(const struct explore_event *look, const struct explore_event *after) {
    const struct model_operation *o = look->model.operation, *p = after->model.operation;
    return look->model.kind == MODEL_READ && look->model.flags & MODEL_ATOMIC && !(look->model.flags & ORDERING) &&
           !((look->model.flags ^ after->model.flags) & (MODEL_NONPRIVATE | MODEL_LOAD_VISIBLE | MODEL_VISIBLE)) &&
           look->model.location == after->model.location && look->instruction->bytes == after->instruction->bytes &&
           look->instruction->must_read == PROGRAM_READS_ANY && after->instruction->must_read == PROGRAM_READS_ANY &&
           o->scope == p->scope && o->storage_class == p->storage_class && o->visible_scope == p->visible_scope &&
           o->vulkan_tags == p->vulkan_tags && o->spaces == p->spaces && o->tags == p->tags;
}

/* The thread's next event; MODEL_NONE: there is none. */
static uint32_t next_event(const struct explore_state *state, uint32_t event) {
    for (uint32_t i = event + 1; i < state->event_count; i++)
        if (state->events[i].model.thread == state->events[event].model.thread)
            return i;
    return MODEL_NONE;
}

static bool sees_the_same(const struct explore_state *state, const struct explore_event *look,
                          const struct explore_event *after) {
    return look->model.source >= 0 && after->model.source >= 0 && look->model.source != after->model.source &&
           state_same_values(state, look->read, after->read) && state->nodes[look->read].known &&
           !state->nodes[look->read].undefined;
}

bool state_looks_elsewhere(struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = e->program->cell_count; i < state->event_count; i++) {
        const struct explore_event *look = &state->events[i];
        uint32_t after =
            look->model.kind == MODEL_READ && e->looks[look->model.thread] && e->quiet[look->model.location]
                ? next_event(state, i)
                : MODEL_NONE;
        if (after != MODEL_NONE && are_alike(look, &state->events[after]) &&
            sees_the_same(state, look, &state->events[after]) && all_is_covered(e, state, i, after))
            return true;
    }
    return false;
}
