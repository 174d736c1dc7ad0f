#include "mmra/model/explore_state.h"

/* What the choice at a state is about. */
enum decision_kind {
    DECISION_GUESS,   /* whether the compare-exchange of thread `subject` succeeds */
    DECISION_BARRIER, /* with whom thread `subject` passes a barrier that needs a quorum: choices are sets of
                         threads */
    DECISION_BRANCH,  /* where thread `subject` goes from a branch on an undefined value: choices are 0 and 1 */
    DECISION_CHAIN,   /* which read-modify-write takes write `subject`: choices are reads */
    DECISION_READ,    /* what read `subject` takes: choices are writes */
    DECISION_ORDER,   /* which of two writes is first: choices are 0 and 1 */
    DECISION_LEAF,    /* none: the execution is complete */
    DECISION_DEAD     /* none: what is still open can never be decided */
};

enum { CHOICE_PUT_OFF = -10, MAX_QUORUM_THREADS = 32 /* sets of them are bits */ };

struct decision {
    uint8_t kind;
    bool any_will_do;   /* choices that come to nothing else: the first that the model allows stands for all */
    bool waited;        /* a choice made the thread wait */
    event_list in_vain; /* of a read: those choices */
    bool put_off;       /* the last choice of a read, to put it off, has been made */
    uint32_t subject, other;
    int64_t *choices;
    uint32_t count, capacity, next;
};

struct level {
    struct explore_state state;
    struct decision decision;
};

struct search {
    struct explorer *e;
    struct level **levels; /* each is allocated once */
    uint32_t level_count, level_capacity;
    explore_visitor *visit;
    void *user;
    bool ended;
};

struct explore_options explore_defaults(void) {
    return (struct explore_options){.model = {.chains = true}, .unroll = 4, .evaluations = 20 * 1000 * 1000};
}

/* ---- which choice is next ---- */

static void add_choice(struct explorer *e, struct decision *d, int64_t choice) {
    *ARENA_PUSH(e->arena, d->choices, d->count, d->capacity) = choice;
}

bool state_is_open_read(const struct explore_event *event) {
    return (event->model.kind & MODEL_READ) && event->model.source == MODEL_SOURCE_NONE && !event->waits &&
           !event->unreached;
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

/* Writes that were not there when the read was put off. */
static bool has_new_source(const struct explore_state *state, uint32_t read) {
    for (uint32_t write = state->events[read].put_off; write < state->event_count; write++)
        if (state_may_take(state, read, write))
            return true;
    return false;
}

/* Whether a thread that has not ended may yet write what the read reads. */
static bool may_be_written(const struct explorer *e, const struct explore_state *state, uint32_t read) {
    uint32_t cell = state->events[read].model.location;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        const struct explore_thread *thread = &state->threads[i];
        if ((int32_t)i == state->events[read].model.thread || thread->status == THREAD_ENDED ||
            thread->status == THREAD_STOPPED)
            continue;
        if (e->program->threads[i].writes[thread->at][cell / 64] >> (cell % 64) & 1)
            return true;
    }
    return false;
}

/* Whether another thread that waits for ever would write the cell if it went on. */
static bool is_writer_stuck(const struct explorer *e, const struct explore_state *state, uint32_t cell,
                            uint32_t reader) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (i != reader && state->threads[i].status != THREAD_ENDED &&
            e->program->threads[i].writes[state->threads[i].at][cell / 64] >> (cell % 64) & 1)
            return true;
    return false;
}

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

static uint32_t count_bits(uint32_t set) {
    uint32_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static uint32_t threads_at_barrier(const struct explorer *e, const struct explore_state *state, uint32_t barrier) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER && state->threads[i].barrier == barrier)
            set |= UINT32_C(1) << i;
    return set;
}

static uint32_t quorum_of(const struct explorer *e, const struct explore_state *state, uint32_t thread) {
    return e->program->threads[thread].code[state->threads[thread].at].quorum;
}

/* Whether these may pass together: as many as each asks for, and none with only such as it has turned down.
 */
