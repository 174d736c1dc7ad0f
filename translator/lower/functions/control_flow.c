/* Blocks and branches (SPIR-V 2.11, 3.49.17). A SPIR-V block becomes an IR block; IR does not need merge instructions.
 * Blocks that cannot be reached from the first are left out, and so are phi operands that come from them. Phis get
 * their operands when the whole function is lowered, because they may name values and blocks that come later. */
#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "translator/lower/budget.h"
#include "translator/lower/functions/aborts.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/meeting_places.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/functions/turns.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/names.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* An emitted phi without operands yet. */
struct pending_phi {
    uint32_t instruction; /* index in ir->instructions */
    uint32_t word;        /* of the OpPhi */
    uint32_t block;       /* index in spirv->blocks */
    uint32_t part;        /* enum phi_part */
    uint32_t turned;      /* index in ir->instructions of the phi after the back edge; 0: its loop has no turns */
};

/* Which part of its operands a phi selects: a pointer with bounds has three parts. */
enum phi_part { PHI_VALUE, PHI_BASE, PHI_SIZE };

void control_flow_init(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    l->blocks = arena_allocate_array(l->arena, spirv->block_count + 1, sizeof *l->blocks);
}

/* ---- phis ---- */

static int compare_ids(const void *a, const void *b) {
    spirv_id x = *(const spirv_id *)a, y = *(const spirv_id *)b;
    return (x > y) - (x < y);
}

/* The sorted targets of a switch, made on first use: every phi may ask for each of them. */
static const spirv_id *sorted_targets(struct lowering *l, uint32_t block, const struct spirv_instruction *in,
                                      uint32_t *count) {
    struct lowered_block *lowered = &l->blocks[block];
    *count = (in->operand_count - 2) / (block_literal_words(l, in) + 1) + 1;
    if (lowered->targets)
        return lowered->targets;
    spirv_id *targets = arena_allocate(l->arena, *count * sizeof *targets);
    for (uint32_t i = 0; i < *count; i++) {
        mmra_work_at(&l->watch, i + 1);
        block_target(l, in, i, &targets[i]);
    }
    mmra_sort(l->arena, targets, *count, sizeof *targets, compare_ids);
    return lowered->targets = targets;
}

/* The operand of a loop's header that comes by its back edge: what its end gives, or, from a section's end, what it has
 * already. */
static ir_value fill_turned(struct lowering *l, const struct pending_phi *phi, uint32_t parent, ir_value value) {
    const struct turn *turn = l->blocks[parent].turn;
    uint32_t *operands = arena_allocate(l->arena, 2 * ((size_t)turn->end_count + 1) * sizeof *operands), count = 0;
    operands[count++] = value;
    operands[count++] = l->blocks[parent].exit;
    for (uint32_t i = 0; i < turn->end_count; i++) {
        mmra_work_at(&l->watch, i + 1);
        operands[count++] = l->ir->instructions[phi->instruction].result;
        operands[count++] = turn->ends[i];
    }
    ir_set_operands(l->ir, phi->turned, operands, count);
    return l->ir->instructions[phi->turned].result;
}

static uint32_t edges_between(struct lowering *l, uint32_t from, spirv_id to) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->blocks[from].terminator);
    uint32_t edges = 0, count;
    spirv_id target;
    if (in.opcode == SpvOpSwitch) {
        const spirv_id *targets = sorted_targets(l, from, &in, &count);
        return numbers_below(targets, sizeof *targets, count, (uint64_t)to + 1) -
               numbers_below(targets, sizeof *targets, count, to);
    }
    for (uint32_t i = 0; block_target(l, &in, i, &target); i++)
        edges += target == to;
    return edges;
}

static ir_value phi_operand(struct lowering *l, spirv_id value, uint32_t part) {
    const struct spirv_type *type = type_of_operand(l, value);
    if (part != PHI_VALUE) {
        struct bounds bounds = bounds_of(l, value);
        return part == PHI_BASE ? bounds.base : bounds.size;
    }
    return type->opcode == SpvOpTypePointer ? lower_plain_pointer(l, value) : lower_value(l, value);
}

