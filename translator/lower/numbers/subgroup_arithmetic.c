/* Reductions and scans over a subgroup: OpGroupNonUniform* of SPIR-V 3.49.24, and the older OpGroup* of the same shape.
 *
 * A loop over the active lanes, lowest first: all lanes read the value of the current one, and each combines those that
 * its group operation includes. This is correct for every type, operation, wave size and set of active lanes. It takes
 * one step for each active lane. Of booleans a ballot has all, without a loop. AMDGPU's reductions combine neighbours,
 * in six steps at most. */
#include "mmra/ir/ir_intrinsic.h"
#include "spirv/identity.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"
#include "translator/map/profile.h"

/* The operation and the identity that it begins with, by the row's detail. */
static const struct combination {
    uint8_t opcode;   /* enum ir_opcode; IR_OPAQUE: `intrinsic`, or the extreme of floats */
    uint8_t identity; /* enum spirv_identity */
    bool is_float;
    const char *intrinsic; /* without its type */
    const char *of_wave;   /* the same of a whole wavefront, where LLVM has it */
} combinations[] = {
    [SUBGROUP_I_ADD] = {IR_ADD, SPIRV_ZERO, false, NULL, IR_NAME_WAVE_REDUCE "add"},
    [SUBGROUP_F_ADD] = {IR_FADD, SPIRV_ZERO, true, NULL, IR_NAME_WAVE_REDUCE "fadd"},
    [SUBGROUP_I_MUL] = {IR_MUL, SPIRV_ONE},
    [SUBGROUP_F_MUL] = {IR_FMUL, SPIRV_ONE, true},
    [SUBGROUP_S_MIN] = {IR_OPAQUE, SPIRV_LARGEST_SIGNED, false, "llvm.smin", IR_NAME_WAVE_REDUCE "min"},
    [SUBGROUP_U_MIN] = {IR_OPAQUE, SPIRV_LARGEST, false, "llvm.umin", IR_NAME_WAVE_REDUCE "umin"},
    [SUBGROUP_F_MIN] = {IR_OPAQUE, SPIRV_LARGEST, true, NULL, IR_NAME_WAVE_REDUCE "fmin"},
    [SUBGROUP_S_MAX] = {IR_OPAQUE, SPIRV_SMALLEST_SIGNED, false, "llvm.smax", IR_NAME_WAVE_REDUCE "max"},
    [SUBGROUP_U_MAX] = {IR_OPAQUE, SPIRV_SMALLEST, false, "llvm.umax", IR_NAME_WAVE_REDUCE "umax"},
    [SUBGROUP_F_MAX] = {IR_OPAQUE, SPIRV_SMALLEST, true, NULL, IR_NAME_WAVE_REDUCE "fmax"},
    [SUBGROUP_AND] = {IR_AND, SPIRV_ONES, false, NULL, IR_NAME_WAVE_REDUCE "and"},
    [SUBGROUP_OR] = {IR_OR, SPIRV_ZERO, false, NULL, IR_NAME_WAVE_REDUCE "or"},
    [SUBGROUP_XOR] = {IR_XOR, SPIRV_ZERO, false, NULL, IR_NAME_WAVE_REDUCE "xor"},
};

static const uint16_t pure = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;

static ir_value identity_of(struct lowering *l, const struct spirv_instruction *in,
                            const struct combination *combination, ir_type type) {
    uint32_t count;
    const struct spirv_type *component = type_component_of(l, type_of(l, in->type), &count);
    if (component->opcode == SpvOpTypePointer)
        FAIL_INVALID(l, in, "pointers cannot be combined");
    if ((component->opcode == SpvOpTypeFloat) != combination->is_float)
        FAIL_INVALID(l, in, "its operand is of the wrong kind of number");
    uint32_t width = component->opcode == SpvOpTypeBool ? 1 : component->width;
    return constant_splat(
        l, type, spirv_identity_bits((enum spirv_identity)combination->identity, combination->is_float, width));
}

