/* This file does what a wave does by itself: arithmetic, masks, branches, waits, barriers. None of it depends on time,
 * so a wave always goes on as far as it can. */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_state.h"
#include "mmra/machine/machine_wave.h"

/* ---- faults ---- */

static uint32_t line_of(const struct machine *m, uint32_t instruction) {
    return instruction < m->code->count ? m->code->instructions[instruction].line : 0;
}

/* Lanes whose registers an instruction reads and writes: some read or write another than those of EXEC. */
static uint64_t lanes_of(const struct machine_wave *w, const struct machine_instruction *i) {
    bool any = i->unit == MACHINE_VALU && (i->operation == MACHINE_READ_LANE || i->operation == MACHINE_WRITE_LANE);
    bool first = i->unit == MACHINE_VALU && i->operation == MACHINE_READ_FIRST_LANE;
    return any ? UINT64_MAX : first ? UINT64_C(1) << machine_first_lane(machine_exec(w)) : machine_exec(w);
}

/* Whether a register of the operand is the target of something that may be out, in a lane that matters: what returns is
 * written where EXEC was set when it was issued. Loads of one counter return in their order, so that the later one may
 * overwrite what the earlier one wrote. */
static bool is_pending(const struct machine *m, const struct machine_wave *w, const struct machine_operand *o,
                       const struct machine_instruction *user) {
    for (uint32_t k = 0; k < w->out_count; k++) {
        const struct machine_op *op = &w->out[k];
        const struct machine_instruction *i = &m->code->instructions[op->instruction];
        bool overwrites = o == &user->target && machine_has_target(user) && user->unit == i->unit;
        bool apart = o->kind == MACHINE_VECTOR && !(op->lanes & lanes_of(w, user));
        apart |= machine_writes_other_half(i, user, o);
        if (machine_has_target(i) && machine_overlaps(&i->target, o) && !apart &&
            !(overwrites && op->parts == 0 && !op->unordered))
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
            machine_leave(m, wave, k);
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

/* Whether an invalidation of the wave is under way. */
static bool is_invalidating(const struct machine_wave *w) {
    for (uint32_t k = 0; k < w->to_v.count; k++)
        if (w->to_v.items[k].kind == REQUEST_INVALIDATE)
            return true;
    return false;
}

/* A barrier of one instruction signals when invalidations have arrived, as no wait counts them (machine.md 3).
 */
static bool run_barrier(struct machine *m, uint32_t wave, bool split) {
    struct machine_wave *w = &m->state.waves[wave];
    if (!split && w->signalled == w->passed) {
        if (is_invalidating(w))
            return false;
        w->signalled++;
    }
    if (!is_open(m, wave))
        return false;
    w->passed++;
    return true;
}

/* ---- one instruction ---- */

static bool run_branch(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_registers g = machine_registers_of(m, wave);
    struct machine_wave *w = &m->state.waves[wave];
    w->at = machine_is_taken(&g, m->code->kernel.wave32, i->operation) ? (uint32_t)i->target.value : w->at + 1;
    return true;
}

/* Whether the wave went on. */
static bool run_one(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    struct machine_registers g = machine_registers_of(m, wave);
    bool split = machine_traits(m->code->processor)->has_scopes;
    if (!operands_are_there(m, w, i))
        return false;
    switch ((enum machine_unit)i->unit) {
    case MACHINE_NO_OPERATION:
        break;
    case MACHINE_SALU:
        machine_run_scalar(&g, i);
        break;
    case MACHINE_VALU:
    case MACHINE_COMPARE:
        machine_run_vector(&g, i);
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
        return run_branch(m, wave, i);
    case MACHINE_EXPORT: /* never read here, as the next one */
    case MACHINE_TRAP:
    case MACHINE_OTHER: /* only surveyed, never run */
    case MACHINE_END:
        w->ended = true;
        return true;
    }
    w->at++;
    return true;
}

/* Whether the wave is where it was, with all that it holds, and has issued nothing since: then it goes round for ever,
 * as nobody else could end its loop. It is held against what it was at the last power of two of its steps. */
static bool came_back(struct machine *m, uint32_t wave, uint32_t steps) {
    enum { FIRST_LOOK = 256 };
    const struct machine_wave *w = &m->state.waves[wave];
    struct machine_wave *before = m->before;
    size_t size = (size_t)m->vectors * m->program->waves[wave].lanes * sizeof *w->vectors;
    if (steps < FIRST_LOOK)
        return false;
    if (!(steps & (steps - 1))) {
        uint32_t *vectors = before->vectors;
        *before = *w;
        before->vectors = memcpy(vectors, w->vectors, size);
        return false;
    }
    return w->at == before->at && w->signalled == before->signalled && w->passed == before->passed &&
           w->out_count == before->out_count && w->to_v.count == before->to_v.count &&
           w->to_local.count == before->to_local.count && w->to_scalar.count == before->to_scalar.count &&
           memcmp(w->scalars, before->scalars, sizeof w->scalars) == 0 &&
           memcmp(w->vectors, before->vectors, size) == 0;
}

bool machine_run_wave(struct machine *m, uint32_t wave) {
    struct machine_wave *w = &m->state.waves[wave];
    for (uint32_t steps = 0; !m->fault; steps++) {
        bool waits_for_v = m->target.arrival_at_issue && w->to_v.count;
        w->spins |= came_back(m, wave, steps);
        if (w->ended || w->spins || waits_for_v)
            return steps > 0;
        if (w->at >= m->code->count) {
            machine_fault(m, line_of(m, m->code->count - 1), "a wave runs past the last instruction", false);
            return false;
        }
        uint32_t signalled = w->signalled;
        if (!run_one(m, wave, &m->code->instructions[w->at]))
            return steps > 0 || w->signalled != signalled;
        if (steps == MACHINE_MAX_STEPS)
            machine_fault(m, line_of(m, w->at), "a loop goes round for more than 100,000 steps by itself", true);
    }
    return false;
}
