/* Chains of read-modify-writes. If each open one of a location may take one write alone that comes neither from another
 * of them nor after another of them in its thread, some of them takes that write, or they would take their values from
 * each other in a circle. So the choice is which one (docs/reference/models.md, "Reductions").
 *
 * Of a chain whose members do the same commutative operation, order nothing by themselves, and have results that
 * nobody uses, one order is tried, if (1) no event comes any more; (2) every other read of the location takes no
 * member, or comes after all of them in location order; (3) no other write can come between two members; (4)
 * happens-before is the same where no member takes its value from another as where each takes it from all others: as
 * it only grows with what is taken, no order changes it, nor races, nor what other reads may take; (5) nothing is
 * sequentially consistent, and po | rf need not be acyclic. A member that must come before another is first where
 * that is asked. */
#include "mmra/model/explore_state.h"

/* Operations that commute with each other have equal numbers; 0 commutes with nothing. */
static uint8_t commuting_family(uint8_t rmw) {
    switch (rmw) {
    case IR_RMW_ADD:
    case IR_RMW_SUB:
        return 1;
    case IR_RMW_AND:
        return 2;
    case IR_RMW_OR:
        return 3;
    case IR_RMW_XOR:
        return 4;
    case IR_RMW_MAX:
        return 5;
    case IR_RMW_MIN:
        return 6;
    case IR_RMW_UMAX:
        return 7;
    case IR_RMW_UMIN:
        return 8;
    default:
        return 0;
    }
}

static bool is_chained(const struct explore_event *event) {
    return (event->model.kind & MODEL_READ) && (event->model.kind & MODEL_WRITE) &&
           (event->model.flags & (MODEL_ATOMIC | MODEL_UNORDERED)) == MODEL_ATOMIC;
}

/* Whether the register is read again, or is part of an outcome. */
static bool is_used(const struct program_thread *thread, uint32_t position, uint32_t number) {
    return number != MODEL_NONE &&
           (thread->registers[number].name || (thread->live[position + 1][number / 64] >> (number % 64) & 1));
}

bool state_is_lazy(const struct explorer *e, const struct explore_state *state, uint32_t read) {
    const struct explore_event *event = &state->events[read];
    uint16_t ordering =
        MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE;
    if (e->options->without & EXPLORE_COMMUTING || e->program->call_level || !is_chained(event) ||
        event->model.flags & ordering)
        return false;
    const struct program_instruction *i = event->instruction;
    return !i->compare_exchange && i->must_read == PROGRAM_READS_ANY && commuting_family(i->rmw) &&
           !is_used(&e->program->threads[event->model.thread], event->position, i->target);
}

/* ---- finding a chain ---- */

/* A program of many accesses has many pairs of them, so each loop over events or members asks whether to go on. */
static void has_looked_at(const struct explorer *e, uint32_t count) {
    enum { PER_UNIT = 32 };
    mmra_work(e->arena->watch, 1 + count / PER_UNIT);
}

static bool may_still_be_written(const struct explorer *e, const struct explore_state *state, uint32_t cell) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        const struct explore_thread *thread = &state->threads[i];
        if (thread->status != THREAD_ENDED && thread->status != THREAD_STOPPED &&
            e->program->threads[i].writes[thread->at][cell / 64] >> (cell % 64) & 1)
            return true;
    }
    return false;
}

static void collect(struct explorer *e, const struct explore_state *state, uint32_t cell, bool lazy,
                    struct chain *chain) {
    chain->count = 0;
    has_looked_at(e, state->event_count);
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        if (event->model.location == cell && state_is_open_read(event) && is_chained(event) &&
            state_is_lazy(e, state, i) == lazy)
            *ARENA_PUSH(e->arena, chain->members, chain->count, chain->capacity) = i;
    }
}

static bool is_member(const struct chain *chain, uint32_t event) {
    for (uint32_t i = 0; i < chain->count; i++)
        if (chain->members[i] == event)
            return true;
    return false;
}

/* The member at or before the write in its thread, or MODEL_NONE. */
static uint32_t member_before(const struct explore_state *state, const struct chain *chain, uint32_t write) {
    for (uint32_t i = 0; i < chain->count; i++)
        if (chain->members[i] <= write &&
            state->events[chain->members[i]].model.thread == state->events[write].model.thread)
            return chain->members[i];
    return MODEL_NONE;
}

