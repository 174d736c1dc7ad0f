/* Puts the memory map's answers on IR instructions: ordering, scope, tags, annotations. Fences and barriers, which
 * consist of nothing else, are emitted here. */
#include <string.h>

#include "translator/lower/functions/tokens.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/values.h"

struct spirv_memory_view memory_decode(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    enum spirv_result result = spirv_decode_memory(l->spirv, &l->objects, in, &view, &error);
    if (result != SPIRV_OK) /* the message names the instruction */
        lowering_end(l, result == SPIRV_INVALID ? SMMRA_INVALID_INPUT : SMMRA_UNSUPPORTED, in->word, in->result,
                     error.message);
    if (constant_table_has(l, view.pointer))
        view.storage_class = SpvStorageClassUniformConstant;
    return view;
}

struct spirv_memory_view memory_initializing_store(uint32_t storage_class) {
    return (struct spirv_memory_view){.kind = SPIRV_MEMORY_STORE, .opcode = SpvOpStore, .storage_class = storage_class};
}

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
    if (l->options->flags & SMMRA_FLAG_EXPLAIN)
        ir_set_comment(l->ir, instruction, explain_operation(l, operation));
}

ir_value emit_descriptor_load(struct lowering *l, ir_type type, ir_value address, uint32_t alignment) {
    struct mapped_operation operation = map_descriptor_load(alignment);
    ir_value result = emit1(l, IR_LOAD, type, address);
    annotate_operation(l, &operation);
    return result;
}

ir_value emit_scope_operand(struct lowering *l, enum mmra_scope scope) {
    if (profile_get(l->map.options.profile)->scopes_are_values)
        return emit_intrinsic(l, profile_scope_name(scope), ir_type_scope(l->ir), NULL, 0,
                              IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE);
    if (!l->scope_metadata[scope]) {
        const char *name = mmra_scope_name(scope);
        ir_metadata string = ir_metadata_string(l->ir, name, strlen(name));
        l->scope_metadata[scope] = ir_metadata_tuple(l->ir, &string, 1);
    }
    return ir_metadata_operand(l->ir, l->scope_metadata[scope]);
}

void emit_making(struct lowering *l, const struct mapped_operation *operation, ir_value pointer) {
    bool visible = operation->kind == MAPPED_MAKE_VISIBLE || operation->kind == MAPPED_MAKE_POINTER_VISIBLE;
    ir_value arguments[2] = {pointer, emit_scope_operand(l, (enum mmra_scope)operation->scope)};
    emit_intrinsic(l, profile_making_name(visible, pointer != 0), 0, arguments + !pointer, pointer ? 2 : 1,
                   IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
    ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
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
    case MAPPED_MAKE_AVAILABLE:
    case MAPPED_MAKE_VISIBLE:
        emit_making(l, operation, 0);
        return;
    case MAPPED_WAVE_BARRIER:
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0, attributes);
        break;
    default:
        FAIL_INTERNAL(l, &l->current, "operation %u is no synchronization", operation->kind);
    }
    ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
}

void emit_barrier(struct lowering *l, const struct spirv_memory_view *view) {
    struct mapped_operations mapped;
    map_barrier(&l->map, view, &mapped);
    if (mapped.unsupported)
        FAIL_UNSUPPORTED(l, &l->current, "%s", mapped.unsupported);
    for (uint32_t i = 0; i < mapped.count; i++)
        emit_synchronization(l, &mapped.operations[i]);
}
