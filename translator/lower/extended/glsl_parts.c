/* GLSL.std.450: Modf, Frexp and Ldexp, which take floats apart and put them together. */
#include "translator/lower/expression.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

enum { POINTER_OPERAND = 3 }; /* of Modf and Frexp, among the operands of OpExtInst */

/* The SPIR-V type that the second operand points to. */
static spirv_id pointee_of(struct lowering *l, const struct extended *call) {
    const struct spirv_type *pointer = type_of_operand(l, call->in->operands[POINTER_OPERAND]);
    if (pointer->opcode != SpvOpTypePointer)
        FAIL_INVALID(l, call->in, "%%%u is not a pointer", call->in->operands[POINTER_OPERAND]);
    return pointer->element;
}

/* The second result goes to memory, by a store without memory operands. */
static void store_second(struct lowering *l, const struct extended *call, ir_value value) {
    spirv_id pointer = call->in->operands[POINTER_OPERAND], type = pointee_of(l, call);
    if (ir_type_of(l->ir, value) != lower_type(l, type))
        FAIL_INVALID(l, call->in, "the second result does not fit what %%%u points to", pointer);
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_STORE,
                                     .opcode = SpvOpExtInst,
                                     .word = call->in->word,
                                     .pointer = pointer,
                                     .storage_class = type_of_operand(l, pointer)->storage_class};
    if (l->objects.flags)
        view.object = l->objects.flags[spirv_index(l->spirv, pointer)];
    bool guarded = helpers_must_guard(l, &view);
    struct live_guard guard = {0};
    if (guarded)
        guard = helpers_guard_open(l);
    lower_store(l, &view, type, value, call->operands[1], pointer_of(l, pointer));
    if (guarded)
        helpers_guard_close(l, &guard);
}

/* The type of member `index` of the result, a struct of two. */
static ir_type member_type(struct lowering *l, const struct extended *call, uint32_t index) {
    const struct ir_type_info *info = ir_type_get(l->ir, call->type);
    if (info->kind != IR_TYPE_STRUCT || info->member_count != 2)
        FAIL_INVALID(l, call->in, "the result is not a struct of two members");
    return info->members[index];
}

static void check_member(struct lowering *l, const struct extended *call, uint32_t index, ir_value value) {
    if (ir_type_of(l->ir, value) != member_type(l, call, index))
        FAIL_INVALID(l, call->in, "member %u of the result has another type", index);
}

static ir_value pair(struct lowering *l, const struct extended *call, ir_value first, ir_value second) {
    check_member(l, call, 0, first);
    check_member(l, call, 1, second);
    return emit_struct(l, call->type, first, second);
}

static ir_value float_operand(struct lowering *l, const struct extended *call) {
    return lower_operand_of_class(l, call->in, 2, CLASS_FLOAT);
}

/* ---- Modf: whole and fractional part, both with the sign of x ---- */

static ir_value whole_part(struct lowering *l, ir_value x) {
    return emit_call1(l, "llvm.trunc", x);
}

/* Zero of an infinity, as C has it (C11 7.12.6.12 and F.10.3.12): the difference would be a NaN. */
static ir_value fraction(struct lowering *l, ir_value x, ir_value whole) {
    ir_value rest = emit_binary(l, IR_FSUB, x, whole), zero = ir_zero(l->ir, ir_type_of(l->ir, x));
    ir_value magnitude = emit_select(l, emit_compare(l, IR_FCMP, IR_OEQ, x, whole), zero, rest);
    return emit_call2(l, "llvm.copysign", magnitude, x);
}

ir_value expand_modf(struct lowering *l, const struct extended *call) {
    ir_value x = float_operand(l, call), whole = whole_part(l, x);
    store_second(l, call, whole);
    return fraction(l, x, whole);
}

ir_value expand_modf_struct(struct lowering *l, const struct extended *call) {
    ir_value x = float_operand(l, call), whole = whole_part(l, x);
    return pair(l, call, fraction(l, x, whole), whole);
}

/* ---- Frexp: x = significand * 2^exponent, the significand in [0.5, 1) ---- */

struct significand_exponent {
    ir_value significand, exponent;
};