/* Whether the edge leads through the block of a turn. */
static bool is_back_edge(const struct lowering *l, uint32_t from, uint32_t to) {
    return l->blocks[from].turn && l->blocks[from].turn->header == to;
}

/* A phi gets an entry for each edge: LLVM counts edges where SPIR-V counts parents. */
static void fill_phi(struct lowering *l, const struct pending_phi *phi) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, phi->word);
    l->current = in;
    const struct lowered_block *block = &l->blocks[phi->block];
    if (block->incoming > in.operand_count / 2)
        budget_spend(
            l, block->incoming - in.operand_count / 2,
            "switches lead by too many cases to blocks with phis; lead each by one case, or by a block of its own");
    uint32_t *operands = arena_allocate(l->arena, (2 * (size_t)block->incoming + 1) * sizeof *operands);
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < in.operand_count; i += 2) {
        mmra_work(&l->watch, 2);
        uint32_t parent = block_index(l, &in, in.operands[i + 1]);
        if (!l->blocks[parent].reachable)
            continue;
        l->at.block = parent; /* the value must be computed by its end */
        ir_value value = phi_operand(l, in.operands[i], phi->part);
        uint32_t edges = edges_between(l, parent, l->spirv->blocks[phi->block].label);
        if (edges == 0 || count + 2 * edges > 2 * block->incoming ||
            ir_type_of(l->ir, value) != l->ir->instructions[phi->instruction].type)
            FAIL_INVALID(l, &in, "its values and parents do not fit the branches that lead here");
        bool turned = is_back_edge(l, parent, phi->block);
        value = turned ? fill_turned(l, phi, parent, value) : value;
        for (uint32_t e = 0; e < edges; e++) {
            mmra_work_at(&l->watch, e + 1);
            operands[count++] = value;
            operands[count++] = turned ? l->blocks[parent].turn->label : l->blocks[parent].exit;
        }
    }
    if (count != 2 * block->incoming)
        FAIL_INVALID(l, &in, "it has no value for some branch that leads here");
    ir_set_operands(l->ir, phi->instruction, operands, count);
}

static ir_value emit_phi(struct lowering *l, const struct spirv_instruction *in, ir_type type, uint32_t part) {
    ir_value value = emit_instruction(l, IR_PHI, type, NULL, 0);
    *ARENA_PUSH(l->arena, l->body.phis, l->body.phi_count, l->body.phi_capacity) =
        (struct pending_phi){l->ir->instruction_count - 1, in->word, l->at.block, part, 0};
    return value;
}

void lower_op_phi(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    lower_result_unchecked(l, in, emit_phi(l, in, type, PHI_VALUE));
    if (!bounds_apply_to_type(l, in->type))
        return;
    struct bounds bounds = {.base = emit_phi(l, in, type, PHI_BASE)};
    bounds.size = emit_phi(l, in, ir_type_integer(l->ir, 64), PHI_SIZE);
    bounds_set(l, in->result, bounds, pointer_of(l, in->result)->alignment);
}

/* ---- terminators ---- */

void lower_op_branch(struct lowering *l, const struct spirv_instruction *in) {
    places_before_branch(l);
    emit_branch(l, block_label(l, in, in->operands[0]));
}

void lower_op_branch_conditional(struct lowering *l, const struct spirv_instruction *in) {
    ir_value condition = lower_value(l, in->operands[0]);
    if (ir_type_of(l->ir, condition) != ir_type_integer(l->ir, 1))
        FAIL_INVALID(l, in, "the condition is not a boolean");
    places_before_branch(l);
    emit_conditional_branch(l, condition, block_label(l, in, in->operands[1]), block_label(l, in, in->operands[2]));
}

