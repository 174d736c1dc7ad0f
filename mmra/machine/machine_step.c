/* This file does what a wave does by itself: arithmetic, masks, branches, waits, barriers. None of it depends on time,
 * so a wave always goes on as far as it can. */
#include "mmra/base/bits.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_state.h"

/* ---- faults ---- */

static uint32_t line_of(const struct machine *m, uint32_t instruction) {
    return instruction < m->code->count ? m->code->instructions[instruction].line : 0;
}

void machine_fault(struct machine *m, uint32_t line, const char *what, bool unsupported) {
    if (m->fault)
        return;
    m->fault = what;
    m->fault_line = line;
    m->fault_unsupported = unsupported;
}

/* ---- registers ---- */

static uint64_t read_scalar(const struct machine_wave *w, const struct machine_operand *o, bool wide) {
    if (o->number == MACHINE_NULL)
        return 0;
    uint64_t value = w->scalars[o->number];
    if (wide && o->count > 1 && o->number + 1 < MACHINE_SCALARS)
        value |= (uint64_t)w->scalars[o->number + 1] << 32;
    return value;
}

static void write_scalar(struct machine_wave *w, const struct machine_operand *o, uint64_t value) {
    if (o->number == MACHINE_NULL)
        return;
    w->scalars[o->number] = (uint32_t)value;
    if (o->count > 1 && o->number + 1 < MACHINE_SCALARS)
        w->scalars[o->number + 1] = (uint32_t)(value >> 32);
}

uint64_t machine_lane_value(const struct machine *m, uint32_t wave, const struct machine_operand *o, uint32_t lane) {
    const struct machine_wave *w = &m->state.waves[wave];
    uint32_t lanes = m->program->waves[wave].lanes;
    if (o->kind == MACHINE_LITERAL)
        return (uint64_t)o->value;
    if (o->kind == MACHINE_SCALAR)
        return read_scalar(w, o, true);
    if (o->kind != MACHINE_VECTOR)
        return 0;
    uint64_t value = w->vectors[o->number * lanes + lane];
    if (o->count > 1)
        value |= (uint64_t)w->vectors[(o->number + 1) * lanes + lane] << 32;
    return value;
}

static void write_lane(const struct machine *m, uint32_t wave, const struct machine_operand *o, uint32_t lane,
                       uint64_t value) {
    struct machine_wave *w = &m->state.waves[wave];
    uint32_t lanes = m->program->waves[wave].lanes;
    w->vectors[o->number * lanes + lane] = (uint32_t)value;
    if (o->count > 1)
        w->vectors[(o->number + 1) * lanes + lane] = (uint32_t)(value >> 32);
}

static uint64_t read_mask(const struct machine_wave *w, uint32_t number, uint32_t count) {
    return w->scalars[number] | (count > 1 ? (uint64_t)w->scalars[number + 1] << 32 : 0);
}

uint64_t machine_exec(const struct machine_wave *w) {
    return read_mask(w, MACHINE_EXEC, 2);
}

/* ---- operands on their way ---- */

static bool has_target(const struct machine_instruction *i) {
    return i->returns || i->unit == MACHINE_SCALAR_MEMORY;
}

static bool overlaps(const struct machine_operand *a, const struct machine_operand *b) {
    return a->kind == b->kind && (a->kind == MACHINE_VECTOR || a->kind == MACHINE_SCALAR) &&
           a->number < b->number + b->count && b->number < a->number + a->count;
}

static uint32_t first_lane(uint64_t exec) {
    for (uint32_t lane = 0; lane < 64; lane++)
        if (exec >> lane & 1)
            return lane;
    return 0;
}

/* Lanes whose registers an instruction reads and writes: some read or write another than those of EXEC. */
static uint64_t lanes_of(const struct machine_wave *w, const struct machine_instruction *i) {
    bool any = i->unit == MACHINE_VALU && (i->operation == MACHINE_READ_LANE || i->operation == MACHINE_WRITE_LANE);
    bool first = i->unit == MACHINE_VALU && i->operation == MACHINE_READ_FIRST_LANE;
    return any ? UINT64_MAX : first ? UINT64_C(1) << first_lane(machine_exec(w)) : machine_exec(w);
}

/* Whether a register of the operand is the target of something that may be out, in a lane that matters: what returns is
 * written where EXEC was set when it was issued. Loads of one counter return in their order, so that the later one may
 * overwrite what the earlier one wrote. */
