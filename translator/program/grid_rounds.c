/* Which dynamic instance of a control barrier, or of what invocations do together, an invocation comes to. "Different
 * loop iterations and different dynamic function-call-site chains yield different dynamic instances" (SPIR-V, 2.2.5):
 * calls are inlined, so that each barrier of the code has a number; what is left to know are the rounds of the loops
 * around it. A register counts them for each loop that holds a barrier. */
#include "translator/program/grid_reader.h"

/* Larger than any number of rounds, and odd: sums of several counters stay apart. */
#define ROUNDS_APART UINT64_C(0x100000001b3)

struct grid_loop {
    uint32_t header, merge; /* blocks of the function */
    bool *inside;           /* by block: control comes to it from the header without passing the merge block */
};

/* ---- the loops that hold a barrier ---- */

/* Returns the n-th label that the block's terminator names; 0: it names fewer. */
static spirv_id successor(const struct grid_reader *g, const struct spirv_block *block, uint32_t n) {
    struct spirv_instruction in = spirv_instruction_at(g->module, block->terminator);
    uint32_t at = in.operand_count;
    if (in.opcode == SpvOpBranch) {
        at = n;
    } else if (in.opcode == SpvOpBranchConditional) {
        at = n < 2 ? n + 1 : at;
    } else if (in.opcode == SpvOpSwitch) {
        const struct spirv_type *type = spirv_type_of_value(g->module, in.operands[0]);
        uint32_t literal = type && type->width > 32 ? 2 : 1;
        at = n == 0 ? 1 : 1 + n * (literal + 1);
    }
    return at < in.operand_count ? in.operands[at] : 0;
}

/* The block's number in its function, or MODEL_NONE. */
static uint32_t block_number(const struct grid_reader *g, const struct spirv_function *function, spirv_id label) {
    uint32_t number = g->block_numbers[spirv_index(g->module, label)] - function->first_block;
    return number < function->block_count ? number : MODEL_NONE;
}

static struct grid_function *known_of(const struct grid_reader *g, const struct spirv_function *function) {
    return &g->functions[function - g->module->functions];
}

/* From the first opcode to the last. */
static const struct {
    uint16_t first, last;
} meetings[] = {{SpvOpControlBarrier, SpvOpControlBarrier},
                {SpvOpControlBarrierArriveINTEL, SpvOpControlBarrierWaitINTEL},
                {SpvOpDPdx, SpvOpFwidthCoarse},
                {SpvOpGroupNonUniformElect, SpvOpGroupNonUniformQuadSwap},
                {SpvOpSubgroupBallotKHR, SpvOpSubgroupFirstInvocationKHR},
                {SpvOpSubgroupAllKHR, SpvOpSubgroupReadInvocationKHR},
                {SPIRV_COOPERATIVE_MATRIX_LOAD, SPIRV_COOPERATIVE_MATRIX_MUL_ADD},
                {SPIRV_COOPERATIVE_MATRIX_CONVERT_USE, SPIRV_COOPERATIVE_MATRIX_CONVERT_USE},
                {SPIRV_COOPERATIVE_MATRIX_TRANSPOSE, SPIRV_COOPERATIVE_MATRIX_TRANSPOSE},
                {SPIRV_COOPERATIVE_MATRIX_REDUCE, SPIRV_COOPERATIVE_MATRIX_REDUCE},
                {SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR, SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR}};

static bool waits_for_others(uint16_t opcode) {
    for (size_t i = 0; i < sizeof meetings / sizeof meetings[0]; i++)
        if (opcode >= meetings[i].first && opcode <= meetings[i].last)
            return true;
    return false;
}

static bool block_holds_barrier(struct grid_reader *g, const struct spirv_block *block) {
    for (uint32_t word = block->first_word; word < block->terminator;) {
        struct spirv_instruction in = spirv_instruction_at(g->module, word);
        word += in.length;
        if (waits_for_others(in.opcode))
            return true;
        const struct spirv_function *callee =
            spirv_may_call(in.opcode) ? spirv_function_of_id(g->module, spirv_callee(&in)) : NULL;
        if (callee && known_of(g, callee)->holds_barrier)
            return true;
    }
    return false;
}

static bool body_holds_barrier(struct grid_reader *g, const struct spirv_function *function) {
    for (uint32_t b = 0; b < function->block_count; b++)
        if (block_holds_barrier(g, &g->module->blocks[function->first_block + b]))
            return true;
    return false;
}

/* Calls may be as deep as there are functions: passes in both directions find the callers in place of recursion. */
static void find_holders(struct grid_reader *g) {
    bool changed = true, forward = false;
    uint32_t count = g->module->function_count;
    while (changed) {
        changed = false;
        forward = !forward;
        for (uint32_t i = 0; i < count; i++) {
            const struct spirv_function *function = &g->module->functions[forward ? i : count - 1 - i];
            if (known_of(g, function)->holds_barrier || !body_holds_barrier(g, function))
                continue;
            known_of(g, function)->holds_barrier = changed = true;
        }
    }
}

