#include "mmra/checker.h"

/* The number of blocks that the terminator names; they are written to `into` unless it is NULL. */
static uint32_t successors_of(const struct checker *c, const struct ir_block *block, uint32_t first,
                              uint32_t count, uint32_t *into) {
    const struct ir_module *module = c->module;
    uint32_t found = 0;
    if (!block->instruction_count)
        return 0;
    const struct ir_instruction *last =
        &module->instructions[block->first_instruction + block->instruction_count - 1];
    if (!ir_is_terminator(last->opcode))
        return 0;
    for (uint32_t i = 0; i < last->operand_count; i++) {
        const struct ir_value_info *value = ir_value_get(module, module->operands[last->operands + i]);
        if (value->kind != IR_VALUE_BLOCK || value->bits < first || value->bits - first >= count)
            continue;
        if (into)
            into[found] = (uint32_t)value->bits - first;
        found++;
    }
    return found;
}

struct check_graph check_control_flow(struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    struct check_graph graph = {.first = info->first_block, .count = info->block_count};
    const struct ir_block *blocks = c->module->blocks + graph.first;
    graph.successor_from = arena_allocate_array(c->arena, (size_t)graph.count + 1, sizeof(uint32_t));
    graph.predecessor_count = arena_allocate_array(c->arena, graph.count, sizeof(uint32_t));
    for (uint32_t b = 0; b < graph.count; b++)
        graph.successor_from[b + 1] =
            graph.successor_from[b] + successors_of(c, &blocks[b], graph.first, graph.count, NULL);
    graph.successors = arena_allocate_array(c->arena, graph.successor_from[graph.count], sizeof(uint32_t));
    for (uint32_t b = 0; b < graph.count; b++)
        successors_of(c, &blocks[b], graph.first, graph.count, graph.successors + graph.successor_from[b]);
    for (uint32_t i = 0; i < graph.successor_from[graph.count]; i++)
        graph.predecessor_count[graph.successors[i]]++;
    return graph;
}
