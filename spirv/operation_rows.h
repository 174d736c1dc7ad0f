/* Families of instructions whose members differ in a little: an instruction is one row, for translation and for
 * programs. What a row says, the specification says; what is made of it is each reader's own. */
#ifndef SPIRV_OPERATION_ROWS_H
#define SPIRV_OPERATION_ROWS_H

/* Read-modify-writes (SPIR-V 3.49.18): what LLVM calls the operation, on which numbers, and whether its operand is 1.
 */
#define SPIRV_ATOMIC_ROWS(ROW)                                                                                         \
    ROW(SpvOpAtomicExchange, XCHG, EITHER, false)                                                                      \
    ROW(SpvOpAtomicIIncrement, ADD, INTEGER, true)                                                                     \
    ROW(SpvOpAtomicIDecrement, SUB, INTEGER, true)                                                                     \
    ROW(SpvOpAtomicIAdd, ADD, INTEGER, false)                                                                          \
    ROW(SpvOpAtomicISub, SUB, INTEGER, false)                                                                          \
    ROW(SpvOpAtomicSMin, MIN, INTEGER, false)                                                                          \
    ROW(SpvOpAtomicUMin, UMIN, INTEGER, false)                                                                         \
    ROW(SpvOpAtomicSMax, MAX, INTEGER, false)                                                                          \
    ROW(SpvOpAtomicUMax, UMAX, INTEGER, false)                                                                         \
    ROW(SpvOpAtomicAnd, AND, INTEGER, false)                                                                           \
    ROW(SpvOpAtomicOr, OR, INTEGER, false)                                                                             \
    ROW(SpvOpAtomicXor, XOR, INTEGER, false)

#define SPIRV_FLOAT_ATOMIC_ROWS(ROW)                                                                                   \
    ROW(SpvOpAtomicFAddEXT, FADD, FLOATING, false)                                                                     \
    ROW(SpvOpAtomicFMinEXT, FMIN, FLOATING, false)                                                                     \
    ROW(SpvOpAtomicFMaxEXT, FMAX, FLOATING, false)

/* Derivatives (3.49.16): along x, along y, coarse. Along both it is the width. */
#define SPIRV_DERIVATIVE_ROWS(ROW)                                                                                     \
    ROW(SpvOpDPdx, true, false, false)                                                                                 \
    ROW(SpvOpDPdy, false, true, false)                                                                                 \
    ROW(SpvOpFwidth, true, true, false)                                                                                \
    ROW(SpvOpDPdxFine, true, false, false)                                                                             \
    ROW(SpvOpDPdyFine, false, true, false)                                                                             \
    ROW(SpvOpFwidthFine, true, true, false)                                                                            \
    ROW(SpvOpDPdxCoarse, true, false, true)                                                                            \
    ROW(SpvOpDPdyCoarse, false, true, true)                                                                            \
    ROW(SpvOpFwidthCoarse, true, true, true)

/* Conversions (3.49.11): from and to which kind of number, what LLVM calls it, and what programs do. */
#define SPIRV_CONVERSION_ROWS(ROW)                                                                                     \
    ROW(SpvOpConvertFToU, float_to_integer, FPTOUI, FTOU)                                                              \
    ROW(SpvOpConvertFToS, float_to_integer, FPTOSI, FTOS)                                                              \
    ROW(SpvOpConvertSToF, integer_to_float, SITOFP, STOF)                                                              \
    ROW(SpvOpConvertUToF, integer_to_float, UITOFP, UTOF)                                                              \
    ROW(SpvOpUConvert, integer_resize, ZEXT, COPY)                                                                     \
    ROW(SpvOpSConvert, integer_resize, SEXT, SEXT)

/* Two results (3.49.13): the kind, what makes the operands wider or the low half, and the high half or carry. */
#define SPIRV_DOUBLE_ROWS(ROW)                                                                                         \
    ROW(SpvOpIAddCarry, carry, ADD, ADD, carry)                                                                        \
    ROW(SpvOpISubBorrow, carry, SUB, SUB, borrow)                                                                      \
    ROW(SpvOpUMulExtended, extended_multiplication, ZEXT, MUL, unsigned_high)                                          \
    ROW(SpvOpSMulExtended, extended_multiplication, SEXT, MUL, signed_high)

/* Packed dot products of integers: whether the first operand has signs, the second one, and a sum is added with
 * saturation. */
#define SPIRV_DOT_ROWS(ROW)                                                                                            \
    ROW(SpvOpSDot, true, true, false)                                                                                  \
    ROW(SpvOpUDot, false, false, false)                                                                                \
    ROW(SpvOpSUDot, true, false, false)                                                                                \
    ROW(SpvOpSDotAccSat, true, true, true)                                                                             \
    ROW(SpvOpUDotAccSat, false, false, true)                                                                           \
    ROW(SpvOpSUDotAccSat, true, false, true)

/* Samples (3.49.10): with an implicit level of detail, with a reference, with projective coordinates, of four texels.
 */
