#include "mmra/passes/pieces.h"

#include "mmra/passes/insertions.h"

static bool holds_dwords(const struct ir_module *module, const struct ir_type_info *vector) {
    const struct ir_type_info *element = ir_type_get(module, vector->element);
    return element->kind == IR_TYPE_FLOAT || (element->kind == IR_TYPE_INTEGER && element->width == 32);
}

/* The cast of an integer that was put together: the last of that is an `or`. */
static bool joins_pieces(const struct ir_module *module, const struct ir_instruction *cast) {
    const struct ir_type_info *type = ir_type_get(module, cast->type);
    if (cast->opcode != IR_BITCAST || type->kind != IR_TYPE_VECTOR || type->count < 3 || type->count > 4 ||
        !holds_dwords(module, type))
        return false;
    const struct ir_value_info *whole = &module->values[module->operands[cast->operands]];
    return whole->kind == IR_VALUE_INSTRUCTION && module->instructions[whole->index].opcode == IR_OR;
}

/* The assembly has the cast's result, and the cast another. */
static void put_assembly(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *cast = &module->instructions[at];
    ir_value cast_to = ir_new_value(module, cast->type, 0, 0);
    struct ir_instruction use = insertions_assembly(module, cast->type, "asm \"\", \"=v,0\"", &cast_to, 1);
    use.result = cast->result;
    use.source = cast->source;
    cast->result = cast_to;
    module->values[cast_to].kind = IR_VALUE_INSTRUCTION;
    module->values[cast_to].index = at;
    insertions_add(module, insertions, at + 1, &use);
}

void pieces_wait(struct ir_module *module) {
    struct insertions insertions = {0};
    for (uint32_t i = 0, count = module->instruction_count; i < count; i++) {
        mmra_work_at(module->watch, i);
        if (joins_pieces(module, &module->instructions[i]))
            put_assembly(module, &insertions, i);
    }
    insertions_apply(module, &insertions);
}