static bool is_pending(const struct machine *m, const struct machine_wave *w, const struct machine_operand *o,
                       const struct machine_instruction *user) {
    for (uint32_t k = 0; k < w->out_count; k++) {
        const struct machine_op *op = &w->out[k];
        const struct machine_instruction *i = &m->code->instructions[op->instruction];
        bool overwrites = o == &user->target && has_target(user) && user->unit == i->unit;
        bool apart = o->kind == MACHINE_VECTOR && !(op->lanes & lanes_of(w, user));
        if (has_target(i) && overlaps(&i->target, o) && !apart && !(overwrites && op->parts == 0 && !op->unordered))
            return true;
    }
    return false;
}

static bool operands_are_there(struct machine *m, struct machine_wave *w, const struct machine_instruction *i) {
    const struct machine_operand *all[] = {&i->source[0], &i->source[1], &i->source[2], &i->soffset,
                                           &i->target,    &i->carry_out, &i->more[0],   &i->more[1]};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (is_pending(m, w, all[k], i)) {
            machine_fault(m, i->line, "a register is used while a load to it is out: a wait is missing", false);
            return false;
        }
    return true;
}

/* ---- arithmetic ---- */

static void run_scalar(struct machine_wave *w, const struct machine_instruction *i) {
    uint64_t operands[3] = {0};
    for (int s = 0; s < 3; s++)
        operands[s] = i->source[s].kind == MACHINE_LITERAL  ? (uint64_t)i->source[s].value
                      : i->source[s].kind == MACHINE_SCALAR ? read_scalar(w, &i->source[s], true)
                                                            : 0;
    bool carry = w->scalars[MACHINE_SCC];
    uint64_t result;
    if (i->operation == MACHINE_SAVE_EXEC || i->operation == MACHINE_WRITE_EXEC) {
        struct machine_instruction combined = *i;
        struct machine_operand exec = {MACHINE_SCALAR, i->bits / 32, MACHINE_EXEC};
        uint64_t before = read_scalar(w, &exec, true);
        combined.operation = i->combine;
        result = machine_compute(&combined, operands[0], before, 0, &carry);
        write_scalar(w, &i->target, i->operation == MACHINE_SAVE_EXEC ? before : result);
        write_scalar(w, &exec, result);
    } else if (i->operation == MACHINE_SELECT) {
        write_scalar(w, &i->target, carry != i->reversed ? operands[0] : operands[1]);
    } else {
        result = machine_compute(i, operands[0], operands[1], operands[2], &carry);
        if (i->target.kind == MACHINE_SCALAR)
            write_scalar(w, &i->target, result);
    }
    w->scalars[MACHINE_SCC] = carry;
}

static uint32_t lane_in_range(const struct machine *m, uint32_t wave, uint64_t lane) {
    uint32_t lanes = m->program->waves[wave].lanes;
    return lane < lanes ? (uint32_t)lane : 0;
}

/* Lanes' registers as numbers of all lanes. */
static void run_between_lanes(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    if (i->operation == MACHINE_WRITE_LANE) {
        uint32_t lane = lane_in_range(m, wave, machine_lane_value(m, wave, &i->source[1], 0) & 63);
        write_lane(m, wave, &i->target, lane, machine_lane_value(m, wave, &i->source[0], 0));
        return;
    }
    uint64_t chosen = i->operation == MACHINE_READ_LANE ? machine_lane_value(m, wave, &i->source[1], 0) & 63
                                                        : first_lane(machine_exec(w));
    write_scalar(w, &i->target, machine_lane_value(m, wave, &i->source[0], lane_in_range(m, wave, chosen)));
}

static uint64_t masked_bits(const struct machine_instruction *i, uint64_t mask, uint64_t added, uint32_t lane) {
    uint64_t all = i->operation == MACHINE_MASKED_BITS_LOW ? mask & UINT32_MAX : (mask & UINT32_MAX) << 32;
    return added + mmra_count_ones(all & ((UINT64_C(1) << lane) - 1));
}

static uint64_t with_signs(const struct machine_instruction *i, unsigned source, uint64_t value) {
    uint64_t sign = UINT64_C(1) << 31;
    value = i->absolute >> source & 1 ? value & ~sign : value;
    return i->negated >> source & 1 ? value ^ sign : value;
}

