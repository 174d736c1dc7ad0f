#include "mmra/passes/waves.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/insertions.h"

static bool reaches_beyond(const struct ir_instruction *instruction) {
    return instruction->scope == MMRA_SCOPE_AGENT || instruction->scope == MMRA_SCOPE_SYSTEM;
}

/* ---- fences ---- */

/* Local memory is the wave's alone, whatever the scope. */
static void narrow_fence(struct ir_module *module, struct ir_instruction *fence) {
    unsigned facts = mmra_facts(&module->tags, fence->mmra);
    if (fence->scope == MMRA_SCOPE_WORKGROUP ||
        (reaches_beyond(fence) && facts & MMRA_SYNC && !(facts & MMRA_SYNC_GLOBAL)))
        fence->scope = MMRA_SCOPE_WAVEFRONT;
    else if (reaches_beyond(fence) && !(facts & MMRA_SYNC))
        fence->mmra = mmra_with(&module->tags, fence->mmra, MMRA_SYNC_GLOBAL);
}

/* ---- atomics ---- */

static enum ir_ordering without_order(uint32_t ordering) {
    return ordering > IR_MONOTONIC ? IR_MONOTONIC : (enum ir_ordering)ordering;
}

/* The access keeps its scope, and so its bits; what it orders is ordered by fences for the wave. */
static void split(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *atomic = &module->instructions[at];
    const struct ir_instruction before = *atomic;
    if (ir_releases(&before))
        insertions_add_fence(module, insertions, at, &before, MMRA_SCOPE_WAVEFRONT, IR_RELEASE);
    atomic->ordering = (uint32_t)without_order(before.ordering);
    atomic->failure_ordering = (uint32_t)without_order(before.failure_ordering);
    if (ir_acquires(&before))
        insertions_add_fence(module, insertions, at + 1, &before, MMRA_SCOPE_WAVEFRONT, IR_ACQUIRE);
}

static void narrow_atomic(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *atomic = &module->instructions[at];
    if (atomic->ordering <= IR_MONOTONIC || atomic->ordering == IR_SEQ_CST || atomic->failure_ordering == IR_SEQ_CST)
        return;
    if (atomic->scope == MMRA_SCOPE_WORKGROUP)
        split(module, insertions, at);
    else if (reaches_beyond(atomic) && ir_space_of_access(module, atomic) == ADDRESS_SPACE_GLOBAL)
        atomic->flags |= IR_ONE_ADDRESS_SPACE;
}

void waves_apply(struct ir_module *module) {
    struct insertions insertions = {0};
    for (uint32_t i = 0, count = module->instruction_count; i < count; i++) {
        mmra_work_at(module->watch, i);
        if (module->instructions[i].opcode == IR_FENCE)
            narrow_fence(module, &module->instructions[i]);
        else if (module->instructions[i].ordering != IR_NOT_ATOMIC)
            narrow_atomic(module, &insertions, i);
    }
    insertions_apply(module, &insertions);
}
