/* Helper invocations, which run for the differences in their quad, and those that demoted themselves (Vulkan, "Helper
 * Invocations"; docs/guide/stages.md). LLVM keeps them out of image and buffer instructions, but not out of
 * global_store and global_atomic: a write goes under a branch that only live invocations take. Writes that follow each
 * other share one branch. The first of them wait until an instruction comes that must not stand before them. */
#include "translator/lower/stages/helpers.h"

#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/later.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/stages.h"
#include "translator/lower/values.h"

/* ---- what may stand before a write that waits ---- */

/* What neither accesses memory nor depends on other invocations, and does not end this one: annotations, access chains,
 * composites, conversions, arithmetic, comparisons, bits. Ranges of SPIR-V 3.49's numbers, each with both ends. */
static bool is_pure(uint32_t opcode) {
    static const uint16_t ranges[][2] = {{SpvOpNop, SpvOpUndef},
                                         {SpvOpLine, SpvOpLine},
                                         {SpvOpAccessChain, SpvOpPtrAccessChain},
                                         {SpvOpInBoundsPtrAccessChain, SpvOpInBoundsPtrAccessChain},
                                         {SpvOpVectorExtractDynamic, SpvOpTranspose},
                                         {SpvOpConvertFToU, SpvOpBitcast},
                                         {SpvOpSNegate, SpvOpSMulExtended},
                                         {SpvOpAny, SpvOpFUnordGreaterThanEqual},
                                         {SpvOpShiftRightLogical, SpvOpBitCount},
                                         {SpvOpNoLine, SpvOpNoLine},
                                         {SpvOpCopyLogical, SpvOpCopyLogical}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (opcode >= ranges[i][0] && opcode <= ranges[i][1])
            return true;
    return false;
}

/* A call of a function that does no more, and comes to its end. */
static bool is_silent(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer;
    switch (in->opcode) {
    case SpvOpLoad:
    case SpvOpStore:
        pointer = type_of_operand(l, in->operands[0]);
        return pointer->opcode == SpvOpTypePointer && pointer->storage_class != SpvStorageClassUniform &&
               helpers_are_apart_from(pointer->storage_class);
    case SpvOpFunctionCall:
        return l->helpers[spirv_function_of_id(l->spirv, in->operands[0]) - l->spirv->functions] & HELPERS_SILENT;
    case SpvOpExtInst:
        return extended_is_pure(l, in) && in->operands[1] != GLSLstd450Modf && in->operands[1] != GLSLstd450Frexp;
    case SpvOpFunction:
    case SpvOpFunctionParameter:
    case SpvOpVariable:
    case SpvOpLabel:
    case SpvOpPhi:
    case SpvOpSelectionMerge:
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpReturn:
    case SpvOpReturnValue:
        return true;
    default: /* neither OpLoopMerge: a loop may go on for ever */
        return is_pure(in->opcode);
    }
}

static bool function_is_silent(struct lowering *l, const struct spirv_function *function) {
    for (uint32_t word = function->word; word < function->end_word;) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        mmra_work_at(&l->watch, word);
        if (!is_silent(l, &in))
            return false;
        word += in.length;
    }
    return true;
}

/* ---- which functions they run ---- */

/* LLVM has whole quads in the shader for it, or the instruction makes helper invocations. */
static bool keeps_helpers(struct lowering *l, const struct spirv_instruction *in) {
    if (opcode_row(in->opcode)->traits & (KEEPS_HELPERS | IS_CONVERGENT_AS_SAMPLE))
        return true;
    return in->opcode == SpvOpExtInst && extended_interpolates(l, in);
}

/* In one pass over the modes: there may be as many entry points as functions. */
static void find_maximal(struct lowering *l, bool *maximal) {
    for (uint32_t i = 0; i < l->spirv->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &l->spirv->execution_modes[i];
        const struct spirv_function *function = spirv_function_of_id(l->spirv, mode->entry_point);
        if (function && mode->mode == SPIRV_MODE_MAXIMALLY_RECONVERGES)
            maximal[function - l->spirv->functions] = true;
    }
}

/* A function has what its callers have, which come after it in l->order. */
static void hand_to_callees(struct lowering *l) {
    for (uint32_t i = l->order_count; i-- > 0;) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        uint8_t has = l->helpers[l->order[i]];
        for (uint32_t word = function->word; has && word < function->end_word; word += l->spirv->words[word] >> 16) {
            mmra_work_at(&l->watch, word);
            if ((l->spirv->words[word] & 0xFFFF) == SpvOpFunctionCall)
                l->helpers[spirv_function_of_id(l->spirv, l->spirv->words[word + 3]) - l->spirv->functions] |= has;
        }
    }
}

/* MaximallyReconvergesKHR has helper invocations take part in all that a subgroup does; without it they may be
 * considered inactive (Vulkan, "Helper Invocations"). RequireFullQuadsKHR only has them begin. */
void helpers_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count) {
    uint8_t all = 0;
    if (!l->has_quads)
        return;
    const bool *keeps = functions_with(l, keeps_helpers);
    bool *maximal = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *maximal);
    l->helpers = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *l->helpers);
    find_maximal(l, maximal);
    for (uint32_t i = 0; i < root_count; i++) {
        if (!stage_of_model(entries[i].point->execution_model)->has_quads)
            continue;
        if (maximal[roots[i]])
            l->helpers[roots[i]] |= HELPERS_RUN | HELPERS_COUNT;
        else if (keeps[roots[i]])
            l->helpers[roots[i]] |= HELPERS_RUN;
        all |= l->helpers[roots[i]];
    }
    hand_to_callees(l);
    for (uint32_t i = 0; all && i < l->order_count; i++)
        if (function_is_silent(l, &l->spirv->functions[l->order[i]]))
            l->helpers[l->order[i]] |= HELPERS_SILENT;
}

