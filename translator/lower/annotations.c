/* Puts the memory map's answers on IR instructions: ordering, scope, tags, annotations. Fences and barriers, which
 * consist of nothing else, are emitted here. */
#include "translator/lower/memory.h"
#include "translator/lower/tokens.h"
#include "translator/lower/values.h"

void annotate_alignment(struct lowering *l, uint32_t alignment) {
    last_instruction(l)->alignment_log2 = (uint8_t)(31 - __builtin_clz(alignment));
}

void annotate_operation(struct lowering *l, const struct mapped_operation *operation) {
    struct ir_instruction *instruction = last_instruction(l);
    if (instruction->opcode != IR_CALL) {
        instruction->ordering = operation->ordering;
        instruction->failure_ordering = operation->failure_ordering;
        instruction->scope = operation->scope;
        if (operation->alignment)
            annotate_alignment(l, operation->alignment);
        if (operation->is_volatile)
            instruction->flags |= IR_VOLATILE;
    }
    instruction->annotations = operation->annotations;
    instruction->mmra = map_tags_set(&l->tags, &l->ir->tags, operation->tags);
    if (l->options->flags & SMMRA_EXPLAIN)
        ir_set_comment(l->ir, instruction, explain_operation(l, operation));
}

ir_value emit_descriptor_load(struct lowering *l, ir_type type, ir_value address, uint32_t alignment) {
    struct mapped_operation operation = map_descriptor_load(alignment);
    ir_value result = emit1(l, IR_LOAD, type, address);
    annotate_operation(l, &operation);
    return result;
}

void emit_synchronization(struct lowering *l, const struct mapped_operation *operation) {
    const uint16_t attributes = IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN;
    switch (operation->kind) {
    case MAPPED_FENCE:
        emit_instruction(l, IR_FENCE, 0, NULL, 0);
        annotate_operation(l, operation);
        return;
    case MAPPED_WORKGROUP_BARRIER:
        emit_workgroup_barrier(l);
        break;
    case MAPPED_WAVE_BARRIER:
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0, attributes);
        break;
    default:
        FAIL_INTERNAL(l, &l->current, "operation %u is no synchronization", operation->kind);
    }
    ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
}
