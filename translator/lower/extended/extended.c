/* Extended instructions (SPIR-V specification 3.49.4): sets by tables, GLSL.std.450's here; sets that mean nothing are
 * skipped. */
#include "translator/lower/extended/extended.h"

#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/later.h"
#include "translator/lower/expression.h"
#include "translator/lower/handlers.h"
#include "translator/lower/types.h"

/* The specification lets Round round 0.5 either way: it is RoundEven here. FMin and FMax may do anything with a NaN:
 * they are NMin and NMax here. Sin and Cos are within Vulkan's precision as LLVM's back end expands them; Pow is
 * exp2(y * log2(x)). */
static const struct extended_row rows[] = {
    [GLSLstd450Round] = {"Round", NULL, "llvm.roundeven", 1, RULE_FLOAT},
    [GLSLstd450RoundEven] = {"RoundEven", NULL, "llvm.roundeven", 1, RULE_FLOAT},
    [GLSLstd450Trunc] = {"Trunc", NULL, "llvm.trunc", 1, RULE_FLOAT},
    [GLSLstd450FAbs] = {"FAbs", NULL, "llvm.fabs", 1, RULE_FLOAT},
    [GLSLstd450SAbs] = {"SAbs", expand_s_abs, NULL, 1, RULE_INTEGER},
    [GLSLstd450FSign] = {"FSign", expand_f_sign, NULL, 1, RULE_FLOAT},
    [GLSLstd450SSign] = {"SSign", expand_s_sign, NULL, 1, RULE_INTEGER},
    [GLSLstd450Floor] = {"Floor", NULL, "llvm.floor", 1, RULE_FLOAT},
    [GLSLstd450Ceil] = {"Ceil", NULL, "llvm.ceil", 1, RULE_FLOAT},
    [GLSLstd450Fract] = {"Fract", expand_fract, NULL, 1, RULE_FLOAT, .rounds = true},
    [GLSLstd450Radians] = {"Radians", expand_radians, NULL, 1, RULE_SHORT, .rounds = true},
    [GLSLstd450Degrees] = {"Degrees", expand_degrees, NULL, 1, RULE_SHORT, .rounds = true},
    [GLSLstd450Sin] = {"Sin", NULL, "llvm.sin", 1, RULE_SHORT},
    [GLSLstd450Cos] = {"Cos", NULL, "llvm.cos", 1, RULE_SHORT},
    [GLSLstd450Tan] = {"Tan", expand_tan, NULL, 1, RULE_WIDENED},
    [GLSLstd450Asin] = {"Asin", expand_asin, NULL, 1, RULE_WIDENED},
    [GLSLstd450Acos] = {"Acos", expand_acos, NULL, 1, RULE_WIDENED},
    [GLSLstd450Atan] = {"Atan", expand_atan, NULL, 1, RULE_WIDENED},
    [GLSLstd450Sinh] = {"Sinh", expand_sinh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Cosh] = {"Cosh", expand_cosh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Tanh] = {"Tanh", expand_tanh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Asinh] = {"Asinh", expand_asinh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Acosh] = {"Acosh", expand_acosh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Atanh] = {"Atanh", expand_atanh, NULL, 1, RULE_WIDENED},
    [GLSLstd450Atan2] = {"Atan2", expand_atan2, NULL, 2, RULE_WIDENED},
    [GLSLstd450Pow] = {"Pow", NULL, "llvm.pow", 2, RULE_SHORT},
    [GLSLstd450Exp] = {"Exp", expand_exp, NULL, 1, RULE_SHORT},
    [GLSLstd450Log] = {"Log", expand_log, NULL, 1, RULE_SHORT},
    [GLSLstd450Exp2] = {"Exp2", expand_exp2, NULL, 1, RULE_SHORT},
    [GLSLstd450Log2] = {"Log2", expand_log2, NULL, 1, RULE_SHORT},
    [GLSLstd450Sqrt] = {"Sqrt", expand_sqrt, NULL, 1, RULE_FLOAT},
    [GLSLstd450InverseSqrt] = {"InverseSqrt", expand_inverse_sqrt, NULL, 1, RULE_FLOAT},
    [GLSLstd450Determinant] = {"Determinant", expand_determinant, NULL, 1, RULE_OWN},
    [GLSLstd450MatrixInverse] = {"MatrixInverse", expand_matrix_inverse, NULL, 1, RULE_OWN},
    [GLSLstd450Modf] = {"Modf", expand_modf, NULL, 2, RULE_OWN, .rounds = true},
    [GLSLstd450ModfStruct] = {"ModfStruct", expand_modf_struct, NULL, 1, RULE_OWN, .rounds = true},
    [GLSLstd450FMin] = {"FMin", NULL, "llvm.minnum", 2, RULE_FLOAT},
    [GLSLstd450UMin] = {"UMin", NULL, "llvm.umin", 2, RULE_INTEGER},
    [GLSLstd450SMin] = {"SMin", NULL, "llvm.smin", 2, RULE_INTEGER},
    [GLSLstd450FMax] = {"FMax", NULL, "llvm.maxnum", 2, RULE_FLOAT},
    [GLSLstd450UMax] = {"UMax", NULL, "llvm.umax", 2, RULE_INTEGER},
    [GLSLstd450SMax] = {"SMax", NULL, "llvm.smax", 2, RULE_INTEGER},
    [GLSLstd450FClamp] = {"FClamp", expand_clamp, "llvm.maxnum", 3, RULE_FLOAT, "llvm.minnum"},
    [GLSLstd450UClamp] = {"UClamp", expand_clamp, "llvm.umax", 3, RULE_INTEGER, "llvm.umin"},
    [GLSLstd450SClamp] = {"SClamp", expand_clamp, "llvm.smax", 3, RULE_INTEGER, "llvm.smin"},
    [GLSLstd450FMix] = {"FMix", expand_mix, NULL, 3, RULE_FLOAT, .rounds = true},
    [GLSLstd450Step] = {"Step", expand_step, NULL, 2, RULE_FLOAT},
    [GLSLstd450SmoothStep] = {"SmoothStep", expand_smooth_step, NULL, 3, RULE_FLOAT, .rounds = true},
    [GLSLstd450Fma] = {"Fma", expand_fma, NULL, 3, RULE_FLOAT, .rounds = true},
    [GLSLstd450Frexp] = {"Frexp", expand_frexp, NULL, 2, RULE_OWN},
    [GLSLstd450FrexpStruct] = {"FrexpStruct", expand_frexp_struct, NULL, 1, RULE_OWN},
    [GLSLstd450Ldexp] = {"Ldexp", expand_ldexp, NULL, 2, RULE_OWN, .rounds = true},
    [GLSLstd450PackSnorm4x8] = {"PackSnorm4x8", expand_pack, NULL, 1, RULE_OWN, .bits = 8, .is_signed = true},
    [GLSLstd450PackUnorm4x8] = {"PackUnorm4x8", expand_pack, NULL, 1, RULE_OWN, .bits = 8},
    [GLSLstd450PackSnorm2x16] = {"PackSnorm2x16", expand_pack, NULL, 1, RULE_OWN, .bits = 16, .is_signed = true},
    [GLSLstd450PackUnorm2x16] = {"PackUnorm2x16", expand_pack, NULL, 1, RULE_OWN, .bits = 16},
    [GLSLstd450PackHalf2x16] = {"PackHalf2x16", expand_pack_half_2x16, NULL, 1, RULE_OWN},
    [GLSLstd450PackDouble2x32] = {"PackDouble2x32", expand_pack_double_2x32, NULL, 1, RULE_OWN},
    [GLSLstd450UnpackSnorm2x16] = {"UnpackSnorm2x16", expand_unpack, NULL, 1, RULE_OWN, .bits = 16, .is_signed = true},
    [GLSLstd450UnpackUnorm2x16] = {"UnpackUnorm2x16", expand_unpack, NULL, 1, RULE_OWN, .bits = 16},
    [GLSLstd450UnpackHalf2x16] = {"UnpackHalf2x16", expand_unpack_half_2x16, NULL, 1, RULE_OWN},
    [GLSLstd450UnpackSnorm4x8] = {"UnpackSnorm4x8", expand_unpack, NULL, 1, RULE_OWN, .bits = 8, .is_signed = true},
    [GLSLstd450UnpackUnorm4x8] = {"UnpackUnorm4x8", expand_unpack, NULL, 1, RULE_OWN, .bits = 8},
    [GLSLstd450UnpackDouble2x32] = {"UnpackDouble2x32", expand_unpack_double_2x32, NULL, 1, RULE_OWN},
    [GLSLstd450Length] = {"Length", expand_length, NULL, 1, RULE_OWN, .rounds = true},
    [GLSLstd450Distance] = {"Distance", expand_distance, NULL, 2, RULE_OWN, .rounds = true},
    [GLSLstd450Cross] = {"Cross", expand_cross, NULL, 2, RULE_FLOAT, .rounds = true},
    [GLSLstd450Normalize] = {"Normalize", expand_normalize, NULL, 1, RULE_FLOAT, .rounds = true},
    [GLSLstd450FaceForward] = {"FaceForward", expand_face_forward, NULL, 3, RULE_FLOAT, .rounds = true},
    [GLSLstd450Reflect] = {"Reflect", expand_reflect, NULL, 2, RULE_FLOAT, .rounds = true},
    [GLSLstd450Refract] = {"Refract", expand_refract, NULL, 3, RULE_OWN, .rounds = true},
    [GLSLstd450FindILsb] = {"FindILsb", expand_find_i_lsb, NULL, 1, RULE_INTEGER},
    [GLSLstd450FindSMsb] = {"FindSMsb", expand_find_s_msb, NULL, 1, RULE_INTEGER},
    [GLSLstd450FindUMsb] = {"FindUMsb", expand_find_u_msb, NULL, 1, RULE_INTEGER},
    [GLSLstd450InterpolateAtCentroid] = {"InterpolateAtCentroid", expand_interpolate_at_centroid, NULL, 1, RULE_OWN},
    [GLSLstd450InterpolateAtSample] = {"InterpolateAtSample", expand_interpolate_at_sample, NULL, 2, RULE_OWN},
    [GLSLstd450InterpolateAtOffset] = {"InterpolateAtOffset", expand_interpolate_at_offset, NULL, 2, RULE_OWN},
    [GLSLstd450NMin] = {"NMin", NULL, "llvm.minnum", 2, RULE_FLOAT},
    [GLSLstd450NMax] = {"NMax", NULL, "llvm.maxnum", 2, RULE_FLOAT},
    [GLSLstd450NClamp] = {"NClamp", expand_clamp, "llvm.maxnum", 3, RULE_FLOAT, "llvm.minnum"},
};

