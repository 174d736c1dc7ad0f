/* AMD's sets of extended instructions that are no formulas: SPV_AMD_gcn_shader, SPV_AMD_shader_ballot. The other
 * instructions of these extensions are in opcode_rows.h. */
#include "translator/lower/expression.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/values.h"

/* ---- SPV_AMD_gcn_shader ---- */

/* A direction into a cube, and which of its coordinates is the largest: z before y before x where they are equal. */
struct direction {
    ir_value x, y, z;
    ir_value major_z, major_y; /* major_y counts only where major_z does not hold */
};

static ir_value magnitude(struct lowering *l, ir_value a) {
    return emit_call1(l, "llvm.fabs", a);
}

static struct direction read_direction(struct lowering *l, const struct extended *call) {
    ir_type type = ir_type_of(l->ir, call->operands[0]);
    if (type_class_of(l, type) != CLASS_FLOAT || type_count_of(l, type) != 3)
        FAIL_INVALID(l, call->in, "its direction is not a vector of three floats");
    struct direction d = {.x = emit_extract_element(l, call->operands[0], 0),
                          .y = emit_extract_element(l, call->operands[0], 1),
                          .z = emit_extract_element(l, call->operands[0], 2)};
    ir_value x = magnitude(l, d.x), y = magnitude(l, d.y), z = magnitude(l, d.z);
    ir_value above_y = emit_compare(l, IR_FCMP, IR_OGE, z, y), above_x = emit_compare(l, IR_FCMP, IR_OGE, z, x);
    d.major_z = emit2(l, IR_AND, ir_type_integer(l->ir, 1), above_x, above_y);
    d.major_y = emit_compare(l, IR_FCMP, IR_OGE, y, x);
    return d;
}

static ir_value by_major(struct lowering *l, const struct direction *d, ir_value x, ir_value y, ir_value z) {
    return emit_select(l, d->major_z, z, emit_select(l, d->major_y, y, x));
}

static ir_value by_sign(struct lowering *l, ir_value a, ir_value if_negative, ir_value if_not) {
    ir_value negative = emit_compare(l, IR_FCMP, IR_OLT, a, constant_float(l, ir_type_of(l->ir, a), 0));
    return emit_select(l, negative, if_negative, if_not);
}

/* +x, -x, +y, -y, +z, -z are 0 to 5. */
static ir_value expand_cube_face_index(struct lowering *l, const struct extended *call) {
    struct direction d = read_direction(l, call);
    ir_type type = ir_type_of(l->ir, d.x);
    ir_value z = by_sign(l, d.z, constant_float(l, type, 5), constant_float(l, type, 4));
    ir_value y = by_sign(l, d.y, constant_float(l, type, 3), constant_float(l, type, 2));
    ir_value x = by_sign(l, d.x, constant_float(l, type, 1), constant_float(l, type, 0));
    return by_major(l, &d, x, y, z);
}

/* Vulkan, "Cube Map Face Selection and Transformations": s and t over twice the major coordinate, plus one half. */
static ir_value expand_cube_face_coord(struct lowering *l, const struct extended *call) {
    struct direction d = read_direction(l, call);
    ir_type type = ir_type_of(l->ir, d.x);
    ir_value minus_x = emit_fneg(l, d.x), minus_y = emit_fneg(l, d.y), minus_z = emit_fneg(l, d.z);
    ir_value s_of_z = by_sign(l, d.z, minus_x, d.x), s_of_x = by_sign(l, d.x, d.z, minus_z);
    ir_value s = by_major(l, &d, s_of_x, d.x, s_of_z);
    ir_value t = by_major(l, &d, minus_y, by_sign(l, d.y, minus_z, d.z), minus_y);
    ir_value major = magnitude(l, by_major(l, &d, d.x, d.y, d.z)), half = constant_float(l, type, 0.5);
    ir_value twice = emit_binary(l, IR_FADD, major, major);
    ir_value pair = ir_poison(l->ir, call->type);
    if (type_class_of(l, call->type) != CLASS_FLOAT || type_count_of(l, call->type) != 2)
        FAIL_INVALID(l, call->in, "its result is not a vector of two floats");
    pair = emit_insert_element(l, pair, emit_binary(l, IR_FADD, emit_fdiv(l, s, twice), half), 0);
    return emit_insert_element(l, pair, emit_binary(l, IR_FADD, emit_fdiv(l, t, twice), half), 1);
}

static ir_value expand_time(struct lowering *l, const struct extended *call) {
    (void)call;
    return emit_intrinsic(l, "llvm.readcyclecounter", ir_type_integer(l->ir, 64), NULL, 0, IR_FUNCTION_NOUNWIND);
}

static const struct extended_row gcn_rows[] = {
    [1] = {"CubeFaceIndexAMD", expand_cube_face_index, 1, RULE_OWN},
    [2] = {"CubeFaceCoordAMD", expand_cube_face_coord, 1, RULE_OWN},
    [3] = {"TimeAMD", expand_time, 0, RULE_OWN},
};

