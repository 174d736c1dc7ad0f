/* Waiting that a count limits: for (i = 0; i < 1000 && !ready; i++). A thread that has gone round for nothing but the
 * count goes on with the last count before a comparison with it may come out otherwise: as if it had gone the rounds
 * until there (docs/reference/models.md, "Waiting"). Only where more rounds than the bound come out alike are some left
 * out, as others can be followed.
 *
 * A register is the counter of a loop if nothing is made of what it is at the loop's head but sums with constants, and
 * of these nothing but comparisons with constants, and with registers that are as at the head; if it does not come into
 * the loop from the round of a loop around it; and if no such sum is live at the head beside it. So where all
 * comparisons with it come out alike, the thread does the same whatever the count is.
 *
 * A round is in vain if it did nothing (explore_wait.c) and left what is live at the head as it was, but for the
 * counter, to which it added a constant. It can be repeated if it accesses memory at most once, by an atomic that
 * reads a cell whose accesses are all atomics in one order and defined (`still`), or repeats its thread's write there.
 * - Each execution is told by one that is found. Take the rounds for which all comparisons come out alike, but for the
 *   last of them, which is followed. If one of these leads out of the loop, be it by way of the head, those in vain
 *   before it are taken away, as explore_wait.c says: that is the execution in which the first round leads out. If none
 *   does, those in vain but one that can be repeated are taken away, and that one is repeated in their place. Where
 * none can be repeated, all are followed, up to the bound.
 * - What is found is an execution. The copies of the round come immediately after it in its thread. Each reads what it
 *   reads: nothing else is ordered before a copy than before the round, but what its own acquire orders, which is
 *   ordered before the write that both take. A read-modify-write that writes what it has read comes immediately after
 *   the one that it is a copy of. What comes after the copies comes after the round, in the same way.
 * - The first does not hold where a round has done something and the thread goes round again: there may be more such
 *   rounds if none in vain come before it, and if some do it has another count without them. Then the verdict is
 *   unknown. None come before it if all its reads are of initial values: by coherence a round before it has read the
 *   same. */
#include "mmra/model/explore_state.h"
#include "mmra/model/program_idle.h"

#include <assert.h>

enum { MOST_SUMS = 16, MOST_ADDED = 4 };

/* The counter is C at the head of the loop. A register may hold C and one of these, or a value that has nothing to do
 * with C. */
struct held {
    bool any; /* and more of them than there is room for */
    uint8_t count;
    uint64_t added[MOST_ADDED];
};

/* A comparison of a sum of the counter. */
struct comparison {
    uint64_t added;
    struct program_operand bound;                  /* a constant, or a register that stays as it is */
    const struct program_instruction *instruction; /* the sum is its left operand, or else its right one */
    bool left;
};

enum { MOST_LOOKED_AT = 8 };

struct loop_counter {
    bool found;         /* the register is the loop's counter */
    uint32_t number;    /* register */
    uint32_t looked_at; /* so many registers, of which this was the last */
    uint8_t width;
    struct comparison *comparisons;
    uint32_t count, capacity;
    bool counted_on, in_doubt; /* in some execution: the count went on; another round came after one in doubt */
};

void explore_find_counts(struct explorer *e) {
    if (e->head_count && !(e->options->without & EXPLORE_WAITING) && !e->program->call_level)
        e->counters = arena_allocate_array(e->arena, e->head_count, sizeof *e->counters);
}

bool explore_counts_in_doubt(const struct explorer *e) {
    for (uint32_t head = 0; head < e->head_count && e->counters; head++)
        if (e->counters[head].counted_on && e->counters[head].in_doubt)
            return true;
    return false;
}

/* ---- whether a register is a counter ---- */

struct count_flow {
    struct explorer *e;
    const struct program_thread *thread;
    uint64_t **live;
    uint32_t head;
    uint32_t sums[MOST_SUMS], count; /* registers that may hold one: the first is the counter */
    struct held *held;               /* per instruction, of each of these */
    bool *reached, *changed;         /* per instruction: from the head; with another value of a register */
    struct loop_counter *found;
};

static bool is_set(const uint64_t *set, uint32_t number) {
    return set[number / 64] >> (number % 64) & 1;
}

/* Which of the sums the operand is; as many as there are: none. */
static uint32_t sum_of(const struct count_flow *f, struct program_operand o) {
    uint32_t k = 0;
    while (k < f->count && (o.kind != PROGRAM_REGISTER || f->sums[k] != o.value))
        k++;
    return k;
}

