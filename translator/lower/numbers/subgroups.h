/* subgroups.c and subgroup_arithmetic.c share and offer this. */
#ifndef TRANSLATOR_SUBGROUPS_H
#define TRANSLATOR_SUBGROUPS_H

#include "translator/lower/lowering.h"
#include "translator/lower/opcode_rows.h"

/* Flag of a row: operand 0 is an execution scope, which must be Subgroup. */
enum { SUBGROUP_HAS_SCOPE = 1 };

/* Detail of a row of lower_op_subgroup_arithmetic; the last three may combine booleans. */
enum subgroup_combination {
    SUBGROUP_I_ADD,
    SUBGROUP_F_ADD,
    SUBGROUP_I_MUL,
    SUBGROUP_F_MUL,
    SUBGROUP_S_MIN,
    SUBGROUP_U_MIN,
    SUBGROUP_F_MIN,
    SUBGROUP_S_MAX,
    SUBGROUP_U_MAX,
    SUBGROUP_F_MAX,
    SUBGROUP_AND,
    SUBGROUP_OR,
    SUBGROUP_XOR
};

/* Lanes of a wavefront, as far as the options say: 32, 64, or 0 if that is decided later. */
uint32_t subgroup_known_size(const struct lowering *l);
/* The same if the translation relies on it although nobody asked for it: then LLVM must be told. Else 0. */
uint32_t subgroup_assumed_size(const struct lowering *l);
ir_value subgroup_size(struct lowering *l);                       /* i32 */
ir_value subgroup_lane(struct lowering *l);                       /* i32: this invocation's place in its subgroup */
ir_value subgroup_ballot(struct lowering *l, ir_value predicate); /* i64: bit n is lane n's i1 */
/* A ballot as SPIR-V has it, of four i32, and as a mask, i64; i1: whether the mask has a lane's bit. */
ir_value subgroup_words_of_mask(struct lowering *l, ir_value mask);
ir_value subgroup_mask_of_words(struct lowering *l, const struct spirv_instruction *in, ir_value words);
ir_value subgroup_bit_of(struct lowering *l, ir_value mask, ir_value lane);
/* i64: the lanes below this one, inclusive or not. */
ir_value subgroup_lanes_below(struct lowering *l, bool inclusive);
/* The value, of any numeric or boolean type, that a lane has; the lane is the same for all active ones. */
ir_value subgroup_read_lane(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane);
/* The same of a lane that each invocation names. */
ir_value subgroup_shuffle(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_value lane);
/* The same of an i32, without an instruction for it: by a loop over the active lanes. */
ir_value subgroup_find_lane(struct lowering *l, ir_value word, ir_value lane);
/* The same in its quad of fragments, by lanes 0 to 3 of it: bits 2 n and 2 n + 1 of `lanes` are lane n's. Helpers take
 * part. */
ir_value subgroup_permute_quad(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t lanes);
/* A value of a lane of the other half of each group of 2 * half lanes, half at most 16, by AMDGPU's instructions. Which
 * lane: any one; inactive lanes are among them. */
ir_value subgroup_mirror(struct lowering *l, const struct spirv_instruction *in, ir_value value, uint32_t half);
/* Fails unless operand 0 is the constant scope Subgroup. */
void subgroup_require_scope(struct lowering *l, const struct spirv_instruction *in);
static inline bool subgroup_has_mask_builtin(uint32_t builtin) {
    return builtin >= SpvBuiltInSubgroupEqMask && builtin <= SpvBuiltInSubgroupLtMask;
}
/* The value of SubgroupEqMask and similar built-ins, or 0 for any other built-in. */
ir_value subgroup_mask_builtin(struct lowering *l, uint32_t builtin);

opcode_handler lower_op_subgroup_elect, lower_op_subgroup_all, lower_op_subgroup_any, lower_op_subgroup_all_equal;
opcode_handler lower_op_subgroup_ballot, lower_op_subgroup_inverse_ballot, lower_op_subgroup_ballot_bit_extract;
opcode_handler lower_op_subgroup_ballot_bit_count, lower_op_subgroup_ballot_find_lowest;
opcode_handler lower_op_subgroup_ballot_find_highest, lower_op_subgroup_broadcast;
opcode_handler lower_op_subgroup_broadcast_first, lower_op_subgroup_shuffle, lower_op_subgroup_quad_broadcast;
opcode_handler lower_op_subgroup_quad_swap;

#endif