static ir_value combine(struct lowering *l, const struct combination *combination, ir_value a, ir_value b) {
    ir_type type = ir_type_of(l->ir, a);
    if (combination->opcode != IR_OPAQUE)
        return emit2(l, (enum ir_opcode)combination->opcode, type, a, b);
    if (combination->is_float)
        return combination->identity == SPIRV_LARGEST ? emit_minimum(l, a, b) : emit_maximum(l, a, b);
    const char *name = intrinsic_overloaded_name(l, combination->intrinsic, type);
    return emit_intrinsic(l, name, type, (ir_value[]){a, b}, 2, pure);
}

/* Whether a lane is in this one's partition (SPV_NV_shader_subgroup_partitioned), which is a ballot. */
static ir_value in_partition(struct lowering *l, const struct spirv_instruction *in, ir_value lane) {
    if (in->operand_count < 4)
        FAIL_INVALID(l, in, "it has no ballot of its partition");
    return subgroup_bit_of(l, subgroup_mask_of_words(l, in, lower_value(l, in->operands[3])), lane);
}

static uint64_t cluster_size(struct lowering *l, const struct spirv_instruction *in) {
    uint64_t size;
    if (in->operand_count < 4 || !spirv_integer_constant(l->spirv, in->operands[3], &size) || size == 0 ||
        (size & (size - 1)))
        FAIL_INVALID(l, in, "its cluster size is not a constant power of two");
    return size > 64 ? 64 : size;
}

/* Whether the current lane of the loop, `other`, counts for this one. 0: it always does. */
static ir_value counts(struct lowering *l, const struct spirv_instruction *in, ir_value own, ir_value other) {
    ir_type i32 = ir_type_integer(l->ir, 32), i1 = ir_type_integer(l->ir, 1);
    ir_value before;
    switch (in->operands[1]) {
    case SpvGroupOperationReduce:
        return 0;
    case SpvGroupOperationInclusiveScan:
        return emit_compare(l, IR_ICMP, IR_ULE, other, own);
    case SpvGroupOperationExclusiveScan:
        return emit_compare(l, IR_ICMP, IR_ULT, other, own);
    case SpvGroupOperationClusteredReduce: /* lanes of one cluster differ below the size alone */
        return emit_compare(l, IR_ICMP, IR_ULT, emit2(l, IR_XOR, i32, own, other),
                            ir_integer(l->ir, i32, cluster_size(l, in)));
    case SpvGroupOperationPartitionedReduceNV:
        return in_partition(l, in, other);
    case SpvGroupOperationPartitionedInclusiveScanNV:
        before = emit_compare(l, IR_ICMP, IR_ULE, other, own);
        return emit2(l, IR_AND, i1, in_partition(l, in, other), before);
    case SpvGroupOperationPartitionedExclusiveScanNV:
        before = emit_compare(l, IR_ICMP, IR_ULT, other, own);
        return emit2(l, IR_AND, i1, in_partition(l, in, other), before);
    default:
        FAIL_UNSUPPORTED(l, in, "group operation %u is not supported", in->operands[1]);
    }
}

/* Makes a phi of the loop with its first value; the next one is set when it is known. */
static ir_value begin_phi(struct lowering *l, ir_type type, uint32_t *instruction) {
    ir_value phi = emit_instruction(l, IR_PHI, type, NULL, 0);
    *instruction = l->ir->instruction_count - 1;
    return phi;
}

static void end_phi(struct lowering *l, uint32_t instruction, ir_value first, ir_value before, ir_value next,
                    ir_value body) {
    ir_set_operands(l->ir, instruction, (uint32_t[]){first, before, next, body}, 4);
}

/* Values are told apart by their bits. */
static ir_value bits_of(struct lowering *l, ir_value value) {
    const struct ir_type_info *type = ir_type_get(l->ir, ir_type_of(l->ir, value));
    uint32_t width = type->kind == IR_TYPE_HALF ? 16 : type->kind == IR_TYPE_FLOAT ? 32 : 64;
    if (type->kind == IR_TYPE_INTEGER)
        return value;
    return emit1(l, IR_BITCAST, ir_type_integer(l->ir, width), value);
}

