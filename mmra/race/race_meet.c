/* Control barriers and exchanges: what the invocations of an instance come to together. */
#include "mmra/race/race_run.h"

/* The range of invocations that may be in the same instance as this one. */
static void members(const struct race_run *run, uint32_t number, uint32_t *first, uint32_t *end) {
    *first = number / run->program->group_size * run->program->group_size;
    *end = *first + run->program->group_size;
    if (run->program->waits_for_all)
        return;
    *first = 0;
    *end = run->thread_count;
}

/* A numbered barrier is for the invocations whose code has it. */
static bool comes_to(const struct race_thread *t, uint32_t barrier) {
    for (uint32_t i = t->at; i < t->code->code_count; i++)
        if (t->code->code[i].opcode == PROGRAM_BARRIER && t->code->code[i].barrier == barrier)
            return t->status != RACE_ENDED && t->status != RACE_STOPPED;
    return false;
}

static bool is_member(const struct race_run *run, uint32_t other, uint32_t number,
                      const struct program_instruction *i) {
    if (i->opcode == PROGRAM_BARRIER && i->barrier_mode == PROGRAM_BARRIER_NUMBERED)
        return comes_to(&run->threads[other], i->barrier);
    return race_instance(&run->order, other, i->barrier_level) == race_instance(&run->order, number, i->barrier_level);
}

/* Whether two that wait have arrived at one dynamic instance, by one instruction. */
static bool arrived_alike(const struct race_thread *a, const struct race_thread *b) {
    return race_own(a)->arrived && race_own(a)->arrived == race_own(b)->arrived &&
           race_own(a)->arrival->barrier == race_own(b)->arrival->barrier;
}

/* Whether both are at the same dynamic instance of a control barrier. */
static bool same_instance(const struct race_thread *a, const struct race_thread *b) {
    const struct program_instruction *x = race_next_of(a), *y = race_next_of(b);
    bool known;
    return x->barrier_level == y->barrier_level && x->barrier == y->barrier &&
           (!(x->operation.kind & MODEL_WAITS) || arrived_alike(a, b)) &&
           race_value_of(a, x->a, &known) == race_value_of(b, y->a, &known);
}

static bool same_exchange(const struct race_thread *a, const struct race_thread *b) {
    const struct program_instruction *x = race_next_of(a), *y = race_next_of(b);
    bool known;
    return x->barrier == y->barrier && race_value_of(a, x->b, &known) == race_value_of(b, y->b, &known);
}

static bool same_barrier(const struct model_operation *a, const struct model_operation *b) {
    uint16_t halves = MODEL_ACQUIRE | MODEL_RELEASE;
    return a->scope == b->scope && a->semantics == b->semantics && (a->flags & halves) == (b->flags & halves);
}

/* `like`: one that has come there before, and has been noted last; or NULL. */
static struct race_event barrier_event(struct race_run *run, uint32_t number, uint64_t instance,
                                       const struct race_event *like) {
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    struct race_event event = {.operation = &i->operation,
                               .kind = i->operation.kind,
                               .flags = i->operation.flags,
                               .invocation = number,
                               .index = race_order_next(&run->order, number)};
    if (like && like->operation == event.operation)
        race_note_too(run, &event);
    else
        race_note(run, &event, instance, NULL);
    return event;
}

/* Instances of arrivals are counted, as nobody waits at an arrival. Instances of whole barriers have smaller
 * numbers. */
void race_arrive(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    struct race_thread *t = &run->threads[number];
    uint64_t instance = race_instance(&run->order, number, i->barrier_level);
    if (race_own(t)->arrived) {
        race_stop(run, number, i, program_no_turns);
        return;
    }
    race_own(t)->arrived =
        UINT64_C(1) << 63 | (uint64_t)i->barrier_level << 60 | instance << 28 | ++race_own(t)->arrivals;
    race_own(t)->arrival = i;
    struct race_event event = {.operation = &i->operation,
                               .kind = i->operation.kind,
                               .flags = i->operation.flags,
                               .invocation = number,
                               .index = race_order_next(&run->order, number)};
    race_note(run, &event, race_own(t)->arrived, NULL);
    race_order_arrive(&run->order, &event);
    run->answer->synchronizations++;
    t->at++;
}

static void open_barrier(struct race_run *run, uint32_t number, uint32_t first, uint32_t end) {
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    size_t size = (end - first) * sizeof(struct race_event);
    struct race_event *events = race_pool_take(&run->pool, size);
    uint32_t count = 0;
    bool waits = i->operation.kind & MODEL_WAITS;
    uint64_t instance = waits ? race_own(&run->threads[number])->arrived : ++run->changes;
    for (uint32_t other = first; other < end; other++) {
        if (!is_member(run, other, number, i))
            continue;
        if (!same_barrier(&race_next_of(&run->threads[other])->operation, &i->operation))
            run->answer->refused =
                "invocations of one workgroup are at control barriers of different scope or semantics";
        events[count] = barrier_event(run, other, instance, count ? &events[count - 1] : NULL);
        count++;
    }
    race_order_barrier(&run->order, events, count);
    race_phase_end(run, events, count);
    for (uint32_t k = 0; k < count; k++) {
        struct race_thread *t = &run->threads[events[k].invocation];
        t->status = RACE_RUNS;
        race_own(t)->arrived = waits ? 0 : race_own(t)->arrived;
        t->at++;
    }
    run->answer->synchronizations += count;
    race_pool_give(&run->pool, events, size);
}

