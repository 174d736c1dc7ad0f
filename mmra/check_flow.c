#include "mmra/checker.h"

/* Adds the blocks that the terminator names. */
static void add_successors(struct checker *c, struct check_graph *graph, const struct ir_block *block) {
    const struct ir_module *module = c->module;
    if (!block->instruction_count)
        return;
    const struct ir_instruction *last =
        &module->instructions[block->first_instruction + block->instruction_count - 1];
    if (!ir_is_terminator(last->opcode))
        return;
    for (uint32_t i = 0; i < last->operand_count; i++) {
        const struct ir_value_info *value = ir_value_get(module, module->operands[last->operands + i]);
        if (value->kind != IR_VALUE_BLOCK || value->bits < graph->first || value->bits - graph->first >= graph->count)
            continue;
        uint32_t next = (uint32_t)value->bits - graph->first;
        *ARENA_PUSH(c->arena, graph->successors, graph->edge_count, graph->edge_capacity) = next;
        graph->predecessor_count[next]++;
    }
}

static void make_room(struct checker *c, struct check_graph *graph) {
    if (graph->count >= graph->capacity) {
        graph->capacity = graph->count * 2 + 1;
        graph->successor_from = arena_allocate(c->arena, (size_t)graph->capacity * sizeof(uint32_t));
        graph->predecessor_count = arena_allocate(c->arena, (size_t)graph->capacity * sizeof(uint32_t));
    }
    memset(graph->predecessor_count, 0, graph->count * sizeof(uint32_t));
}

const struct check_graph *check_control_flow(struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    struct check_graph *graph = &c->graph;
    graph->first = info->first_block;
    graph->count = info->block_count;
    graph->edge_count = 0;
    make_room(c, graph);
    for (uint32_t b = 0; b < graph->count; b++) {
        graph->successor_from[b] = graph->edge_count;
        add_successors(c, graph, &c->module->blocks[graph->first + b]);
    }
    graph->successor_from[graph->count] = graph->edge_count;
    return graph;
}