#define FIRST_OPERAND 2u /* after the set and the instruction's number */

static void check_types(struct lowering *l, const struct extended *call, const struct extended_row *row) {
    enum type_class class = row->rule == RULE_INTEGER ? CLASS_INTEGER : CLASS_FLOAT;
    lower_result_type_of_class(l, call->in, class);
    for (uint32_t i = 0; i < call->operand_count; i++)
        lower_operand_of_type(l, call->in, FIRST_OPERAND + i, call->type);
    if (row->rule != RULE_FLOAT && row->rule != RULE_INTEGER && type_width_of(l, call->type) == 64)
        FAIL_INVALID(l, call->in, "GLSL.std.450 %s takes floats of 16 or 32 bits", row->name);
}

static ir_value expand(struct lowering *l, const struct extended *call, const struct extended_row *row) {
    if (row->expand)
        return row->expand(l, call);
    return emit_overloaded_call(l, row->intrinsic, call->operands, call->operand_count);
}

/* Halves to floats, the expansion, and back. */
static ir_value expand_widened(struct lowering *l, const struct extended *call, const struct extended_row *row) {
    ir_type scalar = type_scalar_of(l, call->type), single = ir_type_simple(l->ir, IR_TYPE_FLOAT);
    struct extended wide = *call;
    wide.type = type_with_scalar(l, call->type, single);
    for (uint32_t i = 0; i < call->operand_count; i++)
        wide.operands[i] = emit_float_resize(l, call->operands[i], single);
    return emit_float_resize(l, expand(l, &wide, row), scalar);
}

