/* Which blocks may follow which. */
#include "mmra/base/search.h"
#include "mmra/check/checker.h"

void check_find_control_flow(struct checker *c) {
    uint32_t blocks = c->module->block_count;
    c->successors = flow_successors(c->module);
    c->predecessor_count = arena_allocate_array(c->arena, blocks, sizeof *c->predecessor_count);
    mmra_work(c->module->watch, c->successors.first[blocks] / 64);
    for (uint32_t edge = 0; edge < c->successors.first[blocks]; edge++)
        c->predecessor_count[c->successors.edges[edge]]++;
}

struct block_graph check_control_flow(const struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    return (struct block_graph){.first = info->first_block,
                                .count = info->block_count,
                                .successors = c->successors.edges,
                                .successor_from = c->successors.first + info->first_block,
                                .predecessor_count = c->predecessor_count + info->first_block};
}

uint32_t check_block_of(const struct checker *c, const struct block_graph *graph, uint32_t instruction) {
    const struct ir_block *blocks = c->module->blocks + graph->first;
    uint32_t end = COUNT_UP_TO(blocks, graph->count, first_instruction, instruction);
    return end ? end - 1 : 0;
}
