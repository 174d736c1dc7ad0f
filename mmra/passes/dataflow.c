#include "mmra/passes/dataflow.h"

struct dataflow_list dataflow_new_list(struct arena *arena, uint32_t blocks) {
    struct dataflow_list list = {.blocks = arena_allocate(arena, ((size_t)blocks + 1) * sizeof *list.blocks)};
    list.waits = arena_allocate_array(arena, (size_t)blocks + 1, sizeof *list.waits);
    return list;
}

struct dataflow dataflow_new(struct ir_module *module, struct flow_edges edges, bool backward) {
    size_t blocks = (size_t)module->block_count + 1;
    struct dataflow d = {.module = module, .backward = backward, .edges = edges};
    d.effects = arena_allocate_array(module->arena, blocks, sizeof *d.effects);
    d.facts = arena_allocate_array(module->arena, blocks, sizeof *d.facts);
    d.list = dataflow_new_list(module->arena, module->block_count);
    return d;
}

void dataflow_solve(struct dataflow *d, ir_function function, uint64_t facts) {
    const struct ir_function_info *info = &d->module->functions[function];
    uint32_t first = info->first_block, count = info->block_count;
    for (uint32_t i = 0; i < count; i++) { /* the block at which it begins is the last to be put on the list */
        uint32_t block = first + (d->backward ? i : count - 1 - i);
        bool begins = d->backward ? flow_returns(d->module, block) : block == first;
        d->facts[block] = begins ? facts : 0;
        dataflow_wait(&d->list, block);
    }
    while (d->list.count) {
        uint32_t block = dataflow_next(&d->list);
        uint64_t behind = dataflow_behind(d->effects[block], d->facts[block]);
        mmra_work(d->module->watch, 1);
        for (uint32_t i = d->edges.first[block]; i < d->edges.first[block + 1]; i++) {
            uint32_t next = d->edges.edges[i];
            if (!(behind & ~d->facts[next]))
                continue;
            d->facts[next] |= behind;
            dataflow_wait(&d->list, next);
        }
    }
}
