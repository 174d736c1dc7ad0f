/* This file finds what does not happen. While an execution grows, a thread goes past a barrier at once: the others of
 * its instance will mostly come. Where one never comes, because it waits for ever, its behaviour is undefined, or it
 * ends without, nothing happens after the barrier, neither in the threads that went past it nor in those that wait for
 * these. What makes a thread leave a barrier out can thus not be what others do after that barrier. */
#include "mmra/model/explore_state.h"

struct reach {
    const struct explorer *e;
    struct explore_state *state;
    uint32_t last[MODEL_MAX_THREADS]; /* the last event of each thread that happens */
    uint32_t arrivals[MODEL_MAX_THREADS][MODEL_LEVELS];
};

static bool is_counted_barrier(const struct explore_event *event, uint8_t level, uint32_t from) {
    uint32_t barrier = event->model.barrier;
    return (event->model.kind & MODEL_BARRIER) && !(event->model.kind & MODEL_ARRIVES) &&
           event->instruction->barrier_mode == PROGRAM_BARRIER_COUNTED && event->instruction->barrier_level == level &&
           (barrier & MODEL_BARRIER_NUMBER) >= from;
}

/* The first barrier event of `thread` at the level that is not among the first `arrivals`; MODEL_NONE if there is none.
 */
static uint32_t barrier_beyond(const struct explore_state *state, uint32_t thread, uint8_t level, uint32_t arrivals) {
    for (uint32_t i = 0; i < state->event_count; i++)
        if (state->events[i].model.thread == (int32_t)thread && is_counted_barrier(&state->events[i], level, arrivals))
            return i;
    return MODEL_NONE;
}

bool state_is_behind_barrier_of(const struct explorer *e, const struct explore_state *state, uint32_t event,
                                uint32_t thread) {
    int32_t own = state->events[event].model.thread;
    for (uint8_t level = 0; own >= 0 && level < MODEL_LEVELS; level++) {
        if (e->scopes[own].instance[level] != e->scopes[thread].instance[level])
            continue;
        uint32_t barrier = barrier_beyond(state, (uint32_t)own, level, state->threads[thread].barriers[level]);
        if (barrier < event)
            return true;
    }
    return false;
}

/* The thread goes no further than its event `last`. */
static void cut(struct reach *r, uint32_t thread, uint32_t last) {
    r->last[thread] = last;
    memset(r->arrivals[thread], 0, sizeof r->arrivals[thread]);
    for (uint32_t i = 0; i <= last; i++)
        for (uint8_t level = 0; level < MODEL_LEVELS; level++)
            if (r->state->events[i].model.thread == (int32_t)thread &&
                is_counted_barrier(&r->state->events[i], level, 0))
                r->arrivals[thread][level]++;
}

/* Stops the other threads where they go past barriers that `thread` does not reach. */
static bool stop_others(struct reach *r, uint32_t thread) {
    bool changed = false;
    for (uint32_t other = 0; other < r->e->program->thread_count; other++)
        for (uint8_t level = 0; level < MODEL_LEVELS; level++) {
            if (r->e->scopes[other].instance[level] != r->e->scopes[thread].instance[level])
                continue;
            uint32_t barrier = barrier_beyond(r->state, other, level, r->arrivals[thread][level]);
            if (barrier >= r->last[other]) /* or there is none */
                continue;
            cut(r, other, barrier);
            changed = true;
        }
    return changed;
}

/* Whether what happens takes nothing from what does not. */
static bool stands_alone(const struct explore_state *state) {
    for (uint32_t i = 0; i < state->event_count; i++) {
        int32_t source = state->events[i].model.source;
        if (!state->events[i].unreached && source >= 0 && state->events[source].unreached)
            return false;
    }
    return true;
}

/* Whether all threads end, and those that share an instance have come to as many barriers of its level. */
static bool all_reached(const struct explorer *e, const struct explore_state *state) {
    if (!state_all_ended(e, state))
        return false;
    for (uint32_t i = 1; i < e->program->thread_count; i++)
        for (uint32_t k = 0; k < i; k++)
            for (uint8_t level = 0; level < MODEL_LEVELS; level++)
                if (e->scopes[i].instance[level] == e->scopes[k].instance[level] &&
                    state->threads[i].barriers[level] != state->threads[k].barriers[level])
                    return false;
    return true;
}

bool state_leave_out_unreached(const struct explorer *e, struct explore_state *state) {
    struct reach r = {.e = e, .state = state};
    if (all_reached(e, state))
        return true;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        r.last[i] = MODEL_NONE;
        memcpy(r.arrivals[i], state->threads[i].barriers, sizeof r.arrivals[i]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < e->program->thread_count; i++)
            changed |= stop_others(&r, i);
    }
    for (uint32_t i = 0; i < state->event_count; i++) {
        int32_t thread = state->events[i].model.thread;
        state->events[i].unreached = thread >= 0 && i > r.last[thread];
    }
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        state->threads[i].unreached = r.last[i] != MODEL_NONE;
    return stands_alone(state);
}
