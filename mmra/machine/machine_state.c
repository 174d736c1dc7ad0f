/* Issuing, stepping and the memory share this of a machine's waves: registers, faults, and what they have out. */
#include <string.h>

#include "mmra/machine/machine_state.h"
#include "mmra/machine/machine_wave.h"

uint64_t machine_exec(const struct machine_wave *w) {
    return w->scalars[MACHINE_EXEC] | (uint64_t)w->scalars[MACHINE_EXEC + 1] << 32;
}

void machine_fault(struct machine *m, uint32_t line, const char *what, bool unsupported) {
    if (m->fault)
        return;
    m->fault = what;
    m->fault_line = line;
    m->fault_unsupported = unsupported;
}

/* ---- registers ---- */

struct machine_registers machine_registers_of(const struct machine *m, uint32_t wave) {
    struct machine_wave *w = &m->state.waves[wave];
    return (struct machine_registers){w->scalars, w->vectors, m->program->waves[wave].lanes};
}

uint64_t machine_lane_value(const struct machine *m, uint32_t wave, const struct machine_operand *o, uint32_t lane) {
    struct machine_registers g = machine_registers_of(m, wave);
    return machine_lane(&g, o, lane);
}

/* ---- operands on their way ---- */

bool machine_has_target(const struct machine_instruction *i) {
    return i->returns || i->unit == MACHINE_SCALAR_MEMORY;
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

void machine_leave(struct machine *m, uint32_t wave, uint32_t op) {
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
        if (done && (w->out_count > MACHINE_CROWDED || !machine_has_target(&m->code->instructions[op->instruction])))
            machine_leave(m, wave, k);
        else
            k++;
    }
}
