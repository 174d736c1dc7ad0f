/* Subgroup operations (SPIR-V 3.49.21 and 3.49.24, SPV_KHR_shader_ballot, SPV_KHR_subgroup_vote,
 * SPV_KHR_subgroup_rotate): vote, ballot and its bits, broadcast, shuffle, rotate, quad; the arithmetic is in
 * subgroup_arithmetic.c. A subgroup is a wavefront.
 *
 * Everything is made of six functions of the target, on i32 and on masks of 64 lanes, which work for wave32 and wave64.
 * Values of other types are moved as words. */
#include "translator/lower/numbers/subgroups.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

static const uint16_t across_lanes =
    IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;
static const uint16_t pure = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;

static ir_type i1_type(struct lowering *l) {
    return ir_type_integer(l->ir, 1);
}

static ir_type i64_type(struct lowering *l) {
    return ir_type_integer(l->ir, 64);
}

static ir_value i32_constant(struct lowering *l, uint32_t value) {
    return ir_integer(l->ir, i32_type(l), value);
}

static ir_value i64_constant(struct lowering *l, uint64_t value) {
    return ir_integer(l->ir, i64_type(l), value);
}

/* ---- what other invocations run in between of ---- */

/* A driver of ray tracing may move invocations to other lanes where they trace a ray, call or report. LLVM neither
 * merges nor moves what stands between two such statements across those calls (docs/guide/stages.md, "Rays"). */
static ir_value stay(struct lowering *l, ir_value value, const char *statement) {
    if (!l->has_rays || l->options->target != SMMRA_TARGET_AMDGCN)
        return value;
    ir_value operands[2] = {ir_text_value(l->ir, 0, ir_text_of(l->ir, statement)), value};
    return emit_instruction(l, IR_CALL, ir_type_of(l->ir, value), operands, 2);
}

/* A value is a lane's own, or common to all lanes. */
static ir_value stay_in_lane(struct lowering *l, ir_value value) {
    return stay(l, value, "asm sideeffect \"\", \"=v,0\"");
}

static ir_value stay_in_wave(struct lowering *l, ir_value value) {
    return stay(l, value, "asm sideeffect \"\", \"=s,0\"");
}

static ir_value stay_as_predicate(struct lowering *l, ir_value predicate) {
    if (!l->has_rays)
        return predicate;
    ir_value word = stay_in_lane(l, emit1(l, IR_ZEXT, i32_type(l), predicate));
    return emit_compare(l, IR_ICMP, IR_NE, word, i32_constant(l, 0));
}

/* ---- the six functions ---- */

ir_value subgroup_size(struct lowering *l) {
    if (subgroup_known_size(l))
        return i32_constant(l, subgroup_known_size(l));
    l->asks_lanes = true;
    return emit_intrinsic(l, l->target->wave_size, i32_type(l), NULL, 0, pure);
}

/* The number of lanes before this one: bits of an all-ones mask below it, low half, then high half. */
ir_value subgroup_lane(struct lowering *l) {
    l->asks_lanes = true;
    if (l->target->lane)
        return stay_in_lane(l, emit_intrinsic(l, l->target->lane, i32_type(l), NULL, 0, pure));
    ir_value low[2] = {i32_constant(l, UINT32_MAX), stay_in_wave(l, i32_constant(l, 0))};
    ir_value count = emit_intrinsic(l, l->target->count_below_low, i32_type(l), low, 2, pure);
    if (subgroup_known_size(l) == 32)
        return stay_in_lane(l, count);
    ir_value high[2] = {i32_constant(l, UINT32_MAX), count};
    return stay_in_lane(l, emit_intrinsic(l, l->target->count_below_high, i32_type(l), high, 2, pure));
}

/* Helper invocations take part in what a fragment does with its quad, and with MaximallyReconvergesKHR in all. */
static ir_value in_whole_quad(struct lowering *l, ir_value word) {
    return l->has_quads ? emit_intrinsic(l, l->target->whole_quad, i32_type(l), &word, 1, pure) : word;
}

static ir_value among_helpers(struct lowering *l, ir_value word) {
    return l->body.helpers & HELPERS_COUNT ? in_whole_quad(l, word) : word;
}