static ir_value same_bits(struct lowering *l, const struct spirv_type *type, ir_value a, ir_value b) {
    uint32_t count;
    ir_value same = 0;
    type_component_of(l, type, &count);
    for (uint32_t i = 0; i < count; i++) {
        ir_value theirs = bits_of(l, emit_extract_element(l, b, i));
        ir_value equal = emit_compare(l, IR_ICMP, IR_EQ, bits_of(l, emit_extract_element(l, a, i)), theirs);
        same = same ? emit2(l, IR_AND, ir_type_integer(l->ir, 1), same, equal) : equal;
    }
    return same;
}

/* A loop over the partitions: the lanes that have what the lowest lane left has are one. */
void lower_op_subgroup_partition(struct lowering *l, const struct spirv_instruction *in) {
    ir_type i64 = ir_type_integer(l->ir, 64), i1 = ir_type_integer(l->ir, 1);
    ir_value value = lower_value(l, in->operands[0]), zero = ir_integer(l->ir, i64, 0);
    ir_value all = subgroup_ballot(l, ir_integer(l->ir, i1, 1));
    ir_value before = l->at.open_block, body = emit_new_block(l), after = emit_new_block(l);
    uint32_t own_phi, left_phi;
    emit_branch(l, body);
    emit_open_block(l, body);
    ir_value own = begin_phi(l, i64, &own_phi), left = begin_phi(l, i64, &left_phi);
    ir_value outer = tokens_begin_loop(l);
    ir_value arguments[2] = {left, ir_integer(l->ir, i1, 1)}; /* never 0 */
    ir_value lowest = emit_intrinsic(l, "llvm.cttz.i64", i64, arguments, 2, pure);
    ir_value other = subgroup_read_lane(l, in, value, emit1(l, IR_TRUNC, ir_type_integer(l->ir, 32), lowest));
    ir_value same = same_bits(l, type_of_operand(l, in->operands[0]), value, other);
    ir_value partition = subgroup_ballot(l, same);
    ir_value next = emit3(l, IR_SELECT, i64, same, partition, own);
    ir_value others = emit2(l, IR_XOR, i64, partition, ir_integer(l->ir, i64, UINT64_MAX));
    ir_value rest = emit2(l, IR_AND, i64, left, others);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_EQ, rest, zero), after, body);
    end_phi(l, own_phi, zero, before, next, body);
    end_phi(l, left_phi, all, before, rest, body);
    emit_open_block(l, after);
    tokens_end_loop(l, outer);
    ir_value words = subgroup_words_of_mask(l, next);
    if (ir_type_of(l->ir, words) != lower_type(l, in->type))
        FAIL_INVALID(l, in, "its result is no ballot");
    lower_result_unchecked(l, in, words);
}

/* A loop over the active lanes, lowest first, that computes a value. */
struct lane_loop {
    ir_value before, body, after, all, mask, outer;
    uint32_t value_phi, mask_phi;
    ir_value value, lane; /* so far; i32: the current lane */
};

static struct lane_loop begin_lanes(struct lowering *l, ir_type type) {
    ir_type i64 = ir_type_integer(l->ir, 64), i1 = ir_type_integer(l->ir, 1);
    struct lane_loop loop = {.all = subgroup_ballot(l, ir_integer(l->ir, i1, 1))};
    loop.before = l->at.open_block;
    loop.body = emit_new_block(l);
    loop.after = emit_new_block(l);
    emit_branch(l, loop.body);
    emit_open_block(l, loop.body);
    loop.value = begin_phi(l, type, &loop.value_phi);
    loop.mask = begin_phi(l, i64, &loop.mask_phi);
    loop.outer = tokens_begin_loop(l);
    ir_value arguments[2] = {loop.mask, ir_integer(l->ir, i1, 1)}; /* never 0 */
    ir_value lowest = emit_intrinsic(l, "llvm.cttz.i64", i64, arguments, 2, pure);
    loop.lane = emit1(l, IR_TRUNC, ir_type_integer(l->ir, 32), lowest);
    return loop;
}

