/* Waiting. A round of a loop that ends as it began, without a write that anybody could tell, is left out: the thread
 * waits for a later write. Two things are kept of such rounds (docs/reference/models.md, "Loops"): one for each thread,
 * if it accesses what may race or be undefined, and the last one of a thread that waits for ever.
 *
 * The round is taken away: the thread goes on from the same state, and no other thread has taken anything from the
 * round.
 * - A value that is not known yet is the same at the loop's head if it is computed in the same way of the same reads,
 *   by whichever way of a branch the thread holds it. The dependencies by such ways on the round's reads go with the
 *   round, and a dependency only forbids. So a look-back in one loop is decided.
 * - A write counts for nothing where the question (condition, filter, guards, outcomes) is not about its cell, and
 *   nobody uses what is read there (enum unread). Either the cell is only stored to. Or it is quiet
 *   (explore_cells.c), never undefined, and all who read it are read-modify-writes whose results are not used, as is
 *   the write: who reads the write may read what it reads. What is stored to such a cell is not live either. A plain
 *   write may race, so that one such round is kept.
 * - A write X to a quiet cell that its thread alone writes counts as no write if it repeats the value W that the thread
 *   wrote there last, as of a thread that says each round that it lives. X comes immediately after W: who reads X may
 *   as well read W. The order that X releases is lost, which only hides races.
 * - A read-modify-write X that writes what it has read counts as no write, whatever it orders: who reads X may as
 *   well read the write W that X reads. X comes immediately after W, so the same writes come after either, and X
 *   continues each release sequence that W continues. The order that X itself releases is lost, which only hides
 *   races.
 * - A write X that is repeated for ever is told as a mere read, because a last write must come before it. An
 *   execution in which a thread that ends reads X is left out for the one in which that reads W. Where two threads
 *   wait so, each would have read the other's: a read of one that waits too becomes a read of W. */
#include "mmra/model/explore_decide.h"

static bool is_rmw(const struct explore_event *event) {
    return (event->model.kind & MODEL_READ) && (event->model.kind & MODEL_WRITE);
}

static bool same_defined_values(const struct explore_state *state, uint32_t a, uint32_t b) {
    return state_same_values(state, a, b) && state->nodes[a].known && !state->nodes[a].undefined;
}

/* Whether the event stores what its thread has written there last, and no other thread writes the cell. */
static bool is_repeated(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    const struct explore_event *event = &state->events[number];
    uint32_t cell = event->model.location;
    if (event->model.kind != MODEL_WRITE || !e->quiet[cell])
        return false;
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        if ((int32_t)t != event->model.thread && e->program->threads[t].writes[0][cell / 64] >> (cell % 64) & 1)
            return false;
    for (uint32_t i = number; i-- > 0;) {
        const struct explore_event *before = &state->events[i];
        if (before->model.thread == event->model.thread && before->model.location == cell &&
            before->model.kind & MODEL_WRITE)
            return same_defined_values(state, before->value, event->value);
    }
    return false;
}

/* Whether nobody can tell that the event is there: it is a write to a cell whose value nobody asks for, a
 * read-modify-write that writes what it has read, or a write that repeats one. Whoever reads a read-modify-write could
 * as well read what it reads: the same value, or one that is not used, and as much synchronizes with it. */
static bool is_silent(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    const struct explore_event *event = &state->events[number];
    uint32_t cell = event->model.location;
    if (cell == MODEL_NONE || !(event->model.kind & MODEL_WRITE))
        return false;
    if (e->unread[cell] != UNREAD_NOT && (is_rmw(event) || e->unread[cell] == UNREAD_STORED))
        return true;
    if (is_repeated(e, state, number))
        return true;
    return is_rmw(event) && e->quiet[cell] && event->model.source >= 0 &&
           same_defined_values(state, event->read, event->value);
}

bool state_exchanges_alike(const struct explorer *e, const struct explore_state *state, uint32_t cell,
                           uint32_t compared, uint32_t stored) {
    return e->quiet[cell] && same_defined_values(state, compared, stored);
}

/* Whether all that the thread has done since the visit is silent. */
static bool did_nothing(const struct explorer *e, const struct explore_state *state, uint32_t number,
                        const struct loop_visit *visit) {
    uint32_t effects = state->threads[number].effects - visit->effects;
    for (uint32_t i = visit->events; i < state->event_count && effects; i++)
        if (state->events[i].model.thread == (int32_t)number && is_silent(e, state, i))
            effects--;
    return effects == 0;
}

/* How many registers that are live at the loop's head, where the thread is, hold something else than at the last visit:
 * none, one, or more (2); the last of them is put in *one. */
static uint32_t count_changed(const struct explorer *e, const struct explore_state *state, uint32_t number,
                              uint32_t *one) {
    uint32_t at = state->threads[number].at, count = 0;
    const uint32_t *before = state->remembered + (size_t)e->head_number[number][at] * e->widest;
    const uint32_t *now = state->registers + e->first_register[number];
    for (uint32_t i = 0; i < e->program->threads[number].register_count && count < 2; i++)
        if (e->live[number][at][i / 64] >> (i % 64) & 1 && !state_same_values(state, before[i], now[i])) {
            *one = i;
            count++;
        }
    return count;
}