/* Bit n is lane n's i1, of all lanes that are active. */
static ir_value ballot_of_active(struct lowering *l, ir_value predicate) {
    predicate = stay_as_predicate(l, predicate);
    if (subgroup_known_size(l) == 32 && l->target->ballot_32) {
        ir_value word = emit_intrinsic(l, l->target->ballot_32, i32_type(l), &predicate, 1, across_lanes);
        return emit1(l, IR_ZEXT, i64_type(l), among_helpers(l, stay_in_wave(l, word)));
    }
    ir_value mask = emit_intrinsic(l, l->target->ballot, i64_type(l), &predicate, 1, across_lanes);
    if (!(l->body.helpers & HELPERS_COUNT))
        return stay_in_wave(l, mask);
    ir_type pair = ir_type_vector(l->ir, i32_type(l), 2);
    ir_value words = emit1(l, IR_BITCAST, pair, mask);
    for (uint32_t i = 0; i < 2; i++)
        words = emit_insert_element(l, words, in_whole_quad(l, emit_extract_element(l, words, i)), i);
    return emit1(l, IR_BITCAST, i64_type(l), words);
}

static bool leaves_helpers_out(const struct lowering *l) {
    return (l->body.helpers & (HELPERS_RUN | HELPERS_COUNT)) == HELPERS_RUN;
}

/* i1: whether the invocation takes part. Helper invocations do not, unless there are no others: then loops that wait
 * for what a subgroup finds end for them too (docs/guide/stages.md, "Helper invocations"). */
static ir_value takes_part(struct lowering *l) {
    ir_value live = fragment_is_live(l);
    ir_value none = emit_compare(l, IR_ICMP, IR_EQ, ballot_of_active(l, live), i64_constant(l, 0));
    return emit2(l, IR_OR, i1_type(l), live, none);
}

ir_value subgroup_ballot(struct lowering *l, ir_value predicate) {
    if (leaves_helpers_out(l))
        predicate = emit2(l, IR_AND, i1_type(l), predicate, takes_part(l));
    return ballot_of_active(l, predicate);
}

/* The first lane that takes part, for read_first; 0: the first active one. */
static ir_value first_lane(struct lowering *l) {
    if (!leaves_helpers_out(l))
        return 0;
    ir_value arguments[2] = {ballot_of_active(l, takes_part(l)), ir_integer(l->ir, i1_type(l), 1)}; /* never 0 */
    return emit1(l, IR_TRUNC, i32_type(l), emit_intrinsic(l, "llvm.cttz.i64", i64_type(l), arguments, 2, pure));
}

static ir_value read_lane(struct lowering *l, ir_value word, ir_value lane) {
    ir_value arguments[2] = {stay_in_lane(l, word), lane};
    ir_value found = emit_intrinsic(l, l->target->read_lane, i32_type(l), arguments, 2, across_lanes);
    return among_helpers(l, stay_in_wave(l, found));
}

static ir_value read_first(struct lowering *l, ir_value word, ir_value lane) {
    if (lane)
        return read_lane(l, word, lane);
    word = tokens_hide(l, stay_in_lane(l, word));
    ir_value found = emit_intrinsic(l, l->target->read_first_lane, i32_type(l), &word, 1, across_lanes);
    return among_helpers(l, stay_in_wave(l, found));
}

/* LLVM 22 takes v_permlane64 for a shuffle in a wavefront of 64 lanes, also on gfx10, which has none. A kernel whose
 * size nobody names has 32 lanes there; of another stage the shell decides. LLVM 21 has no shuffle. */
static bool must_find_lane(const struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    uint32_t size = subgroup_known_size(l);
    bool lacks_wide = processor && processor->lacks_wave64_shuffle && (size == 64 || (!size && l->has_shaders));
    return l->options->target == SMMRA_TARGET_AMDGCN &&
           (lacks_wide || profile_get(l->map.options.profile)->lacks_wave_shuffle);
}

/* ds_bpermute_b32 reaches 32 lanes (ISA guides, "LDS Lane-permute"), of a place in bytes. */
static ir_value permute_by_place(struct lowering *l, ir_value word, ir_value lane) {
    ir_value place = emit_binary(l, IR_SHL, lane, i32_constant(l, 2));
    ir_value arguments[2] = {place, stay_in_lane(l, word)};
    return stay_in_lane(l, emit_intrinsic(l, IR_NAME_PERMUTE_BY_PLACE, i32_type(l), arguments, 2, across_lanes));
}

