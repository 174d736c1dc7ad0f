/* Operands: from SPIR-V ids to IR values and pointers. */
#include "translator/lower/values.h"

#include "translator/lower/functions/driver_table.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/types.h"

static const struct pointer nothing_known;

ir_value lower_new_value(struct lowering *l, spirv_id id) {
    ir_value *known = &lowered_id_of(l, id)->value;
    if (*known & VALUE_ELSEWHERE) {
        ir_value value = *known & ~VALUE_ELSEWHERE;
        uint8_t kind = ir_value_get(l->ir, value)->kind;
        bool computed = kind == IR_VALUE_INSTRUCTION || kind == IR_VALUE_PARAMETER; /* else a constant */
        if (computed && !value_is_computed_before(l, id))
            FAIL_INVALID(l, &l->current, "%%%u is used where control may come without having computed it", id);
        return value;
    }
    const struct spirv_constant *constant = spirv_constant_of_id(l->spirv, id);
    if (constant)
        return *known = lower_constant(l, constant);
    struct spirv_instruction in = spirv_defining(l->spirv, id);
    if (in.opcode == SpvOpUndef)
        return *known = ir_zero(l->ir, lower_type(l, in.type));
    if (descriptor_make(l, id))
        return lower_value(l, id);
    uint32_t item = environment_item_of(l, id);
    if (in.opcode == SpvOpVariable && item) {
        ir_value value = l->environment[item - 1].value;
        if (value)
            return value;
    }
    if (in.opcode == SpvOpVariable && !item && in.operands[0] != SpvStorageClassFunction) {
        const char *name = spirv_storage_class_name(in.operands[0]);
        FAIL_UNSUPPORTED(l, &l->current, "variables of storage class %s are not supported", name ? name : "unknown");
    }
    FAIL_INVALID(l, &l->current, "%%%u (%s) is used before it is defined, or is not a value", id,
                 spirv_opcode_name(in.opcode));
}

const struct pointer *pointer_of(struct lowering *l, spirv_id id) {
    const struct pointer *pointer = lowered_id_of(l, id)->pointer;
    if (!pointer && l->descriptor_flags && descriptor_make(l, id))
        pointer = lowered_id_of(l, id)->pointer;
    return pointer ? pointer : &nothing_known;
}

void pointer_set(struct lowering *l, spirv_id id, const struct pointer *pointer) {
    struct pointer *copy = arena_allocate(l->arena, sizeof *copy);
    *copy = *pointer;
    lowered_id_of(l, id)->pointer = copy;
}

ir_value lower_plain_pointer(struct lowering *l, spirv_id id) {
    const struct pointer *pointer = pointer_of(l, id);
    if (pointer->interface_variable)
        FAIL_UNSUPPORTED(l, &l->current, "a pointer to the input %%%u can only be loaded; copy it to a variable first",
                         pointer->interface_variable);
    const struct spirv_type *matrix = spirv_matrix_in(l->spirv, type_of_operand(l, id)->element);
    if (pointer->strided_vector || (matrix && pointer->matrix.stride))
        FAIL_UNSUPPORTED(l, &l->current,
                         "pointer %%%u to a matrix (a column, an array) with MatrixStride leaves its "
                         "access chain; copy the matrix to a variable first",
                         id);
    if (type_of_operand(l, id)->storage_class == SpvStorageClassPushConstant)
        driver_table_need_push_pointer(l);
    if (pointer->descriptor_array)
        FAIL_UNSUPPORTED(l, &l->current, "pointer %%%u to a descriptor array leaves its access chain", id);
    return lower_value(l, id);
}
