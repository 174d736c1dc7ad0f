/* Extended instructions (SPIR-V specification 3.49.4): sets by tables, GLSL.std.450's here; sets that mean nothing are
 * skipped. */
#include "translator/lower/extended/extended.h"

#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/later.h"
#include "translator/lower/expression.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"

#define FORMULA(name, operands, rule, accuracy, ...)                                                                   \
    {#name, extended_##name, operands, RULE_##rule, .rounds = SPIRV_##accuracy == SPIRV_ROUNDED},
#define GLSL_FORMULA(name, ...) [GLSLstd450##name] = FORMULA(name, __VA_ARGS__)

static const struct extended_row rows[] = {
    [GLSLstd450Determinant] = {"Determinant", expand_determinant, 1, RULE_OWN},
    [GLSLstd450MatrixInverse] = {"MatrixInverse", expand_matrix_inverse, 1, RULE_OWN},
    [GLSLstd450Modf] = {"Modf", expand_modf, 2, RULE_OWN, .rounds = true},
    [GLSLstd450ModfStruct] = {"ModfStruct", expand_modf_struct, 1, RULE_OWN, .rounds = true},
    [GLSLstd450Frexp] = {"Frexp", expand_frexp, 2, RULE_OWN},
    [GLSLstd450FrexpStruct] = {"FrexpStruct", expand_frexp_struct, 1, RULE_OWN},
    [GLSLstd450Ldexp] = {"Ldexp", expand_ldexp, 2, RULE_OWN, .rounds = true},
    [GLSLstd450PackSnorm4x8] = {"PackSnorm4x8", expand_pack, 1, RULE_OWN, .bits = 8, .is_signed = true},
    [GLSLstd450PackUnorm4x8] = {"PackUnorm4x8", expand_pack, 1, RULE_OWN, .bits = 8},
    [GLSLstd450PackSnorm2x16] = {"PackSnorm2x16", expand_pack, 1, RULE_OWN, .bits = 16, .is_signed = true},
    [GLSLstd450PackUnorm2x16] = {"PackUnorm2x16", expand_pack, 1, RULE_OWN, .bits = 16},
    [GLSLstd450PackHalf2x16] = {"PackHalf2x16", expand_pack_half_2x16, 1, RULE_OWN},
    [GLSLstd450PackDouble2x32] = {"PackDouble2x32", expand_pack_double_2x32, 1, RULE_OWN},
    [GLSLstd450UnpackSnorm2x16] = {"UnpackSnorm2x16", expand_unpack, 1, RULE_OWN, .bits = 16, .is_signed = true},
    [GLSLstd450UnpackUnorm2x16] = {"UnpackUnorm2x16", expand_unpack, 1, RULE_OWN, .bits = 16},
    [GLSLstd450UnpackHalf2x16] = {"UnpackHalf2x16", expand_unpack_half_2x16, 1, RULE_OWN},
    [GLSLstd450UnpackSnorm4x8] = {"UnpackSnorm4x8", expand_unpack, 1, RULE_OWN, .bits = 8, .is_signed = true},
    [GLSLstd450UnpackUnorm4x8] = {"UnpackUnorm4x8", expand_unpack, 1, RULE_OWN, .bits = 8},
    [GLSLstd450UnpackDouble2x32] = {"UnpackDouble2x32", expand_unpack_double_2x32, 1, RULE_OWN},
    [GLSLstd450Refract] = {"Refract", expand_refract, 3, RULE_OWN, .rounds = true},
    [GLSLstd450InterpolateAtCentroid] = {"InterpolateAtCentroid", expand_interpolate_at_centroid, 1, RULE_OWN},
    [GLSLstd450InterpolateAtSample] = {"InterpolateAtSample", expand_interpolate_at_sample, 2, RULE_OWN},
    [GLSLstd450InterpolateAtOffset] = {"InterpolateAtOffset", expand_interpolate_at_offset, 2, RULE_OWN},
    SPIRV_GLSL_ROWS(GLSL_FORMULA) EXTENDED_WIDENED_ROWS(GLSL_FORMULA)};

/* Its numbers begin at 1. */
static const struct extended_row trinary_rows[] = {{0}, SPIRV_TRINARY_ROWS(FORMULA)};

#define FIRST_OPERAND 2u /* after the set and the instruction's number */

static void check_types(struct lowering *l, const struct extended *call, const struct extended_row *row) {
    ir_type type =
        row->rule == RULE_VECTOR
            ? ir_type_of(l->ir, lower_operand_of_class(l, call->in, FIRST_OPERAND, CLASS_FLOAT))
            : lower_result_type_of_class(l, call->in, row->rule == RULE_INTEGER ? CLASS_INTEGER : CLASS_FLOAT);
    for (uint32_t i = 0; i < call->operand_count; i++)
        lower_operand_of_type(l, call->in, FIRST_OPERAND + i, type);
    if ((row->rule == RULE_SHORT || row->rule == RULE_WIDENED) && type_width_of(l, type) == 64)
        FAIL_INVALID(l, call->in, "GLSL.std.450 %s takes floats of 16 or 32 bits", row->name);
}

/* Halves to floats, the expansion, and back. */
static ir_value expand_widened(struct lowering *l, const struct extended *call, const struct extended_row *row) {
    ir_type scalar = type_scalar_of(l, call->type), single = ir_type_simple(l->ir, IR_TYPE_FLOAT);
    struct extended wide = *call;
    wide.type = type_with_scalar(l, call->type, single);
    for (uint32_t i = 0; i < call->operand_count; i++)
        wide.operands[i] = emit_float_resize(l, call->operands[i], single);
    return emit_float_resize(l, row->expand(l, &wide), scalar);
}

static const struct extended_set glsl_set = {"GLSL.std.450", rows, sizeof rows / sizeof *rows, .convergent = false};
static const struct extended_set trinary_set = {"SPV_AMD_shader_trinary_minmax", trinary_rows,
                                                sizeof trinary_rows / sizeof *trinary_rows, .convergent = false};

static const struct extended_set *find_set(const char *name) {
    const struct extended_set *sets[] = {&glsl_set, &trinary_set, &extended_amd_sets[0], &extended_amd_sets[1]};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (strcmp(name, sets[i]->name) == 0)
            return sets[i];
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
    lower_result(l, in, row->rule == RULE_WIDENED ? expand_widened(l, &call, row) : row->expand(l, &call));
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
