/* Operands and results of an instruction, checked. */
#include "translator/lower/expression.h"

static const char *const class_names[] = {
    [CLASS_INTEGER] = "an integer", [CLASS_FLOAT] = "a float",       [CLASS_BOOLEAN] = "a boolean",
    [CLASS_POINTER] = "a pointer",  [CLASS_OTHER] = "another value",
};

ir_value lower_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    if (index >= in->operand_count)
        FAIL_INVALID(l, in, "operand %u is missing", index + 1);
    return lower_value(l, in->operands[index]);
}

ir_value lower_operand_of_type(struct lowering *l, const struct spirv_instruction *in, uint32_t index, ir_type type) {
    ir_value value = lower_operand(l, in, index);
    if (ir_type_of(l->ir, value) != type)
        FAIL_INVALID(l, in, "operand %u (%%%u) has a type that does not fit the result", index + 1,
                     in->operands[index]);
    return value;
}

ir_value lower_operand_of_class(struct lowering *l, const struct spirv_instruction *in, uint32_t index,
                                enum type_class class) {
    ir_value value = lower_operand(l, in, index);
    if (type_class_of(l, ir_type_of(l->ir, value)) != class)
        FAIL_INVALID(l, in, "operand %u (%%%u) is not %s", index + 1, in->operands[index], class_names[class]);
    return value;
}

ir_type lower_result_type_of_class(struct lowering *l, const struct spirv_instruction *in, enum type_class class) {
    ir_type type = lower_type(l, in->type);
    if (type_class_of(l, type) != class)
        FAIL_INVALID(l, in, "the result is not %s", class_names[class]);
    return type;
}

void lower_expect_same_count(struct lowering *l, const struct spirv_instruction *in, ir_type a, ir_type b) {
    if (type_count_of(l, a) != type_count_of(l, b) || type_is_vector(l, a) != type_is_vector(l, b))
        FAIL_INVALID(l, in, "vectors of %u and of %u components", type_count_of(l, a), type_count_of(l, b));
}

void lower_result(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    if (ir_type_of(l->ir, value) != lower_type(l, in->type))
        FAIL_INVALID(l, in, "the operands do not give the result type");
    lower_result_unchecked(l, in, value);
}
