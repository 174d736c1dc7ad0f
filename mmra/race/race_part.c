/* One invocation waits at a control barrier, and another one does not come to it. Their ways may have parted at each
 * branch from which one side alone leads there. */
#include "mmra/race/race_run.h"

/* Marks the instructions from which control flow leads to one: from it backward, until nothing is added. */
static void mark_before(const struct program_thread *code, uint32_t to, uint8_t *leads) {
    leads[to] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t at = code->code_count; at-- > 0;) {
            const struct program_instruction *i = &code->code[at];
            const bool goes = i->opcode == PROGRAM_BRANCH || i->opcode == PROGRAM_JUMP;
            const bool ends = i->opcode == PROGRAM_END || i->opcode == PROGRAM_ABORT || i->opcode == PROGRAM_FAULT;
            const bool does = goes ? leads[i->if_true] || (i->opcode == PROGRAM_BRANCH && leads[i->if_false])
                                   : !ends && leads[at + 1];
            more |= does && !leads[at];
            leads[at] |= does;
        }
    }
}

uint32_t race_part(const struct race_run *run, uint32_t waiting, const struct model_operation **at, uint32_t most) {
    const struct race_thread *t = &run->threads[waiting];
    uint8_t *leads = arena_allocate_array(run->arena, t->code->code_count + 1, 1);
    uint32_t count = 0;
    mark_before(t->code, t->at, leads);
    for (uint32_t k = 0; k < t->code->code_count; k++) {
        const struct program_instruction *i = &t->code->code[k];
        if (i->opcode != PROGRAM_BRANCH || leads[i->if_true] == leads[i->if_false])
            continue;
        if (count == most || !i->operation.place)
            return 0;
        at[count++] = &i->operation;
    }
    return count;
}