/* ---- SPV_AMD_shader_ballot ---- */

static ir_value number(struct lowering *l, uint32_t value) {
    return ir_integer(l->ir, ir_type_integer(l->ir, 32), value);
}

/* Reads the value of another lane, or 0 if that is not active. */
static ir_value fetch(struct lowering *l, const struct extended *call, ir_value lane) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value active = subgroup_ballot(l, ir_integer(l->ir, ir_type_integer(l->ir, 1), 1));
    ir_value bit = emit2(l, IR_LSHR, i64, active, emit1(l, IR_ZEXT, i64, lane));
    ir_value is_active = emit1(l, IR_TRUNC, ir_type_integer(l->ir, 1), bit);
    ir_value moved = subgroup_shuffle(l, call->in, call->operands[0], lane);
    return emit_select(l, is_active, moved, ir_zero(l->ir, ir_type_of(l->ir, moved)));
}

static void require_words(struct lowering *l, const struct extended *call, uint32_t operand, uint32_t count) {
    ir_type type = ir_type_of(l->ir, call->operands[operand]);
    if (type != (count > 1 ? ir_type_vector(l->ir, i32_type(l), count) : i32_type(l)))
        FAIL_INVALID(l, call->in, "operand %u is not %u 32-bit integers", operand + 1, count);
}

/* Within its quad, each lane takes from the one that its component of the offset names. */
static ir_value expand_swizzle(struct lowering *l, const struct extended *call) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    require_words(l, call, 1, 4);
    ir_value own = subgroup_lane(l), within = emit2(l, IR_AND, i32, own, number(l, 3));
    ir_value offset = emit2(l, IR_EXTRACTELEMENT, i32, call->operands[1], within);
    ir_value quad = emit2(l, IR_AND, i32, own, number(l, ~3u));
    return fetch(l, call, emit2(l, IR_OR, i32, quad, emit2(l, IR_AND, i32, offset, number(l, 3))));
}

/* Each of 32 lanes takes from lane ((own & x) | y) ^ z. */
static ir_value expand_swizzle_masked(struct lowering *l, const struct extended *call) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    require_words(l, call, 1, 3);
    ir_value own = subgroup_lane(l), lane = emit2(l, IR_AND, i32, own, number(l, 31));
    lane = emit2(l, IR_AND, i32, lane, emit_extract_element(l, call->operands[1], 0));
    lane = emit2(l, IR_OR, i32, lane, emit_extract_element(l, call->operands[1], 1));
    lane = emit2(l, IR_XOR, i32, lane, emit_extract_element(l, call->operands[1], 2));
    ir_value rest = emit2(l, IR_AND, i32, own, number(l, ~31u));
    return fetch(l, call, emit2(l, IR_OR, i32, rest, emit2(l, IR_AND, i32, lane, number(l, 31))));
}

static ir_value expand_write_invocation(struct lowering *l, const struct extended *call) {
    require_words(l, call, 2, 1);
    if (ir_type_of(l->ir, call->operands[0]) != ir_type_of(l->ir, call->operands[1]))
        FAIL_INVALID(l, call->in, "its values have different types");
    ir_value is_own = emit_compare(l, IR_ICMP, IR_EQ, subgroup_lane(l), call->operands[2]);
    return emit_select(l, is_own, call->operands[1], call->operands[0]);
}

/* Bits of the mask below the own one. */
static ir_value expand_mbcnt(struct lowering *l, const struct extended *call) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    if (ir_type_of(l->ir, call->operands[0]) != i64)
        FAIL_INVALID(l, call->in, "its mask is not a 64-bit integer");
    ir_value own = emit2(l, IR_SHL, i64, ir_integer(l->ir, i64, 1), emit1(l, IR_ZEXT, i64, subgroup_lane(l)));
    ir_value below = emit2(l, IR_SUB, i64, own, ir_integer(l->ir, i64, 1));
    return emit_integer_resize(l, emit_call1(l, "llvm.ctpop", emit_binary(l, IR_AND, call->operands[0], below)), 32,
                               false);
}

static const struct extended_row ballot_rows[] = {
    [1] = {"SwizzleInvocationsAMD", expand_swizzle, 2, RULE_OWN},
    [2] = {"SwizzleInvocationsMaskedAMD", expand_swizzle_masked, 2, RULE_OWN},
    [3] = {"WriteInvocationAMD", expand_write_invocation, 3, RULE_OWN},
    [4] = {"MbcntAMD", expand_mbcnt, 1, RULE_OWN},
};

#define SET(name, rows, convergent) {name, rows, sizeof rows / sizeof *rows, convergent}

const struct extended_set extended_amd_sets[AMD_EXTENDED_SETS] = {
    SET("SPV_AMD_gcn_shader", gcn_rows, false),
    SET("SPV_AMD_shader_ballot", ballot_rows, true),
};
