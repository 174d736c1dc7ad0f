/* Reads that wait for a write to come which cannot come any more (docs/reference/models.md, "Awaiting"). The accesses
 * to a location are in one order, if all are atomics in scope of each other.
 *
 * Say that an access follows the read R if it comes after R, or after another that follows R, in program order at R's
 * location, or if it reads from one that follows R. Coherence puts no access that follows R before what R takes.
 * - A thread with an access that follows R can write nothing any more that R takes.
 * - A write is settled if it is the initial value, or a read-modify-write of a settled write. Nothing comes between
 *   settled writes, as nothing comes between a read-modify-write and what it reads. If an access that follows R takes
 *   a settled write, R takes that or an earlier one, and all of these are there.
 * - A compare-exchange that is to succeed needs a write of the value that it compares with, and no two
 *   read-modify-writes take one write. So a state is given up if each write of this value is taken, and no thread
 *   that goes on may write the value there. This says nothing of an exchange that is repeated for ever, which writes
 *   nothing.
 * None of this is used once a thread has passed a barrier that others may never reach, as what comes after it may not
 * happen. */
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
    /* Read-modify-writes that read from each other in a circle, which no model allows, have no beginning. */
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

/* The thread's later writes come after what it has accessed. */
static bool has_come_after(const struct explorer *e, const struct explore_state *state, uint32_t thread) {
    for (uint32_t i = 0; i < state->event_count; i++)
        if (e->after[i] && state->events[i].model.thread == (int32_t)thread)
            return true;
    return false;
}

/* Nothing after a barrier that is never reached happens, whatever it waits for. */
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
            !(one_order && has_come_after(e, state, i)) && !state_writes_behind_barrier(e, state, read, i))
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

/* ---- exchanges that succeed ---- */

/* Whether another read-modify-write has taken the write: no two of a location take one. */
static bool is_taken(const struct explore_state *state, uint32_t write, uint32_t but) {
    for (uint32_t i = 0; i < state->event_count; i++)
        if (i != but && state->events[i].model.source == (int32_t)write && state->events[i].model.kind & MODEL_WRITE)
            return true;
    return false;
}

/* Whether the thread has an instruction that may write this value to the cell. */
static bool may_write_value(const struct program *program, uint32_t thread, uint32_t cell, uint64_t value) {
    for (uint32_t i = 0; i < program->threads[thread].code_count; i++) {
        const struct program_instruction *write = &program->threads[thread].code[i];
        bool known = write->b.kind == PROGRAM_CONSTANT &&
                     (write->operation.kind == MODEL_WRITE || write->compare_exchange || write->rmw == IR_RMW_XCHG);
        if (write->operation.kind & MODEL_WRITE && program_may_access(program, write, cell) &&
            !(known && write->b.value != value))
            return true;
    }
    return false;
}

/* Whether a compare-exchange that is to succeed has no write to take: each of this value is taken, and no thread that
 * goes on writes this value. */
static bool finds_nothing(struct explorer *e, const struct explore_state *state, uint32_t read) {
    const struct explore_event *event = &state->events[read];
    const struct node *compared = &state->nodes[event->compared];
    uint32_t cell = event->model.location;
    if (event->constraint != CONSTRAINT_EQUAL || !compared->known || compared->undefined || !e->quiet[cell] ||
        !e->defined[cell] || e->program->call_level)
        return false;
    for (uint32_t write = event->put_off; write < state->event_count; write++) {
        const struct node *written = &state->nodes[state->events[write].value];
        if (state_may_take(state, read, write) && (!written->known || written->value == compared->value) &&
            !is_taken(state, write, read))
            return false;
    }
    for (uint32_t t = 0; t < e->program->thread_count; t++) {
        const struct explore_thread *thread = &state->threads[t];
        bool goes_on =
            thread->status != THREAD_ENDED && thread->status != THREAD_STOPPED && (int32_t)t != event->model.thread;
        if (goes_on && e->program->threads[t].writes[thread->at][cell / 64] >> (cell % 64) & 1 &&
            may_write_value(e->program, t, cell, compared->value))
            return false;
    }
    return true;
}

bool state_awaits_nothing(struct explorer *e, const struct explore_state *state) {
    if (e->options->without & EXPLORE_AWAITING || has_barriers(e, state))
        return false;
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        if (state_is_open_read(event) && !event->in_vain && finds_nothing(e, state, read))
            return true;
        if (event->put_off && state_is_open_read(event) && !state_has_new_source(state, read) &&
            !state_may_be_written(e, state, read) && !state_may_wait_at(e, state, read, event->in_vain))
            return true;
    }
    return false;
}