/* Fills in `inside`; whether a barrier is there. */
static bool look_inside(struct grid_reader *g, const struct spirv_function *function, const struct grid_loop *loop,
                        uint32_t *stack) {
    const struct spirv_block *blocks = g->module->blocks + function->first_block;
    uint32_t waiting = 0;
    bool holds = false;
    memset(loop->inside, 0, function->block_count * sizeof *loop->inside);
    loop->inside[loop->header] = true;
    stack[waiting++] = loop->header;
    while (waiting) {
        const struct spirv_block *block = &blocks[stack[--waiting]];
        spirv_id label;
        holds |= block_holds_barrier(g, block);
        for (uint32_t n = 0; (label = successor(g, block, n)); n++) {
            uint32_t next = block_number(g, function, label);
            if (next == MODEL_NONE || next == loop->merge || loop->inside[next])
                continue;
            loop->inside[next] = true;
            stack[waiting++] = next;
        }
    }
    return holds;
}

static void find_loops(struct grid_reader *g, const struct spirv_function *function, struct grid_function *known) {
    uint32_t count = function->block_count;
    uint32_t *stack = arena_allocate_array(g->arena, count, sizeof *stack);
    struct grid_loop loop = {.inside = arena_allocate_array(g->arena, count, sizeof *loop.inside)};
    for (uint32_t b = 0; b < count; b++) {
        const struct spirv_block *block = &g->module->blocks[function->first_block + b];
        struct spirv_instruction merge = {0};
        if (block->merge)
            merge = spirv_instruction_at(g->module, block->merge);
        if (merge.opcode != SpvOpLoopMerge)
            continue;
        loop.header = b;
        loop.merge = block_number(g, function, merge.operands[0]);
        if (!look_inside(g, function, &loop, stack))
            continue;
        *ARENA_PUSH(g->arena, known->loops, known->loop_count, known->loop_capacity) = loop;
        loop.inside = arena_allocate_array(g->arena, count, sizeof *loop.inside);
    }
}

static const struct grid_function *function_of(struct grid_reader *g, const struct spirv_function *function) {
    struct grid_function *known = known_of(g, function);
    if (!known->has_loops && known->holds_barrier)
        find_loops(g, function, known);
    known->has_loops = true;
    return known;
}

/* ---- counting ---- */

void grid_begin_functions(struct grid_reader *g) {
    g->functions = arena_allocate_array(g->arena, g->module->function_count + 1, sizeof *g->functions);
    g->block_numbers = arena_allocate_array(g->arena, g->module->definition_count + 1, sizeof *g->block_numbers);
    for (uint32_t b = 0; b < g->module->block_count; b++)
        g->block_numbers[spirv_index(g->module, g->module->blocks[b].label)] = b;
    find_holders(g);
}

/* Among the first `count` loops of the frame's function and those around its call: the last that holds the block. An
 * inner loop's header comes after that of the outer one. */
static uint32_t innermost(const struct grid_reader *g, const struct grid_function *known, uint32_t count,
                          uint32_t block) {
    while (count && !known->loops[count - 1].inside[block])
        count--;
    return count ? g->frame->first_loop + count : g->frame->loop_of_caller;
}

void grid_begin_rounds(struct grid_reader *g) {
    const struct grid_function *function = function_of(g, g->frame->function);
    struct program_thread *thread = grid_thread(g);
    g->frame->rounds = arena_allocate_array(g->arena, function->loop_count + 1, sizeof *g->frame->rounds);
    g->frame->first_loop = thread->loop_count;
    for (uint32_t i = 0; i < function->loop_count; i++) {
        uint32_t round = program_register(&g->litmus->program, thread, NULL);
        uint32_t around = innermost(g, function, i, function->loops[i].header);
        g->frame->rounds[i] = grid_part(program_in_register(round), 64);
        *ARENA_PUSH(g->arena, thread->loops, thread->loop_count, thread->loop_capacity) =
            (struct program_loop){around, round};
    }
}

uint32_t grid_loop_around(struct grid_reader *g, spirv_id block) {
    const struct grid_function *known = function_of(g, g->frame->function);
    return innermost(g, known, known->loop_count, block_number(g, g->frame->function, block));
}

void grid_count_round(struct grid_reader *g, spirv_id from, spirv_id to) {
    const struct spirv_function *function = g->frame->function;
    const struct grid_function *known = function_of(g, function);
    for (uint32_t i = 0; i < known->loop_count; i++) {
        const struct grid_loop *loop = &known->loops[i];
        struct litmus_part round = g->frame->rounds[i];
        uint32_t target = block_number(g, function, to), source = block_number(g, function, from);
        bool again = source != MODEL_NONE && loop->inside[source];
        if (target == loop->header)
            grid_copy(g, round,
                      again ? grid_compute(g, PROGRAM_ADD, 64, 0, round.operand, program_constant(1))
                            : program_constant(0));
    }
}

struct program_operand grid_rounds(struct grid_reader *g, spirv_id block) {
    const struct spirv_function *function = g->frame->function;
    const struct grid_function *known = function_of(g, function);
    struct program_operand rounds = g->frame->rounds_of_caller;
    for (uint32_t i = 0; i < known->loop_count; i++) {
        if (!known->loops[i].inside[block_number(g, function, block)])
            continue;
        rounds = grid_compute(g, PROGRAM_MUL, 64, 0, rounds, program_constant(ROUNDS_APART));
        rounds = grid_compute(g, PROGRAM_ADD, 64, 0, rounds, g->frame->rounds[i].operand);
    }
    return rounds;
}
