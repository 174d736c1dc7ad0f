/* The memory map's answers on IR instructions: ordering, scope, tags, annotations; and the operations that consist of nothing
 * else, fences and barriers. */
#include "translator/tokens.h"

static uint8_t log2_of(uint32_t value) {
    uint8_t log = 0;
    while (value > 1) {
        value >>= 1;
        log++;
    }
    return log;
}

void annotate(struct lowering *l, struct ir_instruction *instruction, const struct mapped_operation *operation) {
    if (instruction->opcode != IR_CALL) {
        instruction->ordering = operation->ordering;
        instruction->failure_ordering = operation->failure_ordering;
        instruction->scope = operation->scope;
        if (operation->alignment)
            instruction->alignment_log2 = log2_of(operation->alignment);
        if (operation->is_volatile)
            instruction->flags |= IR_VOLATILE;
    }
    instruction->annotations = operation->annotations;
    instruction->mmra = map_tags_set(&l->tags, &l->ir->tags, operation->tags);
    instruction->source = l->current.word;
    ir_set_comment(l->ir, instruction, explain(l, operation));
}

void annotate_descriptor_load(struct lowering *l, struct ir_instruction *load, uint32_t alignment) {
    struct mapped_operation operation = {.kind = MAPPED_LOAD,
                                         .tags = MAP_PRIVATE,
                                         .annotations = IR_INVARIANT_LOAD,
                                         .alignment = alignment,
                                         .scope = MMRA_SCOPE_SYSTEM,
                                         .rule = "arguments and descriptors do not change while the kernel runs"};
    annotate(l, load, &operation);
}

void emit_synchronization(struct lowering *l, const struct mapped_operation *operation) {
    const uint16_t attributes = IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN;
    switch (operation->kind) {
    case MAPPED_FENCE:
        emit(l, IR_FENCE, 0, NULL, 0);
        annotate(l, &l->ir->instructions[l->ir->instruction_count - 1], operation);
        return;
    case MAPPED_WORKGROUP_BARRIER:
        emit_workgroup_barrier(l);
        break;
    case MAPPED_WAVE_BARRIER:
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0, attributes);
        break;
    default:
        lowering_fail(l, SMMRA_OUT_OF_MEMORY, &l->current, "internal fault: operation %u is no synchronization",
                      operation->kind);
    }
    ir_set_comment(l->ir, &l->ir->instructions[l->ir->instruction_count - 1], explain(l, operation));
}
