/* The blocks of a function: where terminators lead, which blocks are reached, and which have passed. */
#include "mmra/base/search.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/turns.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- targets of a terminator ---- */

uint32_t block_literal_words(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *selector = type_of_operand(l, in->operands[0]);
    if (selector->opcode != SpvOpTypeInt)
        FAIL_INVALID(l, in, "the selector is not an integer");
    return selector->width > 32 ? 2 : 1;
}

bool block_target(struct lowering *l, const struct spirv_instruction *in, uint32_t i, spirv_id *target) {
    uint32_t position;
    switch (in->opcode) {
    case SpvOpBranch:
        position = i;
        if (i > 0)
            return false;
        break;
    case SpvOpBranchConditional:
        position = 1 + i;
        if (i > 1)
            return false;
        break;
    case SpvOpSwitch:
        position = 1 + i * (block_literal_words(l, in) + 1);
        break;
    default:
        return false;
    }
    if (position >= in->operand_count)
        return false;
    *target = in->operands[position];
    return true;
}

uint32_t block_of_label(const struct lowering *l, spirv_id label) {
    uint32_t first = l->body.function->first_block, count = l->body.function->block_count;
    const struct spirv_block *blocks = l->spirv->blocks + first;
    uint32_t word = l->spirv->definitions[spirv_index(l->spirv, label)].word;
    uint32_t at = COUNT_UP_TO(blocks, count, first_word, word);
    return at < count && blocks[at].label == label ? first + at + 1 : 0;
}

uint32_t block_index(struct lowering *l, const struct spirv_instruction *in, spirv_id label) {
    uint32_t block = block_of_label(l, label);
    if (!block)
        FAIL_INVALID(l, in, "%%%u is not a block of this function", label);
    return block - 1;
}

ir_value block_label(struct lowering *l, const struct spirv_instruction *in, spirv_id label) {
    uint32_t block = block_index(l, in, label);
    const struct turn *turn = l->blocks[l->at.block].turn;
    return turn && turn->header == block ? turn->label : l->blocks[block].label;
}

bool block_successor(struct lowering *l, uint32_t block, uint32_t i, uint32_t *successor) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->blocks[block].terminator);
    spirv_id target;
    if (!block_target(l, &in, i, &target))
        return false;
    *successor = block_index(l, &in, target);
    return true;
}

/* ---- which blocks are reached ---- */

void blocks_mark_reachable(struct lowering *l) {
    const struct spirv_function *function = l->body.function;
    uint32_t *stack = arena_allocate(l->arena, function->block_count * sizeof *stack), depth = 0;
    stack[depth++] = function->first_block;
    l->blocks[function->first_block].reachable = true;
    while (depth) {
        uint32_t block = stack[--depth], next;
        for (uint32_t i = 0; block_successor(l, block, i, &next); i++) {
            l->blocks[next].incoming++;
            mmra_work(&l->watch, 1);
            if (!l->blocks[next].reachable) {
                l->blocks[next].reachable = true;
                stack[depth++] = next;
            }
        }
    }
}

/* ---- which blocks have passed ---- */

/* The function's blocks from its first on, and the successors of each; unreachable blocks have none. */
static struct block_graph graph_of_blocks(struct lowering *l) {
    uint32_t first = l->body.function->first_block, count = l->body.function->block_count, edges = 0, next;
    uint32_t *from = arena_allocate_array(l->arena, (size_t)count + 1, sizeof *from);
    uint32_t *into = arena_allocate_array(l->arena, count, sizeof *into);
    for (uint32_t block = 0; block < count; block++)
        edges += l->blocks[first + block].incoming;
    uint32_t *successors = arena_allocate_array(l->arena, edges, sizeof *successors);
    for (uint32_t block = 0; block < count; block++) {
        uint32_t at = from[block];
        into[block] = l->blocks[first + block].incoming;
        for (uint32_t i = 0; l->blocks[first + block].reachable && block_successor(l, first + block, i, &next); i++)
            successors[at++] = next - first;
        from[block + 1] = at;
    }
    return (struct block_graph){
        .count = count, .successors = successors, .successor_from = from, .predecessor_count = into};
}

bool block_dominates(struct lowering *l, uint32_t above, uint32_t below) {
    uint32_t first = l->body.function->first_block;
    if (!l->body.dominators.first) {
        const struct block_graph graph = graph_of_blocks(l);
        l->body.dominators = dominators_find(l->arena, &graph);
    }
    return dominators_hold(&l->body.dominators, above - first, below - first);
}

bool value_is_computed_before(struct lowering *l, spirv_id id) {
    uint32_t word = l->spirv->definitions[spirv_index(l->spirv, id)].word, first = l->body.function->first_block;
    if (word < l->body.function->word || word > l->body.function->end_word)
        return false;
    uint32_t behind = COUNT_UP_TO(l->spirv->blocks + first, l->body.function->block_count, first_word, word);
    uint32_t block = first + (behind ? behind - 1 : 0);
    return block == l->at.block || block_dominates(l, block, l->at.block);
}

/* ---- what functions have ---- */

static bool has_one(struct lowering *l, const struct spirv_function *function, const bool *has,
                    bool (*is_one)(struct lowering *l, const struct spirv_instruction *in)) {
    for (uint32_t word = function->word; word < function->end_word;) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        mmra_work_at(&l->watch, word);
        spirv_id callee = spirv_callee(&in);
        if (is_one(l, &in) || (callee && has[spirv_function_of_id(l->spirv, callee) - l->spirv->functions]))
            return true;
        word += in.length;
    }
    return false;
}

bool *functions_with(struct lowering *l, bool (*is_one)(struct lowering *l, const struct spirv_instruction *in)) {
    bool *has = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *has);
    for (uint32_t i = 0; i < l->order_count; i++)
        has[l->order[i]] = has_one(l, &l->spirv->functions[l->order[i]], has, is_one);
    return has;
}
