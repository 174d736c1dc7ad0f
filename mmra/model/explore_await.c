/* Reads that wait for a write to come which cannot come any more (docs/reference/models.md, "Awaiting"). The accesses
 * to a location are in one order, if all are atomics in scope of each other. */
#include "mmra/model/explore_decide.h"

/* Whether the event comes after the read as it takes what one of `after` writes, or as its thread has accessed the
 * location after the read or such an event. */
static bool follows(const struct explorer *e, const struct explore_state *state, uint32_t event) {
    const struct model_event *model = &state->events[event].model;
    if (model->source >= 0 && e->after[model->source])
        return true;
    for (uint32_t before = 0; before < event; before++)
        if (e->after[before] && state->events[before].model.thread == model->thread)
            return true;
    return false;
}

/* Fills in `after`: the accesses to the location of the read, itself included, that come after it in every order of the
 * location. */
static void find_after(struct explorer *e, const struct explore_state *state, uint32_t read) {
    if (e->after_capacity < state->event_count) {
        e->after_capacity = state->event_count * 2;
        e->after = arena_allocate_array(e->arena, e->after_capacity, sizeof *e->after);
    }
    memset(e->after, 0, state->event_count * sizeof *e->after);
    e->after[read] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = e->program->cell_count; i < state->event_count; i++)
            if (!e->after[i] && state->events[i].model.location == state->events[read].model.location &&
                follows(e, state, i))
                e->after[i] = grown = true;
    }
}

/* Whether the order of the location begins with the initial value, a read-modify-write of that, and so on up to this
 * write: what is yet to come comes after it. */
static bool is_settled(const struct explore_state *state, uint32_t write) {
    const struct model_event *event = &state->events[write].model;
    /* Where read-modify-writes read from each other in a circle, which no model allows, there is no beginning. */
    for (uint32_t i = 0; i < state->event_count && !(event->kind & MODEL_INITIAL); i++) {
        if (!(event->kind & MODEL_READ) || !(event->kind & MODEL_WRITE) || event->source < 0)
            return false;
        event = &state->events[event->source].model;
    }
    return event->kind & MODEL_INITIAL;
}

/* Whether an access that comes after the read takes a settled write: then the read takes none that is yet to come. */
static bool has_settled(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < state->event_count; i++) {
        int32_t source = state->events[i].model.source;
        if (e->after[i] && source >= 0 && is_settled(state, (uint32_t)source))
            return true;
    }
    return false;
}

/* What the thread is yet to write comes after what it has accessed. */
static bool has_come_after(const struct explorer *e, const struct explore_state *state, uint32_t thread) {
    for (uint32_t i = 0; i < state->event_count; i++)
        if (e->after[i] && state->events[i].model.thread == (int32_t)thread)
            return true;
    return false;
}

/* What comes after a barrier that is never reached does not happen, whatever it waits for. */
static bool has_barriers(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        for (uint32_t level = 0; level < MODEL_LEVELS; level++)
            if (state->threads[i].barriers[level])
                return true;
    return false;
}

bool state_may_be_written(struct explorer *e, const struct explore_state *state, uint32_t read) {
    uint32_t cell = state->events[read].model.location;
    bool one_order = e->quiet[cell] && !e->program->call_level && !has_barriers(e, state) &&
                     !(e->options->without & EXPLORE_AWAITING);
    find_after(e, state, read);
    if (one_order && has_settled(e, state))
        return false;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        const struct explore_thread *thread = &state->threads[i];
        if ((int32_t)i == state->events[read].model.thread || thread->status == THREAD_ENDED ||
            thread->status == THREAD_STOPPED)
            continue;
        if (e->program->threads[i].writes[thread->at][cell / 64] >> (cell % 64) & 1 &&
            !(one_order && has_come_after(e, state, i)))
            return true;
    }
    return false;
}

bool state_has_new_source(const struct explore_state *state, uint32_t read) {
    for (uint32_t write = state->events[read].put_off; write < state->event_count; write++)
        if (state_may_take(state, read, write))
            return true;
    return false;
}

bool state_may_wait_at(const struct explorer *e, const struct explore_state *state, uint32_t read, event_list in_vain) {
    EVENT_LIST_EACH(&e->lists, in_vain, write)
    if (!state_is_overtaken(e, state, write, (uint32_t)state->events[read].model.thread))
        return true;
    return false;
}

bool state_awaits_nothing(struct explorer *e, const struct explore_state *state) {
    if (e->options->without & EXPLORE_AWAITING || has_barriers(e, state))
        return false;
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        if (event->put_off && state_is_open_read(event) && !state_has_new_source(state, read) &&
            !state_may_be_written(e, state, read) && !state_may_wait_at(e, state, read, event->in_vain))
            return true;
    }
    return false;
}
