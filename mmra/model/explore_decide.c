/* Which choice is next at a state, always the same one for the same state, and what a choice does. */
#include "mmra/model/explore_decide.h"

static bool decide_guess(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (state->threads[i].status != THREAD_GUESSES)
            continue;
        d->kind = DECISION_GUESS;
        d->subject = i;
        add_choice(e, d, GUESS_FAILURE);
        add_choice(e, d, GUESS_SUCCESS);
        return true;
    }
    return false;
}

static bool decide_branch(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (state->threads[i].status != THREAD_AT_UNDEFINED_BRANCH)
            continue;
        d->kind = DECISION_BRANCH;
        d->subject = i;
        add_choice(e, d, 0);
        add_choice(e, d, 1);
        return true;
    }
    return false;
}

/* Whether another thread has put a read off for what this one may write. */
static bool is_awaited(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    const uint64_t *writes = e->program->threads[number].writes[state->threads[number].at];
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        uint32_t cell = event->model.location;
        if (state_is_open_read(event) && event->put_off && event->model.thread != (int32_t)number &&
            writes[cell / 64] >> (cell % 64) & 1)
            return true;
    }
    return false;
}

/* What a thread would do that does not wait for the value is not looked at: perhaps it does not depend on it. */
static void doubt_what_follows(struct explorer *e, const struct explore_state *state, uint32_t node) {
    EVENT_LIST_EACH(&e->lists, state->nodes[node].depends, read)
    e->statistics->doubtful = state->events[read].model.operation;
}

/* A thread may do what it does on either way of a branch before the value is known that chooses the way: others may
 * take that for what makes the value. */
static bool decide_way(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        const struct explore_thread *thread = &state->threads[i];
        if (thread->status == THREAD_NEEDS_VALUE && thread->at_head && is_awaited(e, state, i)) {
            if (!state_may_buffer(e, state))
                return false;
            d->kind = DECISION_WAY;
            d->subject = i;
            add_choice(e, d, CHOICE_HURRIES);
            return true;
        }
        if (thread->status != THREAD_NEEDS_VALUE || thread->stays == thread->at + 1 ||
            e->program->threads[i].code[thread->at].opcode != PROGRAM_BRANCH ||
            !e->program->threads[i].joins[thread->at] || !is_awaited(e, state, i))
            continue;
        if (!state_may_buffer(e, state))
            return false;
        if (thread->foreseen_count == MOST_OPEN_BRANCHES) {
            doubt_what_follows(e, state, thread->needs);
            continue;
        }
        d->kind = DECISION_WAY;
        d->subject = i;
        for (int64_t way = 0; way <= CHOICE_STAYS; way++)
            add_choice(e, d, way);
        return true;
    }
    return false;
}

static bool decide_read(struct explorer *e, const struct explore_state *state, uint32_t read, struct decision *d) {
    const struct explore_event *event = &state->events[read];
    d->kind = DECISION_READ;
    d->subject = read;
    for (uint32_t write = event->put_off; write < state->event_count; write++)
        if (state_may_take(state, read, write) && state_may_see(e, read, write))
            add_choice(e, d, write);
    if (e->mixed[event->model.location] && e->model->decides_plain_reads && event->put_off == 0)
        add_choice(e, d, MODEL_SOURCE_UNDEF);
    return true;
}

/* Whether a read's value follows from the rest: that of a plain one, or of an atomic whose scope holds no other thread.
 */
static bool is_plain(const struct explorer *e, const struct explore_event *event) {
    bool alone = e->model->decides_plain_reads && event->model.operation->scope == MODEL_LEVELS - 1;
    return alone || !(event->model.flags & MODEL_ATOMIC);
}

/* Reads of one class are all decided before those of the next. */
enum read_class { READ_ATOMIC, READ_PLAIN, READ_LAZY };

static bool is_fresh(const struct explorer *e, const struct explore_state *state, uint32_t read,
                     enum read_class class) {
    const struct explore_event *event = &state->events[read];
    if (!state_is_open_read(event) || (event->put_off != 0 && !state_has_new_source(state, read)))
        return false;
    return class == (is_plain(e, event) ? READ_PLAIN : state_is_lazy(e, state, read) ? READ_LAZY : READ_ATOMIC);
}

/* The reads that what a thread needs comes from, those included whose values the writes that they take come from. */
static event_list needed_reads(struct explorer *e, const struct explore_state *state) {
    event_list needed = 0, before;
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_NEEDS_VALUE)
            needed = state_join(e, needed, state->nodes[state->threads[i].needs].depends);
    do {
        before = needed;
        EVENT_LIST_EACH(&e->lists, before, read) {
            int32_t source = state->events[read].model.source;
            if (source >= 0)
                needed = state_join(e, needed, state->nodes[state->events[source].value].depends);
        }
    } while (needed != before);
    return needed;
}