static ir_value read_any_lane(struct lowering *l, ir_value word, ir_value lane) {
    if (must_find_lane(l) && subgroup_known_size(l) == 32)
        return permute_by_place(l, word, lane);
    if (must_find_lane(l))
        return subgroup_find_lane(l, word, lane);
    ir_value arguments[2] = {stay_in_lane(l, word), tokens_hide(l, lane)};
    return stay_in_lane(l, emit_intrinsic(l, l->target->shuffle, i32_type(l), arguments, 2, across_lanes));
}

static ir_value shuffle(struct lowering *l, ir_value word, ir_value lane) {
    return among_helpers(l, read_any_lane(l, word, lane));
}

/* `control`: the constant that the processor takes (ISA guides, "DPP"). */
static ir_value permute(struct lowering *l, ir_value word, ir_value control) {
    ir_value all = i32_constant(l, 15), yes = ir_integer(l->ir, i1_type(l), 1);
    ir_value arguments[] = {word, control, all, all, yes};
    return emit_intrinsic(l, l->target->permute, i32_type(l), arguments, 5, across_lanes);
}

/* `lanes`: two bits for each lane of the quad. */
static ir_value permute_quad(struct lowering *l, ir_value word, ir_value lanes) {
    return in_whole_quad(l, permute(l, word, lanes));
}

static ir_value swizzle(struct lowering *l, ir_value word, ir_value control) {
    ir_value arguments[] = {word, control};
    return emit_intrinsic(l, IR_NAME_SWIZZLE, i32_type(l), arguments, 2, across_lanes);
}

/* ---- values of any type, word by word ---- */

typedef ir_value word_mover(struct lowering *l, ir_value word, ir_value lane);

static uint32_t bits_of(struct lowering *l, const struct spirv_instruction *in, ir_type type) {
    uint32_t bits = ir_number_bits(ir_type_get(l->ir, type));
    if (!bits)
        FAIL_INVALID(l, in, "a subgroup operation on a value that is neither a number nor a boolean");
    return bits;
}

static ir_value as_type(struct lowering *l, ir_value value, ir_type type) {
    return ir_type_of(l->ir, value) == type ? value : emit1(l, IR_BITCAST, type, value);
}

static ir_value move_scalar(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane,
                            word_mover *mover) {
    ir_type type = ir_type_of(l->ir, value);
    uint32_t bits = bits_of(l, in, type);
    ir_type integer = ir_type_integer(l->ir, bits);
    if (bits == 32)
        return as_type(l, mover(l, as_type(l, value, integer), lane), type);
    value = as_type(l, value, integer);
    if (bits < 32) {
        ir_value word = mover(l, emit1(l, IR_ZEXT, i32_type(l), value), lane);
        return as_type(l, emit1(l, IR_TRUNC, integer, word), type);
    }
    ir_type pair = ir_type_vector(l->ir, i32_type(l), 2);
    ir_value words = emit1(l, IR_BITCAST, pair, value), moved = ir_poison(l->ir, pair);
    for (uint32_t i = 0; i < 2; i++)
        moved = emit_insert_element(l, moved, mover(l, emit_extract_element(l, words, i), lane), i);
    return emit1(l, IR_BITCAST, type, moved);
}

static ir_value move_value(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane,
                           word_mover *mover) {
    ir_type type = ir_type_of(l->ir, value);
    struct ir_type_info info = *ir_type_get(l->ir, type);
    if (info.kind != IR_TYPE_VECTOR)
        return move_scalar(l, in, value, lane, mover);
    ir_value moved = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < info.count; i++)
        moved = emit_insert_element(l, moved, move_scalar(l, in, emit_extract_element(l, value, i), lane, mover), i);
    return moved;
}

ir_value subgroup_read_lane(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane) {
    return move_value(l, in, value, lane, read_lane);
}

ir_value subgroup_shuffle(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane) {
    return move_value(l, in, value, lane, shuffle);
}

ir_value subgroup_mirror(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t half) {
    /* quad_perm:[1,0,3,2], quad_perm:[2,3,0,1], row_half_mirror, row_mirror; swizzle(SWAP,16) */
    static const uint16_t controls[] = {[1] = 0xb1, [2] = 0x4e, [4] = 0x141, [8] = 0x140, [16] = 0x401f};
    return move_value(l, in, value, i32_constant(l, controls[half]), half < 16 ? permute : swizzle);
}

/* ---- operands ---- */