static bool is_comparison(const struct program_instruction *i) {
    return i->opcode == PROGRAM_COMPUTE && i->alu >= PROGRAM_COMPARE && i->alu < PROGRAM_FCOMPARE;
}

/* Whether the instruction adds a constant (*added) to what *from is. */
static bool adds(const struct program_instruction *i, struct program_operand *from, uint64_t *added) {
    bool whole = !i->from_width || i->from_width == i->width;
    *from = i->a;
    *added = i->alu == PROGRAM_SUB ? -i->b.value : i->alu == PROGRAM_ADD ? i->b.value : 0;
    if (i->opcode != PROGRAM_COMPUTE || !whole || i->target == MODEL_NONE)
        return false;
    if (i->alu == PROGRAM_ADD && i->a.kind == PROGRAM_CONSTANT) {
        *from = i->b;
        *added = i->a.value;
        return true;
    }
    return i->alu == PROGRAM_COPY ||
           ((i->alu == PROGRAM_ADD || i->alu == PROGRAM_SUB) && i->b.kind == PROGRAM_CONSTANT);
}

/* Notes in which width a number is added; false if that is another one than before. */
static bool note_width(struct count_flow *f, const struct program_instruction *i) {
    bool first = f->found->width == 0 && i->alu != PROGRAM_COPY;
    f->found->width = first ? i->width : f->found->width;
    return i->alu == PROGRAM_COPY || f->found->width == i->width;
}

/* Finds the registers that may hold a sum, and the width of sums; false if there are too many, or none. */
static bool find_sums(struct count_flow *f) {
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t at = 0; at < f->thread->code_count; at++) {
            const struct program_instruction *i = &f->thread->code[at];
            struct program_operand from;
            uint64_t added;
            if (!adds(i, &from, &added) || sum_of(f, from) == f->count)
                continue;
            if (!note_width(f, i))
                return false;
            if (sum_of(f, program_in_register(i->target)) < f->count)
                continue;
            if (f->count == MOST_SUMS)
                return false;
            f->sums[f->count++] = i->target;
            grown = true;
        }
    }
    return f->found->width != 0;
}

static struct held *held_at(const struct count_flow *f, uint32_t at) {
    return f->held + (size_t)at * MOST_SUMS;
}

static void add_held(struct held *held, uint64_t added, bool *grown) {
    for (uint32_t k = 0; k < held->count; k++)
        if (held->added[k] == added)
            return;
    *grown |= !held->any;
    if (held->count == MOST_ADDED)
        held->any = true;
    else
        held->added[held->count++] = added;
}

/* Puts the sums as they are after the instruction into `after`. */
static void step_over(const struct count_flow *f, uint32_t at, struct held *after) {
    const struct program_instruction *i = &f->thread->code[at];
    const struct held *before = held_at(f, at);
    struct program_operand from;
    uint64_t added;
    bool grown = false;
    memcpy(after, before, f->count * sizeof *after);
    uint32_t target = sum_of(f, program_in_register(i->target)), success = sum_of(f, program_in_register(i->success));
    if (success < f->count)
        after[success] = (struct held){false, 0, {0}};
    if (target == f->count)
        return;
    after[target] = (struct held){false, 0, {0}};
    if (!adds(i, &from, &added) || sum_of(f, from) == f->count)
        return;
    const struct held *source = &before[sum_of(f, from)];
    after[target].any = source->any;
    for (uint32_t k = 0; k < source->count; k++)
        add_held(&after[target], mmra_low_bits(source->added[k] + added, f->found->width), &grown);
}

/* Whether something is new there. */
static bool join_held(struct count_flow *f, uint32_t at, const struct held *from) {
    bool grown = !f->reached[at];
    f->reached[at] = true;
    for (uint32_t k = 0; k < f->count; k++) {
        struct held *to = &held_at(f, at)[k];
        grown |= from[k].any && !to->any;
        to->any |= from[k].any;
        for (uint32_t j = 0; j < from[k].count; j++)
            add_held(to, from[k].added[j], &grown);
    }
    return grown;
}