static bool may_pass(const struct explorer *e, const struct explore_state *state, uint32_t set) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (set >> i & 1)
            if (quorum_of(e, state, i) != count_bits(set) || !(set & ~state->threads[i].not_with))
                return false;
    return true;
}

/* Whether other threads may still come to a barrier. */
static bool others_may_come(const struct explorer *e, const struct explore_state *state, uint32_t waiting) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (!(waiting >> i & 1) && state->threads[i].status != THREAD_ENDED &&
            state->threads[i].status != THREAD_STOPPED)
            return true;
    return false;
}

/* A thread at a barrier passes it with some of those that are there, or with others that come later. Barriers
 * with a quorum stand in litmus files of a few threads: all subsets are few. */
static bool decide_barrier(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (state->threads[i].status != THREAD_AT_BARRIER)
            continue;
        uint32_t waiting = threads_at_barrier(e, state, state->threads[i].barrier);
        d->count = 0;
        for (uint32_t set = waiting; set; set = (set - 1) & waiting)
            if (set >> i & 1 && may_pass(e, state, set))
                add_choice(e, d, set);
        if (d->count == 0)
            continue;
        d->kind = DECISION_BARRIER;
        d->subject = i;
        /* It opens when enough have come: turning all down is for those who wait for others, or are not
         * needed. */
        if (others_may_come(e, state, waiting) || count_bits(waiting) > quorum_of(e, state, i))
            add_choice(e, d, 0);
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
    if (!state_is_open_read(event) || (event->put_off != 0 && !has_new_source(state, read)))
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
 * the first. */
static bool decide_some_read(struct explorer *e, const struct explore_state *state, enum read_class class,
                             const event_list *among, struct decision *d) {
    uint32_t first = MODEL_NONE;
    for (uint32_t read = 0; read < state->event_count; read++) {
        if (!is_fresh(e, state, read, class) || (among && !event_lists_has(&e->lists, *among, read)))
            continue;
        if (has_known_sources(state, read))
            return decide_read(e, state, read, d);
        if (first == MODEL_NONE)
            first = read;
    }
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

static bool all_threads_ended(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status != THREAD_ENDED)
            return false;
    return true;
}

/* Whether coherence puts another write after this one, as far as a glance shows: it is an initial value, or the other's
 * thread wrote or read it before. Writes that do not happen if `thread` waits for ever are left out. */
static bool is_overtaken(const struct explorer *e, const struct explore_state *state, uint32_t write, uint32_t thread) {
    const struct explore_event *w = &state->events[write];
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *other = &state->events[i];
        if (i == write || !(other->model.kind & MODEL_WRITE) || other->model.location != w->model.location ||
            other->unreached || state_is_behind_barrier_of(e, state, i, thread))
            continue;
        if (w->model.kind & MODEL_INITIAL || (other->model.thread == w->model.thread && i > write))
            return true;
        for (uint32_t read = 0; read <= i; read++)
            if (state->events[read].model.thread == other->model.thread &&
                state->events[read].model.source == (int32_t)write)
                return true;
    }
    return false;
}

/* A thread waits for ever only at a value that is not overwritten: in the end every write is seen. */
static bool may_wait_for_ever(const struct explorer *e, const struct explore_state *state, uint32_t read) {
    const struct explore_event *event = &state->events[read];
    EVENT_LIST_EACH(&e->lists, event->in_vain, write)
    if (!is_overtaken(e, state, write, (uint32_t)event->model.thread))
        return true;
    return false;
}

/* When nothing more can come, reads that were put off wait for ever; only a loop that goes round may do that.
 */
static bool let_rest_wait(const struct explorer *e, struct explore_state *state) {
    for (uint32_t read = 0; read < state->event_count; read++) {
        struct explore_event *event = &state->events[read];
        if (!state_is_open_read(event) || event->put_off == 0)
            continue;
        if (!may_wait_for_ever(e, state, read))
            return false;
        event->waits = true;
    }
    return true;
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

/* A barrier where enough wait is open. */
static bool barrier_stays_shut(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER &&
            count_bits(threads_at_barrier(e, state, state->threads[i].barrier)) >= quorum_of(e, state, i))
            return false;
    return true;
}

