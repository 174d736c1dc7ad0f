/* Which blocks may follow which. The survey notes it of each block, when it has the terminator at hand. */
#include "mmra/check/checker.h"

void check_begin_control_flow(struct checker *c) {
    size_t blocks = c->module->block_count;
    c->successor_from = arena_allocate_array(c->arena, blocks + 1, sizeof *c->successor_from);
    c->predecessor_count = arena_allocate_array(c->arena, blocks, sizeof *c->predecessor_count);
}

void check_note_successors(struct checker *c, uint32_t block) {
    const struct ir_module *module = c->module;
    const struct ir_function_info *function = &module->functions[c->function];
    const struct ir_block *info = &module->blocks[block];
    const struct ir_instruction *end = &module->instructions[info->first_instruction] + info->instruction_count;
    while (end[-1].opcode == IR_OPAQUE && end - 1 > &module->instructions[info->first_instruction])
        end--; /* an order of uses, which may stand behind the terminator */
    bool ends = info->instruction_count && ir_is_terminator(end[-1].opcode);
    for (uint32_t i = 0; ends && i < end[-1].operand_count; i++) {
        const struct ir_value_info *value = ir_value_get(module, module->operands[end[-1].operands + i]);
        if (value->kind != IR_VALUE_BLOCK || value->index - function->first_block >= function->block_count)
            continue;
        uint32_t next = value->index;
        *ARENA_PUSH(c->arena, c->successors, c->successor_count, c->successor_capacity) = next - function->first_block;
        c->predecessor_count[next]++;
    }
    c->successor_from[block + 1] = c->successor_count;
}

struct block_graph check_control_flow(const struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    return (struct block_graph){.first = info->first_block,
                                .count = info->block_count,
                                .successors = c->successors,
                                .successor_from = c->successor_from + info->first_block,
                                .predecessor_count = c->predecessor_count + info->first_block};
}