/* A compare-exchange that succeeds cannot take this value. */
static bool has_other_value(const struct explore_state *state, const struct explore_event *read, uint32_t write) {
    const struct node *written = &state->nodes[state->events[write].value], *compared = &state->nodes[read->compared];
    return read->constraint == CONSTRAINT_EQUAL && written->known && compared->known && !written->undefined &&
           !compared->undefined && written->value != compared->value;
}

/* Whether another read-modify-write has taken the write, so that no member can: the three are one after the other in
 * the order of the location. */
static bool is_taken(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                     uint32_t member, uint32_t write) {
    const struct execution *x = &e->execution;
    has_looked_at(e, state->event_count);
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *other = &state->events[i];
        if (i == member || other->model.source != (int32_t)write || !is_chained(other) || other->unreached ||
            !relation_has(x->pool, pairs, i, member))
            continue;
        bool initial = state->events[write].model.kind & MODEL_INITIAL;
        if (initial || (relation_has(x->pool, pairs, write, i) && relation_has(x->pool, pairs, write, member)) ||
            (relation_has(x->pool, x->locord, write, i) && relation_has(x->pool, x->locord, write, member)))
            return true;
    }
    return false;
}

static bool can_take(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                     uint32_t member, uint32_t write) {
    return write >= state->events[member].put_off && state_may_take(state, member, write) &&
           !state->events[write].unreached && state_may_see(e, member, write) &&
           !has_other_value(state, &state->events[member], write) && !is_taken(e, state, pairs, member, write);
}

/* Whether a write by the thread of a member, at or after it, is ordered after it whatever happens. */
static bool follows(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs, uint32_t member,
                    uint32_t write) {
    return write == member || (state->events[write].model.reference == state->events[member].model.reference &&
                               relation_has(e->execution.pool, pairs, member, write));
}

/* Whether one write alone, which no member is at or before, is left for members to take. */
static bool has_one_first(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                          struct chain *chain) {
    chain->first = MODEL_NONE;
    chain->interrupted = false;
    for (uint32_t i = 0; i < chain->count; i++) {
        has_looked_at(e, state->event_count);
        for (uint32_t write = 0; write < state->event_count; write++) {
            if (state->events[write].model.location != state->events[chain->members[0]].model.location ||
                !can_take(e, state, pairs, chain->members[i], write))
                continue;
            uint32_t before = member_before(state, chain, write);
            if (before == MODEL_NONE && chain->first != MODEL_NONE && chain->first != write)
                return false;
            if (before == MODEL_NONE)
                chain->first = write;
            else if (!follows(e, state, pairs, before, write))
                return false;
            else
                chain->interrupted |= !is_member(chain, write);
        }
    }
    return chain->first != MODEL_NONE;
}

/* Whether no member can take undef. */
static bool are_defined(const struct explorer *e, const struct explore_state *state, const struct chain *chain) {
    if (!e->model->decides_plain_reads || !e->mixed[state->events[chain->members[0]].model.location])
        return true;
    for (uint32_t i = 0; i < chain->count; i++)
        if (!set_has(e->execution.takes_any, chain->members[i]))
            return false;
    return true;
}

static bool are_ordered(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                        const struct chain *chain) {
    for (uint32_t i = 0; i < chain->count; i++) {
        has_looked_at(e, chain->count);
        for (uint32_t k = 0; k < chain->count; k++) {
            uint32_t a = chain->members[i], b = chain->members[k];
            if (a != b && (!relation_has(e->execution.pool, pairs, a, b) ||
                           state->events[a].model.reference != state->events[b].model.reference))
                return false;
        }
    }
    return true;
}

/* Puts the members in front that can take the first write. */
static void find_takers(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                        struct chain *chain) {
    chain->takers = 0;
    for (uint32_t i = 0; i < chain->count; i++) {
        uint32_t member = chain->members[i];
        if (!can_take(e, state, pairs, member, chain->first))
            continue;
        chain->members[i] = chain->members[chain->takers];
        chain->members[chain->takers++] = member;
    }
}

/* Whether no two members can take the first write: each execution comes from one choice alone. */
static bool goes_to_one(const struct explorer *e, const struct explore_state *state, const uint64_t *pairs,
                        const struct chain *chain) {
    const struct execution *x = &e->execution;
    bool by_pairs = true, by_order = true;
    for (uint32_t i = 0; i < chain->takers; i++) {
        by_pairs &= relation_has(x->pool, pairs, chain->first, chain->members[i]);
        by_order &= relation_has(x->pool, x->locord, chain->first, chain->members[i]);
    }
    return by_pairs || by_order || state->events[chain->first].model.kind & MODEL_INITIAL;
}