/* `first` is the value before the first lane, `next` after the current one. */
static void end_lanes(struct lowering *l, const struct lane_loop *loop, ir_value first, ir_value next) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value zero = ir_integer(l->ir, i64, 0), one = ir_integer(l->ir, i64, 1);
    ir_value rest = emit2(l, IR_AND, i64, loop->mask, emit2(l, IR_SUB, i64, loop->mask, one));
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_EQ, rest, zero), loop->after, loop->body);
    end_phi(l, loop->value_phi, first, loop->before, next, loop->body);
    end_phi(l, loop->mask_phi, loop->all, loop->before, rest, loop->body);
    emit_open_block(l, loop->after);
    tokens_end_loop(l, loop->outer);
}

ir_value subgroup_find_lane(struct lowering *l, ir_value word, ir_value lane) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    struct lane_loop loop = begin_lanes(l, i32);
    ir_value other = subgroup_read_lane(l, &l->current, word, loop.lane);
    ir_value is_it = emit_compare(l, IR_ICMP, IR_EQ, lane, loop.lane);
    ir_value next = emit3(l, IR_SELECT, i32, is_it, other, loop.value);
    end_lanes(l, &loop, word, next);
    return next;
}

/* ---- booleans ---- */

/* The mask of the lanes of this one's cluster. */
static ir_value lanes_of_cluster(struct lowering *l, uint64_t size) {
    ir_type i32 = ir_type_integer(l->ir, 32), i64 = ir_type_integer(l->ir, 64);
    ir_value lowest = emit2(l, IR_AND, i32, subgroup_lane(l), ir_integer(l->ir, i32, UINT32_MAX - (size - 1)));
    ir_value lanes = ir_integer(l->ir, i64, UINT64_MAX >> (64 - size));
    return emit2(l, IR_SHL, i64, lanes, emit1(l, IR_ZEXT, i64, lowest));
}

/* The bits of a ballot that count for this lane: what `counts` says of one lane. */
static ir_value bits_that_count(struct lowering *l, const struct spirv_instruction *in, ir_value ballot) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    uint32_t operation = in->operands[1];
    if (operation >= SpvGroupOperationPartitionedReduceNV) {
        if (in->operand_count < 4)
            FAIL_INVALID(l, in, "it has no ballot of its partition");
        ballot = emit2(l, IR_AND, i64, ballot, subgroup_mask_of_words(l, in, lower_value(l, in->operands[3])));
    }
    switch (operation) {
    case SpvGroupOperationReduce:
    case SpvGroupOperationPartitionedReduceNV:
        return ballot;
    case SpvGroupOperationInclusiveScan:
    case SpvGroupOperationPartitionedInclusiveScanNV:
        return emit2(l, IR_AND, i64, ballot, subgroup_lanes_below(l, true));
    case SpvGroupOperationExclusiveScan:
    case SpvGroupOperationPartitionedExclusiveScanNV:
        return emit2(l, IR_AND, i64, ballot, subgroup_lanes_below(l, false));
    case SpvGroupOperationClusteredReduce:
        return emit2(l, IR_AND, i64, ballot, lanes_of_cluster(l, cluster_size(l, in)));
    default:
        FAIL_UNSUPPORTED(l, in, "group operation %u is not supported", operation);
    }
}

/* All are true if none is false; one is, if not none; an odd number of them makes an exclusive or. */
static ir_value combine_booleans(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    ir_type i1 = ir_type_integer(l->ir, 1), i64 = ir_type_integer(l->ir, 64);
    bool all = l->row->detail == SUBGROUP_AND;
    if (all)
        value = emit2(l, IR_XOR, i1, value, ir_integer(l->ir, i1, 1));
    ir_value bits = bits_that_count(l, in, subgroup_ballot(l, value));
    if (l->row->detail == SUBGROUP_XOR)
        return emit1(l, IR_TRUNC, i1, emit_intrinsic(l, "llvm.ctpop.i64", i64, &bits, 1, pure));
    return emit_compare(l, IR_ICMP, all ? IR_EQ : IR_NE, bits, ir_integer(l->ir, i64, 0));
}

static ir_value combine_vectors_of_booleans(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    ir_type type = ir_type_of(l->ir, value);
    struct ir_type_info info = *ir_type_get(l->ir, type);
    if (info.kind != IR_TYPE_VECTOR)
        return combine_booleans(l, in, value);
    ir_value combined = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < info.count; i++)
        combined = emit_insert_element(l, combined, combine_booleans(l, in, emit_extract_element(l, value, i)), i);
    return combined;
}

