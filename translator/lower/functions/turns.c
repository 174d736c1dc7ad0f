#include "translator/lower/functions/turns.h"

#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

/* ---- what instructions do ---- */

/* Whether it reads atomically, and not in vain. */
static bool looks(struct lowering *l, const struct spirv_instruction *in) {
    enum spirv_memory_kind kind = memory_decode(l, in).kind;
    return kind >= SPIRV_MEMORY_ATOMIC_LOAD && kind <= SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE &&
           kind != SPIRV_MEMORY_ATOMIC_STORE && memory_result_is_used(l, in->result);
}

/* Whether it writes what others may read meanwhile: an atomic, or a store of a coherent object. */
static bool shows(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_memory_view view = memory_decode(l, in);
    if (view.kind == SPIRV_MEMORY_STORE || view.kind == SPIRV_MEMORY_IMAGE_WRITE)
        return view.object || view.write.mask & SpvMemoryAccessNonPrivatePointerMask;
    return view.kind >= SPIRV_MEMORY_ATOMIC_STORE && view.kind <= SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE;
}

/* Whether an instruction of the block, or of a function that it calls, does. */
static bool block_has(struct lowering *l, uint32_t block, const bool *functions,
                      bool (*is_one)(struct lowering *l, const struct spirv_instruction *in)) {
    const struct spirv_block *source = &l->spirv->blocks[block];
    for (uint32_t word = source->first_word; word <= source->terminator;) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        spirv_id callee = spirv_callee(&in);
        mmra_work(&l->watch, 1);
        if (is_one(l, &in) || (callee && functions[spirv_function_of_id(l->spirv, callee) - l->spirv->functions]))
            return true;
        word += in.length;
    }
    return false;
}

/* ---- loops ---- */

enum {
    LOOKS = 1 << 0,
    SHOWS = 1 << 1,
    INSIDE = 1 << 2, /* of the loop at hand: leads to its back edge */
    LEAVES = 1 << 3, /* after it, and before its merge block */
    SHOWN = 1 << 4   /* and some way there leads through what shows */
};

struct turns {
    uint32_t *predecessors, *from; /* of each block of the function: from[i] .. from[i + 1] - 1 */
    uint8_t *does;                 /* by block of the function */
    uint32_t *stack, *marked;
    uint32_t depth, marked_count, first;
    uint32_t steps; /* that are left: loops within loops within loops are walked through again and again */
};

enum { STEPS_FOR_EACH_BLOCK = 64 };

static void mark(struct turns *t, uint32_t block, uint8_t as) {
    if (!(t->does[block - t->first] & (INSIDE | LEAVES)))
        t->marked[t->marked_count++] = block;
    t->does[block - t->first] |= as;
    t->stack[t->depth++] = block;
}

static bool take(struct lowering *l, struct turns *t, uint32_t *block) {
    if (!t->depth || !t->steps)
        return false;
    t->steps--;
    mmra_work(&l->watch, 1);
    *block = t->stack[--t->depth];
    return true;
}

static void collect_predecessors(struct lowering *l, struct turns *t, uint32_t count) {
    uint32_t next, end = t->first + count;
    for (uint32_t i = 0; i < count; i++)
        t->from[i + 1] = t->from[i] + l->blocks[t->first + i].incoming;
    t->predecessors = arena_allocate_array(l->arena, t->from[count] + 1, sizeof *t->predecessors);
    uint32_t *at = arena_allocate_array(l->arena, count, sizeof *at);
    for (uint32_t i = t->first; i < end; i++)
        for (uint32_t k = 0; l->blocks[i].reachable && block_successor(l, i, k, &next); k++)
            t->predecessors[t->from[next - t->first] + at[next - t->first]++] = i;
}

/* Marks the blocks that lead to the back edge. Whether any of them looks. */
static bool mark_inside(struct lowering *l, struct turns *t, uint32_t header, uint32_t latch) {
    uint8_t does = t->does[header - t->first];
    uint32_t block;
    mark(t, header, INSIDE);
    t->depth--;
    if (latch != header)
        mark(t, latch, INSIDE);
    while (take(l, t, &block)) {
        does |= t->does[block - t->first];
        for (uint32_t i = t->from[block - t->first]; i < t->from[block - t->first + 1]; i++)
            if (!(t->does[t->predecessors[i] - t->first] & INSIDE))
                mark(t, t->predecessors[i], INSIDE);
    }
    return does & LOOKS;
}

static bool has_shown(uint8_t does) {
    return does & SHOWN || (does & (LEAVES | SHOWS)) == (LEAVES | SHOWS);
}

