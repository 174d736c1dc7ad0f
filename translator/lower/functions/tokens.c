#include "translator/lower/functions/tokens.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

/* Workgroups of one invocation have nothing to converge, and LLVM knows that no address in them differs between lanes:
 * see tokens_hide. */
static bool wants_tokens(const struct lowering *l) {
    return l->with_tokens && !(l->largest_workgroup == 1 && needs_workarounds(l));
}

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

/* ---- what LLVM asks for ---- */

/* LLVM 22's atomic optimizer combines the atomics of a wavefront by ballots without tokens, which breaks the module. It
 * does not do that for an address that may differ between lanes. LLVM 22 and 23 crash where the first lane's value is
 * read with a token and is the same in all lanes. Both replace calls without handing on their tokens: shuffles in a
 * known pattern, and samples (image_call_end). In workgroups of one invocation no value differs. */
ir_value tokens_hide(struct lowering *l, ir_value value) {
    if (!wants_tokens(l) || !needs_workarounds(l))
        return value;
    if (l->smallest_workgroup == 1)
        FAIL_UNSUPPORTED(
            l, &l->current,
            "an atomic, a sample, a shuffle or a first lane's value with convergence tokens where one entry point's "
            "workgroup is one invocation and another's is not; translate one entry point at a time");
    return emit_hidden(l, value);
}

/* ---- tokens ---- */

static ir_value emit_token(struct lowering *l, const char *intrinsic) {
    ir_type type =
        ir_type_intern(l->ir, &(struct ir_type_info){.kind = IR_TYPE_OPAQUE, .name = ir_text_of(l->ir, "token")});
    return emit_intrinsic(l, intrinsic, type, NULL, 0,
                          IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN |
                              IR_FUNCTION_READNONE);
}

/* If LLVM 22 unrolls a loop completely, it leaves several hearts in one block, after convergent calls. */
static ir_value emit_heart(struct lowering *l) {
    ir_value heart = emit_token(l, "llvm.experimental.convergence.loop");
    if (needs_workarounds(l))
        last_instruction(l)->flags |= IR_NODUPLICATE;
    return heart;
}

void tokens_begin_own_function(struct lowering *l) {
    l->at.token = 0;
    if (wants_tokens(l))
        l->at.token = emit_token(l, "llvm.experimental.convergence.entry");
}

void tokens_begin_function(struct lowering *l, bool converges) {
    uint32_t end = l->body.function->first_block + l->body.function->block_count;
    struct loops loops = {0};
    l->at.token = l->body.entry_token = 0;
    if (!wants_tokens(l))
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
    if (converges)
        l->body.entry_token = l->at.token = emit_token(l, "llvm.experimental.convergence.entry");
}

static ir_value token_of_loop(const struct lowering *l, uint32_t loop) {
    return loop ? l->blocks[loop - 1].heart : l->body.entry_token;
}

void tokens_begin_block(struct lowering *l, uint32_t block) {
    if (!l->body.entry_token)
        return;
    bool has_heart = l->blocks[block].has_heart;
    l->at.token = token_of_loop(l, has_heart ? l->blocks[block].around : l->blocks[block].loop);
}

void tokens_after_phis(struct lowering *l, uint32_t block) {
    struct lowered_block *lowered = &l->blocks[block];
    if (!lowered->has_heart || lowered->heart || l->current.opcode == SpvOpPhi || l->current.opcode == SpvOpLine ||
        l->current.opcode == SpvOpNoLine || l->current.opcode == SpvOpLabel)
        return;
    l->at.token = lowered->heart = emit_heart(l);
}

ir_value tokens_begin_loop(struct lowering *l) {
    ir_value outer = l->at.token;
    if (outer)
        l->at.token = emit_heart(l);
    return outer;
}

void tokens_end_loop(struct lowering *l, ir_value outer) {
    l->at.token = outer;
}

void tokens_mark_convergent_call(struct lowering *l) {
    uint32_t call = l->ir->instruction_count - 1;
    l->ir->instructions[call].flags |= IR_CONVERGENT;
    l->body.convergent = true;
    if (!l->at.token)
        return;
    struct ir_instruction *instruction = &l->ir->instructions[call];
    uint32_t count = instruction->operand_count;
    uint32_t *operands = arena_allocate(l->arena, (count + 1) * sizeof *operands);
    memcpy(operands, l->ir->operands + instruction->operands, count * sizeof *operands);
    operands[count] = l->at.token;
    ir_set_operands(l->ir, call, operands, count + 1);
    l->ir->instructions[call].flags |= IR_TOKEN;
}

/* ---- barriers ---- */

enum { LEAST_WAVE = 32, MAX_WAVE = 64 };

/* mapping.md 10: for gfx12, whose barrier has two halves, llc aborts on s.barrier with a token. For all processors it
 * aborts on either form if the workgroup fits a wavefront; there a barrier of the wavefront is enough. */
void emit_workgroup_barrier(struct lowering *l) {
    const uint16_t attributes = IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN;
    const struct processor *processor = processor_find(l->options->mcpu);
    uint32_t wave = subgroup_known_size(l), least = wave ? wave : LEAST_WAVE, most = wave ? wave : MAX_WAVE;
    if (!wants_tokens(l)) {
        emit_intrinsic(l, l->target->workgroup_barrier, 0, NULL, 0, attributes);
    } else if (l->largest_workgroup <= least) {
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0, attributes);
    } else if (l->smallest_workgroup <= most) {
        FAIL_UNSUPPORTED(l, &l->current,
                         "a barrier with a convergence token of a workgroup that may fit a wavefront or not; "
                         "name the processor (--mcpu) or the size (--wave), and translate one entry point at a time");
    } else if (processor && processor->split_barrier) {
        ir_value all = ir_integer(l->ir, ir_type_integer(l->ir, 32), UINT32_MAX);
        emit_intrinsic(l, IR_NAME_BARRIER_SIGNAL, 0, &all, 1, attributes);
        all = ir_integer(l->ir, ir_type_integer(l->ir, 16), UINT16_MAX);
        emit_intrinsic(l, IR_NAME_BARRIER_WAIT, 0, &all, 1, attributes);
    } else {
        emit_intrinsic(l, l->target->workgroup_barrier, 0, NULL, 0, attributes);
    }
}