/* Whether the values of all writes that the read may take are known. */
static bool has_known_sources(const struct explore_state *state, uint32_t read) {
    for (uint32_t write = state->events[read].put_off; write < state->event_count; write++)
        if (state_may_take(state, read, write) && !state->nodes[state->events[write].value].known)
            return false;
    return true;
}

/* The first open read whose sources have known values, so that a choice shows at once where it leads; else
 * the first. Of plain ones it is rather one that no further write can come for: the threads that are furthest behind
 * go on first. */
static bool decide_some_read(struct explorer *e, const struct explore_state *state, enum read_class class,
                             const event_list *among, struct decision *d) {
    uint32_t first = MODEL_NONE, known = MODEL_NONE;
    for (uint32_t read = 0; read < state->event_count; read++) {
        if (!is_fresh(e, state, read, class) || (among && !event_lists_has(&e->lists, *among, read)))
            continue;
        first = first == MODEL_NONE ? read : first;
        if (!has_known_sources(state, read))
            continue;
        if (class != READ_PLAIN || !e->interval || !state_may_be_written(e, state, read))
            return decide_read(e, state, read, d);
        known = known == MODEL_NONE ? read : known;
    }
    first = known != MODEL_NONE ? known : first;
    return first != MODEL_NONE && decide_read(e, state, first, d);
}

/* Which of the read-modify-writes of one location is first. */
static bool decide_chain(struct explorer *e, const struct explore_state *state, bool lazy, struct decision *d) {
    if (!state_find_chain(e, state, lazy, &e->chain))
        return false;
    d->kind = DECISION_CHAIN;
    d->subject = e->chain.first;
    for (uint32_t i = 0; i < e->chain.takers; i++)
        add_choice(e, d, e->chain.members[i]);
    return true;
}

/* Whether some of the reads are lazy and open. */
static bool has_lazy(const struct explorer *e, const struct explore_state *state, event_list reads) {
    EVENT_LIST_EACH(&e->lists, reads, read)
    if (is_fresh(e, state, read, READ_LAZY))
        return true;
    return false;
}

static void put_in_order(struct explorer *e, struct explore_state *state, uint32_t before, uint32_t after) {
    *ARENA_PUSH(e->arena, state->order, state->order_count, state->order_capacity) =
        (struct model_system_order){before, after};
}

/* The first pair of atomic writes whose order the model leaves open. If there is none, the order is what the
 * model says it must be. False in *possible if there is none at all. */
static bool decide_order(struct explorer *e, struct explore_state *state, struct decision *d) {
    if (state->ordered)
        return false;
    relation mo = e->execution.mo, pairs = e->model->ordered_writes(&e->execution);
    for (uint32_t a = 0; a < state->event_count; a++)
        SET_EACH (&e->pool, relation_row(&e->pool, pairs, a), b) {
            if (b <= a || relation_has(&e->pool, mo, a, b) || relation_has(&e->pool, mo, b, a))
                continue;
            d->kind = DECISION_ORDER;
            d->subject = a;
            d->other = b;
            add_choice(e, d, 0);
            add_choice(e, d, 1);
            return true;
        }
    for (uint32_t a = 0; a < state->event_count; a++)
        SET_EACH (&e->pool, relation_row(&e->pool, mo, a), b)
            put_in_order(e, state, a, b);
    state->ordered = true;
    return false;
}

/* The model says what each plain read must have read. */
static bool take_decided(struct explorer *e, struct explore_state *state) {
    bool open = false;
    for (uint32_t read = 0; read < state->event_count; read++)
        open |= state_is_open_read(&state->events[read]);
    if (!open)
        return true;
    if (!state_evaluate(e, state, true))
        return false;
    for (uint32_t read = 0; read < state->event_count; read++)
        if (state_is_open_read(&state->events[read]))
            state->events[read].model.source = e->decided[read];
    state_update_values(state);
    return !state->impossible;
}

/* A plain read that the model leaves one write to take takes that; if it leaves none, there is no such execution. What
 * plain reads take changes neither what is ordered nor what other reads may see. */
static bool take_only_sources(struct explorer *e, struct explore_state *state) {
    bool open = false;
    for (uint32_t read = 0; read < state->event_count; read++)
        open |= is_fresh(e, state, read, READ_PLAIN);
    if (!open || e->options->without & EXPLORE_SOURCES)
        return true;
    if (!state_evaluate(e, state, true))
        return false;
    for (uint32_t read = 0; read < state->event_count; read++) {
        if (!is_fresh(e, state, read, READ_PLAIN) || state->events[read].put_off)
            continue;
        uint32_t sources = 0, source = 0;
        for (uint32_t write = 0; write < state->event_count; write++)
            if (state_may_take(state, read, write) && !state->events[write].unreached &&
                state_may_see(e, read, write)) {
                source = write;
                sources++;
            }
        if (sources == 0)
            return false;
        if (sources == 1)
            state->events[read].model.source = (int32_t)source;
    }
    state_update_values(state);
    return !state->impossible;
}

