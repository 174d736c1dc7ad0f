#include "mmra/passes/fences.h"

#include "mmra/base/text.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/insertions.h"

bool fences_are_alike(const struct ir_instruction *a, const struct ir_instruction *b) {
    if (a->scope != b->scope || (a->flags ^ b->flags) & IR_ONE_ADDRESS_SPACE || a->scope >= MMRA_SCOPE_UNKNOWN)
        return false;
    return a->ordering == b->ordering || a->scope == MMRA_SCOPE_SYSTEM || a->scope == MMRA_SCOPE_SINGLETHREAD;
}

static enum ir_ordering join_orderings(uint8_t a, uint8_t b) {
    if (a == b)
        return (enum ir_ordering)a;
    return a == IR_SEQ_CST || b == IR_SEQ_CST ? IR_SEQ_CST : IR_ACQ_REL;
}

/* The prefix-wise union; if it has both values of the address-space tag, that tag is left out. */
static mmra_set join_sets(struct ir_module *module, mmra_set a, mmra_set b) {
    mmra_set joined = mmra_combine(&module->tags, a, b);
    uint32_t count = mmra_set_members(&module->tags, joined).count;
    mmra_set others = mmra_without_sync(&module->tags, joined);
    return count - mmra_set_members(&module->tags, others).count < 2 ? joined : others;
}

/* The comment of fences that are being merged into one. */
struct joined {
    uint32_t fence;   /* the first of them; UINT32_MAX: there is none, or something has come after it */
    struct text text; /* empty as long as it is alone */
};

static void begin_joined(struct joined *joined, uint32_t fence) {
    joined->fence = fence;
    joined->text.next = joined->text.start;
}

static void join_comment(struct ir_module *module, struct joined *joined, ir_string comment) {
    struct text *text = &joined->text;
    struct mmra_string first = ir_string_get(module, ir_comment_of(module, &module->instructions[joined->fence]));
    struct mmra_string next = ir_string_get(module, comment);
    if (!comment)
        return;
    if (!text->arena)
        text_init(text, module->arena, 1024);
    if (!text_length(text))
        text_bytes(text, first.bytes, first.length);
    if (text_length(text))
        text_char(text, '\n');
    text_bytes(text, next.bytes, next.length);
    TEXT_LITERAL(text, "\nmerged with the fence above: LLVM keeps one of two with nothing between them");
}

/* The whole comment is put on the fence when no more can come to it. */
static void end_joined(struct ir_module *module, struct joined *joined) {
    struct text *text = &joined->text;
    if (joined->fence != UINT32_MAX && text_length(text))
        ir_set_comment(module, &module->instructions[joined->fence], ir_text(module, text->start, text_length(text)));
    begin_joined(joined, UINT32_MAX);
}

static void absorb(struct ir_module *module, struct joined *joined, const struct ir_instruction *next) {
    struct ir_instruction *fence = &module->instructions[joined->fence];
    mmra_work(module->watch, 8);
    fence->ordering = (uint8_t)join_orderings(fence->ordering, next->ordering);
    fence->mmra = join_sets(module, fence->mmra, next->mmra);
    join_comment(module, joined, ir_comment_of(module, next));
}

/* mapping.md 9: accesses memory, synchronizes or is called. */
static bool comes_between(const struct ir_instruction *instruction) {
    return ir_may_touch_memory(instruction->opcode) || instruction->opcode == IR_OPAQUE;
}

/* Moves what stays of the block to `to`, and returns where the next block begins. */
static uint32_t merge_block(struct ir_module *module, struct joined *joined, struct ir_block *block, uint32_t to) {
    uint32_t from = block->first_instruction, end = from + block->instruction_count;
    block->first_instruction = to;
    for (; from < end; from++) {
        struct ir_instruction *instruction = &module->instructions[from];
        bool is_fence = instruction->opcode == IR_FENCE;
        mmra_work(module->watch, 1);
        if (is_fence && joined->fence != UINT32_MAX &&
            fences_are_alike(&module->instructions[joined->fence], instruction)) {
            absorb(module, joined, instruction);
            continue;
        }
        if (is_fence || comes_between(instruction))
            end_joined(module, joined);
        if (is_fence)
            begin_joined(joined, to);
        if (to != from)
            insertions_move(module, to, from);
        to++;
    }
    end_joined(module, joined);
    block->instruction_count = to - block->first_instruction;
    return to;
}

/* Whether two fences stand before `end`; *fence is the first of them. Moves *fence to the first fence at or after
 * `end`. */
static bool has_two_fences(const struct ir_module *module, uint32_t *fence, uint32_t end) {
    uint32_t count = module->instruction_count;
    if (*fence >= end)
        return false;
    *fence = flow_next(module, *fence + 1, count, IR_FENCE);
    if (*fence >= end)
        return false;
    *fence = flow_next(module, end, count, IR_FENCE);
    return true;
}

/* Most blocks have nothing to merge. They stay where they are as long as all blocks before them do. */
void fences_merge(struct ir_module *module) {
    uint32_t to = 0, fence = flow_next(module, 0, module->instruction_count, IR_FENCE);
    struct joined joined = {.fence = UINT32_MAX};
    for (uint32_t b = 0; b < module->block_count; b++) {
        struct ir_block *block = &module->blocks[b];
        uint32_t end = block->first_instruction + block->instruction_count;
        if (to != block->first_instruction || has_two_fences(module, &fence, end))
            to = merge_block(module, &joined, block, to);
        else
            to += block->instruction_count;
    }
    module->instruction_count = to;
}
