#include "mmra/passes/reach.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* How other workgroups may be concerned by the module's fences. */
struct links {
    bool told;  /* a release may be before a write of which they learn it */
    bool learn; /* an acquire may be after a read of what they wrote */
};

static bool is_wide(uint32_t scope) {
    return scope < MMRA_SCOPE_WORKGROUP;
}

/* Whether other workgroups may look at what it writes, or write what it reads, while it runs: what a shader means as a
 * flag is atomic, and in older shaders only coherent or volatile. The atomic load and store of a texel are its read and
 * write. */
static bool is_flag(const struct ir_module *module, const struct ir_instruction *instruction,
                    const struct ir_effects *effects) {
    if (effects->unknown)
        return ir_may_do_anything(module, instruction, effects);
    return effects->memory & IR_GLOBAL_MEMORY && !effects->fence &&
           ((effects->atomic && is_wide(effects->scope)) || effects->is_volatile || effects->coherent ||
            (effects->texel && ir_is_shared(module, instruction)));
}

static void look_at(const struct ir_module *module, const struct ir_instruction *instruction, uint8_t around,
                    struct links *links) {
    struct ir_effects effects = ir_effects_of(module, instruction);
    if (!is_flag(module, instruction, &effects))
        return;
    uint8_t events = around | history_event(module, instruction) | (effects.unknown ? EVENTS_OF_REACH : 0);
    links->told |= effects.writes && events & RELEASED_WIDELY;
    links->learn |= effects.reads && events & ACQUIRES_WIDELY;
}

static void narrow(struct ir_module *module, struct insertions *insertions, uint32_t at, const struct links *links) {
    struct ir_instruction *fence = &module->instructions[at];
    const struct ir_instruction before = *fence;
    bool told = ir_releases(fence) && links->told, learns = ir_acquires(fence) && links->learn;
    if (!told && !learns) {
        fence->scope = MMRA_SCOPE_WORKGROUP;
        insertions_explain(module, fence,
                           "for the workgroup: no atomic of the module tells others of it, nor it of them");
    } else if (fence->ordering == IR_ACQ_REL && told != learns) {
        /* It also releases what it acquires: the acquire stands first. */
        insertions_add_fence(module, insertions, at, &before,
                             learns ? (enum mmra_scope)before.scope : MMRA_SCOPE_WORKGROUP, IR_ACQUIRE);
        fence->ordering = IR_RELEASE;
        fence->scope = told ? before.scope : MMRA_SCOPE_WORKGROUP;
        insertions_explain(module, fence, "in two halves, one of them for the workgroup: mapping.md 10");
    }
}

void reach_apply(struct ir_module *module) {
    const uint8_t *around = ir_is_closed(module) ? history_around(module) : NULL;
    struct links links = {0};
    struct insertions insertions = {0};
    uint32_t count = around ? module->instruction_count : 0;
    for (uint32_t i = 0; i < count && !(links.told && links.learn); i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (instruction->ordering != IR_NOT_ATOMIC || instruction->flags & IR_VOLATILE ||
            instruction->opcode == IR_CALL)
            look_at(module, instruction, around[i], &links);
    }
    for (uint32_t i = 0; i < count && !(links.told && links.learn); i++) {
        mmra_work_at(module->watch, i);
        if (module->instructions[i].opcode == IR_FENCE && is_wide(module->instructions[i].scope))
            narrow(module, &insertions, i, &links);
    }
    insertions_apply(module, &insertions);
}