/* A read that some thread waits for, be it by way of what others write. */
static bool decide_needed_read(struct explorer *e, const struct explore_state *state, struct decision *d) {
    event_list needed = needed_reads(e, state);
    if (all_threads_ended(e, state))
        return false;
    return decide_some_read(e, state, READ_PLAIN, &needed, d) ||
           (has_lazy(e, state, needed) &&
            (decide_chain(e, state, true, d) || decide_some_read(e, state, READ_LAZY, &needed, d)));
}

/* When no event comes any more. */
static bool decide_lazy_read(struct explorer *e, const struct explore_state *state, struct decision *d) {
    if (!decide_chain(e, state, true, d))
        return decide_some_read(e, state, READ_LAZY, NULL, d);
    d->any_will_do = state_chain_commutes(e, state, &e->chain);
    return true;
}

/* evaluated: the model has just been asked about this very state, and allows it. */
static void decide(struct explorer *e, struct explore_state *state, struct decision *d, bool evaluated) {
    d->count = d->next = 0;
    d->waited = d->put_off = d->any_will_do = false;
    d->in_vain = 0;
    d->kind = DECISION_DEAD;
    if (decide_guess(e, state, d) || decide_branch(e, state, d) || decide_barrier(e, state, d))
        return;
    if (!evaluated && !state_evaluate(e, state, state->ordered))
        return;
    if (decide_chain(e, state, false, d) || decide_some_read(e, state, READ_ATOMIC, NULL, d) ||
        decide_needed_read(e, state, d))
        return;
    bool possible = barrier_stays_shut(e, state) && state_leave_out_unreached(e, state) && let_rest_wait(e, state);
    if (!possible || decide_lazy_read(e, state, d) || decide_order(e, state, d))
        return;
    if (!(e->model->decides_plain_reads ? take_decided(e, state) : take_only_sources(e, state)))
        return;
    if (!decide_some_read(e, state, READ_PLAIN, NULL, d))
        d->kind = DECISION_LEAF;
}

/* ---- making a choice ---- */

static void apply(struct explorer *e, struct explore_state *state, const struct decision *d, int64_t choice) {
    struct explore_event *event = &state->events[d->subject];
    struct explore_thread *thread = &state->threads[d->subject];
    switch (d->kind) {
    case DECISION_GUESS:
        thread->guess = choice == GUESS_WAITS ? GUESS_NONE : (uint8_t)choice;
        thread->status = choice == GUESS_WAITS ? THREAD_STOPPED : THREAD_RUNS;
        if (choice == GUESS_WAITS)
            thread->waits_from = thread->loop_events;
        break;
    case DECISION_BARRIER:
        if (choice)
            state_pass_barrier(e, state, (uint32_t)choice);
        else
            thread->not_with = threads_at_barrier(e, state, thread->barrier);
        break;
    case DECISION_BRANCH:
        state_take_branch(e, state, d->subject, choice);
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
    default:
        put_in_order(e, state, choice ? d->other : d->subject, choice ? d->subject : d->other);
        break;
    }
}

/* The next choice of a decision. A read is put off after it has taken every write that is there, if more may
 * come or if it may wait for ever at one of those. */
static bool next_choice(struct explorer *e, const struct explore_state *state, struct decision *d, int64_t *choice) {
    if (d->next < d->count) {
        *choice = d->choices[d->next++];
        return true;
    }
    if ((d->kind != DECISION_READ && d->kind != DECISION_GUESS) || d->put_off)
        return false;
    d->put_off = true;
    *choice = GUESS_WAITS;
    if (d->kind == DECISION_GUESS)
        return d->waited;
    *choice = CHOICE_PUT_OFF;
    if (may_be_written(e, state, d->subject))
        return true;
    EVENT_LIST_EACH(&e->lists, state_join(e, d->in_vain, state->events[d->subject].in_vain), write)
    if (!is_overtaken(e, state, write, (uint32_t)state->events[d->subject].model.thread))
        return true;
    return false;
}

