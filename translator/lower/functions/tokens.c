#include "translator/lower/functions/tokens.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

/* Workgroups of one invocation have nothing to converge, and LLVM knows that no address in them differs between lanes:
 * see tokens_hide. */
bool tokens_are_wanted(const struct lowering *l) {
    return l->with_tokens && !(l->largest_workgroup == 1 && needs_workarounds(l));
}

/* ---- what LLVM asks for ---- */

/* LLVM 22's atomic optimizer combines the atomics of a wavefront by ballots without tokens, which breaks the module. It
 * does not do that for an address that may differ between lanes. LLVM 22 and 23 crash where the first lane's value is
 * read with a token and is the same in all lanes. Both replace calls without handing on their tokens: shuffles in a
 * known pattern, and samples (image_call_end). In workgroups of one invocation no value differs. */
ir_value tokens_hide(struct lowering *l, ir_value value) {
    if (!tokens_are_wanted(l) || !needs_workarounds(l))
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

ir_value tokens_emit_entry(struct lowering *l) {
    return emit_token(l, "llvm.experimental.convergence.entry");
}

void tokens_begin_own_function(struct lowering *l) {
    l->at.token = tokens_are_wanted(l) ? tokens_emit_entry(l) : 0;
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

/* ---- barriers ---- */

enum { LEAST_WAVE = 32, MAX_WAVE = 64 };

/* mapping.md 10: for gfx12, whose barrier has two halves, llc aborts on s.barrier with a token. For all processors it
 * aborts on either form if the workgroup fits a wavefront; there a barrier of the wavefront is enough. */
void emit_workgroup_barrier(struct lowering *l) {
    const uint16_t attributes = IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN;
    const struct processor *processor = processor_find(l->options->mcpu);
    uint32_t wave = subgroup_known_size(l), least = wave ? wave : LEAST_WAVE, most = wave ? wave : MAX_WAVE;
    if (!tokens_are_wanted(l)) {
        emit_intrinsic(l, l->target->workgroup_barrier, 0, NULL, 0, attributes);
    } else if (l->largest_workgroup <= least) {
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0, attributes);
    } else if (l->smallest_workgroup <= most) {
        FAIL_UNSUPPORTED(l, &l->current,
                         "a barrier with a convergence token of a workgroup that may fit a wavefront or not; "
                         "name the processor (%s) or the size (%s), and translate one entry point at a time",
                         OPTION_NAME(l->options, MCPU), OPTION_NAME(l->options, WAVE));
    } else if (processor && processor->split_barrier) {
        ir_value all = ir_integer(l->ir, ir_type_integer(l->ir, 32), UINT32_MAX);
        emit_intrinsic(l, IR_NAME_BARRIER_SIGNAL, 0, &all, 1, attributes);
        all = ir_integer(l->ir, ir_type_integer(l->ir, 16), UINT16_MAX);
        emit_intrinsic(l, IR_NAME_BARRIER_WAIT, 0, &all, 1, attributes);
    } else {
        emit_intrinsic(l, l->target->workgroup_barrier, 0, NULL, 0, attributes);
    }
}
