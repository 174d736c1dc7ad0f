#include "translator/lower/expression.h"

#include "mmra/base/float_format.h"
#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- types ---- */

ir_type type_scalar_of(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    return info->kind == IR_TYPE_VECTOR ? info->element : type;
}

uint32_t type_count_of(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    return info->kind == IR_TYPE_VECTOR ? (uint32_t)info->count : 1;
}

ir_type type_with_scalar(struct lowering *l, ir_type shape, ir_type scalar) {
    const struct ir_type_info *info = ir_type_get(l->ir, shape);
    return info->kind == IR_TYPE_VECTOR ? ir_type_vector(l->ir, scalar, info->count) : scalar;
}

ir_type type_with_integer(struct lowering *l, ir_type shape, uint32_t width) {
    return type_with_scalar(l, shape, ir_type_integer(l->ir, width));
}

enum type_class type_class_of(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type_scalar_of(l, type));
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return info->width == 1 ? CLASS_BOOLEAN : CLASS_INTEGER;
    case IR_TYPE_HALF:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return CLASS_FLOAT;
    case IR_TYPE_POINTER:
        return CLASS_POINTER;
    default:
        return CLASS_OTHER;
    }
}

uint32_t type_width_of(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type_scalar_of(l, type));
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return info->width;
    case IR_TYPE_HALF:
        return 16;
    case IR_TYPE_FLOAT:
        return 32;
    default:
        return 64;
    }
}

/* ---- constants ---- */

ir_value constant_float(struct lowering *l, ir_type type, double number) {
    return constant_splat(l, type, mmra_float_bits(number, type_width_of(l, type)));
}

bool constant_passes(struct lowering *l, ir_value value, bool (*accepts)(uint64_t component, uint32_t width)) {
    const struct ir_value_info *info = ir_value_get(l->ir, value);
    uint32_t width = type_width_of(l, info->type);
    if (info->kind == IR_VALUE_INTEGER)
        return accepts(info->bits, width);
    if (info->kind == IR_VALUE_ZERO)
        return accepts(0, width);
    if (info->kind != IR_VALUE_AGGREGATE)
        return false;
    const uint32_t *elements = l->ir->operands + (info->bits >> 32);
    for (uint32_t i = 0; i < (uint32_t)info->bits; i++) {
        const struct ir_value_info *element = ir_value_get(l->ir, elements[i]);
        bool constant = element->kind == IR_VALUE_INTEGER || element->kind == IR_VALUE_ZERO;
        if (!constant || !accepts(element->kind == IR_VALUE_ZERO ? 0 : element->bits, width))
            return false;
    }
    return true;
}

/* ---- expressions ---- */

ir_value emit_binary(struct lowering *l, enum ir_opcode opcode, ir_value a, ir_value b) {
    bool is_rounded = opcode == IR_FADD || opcode == IR_FSUB || opcode == IR_FMUL;
    if (is_rounded && float_rounds_toward_zero(l, type_width_of(l, ir_type_of(l->ir, a))))
        return emit_toward_zero(l, opcode, a, b);
    ir_value result = emit2(l, opcode, ir_type_of(l->ir, a), a, b);
    if (is_rounded && float_contracts(l))
        last_instruction(l)->flags |= IR_CONTRACT;
    return result;
}

ir_value emit_fneg(struct lowering *l, ir_value a) {
    return emit1(l, IR_FNEG, ir_type_of(l->ir, a), a);
}

ir_value emit_select(struct lowering *l, ir_value condition, ir_value if_true, ir_value if_false) {
    return emit3(l, IR_SELECT, ir_type_of(l->ir, if_true), condition, if_true, if_false);
}

/* The declaration of an intrinsic for a type, from a table of those met last: a name is not put together at
 * every call. */
static ir_function declared(struct lowering *l, const char *intrinsic, ir_type type, uint32_t count) {
    size_t slot = ((uintptr_t)intrinsic / 8 + type * 31u) % (sizeof l->intrinsics / sizeof *l->intrinsics);
    struct declared_intrinsic *found = &l->intrinsics[slot];
    if (found->name != intrinsic || found->type != type) {
        ir_type function_type = ir_type_function(l->ir, type, (ir_type[]){type, type, type}, count);
        ir_function function = ir_declare(l->ir, intrinsic_overloaded_name(l, intrinsic, type), function_type, PURE);
        *found = (struct declared_intrinsic){intrinsic, type, function};
    }
    return found->function;
}

ir_value emit_overloaded_call(struct lowering *l, const char *intrinsic, const ir_value *arguments, uint32_t count) {
    ir_type type = ir_type_of(l->ir, arguments[0]);
    ir_function function = declared(l, intrinsic, type, count);
    ir_value operands[4] = {l->ir->functions[function].value};
    memcpy(operands + 1, arguments, count * sizeof *operands);
    return emit_instruction(l, IR_CALL, type, operands, count + 1);
}