void race_barrier(struct race_run *run, uint32_t number) {
    uint32_t first, end;
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    if (i->operation.kind & MODEL_WAITS && !race_own(&run->threads[number])->arrived) {
        race_stop(run, number, i, program_no_turns);
        return;
    }
    if (i->barrier_mode == PROGRAM_BARRIER_QUORUM) {
        run->answer->refused = "a control barrier with a quorum";
        return;
    }
    run->threads[number].status = RACE_AT_BARRIER;
    members(run, number, &first, &end);
    for (uint32_t k = 1, size = end - first; k < size; k++) { /* the next one is rarely there before it */
        uint32_t other = first + (number - first + k) % size;
        const struct race_thread *t = &run->threads[other];
        if (is_member(run, other, number, i) &&
            (t->status != RACE_AT_BARRIER || !same_instance(t, &run->threads[number])))
            return;
    }
    open_barrier(run, number, first, end);
}

bool race_diverges(const struct race_run *run, uint32_t number, uint32_t *other) {
    uint32_t first, end;
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    members(run, number, &first, &end);
    for (*other = first; *other < end; ++*other) {
        const struct race_thread *t = &run->threads[*other];
        if (is_member(run, *other, number, i) &&
            (t->status == RACE_ENDED || (t->status == RACE_AT_BARRIER && !same_instance(t, &run->threads[number]))))
            return true;
    }
    return false;
}

/* Those that are at this one's exchange go on; what an absent one gives, the instruction says. */
static void finish_exchange(struct race_run *run, uint32_t number, uint32_t first, uint32_t end) {
    uint32_t there[MODEL_MAX_THREADS], count = 0; /* by number in the instance; MODEL_NONE: it is absent */
    uint64_t values[MODEL_MAX_THREADS];
    bool known[MODEL_MAX_THREADS];
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    run->changes++;
    for (uint32_t other = first; other < end && count < MODEL_MAX_THREADS; other++) {
        const struct race_thread *t = &run->threads[other];
        if (!is_member(run, other, number, i))
            continue;
        there[count] = t->status == RACE_AT_EXCHANGE && same_exchange(t, &run->threads[number]) ? other : MODEL_NONE;
        if (there[count] != MODEL_NONE)
            values[count] = race_value_of(t, race_next_of(t)->a, &known[count]);
        count++;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (there[k] == MODEL_NONE)
            continue;
        struct race_thread *t = &run->threads[there[k]];
        const struct program_instruction *own = race_next_of(t);
        bool is_there = own->quorum < count && there[own->quorum] != MODEL_NONE, is_known;
        uint64_t absent = race_value_of(t, own->c, &is_known);
        is_known &= own->quorum < count;
        race_own(t)->undefined[own->target] = is_there ? !known[own->quorum] : !is_known;
        t->registers[own->target] = is_there ? values[own->quorum] : absent;
        t->status = RACE_RUNS;
        t->at++;
    }
}

const char race_diverged[] = "a subgroup operation where control flow diverges: not all invocations come to it";

void race_exchange(struct race_run *run, uint32_t number) {
    uint32_t first, end;
    const struct program_instruction *i = race_next_of(&run->threads[number]);
    run->threads[number].status = RACE_AT_EXCHANGE;
    members(run, number, &first, &end);
    if (i->c.kind != PROGRAM_NOTHING && number + 1 < end && run->threads[number + 1].status <= RACE_RUNS &&
        is_member(run, number + 1, number, i)) /* it is rarely there before this one, and may not be absent */
        return;
    for (uint32_t other = first; other < end; other++) {
        const struct race_thread *t = &run->threads[other];
        if (!is_member(run, other, number, i))
            continue;
        bool waits = t->status == RACE_AT_EXCHANGE, is_there = waits && same_exchange(t, &run->threads[number]);
        /* at another one it waits for this invocation, unless that is of others, as a subgroup's is */
        bool is_elsewhere = waits && !is_there && is_member(run, number, other, race_next_of(t));
        if (i->c.kind == PROGRAM_NOTHING && (t->status == RACE_ENDED || is_elsewhere))
            run->answer->refused = race_diverged;
        if (!is_there)
            return;
    }
    finish_exchange(run, number, first, end);
}

/* ---- exchanges to which only some invocations come ---- */

bool race_may_go_on_without(const struct race_thread *t) {
    return t->status == RACE_AT_EXCHANGE && race_next_of(t)->c.kind != PROGRAM_NOTHING;
}