/* Operand 0 of the Group instructions is the execution scope; the KHR instructions have none. */
void subgroup_require_scope(struct lowering *l, const struct spirv_instruction *in) {
    uint64_t scope;
    if (!in->operand_count || !spirv_integer_constant(l->spirv, in->operands[0], &scope))
        FAIL_INVALID(l, in, "its execution scope is not a constant");
    if (scope != SpvScopeSubgroup)
        FAIL_UNSUPPORTED(l, in, "group operations of scope %s are not supported; only Subgroup is",
                         spirv_scope_name((uint32_t)scope) ? spirv_scope_name((uint32_t)scope) : "?");
}

/* The value operands, after the scope if the row says that there is one. */
static ir_value operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    if (l->row->flags & SUBGROUP_HAS_SCOPE) {
        subgroup_require_scope(l, in);
        index++;
    }
    if (index >= in->operand_count)
        FAIL_INVALID(l, in, "it lacks an operand");
    return lower_value(l, in->operands[index]);
}

/* A lane number or distance of any integer type, as i32. */
static ir_value lane_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    ir_value value = operand(l, in, index);
    const struct ir_type_info *type = ir_type_get(l->ir, ir_type_of(l->ir, value));
    if (type->kind != IR_TYPE_INTEGER)
        FAIL_INVALID(l, in, "a lane is not an integer");
    if (type->width == 32)
        return value;
    return emit1(l, type->width < 32 ? IR_ZEXT : IR_TRUNC, i32_type(l), value);
}

static ir_value boolean_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    ir_value value = operand(l, in, index);
    if (ir_type_of(l->ir, value) != i1_type(l))
        FAIL_INVALID(l, in, "its predicate is not a boolean");
    return value;
}

static void finish(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    if (ir_type_of(l->ir, value) != lower_type(l, in->type))
        FAIL_INVALID(l, in, "its result type does not fit its operands");
    lower_result_unchecked(l, in, value);
}

/* ---- masks ---- */

/* A ballot is four words; a wavefront has 64 lanes at most, so that the last two are 0. */
ir_value subgroup_words_of_mask(struct lowering *l, ir_value mask) {
    ir_value pair = emit1(l, IR_BITCAST, ir_type_vector(l->ir, i32_type(l), 2), mask);
    ir_value words = ir_zero(l->ir, ir_type_vector(l->ir, i32_type(l), 4));
    for (uint32_t i = 0; i < 2; i++)
        words = emit_insert_element(l, words, emit_extract_element(l, pair, i), i);
    return words;
}

ir_value subgroup_mask_of_words(struct lowering *l, const struct spirv_instruction *in, ir_value words) {
    if (ir_type_of(l->ir, words) != ir_type_vector(l->ir, i32_type(l), 4))
        FAIL_INVALID(l, in, "a ballot is a vector of four 32-bit integers");
    ir_value low = emit1(l, IR_ZEXT, i64_type(l), emit_extract_element(l, words, 0));
    ir_value high = emit1(l, IR_ZEXT, i64_type(l), emit_extract_element(l, words, 1));
    high = emit2(l, IR_SHL, i64_type(l), high, i64_constant(l, 32));
    return emit2(l, IR_OR, i64_type(l), low, high);
}

/* All lanes that the subgroup has: ~0 >> (64 - size). */
static ir_value mask_of_all(struct lowering *l) {
    ir_value size = emit1(l, IR_ZEXT, i64_type(l), subgroup_size(l));
    ir_value above = emit2(l, IR_SUB, i64_type(l), i64_constant(l, 64), size);
    return emit2(l, IR_LSHR, i64_type(l), i64_constant(l, UINT64_MAX), above);
}

enum { MASK_EQUAL, MASK_GREATER_EQUAL, MASK_GREATER, MASK_LESS_EQUAL, MASK_LESS };

/* The lanes that stand in a relation to this one. 2 << 63 is 0, as it must be, since the shift is of 2 and
 * not of 1 by 64. */
static ir_value mask_relative(struct lowering *l, unsigned relation) {
    ir_value lane = emit1(l, IR_ZEXT, i64_type(l), subgroup_lane(l));
    ir_value own = emit2(l, IR_SHL, i64_type(l), i64_constant(l, 1), lane), one = i64_constant(l, 1);
    if (relation == MASK_EQUAL)
        return own;
    ir_value below = emit2(l, IR_SUB, i64_type(l), own, one);
    if (relation == MASK_LESS)
        return below;
    ir_value up_to = emit2(l, IR_OR, i64_type(l), below, own);
    if (relation == MASK_LESS_EQUAL)
        return up_to;
    ir_value from = relation == MASK_GREATER ? up_to : below;
    ir_value rest = emit2(l, IR_XOR, i64_type(l), from, i64_constant(l, UINT64_MAX));
    return emit2(l, IR_AND, i64_type(l), rest, mask_of_all(l));
}

