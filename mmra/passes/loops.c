#include "mmra/passes/loops.h"

#include <string.h>

#include "mmra/base/dominators.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/insertions.h"

/* The loops of one function at a time, by number of its block from its first on. A loop is named by its header. */
struct nest {
    struct ir_module *module;
    struct flow_edges successors, predecessors;
    bool *synchronizes; /* by function */
    uint32_t *inner;    /* by block: the header that it was taken into, or itself; paths are shortened */
    bool *busy;         /* by block that is nobody's yet: whether it, or what was taken into it, synchronizes */
    bool *whole;        /* by header: LLVM is not to copy it */
    uint32_t *waiting;  /* blocks whose predecessors are to be taken */
    uint32_t waiting_count, waiting_capacity;
    ir_metadata stays, keeps_count; /* properties of loops that synchronize, and of others */
};

/* Whether it reads what others write, past the caches, which takes long and is waited for. */
static bool is_global_read(const struct ir_module *module, const struct ir_instruction *atomic) {
    return atomic->type && ir_space_of_access(module, atomic) != ADDRESS_SPACE_LOCAL;
}

static bool is_synchronization(const struct nest *n, const struct ir_instruction *instruction) {
    if (instruction->opcode == IR_CALL) {
        ir_function callee = flow_callee(n->module, instruction);
        return callee ? n->synchronizes[callee] : ir_effects_of(n->module, instruction).waves_meet;
    }
    return instruction->ordering != IR_NOT_ATOMIC && instruction->scope != MMRA_SCOPE_SINGLETHREAD &&
           (is_global_read(n->module, instruction) || ir_acquires(instruction) || ir_releases(instruction));
}

static bool block_synchronizes(const struct nest *n, uint32_t block) {
    const struct ir_block *info = &n->module->blocks[block];
    mmra_work(n->module->watch, info->instruction_count / 8 + 1);
    for (uint32_t i = 0; i < info->instruction_count; i++)
        if (is_synchronization(n, &n->module->instructions[info->first_instruction + i]))
            return true;
    return false;
}

/* The outermost header so far that a block was taken into, or itself. */
static uint32_t outermost(struct nest *n, uint32_t block) {
    while (n->inner[block] != block)
        block = n->inner[block] = n->inner[n->inner[block]];
    return block;
}

/* Every block that leads to `block` belongs to the same loop. */
static void wait_for_predecessors(struct nest *n, uint32_t block) {
    for (uint32_t i = n->predecessors.first[block]; i < n->predecessors.first[block + 1]; i++)
        *ARENA_PUSH(n->module->arena, n->waiting, n->waiting_count, n->waiting_capacity) = n->predecessors.edges[i];
}

static void keep_rolled(struct nest *n, uint32_t latch, ir_metadata loop) {
    const struct ir_block *block = &n->module->blocks[latch];
    ir_set_loop(n->module, &n->module->instructions[block->first_instruction + block->instruction_count - 1], loop);
}

/* Whether all ways to `block` lead through `header`. */
static bool is_below(const struct dominators *d, uint32_t first, uint32_t header, uint32_t block) {
    return dominators_reached(d, block - first) && dominators_hold(d, header - first, block - first);
}

/* Whether what the loop does each time before it can be left synchronizes: from its header on, as far as there is one
 * way. LLVM, which turns loops round so that they end with the question whether to leave, would copy all of that before
 * the loop. `busy`: the header's own instructions synchronize. */
static bool is_copied(struct nest *n, uint32_t header, bool busy) {
    const uint32_t *first = n->successors.first, *from = n->predecessors.first;
    uint32_t block = header;
    while (first[block + 1] - first[block] == 1) {
        block = n->successors.edges[first[block]];
        if (from[block + 1] - from[block] != 1)
            return false;
        busy |= n->busy[block];
        mmra_work(n->module->watch, 1);
    }
    bool leaves = false;
    for (uint32_t i = first[block]; i < first[block + 1]; i++)
        leaves |= outermost(n, n->successors.edges[i]) != header;
    return busy && leaves;
}

/* Takes the blocks of the loop at `header` into it, from its latches backward: Tarjan, "Testing Flow Graph
 * Reducibility". Inner loops have been taken already, so that each block is taken once. */
static void take_loop(struct nest *n, const struct dominators *d, uint32_t first, uint32_t header) {
    ir_metadata loop = 0;
    bool busy = n->busy[header];
    wait_for_predecessors(n, header);
    while (n->waiting_count) {
        uint32_t block = outermost(n, n->waiting[--n->waiting_count]);
        mmra_work(n->module->watch, 1);
        if (block == header || !is_below(d, first, header, block))
            continue;
        n->inner[block] = header;
        n->busy[header] |= n->busy[block];
        wait_for_predecessors(n, block);
    }
    const ir_metadata *property = n->busy[header] ? &n->stays : &n->keeps_count;
    for (uint32_t i = n->predecessors.first[header]; i < n->predecessors.first[header + 1]; i++) {
        uint32_t latch = n->predecessors.edges[i];
        if (is_below(d, first, header, latch))
            keep_rolled(n, latch, loop = loop ? loop : ir_metadata_loop(n->module, property, 1));
    }
    n->whole[header] = loop && n->busy[header] && is_copied(n, header, busy);
}

