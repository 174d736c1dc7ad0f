/* The initializers of outputs that invocations share: the first invocation stores them, and a barrier keeps the others
 * from writing before. */
#include "translator/lower/stages/shared_outputs.h"

#include "translator/lower/functions/entry_point.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

static bool is_initialized(struct lowering *l, const struct environment_item *item) {
    return item->is_shared && spirv_defining(l->spirv, item->variable).operand_count > 1;
}

bool shared_outputs_are_initialized(struct lowering *l, const struct lowered_function *needs) {
    for (uint32_t i = 0; i < needs->item_count; i++)
        if (is_initialized(l, &l->environment[needs->items[i]]))
            return true;
    return false;
}

static ir_value is_first(struct lowering *l) {
    ir_value index = l->kernel.stage->has_workgroup ? builtin_local_invocation_index(l)
                                                    : interface_input(l, l->kernel.interface, SpvBuiltInInvocationId);
    return emit_compare(l, IR_ICMP, IR_EQ, index, ir_integer(l->ir, ir_type_integer(l->ir, 32), 0));
}

static void store_initializers(struct lowering *l, const struct lowered_function *needs) {
    struct spirv_memory_view view = memory_initializing_store(SpvStorageClassOutput);
    for (uint32_t i = 0; i < needs->item_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        if (!is_initialized(l, item))
            continue;
        l->current = spirv_defining(l->spirv, item->variable);
        lower_store(l, &view, type_of(l, l->current.type)->element, lower_value(l, l->current.operands[1]), item->value,
                    pointer_of(l, item->variable));
    }
}

static void wait_for_first(struct lowering *l) {
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_CONTROL_BARRIER,
                                     .opcode = SpvOpControlBarrier,
                                     .execution_scope = SpvScopeWorkgroup,
                                     .scope = SpvScopeWorkgroup,
                                     .semantics =
                                         SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsOutputMemoryMask |
                                         SpvMemorySemanticsMakeAvailableMask | SpvMemorySemanticsMakeVisibleMask};
    emit_barrier(l, &view);
}

void shared_outputs_initialize(struct lowering *l, const struct lowered_function *needs) {
    ir_value store = emit_new_block(l), after = emit_new_block(l);
    emit_conditional_branch(l, is_first(l), store, after);
    emit_open_block(l, store);
    store_initializers(l, needs);
    emit_branch(l, after);
    emit_open_block(l, after);
    wait_for_first(l);
}
