/* Steps of an invocation, until it waits or has had its turn. */
#include "mmra/model/program_simple.h"
#include "mmra/race/race_run.h"

static uint64_t value_of(const struct race_thread *t, struct program_operand o, bool *known) {
    if (o.kind == PROGRAM_REGISTER) {
        *known = !t->undefined[o.value];
        return t->registers[o.value];
    }
    *known = o.kind != PROGRAM_UNDEFINED;
    return o.value;
}

static void compute(struct race_thread *t, const struct program_instruction *i) {
    bool a_known, b_known, c_known;
    uint64_t a = value_of(t, i->a, &a_known), b = value_of(t, i->b, &b_known), c = value_of(t, i->c, &c_known), result;
    bool selects = i->alu == PROGRAM_SELECT && a_known; /* the other one may be anything */
    bool known = a_known && (b_known || (selects && !(a & 1))) && (c_known || (selects && a & 1));
    known = known && program_compute(i, a, b, c, &result);
    t->undefined[i->target] = !known;
    t->registers[i->target] = known ? result : 0;
}

static void fence(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    const struct race_event event = {.operation = &i->operation,
                                     .kind = i->operation.kind,
                                     .flags = i->operation.flags,
                                     .invocation = number,
                                     .index = race_order_next(&run->order, number)};
    run->answer->synchronizations++;
    race_note(run, &event, 0, NULL);
    race_order_fence(&run->order, &event);
}

/* ---- barriers and exchanges: all invocations of an instance ---- */

/* The invocations that may be in one's instance. */
static void members(const struct race_run *run, uint32_t number, uint32_t *first, uint32_t *end) {
    *first = number / run->program->group_size * run->program->group_size;
    *end = *first + run->program->group_size;
    if (run->program->waits_for_all)
        return;
    *first = 0;
    *end = run->thread_count;
}

static const struct program_instruction *next_of(const struct race_thread *t) {
    return &t->code->code[t->at];
}

/* A numbered barrier is for those whose code has it. */
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
    const struct model_scope_instances *scopes = run->order.scopes;
    return scopes[other].instance[i->barrier_level] == scopes[number].instance[i->barrier_level];
}

/* Whether two that wait have arrived at one dynamic instance, by one instruction. */
static bool arrived_alike(const struct race_thread *a, const struct race_thread *b) {
    return a->arrived && a->arrived == b->arrived && a->arrival->barrier == b->arrival->barrier;
}

/* Whether both are at the same dynamic instance of a control barrier. */
static bool same_instance(const struct race_thread *a, const struct race_thread *b) {
    const struct program_instruction *x = next_of(a), *y = next_of(b);
    bool known;
    return x->barrier_level == y->barrier_level && x->barrier == y->barrier &&
           (!(x->operation.kind & MODEL_WAITS) || arrived_alike(a, b)) &&
           value_of(a, x->a, &known) == value_of(b, y->a, &known);
}

static bool same_barrier(const struct model_operation *a, const struct model_operation *b) {
    uint16_t halves = MODEL_ACQUIRE | MODEL_RELEASE;
    return a->scope == b->scope && a->semantics == b->semantics && (a->flags & halves) == (b->flags & halves);
}

