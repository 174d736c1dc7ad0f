/* The opcode table, of opcode_rows.h and of the families that translation and programs share. */
#include "translator/lower/opcode_rows.h"

#include "spirv/arithmetic.h"
#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "translator/lower/expression.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/geometry.h"
#include "translator/lower/stages/mesh.h"
#include "translator/lower/stages/rays.h"
#include "translator/lower/tensor.h"

/* Instructions that mean nothing here: OpNop, OpLine, OpName and others. */
void lower_nothing(struct lowering *l, const struct spirv_instruction *in) {
    (void)l;
    (void)in;
}

#define AT(opcode) ((uint32_t)(opcode) - ((uint32_t)(opcode) < OPCODE_CORE_END ? 0 : OPCODE_GAP))

#define ATOMIC_ROW                                {lower_op_atomic, .traits = IS_ATOMIC, .pointers = {3, 1}}
#define ROW(opcode, ...)                          [AT(opcode)] = {__VA_ARGS__},
#define BINARY_ROW(opcode, operation, result)     [AT(opcode)] = {lower_binary, IR_##operation},
#define FLOAT_ROW(opcode, operation)              [AT(opcode)] = {lower_binary, IR_##operation},
#define DIVISION_ROW(opcode, operation, result)   [AT(opcode)] = {lower_division, IR_##operation},
#define SHIFT_ROW(opcode, operation, result)      [AT(opcode)] = {lower_shift, IR_##operation},
#define LOGICAL_ROW(opcode, operation, result)    [AT(opcode)] = {lower_logical, IR_##operation},
#define COMPARISON_ROW(opcode, predicate, result) [AT(opcode)] = {lower_comparison, IR_ICMP, IR_##predicate},
#define FLOAT_COMPARISON_ROW(opcode, predicate)   [AT(opcode)] = {lower_comparison, IR_FCMP, IR_##predicate},
#define COMBINE(with) {lower_op_subgroup_arithmetic, .detail = SUBGROUP_##with, .traits = IS_CONVERGENT}

#define RMW_ROW(opcode, ...)                         [AT(opcode)] = ATOMIC_ROW,
#define CONVERSION_ROW(opcode, kind, operation, alu) [AT(opcode)] = {lower_##kind, IR_##operation},
#define DOUBLE_ROW(opcode, kind, operation, ...)     [AT(opcode)] = {lower_##kind, IR_##operation},
#define DERIVATIVE_ROW(opcode, x, y, coarse)                                                                           \
    [AT(opcode)] = {lower_op_derivative,                                                                               \
                    .flags = (x ? DERIVATIVE_X : 0) | (y ? DERIVATIVE_Y : 0) | (coarse ? DERIVATIVE_COARSE : 0),       \
                    .traits = IS_CONVERGENT | KEEPS_HELPERS},
#define DOT_ROW(opcode, first, second, accumulates)                                                                    \
    [AT(opcode)] = {.lower = lower_op_integer_dot,                                                                     \
                    .flags = (first ? DOT_FIRST_SIGNED : 0) | (second ? DOT_SECOND_SIGNED : 0) |                       \
                             (accumulates ? DOT_ACCUMULATES : 0)},
#define SAMPLE_ROW(opcode, implicit, compares, projects, gathers)                                                      \
    [AT(opcode)] = {lower_op_image_sample,                                                                             \
                    .flags = (implicit ? SAMPLE_IMPLICIT : 0) | (compares ? SAMPLE_REFERENCE : 0) |                    \
                             (projects ? SAMPLE_PROJECT : 0) | (gathers ? SAMPLE_GATHER : 0),                          \
                    .traits = implicit ? IS_CONVERGENT_AS_SAMPLE : 0},
/* Kinds of subgroup operations: ALONE needs only a ballot that is there. */
enum { IR_NONE = IR_OPAQUE, ALONE = 0, TOGETHER = IS_CONVERGENT, IN_QUADS = IS_CONVERGENT | KEEPS_HELPERS };
#define SUBGROUP_ROW(opcode, name, operation, kind)                                                                    \
    [AT(opcode)] = {lower_op_subgroup_##name, IR_##operation, .flags = SUBGROUP_HAS_SCOPE, .traits = kind},
#define OLD_SUBGROUP_ROW(opcode, name, operation)                                                                      \
    [AT(opcode)] = {.lower = lower_op_subgroup_##name, .traits = IS_CONVERGENT},
#define REDUCTION_ROW(opcode, with) [AT(opcode)] = COMBINE(with),

/* An instruction without a row is refused by name. */
const struct opcode_row opcode_rows[AT(OPCODE_END)] = {
    OPCODE_ROWS(ROW) SPIRV_INTEGER_ROWS(BINARY_ROW) SPIRV_FLOAT_ROWS(FLOAT_ROW) SPIRV_DIVISION_ROWS(DIVISION_ROW)
        SPIRV_SHIFT_ROWS(SHIFT_ROW) SPIRV_LOGICAL_ROWS(LOGICAL_ROW) SPIRV_COMPARISON_ROWS(COMPARISON_ROW)
            SPIRV_FLOAT_COMPARISON_ROWS(FLOAT_COMPARISON_ROW) SPIRV_ATOMIC_ROWS(RMW_ROW) SPIRV_SAMPLE_ROWS(SAMPLE_ROW)
                SPIRV_CONVERSION_ROWS(CONVERSION_ROW) SPIRV_DOUBLE_ROWS(DOUBLE_ROW)
                    SPIRV_DERIVATIVE_ROWS(DERIVATIVE_ROW) SPIRV_SUBGROUP_ROWS(SUBGROUP_ROW)
                        SPIRV_REDUCTION_ROWS(REDUCTION_ROW) SPIRV_FLOAT_ATOMIC_ROWS(RMW_ROW) SPIRV_DOT_ROWS(DOT_ROW)
                            SPIRV_OLD_SUBGROUP_ROWS(OLD_SUBGROUP_ROW)};

const struct opcode_row *opcode_extension_row(uint32_t opcode) {
    static const struct opcode_row none;
    return opcode < OPCODE_FIRST_EXTENSION || opcode >= OPCODE_END ? &none : &opcode_rows[AT(opcode)];
}
