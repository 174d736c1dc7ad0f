/* The guard of writes that helper invocations must not execute, and which writes need one. */
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/values.h"

struct live_guard helpers_guard_open(struct lowering *l) {
    struct live_guard guard = {.before = l->at.open_block, .on = emit_new_block(l)};
    ir_value write = emit_new_block(l);
    emit_conditional_branch(l, fragment_is_live(l), write, guard.on);
    emit_open_block(l, write);
    l->at.is_guarded = true;
    return guard;
}

void helpers_guard_close(struct lowering *l, const struct live_guard *guard) {
    emit_branch(l, guard->on);
    emit_open_block(l, guard->on);
    l->at.is_guarded = false;
    descriptors_leave_block(l);
}

bool helpers_are_apart_from(uint32_t storage_class) {
    int space = map_address_space(storage_class, true);
    return space == ADDRESS_SPACE_PRIVATE || space == ADDRESS_SPACE_CONSTANT;
}

bool helpers_are_apart(struct lowering *l, const struct spirv_memory_view *view) {
    if (pointer_of(l, view->pointer)->interface_variable)
        return true;
    if (view->storage_class == SpvStorageClassUniform) /* a block, or a buffer block */
        return pointer_space_of(l, lower_value(l, view->pointer)) == ADDRESS_SPACE_CONSTANT;
    return helpers_are_apart_from(view->storage_class);
}

/* Plain accesses through a buffer resource are buffer instructions. */
static bool is_kept_by_llvm(struct lowering *l, const struct spirv_memory_view *view) {
    struct spirv_memory_operands operands = map_effective_operands(&l->map, view, true);
    return bounds_apply(l, view->storage_class) && bounds_by_resource(l) &&
           !(operands.mask & SpvMemoryAccessMakePointerAvailableMask);
}

bool helpers_must_guard(struct lowering *l, const struct spirv_memory_view *view) {
    return l->body.helpers & HELPERS_RUN && !helpers_are_apart(l, view) && !is_kept_by_llvm(l, view);
}
