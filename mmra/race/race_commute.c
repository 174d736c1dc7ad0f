/* Atomics whose order shows nowhere: read-modify-writes that commute, of which nobody reads what they return, and which
 * lead no synchronization on. If a run has no others and nothing is wrong in it, other orders are alike.
 *
 * Why: take barriers alone for what orders, not what atomics hand over. In the run nothing was learned from atomics, so
 * its clocks are those of barriers, and no two accesses race by these. Take another execution, and in it the first
 * plain read, along this order, that differs from the run's. All that is before it is alike: the same accesses, with
 * the same operands. The location that it reads is written by plain writes, which are ordered before it or after it,
 * and by atomics, which are so too, or they would race with it. Of the atomics after the last plain write before it, in
 * whatever order they stand, the sum (or the largest, the bits) is the same, as all are one operation of one integer.
 * So it reads the same. Nobody reads what differs, which is what an atomic has found: so all invocations do the same in
 * both executions, and the barriers order the same. Any two accesses that are ordered in the run are ordered there; if
 * atomics hand over more order there, it takes no race in.
 *
 * The assumption is that of runs without atomics: no read foresees what is written after a barrier. Floating-point
 * additions do not commute, as they round. */
#include "mmra/race/race_run.h"

bool race_is_asked(const struct race_run *run, const struct race_thread *t, const struct program_instruction *i) {
    const struct race_code *code = &run->codes[t->code - run->program->codes];
    return i->compare_exchange || (i->target != MODEL_NONE && code->asked[i->target]);
}

static bool commutes(const struct program_instruction *i) {
    switch (i->rmw) {
    case IR_RMW_ADD:
    case IR_RMW_SUB:
    case IR_RMW_AND:
    case IR_RMW_OR:
    case IR_RMW_XOR:
    case IR_RMW_MAX:
    case IR_RMW_MIN:
    case IR_RMW_UMAX:
    case IR_RMW_UMIN:
        return (i->operation.kind & (MODEL_READ | MODEL_WRITE)) == (MODEL_READ | MODEL_WRITE);
    default:
        return false;
    }
}

void race_commute_look(struct race_run *run, const struct program_instruction *i, const struct race_event *event,
                       struct race_location *location) {
    const bool alike = location->address == event->address && location->bytes == event->bytes &&
                       (!location->modified || location->rmw == i->rmw);
    location->modified = true;
    location->rmw = i->rmw;
    run->answer->ordered |= !alike || !commutes(i) || race_is_asked(run, &run->threads[event->invocation], i);
}
