/* Steps of an invocation, until it waits or has had its turn. */
#include "mmra/model/program_simple.h"
#include "mmra/race/race_run.h"

static void compute(struct race_thread *t, const struct program_instruction *i) {
    bool a_known, b_known, c_known;
    uint64_t a = race_value_of(t, i->a, &a_known), b = race_value_of(t, i->b, &b_known),
             c = race_value_of(t, i->c, &c_known), result;
    bool selects = i->alu == PROGRAM_SELECT && a_known; /* the other one may be anything */
    bool known = a_known && (b_known || (selects && !(a & 1))) && (c_known || (selects && a & 1));
    known = known && program_compute(i, a, b, c, &result);
    race_own(t)->undefined[i->target] = !known;
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

/* ---- control flow ---- */

void race_give_registers(struct race_run *run, struct race_thread *t) {
    if (!t->registers)
        return;
    t->registers[0] = (uint64_t)(uintptr_t)run->free_registers;
    run->free_registers = t->registers;
    t->registers = NULL;
}

static void end(struct race_run *run, uint32_t number) {
    struct race_thread *t = &run->threads[number];
    t->status = RACE_ENDED;
    race_notes_end(run, number);
    race_give_registers(run, t);
    race_order_end(&run->order, number);
    run->changes++;
}

static void step(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    struct race_thread *t = &run->threads[number];
    switch (i->opcode) {
    case PROGRAM_ACCESS:
        race_access(run, number, i);
        break;
    case PROGRAM_EVENT:
        fence(run, number, i);
        t->at++;
        break;
    case PROGRAM_BARRIER:
        if (i->operation.kind & MODEL_ARRIVES)
            race_arrive(run, number, i);
        else
            race_barrier(run, number);
        break;
    case PROGRAM_EXCHANGE:
        race_exchange(run, number);
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

/* Gives the invocation the registers of one that has ended, or new ones. Their flags follow them, and then how often it
 * has come to each access. */
static void begin(struct race_run *run, uint32_t number) {
    struct race_thread *t = &run->threads[number];
    size_t width = run->widest + 1, flags = (width + 3) / 4 * 4, rounds = run->most_accesses * sizeof(uint32_t);
    t->registers = run->free_registers;
    if (t->registers)
        run->free_registers = (uint64_t *)(uintptr_t)t->registers[0];
    else
        t->registers = (uint64_t *)(void *)((struct race_own *)arena_allocate(
                                                run->arena, sizeof(struct race_own) + width * sizeof *t->registers +
                                                                flags + rounds) +
                                            1);
    uint8_t *undefined = (uint8_t *)(t->registers + width);
    *race_own(t) = (struct race_own){.undefined = undefined, .rounds = (uint32_t *)(void *)(undefined + flags)};
    memset(race_own(t)->rounds, 0, rounds);
    const struct race_code *code = &run->codes[t->code - run->program->codes];
    memcpy(t->registers, code->registers, width * sizeof *t->registers);
    memcpy(undefined, code->undefined, width);
    if (run->program->begin)
        run->program->begin(run->program->user, number, t->registers, undefined);
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

static inline void find_element(const struct race_code *code, const struct race_op *op, uint64_t *registers,
                                uint8_t *undefined) {
    const struct race_element *element = &code->elements[op->c];
    const uint64_t index = cut(registers[op->a], op->above_a), base = registers[op->b];
    const uint8_t unknown = undefined[op->a], unknown_base = undefined[op->b];
    const bool inside = !unknown && index < element->length;
    registers[element->index] = unknown ? 0 : index;
    registers[element->inside] = inside;
    undefined[element->index] = undefined[element->inside] = unknown;
    undefined[op->target] = unknown | (inside & unknown_base);
    registers[op->target] = undefined[op->target] ? 0 : inside ? base + index * element->stride : element->nowhere;
}

#define STEP(alu)                                                                                                      \
    case alu:                                                                                                          \
        simple(alu, op, registers, undefined);                                                                         \
        at = op->next;                                                                                                 \
        break;
#define SIMPLE(name, result)          STEP(PROGRAM_##name)
#define COMPARISON(name, text, holds) STEP(PROGRAM_COMPARE + IR_##name)

/* Steps up to the first that may concern others, or that many. Returns how many. */
static uint32_t run_alone(struct race_thread *t, const struct race_code *code, uint8_t *ran, uint32_t most) {
    const struct race_op *const ops = code->ops;
    uint64_t *const registers = t->registers;
    uint8_t *const undefined = race_own(t)->undefined;
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
            alone = !undefined[op->a];
            at = !alone ? at : registers[op->a] & 1 ? op->b : op->c;
            break;
        case RACE_OP_ELEMENT:
            find_element(code, op, registers, undefined);
            at = op->next;
            break;
        case RACE_OP_COMPUTE:
            compute(t, &t->code->code[at]);
            at = op->next;
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
        steps += run_alone(t, &run->codes[code], ran, most - steps);
        if (steps < most) {
            step(run, number, race_next_of(t));
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