static void require_distinct(struct lowering *l, const struct spirv_instruction *in, uint64_t *literals,
                             uint32_t count) {
    mmra_sort(l->arena, literals, count, sizeof *literals, mmra_compare_longs);
    for (uint32_t i = 1; i < count; i++)
        if (literals[i] == literals[i - 1])
            FAIL_INVALID(l, in, "literal %llu stands twice", (unsigned long long)literals[i]);
}

void lower_op_switch(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t words = block_literal_words(l, in), cases = (in->operand_count - 2) / (words + 1);
    ir_value selector = lower_value(l, in->operands[0]);
    ir_type type = ir_type_of(l->ir, selector);
    uint32_t *operands = arena_allocate(l->arena, (2 + 2 * (size_t)cases) * sizeof *operands);
    uint64_t *literals = arena_allocate(l->arena, (cases + 1) * sizeof *literals);
    uint32_t width = ir_type_get(l->ir, type)->width;
    operands[0] = selector;
    operands[1] = block_label(l, in, in->operands[1]);
    for (uint32_t i = 0; i < cases; i++) {
        mmra_work(&l->watch, 2);
        const uint32_t *literal = in->operands + 2 + i * (words + 1);
        uint64_t bits = words == 2 ? literal[0] | (uint64_t)literal[1] << 32 : literal[0];
        literals[i] = width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
        operands[2 + 2 * i] = ir_integer(l->ir, type, bits);
        operands[3 + 2 * i] = block_label(l, in, literal[words]);
    }
    require_distinct(l, in, literals, cases);
    emit_instruction(l, IR_SWITCH, 0, operands, 2 + 2 * cases);
}

void lower_op_return(struct lowering *l, const struct spirv_instruction *in) {
    if (l->body.interface) {
        interface_return(l, l->body.interface);
        return;
    }
    endings_return(l, in->operand_count ? phi_operand(l, in->operands[0], PHI_VALUE) : 0);
}

void lower_op_unreachable(struct lowering *l, const struct spirv_instruction *in) {
    (void)in;
    emit_instruction(l, IR_UNREACHABLE, 0, NULL, 0);
}

/* ---- turns ---- */

/* LLVM must not know that the invocation leaves its loop where a section ends. */
static void end_section(struct lowering *l, struct turn *turn) {
    ir_type type = ir_type_integer(l->ir, 32);
    ir_value leaves = emit_new_block(l), hidden = emit_hidden(l, ir_integer(l->ir, type, 0));
    ir_value stays = emit_compare(l, IR_ICMP, IR_NE, hidden, ir_integer(l->ir, type, 0));
    *ARENA_PUSH(l->arena, turn->ends, turn->end_count, turn->end_capacity) = l->at.open_block;
    emit_conditional_branch(l, stays, turn->label, leaves);
    emit_open_block(l, leaves);
}

/* The lanes that go round again meet after the block with the back edge. */
static void go_round(struct lowering *l, const struct turn *turn) {
    emit_open_block(l, turn->label);
    uint32_t i = COUNT_BELOW(l->body.phis, l->body.phi_count, block, turn->header);
    for (; i < l->body.phi_count && l->body.phis[i].block == turn->header; i++) {
        l->body.phis[i].turned = l->ir->instruction_count;
        emit_instruction(l, IR_PHI, l->ir->instructions[l->body.phis[i].instruction].type, NULL, 0);
    }
    emit_branch(l, l->blocks[turn->header].label);
}

/* ---- the body ---- */

/* The work of an instruction is the IR that it becomes, which may be some hundred instructions. */
enum { WORDS_PER_LOOK = 64 };

static void count_work(struct lowering *l, uint32_t word) {
    uint32_t made = l->ir->instruction_count - l->instructions_counted;
    l->instructions_counted = l->ir->instruction_count;
    l->body.next_look = word + WORDS_PER_LOOK;
    mmra_work(&l->watch, WORDS_PER_LOOK / 4 + made);
}