static struct level *push(struct search *search) {
    if (search->level_count == search->level_capacity) {
        uint32_t old = search->level_capacity;
        arena_grow(search->e->arena, &search->levels, old, &search->level_capacity, sizeof *search->levels);
        for (uint32_t i = old; i < search->level_capacity; i++)
            search->levels[i] = arena_allocate_array(search->e->arena, 1, sizeof **search->levels);
    }
    return search->levels[search->level_count++];
}

/* ---- complete executions ---- */

/* Threads of one workgroup that came to different numbers of barriers. */
static bool barriers_diverge(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t a = 0; a < e->program->thread_count; a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint8_t level = 0; level < MODEL_LEVELS; level++)
                if (e->places[a].instance[level] == e->places[b].instance[level] &&
                    state->threads[a].barriers[level] != state->threads[b].barriers[level])
                    return true;
    return false;
}

/* Whether no thread is stopped, or has gone on where it should have. */
static bool all_threads_end_well(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].fault)
            return false;
    return all_threads_ended(e, state);
}

static void describe(struct search *search, const struct explore_state *state, struct explored *one) {
    *one = (struct explored){.program = search->e->program,
                             .x = &search->e->execution,
                             .state = state,
                             .hung = !all_threads_end_well(search->e, state)};
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        if (!(event->model.kind & MODEL_READ) || event->model.source == MODEL_SOURCE_NONE || event->unreached ||
            !state->nodes[event->read].known || !state->nodes[event->read].undefined)
            continue;
        one->undefined_read = one->undefined ? one->undefined_read : i;
        one->undefined = true;
        one->torn |= event->model.source == MODEL_SOURCE_UNDEF;
    }
}

static bool is_last(const struct explorer *e, const struct explore_state *state, uint32_t write, uint32_t thread) {
    const struct execution *x = &e->execution;
    return !is_overtaken(e, state, write, thread) &&
           set_next(x->pool, relation_row(x->pool, x->before_at_end, write), 0) == x->count;
}

/* Whether what the thread reads by these events are last values. */
static bool reads_last_values(const struct explorer *e, const struct explore_state *state, uint32_t thread,
                              uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const struct model_event *event = &state->events[i].model;
        if (event->thread == (int32_t)thread && event->kind & MODEL_READ &&
            (event->source < 0 || !is_last(e, state, (uint32_t)event->source, thread)))
            return false;
    }
    return true;
}

/* A read that was put off for ever: one of the values at which it goes round must be the last, and so must be what the
 * round read before it, for the next round would read that again. */
static bool waits_in_vain(const struct explorer *e, const struct explore_state *state, uint32_t read) {
    uint32_t thread = (uint32_t)state->events[read].model.thread;
    if (!reads_last_values(e, state, thread, state->threads[thread].loop_events, read))
        return false;
    EVENT_LIST_EACH(&e->lists, state->events[read].in_vain, write)
    if (is_last(e, state, write, thread))
        return true;
    return false;
}

/* A thread that was stopped in a loop: what it read there must be last values, and its compare-exchange fail.
 */
static bool loops_in_vain(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    const struct explore_thread *thread = &state->threads[number];
    if (!reads_last_values(e, state, number, thread->waits_from, state->event_count))
        return false;
    for (uint32_t write = 0; thread->waits_cell != MODEL_NONE && write < state->event_count; write++) {
        const struct explore_event *event = &state->events[write];
        if (event->model.location == thread->waits_cell && event->model.kind & MODEL_WRITE &&
            is_last(e, state, write, number) &&
            state->nodes[event->value].value == state->nodes[thread->waits_compared].value)
            return false;
    }
    return true;
}

/* Whether each thread that waits for ever does so at values that are the last ones: in the end every write is
 * seen. */
