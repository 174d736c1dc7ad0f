/* SPV_KHR_shader_clock. */
#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/values.h"

/* A clock of the subgroup counts cycles of its processor (modulo 2^20 on gfx10.3 and gfx11, whose counters have no more
 * bits). A clock of the device has the same speed for all. */
void lower_op_read_clock(struct lowering *l, const struct spirv_instruction *in) {
    uint64_t scope;
    if (!in->operand_count || !spirv_integer_constant(l->spirv, in->operands[0], &scope) ||
        (scope != SpvScopeSubgroup && scope != SpvScopeDevice))
        FAIL_INVALID(l, in, "its scope is not a constant Subgroup or Device");
    const char *clock = scope == SpvScopeSubgroup ? "llvm.readcyclecounter" : "llvm.readsteadycounter";
    ir_value time = emit_intrinsic(l, clock, ir_type_integer(l->ir, 64), NULL, 0, IR_FUNCTION_NOUNWIND);
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    if (type != ir_type_of(l->ir, time) && type_count_of(l, type) * type_width_of(l, type) == 64)
        time = emit1(l, IR_BITCAST, type, time);
    lower_result(l, in, time);
}