static void lower_block(struct lowering *l, uint32_t block) {
    const struct spirv_block *source = &l->spirv->blocks[block];
    l->at.block = block;
    for (uint32_t word = source->first_word; word <= source->terminator;) {
        if (word >= l->body.next_look)
            count_work(l, word);
        l->current = spirv_instruction_at(l->spirv, word);
        if (l->at.token)
            tokens_after_phis(l, block);
        if (word == source->terminator && l->blocks[block].leaves)
            end_section(l, l->blocks[block].leaves);
        if (!descriptor_waits(l, l->current.result))
            lower_instruction(l);
        word += l->current.length;
    }
    l->blocks[block].exit = l->at.open_block;
    if (l->blocks[block].turn)
        go_round(l, l->blocks[block].turn);
}

static void begin_first_block(struct lowering *l, void (*prologue)(struct lowering *l)) {
    l->at.block = l->body.function->first_block;
    tokens_begin_function(l, prologue && (l->kernel.zeroing || l->kernel.initializes));
    aborts_begin_function(l);
    bounds_prologue(l);
    if (prologue)
        prologue(l);
}

/* Ids are numbered in order: the ids of a function begin with its own, those of a block with its label. */
static uint32_t end_of_function(const struct lowering *l) {
    const struct spirv_function *next = l->body.function + 1;
    bool last = next == l->spirv->functions + l->spirv->function_count;
    return last ? l->spirv->definition_count + 1 : spirv_index(l->spirv, next->id);
}

static void leave_ids(struct lowering *l, uint32_t first, uint32_t end) {
    for (struct lowered_id *id = l->ids + first, *last = l->ids + end; id < last; id++)
        if (id->value)
            id->value |= VALUE_ELSEWHERE;
}

/* The first block dominates all others, so its values become elsewhere only when the function ends. */
static void leave_block(struct lowering *l, uint32_t block) {
    const struct spirv_function *function = l->body.function;
    const struct spirv_block *blocks = l->spirv->blocks;
    bool last = block + 1 == function->first_block + function->block_count;
    if (block != function->first_block)
        leave_ids(l, spirv_index(l->spirv, blocks[block].label) + 1,
                  last ? end_of_function(l) : spirv_index(l->spirv, blocks[block + 1].label));
}

static void leave_function(struct lowering *l) {
    const struct spirv_function *function = l->body.function;
    spirv_id second = l->spirv->blocks[function->first_block + (function->block_count > 1)].label;
    leave_ids(l, spirv_index(l->spirv, function->id),
              function->block_count > 1 ? spirv_index(l->spirv, second) : end_of_function(l));
}

void lower_body(struct lowering *l, void (*prologue)(struct lowering *l)) {
    const struct spirv_function *function = l->body.function;
    uint32_t end = function->first_block + function->block_count;
    for (uint32_t i = function->first_block; i < end; i++) {
        l->blocks[i] = (struct lowered_block){.label = emit_new_block(l)};
        mmra_work_at(&l->watch, i);
        name_give(l, l->blocks[i].label, l->spirv->blocks[i].label);
    }
    blocks_mark_reachable(l);
    l->body.dominators = (struct dominators){0};
    if (l->blocks[function->first_block].incoming)
        FAIL_INVALID(l, NULL, "a branch leads to the first block of function %%%u", function->id);
    l->body.phi_count = 0;
    l->body.next_look = 0;
    turns_find(l);
    for (uint32_t i = function->first_block; i < end; i++) {
        if (!l->blocks[i].reachable)
            continue;
        emit_open_block(l, l->blocks[i].label);
        if (i == function->first_block)
            begin_first_block(l, prologue);
        else
            tokens_begin_block(l, i);
        lower_block(l, i);
        descriptors_leave_block(l);
        leave_block(l, i);
    }
    for (uint32_t i = 0; i < l->body.phi_count; i++)
        fill_phi(l, &l->body.phis[i]);
    if (!l->body.is_last)
        leave_function(l);
}
