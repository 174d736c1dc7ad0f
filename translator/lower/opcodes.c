/* Which handler lowers which instruction, and everything else that depends only on the opcode. */
#include "translator/lower/opcodes.h"

#include "spirv/arithmetic.h"
#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "translator/lower/expression.h"
#include "translator/lower/handlers.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/geometry.h"
#include "translator/lower/stages/mesh.h"
#include "translator/lower/stages/rays.h"
#include "translator/lower/tensor.h"

/* OpNop, OpLine, OpName and what else means nothing here. */
static void lower_nothing(struct lowering *l, const struct spirv_instruction *in) {
    (void)l;
    (void)in;
}

#define AT(opcode) ((uint32_t)(opcode) - ((uint32_t)(opcode) < OPCODE_CORE_END ? 0 : OPCODE_GAP))

#define ATOMIC_ROW                              {lower_op_atomic, .traits = IS_ATOMIC, .pointers = {3, 1}}
#define QUERY(name)                             {.lower = lower_op_ray, .detail = RAY_QUERY_##name, .pointers = {1, 1}}
#define QUERY_RESULT(name)                      {.lower = lower_op_ray, .detail = RAY_QUERY_##name, .pointers = {3, 1}}
#define BINARY_ROW(opcode, operation, result)   [AT(opcode)] = {lower_binary, IR_##operation},
#define FLOAT_ROW(opcode, operation)            [AT(opcode)] = {lower_binary, IR_##operation},
#define DIVISION_ROW(opcode, operation, result) [AT(opcode)] = {lower_division, IR_##operation},
#define SHIFT_ROW(opcode, operation, result)    [AT(opcode)] = {lower_shift, IR_##operation},
#define LOGICAL_ROW(opcode, operation, result)  [AT(opcode)] = {lower_logical, IR_##operation},
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

