#include "mmra/passes/chains.h"

#include "mmra/ir/ir_intrinsic.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* s_waitcnt vmcnt(0) of gfx9: the other counters at their most. */
enum { WAIT_FOR_VECTOR_MEMORY = 0xF70 };

static bool releases_beyond(const struct ir_module *module, const struct ir_instruction *instruction) {
    bool wide = instruction->scope == MMRA_SCOPE_AGENT || instruction->scope == MMRA_SCOPE_SYSTEM;
    return wide && history_event(module, instruction) & RELEASES_GLOBAL;
}

static bool releases_within(const struct ir_module *module, const struct ir_instruction *instruction) {
    return instruction->scope == MMRA_SCOPE_WORKGROUP && history_event(module, instruction) & RELEASES_GLOBAL;
}

static void put_wait_of(struct ir_module *module, struct insertions *insertions, uint32_t at,
                        const struct ir_instruction *release) {
    ir_type i32 = ir_type_integer(module, 32);
    ir_function callee = ir_declare(module, IR_NAME_WAIT, ir_type_function(module, 0, &i32, 1), 0);
    const uint32_t operands[] = {module->functions[callee].value, ir_integer(module, i32, WAIT_FOR_VECTOR_MEMORY)};
    struct ir_instruction call = insertions_instruction(module, IR_CALL, 0, operands, 2);
    call.source = release->source;
    insertions_add_fence(module, insertions, at, release, MMRA_SCOPE_SINGLETHREAD, IR_RELEASE);
    insertions_add(module, insertions, at, &call);
    insertions_add_fence(module, insertions, at, release, MMRA_SCOPE_SINGLETHREAD, IR_RELEASE);
}

static void put_wait(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    const struct ir_instruction release = module->instructions[at];
    insertions_explain(
        module, &module->instructions[at],
        "the wait before it: another invocation of the workgroup may hand on what it releases, and would not wait "
        "for it");
    put_wait_of(module, insertions, at, &release);
}

void chains_wait(struct ir_module *module) {
    struct insertions insertions = {0};
    bool beyond = false;
    for (uint32_t i = 0; i < module->instruction_count && !beyond; i++) {
        mmra_work_at(module->watch, i);
        beyond = releases_beyond(module, &module->instructions[i]);
    }
    for (uint32_t i = 0, count = module->instruction_count; i < count && beyond; i++) {
        mmra_work_at(module->watch, i);
        if (releases_within(module, &module->instructions[i]))
            put_wait(module, &insertions, i);
    }
    insertions_apply(module, &insertions);
}

/* ---- write-backs ---- */

/* The ordering of what stands after the release fence: all but the release. */
static enum ir_ordering without_release(enum ir_ordering ordering) {
    return ordering == IR_ACQ_REL ? IR_ACQUIRE : ordering == IR_RELEASE ? IR_MONOTONIC : ordering;
}

static void split_release(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *release = &module->instructions[at];
    const struct ir_instruction before = *release;
    bool only = before.opcode == IR_FENCE && before.ordering == IR_RELEASE;
    insertions_explain(module, release, "the wait between its write-back and what follows");
    if (!only) {
        insertions_add_fence(module, insertions, at, &before, (enum mmra_scope)before.scope, IR_RELEASE);
        release->ordering = (uint32_t)without_release((enum ir_ordering)before.ordering);
    }
    put_wait_of(module, insertions, only ? at + 1 : at, &before);
}

void chains_wait_for_write_backs(struct ir_module *module) {
    struct insertions insertions = {0};
    for (uint32_t i = 0, count = module->instruction_count; i < count; i++) {
        mmra_work_at(module->watch, i);
        if (releases_beyond(module, &module->instructions[i]) &&
            !(mmra_facts(&module->tags, module->instructions[i].mmra) & MMRA_AV_NONE))
            split_release(module, &insertions, i);
    }
    insertions_apply(module, &insertions);
}