/* Whether the instruction begins a round of one of the loops, `loop` and those around it. */
static bool begins_round(const struct program_thread *code, const struct program_instruction *i, uint32_t loop) {
    while (loop && code->loops[loop - 1].counter != i->target)
        loop = code->loops[loop - 1].around;
    return loop && i->opcode == PROGRAM_COMPUTE;
}

/* Whether control flow leads, within a round of `loop`, from the instruction after one place of a code to another
 * place. */
static bool leads_to(struct race_run *run, const struct program_thread *code, uint32_t from, uint32_t to,
                     uint32_t loop) {
    size_t size = (code->code_count + 1) * (sizeof(uint32_t) + 1);
    uint32_t *waiting = race_pool_take(&run->pool, size), count = 0;
    uint8_t *seen = (uint8_t *)(waiting + code->code_count + 1);
    bool found = false;
    memset(seen, 0, code->code_count + 1);
    waiting[count++] = from + 1;
    while (count && !found) {
        uint32_t at = waiting[--count];
        for (; at < code->code_count && !seen[at] && !found; at++) {
            const struct program_instruction *i = &code->code[at];
            seen[at] = true;
            found = at == to;
            if (begins_round(code, i, loop))
                break;
            if (i->opcode == PROGRAM_BRANCH)
                waiting[count++] = i->if_false;
            if (i->opcode == PROGRAM_BRANCH || i->opcode == PROGRAM_JUMP)
                at = i->if_true - 1;
            else if (i->opcode == PROGRAM_END || i->opcode == PROGRAM_FAULT)
                break;
        }
    }
    race_pool_give(&run->pool, waiting, size);
    return found;
}

static uint32_t depth_of(const struct program_thread *code, uint32_t loop) {
    uint32_t depth = 0;
    for (; loop; loop = code->loops[loop - 1].around)
        depth++;
    return depth;
}

/* The innermost loop around both of two exchanges of a code; 0: there is none. */
static uint32_t loop_around(const struct program_thread *code, uint32_t a, uint32_t b) {
    uint32_t depth_a = depth_of(code, a), depth_b = depth_of(code, b);
    for (; depth_a > depth_b; depth_a--)
        a = code->loops[a - 1].around;
    for (; depth_b > depth_a; depth_b--)
        b = code->loops[b - 1].around;
    while (a != b) {
        a = code->loops[a - 1].around;
        b = code->loops[b - 1].around;
    }
    return a;
}

/* Whether one that is at another dynamic instance of an exchange may yet come to that of `t`. Of the loops around both
 * the outermost whose rounds differ tells: who is in a later round has passed it, as no round is begun twice, and who
 * is in an earlier one may come. If all are alike, a way must lead there within the round. */
static bool may_come(struct race_run *run, const struct race_thread *o, const struct race_thread *t) {
    const struct program_thread *code = t->code;
    bool earlier = false, later = false;
    if (o->code != code)
        return true;
    uint32_t both = loop_around(code, race_next_of(o)->reference, race_next_of(t)->reference);
    for (uint32_t loop = both; loop; loop = code->loops[loop - 1].around) { /* outward: the last word counts */
        uint32_t counter = code->loops[loop - 1].counter;
        uint64_t of_o = counter != MODEL_NONE ? o->registers[counter] : 0;
        uint64_t of_t = counter != MODEL_NONE ? t->registers[counter] : 0;
        earlier = of_o == of_t ? earlier : of_o < of_t;
        later = of_o == of_t ? later : of_o > of_t;
    }
    return earlier || (!later && leads_to(run, code, o->at, t->at, both));
}

/* Whether the invocation may go on with those that are at its exchange: of the others of its instance, each has ended,
 * waits at a control barrier for this one, or is at an exchange from which it cannot come here any more. Then none of
 * them comes to this dynamic instance, however control flow reconverges. */
static bool goes_on(struct race_run *run, uint32_t number, uint32_t first, uint32_t end) {
    const struct race_thread *t = &run->threads[number];
    const struct program_instruction *i = race_next_of(t);
    for (uint32_t other = first; other < end; other++) {
        const struct race_thread *o = &run->threads[other];
        if (!is_member(run, other, number, i) || o->status == RACE_ENDED || o->status == RACE_AT_BARRIER)
            continue;
        if (o->status != RACE_AT_EXCHANGE)
            return false;
        if (!same_exchange(o, t) && may_come(run, o, t))
            return false;
    }
    return true;
}

bool race_go_on_without(struct race_run *run) {
    bool moved = false;
    for (uint32_t number = 0; number < run->thread_count; number++) {
        uint32_t first, end;
        if (!race_may_go_on_without(&run->threads[number]))
            continue;
        members(run, number, &first, &end);
        if (!goes_on(run, number, first, end))
            continue;
        finish_exchange(run, number, first, end);
        moved = true;
    }
    return moved;
}
