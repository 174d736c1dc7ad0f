#include "mmra/passes/ordered_reads.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* Whether it reads memory that others may write, and finds old values in a cache that is not coherent at the scope. */
static bool reads_caches(const struct ir_module *module, const struct ir_instruction *instruction,
                         const struct ir_effects *effects, enum mmra_scope scope) {
    if (!effects->reads || effects->fence || effects->coherent || !(effects->memory & IR_GLOBAL_MEMORY) ||
        effects->memory & IR_CONSTANT_MEMORY || !ir_is_shared(module, instruction) ||
        instruction->annotations & IR_INVARIANT_LOAD)
        return false;
    return !effects->atomic || !mmra_scope_includes((enum mmra_scope)effects->scope, scope);
}

/* A buffer pointer drops scopes: mapping.md 10. */
static bool can_be_wider(const struct ir_module *module, const struct ir_instruction *instruction) {
    return instruction->ordering != IR_NOT_ATOMIC && instruction->opcode != IR_CALL &&
           ir_space_of_access(module, instruction) != ADDRESS_SPACE_BUFFER;
}

/* The widest scope of the acquires that make nothing visible; MMRA_SCOPE_SINGLETHREAD: there are none. */
static enum mmra_scope widest_scope(const struct ir_module *module) {
    enum mmra_scope scope = MMRA_SCOPE_SINGLETHREAD;
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (instruction->ordering != IR_NOT_ATOMIC && instruction->scope < scope &&
            history_event(module, instruction) & ORDERED_GLOBAL)
            scope = (enum mmra_scope)instruction->scope;
    }
    return scope;
}

/* Whether all reads after those acquires can get a wider scope. */
static bool can_all_be_wider(const struct ir_module *module, const uint8_t *around) {
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (!(around[i] & ORDERED_GLOBAL))
            continue;
        struct ir_effects effects = ir_effects_of(module, instruction);
        if (ir_may_do_anything(module, instruction, &effects) ||
            (reads_caches(module, instruction, &effects, MMRA_SCOPE_SYSTEM) && !can_be_wider(module, instruction)))
            return false;
    }
    return true;
}

static void make_visible(struct ir_module *module, struct ir_instruction *acquire) {
    mmra_set without = mmra_without_none(&module->tags, acquire->mmra);
    if (without == acquire->mmra)
        return;
    acquire->mmra = without;
    insertions_explain(module, acquire,
                       "not amdgcn-av:none: what reads after it cannot go past the caches, and finds old values");
}

static void make_wider(struct ir_module *module, struct ir_instruction *read, enum mmra_scope scope) {
    read->scope = (uint32_t)scope;
    insertions_explain(module, read, "at the scope of the acquires before it, which leave old values in the caches");
}

void ordered_reads_apply(struct ir_module *module) {
    enum mmra_scope scope = widest_scope(module);
    if (scope == MMRA_SCOPE_SINGLETHREAD)
        return;
    const uint8_t *around = history_around(module);
    bool wider = can_all_be_wider(module, around);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (!wider && history_event(module, instruction) & ORDERED_GLOBAL) {
            make_visible(module, instruction);
        } else if (wider && around[i] & ORDERED_GLOBAL) {
            struct ir_effects effects = ir_effects_of(module, instruction);
            if (reads_caches(module, instruction, &effects, scope))
                make_wider(module, instruction, scope);
        }
    }
}