static void run_lane(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                     uint64_t in_mask, uint64_t *out_mask) {
    uint64_t a = machine_lane_value(m, wave, &i->source[0], lane), b = machine_lane_value(m, wave, &i->source[1], lane);
    bool masked =
        i->operation == MACHINE_SELECT || i->operation == MACHINE_ADD_CARRY || i->operation == MACHINE_SUB_BORROW;
    uint64_t c = masked ? 0 : machine_lane_value(m, wave, &i->source[2], lane), result;
    bool carry = masked && in_mask >> lane & 1;
    a = with_signs(i, 0, a);
    b = with_signs(i, 1, b);
    c = with_signs(i, 2, c);
    if (i->reversed) {
        uint64_t first = a;
        a = b;
        b = first;
    }
    if (i->operation == MACHINE_MASKED_BITS_LOW || i->operation == MACHINE_MASKED_BITS_HIGH)
        result = masked_bits(i, a, b, lane);
    else if (i->operation == MACHINE_SELECT)
        result = carry ? b : a;
    else
        result = machine_compute(i, a, b, c, &carry);
    *out_mask |= (uint64_t)carry << lane;
    if (i->target.kind == MACHINE_VECTOR)
        write_lane(m, wave, &i->target, lane, result);
}

static void run_vector(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    uint64_t exec = machine_exec(w), mask = 0;
    if (i->operation >= MACHINE_READ_FIRST_LANE && i->operation <= MACHINE_WRITE_LANE) {
        run_between_lanes(m, wave, i);
        return;
    }
    uint64_t in = i->source[2].kind == MACHINE_SCALAR    ? read_mask(w, i->source[2].number, i->source[2].count)
                  : i->source[2].kind == MACHINE_LITERAL ? (uint64_t)i->source[2].value
                                                         : 0;
    for (uint32_t lane = 0; lane < m->program->waves[wave].lanes; lane++)
        if (exec >> lane & 1)
            run_lane(m, wave, i, lane, in, &mask);
    if (i->carry_out.kind == MACHINE_SCALAR)
        write_scalar(w, &i->carry_out, mask);
    if (i->unit == MACHINE_COMPARE && i->writes_exec) {
        struct machine_operand all = {MACHINE_SCALAR, 2, MACHINE_EXEC};
        write_scalar(w, &all, mask);
    }
}

/* ---- flow ---- */

static bool is_taken(const struct machine_wave *w, const struct machine *m, uint8_t condition) {
    uint32_t count = m->code->kernel.wave32 ? 1 : 2;
    switch ((enum machine_branch)condition) {
    case MACHINE_SCC0:
        return !w->scalars[MACHINE_SCC];
    case MACHINE_SCC1:
        return w->scalars[MACHINE_SCC];
    case MACHINE_VCCZ:
        return read_mask(w, MACHINE_VCC, count) == 0;
    case MACHINE_VCCNZ:
        return read_mask(w, MACHINE_VCC, count) != 0;
    case MACHINE_EXECZ:
        return machine_exec(w) == 0;
    case MACHINE_EXECNZ:
        return machine_exec(w) != 0;
    case MACHINE_ALWAYS:
        break;
    }
    return true;
}

/* ---- what is out ---- */

static void renumber(struct machine_queue *queue, uint32_t wave, uint32_t gone) {
    for (uint32_t k = 0; k < queue->count; k++)
        if (queue->items[k].wave == wave && queue->items[k].op != REQUEST_WITHOUT_OP && queue->items[k].op > gone)
            queue->items[k].op--;
}

static void renumber_all(struct machine *m, uint32_t wave, uint32_t gone) {
    struct machine_wave *w = &m->state.waves[wave];
    renumber(&w->to_v, wave, gone);
    renumber(&w->to_local, wave, gone);
    renumber(&w->to_scalar, wave, gone);
    for (uint32_t k = 0; k < m->cus; k++)
        renumber(&m->state.q1[k], wave, gone);
    for (uint32_t k = 0; k < m->sas; k++)
        renumber(&m->state.q2[k], wave, gone);
}

static void leave(struct machine *m, uint32_t wave, uint32_t op) {
    struct machine_wave *w = &m->state.waves[wave];
    memmove(&w->out[op], &w->out[op + 1], (--w->out_count - op) * sizeof *w->out);
    renumber_all(m, wave, op);
}

/* A request that is done, with none before it in its counters, may have retired. A request that has a register stays
 * until a wait says that it has retired: until then nobody may use the register. */
void machine_retire(struct machine *m, uint32_t wave) {
    struct machine_wave *w = &m->state.waves[wave];
    uint8_t older = 0; /* counters that something older holds */
    for (uint32_t k = 0; k < w->out_count;) {
        const struct machine_op *op = &w->out[k];
        bool done = op->parts == 0 && !(op->counters & older) && !op->unordered;
        older |= done || op->unordered ? 0 : op->counters;
        if (done && (w->out_count > MACHINE_CROWDED || !has_target(&m->code->instructions[op->instruction])))
            leave(m, wave, k);
        else
            k++;
    }
}