uint32_t state_changed_in_round(const struct explorer *e, const struct explore_state *state, uint32_t number,
                                uint32_t *one) {
    const struct loop_visit *visit = &state->visits[e->head_number[number][state->threads[number].at]];
    return did_nothing(e, state, number, visit) ? count_changed(e, state, number, one) : ROUND_DID_SOMETHING;
}

bool state_came_back(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    uint32_t head = e->head_number[number][state->threads[number].at], changed;
    return !(e->options->without & EXPLORE_WAITING) && state->visits[head].times != 0 &&
           state_changed_in_round(e, state, number, &changed) == 0;
}

/* Whether a race or an undefined read may be seen in what the thread has done from this event on. */
static bool is_judged(const struct explorer *e, const struct explore_state *state, uint32_t number, uint32_t from) {
    for (uint32_t i = from; i < state->event_count; i++) {
        const struct model_event *event = &state->events[i].model;
        if (event->thread == (int32_t)number && event->location != MODEL_NONE && !e->defined[event->location])
            return true;
    }
    return false;
}

/* A race is between two accesses, so that one round of each thread shows it: what else was left out orders nothing. A
 * round of an outer loop that a kept round is in is kept with it. */
bool state_keep_round(const struct explorer *e, struct explore_state *state, uint32_t number, uint32_t from) {
    struct explore_thread *thread = &state->threads[number];
    bool holds_kept = thread->kept_from != MODEL_NONE && thread->kept_from >= from;
    if (thread->rests || !(holds_kept || (thread->kept_from == MODEL_NONE && is_judged(e, state, number, from))))
        return false;
    thread->kept_from = from;
    return true;
}

/* ---- waiting for ever ---- */

/* A compare-exchange that was put off: whether it fails, or succeeds and writes what it has read. */
static bool rest_at_exchange(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        const struct explore_thread *thread = &state->threads[i];
        if (thread->status != THREAD_STOPPED || !thread->rests_by || thread->unreached)
            continue;
        d->kind = DECISION_REST;
        d->subject = i;
        d->other = MODEL_NONE;
        for (uint32_t guess = GUESS_SUCCESS; guess <= GUESS_FAILURE; guess++)
            if (thread->rests_by >> guess & 1)
                add_choice(e, d, guess);
        return true;
    }
    return false;
}

/* A read that was put off: it takes a write that leads round the loop, and that no other hides as far as is known. */
static bool rest_at_read(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        if (!state_is_open_read(event) || event->put_off == 0)
            continue;
        d->kind = DECISION_REST;
        d->subject = (uint32_t)event->model.thread;
        d->other = read;
        EVENT_LIST_EACH(&e->lists, event->in_vain, write)
        if (!state_is_overtaken(e, state, write, d->subject))
            add_choice(e, d, write);
        return true;
    }
    return false;
}

bool state_decide_rest(struct explorer *e, const struct explore_state *state, struct decision *d) {
    return rest_at_exchange(e, state, d) || rest_at_read(e, state, d);
}

void state_rest(struct explore_state *state, const struct decision *d, int64_t choice) {
    struct explore_thread *thread = &state->threads[d->subject];
    thread->rests = true;
    if (d->other != MODEL_NONE) {
        state->events[d->other].model.source = (int32_t)choice;
        return;
    }
    thread->rests_by = 0;
    thread->guess = (uint8_t)choice;
    thread->status = THREAD_RUNS;
}

bool state_waits_for_ever(const struct explore_state *state, uint32_t number) {
    const struct explore_thread *thread = &state->threads[number];
    return thread->status == THREAD_STOPPED && thread->waits_from != MODEL_NONE && !thread->unreached;
}

/* Reads of the write take what it has read; false if a thread that has ended is among the readers. Of others, the
 * reads may be of a round for ever too, in which each write comes after what it reads. */
static bool redirect(struct explore_state *state, uint32_t write) {
    for (uint32_t i = 0; i < state->event_count; i++) {
        struct model_event *reader = &state->events[i].model;
        if (reader->source != (int32_t)write)
            continue;
        if (reader->thread != state->events[write].model.thread &&
            state->threads[reader->thread].status == THREAD_ENDED)
            return false;
        reader->source = state->events[write].model.source;
    }
    return true;
}

/* The values that read-modify-writes of the cell have read and written follow from the writes that they take now. */
static void value_again(struct explore_state *state, uint32_t cell) {
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        if (event->model.location != cell || !(event->model.kind & MODEL_READ))
            continue;
        state->nodes[event->read].known = false;
        state->nodes[event->value].known &= state->nodes[event->value].kind != NODE_COMPUTED;
    }
    state_update_values(state);
}

/* A silent read-modify-write that is repeated for ever would come after every write that it waits for. It is a mere
 * read; an execution in which others read it is told by the one in which they read what it reads. */
bool state_wait_for_ever(const struct explorer *e, struct explore_state *state, uint32_t number, uint32_t from) {
    bool possible = true;
    state->threads[number].waits_from = from;
    for (uint32_t i = from; i < state->event_count; i++) {
        struct explore_event *event = &state->events[i];
        if (event->model.thread != (int32_t)number || !is_rmw(event))
            continue;
        possible &= redirect(state, i);
        event->model.kind &= (uint16_t)~MODEL_WRITE;
        event->model.flags &= (uint16_t)~(MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE);
        if (e->unread[event->model.location] != UNREAD_NOT)
            value_again(state, event->model.location);
    }
    return possible;
}
