/* A step does this to the run around it: notes of events, draws, the end of an invocation. */
#include <string.h>

#include "mmra/race/race_run.h"

void race_note(struct race_run *run, const struct race_event *event, uint64_t instance,
               const struct race_event *source) {
    uint32_t at = run->note_counts[event->invocation]++ % RACE_NOTES;
    run->notes[(size_t)event->invocation * RACE_NOTES + at] =
        (struct race_note){.event = *event,
                           .instance = instance,
                           .sequence = ++run->sequence,
                           .source_invocation = source ? source->invocation : 0,
                           .source_at = source ? source->index : 0};
}

/* ---- turns ---- */

uint32_t race_draw(struct race_run *run, uint32_t limit) {
    run->random = run->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((run->random >> 33) % limit);
}

void race_stop(struct race_run *run, uint32_t number, const struct program_instruction *at, const char *fault) {
    struct race_thread *t = &run->threads[number];
    t->status = RACE_STOPPED;
    run->changes++;
    if (run->answer->fault)
        return;
    run->answer->fault = fault;
    run->answer->fault_at = at->operation.kind ? &at->operation : NULL;
    run->answer->fault_invocation = number;
    run->answer->out_of_bounds = at->opcode == PROGRAM_ACCESS && strcmp(fault, "an access out of bounds") == 0;
}
