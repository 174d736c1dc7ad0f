/* What only fragments do: invocations that end or become helpers (SPIR-V 3.49.17), and interlock
 * (SPV_EXT_fragment_shader_interlock). What helper invocations must not do is in helpers.c. */
#include "translator/lower/stages/fragments.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

static void require_fragment(struct lowering *l, const struct spirv_instruction *in) {
    if (!l->has_quads)
        FAIL_INVALID(l, in, "only fragment shaders have it");
}

static void emit_unless(struct lowering *l, const char *intrinsic) {
    ir_value never = ir_integer(l->ir, ir_type_integer(l->ir, 1), 0);
    emit_intrinsic(l, intrinsic, 0, &never, 1, IR_FUNCTION_NOUNWIND);
}

void fragment_kill(struct lowering *l) {
    emit_unless(l, l->target->kill);
}

/* OpKill, OpTerminateInvocation. */
void lower_op_terminate(struct lowering *l, const struct spirv_instruction *in) {
    require_fragment(l, in);
    fragment_kill(l);
    endings_end(l);
}

void lower_op_demote(struct lowering *l, const struct spirv_instruction *in) {
    require_fragment(l, in);
    emit_unless(l, l->target->demote);
}

ir_value fragment_is_live(struct lowering *l) {
    return emit_intrinsic(l, l->target->live, ir_type_integer(l->ir, 1), NULL, 0,
                          IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
}

ir_value fragment_is_helper(struct lowering *l) {
    ir_type boolean = ir_type_integer(l->ir, 1);
    require_fragment(l, &l->current);
    ir_value live = fragment_is_live(l);
    return emit2(l, IR_XOR, boolean, live, ir_integer(l->ir, boolean, 1));
}

void lower_op_is_helper(struct lowering *l, const struct spirv_instruction *in) {
    lower_result_unchecked(l, in, fragment_is_helper(l));
}

/* The fence stands inside: after the begin, before the end. */
void lower_op_interlock(struct lowering *l, const struct spirv_instruction *in) {
    bool begin = l->row->detail;
    struct spirv_memory_view view = memory_decode(l, in);
    require_fragment(l, in);
    if (begin)
        emit_shell_call(l, IR_NAME_INTERLOCK_BEGIN, 0, NULL, 0);
    emit_barrier(l, &view);
    if (!begin)
        emit_shell_call(l, IR_NAME_INTERLOCK_END, 0, NULL, 0);
}