static const struct extended_set glsl_set = {"GLSL.std.450", rows, sizeof rows / sizeof *rows, .convergent = false};

static const struct extended_set *find_set(const char *name) {
    if (strcmp(name, glsl_set.name) == 0)
        return &glsl_set;
    for (size_t i = 0; i < AMD_EXTENDED_SETS; i++)
        if (strcmp(name, extended_amd_sets[i].name) == 0)
            return &extended_amd_sets[i];
    return NULL;
}

static const char *name_of_set(struct lowering *l, spirv_id import) {
    return (const char *)spirv_defining(l->spirv, import).operands;
}

bool extended_set_is_convergent(struct lowering *l, spirv_id import) {
    const struct extended_set *set = find_set(name_of_set(l, import));
    bool interpolates = set == &glsl_set && spirv_has_capability(l->spirv, SpvCapabilityInterpolationFunction);
    return set && (set->convergent || interpolates);
}

bool extended_interpolates(struct lowering *l, const struct spirv_instruction *in) {
    return in->operands[1] >= GLSLstd450InterpolateAtCentroid && in->operands[1] <= GLSLstd450InterpolateAtOffset &&
           find_set(name_of_set(l, in->operands[0])) == &glsl_set;
}

bool extended_is_pure(struct lowering *l, const struct spirv_instruction *in) {
    const char *name = name_of_set(l, in->operands[0]);
    return spirv_is_non_semantic(name) || (find_set(name) == &glsl_set && !extended_interpolates(l, in));
}

