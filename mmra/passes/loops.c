#include "mmra/passes/loops.h"

#include <string.h>

#include "mmra/base/dominators.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/ir/ir_intrinsic.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/insertions.h"

/* An instruction, a block or a function does this, and a loop around it must know. */
enum {
    SYNCHRONIZES = 1 << 0,
    LOOKS = 1 << 1, /* reads atomically what other invocations write, and not in vain */
    SHOWS = 1 << 2, /* writes atomically what they read */
    MEETS = 1 << 3  /* calls a function in which a loop got a barrier */
};

/* The loops of one function at a time, by number of its block from its first on. A loop is named by its header. */
struct nest {
    struct ir_module *module;
    struct flow_edges successors, predecessors;
    uint8_t *called;   /* by function: what it does */
    uint8_t *does;     /* by block: what it does by itself */
    uint32_t *inner;   /* by block: the header that it was taken into, or itself; paths are shortened */
    bool *busy;        /* by block that is nobody's yet: whether it, or what was taken into it, synchronizes */
    bool *whole;       /* by header: LLVM is not to copy it */
    bool *used;        /* by value */
    bool *meets;       /* by latch: the lanes of a wave are to meet at its end */
    ir_value *heart;   /* by latch: the convergence token of its loop */
    bool any_meets;    /* in this function */
    bool has_tokens;   /* the module */
    uint32_t *waiting; /* blocks whose predecessors are to be taken */
    uint32_t waiting_count, waiting_capacity;
    ir_metadata stays, keeps_count; /* properties of loops that synchronize, and of others */
};

/* Whether it reads what others write, past the caches, which takes long and is waited for. */
static bool is_global_read(const struct ir_module *module, const struct ir_instruction *atomic) {
    return atomic->type && ir_space_of_access(module, atomic) != ADDRESS_SPACE_LOCAL;
}

static uint8_t call_does(const struct nest *n, const struct ir_instruction *call) {
    ir_function callee = flow_callee(n->module, call);
    if (callee)
        return n->called[callee];
    struct ir_effects effects = ir_effects_of(n->module, call);
    return (effects.waves_meet ? SYNCHRONIZES : 0) |
           (effects.coherent && effects.reads && n->used[call->result] ? LOOKS : 0) |
           (effects.coherent && effects.writes ? SHOWS : 0);
}

static uint8_t instruction_does(const struct nest *n, const struct ir_instruction *instruction) {
    if (instruction->opcode == IR_CALL)
        return call_does(n, instruction);
    if (instruction->ordering == IR_NOT_ATOMIC || instruction->scope == MMRA_SCOPE_SINGLETHREAD)
        return 0;
    uint8_t does = is_global_read(n->module, instruction) || ir_acquires(instruction) || ir_releases(instruction)
                       ? SYNCHRONIZES
                       : 0;
    if (instruction->opcode != IR_FENCE)
        does |= (instruction->result && n->used[instruction->result] ? LOOKS : 0) |
                (instruction->opcode != IR_LOAD ? SHOWS : 0);
    return does;
}

