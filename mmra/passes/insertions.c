#include "mmra/passes/insertions.h"

void insertions_add(struct ir_module *module, struct insertions *insertions, uint32_t before,
                    const struct ir_instruction *instruction) {
    *ARENA_PUSH(module->arena, insertions->items, insertions->count, insertions->capacity) =
        (struct insertion){before, *instruction};
}

void insertions_place(struct ir_module *module, uint32_t index, const struct ir_instruction *instruction) {
    module->instructions[index] = *instruction;
    if (instruction->result)
        module->values[instruction->result].index = index;
}

void insertions_move(struct ir_module *module, uint32_t to, uint32_t from) {
    struct ir_instruction moved = module->instructions[from];
    insertions_place(module, to, &moved);
}

struct ir_instruction insertions_instruction(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                             const uint32_t *operands, uint32_t operand_count) {
    while (module->operand_capacity - module->operand_count < operand_count)
        arena_grow(module->arena, &module->operands, module->operand_count, &module->operand_capacity,
                   sizeof *module->operands);
    struct ir_instruction instruction = {.opcode = (uint8_t)opcode,
                                         .alignment_log2 = IR_NO_ALIGNMENT,
                                         .type = type,
                                         .operands = module->operand_count,
                                         .operand_count = operand_count};
    for (uint32_t i = 0; i < operand_count; i++)
        module->operands[module->operand_count++] = operands[i];
    return instruction;
}

/* From the last block to the first, so that nothing is overwritten before it has moved. */
void insertions_apply(struct ir_module *module, const struct insertions *insertions) {
    uint32_t left = insertions->count;
    if (!left)
        return;
    while (module->instruction_capacity - module->instruction_count < left)
        arena_grow(module->arena, &module->instructions, module->instruction_count, &module->instruction_capacity,
                   sizeof *module->instructions);
    module->instruction_count += left;
    for (uint32_t block = module->block_count; block-- > 0;) {
        struct ir_block *info = &module->blocks[block];
        uint32_t first = info->first_instruction;
        for (uint32_t from = first + info->instruction_count; left && from-- > first;) {
            mmra_work_at(module->watch, from);
            insertions_move(module, from + left, from);
            while (left && insertions->items[left - 1].before == from) {
                left--;
                insertions_place(module, from + left, &insertions->items[left].instruction);
                info->instruction_count++;
            }
        }
        info->first_instruction = first + left;
    }
}

void insertions_explain(struct ir_module *module, struct ir_instruction *instruction, const char *line) {
    ir_string comment = ir_comment_of(module, instruction);
    if (!comment)
        return;
    struct mmra_string said = ir_string_get(module, comment);
    size_t length = strlen(line);
    char *text = arena_allocate(module->arena, said.length + 1 + length);
    memcpy(text, said.bytes, said.length);
    text[said.length] = '\n';
    memcpy(text + said.length + 1, line, length);
    ir_set_comment(module, instruction, ir_text(module, text, said.length + 1 + length));
}

struct ir_instruction insertions_assembly(struct ir_module *module, ir_type type, const char *spelled,
                                          const ir_value *arguments, uint32_t argument_count) {
    enum { MOST = 8 };
    uint32_t operands[1 + MOST] = {ir_text_value(module, type, ir_text_of(module, spelled))};
    for (uint32_t k = 0; k < argument_count && k < MOST; k++)
        operands[1 + k] = arguments[k];
    return insertions_instruction(module, IR_CALL, type, operands, 1 + argument_count);
}

void insertions_add_fence(struct ir_module *module, struct insertions *insertions, uint32_t before,
                          const struct ir_instruction *like, enum mmra_scope scope, enum ir_ordering ordering) {
    struct ir_instruction fence = insertions_instruction(module, IR_FENCE, 0, NULL, 0);
    fence.ordering = (uint32_t)ordering;
    fence.scope = (uint32_t)scope;
    fence.mmra = like->mmra;
    fence.source = like->source;
    insertions_add(module, insertions, before, &fence);
}