static void lower_extended(struct lowering *l, const struct spirv_instruction *in, const struct extended_set *set) {
    uint32_t number = in->operands[1];
    if (number >= set->count || !set->rows[number].name)
        FAIL_UNSUPPORTED(l, in, "%s has no instruction %u that is known here", set->name, number);
    const struct extended_row *row = &set->rows[number];
    if (in->operand_count != FIRST_OPERAND + row->operand_count)
        FAIL_INVALID(l, in, "%s %s takes %u operands", set->name, row->name, row->operand_count);
    struct extended call = {.in = in, .row = row, .type = lower_type(l, in->type), .operand_count = row->operand_count};
    for (uint32_t i = 0; i < row->operand_count; i++)
        call.operands[i] = lower_operand(l, in, FIRST_OPERAND + i);
    l->floats.extended_rounds = row->rounds;
    if (row->rule != RULE_OWN)
        check_types(l, &call, row);
    lower_result(l, in, row->rule == RULE_WIDENED ? expand_widened(l, &call, row) : expand(l, &call, row));
}

void lower_op_ext_inst(struct lowering *l, const struct spirv_instruction *in) {
    const char *name = name_of_set(l, in->operands[0]);
    if (spirv_is_non_semantic(name))
        return;
    if (in->opcode == SPIRV_EXT_INST_WITH_FORWARD_REFS)
        FAIL_UNSUPPORTED(l, in, "forward references in the set %.60s are not supported", name);
    const struct extended_set *set = find_set(name);
    if (!set)
        FAIL_UNSUPPORTED(l, in, "the extended instruction set %.60s is not supported", name);
    lower_extended(l, in, set);
}