static uint8_t block_does(const struct nest *n, uint32_t block) {
    const struct ir_block *info = &n->module->blocks[block];
    uint8_t does = 0;
    mmra_work(n->module->watch, info->instruction_count / 8 + 1);
    for (uint32_t i = 0; i < info->instruction_count; i++)
        does |= instruction_does(n, &n->module->instructions[info->first_instruction + i]);
    return does;
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

/* ---- turns ---- */

/* The blocks of a loop, by what each of them does. */
struct turns {
    uint32_t looks, shows; /* how many look, and how many show what they do not show in each round */
    uint32_t looking, showing;
};

/* Whether the loop at `header` goes round without this block too. */
static bool is_left_out(const struct nest *n, const struct dominators *d, uint32_t first, uint32_t header,
                        uint32_t block) {
    for (uint32_t i = n->predecessors.first[header]; i < n->predecessors.first[header + 1]; i++) {
        uint32_t latch = n->predecessors.edges[i];
        mmra_work(n->module->watch, 1);
        if (is_below(d, first, header, latch) && !is_below(d, first, block, latch))
            return true;
    }
    return false;
}

static void note_turns(const struct nest *n, const struct dominators *d, uint32_t first, uint32_t header,
                       uint32_t block, struct turns *turns) {
    if (n->does[block] & LOOKS)
        turns->looks++, turns->looking = block;
    if (n->does[block] & SHOWS && is_left_out(n, d, first, header, block))
        turns->shows++, turns->showing = block;
}

/* Whether a block looks and another one shows, as where a lock is taken and given back. */
static bool are_turns(const struct turns *turns) {
    return turns->looks && turns->shows && (turns->looks > 1 || turns->shows > 1 || turns->looking != turns->showing);
}

/* The convergence token of the loop at `header`; 0: it has none. */
static ir_value heart_of(const struct ir_module *module, uint32_t header) {
    const struct ir_block *block = &module->blocks[header];
    for (uint32_t i = block->first_instruction; i < block->first_instruction + block->instruction_count; i++) {
        const struct ir_intrinsic *intrinsic = ir_called_intrinsic(module, &module->instructions[i]);
        if (intrinsic && intrinsic->family == IR_FAMILY_CONVERGENCE && module->instructions[i].flags & IR_TOKEN)
            return module->instructions[i].result;
    }
    return 0;
}

static bool uses_tokens(const struct ir_module *module) {
    bool any = false;
    for (ir_function i = 1; i < module->function_count && !any; i++)
        any = module->functions[i].intrinsic && module->functions[i].intrinsic->family == IR_FAMILY_CONVERGENCE;
    return any;
}

/* Takes the blocks of the loop at `header` into it, from its latches backward: Tarjan, "Testing Flow Graph
 * Reducibility". Inner loops have been taken already, so that each block is taken once. */
static void take_loop(struct nest *n, const struct dominators *d, uint32_t first, uint32_t header) {
    ir_metadata loop = 0;
    bool busy = n->busy[header];
    struct turns noted = {0};
    note_turns(n, d, first, header, header, &noted);
    wait_for_predecessors(n, header);
    while (n->waiting_count) {
        uint32_t block = outermost(n, n->waiting[--n->waiting_count]);
        mmra_work(n->module->watch, 1);
        if (block == header || !is_below(d, first, header, block))
            continue;
        n->inner[block] = header;
        n->busy[header] |= n->busy[block];
        note_turns(n, d, first, header, block, &noted);
        wait_for_predecessors(n, block);
    }
    const ir_metadata *property = n->busy[header] ? &n->stays : &n->keeps_count;
    bool turns = are_turns(&noted);
    ir_value heart = turns && n->has_tokens ? heart_of(n->module, header) : 0;
    turns &= heart || !n->has_tokens;
    for (uint32_t i = n->predecessors.first[header]; i < n->predecessors.first[header + 1]; i++) {
        uint32_t latch = n->predecessors.edges[i];
        if (!is_below(d, first, header, latch))
            continue;
        keep_rolled(n, latch, loop = loop ? loop : ir_metadata_loop(n->module, property, 1));
        n->meets[latch] |= turns;
        n->heart[latch] = heart;
    }
    n->any_meets |= turns;
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

/* Empty assembly that is not to be duplicated, at the beginning of a header that stays whole. */
static void keep_whole(struct ir_module *module, struct insertions *insertions, uint32_t block) {
    uint32_t at = module->blocks[block].first_instruction;
    while (module->instructions[at].opcode == IR_PHI)
        at++;
    struct ir_instruction assembly = insertions_assembly(module, 0, "asm sideeffect \"\", \"\"", NULL, 0);
    assembly.flags = IR_NODUPLICATE;
    assembly.source = module->instructions[at].source;
    insertions_add(module, insertions, at, &assembly);
}

/* A barrier of the wave before the end of a latch: LLVM copies it into no way of one lane alone. */
static void meet(struct ir_module *module, struct insertions *insertions, uint32_t block, ir_value heart) {
    uint32_t at = module->blocks[block].first_instruction + module->blocks[block].instruction_count - 1;
    ir_function barrier = ir_declare(module, IR_NAME_WAVE_BARRIER, ir_type_function(module, 0, NULL, 0),
                                     IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
    const uint32_t operands[] = {module->functions[barrier].value, heart};
    struct ir_instruction call = insertions_instruction(module, IR_CALL, 0, operands, heart ? 2 : 1);
    call.flags = heart ? IR_TOKEN : 0;
    call.source = module->instructions[at].source;
    insertions_add(module, insertions, at, &call);
}

static void insert(struct nest *n) {
    struct insertions insertions = {0};
    for (uint32_t block = 0; block < n->module->block_count; block++) {
        if (n->whole[block])
            keep_whole(n->module, &insertions, block);
        if (n->meets[block])
            meet(n->module, &insertions, block, n->heart[block]);
    }
    insertions_apply(n->module, &insertions);
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

static void find_uses(struct nest *n) {
    const struct ir_module *module = n->module;
    n->used = arena_allocate_array(module->arena, module->value_count, sizeof *n->used);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        for (uint32_t k = 0; k < instruction->operand_count; k++)
            n->used[module->operands[instruction->operands + k]] = true;
    }
}

/* Finds what the function does, and takes its loops. Its callees come first. */
static void enter_function(struct nest *n, ir_function number) {
    struct ir_function_info *function = &n->module->functions[number];
    uint8_t does = 0;
    for (uint32_t block = function->first_block; block < function->first_block + function->block_count; block++) {
        n->inner[block] = block;
        n->does[block] = block_does(n, block);
        n->busy[block] = n->does[block] & SYNCHRONIZES;
        does |= n->does[block];
    }
    n->any_meets = false;
    if (has_loops(n, function))
        take_function(n, function);
    if (n->any_meets || does & MEETS)
        function->attributes |= IR_FUNCTION_CONVERGENT;
    n->called[number] = does | (n->any_meets ? MEETS : 0);
}

void loops_keep_rolled(struct ir_module *module) {
    struct arena *arena = module->arena;
    uint32_t blocks = module->block_count;
    struct nest n = {.module = module, .successors = flow_successors(module)};
    n.predecessors = flow_predecessors(module, &n.successors);
    n.called = arena_allocate_array(arena, (size_t)module->function_count + 1, sizeof *n.called);
    n.does = arena_allocate_array(arena, blocks, sizeof *n.does);
    n.inner = arena_allocate_array(arena, blocks, sizeof *n.inner);
    n.busy = arena_allocate_array(arena, blocks, sizeof *n.busy);
    n.whole = arena_allocate_array(arena, blocks, sizeof *n.whole);
    n.meets = arena_allocate_array(arena, blocks, sizeof *n.meets);
    n.heart = arena_allocate_array(arena, blocks, sizeof *n.heart);
    find_uses(&n);
    n.has_tokens = uses_tokens(module);
    n.stays = property_of(module, "llvm.loop.unroll.disable");
    n.keeps_count = property_of(module, "llvm.loop.unroll.runtime.disable");
    struct flow_order order = flow_call_order(module);
    for (uint32_t i = 0; i < order.count; i++)
        enter_function(&n, order.functions[i]);
    insert(&n);
}