static struct significand_exponent split(struct lowering *l, ir_value x) {
    ir_type type = ir_type_of(l->ir, x), integer = type_with_integer(l, type, 32);
    const char *name = intrinsic_overloaded_name(l, intrinsic_overloaded_name(l, "llvm.frexp", type), integer);
    ir_type both = ir_type_struct(l->ir, (ir_type[]){type, integer}, 2);
    ir_value parts = emit_intrinsic(l, name, both, &x, 1, PURE);
    return (struct significand_exponent){emit_extract_value(l, parts, 0), emit_extract_value(l, parts, 1)};
}

/* LLVM 19 does not compile llvm.frexp of vectors for x86-64 where a register holds more components. */
static struct significand_exponent split_each(struct lowering *l, ir_value x, uint32_t count) {
    ir_type type = ir_type_of(l->ir, x);
    struct significand_exponent all = {ir_poison(l->ir, type), ir_poison(l->ir, type_with_integer(l, type, 32))};
    for (uint32_t i = 0; i < count; i++) {
        struct significand_exponent one = split(l, emit_extract_element(l, x, i));
        all.significand = emit_insert_element(l, all.significand, one.significand, i);
        all.exponent = emit_insert_element(l, all.exponent, one.exponent, i);
    }
    return all;
}

static struct significand_exponent split_float(struct lowering *l, const struct extended *call, ir_type exponent_type) {
    ir_value x = float_operand(l, call);
    ir_type type = ir_type_of(l->ir, x);
    if (type_class_of(l, exponent_type) != CLASS_INTEGER)
        FAIL_INVALID(l, call->in, "the exponent's type is not an integer");
    lower_expect_same_count(l, call->in, type, exponent_type);
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    bool apart = l->options->target == SMMRA_TARGET_HOST && info->kind == IR_TYPE_VECTOR;
    struct significand_exponent parts = apart ? split_each(l, x, (uint32_t)info->count) : split(l, x);
    parts.exponent = emit_integer_resize(l, parts.exponent, type_width_of(l, exponent_type), true);
    return parts;
}

ir_value expand_frexp(struct lowering *l, const struct extended *call) {
    struct significand_exponent parts = split_float(l, call, lower_type(l, pointee_of(l, call)));
    store_second(l, call, parts.exponent);
    return parts.significand;
}

ir_value expand_frexp_struct(struct lowering *l, const struct extended *call) {
    struct significand_exponent parts = split_float(l, call, member_type(l, call, 1));
    return pair(l, call, parts.significand, parts.exponent);
}

/* ---- Ldexp: x * 2^exponent ---- */

/* The exponent, of any width and sign, as 32 bits; 64 bits that do not fit become the nearest that does. That is as far
 * beyond every float's exponents. */
static ir_value exponent_of(struct lowering *l, const struct extended *call) {
    ir_value exponent = lower_operand_of_class(l, call->in, 3, CLASS_INTEGER);
    uint32_t count;
    const struct spirv_type *scalar = type_component_of(l, type_of_operand(l, call->in->operands[3]), &count);
    return emit_integer_saturate(l, exponent, scalar->is_signed);
}

ir_value expand_ldexp(struct lowering *l, const struct extended *call) {
    ir_value x = float_operand(l, call), exponent = exponent_of(l, call);
    ir_type type = ir_type_of(l->ir, x), integer = type_with_integer(l, type, 32);
    lower_expect_same_count(l, call->in, type, ir_type_of(l->ir, exponent));
    ir_value arguments[] = {x, exponent};
    const char *name = intrinsic_overloaded_name(l, intrinsic_overloaded_name(l, "llvm.ldexp", type), integer);
    ir_value scaled = emit_intrinsic(l, name, type, arguments, 2, PURE);
    if (!float_rounds_toward_zero(l, type_width_of(l, type)))
        return scaled;
    arguments[0] = scaled;
    arguments[1] = emit_binary(l, IR_SUB, ir_zero(l->ir, integer), exponent);
    return emit_not_beyond(l, scaled, emit_intrinsic(l, name, type, arguments, 2, PURE), x);
}