/* The instruction appended last may be as inaccurate as Vulkan allows: the flags say how, where nothing forbids it. */
static void allow_error(struct lowering *l, uint16_t flags) {
    struct ir_instruction *instruction = last_instruction(l);
    if (type_width_of(l, instruction->type) != 32)
        return;
    if (l->floats.approximates)
        instruction->flags |= flags;
    if (!l->allowed_error)
        l->allowed_error = ir_text_of(l->ir, ", !fpmath !{float 2.5}");
    ir_set_attachments(l->ir, instruction, l->allowed_error);
}

ir_value emit_fdiv(struct lowering *l, ir_value a, ir_value b) {
    ir_value quotient = emit_binary(l, IR_FDIV, a, b);
    allow_error(l, IR_AFN | IR_ARCP);
    return quotient;
}

ir_value emit_sqrt(struct lowering *l, ir_value a) {
    ir_value root = emit_call1(l, "llvm.sqrt", a);
    allow_error(l, IR_AFN);
    return root;
}

/* Contracted, the two are one instruction of the processor. */
ir_value emit_inverse_sqrt(struct lowering *l, ir_value a) {
    ir_value root = emit_sqrt(l, a);
    last_instruction(l)->flags |= IR_CONTRACT;
    ir_value quotient = emit_fdiv(l, constant_float(l, ir_type_of(l->ir, a), 1), root);
    last_instruction(l)->flags |= IR_CONTRACT;
    return quotient;
}

ir_value emit_call1(struct lowering *l, const char *intrinsic, ir_value a) {
    return emit_overloaded_call(l, intrinsic, &a, 1);
}

ir_value emit_call2(struct lowering *l, const char *intrinsic, ir_value a, ir_value b) {
    return emit_overloaded_call(l, intrinsic, (ir_value[]){a, b}, 2);
}

/* Operands that are equal have the same bits, but for zeros of different signs, which these bits of both tell apart. */
static ir_value with_ordered_zeros(struct lowering *l, ir_value extreme, ir_value a, ir_value b, enum ir_opcode bits) {
    if (!l->floats.orders_zeros)
        return extreme;
    ir_type type = ir_type_of(l->ir, a), integer = type_with_integer(l, type, type_width_of(l, type));
    ir_value bits_of_b = emit1(l, IR_BITCAST, integer, b), bits_of_a = emit1(l, IR_BITCAST, integer, a);
    ir_value both = emit1(l, IR_BITCAST, type, emit_binary(l, bits, bits_of_a, bits_of_b));
    return emit_select(l, emit_compare(l, IR_FCMP, IR_OEQ, a, b), both, extreme);
}

ir_value emit_minimum(struct lowering *l, ir_value a, ir_value b) {
    return with_ordered_zeros(l, emit_call2(l, "llvm.minnum", a, b), a, b, IR_OR);
}

ir_value emit_maximum(struct lowering *l, ir_value a, ir_value b) {
    return with_ordered_zeros(l, emit_call2(l, "llvm.maxnum", a, b), a, b, IR_AND);
}

ir_value emit_call3(struct lowering *l, const char *intrinsic, ir_value a, ir_value b, ir_value c) {
    return emit_overloaded_call(l, intrinsic, (ir_value[]){a, b, c}, 3);
}

ir_value emit_shuffle(struct lowering *l, ir_value a, ir_value b, const uint32_t *mask, uint32_t count) {
    ir_type integer = ir_type_integer(l->ir, 32);
    ir_value *positions = arena_allocate_array(l->arena, count, sizeof *positions);
    for (uint32_t i = 0; i < count; i++)
        positions[i] = ir_integer(l->ir, integer, mask[i]);
    ir_value mask_value = ir_aggregate(l->ir, ir_type_vector(l->ir, integer, count), positions, count);
    ir_type result = ir_type_vector(l->ir, type_scalar_of(l, ir_type_of(l->ir, a)), count);
    return emit3(l, IR_SHUFFLEVECTOR, result, a, b, mask_value);
}

/* As LLVM writes it: the scalar put into component 0, and that component taken everywhere. */
ir_value emit_splat(struct lowering *l, ir_value scalar, ir_type shape) {
    ir_type type = type_with_scalar(l, shape, ir_type_of(l->ir, scalar));
    if (type == ir_type_of(l->ir, scalar))
        return scalar;
    ir_value poison = ir_poison(l->ir, type);
    ir_value mask = ir_zero(l->ir, type_with_integer(l, shape, 32));
    return emit3(l, IR_SHUFFLEVECTOR, type, emit_insert_element(l, poison, scalar, 0), poison, mask);
}