static bool waits_are_fair(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t read = 0; read < state->event_count; read++)
        if (state->events[read].waits && !state->events[read].unreached && !waits_in_vain(e, state, read))
            return false;
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].waits_from != MODEL_NONE && state->threads[i].status == THREAD_STOPPED &&
            !state->threads[i].unreached && !loops_in_vain(e, state, i))
            return false;
    return true;
}

static bool is_cut_off(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].cut_off)
            return true;
    return false;
}

/* Whether a thread of those that wait for ever could end the wait of another, if it went on itself; or one is at a
 * barrier. */
static bool is_deadlock(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER || state->threads[i].status == THREAD_AT_EXCHANGE ||
            state->threads[i].unreached)
            return true;
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        bool in_loop = event->model.thread >= 0 && (event->model.kind & MODEL_READ) &&
                       state->threads[event->model.thread].status != THREAD_ENDED &&
                       read >= state->threads[event->model.thread].loop_events;
        if (in_loop && is_writer_stuck(e, state, event->model.location, (uint32_t)event->model.thread))
            return true;
    }
    return false;
}

/* The undefined behaviour of some thread, or NULL. */
static const char *note_faults(struct explorer *e, const struct explore_state *state) {
    struct explore_statistics *s = e->statistics;
    const char *fault = NULL;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (!state->threads[i].fault || state->threads[i].unreached)
            continue;
        fault = state->threads[i].fault;
        *(strstr(fault, "out of bounds") ? &s->out_of_bounds : &s->undefined) = s->fault = fault;
    }
    return fault;
}

/* Counts the execution by how it ends. */
static void count_execution(struct explorer *e, const struct explore_state *state, struct explored *one, bool cut) {
    struct explore_statistics *s = e->statistics;
    const char *fault = note_faults(e, state);
    one->fault = fault;
    if (cut || !one->hung) {
        *(cut ? &s->cut_off : &s->executions) += 1;
        return;
    }
    s->hung++;
    *(fault ? &s->faulty : is_deadlock(e, state) ? &s->deadlocked : &s->endless) += 1;
}

static void visit_leaf(struct search *search, struct explore_state *state) {
    struct explorer *e = search->e;
    bool cut = is_cut_off(e, state);
    e->statistics->unroll_reached |= cut;
    if (!state_evaluate(e, state, true) || !waits_are_fair(e, state)) {
        e->statistics->abandoned++;
        return;
    }
    struct explored one;
    describe(search, state, &one);
    count_execution(e, state, &one, cut);
    if (!one.hung && barriers_diverge(e, state))
        e->statistics->divergent_barrier = true;
    search->ended = !search->visit(search->user, &one);
}

/* ---- the search ---- */

/* Whether the choice made the thread that it is about go round a loop for nothing. Another thread that does,
 * by a value that has now become known, is left to wait for ever. */
static bool made_itself_wait(const struct explore_state *before, const struct explore_state *after,
                             const struct decision *d) {
    if (d->kind == DECISION_GUESS)
        return after->went_round == d->subject;
    return d->kind == DECISION_READ && after->went_round != MODEL_NONE &&
           (int32_t)after->went_round == before->events[d->subject].model.thread;
}