/* ---- by the processor's own steps ---- */

/* The operation combines all active lanes of so many in a row; 0: it is no such reduction. */
static uint32_t reduced_lanes(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t known = subgroup_known_size(l), most = known ? known : 64;
    if (in->operands[1] == SpvGroupOperationClusteredReduce)
        return cluster_size(l, in) < most ? (uint32_t)cluster_size(l, in) : most;
    return in->operands[1] == SpvGroupOperationReduce ? most : 0;
}

/* LLVM 23 combines the halves of 64 lanes by ds_permute, on processors that have wavefronts of 32 too. On gfx10 and
 * gfx11 that does not reach the other half (docs/upstream/llvm-wave-reduce-halves.md), and the register of its address
 * may be overwritten in another branch (docs/upstream/llvm-wave-reduce-overwritten.md). */
static bool has_no_halves(const struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    return subgroup_known_size(l) == 32 || (processor && !processor->wave32);
}

static bool reduces_in_wave(struct lowering *l, const struct combination *combination, uint32_t lanes) {
    uint32_t known = subgroup_known_size(l);
    return combination->of_wave && profile_get(l->map.options.profile)->reduces_waves &&
           lanes == (known ? known : 64) && has_no_halves(l);
}

/* For a processor that is named, as the steps are its instructions; `litmus --translate` names none, and reads loops.
 * All 64 lanes are there only if somebody says so, and LLVM has no tokens for the steps between. */
static bool reduces_by_neighbours(struct lowering *l, uint32_t lanes, ir_type type) {
    const struct processor *processor = processor_find(l->options->mcpu);
    bool narrow = ir_number_bits(ir_element_get(l->ir, type)) < 32;
    if (l->options->target != SMMRA_TARGET_AMDGCN || !processor || tokens_are_wanted(l) ||
        (narrow && processor->half_registers && profile_get(l->map.options.profile)->widens_halves))
        return false;
    return lanes < 64 || subgroup_known_size(l);
}

/* Helper invocations would have to be left out or taken in, and a driver of ray tracing may move lanes: see
 * subgroups.c. */
static bool reduces_without_loop(struct lowering *l, const struct combination *combination, uint32_t lanes,
                                 ir_type type) {
    return lanes && !l->body.helpers && !l->has_rays &&
           (reduces_in_wave(l, combination, lanes) || reduces_by_neighbours(l, lanes, type));
}

/* All active lanes take part, and all get the result. LLVM chooses how (0). It does not make signalling NaNs quiet, of
 * which the processor would make the result. */
static ir_value reduce_in_wave(struct lowering *l, const struct combination *combination, ir_value value) {
    ir_type type = ir_type_of(l->ir, value);
    if (combination->is_float && combination->opcode == IR_OPAQUE)
        value = emit_call1(l, "llvm.canonicalize", value);
    ir_value arguments[2] = {value, ir_integer(l->ir, ir_type_integer(l->ir, 32), 0)};
    const char *name = intrinsic_overloaded_name(l, combination->of_wave, type);
    return emit_intrinsic(l, name, type, arguments, 2, pure | IR_FUNCTION_CONVERGENT);
}

/* The value as an integer of 32 or 64 bits, which set.inactive and strict.wwm take. */
static ir_value word_of(struct lowering *l, ir_value value) {
    uint32_t bits = ir_number_bits(ir_type_get(l->ir, ir_type_of(l->ir, value)));
    ir_type integer = ir_type_integer(l->ir, bits);
    if (ir_type_of(l->ir, value) != integer)
        value = emit1(l, IR_BITCAST, integer, value);
    return bits < 32 ? emit1(l, IR_ZEXT, ir_type_integer(l->ir, 32), value) : value;
}

static ir_value number_of(struct lowering *l, ir_value word, ir_type type) {
    uint32_t bits = ir_number_bits(ir_type_get(l->ir, type));
    ir_type integer = ir_type_integer(l->ir, bits);
    if (bits < 32)
        word = emit1(l, IR_TRUNC, integer, word);
    return type == integer ? word : emit1(l, IR_BITCAST, type, word);
}

