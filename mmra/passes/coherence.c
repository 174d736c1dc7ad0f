#include "mmra/passes/coherence.h"

#include "mmra/base/address_space.h"
#include "mmra/ir/ir_intrinsic.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* COHERENCE_AUTO: an invalidation makes all loads after it miss once; a coherent load misses each time. */
enum { MAX_READS_FOR_ONE_ACQUIRE = 8 };

static bool is_shared(const struct ir_module *module, const struct ir_instruction *access) {
    return mmra_is_shared(mmra_facts(&module->tags, access->mmra));
}

/* Whether it can do without its invalidation: LLVM orders a seq_cst operation with others of its kind by it, and beyond
 * the agent there may be caches that a load does not pass. */
static bool is_replaceable(const struct ir_module *module, const struct ir_instruction *instruction) {
    return history_event(module, instruction) & ACQUIRED_GLOBAL && instruction->ordering != IR_SEQ_CST &&
           instruction->failure_ordering != IR_SEQ_CST &&
           (instruction->scope == MMRA_SCOPE_AGENT || instruction->scope == MMRA_SCOPE_WORKGROUP);
}

/* ---- what is read after an acquire ---- */

enum reading {
    READS_NOTHING,    /* that an acquire would have to invalidate */
    READS_COHERENTLY, /* or can be made to */
    READS_THE_CACHES  /* in a way that no scope of an atomic changes */
};

static enum reading reading_of_call(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_intrinsic *called = ir_called_intrinsic(module, call);
    if (flow_callee(module, call)) /* its own instructions are looked at */
        return READS_NOTHING;
    if (!called)
        return READS_THE_CACHES;
    return called->flags & IR_INTRINSIC_READS && is_shared(module, call) ? READS_THE_CACHES : READS_NOTHING;
}

static enum reading reading_of_access(const struct ir_module *module, const struct ir_instruction *access) {
    uint32_t pointer = module->operands[access->operands];
    bool plain = access->ordering == IR_NOT_ATOMIC && !(access->flags & IR_VOLATILE);
    if (!is_shared(module, access) || access->annotations & IR_INVARIANT_LOAD)
        return READS_NOTHING;
    switch (ir_type_get(module, ir_type_of(module, pointer))->width) {
    case ADDRESS_SPACE_GLOBAL: /* workarounds_apply has made atomics of plain loads */
        return plain ? READS_THE_CACHES : READS_COHERENTLY;
    case ADDRESS_SPACE_LOCAL: /* has no caches, as constant and private memory have no other writers */
    case ADDRESS_SPACE_CONSTANT:
    case ADDRESS_SPACE_PRIVATE:
        return READS_NOTHING;
    default:
        return READS_THE_CACHES;
    }
}

static enum reading reading_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    switch (instruction->opcode) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return reading_of_access(module, instruction);
    case IR_CALL:
        return reading_of_call(module, instruction);
    case IR_OPAQUE:
        return READS_THE_CACHES;
    default:
        return READS_NOTHING;
    }
}

/* Whether the access has a scope too narrow to be coherent at `scope`. */
static bool is_narrower(const struct ir_instruction *access, enum mmra_scope scope) {
    return access->ordering != IR_NOT_ATOMIC && !mmra_scope_includes((enum mmra_scope)access->scope, scope);
}

/* The scope at which reads after acquires are to be coherent; MMRA_SCOPE_SINGLETHREAD: acquires stay as they are. */
static enum mmra_scope choose_scope(struct ir_module *module, const uint8_t *around, enum coherence coherence) {
    enum mmra_scope scope = MMRA_SCOPE_SINGLETHREAD;
    uint64_t reads = 0, acquires = 0;
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (is_replaceable(module, instruction)) {
            acquires++;
            scope = (enum mmra_scope)instruction->scope < scope ? (enum mmra_scope)instruction->scope : scope;
        }
        enum reading reading = around[i] & ACQUIRED_GLOBAL ? reading_of(module, instruction) : READS_NOTHING;
        if (reading == READS_THE_CACHES)
            return MMRA_SCOPE_SINGLETHREAD;
        reads += reading == READS_COHERENTLY && is_narrower(instruction, MMRA_SCOPE_WORKGROUP);
    }
    return coherence == COHERENCE_AUTO && reads > acquires * MAX_READS_FOR_ONE_ACQUIRE ? MMRA_SCOPE_SINGLETHREAD
                                                                                       : scope;
}

/* ---- how an acquire is spelled ---- */

static enum ir_ordering without_acquire(enum ir_ordering ordering) {
    return ordering == IR_ACQ_REL ? IR_RELEASE : ordering == IR_ACQUIRE ? IR_MONOTONIC : ordering;
}

/* A release fence waits for all that an acquire waits for, and invalidates nothing; the fence for the thread alone
 * behind it keeps LLVM from moving loads before the wait. */
static void replace_acquire(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *acquire = &module->instructions[at];
    const struct ir_instruction before = *acquire;
    ir_set_comment(module, acquire,
                   insertions_explain(module, ir_comment_of(module, acquire),
                                      "its acquire waits, as a release fence does, and invalidates nothing: every load "
                                      "that may follow is coherent by itself"));
    if (before.opcode == IR_FENCE) {
        acquire->ordering = IR_RELEASE;
    } else {
        acquire->ordering = (uint32_t)without_acquire((enum ir_ordering)before.ordering);
        acquire->failure_ordering = (uint32_t)without_acquire((enum ir_ordering)before.failure_ordering);
        insertions_add_fence(module, insertions, at + 1, &before, (enum mmra_scope)before.scope, IR_RELEASE);
    }
    insertions_add_fence(module, insertions, at + 1, &before, MMRA_SCOPE_SINGLETHREAD, IR_ACQ_REL);
}

void coherence_apply(struct ir_module *module, enum coherence coherence) {
    const uint8_t *around = coherence == COHERENCE_BY_FENCE ? NULL : history_around(module);
    enum mmra_scope scope = around ? choose_scope(module, around, coherence) : MMRA_SCOPE_SINGLETHREAD;
    struct insertions insertions = {0};
    if (scope == MMRA_SCOPE_SINGLETHREAD)
        return;
    for (uint32_t i = 0, count = module->instruction_count; i < count; i++) {
        mmra_work_at(module->watch, i);
        bool after = around[i] & ACQUIRED_GLOBAL && reading_of(module, &module->instructions[i]) == READS_COHERENTLY;
        if (is_replaceable(module, &module->instructions[i]))
            replace_acquire(module, &insertions, i);
        if (after && is_narrower(&module->instructions[i], scope))
            module->instructions[i].scope = (uint32_t)scope;
    }
    insertions_apply(module, &insertions);
}
