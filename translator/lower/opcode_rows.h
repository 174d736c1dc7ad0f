/* The rows of the opcode table: which handler lowers which instruction, and all that depends only on the opcode. */
#ifndef TRANSLATOR_OPCODE_ROWS_H
#define TRANSLATOR_OPCODE_ROWS_H

#include "translator/lower/opcodes.h"

/* Flags of rows: of dot products of integers; of derivatives, of which x and y is the width; of images' reads and
 * samples, whose result has a residency code; of samples. */
enum { DOT_FIRST_SIGNED = 1, DOT_SECOND_SIGNED = 2, DOT_ACCUMULATES = 4 };
enum { DERIVATIVE_X = 1, DERIVATIVE_Y = 2, DERIVATIVE_COARSE = 4 };
enum { IMAGE_SPARSE = 16 };
enum { SAMPLE_REFERENCE = 1, SAMPLE_PROJECT = 2, SAMPLE_GATHER = 4, SAMPLE_IMPLICIT = 8 };

/* A row has the instruction, its handler, and what struct opcode_row has besides. Chapters are those of the
 * specification. */
#define OPCODE_ROWS(ROW)                                                                                               \
    /* Nothing to do: debug information, and structure that IR does not need. */                                       \
    ROW(SpvOpNop, lower_nothing)                                                                                       \
    ROW(SpvOpLine, lower_nothing)                                                                                      \
    ROW(SpvOpNoLine, lower_nothing)                                                                                    \
    ROW(SpvOpName, lower_nothing)                                                                                      \
    ROW(SpvOpMemberName, lower_nothing)                                                                                \
    ROW(SpvOpModuleProcessed, lower_nothing)                                                                           \
    ROW(SpvOpSelectionMerge, lower_nothing)                                                                            \
    ROW(SpvOpLoopMerge, lower_nothing)                                                                                 \
    /* 3.49.1 Miscellaneous */                                                                                         \
    ROW(SpvOpUndef, lower_op_undef)                                                                                    \
    /* 3.49.4 Extension */                                                                                             \
    ROW(SpvOpExtInst, lower_op_ext_inst, .pointers = {5, ALL_THAT_FOLLOW}, .traits = IS_CONVERGENT_AS_SET)             \
    /* 3.49.8 Memory */                                                                                                \
    ROW(SpvOpVariable, lower_op_variable, .pointers = {4, 1})                                                          \
    ROW(SpvOpLoad, lower_op_load, .pointers = {3, 1})                                                                  \
    ROW(SpvOpStore, lower_op_store, .pointers = {1, 2})                                                                \
    ROW(SpvOpCopyMemory, lower_op_copy_memory, .pointers = {1, 2})                                                     \
    ROW(SpvOpCopyMemorySized, lower_op_copy_memory, .pointers = {1, 2})                                                \
    ROW(SpvOpAccessChain, lower_op_access_chain, .pointers = {3, 1})                                                   \
    ROW(SpvOpInBoundsAccessChain, lower_op_access_chain, .pointers = {3, 1})                                           \
    ROW(SpvOpPtrAccessChain, lower_op_access_chain, .detail = 1, .pointers = {3, 1}) /* has an Element operand */      \
    ROW(SpvOpInBoundsPtrAccessChain, lower_op_access_chain, .detail = 1, .pointers = {3, 1})                           \
    ROW(SpvOpArrayLength, lower_op_array_length, .pointers = {3, 1})                                                   \
    ROW(SpvOpPtrEqual, lower_pointer_comparison, IR_ICMP, IR_EQ, .pointers = {3, 2})                                   \
    ROW(SpvOpPtrNotEqual, lower_pointer_comparison, IR_ICMP, IR_NE, .pointers = {3, 2})                                \
    ROW(SpvOpPtrDiff, lower_op_ptr_diff, .pointers = {3, 2})                                                           \
    /* 3.49.9 Function */                                                                                              \
    ROW(SpvOpFunctionCall, lower_op_function_call, .pointers = {4, ALL_THAT_FOLLOW},                                   \
        .traits = IS_CONVERGENT_AS_CALLEE)                                                                             \
    /* 3.49.10 Image */                                                                                                \
    ROW(SpvOpImageTexelPointer, lower_op_image_texel_pointer, .pointers = {3, 1})                                      \
    ROW(SpvOpSampledImage, lower_op_sampled_image)                                                                     \
    ROW(SpvOpImage, lower_op_image)                                                                                    \
    ROW(SpvOpImageRead, lower_op_image_read)                                                                           \
    ROW(SpvOpImageFetch, lower_op_image_read)                                                                          \
    ROW(SpvOpImageWrite, lower_op_image_write)                                                                         \
    ROW(SpvOpImageSparseRead, lower_op_image_read, .flags = IMAGE_SPARSE)                                              \
    ROW(SpvOpImageSparseFetch, lower_op_image_read, .flags = IMAGE_SPARSE)                                             \
    ROW(SpvOpImageSparseSampleImplicitLod, lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_IMPLICIT,             \
        .traits = IS_CONVERGENT_AS_SAMPLE)                                                                             \
    ROW(SpvOpImageSparseSampleExplicitLod, lower_op_image_sample, .flags = IMAGE_SPARSE)                               \
    ROW(SpvOpImageSparseSampleDrefImplicitLod, lower_op_image_sample,                                                  \
        .flags = IMAGE_SPARSE | SAMPLE_REFERENCE | SAMPLE_IMPLICIT, .traits = IS_CONVERGENT_AS_SAMPLE)                 \
    ROW(SpvOpImageSparseSampleDrefExplicitLod, lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_REFERENCE)        \
    ROW(SpvOpImageSparseGather, lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_GATHER)                          \
    ROW(SpvOpImageSparseDrefGather, lower_op_image_sample, .flags = IMAGE_SPARSE | SAMPLE_GATHER | SAMPLE_REFERENCE)   \
    ROW(SpvOpImageSparseTexelsResident, lower_op_image_resident)                                                       \
    ROW(SpvOpImageQuerySizeLod, lower_op_image_query_size, .detail = 1) /* has a level */                              \
    ROW(SpvOpImageQuerySize, lower_op_image_query_size)                                                                \
    ROW(SpvOpImageQueryLod, lower_op_image_query_lod, .traits = IS_CONVERGENT_AS_SAMPLE)                               \
    ROW(SpvOpImageQueryLevels, lower_op_image_query_levels)                                                            \
    ROW(SpvOpImageQuerySamples, lower_op_image_query_samples)                                                          \
    /* 3.49.11 Conversion */                                                                                           \
    ROW(SpvOpFConvert, lower_op_f_convert)                                                                             \
    ROW(SpvOpQuantizeToF16, lower_op_quantize_to_f16)                                                                  \
    ROW(SpvOpConvertPtrToU, lower_op_convert_ptr_to_u, .pointers = {3, 1})                                             \
    ROW(SpvOpConvertUToPtr, lower_op_convert_u_to_ptr)                                                                 \
    ROW(SpvOpBitcast, lower_op_bitcast, .pointers = {3, 1})                                                            \
    /* 3.49.12 Composite */                                                                                            \
    ROW(SpvOpVectorExtractDynamic, lower_op_vector_extract_dynamic)                                                    \
    ROW(SpvOpVectorInsertDynamic, lower_op_vector_insert_dynamic)                                                      \
    ROW(SpvOpVectorShuffle, lower_op_vector_shuffle)                                                                   \
    ROW(SpvOpCompositeConstruct, lower_op_composite_construct, .pointers = {3, ALL_THAT_FOLLOW})                       \
    ROW(SpvOpCompositeExtract, lower_op_composite_extract)                                                             \
    ROW(SpvOpCompositeInsert, lower_op_composite_insert, .pointers = {3, 1})                                           \
    ROW(SpvOpCopyObject, lower_op_copy_object, .pointers = {3, 1})                                                     \
    ROW(SpvOpCopyLogical, lower_op_copy_logical)                                                                       \
    ROW(SpvOpTranspose, lower_op_transpose)                                                                            \
    /* 3.49.13 Arithmetic */                                                                                           \
    ROW(SpvOpSNegate, lower_op_s_negate)                                                                               \
    ROW(SpvOpFNegate, lower_unary, IR_FNEG)                                                                            \
    ROW(SpvOpFDiv, lower_op_f_div)                                                                                     \
    ROW(SpvOpSMod, lower_op_s_mod)                                                                                     \
    ROW(SpvOpFRem, lower_float_remainder, IR_FREM)                                                                     \
    ROW(SpvOpFMod, lower_float_remainder)                                                                              \
    ROW(SpvOpVectorTimesScalar, lower_op_vector_times_scalar)                                                          \
    ROW(SpvOpMatrixTimesScalar, lower_op_matrix_times_scalar)                                                          \
    ROW(SpvOpVectorTimesMatrix, lower_op_vector_times_matrix)                                                          \
    ROW(SpvOpMatrixTimesVector, lower_op_matrix_times_vector)                                                          \
    ROW(SpvOpMatrixTimesMatrix, lower_op_matrix_times_matrix)                                                          \
    ROW(SpvOpOuterProduct, lower_op_outer_product)                                                                     \
    ROW(SpvOpDot, lower_op_dot)                                                                                        \
    /* 3.49.14 Bit */                                                                                                  \
    ROW(SpvOpNot, lower_not, IR_XOR, CLASS_INTEGER)                                                                    \
    ROW(SpvOpBitFieldInsert, lower_op_bit_field_insert)                                                                \
    ROW(SpvOpBitFieldSExtract, lower_op_bit_field_s_extract)                                                           \
    ROW(SpvOpBitFieldUExtract, lower_op_bit_field_u_extract)                                                           \
    ROW(SpvOpBitReverse, lower_op_bit_reverse)                                                                         \
    ROW(SpvOpBitCount, lower_op_bit_count)                                                                             \
    /* 3.49.15 Relational and logical */                                                                               \
    ROW(SpvOpAny, lower_any_all, IR_OR)                                                                                \
    ROW(SpvOpAll, lower_any_all, IR_AND)                                                                               \
    ROW(SpvOpIsNan, lower_op_is_nan)                                                                                   \
    ROW(SpvOpIsInf, lower_op_is_inf)                                                                                   \
    ROW(SpvOpLogicalEqual, lower_logical_equal, IR_ICMP, IR_EQ)                                                        \
    ROW(SpvOpLogicalNotEqual, lower_logical_equal, IR_ICMP, IR_NE)                                                     \
    ROW(SpvOpLogicalNot, lower_not, IR_XOR, CLASS_BOOLEAN)                                                             \
    ROW(SpvOpSelect, lower_op_select, .pointers = {4, 2})                                                              \
    /* 3.49.17 Control flow */                                                                                         \
    ROW(SpvOpPhi, lower_op_phi, .pointers = {3, ALL_THAT_FOLLOW})                                                      \
    ROW(SpvOpBranch, lower_op_branch)                                                                                  \
    ROW(SpvOpBranchConditional, lower_op_branch_conditional)                                                           \
    ROW(SpvOpSwitch, lower_op_switch)                                                                                  \
    ROW(SpvOpReturn, lower_op_return)                                                                                  \
    ROW(SpvOpReturnValue, lower_op_return, .pointers = {1, 1})                                                         \
    ROW(SpvOpUnreachable, lower_op_unreachable)                                                                        \
    ROW(SpvOpKill, lower_op_terminate)                                                                                 \
    /* 3.49.19 Primitive */                                                                                            \
    ROW(SpvOpEmitVertex, lower_op_emit_vertex)                                                                         \
    ROW(SpvOpEmitStreamVertex, lower_op_emit_vertex)                                                                   \
    ROW(SpvOpEndPrimitive, lower_op_end_primitive)                                                                     \
    ROW(SpvOpEndStreamPrimitive, lower_op_end_primitive)                                                               \
    /* 3.49.18 Atomic */                                                                                               \
    ROW(SpvOpAtomicLoad, lower_op_atomic, .traits = IS_ATOMIC, .pointers = {3, 1})                                     \
    ROW(SpvOpAtomicStore, lower_op_atomic, .traits = IS_ATOMIC, .pointers = {1, 1})                                    \
    ROW(SpvOpAtomicCompareExchange, lower_op_atomic, .traits = IS_ATOMIC, .pointers = {3, 1})                          \
    /* 3.49.20 Barrier */                                                                                              \
    ROW(SpvOpControlBarrier, lower_op_barrier, .traits = IS_BARRIER | IS_CONVERGENT)                                   \
    ROW(SpvOpMemoryBarrier, lower_op_barrier, .traits = IS_BARRIER)                                                    \
    /* 3.49.21 Group operations, of the Groups capability */                                                           \
    ROW(SpvOpGroupIAdd, lower_op_subgroup_arithmetic, .detail = SUBGROUP_I_ADD, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupFAdd, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_ADD, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupSMin, lower_op_subgroup_arithmetic, .detail = SUBGROUP_S_MIN, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupUMin, lower_op_subgroup_arithmetic, .detail = SUBGROUP_U_MIN, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupFMin, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_MIN, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupSMax, lower_op_subgroup_arithmetic, .detail = SUBGROUP_S_MAX, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupUMax, lower_op_subgroup_arithmetic, .detail = SUBGROUP_U_MAX, .traits = IS_CONVERGENT)               \
    ROW(SpvOpGroupFMax, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_MAX, .traits = IS_CONVERGENT)               \
    /* Instructions of extensions, and of core versions that took them in with their high numbers */                   \
    ROW(SPIRV_F_DOT2_MIX_ACC32, lower_op_mixed_float_dot, .detail = 32)                                                \
    ROW(SPIRV_F_DOT2_MIX_ACC16, lower_op_mixed_float_dot, .detail = 16)                                                \
    ROW(SPIRV_EXT_INST_WITH_FORWARD_REFS, lower_op_ext_inst)                                                           \
    ROW(SPIRV_ABORT, lower_op_abort)                                                                                   \
    /* of fragments */                                                                                                 \
    ROW(SpvOpTerminateInvocation, lower_op_terminate)                                                                  \
    ROW(SpvOpDemoteToHelperInvocation, lower_op_demote, .traits = KEEPS_HELPERS)                                       \
    ROW(SpvOpIsHelperInvocationEXT, lower_op_is_helper)                                                                \
    ROW(SpvOpBeginInvocationInterlockEXT, lower_op_interlock, .detail = 1, .traits = IS_BARRIER | IS_CONVERGENT)       \
    ROW(SpvOpEndInvocationInterlockEXT, lower_op_interlock, .traits = IS_BARRIER | IS_CONVERGENT)                      \
    /* of split barriers: whoever arrives goes on at once */                                                           \
    ROW(SpvOpControlBarrierArriveINTEL, lower_op_barrier, .traits = IS_BARRIER)                                        \
    ROW(SpvOpControlBarrierWaitINTEL, lower_op_barrier, .traits = IS_BARRIER | IS_CONVERGENT)                          \
    /* of task and mesh shaders */                                                                                     \
    ROW(SpvOpEmitMeshTasksEXT, lower_op_emit_mesh_tasks, .traits = IS_CONVERGENT, .pointers = {4, 1})                  \
    ROW(SpvOpSetMeshOutputsEXT, lower_op_set_mesh_outputs, .traits = IS_CONVERGENT)                                    \
    /* of rays */                                                                                                      \
    ROW(SpvOpTraceRayKHR, lower_op_ray, .detail = RAY_TRACE, .pointers = {11, 1})                                      \
    ROW(SpvOpExecuteCallableKHR, lower_op_ray, .detail = RAY_EXECUTE_CALLABLE, .pointers = {2, 1})                     \
    ROW(SpvOpTraceNV, lower_op_ray, .detail = RAY_TRACE_NV, .pointers = {11, 1})                                       \
    ROW(SpvOpTraceRayMotionNV, lower_op_ray, .detail = RAY_TRACE_MOTION, .pointers = {12, 1})                          \
    ROW(SpvOpTraceMotionNV, lower_op_ray, .detail = RAY_TRACE_MOTION_NV, .pointers = {12, 1})                          \
    ROW(SpvOpExecuteCallableNV, lower_op_ray, .detail = RAY_EXECUTE_CALLABLE_NV, .pointers = {2, 1})                   \
    ROW(SpvOpIgnoreIntersectionNV, lower_op_ray_end, .detail = RAY_IGNORE_INTERSECTION,                                \
        .flags = RAY_ENDS_INSIDE_BLOCK)                                                                                \
    ROW(SpvOpTerminateRayNV, lower_op_ray_end, .detail = RAY_TERMINATE, .flags = RAY_ENDS_INSIDE_BLOCK)                \
    ROW(SpvOpReportIntersectionKHR, lower_op_ray, .detail = RAY_REPORT_INTERSECTION)                                   \
    ROW(SpvOpIgnoreIntersectionKHR, lower_op_ray_end, .detail = RAY_IGNORE_INTERSECTION)                               \
    ROW(SpvOpTerminateRayKHR, lower_op_ray_end, .detail = RAY_TERMINATE)                                               \
    ROW(SpvOpConvertUToAccelerationStructureKHR, lower_op_convert_u_to_acceleration_structure)                         \
    ROW(SpvOpRayQueryInitializeKHR, lower_op_ray, .detail = RAY_QUERY_INITIALIZE, .pointers = {1, 1})                  \
    ROW(SpvOpRayQueryTerminateKHR, lower_op_ray, .detail = RAY_QUERY_TERMINATE, .pointers = {1, 1})                    \
    ROW(SpvOpRayQueryGenerateIntersectionKHR, lower_op_ray, .detail = RAY_QUERY_GENERATE_INTERSECTION,                 \
        .pointers = {1, 1})                                                                                            \
    ROW(SpvOpRayQueryConfirmIntersectionKHR, lower_op_ray, .detail = RAY_QUERY_CONFIRM_INTERSECTION,                   \
        .pointers = {1, 1})                                                                                            \
    ROW(SpvOpRayQueryProceedKHR, lower_op_ray, .detail = RAY_QUERY_PROCEED, .pointers = {3, 1})                        \
    ROW(SpvOpRayQueryGetIntersectionTypeKHR, lower_op_ray, .detail = RAY_QUERY_TYPE, .pointers = {3, 1})               \
    ROW(SpvOpRayQueryGetRayTMinKHR, lower_op_ray, .detail = RAY_QUERY_T_MIN, .pointers = {3, 1})                       \
    ROW(SpvOpRayQueryGetRayFlagsKHR, lower_op_ray, .detail = RAY_QUERY_FLAGS, .pointers = {3, 1})                      \
    ROW(SpvOpRayQueryGetIntersectionTKHR, lower_op_ray, .detail = RAY_QUERY_T, .pointers = {3, 1})                     \
    ROW(SpvOpRayQueryGetIntersectionInstanceCustomIndexKHR, lower_op_ray, .detail = RAY_QUERY_INSTANCE_CUSTOM_INDEX,   \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionInstanceIdKHR, lower_op_ray, .detail = RAY_QUERY_INSTANCE_ID, .pointers = {3, 1})  \
    ROW(SpvOpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, lower_op_ray,                           \
        .detail = RAY_QUERY_RECORD_OFFSET, .pointers = {3, 1})                                                         \
    ROW(SpvOpRayQueryGetIntersectionGeometryIndexKHR, lower_op_ray, .detail = RAY_QUERY_GEOMETRY_INDEX,                \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionPrimitiveIndexKHR, lower_op_ray, .detail = RAY_QUERY_PRIMITIVE_INDEX,              \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionBarycentricsKHR, lower_op_ray, .detail = RAY_QUERY_BARYCENTRICS,                   \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionFrontFaceKHR, lower_op_ray, .detail = RAY_QUERY_FRONT_FACE, .pointers = {3, 1})    \
    ROW(SpvOpRayQueryGetIntersectionCandidateAABBOpaqueKHR, lower_op_ray, .detail = RAY_QUERY_CANDIDATE_IS_OPAQUE,     \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionObjectRayDirectionKHR, lower_op_ray, .detail = RAY_QUERY_OBJECT_RAY_DIRECTION,     \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionObjectRayOriginKHR, lower_op_ray, .detail = RAY_QUERY_OBJECT_RAY_ORIGIN,           \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetWorldRayDirectionKHR, lower_op_ray, .detail = RAY_QUERY_WORLD_RAY_DIRECTION,                   \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetWorldRayOriginKHR, lower_op_ray, .detail = RAY_QUERY_WORLD_RAY_ORIGIN, .pointers = {3, 1})     \
    ROW(SpvOpRayQueryGetIntersectionObjectToWorldKHR, lower_op_ray, .detail = RAY_QUERY_OBJECT_TO_WORLD,               \
        .pointers = {3, 1})                                                                                            \
    ROW(SpvOpRayQueryGetIntersectionWorldToObjectKHR, lower_op_ray, .detail = RAY_QUERY_WORLD_TO_OBJECT,               \
        .pointers = {3, 1})                                                                                            \
    ROW(SPIRV_RAY_QUERY_GET_TRIANGLE_POSITIONS, lower_op_ray, .detail = RAY_QUERY_TRIANGLE, .pointers = {3, 1})        \
    ROW(SpvOpGroupNonUniformPartitionNV, lower_op_subgroup_partition, .traits = IS_CONVERGENT)                         \
    /* no instruction has a flag that would let LLVM reorder */                                                        \
    ROW(SPIRV_ARITHMETIC_FENCE, lower_op_copy_object)                                                                  \
    ROW(SPIRV_BUFFER_POINTER, lower_op_buffer_pointer, .pointers = {3, 1})                                             \
    ROW(SPIRV_BITCAST_EXTRACT, lower_op_bitcast_extract)                                                               \
    ROW(SPIRV_FREEZE, lower_op_freeze)                                                                                 \
    ROW(SPIRV_FMA, lower_op_fma)                                                                                       \
    ROW(SPIRV_COMPOSITE_CONSTRUCT_REPLICATE, lower_op_composite_replicate)                                             \
    ROW(SPIRV_COOPERATIVE_MATRIX_LOAD, lower_op_cooperative_load, .traits = IS_CONVERGENT, .pointers = {3, 1})         \
    ROW(SPIRV_COOPERATIVE_MATRIX_STORE, lower_op_cooperative_store, .traits = IS_CONVERGENT, .pointers = {1, 1})       \
    ROW(SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR, lower_op_cooperative_load_tensor, .traits = IS_CONVERGENT,               \
        .pointers = {3, 1})                                                                                            \
    ROW(SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR, lower_op_cooperative_store_tensor, .traits = IS_CONVERGENT,             \
        .pointers = {1, 1})                                                                                            \
    ROW(SPIRV_CREATE_TENSOR_LAYOUT, lower_op_create_tensor)                                                            \
    ROW(SPIRV_TENSOR_LAYOUT_SET_DIMENSION, lower_op_tensor_layout_set_dimension)                                       \
    ROW(SPIRV_TENSOR_LAYOUT_SET_STRIDE, lower_op_tensor_set, .detail = TENSOR_STRIDE)                                  \
    ROW(SPIRV_TENSOR_LAYOUT_SLICE, lower_op_tensor_layout_slice)                                                       \
    ROW(SPIRV_TENSOR_LAYOUT_SET_CLAMP_VALUE, lower_op_tensor_set, .detail = TENSOR_CLAMP_VALUE)                        \
    ROW(SPIRV_TENSOR_LAYOUT_SET_BLOCK_SIZE, lower_op_tensor_set, .detail = TENSOR_BLOCK_SIZE)                          \
    ROW(SPIRV_CREATE_TENSOR_VIEW, lower_op_create_tensor, .flags = TENSOR_IS_VIEW)                                     \
    ROW(SPIRV_TENSOR_VIEW_SET_DIMENSION, lower_op_tensor_view_set_dimension)                                           \
    ROW(SPIRV_TENSOR_VIEW_SET_STRIDE, lower_op_tensor_set, .detail = TENSOR_VIEW_STRIDE, .flags = TENSOR_IS_VIEW)      \
    ROW(SPIRV_TENSOR_VIEW_SET_CLIP, lower_op_tensor_set, .detail = TENSOR_CLIP, .flags = TENSOR_IS_VIEW)               \
    ROW(SPIRV_COOPERATIVE_MATRIX_LENGTH, lower_op_cooperative_length)                                                  \
    ROW(SPIRV_COOPERATIVE_MATRIX_MUL_ADD, lower_op_cooperative_multiply, .traits = IS_CONVERGENT)                      \
    ROW(SPIRV_COOPERATIVE_MATRIX_CONVERT_USE, lower_op_cooperative_convert_use, .traits = IS_CONVERGENT)               \
    ROW(SPIRV_COOPERATIVE_MATRIX_TRANSPOSE, lower_op_cooperative_transpose, .traits = IS_CONVERGENT)                   \
    ROW(SPIRV_COOPERATIVE_MATRIX_REDUCE, lower_op_cooperative_reduce, .traits = IS_CONVERGENT)                         \
    ROW(SPIRV_COOPERATIVE_MATRIX_PER_ELEMENT, lower_op_cooperative_per_element, .traits = IS_CONVERGENT,               \
        .pointers = {5, ALL_THAT_FOLLOW})                                                                              \
    ROW(SPIRV_COOPERATIVE_MATRIX_GET_COORDINATE, lower_op_cooperative_coordinate)                                      \
    ROW(SPIRV_QUAD_ALL, lower_op_subgroup_quad_vote, .detail = 1, .traits = IS_CONVERGENT | KEEPS_HELPERS)             \
    ROW(SPIRV_QUAD_ANY, lower_op_subgroup_quad_vote, .traits = IS_CONVERGENT | KEEPS_HELPERS)                          \
    ROW(SpvOpReadClockKHR, lower_op_read_clock)                                                                        \
    ROW(SpvOpAssumeTrueKHR, lower_nothing)                                                                             \
    ROW(SpvOpExpectKHR, lower_op_copy_object)                                                                          \
    ROW(SpvOpGroupNonUniformRotateKHR, lower_op_subgroup_rotate, .flags = SUBGROUP_HAS_SCOPE, .traits = IS_CONVERGENT) \
    ROW(SpvOpGroupIAddNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_I_ADD, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupFAddNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_ADD, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupSMinNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_S_MIN, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupUMinNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_U_MIN, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupFMinNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_MIN, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupSMaxNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_S_MAX, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupUMaxNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_U_MAX, .traits = IS_CONVERGENT)  \
    ROW(SpvOpGroupFMaxNonUniformAMD, lower_op_subgroup_arithmetic, .detail = SUBGROUP_F_MAX, .traits = IS_CONVERGENT)

/* The handlers of the rows, and those of the families of spirv/arithmetic.h and spirv/operation_rows.h. */
#define OPCODE_SECOND(opcode, handler, ...) handler
#define OPCODE_HANDLER(...)                 opcode_handler OPCODE_SECOND(__VA_ARGS__, );
OPCODE_ROWS(OPCODE_HANDLER)
opcode_handler lower_binary, lower_comparison, lower_logical, lower_division, lower_carry,
    lower_extended_multiplication, lower_shift, lower_integer_to_float, lower_float_to_integer, lower_integer_resize,
    lower_op_integer_dot, lower_op_derivative;

#endif