static struct block_graph graph_of(const struct nest *n, const struct ir_function_info *function) {
    struct arena *arena = n->module->arena;
    uint32_t first = function->first_block, count = function->block_count, base = n->successors.first[first];
    uint32_t *from = arena_allocate_array(arena, (size_t)count + 1, sizeof *from);
    uint32_t *into = arena_allocate_array(arena, count, sizeof *into);
    uint32_t *successors = arena_allocate_array(arena, n->successors.first[first + count] - base, sizeof *successors);
    mmra_work(n->module->watch, count / 4 + (n->successors.first[first + count] - base) / 8);
    for (uint32_t block = 0; block < count; block++) {
        from[block] = n->successors.first[first + block] - base;
        into[block] = n->predecessors.first[first + block + 1] - n->predecessors.first[first + block];
    }
    from[count] = n->successors.first[first + count] - base;
    for (uint32_t i = 0; i < from[count]; i++)
        successors[i] = n->successors.edges[base + i] - first;
    return (struct block_graph){
        .count = count, .successors = successors, .successor_from = from, .predecessor_count = into};
}

/* Inner loops come first: a header that another dominates has a higher number in the tree of dominators. */
static void take_function(struct nest *n, const struct ir_function_info *function) {
    uint32_t first = function->first_block, count = function->block_count;
    const struct block_graph graph = graph_of(n, function);
    const struct dominators d = dominators_find(n->module->arena, &graph);
    uint32_t *in_order = arena_allocate_array(n->module->arena, count, sizeof *in_order);
    for (uint32_t block = 0; block < count; block++)
        if (dominators_reached(&d, block))
            in_order[d.first[block]] = first + block + 1;
    for (uint32_t i = count; i-- > 0;)
        if (in_order[i])
            take_loop(n, &d, first, in_order[i] - 1);
}

/* Empty assembly that is not to be duplicated, at the beginning of each such header. */
static void keep_whole(struct ir_module *module, const bool *whole) {
    struct insertions insertions = {0};
    for (uint32_t block = 0; block < module->block_count; block++) {
        uint32_t at = module->blocks[block].first_instruction;
        if (!whole[block])
            continue;
        while (module->instructions[at].opcode == IR_PHI)
            at++;
        struct ir_instruction assembly = insertions_assembly(module, 0, "asm sideeffect \"\", \"\"", NULL, 0);
        assembly.flags = IR_NODUPLICATE;
        assembly.source = module->instructions[at].source;
        insertions_add(module, &insertions, at, &assembly);
    }
    insertions_apply(module, &insertions);
}

static ir_metadata property_of(struct ir_module *module, const char *text) {
    ir_metadata name = ir_metadata_string(module, text, strlen(text));
    return ir_metadata_tuple(module, &name, 1);
}

/* Whether a block leads to itself or one before it, as in every loop. */
static bool has_loops(const struct nest *n, const struct ir_function_info *function) {
    uint32_t block = function->first_block, end = block + function->block_count;
    for (; block < end; block++)
        for (uint32_t i = n->successors.first[block]; i < n->successors.first[block + 1]; i++)
            if (n->successors.edges[i] <= block)
                return true;
    return false;
}

void loops_keep_rolled(struct ir_module *module) {
    struct arena *arena = module->arena;
    struct nest n = {.module = module, .successors = flow_successors(module)};
    n.predecessors = flow_predecessors(module, &n.successors);
    n.synchronizes = arena_allocate_array(arena, (size_t)module->function_count + 1, sizeof *n.synchronizes);
    n.inner = arena_allocate_array(arena, module->block_count, sizeof *n.inner);
    n.busy = arena_allocate_array(arena, module->block_count, sizeof *n.busy);
    n.whole = arena_allocate_array(arena, module->block_count, sizeof *n.whole);
    n.stays = property_of(module, "llvm.loop.unroll.disable");
    n.keeps_count = property_of(module, "llvm.loop.unroll.runtime.disable");
    struct flow_order order = flow_call_order(module);
    for (uint32_t i = 0; i < order.count; i++) {
        const struct ir_function_info *function = &module->functions[order.functions[i]];
        bool synchronizes = false;
        for (uint32_t block = function->first_block; block < function->first_block + function->block_count; block++) {
            n.inner[block] = block;
            n.busy[block] = block_synchronizes(&n, block);
            synchronizes |= n.busy[block];
        }
        n.synchronizes[order.functions[i]] = synchronizes;
        if (has_loops(&n, function))
            take_function(&n, function);
    }
    keep_whole(module, n.whole);
}