/* `like`: one that has come there before, and has been noted last; or NULL. */
static struct race_event barrier_event(struct race_run *run, uint32_t number, uint64_t instance,
                                       const struct race_event *like) {
    const struct program_instruction *i = next_of(&run->threads[number]);
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

/* Instances of arrivals are counted, as nobody waits for the others there. Those of other barriers are smaller numbers.
 */
static void arrive(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    struct race_thread *t = &run->threads[number];
    uint64_t instance = run->order.scopes[number].instance[i->barrier_level];
    if (t->arrived) {
        race_stop(run, number, i, program_no_turns);
        return;
    }
    t->arrived = UINT64_C(1) << 63 | (uint64_t)i->barrier_level << 60 | instance << 28 | ++t->arrivals;
    t->arrival = i;
    struct race_event event = {.operation = &i->operation,
                               .kind = i->operation.kind,
                               .flags = i->operation.flags,
                               .invocation = number,
                               .index = race_order_next(&run->order, number)};
    race_note(run, &event, t->arrived, NULL);
    race_order_arrive(&run->order, &event);
    run->answer->synchronizations++;
    t->at++;
}

static void open_barrier(struct race_run *run, uint32_t number, uint32_t first, uint32_t end) {
    const struct program_instruction *i = next_of(&run->threads[number]);
    size_t size = (end - first) * sizeof(struct race_event);
    struct race_event *events = race_pool_take(&run->pool, size);
    uint32_t count = 0;
    bool waits = i->operation.kind & MODEL_WAITS;
    uint64_t instance = waits ? run->threads[number].arrived : ++run->changes;
    for (uint32_t other = first; other < end; other++) {
        if (!is_member(run, other, number, i))
            continue;
        if (!same_barrier(&next_of(&run->threads[other])->operation, &i->operation))
            run->answer->refused =
                "invocations of one workgroup are at control barriers of different scope or semantics";
        events[count] = barrier_event(run, other, instance, count ? &events[count - 1] : NULL);
        count++;
    }
    race_order_barrier(&run->order, events, count);
    for (uint32_t k = 0; k < count; k++) {
        struct race_thread *t = &run->threads[events[k].invocation];
        t->status = RACE_RUNS;
        t->arrived = waits ? 0 : t->arrived;
        t->at++;
    }
    run->answer->synchronizations += count;
    race_pool_give(&run->pool, events, size);
}

static void barrier(struct race_run *run, uint32_t number) {
    uint32_t first, end;
    const struct program_instruction *i = next_of(&run->threads[number]);
    if (i->operation.kind & MODEL_WAITS && !run->threads[number].arrived) {
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
    const struct program_instruction *i = next_of(&run->threads[number]);
    members(run, number, &first, &end);
    for (*other = first; *other < end; ++*other) {
        const struct race_thread *t = &run->threads[*other];
        if (is_member(run, *other, number, i) &&
            (t->status == RACE_ENDED || (t->status == RACE_AT_BARRIER && !same_instance(t, &run->threads[number]))))
            return true;
    }
    return false;
}

static void finish_exchange(struct race_run *run, uint32_t number, uint32_t first, uint32_t end) {
    uint64_t values[MODEL_MAX_THREADS];
    bool known[MODEL_MAX_THREADS];
    uint32_t count = 0;
    const struct program_instruction *i = next_of(&run->threads[number]);
    run->changes++;
    for (uint32_t other = first; other < end; other++)
        if (is_member(run, other, number, i) && count < MODEL_MAX_THREADS) {
            values[count] = value_of(&run->threads[other], next_of(&run->threads[other])->a, &known[count]);
            count++;
        }
    for (uint32_t other = first; other < end; other++) {
        struct race_thread *t = &run->threads[other];
        if (!is_member(run, other, number, i))
            continue;
        const struct program_instruction *own = next_of(t);
        bool is_there = own->quorum < count;
        t->registers[own->target] = is_there ? values[own->quorum] : 0;
        t->undefined[own->target] = !is_there || !known[own->quorum];
        t->status = RACE_RUNS;
        t->at++;
    }
}

static void exchange(struct race_run *run, uint32_t number) {
    static const char diverged[] = "a subgroup operation where control flow diverges: not all invocations come to it";
    uint32_t first, end;
    const struct program_instruction *i = next_of(&run->threads[number]);
    run->threads[number].status = RACE_AT_EXCHANGE;
    members(run, number, &first, &end);
    for (uint32_t other = first; other < end; other++) {
        const struct race_thread *t = &run->threads[other];
        if (!is_member(run, other, number, i))
            continue;
        bool is_there = t->status == RACE_AT_EXCHANGE && next_of(t)->barrier == i->barrier;
        /* at another one it waits for this invocation, unless that is of others, as a subgroup's is */
        bool is_elsewhere = t->status == RACE_AT_EXCHANGE && !is_there && is_member(run, number, other, next_of(t));
        if (t->status == RACE_ENDED || is_elsewhere)
            run->answer->refused = diverged;
        if (!is_there)
            return;
    }
    finish_exchange(run, number, first, end);
}

/* ---- control flow ---- */

static void end(struct race_run *run, uint32_t number) {
    struct race_thread *t = &run->threads[number];
    t->status = RACE_ENDED;
    t->registers[0] = (uint64_t)(uintptr_t)run->free_registers;
    run->free_registers = t->registers;
    t->registers = NULL;
    race_order_end(&run->order, number);
    run->changes++;
}

static void step(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    struct race_thread *t = &run->threads[number];
    switch (i->opcode) {
    case PROGRAM_COMPUTE:
        compute(t, i);
        t->at++;
        break;
    case PROGRAM_ACCESS:
        race_access(run, number, i);
        break;
    case PROGRAM_EVENT:
        fence(run, number, i);
        t->at++;
        break;
    case PROGRAM_BARRIER:
        if (i->operation.kind & MODEL_ARRIVES)
            arrive(run, number, i);
        else
            barrier(run, number);
        break;
    case PROGRAM_EXCHANGE:
        exchange(run, number);
        break;
    case PROGRAM_BRANCH:
        race_stop(run, number, i, "a branch on an undefined value");
        break;
    case PROGRAM_END:
        end(run, number);
        break;
    case PROGRAM_ABORT: /* the others may come to their ends */
        race_stop(run, number, i, program_aborts);
        break;
    default:
        race_stop(run, number, i, i->operation.text ? i->operation.text : "what must not be reached is reached");
        break;
    }
}

/* Registers of one that has ended, or new ones; their flags stand behind them, and then how often it comes to accesses.
 */
static void begin(struct race_run *run, uint32_t number) {
    struct race_thread *t = &run->threads[number];
    size_t width = run->widest + 1, flags = (width + 3) / 4 * 4, rounds = run->most_accesses * sizeof *t->rounds;
    t->registers = run->free_registers;
    if (t->registers)
        run->free_registers = (uint64_t *)(uintptr_t)t->registers[0];
    else
        t->registers = arena_allocate(run->arena, width * sizeof *t->registers + flags + rounds);
    t->undefined = (uint8_t *)(t->registers + width);
    t->rounds = (uint32_t *)(t->undefined + flags);
    memset(t->rounds, 0, rounds);
    memset(t->registers, 0, width * sizeof *t->registers);
    memset(t->undefined, 1, width);
    for (uint32_t r = 0; r < t->code->register_count; r++)
        if (t->code->registers[r].has_value || t->code->registers[r].name) {
            t->registers[r] = t->code->registers[r].value;
            t->undefined[r] = !t->code->registers[r].has_value;
        }
    const struct race_code *code = &run->codes[t->code - run->program->codes];
    if (code->constant_count)
        memcpy(t->registers + code->register_count, code->constants, code->constant_count * sizeof *code->constants);
    memset(t->undefined + code->register_count, 0, code->constant_count);
    if (run->program->begin)
        run->program->begin(run->program->user, number, t->registers, t->undefined);
    t->status = RACE_RUNS;
}

/* ---- steps that concern nobody else ---- */

static inline uint64_t cut(uint64_t value, uint8_t above) {
    return value << above >> above;
}

/* As compute(), where the operation is known when this is compiled. The result may have more bits than its own: who
 * reads it takes those that it asks for. Addresses and rounds of loops, which are taken whole, have 64. */
static inline void simple(enum program_alu alu, const struct race_op *op, uint64_t *registers, uint8_t *undefined) {
    uint64_t a = cut(registers[op->a], op->above_a), b = cut(registers[op->b], op->above);
    uint64_t c = alu == PROGRAM_SELECT ? registers[op->c] : 0;
    uint8_t unknown = undefined[op->a] | (alu == PROGRAM_SELECT ? undefined[a ? op->b : op->c] : undefined[op->b]);
    uint64_t result = program_simple(alu, a, b, c, op->from);
    undefined[op->target] = unknown;
    registers[op->target] = unknown ? 0 : result;
}

#define STEP(alu)                                                                                                      \
    case alu:                                                                                                          \
        simple(alu, op, t->registers, t->undefined);                                                                   \
        at++;                                                                                                          \
        break;
#define SIMPLE(name, result)          STEP(PROGRAM_##name)
#define COMPARISON(name, text, holds) STEP(PROGRAM_COMPARE + IR_##name)

/* Steps up to the first that may concern others, or that many. Returns how many. */
static uint32_t run_alone(struct race_thread *t, const struct race_op *ops, uint8_t *ran, uint32_t most) {
    uint32_t steps = 0, at = t->at;
    for (bool alone = true; alone && steps < most; steps += alone) {
        const struct race_op *op = &ops[at];
        if (ran)
            ran[at] = 1;
        switch (op->kind) {
            PROGRAM_SIMPLE_ROWS(SIMPLE)
            IR_INTEGER_PREDICATE_ROWS(COMPARISON)
        case RACE_OP_JUMP:
            at = op->target;
            break;
        case RACE_OP_BRANCH:
            alone = !t->undefined[op->a];
            at = !alone ? at : t->registers[op->a] & 1 ? op->b : op->c;
            break;
        default:
            alone = false;
            break;
        }
    }
    t->at = at;
    return steps;
}

void race_step(struct race_run *run, uint32_t number, uint32_t most, uint32_t most_accesses) {
    struct race_thread *t = &run->threads[number];
    size_t code = (size_t)(t->code - run->program->codes);
    uint8_t *ran = run->program->ran ? run->program->ran[code] : NULL;
    if (t->status == RACE_READY)
        begin(run, number);
    uint32_t steps = 0;
    uint64_t last = run->answer->accesses + most_accesses;
    while (t->status == RACE_RUNS && steps < most && !run->answer->refused && run->answer->accesses != last) {
        steps += run_alone(t, run->codes[code].ops, ran, most - steps);
        if (steps < most) {
            step(run, number, next_of(t));
            steps++;
        }
    }
    run->answer->steps += steps;
}

bool race_goes_round(struct race_run *run, uint32_t number, uint32_t most) {
    struct race_thread *t = &run->threads[number];
    size_t bytes = (run->widest + 1) * (sizeof *t->registers + 1);
    uint64_t *before = race_pool_take(&run->pool, bytes);
    uint32_t at = t->at;
    bool again = false;
    memcpy(before, t->registers, bytes);
    for (uint32_t i = 0; i < most && t->status == RACE_RUNS && !again; i++) {
        race_step(run, number, 1, UINT32_MAX);
        again = t->status == RACE_RUNS && t->at == at && memcmp(before, t->registers, bytes) == 0;
    }
    race_pool_give(&run->pool, before, bytes);
    return again;
}