/* Follows the sums from the loop's head on, until it is reached again. */
static void follow_sums(struct count_flow *f) {
    struct held after[MOST_SUMS];
    held_at(f, f->head)->count = 1; /* the counter: nothing is added yet */
    f->reached[f->head] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t at = 0; at < f->thread->code_count; at++) {
            uint32_t next[2], nexts = program_successors(f->thread, at, next);
            if (!f->reached[at])
                continue;
            step_over(f, at, after);
            for (uint32_t k = 0; k < nexts; k++)
                grown |= next[k] != f->head && join_held(f, next[k], after);
        }
    }
}

static bool is_sum(const struct held *held) {
    return held->any || held->count;
}

/* Whether the thread may come to the head from the instruction with these: from outside the loop without a sum, from
 * within with none but the counter. */
static bool may_come_to_head(const struct count_flow *f, uint32_t from, const struct held *held) {
    for (uint32_t k = from < f->head ? 0 : 1; k < f->count; k++)
        if (is_set(f->live[f->head], f->sums[k]) && is_sum(&held[k]))
            return false;
    return true;
}

/* Whether the operand may be a sum. */
static bool uses(const struct count_flow *f, uint32_t at, struct program_operand o) {
    uint32_t k = sum_of(f, o);
    return k < f->count && is_sum(&held_at(f, at)[k]);
}

/* Whether the operand is at the instruction what it was at the head: nothing on the way from there sets it. */
static bool stays(const struct count_flow *f, struct program_operand o, uint32_t at) {
    if (o.kind != PROGRAM_REGISTER)
        return o.kind == PROGRAM_CONSTANT;
    memset(f->changed, 0, f->thread->code_count * sizeof *f->changed);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < f->thread->code_count; i++) {
            const struct program_instruction *set = &f->thread->code[i];
            uint32_t next[2], nexts = program_successors(f->thread, i, next);
            bool changed = f->changed[i] || (f->reached[i] && (set->target == o.value || set->success == o.value));
            for (uint32_t k = 0; k < nexts && changed; k++) {
                grown |= next[k] != f->head && !f->changed[next[k]];
                f->changed[next[k]] = next[k] != f->head;
            }
        }
    }
    return !f->changed[at];
}

/* Whether the thread comes to the instruction from the one before it alone. */
static bool follows_alone(const struct count_flow *f, uint32_t at) {
    for (uint32_t i = 0; i < f->thread->code_count; i++) {
        uint32_t next[2], nexts = program_successors(f->thread, i, next);
        for (uint32_t k = 0; k < nexts; k++)
            if (next[k] == at && (i + 1 != at || f->thread->code[i].opcode != PROGRAM_COMPUTE))
                return false;
    }
    return true;
}

/* A register that is a copy, made immediately before, of one that is as at the head is that one. */
static bool find_bound(const struct count_flow *f, uint32_t at, struct program_operand *o) {
    for (uint32_t i = at; o->kind == PROGRAM_REGISTER && i > 0 && i != f->head && follows_alone(f, i); i--) {
        const struct program_instruction *copy = &f->thread->code[i - 1];
        if (copy->target != o->value)
            continue;
        if (copy->alu != PROGRAM_COPY || copy->from_width || copy->width != f->found->width)
            return false;
        *o = copy->a;
        return stays(f, *o, i - 1);
    }
    return stays(f, *o, at);
}

/* Notes the comparison of a sum; false if it is one with what may change. */
static bool note_comparison(struct count_flow *f, uint32_t at) {
    const struct program_instruction *i = &f->thread->code[at];
    bool left = uses(f, at, i->a);
    struct program_operand sum = left ? i->a : i->b, bound = left ? i->b : i->a;
    const struct held *held = &held_at(f, at)[sum_of(f, sum)];
    uint8_t width = i->from_width ? i->from_width : i->width;
    if (held->any || uses(f, at, bound) || !find_bound(f, at, &bound) || width != f->found->width)
        return false;
    for (uint32_t k = 0; k < held->count; k++)
        *ARENA_PUSH(f->e->arena, f->found->comparisons, f->found->count, f->found->capacity) =
            (struct comparison){held->added[k], bound, i, left};
    return true;
}

/* Whether a sum is only what the instruction stores, where nobody asks for it. */
static bool stores_for_nothing(const struct count_flow *f, uint32_t at) {
    const struct program_instruction *i = &f->thread->code[at];
    if (i->opcode != PROGRAM_ACCESS || !(i->operation.kind & MODEL_WRITE) || uses(f, at, i->a) || uses(f, at, i->c))
        return false;
    for (uint32_t cell = 0; cell < f->e->program->cell_count; cell++)
        if (f->e->unread[cell] == UNREAD_NOT && program_may_access(f->e->program, i, cell))
            return false;
    return true;
}

