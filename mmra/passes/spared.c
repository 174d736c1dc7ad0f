#include "mmra/passes/spared.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* How the caches are concerned by the module's synchronization. */
struct caches {
    bool keep;  /* a write before some release may be in one */
    bool serve; /* a read after some acquire may be from one */
};

/* The widest scope of anything that synchronizes. */
static enum mmra_scope widest(struct ir_module *module) {
    enum mmra_scope scope = MMRA_SCOPE_SINGLETHREAD;
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (instruction->ordering > IR_MONOTONIC && instruction->scope < (uint32_t)scope)
            scope = (enum mmra_scope)instruction->scope;
    }
    return scope;
}

/* Whether it goes past all caches up to those of the scope, or to memory that none of them has. */
static bool goes_past(const struct ir_module *module, const struct ir_instruction *instruction,
                      const struct ir_effects *effects, enum mmra_scope scope) {
    return !(effects->memory & IR_GLOBAL_MEMORY) || effects->memory & IR_CONSTANT_MEMORY ||
           !ir_is_shared(module, instruction) || instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD) ||
           ((effects->atomic || effects->coherent) && mmra_scope_includes((enum mmra_scope)effects->scope, scope));
}

static struct caches survey(struct ir_module *module, const uint8_t *around) {
    const enum mmra_scope scope = widest(module);
    struct caches caches = {0};
    for (uint32_t i = 0; i < module->instruction_count && !(caches.keep && caches.serve); i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        struct ir_effects effects = ir_effects_of(module, instruction);
        mmra_work_at(module->watch, i);
        if (ir_may_do_anything(module, instruction, &effects))
            return (struct caches){true, true};
        if (effects.fence || goes_past(module, instruction, &effects, scope))
            continue;
        caches.keep |= effects.writes && around[i] & RELEASES_GLOBAL;
        caches.serve |= effects.reads && around[i] & ACQUIRED_GLOBAL;
    }
    return caches;
}

void spared_apply(struct ir_module *module) {
    const uint8_t *around = ir_is_closed(module) ? history_around(module) : NULL;
    struct caches caches = around ? survey(module, around) : (struct caches){true, true};
    for (uint32_t i = 0; i < module->instruction_count && !(caches.keep && caches.serve); i++) {
        struct ir_instruction *instruction = &module->instructions[i];
        uint8_t event = history_event(module, instruction);
        mmra_work_at(module->watch, i);
        if (!(event & (ACQUIRED_GLOBAL | RELEASES_GLOBAL)) || (event & RELEASES_GLOBAL && caches.keep) ||
            (event & ACQUIRED_GLOBAL && caches.serve) || mmra_facts(&module->tags, instruction->mmra) & MMRA_AV_NONE)
            continue;
        instruction->mmra = mmra_with(&module->tags, instruction->mmra, MMRA_AV_NONE);
        insertions_explain(module, instruction,
                           "amdgcn-av:none: nothing in the module that is ordered by it or by another is "
                           "in a cache");
    }
}