/* Chooses a read that some thread waits for, be it by way of what others write. */
static bool decide_needed_read(struct explorer *e, const struct explore_state *state, struct decision *d) {
    event_list needed = needed_reads(e, state);
    if (state_all_ended(e, state))
        return false;
    return decide_some_read(e, state, READ_PLAIN, &needed, d) ||
           (has_lazy(e, state, needed) &&
            (decide_chain(e, state, true, d) || decide_some_read(e, state, READ_LAZY, &needed, d)));
}

/* Chooses when no event comes any more. */
static bool decide_lazy_read(struct explorer *e, const struct explore_state *state, struct decision *d) {
    if (!decide_chain(e, state, true, d))
        return decide_some_read(e, state, READ_LAZY, NULL, d);
    d->any_will_do = state_chain_commutes(e, state, &e->chain);
    return true;
}

void state_decide(struct explorer *e, struct explore_state *state, struct decision *d, bool evaluated) {
    d->count = d->next = 0;
    d->put_off = d->any_will_do = false;
    d->in_vain = 0;
    d->guesses = 0;
    d->kind = DECISION_DEAD;
    if (decide_guess(e, state, d) || decide_branch(e, state, d) || state_decide_quorum(e, state, d))
        return;
    if (!evaluated && !state_evaluate(e, state, state->ordered))
        return;
    if (decide_chain(e, state, false, d) || decide_some_read(e, state, READ_ATOMIC, NULL, d) ||
        decide_needed_read(e, state, d) || decide_way(e, state, d))
        return;
    if (!state_quorum_stays_shut(e, state) || !state_leave_out_unreached(e, state) || state_decide_rest(e, state, d))
        return;
    if (decide_lazy_read(e, state, d) || decide_order(e, state, d))
        return;
    if (!(e->model->decides_plain_reads ? take_decided(e, state) : take_only_sources(e, state)))
        return;
    if (!decide_some_read(e, state, READ_PLAIN, NULL, d))
        d->kind = DECISION_LEAF;
}

/* ---- making a choice ---- */

void state_apply(struct explorer *e, struct explore_state *state, const struct decision *d, int64_t choice) {
    struct explore_event *event = &state->events[d->subject];
    struct explore_thread *thread = &state->threads[d->subject];
    switch (d->kind) {
    case DECISION_GUESS:
        thread->guess = choice == GUESS_WAITS ? GUESS_NONE : (uint8_t)choice;
        thread->status = choice == GUESS_WAITS ? THREAD_STOPPED : THREAD_RUNS;
        thread->rests_by = choice == GUESS_WAITS ? d->guesses : 0;
        break;
    case DECISION_BARRIER:
        if (choice)
            state_pass_barrier(e, state, (uint32_t)choice);
        else
            state_decline_quorum(e, state, d->subject);
        break;
    case DECISION_BRANCH:
        state_take_branch(e, state, d->subject, choice);
        break;
    case DECISION_WAY:
        if (choice == CHOICE_HURRIES) {
            thread->hurries = true;
            thread->at_head = false;
            thread->needs = 0;
            thread->status = THREAD_RUNS;
        } else if (choice == CHOICE_STAYS) {
            thread->stays = thread->at + 1;
        } else {
            thread->foreseen[thread->foreseen_count++] = (struct foreseen){thread->needs, choice};
            thread->status = THREAD_RUNS;
        }
        break;
    case DECISION_CHAIN:
        state->events[choice].model.source = (int32_t)d->subject;
        break;
    case DECISION_READ:
        if (choice == CHOICE_PUT_OFF) {
            event->put_off = state->event_count;
            event->in_vain = state_join(e, event->in_vain, d->in_vain);
        } else {
            event->model.source = (int32_t)choice;
        }
        break;
    case DECISION_REST:
        state_rest(state, d, choice);
        break;
    default:
        put_in_order(e, state, choice ? d->other : d->subject, choice ? d->subject : d->other);
        break;
    }
}

bool state_next_choice(struct explorer *e, const struct explore_state *state, struct decision *d, int64_t *choice) {
    if (d->next < d->count) {
        *choice = d->choices[d->next++];
        return true;
    }
    if ((d->kind != DECISION_READ && d->kind != DECISION_GUESS) || d->put_off)
        return false;
    d->put_off = true;
    *choice = GUESS_WAITS;
    if (d->kind == DECISION_GUESS)
        return d->guesses;
    *choice = CHOICE_PUT_OFF;
    if (state_may_be_written(e, state, d->subject))
        return true;
    return state_may_wait_at(e, state, d->subject, state_join(e, d->in_vain, state->events[d->subject].in_vain));
}
