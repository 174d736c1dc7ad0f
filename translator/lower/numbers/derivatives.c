/* Derivatives (SPIR-V 3.49.16), which fragments have, helper invocations included, and compute shaders in derivative
 * groups (SPV_NV_compute_shader_derivatives): differences between the invocations of a quad, four lanes in a row. Bit 0
 * of a lane is its x in the quad, bit 1 its y: by definition in linear groups, and in groups of quads because the
 * kernel numbers its invocations like that (builtins.c). */
#include "translator/lower/expression.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/values.h"

enum { X_BIT = 1, Y_BIT = 2 };

static ir_value lane_with(struct lowering *l, uint32_t cleared, uint32_t set) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    ir_value lane = emit2(l, IR_AND, i32, subgroup_lane(l), ir_integer(l->ir, i32, ~cleared));
    return set ? emit2(l, IR_OR, i32, lane, ir_integer(l->ir, i32, set)) : lane;
}

/* The value of the lane of the quad with these bits cleared and set: of lane n of the quad, lane (n & ~cleared) | set.
 */
static ir_value value_of(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t cleared,
                         uint32_t set) {
    if (!l->has_quads)
        return subgroup_shuffle(l, in, value, lane_with(l, cleared, set));
    uint32_t lanes = 0;
    for (uint32_t n = 0; n < 4; n++)
        lanes |= ((n & ~cleared) | set) << 2 * n;
    return subgroup_permute_quad(l, in, value, lanes);
}

/* The difference along one bit. Fine: in the lane's own row or column of the quad; coarse: in the first row or column.
 */
static ir_value difference(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t bit,
                           bool coarse) {
    uint32_t cleared = coarse ? X_BIT | Y_BIT : bit;
    ir_value from = value_of(l, in, value, cleared, 0);
    ir_value to = value_of(l, in, value, cleared, bit);
    return emit_binary(l, IR_FSUB, to, from);
}

/* An instruction that is neither fine nor coarse may be either; here it is fine. */
void lower_op_derivative(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_FLOAT);
    ir_value value = lower_operand_of_type(l, in, 0, type);
    bool coarse = l->row->flags & DERIVATIVE_COARSE;
    ir_value x = l->row->flags & DERIVATIVE_X ? difference(l, in, value, X_BIT, coarse) : 0;
    ir_value y = l->row->flags & DERIVATIVE_Y ? difference(l, in, value, Y_BIT, coarse) : 0;
    if (x && y) { /* the width */
        y = emit_call1(l, "llvm.fabs", y);
        x = emit_binary(l, IR_FADD, emit_call1(l, "llvm.fabs", x), y);
    }
    lower_result(l, in, x ? x : y);
}