bool state_find_chain(struct explorer *e, const struct explore_state *state, bool lazy, struct chain *chain) {
    relation pairs = NULL;
    if (e->options->without & EXPLORE_CHAINS || e->program->call_level || e->options->model.any_execution ||
        !e->execution.may_see)
        return false;
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        uint32_t cell = event->model.location;
        if (!state_is_open_read(event) || !is_chained(event) || state_is_lazy(e, state, read) != lazy ||
            may_still_be_written(e, state, cell))
            continue;
        collect(e, state, cell, lazy, chain);
        if (chain->members[0] != read)
            continue; /* this location has been looked at */
        pairs = pairs ? pairs : e->model->ordered_writes(&e->execution);
        if (!are_defined(e, state, chain) || !are_ordered(e, state, pairs, chain) ||
            !has_one_first(e, state, pairs, chain))
            continue;
        find_takers(e, state, pairs, chain);
        if (goes_to_one(e, state, pairs, chain))
            return true;
    }
    return false;
}

/* ---- whether the order in a chain tells anything ---- */

/* Whether all members do the same to the location. */
static bool are_alike(const struct explore_state *state, const struct chain *chain) {
    const struct program_instruction *first = state->events[chain->members[0]].instruction;
    for (uint32_t i = 1; i < chain->count; i++) {
        const struct program_instruction *other = state->events[chain->members[i]].instruction;
        if (commuting_family(other->rmw) != commuting_family(first->rmw) || other->width != first->width)
            return false;
    }
    return true;
}

/* Whether the read takes no member, or comes after all of them. */
static bool looks_at_all_or_none(const struct explorer *e, const struct explore_state *state, const struct chain *chain,
                                 uint32_t read) {
    const struct execution *x = &e->execution;
    int32_t source = state->events[read].model.source;
    bool open = state_is_open_read(&state->events[read]), sees_some = false, after_all = true;
    for (uint32_t i = 0; i < chain->count; i++) {
        if (!open && source == (int32_t)chain->members[i])
            return false;
        sees_some |= state_may_see(e, read, chain->members[i]);
        after_all &= relation_has(x->pool, x->locord, chain->members[i], read);
    }
    return !open || !sees_some || after_all;
}

static bool nobody_looks_between(const struct explorer *e, const struct explore_state *state,
                                 const struct chain *chain) {
    uint32_t cell = state->events[chain->members[0]].model.location;
    for (uint32_t read = 0; read < state->event_count; read++) {
        const struct explore_event *event = &state->events[read];
        if (event->model.location == cell && (event->model.kind & MODEL_READ) && !event->unreached &&
            !is_member(chain, read) && !looks_at_all_or_none(e, state, chain, read))
            return false;
    }
    return true;
}

/* Whether no order of the members changes what happens before what: happens-before is the same where none takes its
 * value from another and where each takes it from all, and it grows with what is taken. */
static bool orders_nothing(struct explorer *e, const struct explore_state *state, const struct chain *chain) {
    struct execution *x = &e->execution;
    size_t words = x->pool->words;
    uint64_t *without = arena_allocate_array(e->arena, x->count, words * sizeof *without);
    for (uint32_t i = 0; i < x->count; i++)
        memcpy(without + i * words, relation_row(x->pool, x->hb, i), words * sizeof *without);
    state_relations(e, state);
    for (uint32_t i = 0; i < chain->count; i++) {
        relation_add(x->pool, x->rf, chain->first, chain->members[i]);
        for (uint32_t k = 0; k < chain->count; k++)
            if (i != k)
                relation_add(x->pool, x->rf, chain->members[i], chain->members[k]);
    }
    x->complete = false;
    e->statistics->evaluations++;
    e->model->evaluate(x);
    bool same = true;
    for (uint32_t i = 0; i < x->count && same; i++)
        same = memcmp(without + i * words, relation_row(x->pool, x->hb, i), words * sizeof *without) == 0;
    arena_give_back(e->arena, without);
    return same;
}

bool state_chain_commutes(struct explorer *e, const struct explore_state *state, const struct chain *chain) {
    return !e->orders_all && !chain->interrupted && are_alike(state, chain) && nobody_looks_between(e, state, chain) &&
           orders_nothing(e, state, chain);
}