/* Makes one choice at the newest level; false if there is none left. */
static bool step_search(struct search *search) {
    struct explorer *e = search->e;
    struct level *level = search->levels[search->level_count - 1];
    struct decision *d = &level->decision;
    int64_t choice;
    if (d->kind == DECISION_LEAF || d->kind == DECISION_DEAD) {
        if (d->kind == DECISION_LEAF) {
            visit_leaf(search, &level->state);
        } else {
            e->statistics->abandoned++;
            e->statistics->unroll_reached |= is_cut_off(e, &level->state);
        }
        return false;
    }
    if (!next_choice(e, &level->state, d, &choice))
        return false;
    struct level *child = push(search);
    state_copy(e, &child->state, &level->state);
    child->state.went_round = MODEL_NONE;
    apply(e, &child->state, d, choice);
    state_update_values(&child->state);
    state_advance(e, &child->state);
    bool waits = made_itself_wait(&level->state, &child->state, d);
    d->waited |= waits;
    if (waits && d->kind == DECISION_READ && choice >= 0)
        d->in_vain = event_lists_with(&e->lists, d->in_vain, (uint32_t)choice);
    bool put_off = d->kind == DECISION_READ && choice == CHOICE_PUT_OFF;
    if (!waits && !child->state.impossible && state_was_there(e, &child->state)) {
        e->statistics->mirrored++;
        search->level_count--;
    } else if (waits || child->state.impossible ||
               (!put_off && !state_evaluate(e, &child->state, child->state.ordered))) {
        e->statistics->abandoned++;
        search->level_count--;
    } else {
        if (d->any_will_do)
            d->next = d->count;
        decide(e, &child->state, &child->decision, !put_off);
    }
    return true;
}

static bool goes_on(const struct explorer *e) {
    return !e->options->goes_on || e->options->goes_on(e->options->goes_on_user, e->statistics);
}

static void run_search(struct search *search) {
    struct explorer *e = search->e;
    struct level *root = push(search);
    state_begin(e, &root->state);
    state_advance(e, &root->state);
    if (!root->state.impossible)
        decide(e, &root->state, &root->decision, false);
    else
        root->decision.kind = DECISION_DEAD;
    while (search->level_count && !search->ended && !e->statistics->refused) {
        if (!step_search(search))
            search->level_count--;
        if (e->statistics->evaluations >= e->options->evaluations || !goes_on(e)) {
            e->statistics->gave_up = true;
            break;
        }
    }
}

/* ---- what does not change while exploring ---- */

static void number_registers_and_loops(struct explorer *e) {
    const struct program *program = e->program;
    e->first_register = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t));
    e->head_number = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t *));
    e->places = arena_allocate_array(e->arena, program->thread_count, sizeof *e->places);
    e->later = arena_allocate_array(e->arena, program->thread_count, sizeof *e->later);
    for (uint32_t t = 0; t < program->thread_count; t++) {
        const struct program_thread *thread = &program->threads[t];
        e->places[t] = thread->place;
        e->first_register[t] = e->register_count;
        e->register_count += thread->register_count;
        if (thread->register_count > e->widest)
            e->widest = thread->register_count;
        e->head_number[t] = arena_allocate_array(e->arena, thread->code_count, sizeof(uint32_t));
        for (uint32_t i = 0; i < thread->code_count; i++)
            if (thread->is_head[i])
                e->head_number[t][i] = e->head_count++;
    }
}

/* Whether the instructions, which may access one cell, may be in a data race: of two threads, one of which writes, not
 * both atomic or with a scope that does not include the other's thread. What one thread does to a location is in
 * order. */
static bool instructions_mix(const struct program *program, uint32_t t, const struct program_instruction *a, uint32_t u,
                             const struct program_instruction *b) {
    const struct model_thread_place *p = &program->threads[t].place, *q = &program->threads[u].place;
    uint8_t level_a = a->operation.scope, level_b = b->operation.scope;
    if (t == u || !((a->operation.kind | b->operation.kind) & MODEL_WRITE))
        return false;
    if (!(a->operation.flags & b->operation.flags & MODEL_ATOMIC))
        return true;
    return level_a >= MODEL_LEVELS || level_b >= MODEL_LEVELS || p->instance[level_a] != q->instance[level_a] ||
           p->instance[level_b] != q->instance[level_b];
}

struct cell_access {
    uint32_t thread;
    const struct program_instruction *instruction;
};

/* All instructions that may access the cell. */
static uint32_t find_accesses(struct explorer *e, uint32_t cell, struct cell_access **accesses, uint32_t *capacity) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        for (uint32_t i = 0; i < e->program->threads[t].code_count; i++)
            if (program_may_access(e->program, &e->program->threads[t].code[i], cell))
                *ARENA_PUSH(e->arena, *accesses, count, *capacity) =
                    (struct cell_access){t, &e->program->threads[t].code[i]};
    return count;
}

