/* Which blocks of a function hold convergent operations, and in which loops. */
#include "translator/lower/extended/extended.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/values.h"

/* ---- which instructions are convergent ---- */

static bool is_convergent(struct lowering *l, const struct spirv_instruction *in) {
    if (descriptor_is_used_by(l, in))
        return true;
    uint8_t traits = opcode_row(in->opcode)->traits;
    if (traits & IS_CONVERGENT_AS_CALLEE) {
        const struct spirv_function *callee = spirv_function_of_id(l->spirv, in->operands[0]);
        return callee && l->functions[callee - l->spirv->functions].convergent;
    }
    if (traits & IS_CONVERGENT_AS_SET)
        return extended_set_is_convergent(l, in->operands[0]);
    if (traits & IS_CONVERGENT_AS_SAMPLE)
        return image_has_derivatives(l);
    return traits & IS_CONVERGENT;
}

static bool block_is_convergent(struct lowering *l, uint32_t block) {
    const struct spirv_block *source = &l->spirv->blocks[block];
    for (uint32_t word = source->first_word; word <= source->terminator;) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        mmra_work(&l->watch, 1);
        if (is_convergent(l, &in))
            return true;
        word += in.length;
    }
    return false;
}

/* ---- loops ---- */

/* The state of a block while the loops are found. Blocks are named by 1 + their index; 0 is none. */
struct loop_block {
    uint32_t merges; /* the header of the loop that has it as its merge block */
    uint32_t
        within; /* the header of the innermost loop whose construct holds it; of a header: the one around its own */
    bool is_header, is_cyclic, seen;
};

struct loops {
    struct loop_block *blocks; /* by index less the function's first */
    uint32_t *stack;
    uint32_t first, depth;
};

static struct loop_block *block_at(struct loops *loops, uint32_t name) {
    return &loops->blocks[name - 1 - loops->first];
}

/* The innermost loop whose construct holds the end of a block. */
static uint32_t loop_of(struct loops *loops, uint32_t name) {
    const struct loop_block *block = block_at(loops, name);
    return block->is_header ? name : block->within;
}

static void find_headers(struct lowering *l, struct loops *loops) {
    uint32_t end = l->body.function->first_block + l->body.function->block_count;
    for (uint32_t i = l->body.function->first_block; i < end; i++) {
        const struct spirv_block *source = &l->spirv->blocks[i];
        for (uint32_t word = source->first_word; l->blocks[i].reachable && word <= source->terminator;) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
            mmra_work(&l->watch, 1);
            uint32_t merge = in.opcode == SpvOpLoopMerge ? block_of_label(l, in.operands[0]) : 0;
            if (merge) {
                block_at(loops, i + 1)->is_header = true;
                block_at(loops, merge)->merges = i + 1;
            }
            word += in.length;
        }
    }
}

/* An edge out of a loop leads to its merge block, and one to the header of the loop itself is a back edge. All other
 * edges stay in the loop. */
static void follow_edge(struct loops *loops, uint32_t from, uint32_t to) {
    struct loop_block *target = block_at(loops, to);
    uint32_t loop = loop_of(loops, from);
    target->is_cyclic |= loop == to;
    if (target->seen)
        return;
    target->seen = true;
    target->within = target->merges ? block_at(loops, target->merges)->within : loop;
    loops->stack[loops->depth++] = to;
}

static void find_loops(struct lowering *l, struct loops *loops) {
    uint32_t count = l->body.function->block_count, next;
    loops->first = l->body.function->first_block;
    loops->blocks = arena_allocate_array(l->arena, count, sizeof *loops->blocks);
    loops->stack = arena_allocate_array(l->arena, count, sizeof *loops->stack);
    find_headers(l, loops);
    block_at(loops, loops->first + 1)->seen = true;
    loops->stack[loops->depth++] = loops->first + 1;
    while (loops->depth) {
        uint32_t block = loops->stack[--loops->depth];
        mmra_work(&l->watch, 1);
        for (uint32_t i = 0; block_successor(l, block - 1, i, &next); i++)
            follow_edge(loops, block, next + 1);
    }
}

/* A loop without a back edge needs no heart: what it holds takes the token of the loop around it. */
static uint32_t cyclic_loop(struct loops *loops, uint32_t loop) {
    uint32_t found = loop, around;
    while (found && !block_at(loops, found)->is_cyclic)
        found = block_at(loops, found)->within;
    for (; loop != found; loop = around) { /* shortens the path for the next call */
        around = block_at(loops, loop)->within;
        block_at(loops, loop)->within = found;
    }
    return found;
}

/* ---- the tokens that they need ---- */

void tokens_begin_function(struct lowering *l, bool converges) {
    uint32_t end = l->body.function->first_block + l->body.function->block_count;
    struct loops loops = {0};
    l->at.token = l->body.entry_token = 0;
    if (!tokens_are_wanted(l) && !l->reconverges_on_host)
        return;
    find_loops(l, &loops);
    for (uint32_t i = l->body.function->first_block; i < end; i++) {
        if (!l->blocks[i].reachable)
            continue;
        l->blocks[i].loop = cyclic_loop(&loops, loop_of(&loops, i + 1));
        if (!block_is_convergent(l, i))
            continue;
        converges = true;
        for (uint32_t h = l->blocks[i].loop; h && !l->blocks[h - 1].has_heart;
             h = cyclic_loop(&loops, block_at(&loops, h)->within))
            l->blocks[h - 1].has_heart = true;
    }
    for (uint32_t i = l->body.function->first_block; i < end; i++) {
        struct lowered_block *block = &l->blocks[i];
        if (block->has_heart)
            block->around = cyclic_loop(&loops, block_at(&loops, i + 1)->within);
        else if (block->loop && !l->blocks[block->loop - 1].has_heart)
            block->loop = 0; /* nothing in it is convergent, and it uses no token */
    }
    if (converges && tokens_are_wanted(l))
        l->body.entry_token = l->at.token = tokens_emit_entry(l);
}