ir_value subgroup_lanes_below(struct lowering *l, bool inclusive) {
    return mask_relative(l, inclusive ? MASK_LESS_EQUAL : MASK_LESS);
}

ir_value subgroup_mask_builtin(struct lowering *l, uint32_t builtin) {
    static const struct {
        SpvBuiltIn builtin;
        unsigned relation;
    } rows[] = {{SpvBuiltInSubgroupEqMask, MASK_EQUAL},
                {SpvBuiltInSubgroupGeMask, MASK_GREATER_EQUAL},
                {SpvBuiltInSubgroupGtMask, MASK_GREATER},
                {SpvBuiltInSubgroupLeMask, MASK_LESS_EQUAL},
                {SpvBuiltInSubgroupLtMask, MASK_LESS}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].builtin == builtin)
            return subgroup_words_of_mask(l, mask_relative(l, rows[i].relation));
    return 0;
}

/* ---- vote ---- */

void lower_op_subgroup_elect(struct lowering *l, const struct spirv_instruction *in) {
    subgroup_require_scope(l, in);
    ir_value lane = subgroup_lane(l), first = first_lane(l);
    finish(l, in, emit_compare(l, IR_ICMP, IR_EQ, lane, first ? first : read_first(l, lane, 0)));
}

static ir_value complement(struct lowering *l, ir_value boolean) {
    return emit2(l, IR_XOR, i1_type(l), boolean, ir_integer(l->ir, i1_type(l), 1));
}

static ir_value none_of(struct lowering *l, ir_value predicate) {
    return emit_compare(l, IR_ICMP, IR_EQ, subgroup_ballot(l, predicate), i64_constant(l, 0));
}

void lower_op_subgroup_all(struct lowering *l, const struct spirv_instruction *in) {
    finish(l, in, none_of(l, complement(l, boolean_operand(l, in, 0))));
}

void lower_op_subgroup_any(struct lowering *l, const struct spirv_instruction *in) {
    finish(l, in, complement(l, none_of(l, boolean_operand(l, in, 0))));
}

/* Every component equals the first lane's; floats are compared as numbers. */
void lower_op_subgroup_all_equal(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0), differs = 0;
    ir_value first = move_value(l, in, value, first_lane(l), read_first);
    struct ir_type_info type = *ir_type_get(l->ir, ir_type_of(l->ir, value));
    uint32_t count = type.kind == IR_TYPE_VECTOR ? (uint32_t)type.count : 1;
    uint8_t kind = type.kind == IR_TYPE_VECTOR ? ir_type_get(l->ir, type.element)->kind : type.kind;
    for (uint32_t i = 0; i < count; i++) {
        ir_value a = emit_extract_element(l, value, i), b = emit_extract_element(l, first, i);
        ir_value unequal =
            kind == IR_TYPE_INTEGER ? emit_compare(l, IR_ICMP, IR_NE, a, b) : emit_compare(l, IR_FCMP, IR_UNE, a, b);
        differs = differs ? emit2(l, IR_OR, i1_type(l), differs, unequal) : unequal;
    }
    finish(l, in, none_of(l, differs));
}

/* ---- ballot and its bits ---- */

void lower_op_subgroup_ballot(struct lowering *l, const struct spirv_instruction *in) {
    finish(l, in, subgroup_words_of_mask(l, subgroup_ballot(l, boolean_operand(l, in, 0))));
}

/* Bit `lane` of a mask; lanes that no wavefront has are taken modulo 64, where SPIR-V leaves the result
 * undefined. */
ir_value subgroup_bit_of(struct lowering *l, ir_value mask, ir_value lane) {
    ir_value place = emit2(l, IR_AND, i32_type(l), lane, i32_constant(l, 63));
    ir_value shifted = emit2(l, IR_LSHR, i64_type(l), mask, emit1(l, IR_ZEXT, i64_type(l), place));
    return emit1(l, IR_TRUNC, i1_type(l), shifted);
}

