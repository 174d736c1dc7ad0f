/* GLSL.std.450: the instructions that work number by number. */
#include "spirv/extended_rows.h"
#include "translator/lower/extended/formulas.h"

ir_value emit_number(struct lowering *l, ir_type type, double number) {
    return number == 0 ? ir_zero(l->ir, type) : constant_float(l, type, number);
}

/* ---- exponentials and logarithms ---- */

/* The processor has both to base 2, for floats within 1 ULP, and flushes
 * denormals. Vulkan's table ("Precision and Operation of SPIR-V Instructions") allows exp and exp2 of floats
 * 3 + 2 * |x| ULP, and log and log2 3 ULP, or 2^-21 in [0.5, 2]; a denormal may be flushed unless DenormPreserve says
 * otherwise. LLVM's own functions spend six instructions on denormals. */
#define LOG2_OF_E 1.4426950408889634
#define LN_OF_2   0.69314718055994531

/* Whether `x` is computed by the processor's instruction; what is constant is left for LLVM to fold. */
static bool is_approximated(struct lowering *l, ir_value x) {
    return l->floats.approximates && type_width_of(l, ir_type_of(l->ir, x)) == 32 &&
           ir_value_get(l->ir, x)->kind < IR_VALUE_INTEGER;
}

/* An intrinsic that takes no vectors, of each component. */
static ir_value of_each(struct lowering *l, const char *intrinsic, ir_value x) {
    ir_type type = ir_type_of(l->ir, x);
    uint32_t count = type_count_of(l, type);
    ir_value result = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < count; i++)
        result = emit_insert_element(l, result, emit_call1(l, intrinsic, emit_extract_element(l, x, i)), i);
    return result;
}

static ir_value times(struct lowering *l, ir_value x, double factor) {
    return emit_binary(l, IR_FMUL, x, constant_float(l, ir_type_of(l->ir, x), factor));
}

/* x * log2(e) is off by at most |x| ULP of the result, two roundings of 2^-24 each. */
ir_value emit_exp(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? of_each(l, l->target->exp2, times(l, x, LOG2_OF_E)) : emit_call1(l, "llvm.exp", x);
}

ir_value emit_log(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? times(l, of_each(l, l->target->log2, x), LN_OF_2) : emit_call1(l, "llvm.log", x);
}

ir_value emit_exp2(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? of_each(l, l->target->exp2, x) : emit_call1(l, "llvm.exp2", x);
}

ir_value emit_log2(struct lowering *l, ir_value x) {
    return is_approximated(l, x) ? of_each(l, l->target->log2, x) : emit_call1(l, "llvm.log2", x);
}

/* ---- the formulas ---- */

SPIRV_GLSL_ROWS(FORMULA_FUNCTION)
SPIRV_TRINARY_ROWS(FORMULA_FUNCTION)