uint8_t helpers_of(const struct lowering *l, uint32_t function) {
    return l->helpers ? l->helpers[function] : 0;
}

/* ---- writes that wait ---- */

static void lower_waiting(struct lowering *l) {
    struct spirv_instruction current = l->current;
    for (uint32_t i = 0; i < l->at.waiting.count; i++) {
        l->current = spirv_instruction_at(l->spirv, l->at.waiting.words[i]);
        lower_by_row(l);
    }
    l->at.waiting.count = 0;
    l->current = current;
}

static void write_waiting(struct lowering *l) {
    if (!l->at.waiting.count)
        return;
    struct live_guard guard = helpers_guard_open(l);
    lower_waiting(l);
    helpers_guard_close(l, &guard);
}

/* What an atomic gives in a helper invocation is undefined. Here it is 0, and a compare-exchange finds what it
 * compares with, so that loops around them end. */
static void join_result(struct lowering *l, const struct live_guard *guard, ir_value written,
                        const struct spirv_memory_view *view) {
    ir_value value = lower_value(l, view->result);
    ir_type type = ir_type_of(l->ir, value);
    ir_value none = view->comparator ? lower_value(l, view->comparator) : ir_zero(l->ir, type);
    ir_value operands[4] = {value, written, none, guard->before};
    lowered_id_of(l, view->result)->value = emit_instruction(l, IR_PHI, type, operands, 4);
}

/* After those that wait, in their guard. */
static void write_now(struct lowering *l, const struct spirv_memory_view *view) {
    struct live_guard guard = helpers_guard_open(l);
    lower_waiting(l);
    lower_by_row(l);
    ir_value written = l->at.open_block;
    helpers_guard_close(l, &guard);
    if (view->result)
        join_result(l, &guard, written, view);
}

/* ---- what an instruction is ---- */

enum action {
    ACTION_OTHER, /* waiting writes come before it */
    ACTION_PASS,  /* it may stand before writes that wait */
    ACTION_WAIT,  /* a write that may wait for the next */
    ACTION_WRITE  /* a write that may not */
};

/* The operands of what waits must be computed here. */
static enum action wait_for_next(struct lowering *l, const struct spirv_memory_view *view) {
    const spirv_id operands[] = {view->pointer, view->value, view->comparator};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        if (operands[i])
            lower_value(l, operands[i]);
    return ACTION_WAIT;
}

/* Modf and Frexp guard what they store themselves: their result is for helper invocations too. */
static enum action action_of_store(struct lowering *l, const struct spirv_memory_view *view) {
    if (view->opcode != SpvOpStore)
        return ACTION_OTHER;
    if (helpers_are_apart(l, view))
        return ACTION_PASS;
    if (!helpers_must_guard(l, view))
        return ACTION_OTHER;
    return l->at.delayed.value ? ACTION_WRITE : wait_for_next(l, view);
}

/* LLVM keeps image atomics from helper invocations too, but not the loops that some are made of, nor those of the
 * shader that wait for a result. */
static enum action action_of_atomic(struct lowering *l, const struct spirv_memory_view *view) {
    bool is_used = view->result && memory_result_is_used(l, view->result);
    bool is_image = view->storage_class == SpvStorageClassImage;
    if (is_image && !is_used && type_of(l, view->pointee)->opcode == SpvOpTypeInt)
        return ACTION_OTHER;
    return is_used || is_image ? ACTION_WRITE : wait_for_next(l, view);
}

static enum action action_of(struct lowering *l, struct spirv_memory_view *view) {
    const struct spirv_instruction *in = &l->current;
    *view = (struct spirv_memory_view){.kind = SPIRV_MEMORY_NONE};
    if (is_pure(in->opcode))
        return ACTION_PASS;
    *view = memory_decode(l, in);
    switch (view->kind) {
    case SPIRV_MEMORY_NONE:
        return (in->opcode == SpvOpExtInst || in->opcode == SpvOpFunctionCall) && is_silent(l, in) ? ACTION_PASS
                                                                                                   : ACTION_OTHER;
    case SPIRV_MEMORY_LOAD:
        return helpers_are_apart(l, view) ? ACTION_PASS : ACTION_OTHER;
    case SPIRV_MEMORY_STORE:
        return action_of_store(l, view);
    case SPIRV_MEMORY_COPY:
        return helpers_must_guard(l, view) ? ACTION_WRITE : ACTION_OTHER;
    case SPIRV_MEMORY_ATOMIC_STORE:
    case SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE:
    case SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE:
        return action_of_atomic(l, view);
    default:
        return ACTION_OTHER;
    }
}

void helpers_lower(struct lowering *l) {
    struct spirv_memory_view view;
    switch (action_of(l, &view)) {
    case ACTION_WAIT:
        *ARENA_PUSH(l->arena, l->at.waiting.words, l->at.waiting.count, l->at.waiting.capacity) = l->current.word;
        return;
    case ACTION_WRITE:
        write_now(l, &view);
        return;
    case ACTION_OTHER:
        write_waiting(l);
        break;
    default:
        break;
    }
    lower_by_row(l);
}