void lower_op_subgroup_inverse_ballot(struct lowering *l, const struct spirv_instruction *in) {
    ir_value mask = subgroup_mask_of_words(l, in, operand(l, in, 0));
    finish(l, in, subgroup_bit_of(l, mask, subgroup_lane(l)));
}

void lower_op_subgroup_ballot_bit_extract(struct lowering *l, const struct spirv_instruction *in) {
    ir_value mask = subgroup_mask_of_words(l, in, operand(l, in, 0));
    finish(l, in, subgroup_bit_of(l, mask, lane_operand(l, in, 1)));
}

void lower_op_subgroup_ballot_bit_count(struct lowering *l, const struct spirv_instruction *in) {
    subgroup_require_scope(l, in);
    ir_value mask = subgroup_mask_of_words(l, in, operand(l, in, 1)), lanes;
    switch (in->operands[1]) {
    case SpvGroupOperationReduce:
        lanes = mask_of_all(l);
        break;
    case SpvGroupOperationInclusiveScan:
        lanes = mask_relative(l, MASK_LESS_EQUAL);
        break;
    case SpvGroupOperationExclusiveScan:
        lanes = mask_relative(l, MASK_LESS);
        break;
    default:
        FAIL_INVALID(l, in, "group operation %u does not fit it", in->operands[1]);
    }
    mask = emit2(l, IR_AND, i64_type(l), mask, lanes);
    ir_value bits = emit_intrinsic(l, "llvm.ctpop.i64", i64_type(l), &mask, 1, pure);
    finish(l, in, emit1(l, IR_TRUNC, i32_type(l), bits));
}

/* For an empty mask the result is undefined in SPIR-V; here it is 64 or -1. */
static void find_bit(struct lowering *l, const struct spirv_instruction *in, bool highest) {
    ir_value mask = subgroup_mask_of_words(l, in, operand(l, in, 0));
    mask = emit2(l, IR_AND, i64_type(l), mask, mask_of_all(l));
    ir_value arguments[2] = {mask, ir_integer(l->ir, i1_type(l), 0)};
    const char *name = highest ? "llvm.ctlz.i64" : "llvm.cttz.i64";
    ir_value place = emit1(l, IR_TRUNC, i32_type(l), emit_intrinsic(l, name, i64_type(l), arguments, 2, pure));
    if (highest)
        place = emit2(l, IR_SUB, i32_type(l), i32_constant(l, 63), place);
    finish(l, in, place);
}

void lower_op_subgroup_ballot_find_lowest(struct lowering *l, const struct spirv_instruction *in) {
    find_bit(l, in, false);
}

void lower_op_subgroup_ballot_find_highest(struct lowering *l, const struct spirv_instruction *in) {
    find_bit(l, in, true);
}

/* ---- between lanes ---- */

/* The lane is the same for all: constant, or dynamically uniform. */
void lower_op_subgroup_broadcast(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0);
    finish(l, in, move_value(l, in, value, lane_operand(l, in, 1), read_lane));
}

void lower_op_subgroup_broadcast_first(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0);
    finish(l, in, move_value(l, in, value, first_lane(l), read_first));
}

/* row->ir_opcode makes the other lane from this one and the operand: xor, sub, add; IR_OPAQUE: it is the
 * operand. */
void lower_op_subgroup_shuffle(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0), lane = lane_operand(l, in, 1);
    if (l->row->ir_opcode != IR_OPAQUE)
        lane = emit2(l, (enum ir_opcode)l->row->ir_opcode, i32_type(l), subgroup_lane(l), lane);
    finish(l, in, move_value(l, in, value, lane, shuffle));
}

enum { LANES_OF_FIRST = 1 << 0 | 1 << 2 | 1 << 4 | 1 << 6 }; /* times a lane: all four take what it has */

/* The index is the same for all four. */
static ir_value broadcast_in_quad(struct lowering *l, ir_value word, ir_value index) {
    ir_value found = permute_quad(l, word, i32_constant(l, 0));
    for (uint32_t i = 1; i < 4; i++) {
        ir_value is_it = emit_compare(l, IR_ICMP, IR_EQ, index, i32_constant(l, i));
        ir_value other = permute_quad(l, word, i32_constant(l, i * LANES_OF_FIRST));
        found = emit_select(l, is_it, other, found);
    }
    return found;
}

/* Quads are four lanes in a row: lane & ~3 | index. Fragments leave the shuffle to others: LLVM crashes at one in a
 * wave of 64 lanes on gfx10, where it takes an instruction of gfx11 for it. */