#define SPIRV_SAMPLE_ROWS(ROW)                                                                                         \
    ROW(SpvOpImageSampleImplicitLod, true, false, false, false)                                                        \
    ROW(SpvOpImageSampleExplicitLod, false, false, false, false)                                                       \
    ROW(SpvOpImageSampleDrefImplicitLod, true, true, false, false)                                                     \
    ROW(SpvOpImageSampleDrefExplicitLod, false, true, false, false)                                                    \
    ROW(SpvOpImageSampleProjImplicitLod, true, false, true, false)                                                     \
    ROW(SpvOpImageSampleProjExplicitLod, false, false, true, false)                                                    \
    ROW(SpvOpImageSampleProjDrefImplicitLod, true, true, true, false)                                                  \
    ROW(SpvOpImageSampleProjDrefExplicitLod, false, true, true, false)                                                 \
    ROW(SpvOpImageGather, false, false, false, true)                                                                   \
    ROW(SpvOpImageDrefGather, false, true, false, true)

/* Operations of a subgroup (3.49.24): the name, an operation that tells one from others of that name, and the kind. */
#define SPIRV_SUBGROUP_ROWS(ROW)                                                                                       \
    ROW(SpvOpGroupNonUniformElect, elect, NONE, TOGETHER)                                                              \
    ROW(SpvOpGroupNonUniformAll, all, AND, TOGETHER)                                                                   \
    ROW(SpvOpGroupNonUniformAny, any, OR, TOGETHER)                                                                    \
    ROW(SpvOpGroupNonUniformAllEqual, all_equal, NONE, TOGETHER)                                                       \
    ROW(SpvOpGroupNonUniformBroadcast, broadcast, NONE, TOGETHER)                                                      \
    ROW(SpvOpGroupNonUniformBroadcastFirst, broadcast_first, NONE, TOGETHER)                                           \
    ROW(SpvOpGroupNonUniformBallot, ballot, NONE, TOGETHER)                                                            \
    ROW(SpvOpGroupNonUniformInverseBallot, inverse_ballot, NONE, ALONE)                                                \
    ROW(SpvOpGroupNonUniformBallotBitExtract, ballot_bit_extract, NONE, ALONE)                                         \
    ROW(SpvOpGroupNonUniformBallotBitCount, ballot_bit_count, NONE, ALONE)                                             \
    ROW(SpvOpGroupNonUniformBallotFindLSB, ballot_find_lowest, NONE, ALONE)                                            \
    ROW(SpvOpGroupNonUniformBallotFindMSB, ballot_find_highest, NONE, ALONE)                                           \
    ROW(SpvOpGroupNonUniformShuffle, shuffle, NONE, TOGETHER)                                                          \
    ROW(SpvOpGroupNonUniformShuffleXor, shuffle, XOR, TOGETHER)                                                        \
    ROW(SpvOpGroupNonUniformShuffleUp, shuffle, SUB, TOGETHER)                                                         \
    ROW(SpvOpGroupNonUniformShuffleDown, shuffle, ADD, TOGETHER)                                                       \
    ROW(SpvOpGroupNonUniformQuadBroadcast, quad_broadcast, NONE, IN_QUADS)                                             \
    ROW(SpvOpGroupNonUniformQuadSwap, quad_swap, NONE, IN_QUADS)

/* The same without an operand for the scope, of SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote. */
#define SPIRV_OLD_SUBGROUP_ROWS(ROW)                                                                                   \
    ROW(SpvOpSubgroupBallotKHR, ballot, NONE)                                                                          \
    ROW(SpvOpSubgroupFirstInvocationKHR, broadcast_first, NONE)                                                        \
    ROW(SpvOpSubgroupReadInvocationKHR, broadcast, NONE)                                                               \
    ROW(SpvOpSubgroupAllKHR, all, AND)                                                                                 \
    ROW(SpvOpSubgroupAnyKHR, any, OR)                                                                                  \
    ROW(SpvOpSubgroupAllEqualKHR, all_equal, NONE)

/* Reductions and scans: with what they combine. */
#define SPIRV_REDUCTION_ROWS(ROW)                                                                                      \
    ROW(SpvOpGroupNonUniformIAdd, I_ADD)                                                                               \
    ROW(SpvOpGroupNonUniformFAdd, F_ADD)                                                                               \
    ROW(SpvOpGroupNonUniformIMul, I_MUL)                                                                               \
    ROW(SpvOpGroupNonUniformFMul, F_MUL)                                                                               \
    ROW(SpvOpGroupNonUniformSMin, S_MIN)                                                                               \
    ROW(SpvOpGroupNonUniformUMin, U_MIN)                                                                               \
    ROW(SpvOpGroupNonUniformFMin, F_MIN)                                                                               \
    ROW(SpvOpGroupNonUniformSMax, S_MAX)                                                                               \
    ROW(SpvOpGroupNonUniformUMax, U_MAX)                                                                               \
    ROW(SpvOpGroupNonUniformFMax, F_MAX)                                                                               \
    ROW(SpvOpGroupNonUniformBitwiseAnd, AND)                                                                           \
    ROW(SpvOpGroupNonUniformBitwiseOr, OR)                                                                             \
    ROW(SpvOpGroupNonUniformBitwiseXor, XOR)                                                                           \
    ROW(SpvOpGroupNonUniformLogicalAnd, AND)                                                                           \
    ROW(SpvOpGroupNonUniformLogicalOr, OR)                                                                             \
    ROW(SpvOpGroupNonUniformLogicalXor, XOR)

#endif