static void find_mixed_cells(struct explorer *e) {
    struct cell_access *accesses = NULL;
    uint32_t capacity = 0;
    e->mixed = arena_allocate_array(e->arena, e->program->cell_count, sizeof *e->mixed);
    for (uint32_t cell = 0; cell < e->program->cell_count; cell++) {
        uint32_t count = find_accesses(e, cell, &accesses, &capacity);
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count && !e->mixed[cell]; b++)
                e->mixed[cell] = instructions_mix(e->program, accesses[a].thread, accesses[a].instruction,
                                                  accesses[b].thread, accesses[b].instruction);
    }
}

static bool has_sequential_consistency(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct model_operation *operation = &program->threads[t].code[i].operation;
            if ((operation->flags | operation->failure_flags) & MODEL_SEQ_CST)
                return true;
        }
    return false;
}

static bool needs_quorum(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].opcode == PROGRAM_BARRIER &&
                program->threads[t].code[i].barrier_mode == PROGRAM_BARRIER_QUORUM)
                return true;
    return false;
}

void explore(const struct program *program, const struct model *model, const struct explore_options *options,
             struct arena *arena, explore_visitor *visit, void *user, struct explore_statistics *statistics) {
    struct explorer e = {
        .program = program, .model = model, .options = options, .arena = arena, .statistics = statistics};
    memset(statistics, 0, sizeof *statistics);
    if (program->thread_count > MAX_QUORUM_THREADS && needs_quorum(program)) {
        statistics->refused = "a barrier that needs a quorum, among more than 32 threads";
        return;
    }
    relations_init(&e.pool, arena);
    event_lists_init(&e.lists, arena);
    number_registers_and_loops(&e);
    e.orders_all = options->model.plain_rf_acyclic || has_sequential_consistency(program);
    find_mixed_cells(&e);
    explore_find_symmetry(&e);
    struct search search = {.e = &e, .visit = visit, .user = user};
    run_search(&search);
}

/* ---- what a visitor may ask ---- */

static enum explored_value node_value(const struct explored *one, uint32_t number, uint64_t *value) {
    const struct node *node = &one->state->nodes[number];
    if (number == 0 || !node->known)
        return EXPLORED_NOTHING;
    *value = node->value;
    return node->undefined ? EXPLORED_UNDEFINED : EXPLORED_KNOWN;
}

enum explored_value explored_register(const struct explored *one, uint32_t thread, uint32_t number, uint64_t *value) {
    uint32_t first = 0;
    for (uint32_t t = 0; t < thread; t++)
        first += one->program->threads[t].register_count;
    return node_value(one, one->state->registers[first + number], value);
}

enum explored_value explored_event_value(const struct explored *one, uint32_t event, bool read, uint64_t *value) {
    const struct explore_event *e = &one->state->events[event];
    return node_value(one, read ? e->read : e->value, value);
}

uint32_t explored_last_writes(const struct explored *one, uint32_t cell, uint32_t *last) {
    const struct execution *x = one->x;
    uint32_t count = 0;
    for (uint32_t a = 0; a < x->count; a++) {
        if (x->events[a].location != cell || !(x->events[a].kind & MODEL_WRITE))
            continue;
        bool hidden = false;
        for (uint32_t b = 0; b < x->count && !hidden; b++)
            hidden = b != a && x->events[b].location == cell && (x->events[b].kind & MODEL_WRITE) &&
                     ((x->events[a].kind & MODEL_INITIAL) || relation_has(x->pool, x->before_at_end, a, b));
        if (!hidden)
            last[count++] = a;
    }
    return count;
}

bool explored_stopped(const struct explored *one, uint32_t thread) {
    const struct explore_thread *t = &one->state->threads[thread];
    return t->fault || (t->status != THREAD_ENDED && t->status != THREAD_AT_BARRIER && t->status != THREAD_AT_EXCHANGE);
}