/* What has no row is refused by name. */
const struct opcode_row opcode_rows[AT(OPCODE_END)] = {
    /* Nothing to do: debug information, and structure that IR does not need. */
    [SpvOpNop] = {lower_nothing},
    [SpvOpLine] = {lower_nothing},
    [SpvOpNoLine] = {lower_nothing},
    [SpvOpName] = {lower_nothing},
    [SpvOpMemberName] = {lower_nothing},
    [SpvOpModuleProcessed] = {lower_nothing},
    [SpvOpSelectionMerge] = {lower_nothing},
    [SpvOpLoopMerge] = {lower_nothing},

    /* 3.49.1 Miscellaneous */
    [SpvOpUndef] = {lower_op_undef},

    /* 3.49.4 Extension */
    [SpvOpExtInst] = {lower_op_ext_inst, .pointers = {5, ALL_THAT_FOLLOW}, .traits = IS_CONVERGENT_AS_SET},

    /* 3.49.8 Memory */
    [SpvOpVariable] = {lower_op_variable, .pointers = {4, 1}},
    [SpvOpLoad] = {lower_op_load, .pointers = {3, 1}},
    [SpvOpStore] = {lower_op_store, .pointers = {1, 2}},
    [SpvOpCopyMemory] = {lower_op_copy_memory, .pointers = {1, 2}},
    [SpvOpCopyMemorySized] = {lower_op_copy_memory, .pointers = {1, 2}},
    [SpvOpAccessChain] = {lower_op_access_chain, .pointers = {3, 1}},
    [SpvOpInBoundsAccessChain] = {lower_op_access_chain, .pointers = {3, 1}},
    [SpvOpPtrAccessChain] = {lower_op_access_chain, .detail = 1, .pointers = {3, 1}}, /* has an Element operand */
    [SpvOpInBoundsPtrAccessChain] = {lower_op_access_chain, .detail = 1, .pointers = {3, 1}},
    [SpvOpArrayLength] = {lower_op_array_length, .pointers = {3, 1}},
    [SpvOpPtrEqual] = {lower_pointer_comparison, IR_ICMP, IR_EQ, .pointers = {3, 2}},
    [SpvOpPtrNotEqual] = {lower_pointer_comparison, IR_ICMP, IR_NE, .pointers = {3, 2}},
    [SpvOpPtrDiff] = {lower_op_ptr_diff, .pointers = {3, 2}},

    /* 3.49.9 Function */
    [SpvOpFunctionCall] = {lower_op_function_call, .pointers = {4, ALL_THAT_FOLLOW}, .traits = IS_CONVERGENT_AS_CALLEE},

    /* 3.49.10 Image */
    [SpvOpImageTexelPointer] = {lower_op_image_texel_pointer, .pointers = {3, 1}},
    [SpvOpSampledImage] = {lower_op_sampled_image},
    [SpvOpImage] = {lower_op_image},
    [SpvOpImageRead] = {lower_op_image_read},
    [SpvOpImageFetch] = {lower_op_image_read},
    [SpvOpImageWrite] = {lower_op_image_write},
    [SpvOpImageSparseRead] = {lower_op_image_read, .flags = IMAGE_SPARSE},
    [SpvOpImageSparseFetch] = {lower_op_image_read, .flags = IMAGE_SPARSE},
    [SpvOpImageSparseSampleImplicitLod] = {lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_IMPLICIT,
                                           .traits = IS_CONVERGENT_AS_SAMPLE},
    [SpvOpImageSparseSampleExplicitLod] = {lower_op_image_sample, .flags = IMAGE_SPARSE},
    [SpvOpImageSparseSampleDrefImplicitLod] = {lower_op_image_sample,
                                               .flags = IMAGE_SPARSE | SAMPLE_REFERENCE | SAMPLE_IMPLICIT,
                                               .traits = IS_CONVERGENT_AS_SAMPLE},
    [SpvOpImageSparseSampleDrefExplicitLod] = {lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_REFERENCE},
    [SpvOpImageSparseGather] = {lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_GATHER},
    [SpvOpImageSparseDrefGather] = {lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_GATHER | SAMPLE_REFERENCE},
    [SpvOpImageSparseTexelsResident] = {lower_op_image_resident},
    [SpvOpImageQuerySizeLod] = {lower_op_image_query_size, .detail = 1}, /* has a level */
    [SpvOpImageQuerySize] = {lower_op_image_query_size},
    [SpvOpImageQueryLod] = {lower_op_image_query_lod, .traits = IS_CONVERGENT_AS_SAMPLE},
    [SpvOpImageQueryLevels] = {lower_op_image_query_levels},
    [SpvOpImageQuerySamples] = {lower_op_image_query_samples},

    /* 3.49.11 Conversion */
    [SpvOpFConvert] = {lower_op_f_convert},
    [SpvOpQuantizeToF16] = {lower_op_quantize_to_f16},
    [SpvOpConvertPtrToU] = {lower_op_convert_ptr_to_u, .pointers = {3, 1}},
    [SpvOpConvertUToPtr] = {lower_op_convert_u_to_ptr},
    [SpvOpBitcast] = {lower_op_bitcast, .pointers = {3, 1}},

    /* 3.49.12 Composite */
    [SpvOpVectorExtractDynamic] = {lower_op_vector_extract_dynamic},
    [SpvOpVectorInsertDynamic] = {lower_op_vector_insert_dynamic},
    [SpvOpVectorShuffle] = {lower_op_vector_shuffle},
    [SpvOpCompositeConstruct] = {lower_op_composite_construct, .pointers = {3, ALL_THAT_FOLLOW}},
    [SpvOpCompositeExtract] = {lower_op_composite_extract},
    [SpvOpCompositeInsert] = {lower_op_composite_insert, .pointers = {3, 1}},
    [SpvOpCopyObject] = {lower_op_copy_object, .pointers = {3, 1}},
    [SpvOpCopyLogical] = {lower_op_copy_logical},
    [SpvOpTranspose] = {lower_op_transpose},

    /* 3.49.13 Arithmetic */
    [SpvOpSNegate] = {lower_op_s_negate},
    [SpvOpFNegate] = {lower_unary, IR_FNEG},
    [SpvOpFDiv] = {lower_op_f_div},
    [SpvOpSMod] = {lower_op_s_mod},
    [SpvOpFRem] = {lower_float_remainder, IR_FREM},
    [SpvOpFMod] = {lower_float_remainder},
    [SpvOpVectorTimesScalar] = {lower_op_vector_times_scalar},
    [SpvOpMatrixTimesScalar] = {lower_op_matrix_times_scalar},
    [SpvOpVectorTimesMatrix] = {lower_op_vector_times_matrix},
    [SpvOpMatrixTimesVector] = {lower_op_matrix_times_vector},
    [SpvOpMatrixTimesMatrix] = {lower_op_matrix_times_matrix},
    [SpvOpOuterProduct] = {lower_op_outer_product},
    [SpvOpDot] = {lower_op_dot},

    /* 3.49.14 Bit */
    [SpvOpNot] = {lower_not, IR_XOR, CLASS_INTEGER},
    [SpvOpBitFieldInsert] = {lower_op_bit_field_insert},
    [SpvOpBitFieldSExtract] = {lower_op_bit_field_s_extract},
    [SpvOpBitFieldUExtract] = {lower_op_bit_field_u_extract},
    [SpvOpBitReverse] = {lower_op_bit_reverse},
    [SpvOpBitCount] = {lower_op_bit_count},

    /* 3.49.15 Relational and logical */
    [SpvOpAny] = {lower_any_all, IR_OR},
    [SpvOpAll] = {lower_any_all, IR_AND},
    [SpvOpIsNan] = {lower_op_is_nan},
    [SpvOpIsInf] = {lower_op_is_inf},
    [SpvOpLogicalEqual] = {lower_logical_equal, IR_ICMP, IR_EQ},
    [SpvOpLogicalNotEqual] = {lower_logical_equal, IR_ICMP, IR_NE},
    [SpvOpLogicalNot] = {lower_not, IR_XOR, CLASS_BOOLEAN},
    [SpvOpSelect] = {lower_op_select, .pointers = {4, 2}},

    /* 3.49.17 Control flow */
    [SpvOpPhi] = {lower_op_phi, .pointers = {3, ALL_THAT_FOLLOW}},
    [SpvOpBranch] = {lower_op_branch},
    [SpvOpBranchConditional] = {lower_op_branch_conditional},
    [SpvOpSwitch] = {lower_op_switch},
    [SpvOpReturn] = {lower_op_return},
    [SpvOpReturnValue] = {lower_op_return, .pointers = {1, 1}},
    [SpvOpUnreachable] = {lower_op_unreachable},
    [SpvOpKill] = {lower_op_terminate},

    /* 3.49.19 Primitive */
    [SpvOpEmitVertex] = {lower_op_emit_vertex},
    [SpvOpEmitStreamVertex] = {lower_op_emit_vertex},
    [SpvOpEndPrimitive] = {lower_op_end_primitive},
    [SpvOpEndStreamPrimitive] = {lower_op_end_primitive},

    /* 3.49.18 Atomic */
    [SpvOpAtomicLoad] = ATOMIC_ROW,
    [SpvOpAtomicStore] = {lower_op_atomic, .traits = IS_ATOMIC, .pointers = {1, 1}},
    [SpvOpAtomicCompareExchange] = ATOMIC_ROW,

    /* 3.49.20 Barrier */
    [SpvOpControlBarrier] = {lower_op_barrier, .traits = IS_BARRIER | IS_CONVERGENT},
    [SpvOpMemoryBarrier] = {lower_op_barrier, .traits = IS_BARRIER},

    /* 3.49.21 Group operations, of the Groups capability */
    [SpvOpGroupIAdd] = COMBINE(I_ADD),
    [SpvOpGroupFAdd] = COMBINE(F_ADD),
    [SpvOpGroupSMin] = COMBINE(S_MIN),
    [SpvOpGroupUMin] = COMBINE(U_MIN),
    [SpvOpGroupFMin] = COMBINE(F_MIN),
    [SpvOpGroupSMax] = COMBINE(S_MAX),
    [SpvOpGroupUMax] = COMBINE(U_MAX),
    [SpvOpGroupFMax] = COMBINE(F_MAX),

    /* Instructions of extensions, and of core versions that took them in with their high numbers */
    [AT(SPIRV_F_DOT2_MIX_ACC32)] = {.lower = lower_op_mixed_float_dot, .detail = 32},
    [AT(SPIRV_F_DOT2_MIX_ACC16)] = {.lower = lower_op_mixed_float_dot, .detail = 16},
    [AT(SPIRV_EXT_INST_WITH_FORWARD_REFS)] = {.lower = lower_op_ext_inst},
    [AT(SPIRV_ABORT)] = {.lower = lower_op_abort},
    /* of fragments */
    [AT(SpvOpTerminateInvocation)] = {.lower = lower_op_terminate},
    [AT(SpvOpDemoteToHelperInvocation)] = {.lower = lower_op_demote, .traits = KEEPS_HELPERS},
    [AT(SpvOpIsHelperInvocationEXT)] = {.lower = lower_op_is_helper},
    [AT(SpvOpBeginInvocationInterlockEXT)] = {.lower = lower_op_interlock,
                                              .detail = 1,
                                              .traits = IS_BARRIER | IS_CONVERGENT},
    [AT(SpvOpEndInvocationInterlockEXT)] = {.lower = lower_op_interlock, .traits = IS_BARRIER | IS_CONVERGENT},
    /* of split barriers: whoever arrives goes on at once */
    [AT(SpvOpControlBarrierArriveINTEL)] = {.lower = lower_op_barrier, .traits = IS_BARRIER},
    [AT(SpvOpControlBarrierWaitINTEL)] = {.lower = lower_op_barrier, .traits = IS_BARRIER | IS_CONVERGENT},
    /* of task and mesh shaders */
    [AT(SpvOpEmitMeshTasksEXT)] = {.lower = lower_op_emit_mesh_tasks, .traits = IS_CONVERGENT, .pointers = {4, 1}},
    [AT(SpvOpSetMeshOutputsEXT)] = {.lower = lower_op_set_mesh_outputs, .traits = IS_CONVERGENT},
    /* of rays */
    [AT(SpvOpTraceRayKHR)] = {.lower = lower_op_ray, .detail = RAY_TRACE, .pointers = {11, 1}},
    [AT(SpvOpExecuteCallableKHR)] = {.lower = lower_op_ray, .detail = RAY_EXECUTE_CALLABLE, .pointers = {2, 1}},
    [AT(SpvOpTraceNV)] = {.lower = lower_op_ray, .detail = RAY_TRACE_NV, .pointers = {11, 1}},
    [AT(SpvOpTraceRayMotionNV)] = {.lower = lower_op_ray, .detail = RAY_TRACE_MOTION, .pointers = {12, 1}},
    [AT(SpvOpTraceMotionNV)] = {.lower = lower_op_ray, .detail = RAY_TRACE_MOTION_NV, .pointers = {12, 1}},
    [AT(SpvOpExecuteCallableNV)] = {.lower = lower_op_ray, .detail = RAY_EXECUTE_CALLABLE_NV, .pointers = {2, 1}},
    [AT(SpvOpIgnoreIntersectionNV)] = {.lower = lower_op_ray_end,
                                       .detail = RAY_IGNORE_INTERSECTION,
                                       .flags = RAY_ENDS_INSIDE_BLOCK},
    [AT(SpvOpTerminateRayNV)] = {.lower = lower_op_ray_end, .detail = RAY_TERMINATE, .flags = RAY_ENDS_INSIDE_BLOCK},
    [AT(SpvOpReportIntersectionKHR)] = {.lower = lower_op_ray, .detail = RAY_REPORT_INTERSECTION},
    [AT(SpvOpIgnoreIntersectionKHR)] = {.lower = lower_op_ray_end, .detail = RAY_IGNORE_INTERSECTION},
    [AT(SpvOpTerminateRayKHR)] = {.lower = lower_op_ray_end, .detail = RAY_TERMINATE},
    [AT(SpvOpConvertUToAccelerationStructureKHR)] = {.lower = lower_op_convert_u_to_acceleration_structure},
    [AT(SpvOpRayQueryInitializeKHR)] = QUERY(INITIALIZE),
    [AT(SpvOpRayQueryTerminateKHR)] = QUERY(TERMINATE),
    [AT(SpvOpRayQueryGenerateIntersectionKHR)] = QUERY(GENERATE_INTERSECTION),
    [AT(SpvOpRayQueryConfirmIntersectionKHR)] = QUERY(CONFIRM_INTERSECTION),
    [AT(SpvOpRayQueryProceedKHR)] = QUERY_RESULT(PROCEED),
    [AT(SpvOpRayQueryGetIntersectionTypeKHR)] = QUERY_RESULT(TYPE),
    [AT(SpvOpRayQueryGetRayTMinKHR)] = QUERY_RESULT(T_MIN),
    [AT(SpvOpRayQueryGetRayFlagsKHR)] = QUERY_RESULT(FLAGS),
    [AT(SpvOpRayQueryGetIntersectionTKHR)] = QUERY_RESULT(T),
    [AT(SpvOpRayQueryGetIntersectionInstanceCustomIndexKHR)] = QUERY_RESULT(INSTANCE_CUSTOM_INDEX),
    [AT(SpvOpRayQueryGetIntersectionInstanceIdKHR)] = QUERY_RESULT(INSTANCE_ID),
    [AT(SpvOpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR)] = QUERY_RESULT(RECORD_OFFSET),
    [AT(SpvOpRayQueryGetIntersectionGeometryIndexKHR)] = QUERY_RESULT(GEOMETRY_INDEX),
    [AT(SpvOpRayQueryGetIntersectionPrimitiveIndexKHR)] = QUERY_RESULT(PRIMITIVE_INDEX),
    [AT(SpvOpRayQueryGetIntersectionBarycentricsKHR)] = QUERY_RESULT(BARYCENTRICS),
    [AT(SpvOpRayQueryGetIntersectionFrontFaceKHR)] = QUERY_RESULT(FRONT_FACE),
    [AT(SpvOpRayQueryGetIntersectionCandidateAABBOpaqueKHR)] = QUERY_RESULT(CANDIDATE_IS_OPAQUE),
    [AT(SpvOpRayQueryGetIntersectionObjectRayDirectionKHR)] = QUERY_RESULT(OBJECT_RAY_DIRECTION),
    [AT(SpvOpRayQueryGetIntersectionObjectRayOriginKHR)] = QUERY_RESULT(OBJECT_RAY_ORIGIN),
    [AT(SpvOpRayQueryGetWorldRayDirectionKHR)] = QUERY_RESULT(WORLD_RAY_DIRECTION),
    [AT(SpvOpRayQueryGetWorldRayOriginKHR)] = QUERY_RESULT(WORLD_RAY_ORIGIN),
    [AT(SpvOpRayQueryGetIntersectionObjectToWorldKHR)] = QUERY_RESULT(OBJECT_TO_WORLD),
    [AT(SpvOpRayQueryGetIntersectionWorldToObjectKHR)] = QUERY_RESULT(WORLD_TO_OBJECT),
    [AT(SPIRV_RAY_QUERY_GET_TRIANGLE_POSITIONS)] = QUERY_RESULT(TRIANGLE),
    [AT(SpvOpGroupNonUniformPartitionNV)] = {.lower = lower_op_subgroup_partition, .traits = IS_CONVERGENT},
    /* no instruction has a flag that would let LLVM reorder */
    [AT(SPIRV_ARITHMETIC_FENCE)] = {.lower = lower_op_copy_object},
    [AT(SPIRV_BUFFER_POINTER)] = {.lower = lower_op_buffer_pointer, .pointers = {3, 1}},
    [AT(SPIRV_BITCAST_EXTRACT)] = {.lower = lower_op_bitcast_extract},
    [AT(SPIRV_FREEZE)] = {.lower = lower_op_freeze},
    [AT(SPIRV_FMA)] = {.lower = lower_op_fma},
    [AT(SPIRV_COMPOSITE_CONSTRUCT_REPLICATE)] = {.lower = lower_op_composite_replicate},
    [AT(SPIRV_COOPERATIVE_MATRIX_LOAD)] = {.lower = lower_op_cooperative_load,
                                           .traits = IS_CONVERGENT,
                                           .pointers = {3, 1}},
    [AT(SPIRV_COOPERATIVE_MATRIX_STORE)] = {.lower = lower_op_cooperative_store,
                                            .traits = IS_CONVERGENT,
                                            .pointers = {1, 1}},
    [AT(SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR)] = {.lower = lower_op_cooperative_load_tensor,
                                                  .traits = IS_CONVERGENT,
                                                  .pointers = {3, 1}},
    [AT(SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR)] = {.lower = lower_op_cooperative_store_tensor,
                                                   .traits = IS_CONVERGENT,
                                                   .pointers = {1, 1}},
    [AT(SPIRV_CREATE_TENSOR_LAYOUT)] = {.lower = lower_op_create_tensor},
    [AT(SPIRV_TENSOR_LAYOUT_SET_DIMENSION)] = {.lower = lower_op_tensor_layout_set_dimension},
    [AT(SPIRV_TENSOR_LAYOUT_SET_STRIDE)] = {.lower = lower_op_tensor_set, .detail = TENSOR_STRIDE},
    [AT(SPIRV_TENSOR_LAYOUT_SLICE)] = {.lower = lower_op_tensor_layout_slice},
    [AT(SPIRV_TENSOR_LAYOUT_SET_CLAMP_VALUE)] = {.lower = lower_op_tensor_set, .detail = TENSOR_CLAMP_VALUE},
    [AT(SPIRV_TENSOR_LAYOUT_SET_BLOCK_SIZE)] = {.lower = lower_op_tensor_set, .detail = TENSOR_BLOCK_SIZE},
    [AT(SPIRV_CREATE_TENSOR_VIEW)] = {.lower = lower_op_create_tensor, .flags = TENSOR_IS_VIEW},
    [AT(SPIRV_TENSOR_VIEW_SET_DIMENSION)] = {.lower = lower_op_tensor_view_set_dimension},
    [AT(SPIRV_TENSOR_VIEW_SET_STRIDE)] = {.lower = lower_op_tensor_set,
                                          .detail = TENSOR_VIEW_STRIDE,
                                          .flags = TENSOR_IS_VIEW},
    [AT(SPIRV_TENSOR_VIEW_SET_CLIP)] = {.lower = lower_op_tensor_set, .detail = TENSOR_CLIP, .flags = TENSOR_IS_VIEW},
    [AT(SPIRV_COOPERATIVE_MATRIX_LENGTH)] = {.lower = lower_op_cooperative_length},
    [AT(SPIRV_COOPERATIVE_MATRIX_MUL_ADD)] = {.lower = lower_op_cooperative_multiply, .traits = IS_CONVERGENT},
    [AT(SPIRV_COOPERATIVE_MATRIX_CONVERT_USE)] = {.lower = lower_op_cooperative_convert_use, .traits = IS_CONVERGENT},
    [AT(SPIRV_COOPERATIVE_MATRIX_TRANSPOSE)] = {.lower = lower_op_cooperative_transpose, .traits = IS_CONVERGENT},
    [AT(SPIRV_COOPERATIVE_MATRIX_REDUCE)] = {.lower = lower_op_cooperative_reduce, .traits = IS_CONVERGENT},
    [AT(SPIRV_COOPERATIVE_MATRIX_PER_ELEMENT)] = {.lower = lower_op_cooperative_per_element,
                                                  .traits = IS_CONVERGENT,
                                                  .pointers = {5, ALL_THAT_FOLLOW}},
    [AT(SPIRV_COOPERATIVE_MATRIX_GET_COORDINATE)] = {.lower = lower_op_cooperative_coordinate},
    [AT(SPIRV_QUAD_ALL)] = {.lower = lower_op_subgroup_quad_vote, .detail = 1, .traits = IS_CONVERGENT | KEEPS_HELPERS},
    [AT(SPIRV_QUAD_ANY)] = {.lower = lower_op_subgroup_quad_vote, .traits = IS_CONVERGENT | KEEPS_HELPERS},
    [AT(SpvOpReadClockKHR)] = {.lower = lower_op_read_clock},
    [AT(SpvOpAssumeTrueKHR)] = {.lower = lower_nothing},
    [AT(SpvOpExpectKHR)] = {.lower = lower_op_copy_object},
    [AT(SpvOpGroupNonUniformRotateKHR)] = {.lower = lower_op_subgroup_rotate,
                                           .flags = SUBGROUP_HAS_SCOPE,
                                           .traits = IS_CONVERGENT},
    [AT(SpvOpGroupIAddNonUniformAMD)] = COMBINE(I_ADD),
    [AT(SpvOpGroupFAddNonUniformAMD)] = COMBINE(F_ADD),
    [AT(SpvOpGroupSMinNonUniformAMD)] = COMBINE(S_MIN),
    [AT(SpvOpGroupUMinNonUniformAMD)] = COMBINE(U_MIN),
    [AT(SpvOpGroupFMinNonUniformAMD)] = COMBINE(F_MIN),
    [AT(SpvOpGroupSMaxNonUniformAMD)] = COMBINE(S_MAX),
    [AT(SpvOpGroupUMaxNonUniformAMD)] = COMBINE(U_MAX),
    [AT(SpvOpGroupFMaxNonUniformAMD)] = COMBINE(F_MAX),

    /* Families of spirv/arithmetic.h and spirv/operation_rows.h */
    SPIRV_INTEGER_ROWS(BINARY_ROW) SPIRV_FLOAT_ROWS(FLOAT_ROW) SPIRV_DIVISION_ROWS(DIVISION_ROW)
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