void lower_op_subgroup_quad_broadcast(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0), lane = lane_operand(l, in, 1);
    uint64_t known;
    if (l->has_quads && spirv_integer_constant(l->spirv, in->operands[2], &known) && known < 4) {
        finish(l, in, subgroup_permute_quad(l, in, value, (uint32_t)known * LANES_OF_FIRST));
        return;
    }
    if (l->has_quads) {
        finish(l, in, move_value(l, in, value, lane, broadcast_in_quad));
        return;
    }
    ir_value index = emit2(l, IR_AND, i32_type(l), lane, i32_constant(l, 3));
    ir_value quad = emit2(l, IR_AND, i32_type(l), subgroup_lane(l), i32_constant(l, ~3u));
    finish(l, in, move_value(l, in, value, emit2(l, IR_OR, i32_type(l), quad, index), shuffle));
}

ir_value subgroup_permute_quad(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t lanes) {
    return move_value(l, in, value, i32_constant(l, lanes), permute_quad);
}

/* For lane n of a quad n ^ other. */
static uint32_t lanes_swapped(uint32_t other) {
    return other | (1 ^ other) << 2 | (2 ^ other) << 4 | (3 ^ other) << 6;
}

/* Direction 0 swaps horizontally, 1 vertically, 2 diagonally: lane ^ 1, 2, 3. */
void lower_op_subgroup_quad_swap(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0);
    uint64_t direction;
    if (!spirv_integer_constant(l->spirv, in->operands[2], &direction) || direction > 2)
        FAIL_INVALID(l, in, "its direction is not a constant 0, 1 or 2");
    uint32_t other = (uint32_t)direction + 1;
    if (l->has_quads) {
        finish(l, in, subgroup_permute_quad(l, in, value, lanes_swapped(other)));
        return;
    }
    ir_value lane = emit2(l, IR_XOR, i32_type(l), subgroup_lane(l), i32_constant(l, other));
    finish(l, in, move_value(l, in, value, lane, shuffle));
}

/* Whether an invocation of the quad says yes; those that are not there say no. Of fragments, helper invocations are
 * asked too. */
static ir_value any_of_quad(struct lowering *l, ir_value predicate) {
    if (l->has_quads) {
        ir_value own = emit1(l, IR_ZEXT, i32_type(l), predicate), any = own;
        for (uint32_t i = 1; i < 4; i++)
            any = emit2(l, IR_OR, i32_type(l), any, permute_quad(l, own, i32_constant(l, lanes_swapped(i))));
        return emit_compare(l, IR_ICMP, IR_NE, any, i32_constant(l, 0));
    }
    ir_value first = emit2(l, IR_AND, i32_type(l), subgroup_lane(l), i32_constant(l, ~3u));
    ir_value quad = emit2(l, IR_SHL, i64_type(l), i64_constant(l, 15), emit1(l, IR_ZEXT, i64_type(l), first));
    ir_value yes = emit2(l, IR_AND, i64_type(l), subgroup_ballot(l, predicate), quad);
    return emit_compare(l, IR_ICMP, IR_NE, yes, i64_constant(l, 0));
}

/* row->detail: all say yes, as none says no. */
void lower_op_subgroup_quad_vote(struct lowering *l, const struct spirv_instruction *in) {
    ir_value predicate = boolean_operand(l, in, 0);
    finish(l, in, l->row->detail ? complement(l, any_of_quad(l, complement(l, predicate))) : any_of_quad(l, predicate));
}

/* Within clusters of a power of two of lanes: lane & ~(size - 1) | (lane + delta) & (size - 1). */
void lower_op_subgroup_rotate(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = operand(l, in, 0), delta = lane_operand(l, in, 1), own = subgroup_lane(l);
    ir_value size = in->operand_count > 3 ? lane_operand(l, in, 2) : subgroup_size(l);
    ir_value within = emit2(l, IR_SUB, i32_type(l), size, i32_constant(l, 1));
    ir_value cluster =
        emit2(l, IR_AND, i32_type(l), own, emit2(l, IR_XOR, i32_type(l), within, i32_constant(l, UINT32_MAX)));
    ir_value place = emit2(l, IR_AND, i32_type(l), emit2(l, IR_ADD, i32_type(l), own, delta), within);
    finish(l, in, move_value(l, in, value, emit2(l, IR_OR, i32_type(l), cluster, place), shuffle));
}