/* Whether the instruction makes nothing of the sums but what a counter allows. */
static bool may_use(struct count_flow *f, uint32_t at) {
    const struct program_instruction *i = &f->thread->code[at];
    struct program_operand from;
    uint64_t added;
    if (i->opcode == PROGRAM_END) {
        for (uint32_t k = 0; k < f->count; k++)
            if (is_set(f->live[at], f->sums[k]) && is_sum(&held_at(f, at)[k]))
                return false;
        return true;
    }
    if (!uses(f, at, i->a) && !uses(f, at, i->b) && !uses(f, at, i->c))
        return true;
    if (i->opcode == PROGRAM_COMPUTE && i->target != MODEL_NONE && !is_set(f->live[at + 1], i->target))
        return true;
    if (is_comparison(i))
        return note_comparison(f, at);
    if (stores_for_nothing(f, at))
        return true;
    return adds(i, &from, &added) && i->width == f->found->width;
}

static bool is_counter(struct count_flow *f) {
    const struct program_idle *idle = program_find_idle(f->e->program, f->thread, f->e->still, f->e->arena);
    bool is_pause = idle[f->head].kind == PROGRAM_IDLE_ROUND || idle[f->head].kind == PROGRAM_IDLE_BRANCH;
    struct held after[MOST_SUMS];
    for (uint32_t at = 0; at < f->thread->code_count; at++) {
        uint32_t next[2], nexts = program_successors(f->thread, at, next);
        if (!f->reached[at])
            continue;
        step_over(f, at, after);
        for (uint32_t k = 0; k < nexts; k++)
            if (next[k] == f->head && !may_come_to_head(f, at, after))
                return false;
        bool pauses = !is_pause && (idle[at].kind == PROGRAM_IDLE_ROUND || idle[at].kind == PROGRAM_IDLE_BRANCH);
        if (!pauses && !may_use(f, at)) /* how long a pause is changes nothing */
            return false;
    }
    return true;
}

/* The loop's counter, if the register is it; or NULL. */
static struct loop_counter *counter_of(struct explorer *e, uint32_t number, uint32_t head, uint32_t counter) {
    const struct program_thread *thread = &e->program->threads[number];
    struct loop_counter *found = &e->counters[e->head_number[number][head]];
    if ((!found->looked_at || found->number != counter) && found->looked_at < MOST_LOOKED_AT) {
        struct count_flow f = {.e = e, .thread = thread, .live = e->live[number], .head = head, .found = found};
        f.sums[f.count++] = counter;
        found->looked_at++;
        found->number = counter;
        found->count = 0;
        found->width = 0;
        found->found = find_sums(&f);
        if (found->found) {
            f.held = arena_allocate_array(e->arena, (size_t)thread->code_count * MOST_SUMS, sizeof *f.held);
            f.reached = arena_allocate_array(e->arena, thread->code_count, sizeof *f.reached);
            f.changed = arena_allocate_array(e->arena, thread->code_count, sizeof *f.changed);
            follow_sums(&f);
            found->found = is_counter(&f);
        }
    }
    return found->found && found->number == counter ? found : NULL;
}

/* ---- rounds that are left out ---- */

/* Whether the round since the visit may be repeated. */
static bool can_be_repeated(const struct explorer *e, const struct explore_state *state, uint32_t number,
                            uint32_t from) {
    uint32_t accesses = 0;
    for (uint32_t i = from; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        uint32_t cell = event->model.location;
        if (event->model.thread != (int32_t)number || cell == MODEL_NONE)
            continue;
        if (++accesses > 1 || !e->still[cell] || e->unread[cell] != UNREAD_NOT ||
            event->instruction->must_read != PROGRAM_READS_ANY)
            return false;
    }
    return true;
}

/* Whether rounds in vain may come before this one, which has done something: what all of them read at first is
 * not initial, or not in order. */
static bool may_come_later(const struct explorer *e, const struct explore_state *state, uint32_t number,
                           uint32_t from) {
    for (uint32_t i = from; i < state->event_count; i++) {
        const struct model_event *event = &state->events[i].model;
        if (event->thread == (int32_t)number && event->kind & MODEL_READ &&
            (event->source < 0 || !(state->events[event->source].model.kind & MODEL_INITIAL) ||
             !e->quiet[event->location]))
            return true;
    }
    return false;
}