ir_value emit_integer_resize(struct lowering *l, ir_value value, uint32_t width, bool sign_extend) {
    ir_type from = ir_type_of(l->ir, value);
    uint32_t old_width = type_width_of(l, from);
    if (old_width == width)
        return value;
    enum ir_opcode opcode = old_width > width ? IR_TRUNC : sign_extend ? IR_SEXT : IR_ZEXT;
    return emit1(l, opcode, type_with_integer(l, from, width), value);
}

ir_value emit_integer_saturate(struct lowering *l, ir_value value, bool is_signed) {
    ir_type type = ir_type_of(l->ir, value);
    if (type_width_of(l, type) > 32) {
        if (is_signed)
            value = emit_call2(l, "llvm.smax", value, constant_splat(l, type, (uint64_t)INT32_MIN));
        value = emit_call2(l, is_signed ? "llvm.smin" : "llvm.umin", value, constant_splat(l, type, INT32_MAX));
    }
    return emit_integer_resize(l, value, 32, is_signed);
}

static ir_value resized_float(struct lowering *l, ir_value value, ir_type scalar) {
    ir_type from = ir_type_of(l->ir, value);
    uint32_t old_width = type_width_of(l, from), width = type_width_of(l, scalar);
    if (old_width == width)
        return value;
    return emit1(l, old_width > width ? IR_FPTRUNC : IR_FPEXT, type_with_scalar(l, from, scalar), value);
}

/* A call of the intrinsic, of which the backend does not make one instruction with the product (mapping.md 10). */
static ir_value rounded_apart(struct lowering *l, ir_value product, ir_type scalar) {
    ir_type from = ir_type_of(l->ir, product), to = type_with_scalar(l, from, scalar);
    const char *name = intrinsic_overloaded_name(l, IR_NAME_FPTRUNC_ROUND, to);
    ir_metadata mode = ir_metadata_string(l->ir, IR_ROUND_TO_NEAREST, strlen(IR_ROUND_TO_NEAREST));
    ir_value arguments[] = {product, ir_metadata_operand(l->ir, mode)};
    return emit_intrinsic(l, intrinsic_overloaded_name(l, name, from), to, arguments, 2, PURE);
}

ir_value emit_product_resize(struct lowering *l, ir_value product, ir_type scalar) {
    const struct map_options *options = &l->map.options;
    bool to_half = type_width_of(l, ir_type_of(l->ir, product)) == 32 && type_width_of(l, scalar) == 16;
    bool loses_sign = to_half && l->options->target == SMMRA_TARGET_AMDGCN && options->backend_workarounds &&
                      profile_get(options->profile)->loses_zero_signs;
    return loses_sign ? rounded_apart(l, product, scalar) : resized_float(l, product, scalar);
}

ir_value emit_float_resize(struct lowering *l, ir_value value, ir_type scalar) {
    return l->floats.keeps_zero_signs ? emit_product_resize(l, value, scalar) : resized_float(l, value, scalar);
}

ir_value emit_unpoisoned(struct lowering *l, const char *intrinsic, ir_value integer) {
    ir_type type = ir_type_of(l->ir, integer);
    ir_value arguments[] = {integer, ir_integer(l->ir, ir_type_integer(l->ir, 1), 0)};
    return emit_intrinsic(l, intrinsic_overloaded_name(l, intrinsic, type), type, arguments, 2, PURE);
}

static bool is_below_width(uint64_t amount, uint32_t width) {
    return amount < width;
}

ir_value emit_shift(struct lowering *l, enum ir_opcode opcode, ir_value value, ir_value amount) {
    ir_type type = ir_type_of(l->ir, value);
    uint32_t width = type_width_of(l, type);
    if (!constant_passes(l, amount, is_below_width))
        amount = emit_binary(l, IR_AND, amount, constant_splat(l, type, width - 1));
    return emit_binary(l, opcode, value, amount);
}

ir_value emit_dot_product(struct lowering *l, ir_value a, ir_value b) {
    ir_value products = emit_binary(l, IR_FMUL, a, b);
    uint32_t count = type_count_of(l, ir_type_of(l->ir, products));
    ir_value sum = emit_extract_element(l, products, 0);
    for (uint32_t i = 1; i < count; i++)
        sum = emit_binary(l, IR_FADD, sum, emit_extract_element(l, products, i));
    return sum;
}

ir_value emit_struct(struct lowering *l, ir_type type, ir_value first, ir_value second) {
    ir_value partial = emit_insert_value(l, ir_poison(l->ir, type), first, 0);
    return emit_insert_value(l, partial, second, 1);
}
