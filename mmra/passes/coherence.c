#include "mmra/passes/coherence.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* COHERENCE_AUTO: an invalidation makes all loads after it miss once; a coherent load misses each time. */
enum { MAX_READS_FOR_ONE_ACQUIRE = 8 };

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

/* The instructions of the module's own functions tell what a call of them reads. workarounds_apply has made atomics
 * of plain loads; a scope of an atomic through a pointer to a buffer is dropped. Texel atomics have the scope of the
 * device. */
static enum reading reading_of_access(const struct ir_module *module, const struct ir_instruction *access,
                                      const struct ir_effects *effects) {
    if (effects->texel)
        return effects->writes ? READS_NOTHING
               : ir_called_intrinsic(module, access)->family == IR_FAMILY_TEXEL_LOAD && !(access->flags & IR_TOKEN)
                   ? READS_COHERENTLY
                   : READS_THE_CACHES;
    bool scoped = access->opcode != IR_CALL && ir_space_of_access(module, access) == ADDRESS_SPACE_GLOBAL;
    return scoped && !ir_is_plain(access) ? READS_COHERENTLY : READS_THE_CACHES;
}

static enum reading reading_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    const struct ir_intrinsic *called = ir_called_intrinsic(module, instruction);
    struct ir_effects effects = ir_effects_of(module, instruction);
    if (instruction->opcode == IR_OPAQUE)
        return READS_THE_CACHES;
    if (effects.unknown && !called)
        return ir_may_do_anything(module, instruction, &effects) ? READS_THE_CACHES : READS_NOTHING;
    if (called && called->family == IR_FAMILY_SHELL_CALL && called->flags & IR_INTRINSIC_CONVERGENT)
        return READS_NOTHING; /* other invocations run, whose own acquires count */
    if (!effects.reads || !(effects.memory & IR_GLOBAL_MEMORY) || effects.memory & IR_CONSTANT_MEMORY ||
        !ir_is_shared(module, instruction) || instruction->annotations & IR_INVARIANT_LOAD)
        return READS_NOTHING;
    return reading_of_access(module, instruction, &effects);
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
        reads += reading == READS_COHERENTLY &&
                 (instruction->opcode == IR_CALL || is_narrower(instruction, MMRA_SCOPE_WORKGROUP));
    }
    return coherence == COHERENCE_AUTO && reads > acquires * MAX_READS_FOR_ONE_ACQUIRE ? MMRA_SCOPE_SINGLETHREAD
                                                                                       : scope;
}

/* ---- how an acquire is spelled ---- */

static enum ir_ordering without_acquire(enum ir_ordering ordering) {
    return ordering == IR_ACQ_REL ? IR_RELEASE : ordering == IR_ACQUIRE ? IR_MONOTONIC : ordering;
}

static const char by_fence[] = "its acquire waits, as a release fence does, and invalidates nothing: every load that "
                               "may follow is coherent by itself",
                  by_value[] = "its acquire waits for what it reads, which empty assembly takes, and invalidates "
                               "nothing: every load that may follow is coherent by itself";

/* A type of 32 or 64 bits fits: a register or two hold it as it is. */
static bool fits_registers(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return info->width == 32 || info->width == 64;
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return true;
    default:
        return false;
    }
}

/* The type of what an atomic reads. */
static ir_type type_read(const struct ir_module *module, const struct ir_instruction *atomic) {
    return atomic->opcode == IR_CMPXCHG ? ir_type_get(module, atomic->type)->members[0] : atomic->type;
}

static ir_value put_old_value(struct ir_module *module, struct insertions *insertions, uint32_t at,
                              const struct ir_instruction *exchange) {
    const uint32_t operands[] = {exchange->result, 0};
    struct ir_instruction old =
        insertions_instruction(module, IR_EXTRACTVALUE, type_read(module, exchange), operands, 2);
    old.result = ir_new_value(module, old.type, 0, 0);
    old.source = exchange->source;
    insertions_add(module, insertions, at, &old);
    return old.result;
}

/* Empty assembly that takes what the atomic has read: an instruction that uses a loaded register waits for the load,
 * and neither for other loads nor for stores. */
static void put_use(struct ir_module *module, struct insertions *insertions, uint32_t at,
                    const struct ir_instruction *atomic) {
    ir_value read = atomic->opcode == IR_CMPXCHG ? put_old_value(module, insertions, at, atomic) : atomic->result;
    struct ir_instruction use = insertions_assembly(module, 0, "asm sideeffect \"\", \"v\"", &read, 1);
    use.source = atomic->source;
    insertions_add(module, insertions, at, &use);
}

/* The fence for the thread alone after the wait keeps LLVM from moving loads before it. */
static void replace_acquire(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *acquire = &module->instructions[at];
    const struct ir_instruction before = *acquire;
    bool is_fence = before.opcode == IR_FENCE;
    bool waits_for_value = !is_fence && fits_registers(module, type_read(module, &before));
    insertions_explain(module, acquire, waits_for_value ? by_value : by_fence);
    if (is_fence) {
        acquire->ordering = IR_RELEASE;
    } else {
        acquire->ordering = (uint32_t)without_acquire((enum ir_ordering)before.ordering);
        acquire->failure_ordering = (uint32_t)without_acquire((enum ir_ordering)before.failure_ordering);
    }
    if (waits_for_value)
        put_use(module, insertions, at + 1, &before);
    else if (!is_fence)
        insertions_add_fence(module, insertions, at + 1, &before, (enum mmra_scope)before.scope, IR_RELEASE);
    insertions_add_fence(module, insertions, at + 1, &before, MMRA_SCOPE_SINGLETHREAD, IR_ACQ_REL);
}

/* ---- reads that are coherent ---- */

static void make_coherent(struct ir_module *module, struct ir_instruction *read, enum mmra_scope scope,
                          uint32_t texel_policy) {
    if (read->opcode == IR_CALL) {
        uint32_t *policy = &module->operands[read->operands + read->operand_count - 1];
        *policy = ir_integer(module, ir_type_of(module, *policy), module->values[*policy].bits | texel_policy);
    } else if (is_narrower(read, scope)) {
        read->scope = (uint32_t)scope;
    }
}

void coherence_apply(struct ir_module *module, enum coherence coherence, uint32_t texel_policy) {
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
        if (after)
            make_coherent(module, &module->instructions[i], scope, texel_policy);
    }
    insertions_apply(module, &insertions);
}