/* After how many steps from `from` on the sum of the counter may first be on another side of the bound: where it is the
 * bound, or next to it, or begins again in unsigned or in signed numbers. 0: it is there. */
static uint64_t steps_to(const struct comparison *c, uint64_t bound, uint64_t from, uint64_t step, uint8_t width) {
    bool down = step >> (width - 1) & 1;
    uint64_t size = mmra_low_bits(down ? -step : step, width), least = UINT64_MAX;
    uint64_t top = down ? UINT64_MAX : 0, middle = (UINT64_C(1) << (width - 1)) - down;
    const uint64_t sides[] = {bound, down ? bound - 1 : bound + 1, top, middle};
    for (uint32_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        uint64_t there = sides[k] - c->added;
        uint64_t distance = mmra_low_bits(down ? from - there : there - from, width);
        uint64_t steps = distance / size + (distance % size != 0);
        least = distance && steps < least ? steps : least;
    }
    return least;
}

#ifndef NDEBUG
/* Whether the comparison comes out the same of two counts. */
static bool comes_out_alike(const struct comparison *c, uint64_t bound, uint64_t one, uint64_t other) {
    uint64_t of_one, of_other, x = one + c->added, y = other + c->added;
    return program_compute(c->instruction, c->left ? x : bound, c->left ? bound : x, 0, &of_one) &&
           program_compute(c->instruction, c->left ? y : bound, c->left ? bound : y, 0, &of_other) &&
           of_one == of_other;
}
#endif

/* How many rounds from the count `from` on come out alike; 0: that is not known. */
static uint64_t rounds_alike(const struct explorer *e, const struct explore_state *state, uint32_t number,
                             const struct loop_counter *counter, uint64_t from, uint64_t step) {
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < counter->count; k++) {
        struct program_operand o = counter->comparisons[k].bound;
        uint64_t bound = o.value;
        if (o.kind == PROGRAM_REGISTER) {
            const struct node *held = &state->nodes[state->registers[e->first_register[number] + o.value]];
            if (!held->known || held->undefined)
                return 0;
            bound = held->value;
        }
        uint64_t steps = steps_to(&counter->comparisons[k], bound, from, step, counter->width);
        assert(comes_out_alike(&counter->comparisons[k], bound, from, from + (steps - 1) * step));
        assert(comes_out_alike(&counter->comparisons[k], bound, from, from + steps / 2 * step));
        least = steps < least ? steps : least;
    }
    return counter->count ? least : 0;
}

static bool is_number(const struct node *n) {
    return n->known && !n->undefined && !n->depends && !n->chosen;
}

/* The count with which the thread may go on: the last of those from that of the round on that come out alike; or the
 * one that it has. */
static uint64_t last_alike(const struct explorer *e, const struct explore_state *state, uint32_t number,
                           const struct loop_counter *counter, uint64_t from, uint64_t now) {
    uint64_t step = mmra_low_bits(now - from, counter->width);
    uint64_t alike = step ? rounds_alike(e, state, number, counter, from, step) : 0;
    return alike > e->options->unroll ? mmra_low_bits(from + (alike - 1) * step, counter->width) : now;
}

bool state_counts_on(struct explorer *e, struct explore_state *state, uint32_t number) {
    const struct explore_thread *thread = &state->threads[number];
    uint32_t head = e->head_number[number][thread->at], changed;
    struct loop_visit *visit = &state->visits[head];
    if (!e->counters || visit->times == 0 || thread->undefined)
        return false;
    struct loop_counter *counter = NULL;
    if (state_changed_in_round(e, state, number, &changed) == 1)
        counter = counter_of(e, number, thread->at, changed);
    e->counters[head].in_doubt |= visit->in_doubt;
    if (!counter) {
        visit->in_doubt |= may_come_later(e, state, number, visit->events);
        return false;
    }
    uint32_t *now = &state->registers[e->first_register[number] + changed];
    const struct node *before = &state->nodes[state->remembered[(size_t)head * e->widest + changed]];
    if (!is_number(before) || !is_number(&state->nodes[*now]) || !can_be_repeated(e, state, number, visit->events))
        return false;
    uint64_t last = last_alike(e, state, number, counter, before->value, state->nodes[*now].value);
    if (last == state->nodes[*now].value)
        return false;
    *now = state_add_node(e, state, NODE_VALUE);
    state->nodes[*now].known = true;
    state->nodes[*now].value = last;
    return counter->counted_on = true;
}