/* Marks the blocks that follow one and leave the loop, up to its merge block. */
static void mark_followers(struct lowering *l, struct turns *t, uint32_t block, uint32_t merge) {
    uint8_t as = LEAVES | (has_shown(t->does[block - t->first]) ? SHOWN : 0);
    uint32_t next;
    for (uint32_t i = 0; block_successor(l, block, i, &next); i++) {
        uint8_t does = t->does[next - t->first];
        if (next != merge && !(does & INSIDE) && (does & as) != as)
            mark(t, next, as);
    }
}

/* Whether the invocation is after the loop where the block ends, or may be. */
static bool ends(struct lowering *l, uint32_t block, uint32_t merge) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->blocks[block].terminator);
    bool leaves = in.opcode == SpvOpReturn || in.opcode == SpvOpReturnValue;
    uint32_t next;
    for (uint32_t i = 0; block_successor(l, block, i, &next); i++)
        leaves |= next == merge;
    return leaves;
}

/* A section that ends in two loops is the inner one's, which comes first. */
static void end_sections(struct lowering *l, struct turns *t, uint32_t header, uint32_t latch, uint32_t merge) {
    struct turn *turn = NULL;
    for (uint32_t i = 0; i < t->marked_count; i++) {
        uint32_t block = t->marked[i];
        if (!has_shown(t->does[block - t->first]) || l->blocks[block].leaves || !ends(l, block, merge) ||
            !block_dominates(l, header, block))
            continue;
        if (!turn) {
            turn = arena_allocate_array(l->arena, 1, sizeof *turn);
            *turn = (struct turn){.header = header, .label = emit_new_block(l)};
        }
        l->blocks[block].leaves = turn;
    }
    l->blocks[latch].turn = turn;
}

/* The block whose one edge leads back to the header; false: there is none, or there are several. */
static bool find_latch(struct lowering *l, const struct turns *t, uint32_t header, uint32_t *latch) {
    uint32_t count = 0;
    for (uint32_t i = t->from[header - t->first]; i < t->from[header - t->first + 1]; i++)
        if (block_dominates(l, header, t->predecessors[i])) {
            *latch = t->predecessors[i];
            count++;
        }
    return count == 1;
}

static void find_in_loop(struct lowering *l, struct turns *t, uint32_t header, uint32_t merge) {
    uint32_t latch, block;
    if (!find_latch(l, t, header, &latch))
        return;
    if (mark_inside(l, t, header, latch)) {
        for (uint32_t i = 0, inside = t->marked_count; i < inside; i++)
            mark_followers(l, t, t->marked[i], merge);
        while (take(l, t, &block))
            mark_followers(l, t, block, merge);
        if (!t->depth)
            end_sections(l, t, header, latch, merge);
    }
    for (uint32_t i = 0; i < t->marked_count; i++)
        t->does[t->marked[i] - t->first] &= LOOKS | SHOWS;
    t->marked_count = t->depth = 0;
}

static void find_in_function(struct lowering *l) {
    uint32_t count = l->body.function->block_count, merge;
    struct turns t = {.first = l->body.function->first_block, .steps = STEPS_FOR_EACH_BLOCK * count};
    t.from = arena_allocate_array(l->arena, (size_t)count + 1, sizeof *t.from);
    t.does = arena_allocate_array(l->arena, count, sizeof *t.does);
    t.stack = arena_allocate_array(l->arena, 3 * (size_t)count, sizeof *t.stack);
    t.marked = arena_allocate_array(l->arena, count, sizeof *t.marked);
    collect_predecessors(l, &t, count);
    for (uint32_t i = 0; i < count; i++)
        t.does[i] = (block_has(l, t.first + i, l->looks, looks) ? LOOKS : 0) |
                    (block_has(l, t.first + i, l->shows, shows) ? SHOWS : 0);
    for (uint32_t i = t.first + count; i-- > t.first;) {
        uint32_t word = l->spirv->blocks[i].merge;
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        if (word && in.opcode == SpvOpLoopMerge && l->blocks[i].reachable &&
            (merge = block_of_label(l, in.operands[0])))
            find_in_loop(l, &t, i, merge - 1);
    }
}

void turns_init(struct lowering *l) {
    if (l->options->target == SMMRA_TARGET_HOST || !needs_workarounds(l) || !processor_find(l->options->mcpu) ||
        !profile_get(l->map.options.profile)->released || l->largest_workgroup == 1)
        return;
    l->looks = functions_with(l, looks);
    l->shows = functions_with(l, shows);
}

void turns_find(struct lowering *l) {
    uint32_t function = (uint32_t)(l->body.function - l->spirv->functions);
    if (l->looks && l->looks[function] && l->shows[function])
        find_in_function(l);
}