/* Whether at most so many are out. A scalar load may have returned before an older one: only a wait for 0 says so. */
static bool is_reached(const struct machine_wave *w, uint32_t counter, uint32_t limit) {
    uint32_t count = 0;
    uint8_t older = 0;
    for (uint32_t k = 0; k < w->out_count; k++) {
        bool done = w->out[k].parts == 0 && (w->out[k].unordered || !(w->out[k].counters & older));
        older |= done || w->out[k].unordered ? 0 : w->out[k].counters;
        if (w->out[k].counters >> counter & 1 && !done)
            count++;
    }
    return count <= limit;
}

static bool has_retired(const struct machine_op *op, const struct machine_instruction *wait) {
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        if (op->parts == 0 && op->counters >> c & 1 && wait->wait[c] != MACHINE_NO_WAIT &&
            (wait->wait[c] == 0 || (!op->unordered && op->younger >= wait->wait[c])))
            return true;
    return false;
}

static bool run_wait(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        if (i->wait[c] != MACHINE_NO_WAIT && !is_reached(w, c, i->wait[c]))
            return false;
    for (uint32_t k = w->out_count; k-- > 0;)
        if (has_retired(&w->out[k], i))
            leave(m, wave, k);
    return true;
}

/* ---- barriers ---- */

/* All waves of the workgroup that have not ended have signalled. */
static bool is_open(const struct machine *m, uint32_t wave) {
    const struct machine_program *p = m->program;
    uint32_t wanted = m->state.waves[wave].passed + 1;
    for (uint32_t k = 0; k < p->wave_count; k++)
        if (p->waves[k].group == p->waves[wave].group && !m->state.waves[k].ended &&
            m->state.waves[k].signalled < wanted)
            return false;
    return true;
}

static bool run_barrier(struct machine *m, uint32_t wave, bool split) {
    struct machine_wave *w = &m->state.waves[wave];
    if (!split && w->signalled == w->passed)
        w->signalled++;
    if (!is_open(m, wave))
        return false;
    w->passed++;
    return true;
}

/* ---- one instruction ---- */

static bool run_branch(struct machine *m, struct machine_wave *w, const struct machine_instruction *i) {
    w->at = is_taken(w, m, i->operation) ? (uint32_t)i->target.value : w->at + 1;
    return true;
}

/* Whether the wave went on. */
static bool run_one(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    bool split = machine_traits(m->code->processor)->has_scopes;
    if (!operands_are_there(m, w, i))
        return false;
    switch ((enum machine_unit)i->unit) {
    case MACHINE_NO_OPERATION:
        break;
    case MACHINE_SALU:
        run_scalar(w, i);
        break;
    case MACHINE_VALU:
    case MACHINE_COMPARE:
        run_vector(m, wave, i);
        break;
    case MACHINE_MEMORY:
    case MACHINE_LOCAL:
    case MACHINE_SCALAR_MEMORY:
    case MACHINE_INVALIDATE:
    case MACHINE_WRITE_BACK:
        if (!machine_has_room(m, wave))
            return false;
        machine_issue(m, wave, i);
        machine_retire(m, wave);
        break;
    case MACHINE_WAIT:
        if (!run_wait(m, wave, i))
            return false;
        break;
    case MACHINE_SIGNAL:
        w->signalled++;
        break;
    case MACHINE_BARRIER:
        if (!run_barrier(m, wave, split))
            return false;
        break;
    case MACHINE_BRANCH:
        return run_branch(m, w, i);
    case MACHINE_OTHER: /* only surveyed, never run */
    case MACHINE_END:
        w->ended = true;
        return true;
    }
    w->at++;
    return true;
}

bool machine_run_wave(struct machine *m, uint32_t wave) {
    struct machine_wave *w = &m->state.waves[wave];
    for (uint32_t steps = 0; !m->fault; steps++) {
        bool waits_for_v = m->target.arrival_at_issue && w->to_v.count;
        if (w->ended || waits_for_v)
            return steps > 0;
        if (w->at >= m->code->count) {
            machine_fault(m, line_of(m, m->code->count - 1), "a wave runs past the last instruction", false);
            return false;
        }
        uint32_t signalled = w->signalled;
        if (!run_one(m, wave, &m->code->instructions[w->at]))
            return steps > 0 || w->signalled != signalled;
        if (steps == MACHINE_MAX_STEPS)
            machine_fault(m, line_of(m, w->at), "a loop goes round for ever by itself", false);
    }
    return false;
}