/* Between set.inactive and strict.wwm LLVM lets all lanes of the wave take part: the inactive ones begin with the
 * identity. Then a step makes the lanes of each group of twice as many have the same. */
static ir_value reduce_by_neighbours(struct lowering *l, const struct spirv_instruction *in,
                                     const struct combination *combination, ir_value value, ir_value identity) {
    ir_type i32 = ir_type_integer(l->ir, 32), type = ir_type_of(l->ir, value);
    uint32_t lanes = reduced_lanes(l, in);
    ir_value words[2] = {word_of(l, value), word_of(l, identity)};
    ir_type word = ir_type_of(l->ir, words[0]);
    ir_value all = emit_intrinsic(l, intrinsic_overloaded_name(l, IR_NAME_SET_INACTIVE, word), word, words, 2,
                                  pure | IR_FUNCTION_CONVERGENT);
    value = number_of(l, all, type);
    for (uint32_t half = 1; half < lanes && half < 32; half *= 2)
        value = combine(l, combination, value, subgroup_mirror(l, in, value, half));
    if (lanes == 64) {
        ir_value upper = subgroup_read_lane(l, in, value, ir_integer(l->ir, i32, 32));
        value = combine(l, combination, subgroup_read_lane(l, in, value, ir_integer(l->ir, i32, 0)), upper);
    }
    all = word_of(l, value);
    all = emit_intrinsic(l, intrinsic_overloaded_name(l, IR_NAME_STRICT "wm", word), word, &all, 1,
                         pure | IR_FUNCTION_CONVERGENT);
    return number_of(l, all, type);
}

static ir_value reduce_number(struct lowering *l, const struct spirv_instruction *in,
                              const struct combination *combination, ir_value value, ir_value identity) {
    if (reduces_in_wave(l, combination, reduced_lanes(l, in)))
        return reduce_in_wave(l, combination, value);
    return reduce_by_neighbours(l, in, combination, value, identity);
}

static ir_value reduce_components(struct lowering *l, const struct spirv_instruction *in,
                                  const struct combination *combination, ir_value value) {
    ir_type type = ir_type_of(l->ir, value);
    struct ir_type_info info = *ir_type_get(l->ir, type);
    if (info.kind != IR_TYPE_VECTOR)
        return reduce_number(l, in, combination, value, identity_of(l, in, combination, type));
    ir_value reduced = ir_poison(l->ir, type), identity = identity_of(l, in, combination, info.element);
    for (uint32_t i = 0; i < info.count; i++)
        reduced = emit_insert_element(
            l, reduced, reduce_number(l, in, combination, emit_extract_element(l, value, i), identity), i);
    return reduced;
}

static bool combines_booleans(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t count;
    return l->row->detail >= SUBGROUP_AND &&
           type_component_of(l, type_of(l, in->type), &count)->opcode == SpvOpTypeBool;
}

void lower_op_subgroup_arithmetic(struct lowering *l, const struct spirv_instruction *in) {
    const struct combination *combination = &combinations[l->row->detail];
    subgroup_require_scope(l, in);
    ir_type type = lower_type(l, in->type);
    ir_value value = lower_value(l, in->operands[2]);
    if (ir_type_of(l->ir, value) != type)
        FAIL_INVALID(l, in, "its operand is not of its result type");
    if (combines_booleans(l, in)) {
        lower_result_unchecked(l, in, combine_vectors_of_booleans(l, in, value));
        return;
    }
    ir_value identity = identity_of(l, in, combination, type);
    if (reduces_without_loop(l, combination, reduced_lanes(l, in), type)) {
        lower_result_unchecked(l, in, reduce_components(l, in, combination, value));
        return;
    }
    ir_value own = subgroup_lane(l);
    struct lane_loop loop = begin_lanes(l, type);
    ir_value next = combine(l, combination, loop.value, subgroup_read_lane(l, in, value, loop.lane));
    ir_value taken = counts(l, in, own, loop.lane);
    if (taken)
        next = emit3(l, IR_SELECT, type, taken, next, loop.value);
    end_lanes(l, &loop, identity, next);
    lower_result_unchecked(l, in, next);
}
