#include "translator/fences.h"

#include "translator/insertions.h"

bool fences_are_alike(const struct ir_instruction *a, const struct ir_instruction *b) {
    if (a->scope != b->scope || (a->flags ^ b->flags) & IR_ONE_ADDRESS_SPACE ||
        a->scope >= MMRA_SCOPE_UNKNOWN)
        return false;
    return a->ordering == b->ordering || a->scope == MMRA_SCOPE_SYSTEM || a->scope == MMRA_SCOPE_SINGLETHREAD;
}

static enum ir_ordering join_orderings(uint8_t a, uint8_t b) {
    if (a == b)
        return (enum ir_ordering)a;
    return a == IR_SEQ_CST || b == IR_SEQ_CST ? IR_SEQ_CST : IR_ACQ_REL;
}

/* The prefix-wise union; but an address-space tag of both values is none. */
static mmra_set join_sets(struct ir_module *module, mmra_set a, mmra_set b) {
    mmra_set joined = mmra_union(&module->tags, a, b);
    struct mmra_set_info members = mmra_set_members(&module->tags, joined);
    struct mmra_string prefix = mmra_string_of("amdgpu-synchronize-as");
    struct mmra_tag *others =
        arena_allocate(module->arena, ((size_t)members.count + 1) * sizeof(struct mmra_tag));
    uint32_t count = 0;
    for (uint32_t i = 0; i < members.count; i++) {
        if (!mmra_string_equal(members.tags[i].prefix, prefix))
            others[count++] = members.tags[i];
    }
    return members.count - count < 2 ? joined : mmra_set_of(&module->tags, others, count);
}

static ir_string join_comments(struct ir_module *module, ir_string a, ir_string b) {
    if (!a || !b)
        return a ? a : b;
    struct mmra_string second = ir_string_get(module, b);
    a = insertions_explain(module, a, arena_copy_string(module->arena, second.bytes, second.length));
    return insertions_explain(module, a,
                              "merged with the fence above: LLVM keeps one of two with nothing between them");
}

static void absorb(struct ir_module *module, struct ir_instruction *fence,
                   const struct ir_instruction *next) {
    fence->ordering = (uint8_t)join_orderings(fence->ordering, next->ordering);
    fence->mmra = join_sets(module, fence->mmra, next->mmra);
    ir_set_comment(module, fence, join_comments(module, ir_comment_of(module, fence), ir_comment_of(module, next)));
}

/* Section 9: accesses memory, synchronizes or is called. */
static bool comes_between(const struct ir_instruction *instruction) {
    switch (instruction->opcode) {
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
    case IR_FENCE:
    case IR_CALL:
    case IR_OPAQUE:
        return true;
    default:
        return false;
    }
}

/* Moves what stays of the block to `to`, and returns where the next block begins. */
static uint32_t merge_block(struct ir_module *module, struct ir_block *block, uint32_t to) {
    uint32_t from = block->first_instruction, end = from + block->instruction_count;
    uint32_t pending = UINT32_MAX; /* the last fence, if nothing has come after it */
    block->first_instruction = to;
    for (; from < end; from++) {
        struct ir_instruction *instruction = &module->instructions[from];
        bool is_fence = instruction->opcode == IR_FENCE;
        if (is_fence && pending != UINT32_MAX &&
            fences_are_alike(&module->instructions[pending], instruction)) {
            absorb(module, &module->instructions[pending], instruction);
            continue;
        }
        if (is_fence)
            pending = to;
        else if (comes_between(instruction))
            pending = UINT32_MAX;
        if (to != from)
            insertions_move(module, to, from);
        to++;
    }
    block->instruction_count = to - block->first_instruction;
    return to;
}

static bool has_two_fences(const struct ir_module *module, const struct ir_block *block) {
    const struct ir_instruction *instruction = &module->instructions[block->first_instruction];
    const struct ir_instruction *end = instruction + block->instruction_count;
    uint32_t fences = 0;
    for (; instruction < end; instruction++)
        if (instruction->opcode == IR_FENCE && fences++)
            return true;
    return false;
}

/* Most blocks have nothing to merge, and stay where they are as long as all before them did. */
static void merge_neighbours(struct ir_module *module) {
    uint32_t to = 0;
    for (uint32_t b = 0; b < module->block_count; b++) {
        struct ir_block *block = &module->blocks[b];
        if (to != block->first_instruction || has_two_fences(module, block))
            to = merge_block(module, block, to);
        else
            to += block->instruction_count;
    }
    module->instruction_count = to;
}

void fences_merge(struct ir_module *module, bool separate) {
    merge_neighbours(module);
    if (separate)
        fences_separate(module);
}
