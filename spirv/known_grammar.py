"""What this version knows of SPIR-V, by name: SPIR-V 1.6 and its registry as they were when it was written.

A newer grammar has more, and what is not here may change what is (give a float type another encoding, say). So a module
that uses it is refused by name, whichever grammar the library was built with. Whoever teaches the library a new
capability, extension, class or kind writes its name here.
"""

NEWEST_VERSION = (1, 6)

CAPABILITIES = frozenset("""
    AbortKHR Addresses ArithmeticFenceEXT ArbitraryPrecisionFixedPointINTEL ArbitraryPrecisionFloatingPointINTEL ArbitraryPrecisionIntegersINTEL
    AsmINTEL AtomicFloat16AddEXT AtomicFloat16MinMaxEXT AtomicFloat32AddEXT AtomicFloat32MinMaxEXT
    AtomicFloat64AddEXT AtomicFloat64MinMaxEXT AtomicStorage AtomicStorageOps BFloat16CooperativeMatrixKHR
    BFloat16DotProductKHR BFloat16TypeKHR BindlessTextureNV BitInstructions BitcastExtractEXT
    BlockingPipesINTEL ClipDistance ComputeDerivativeGroupLinearNV ComputeDerivativeGroupQuadsNV ConstantDataKHR
    CooperativeMatrixBlockLoadsNV CooperativeMatrixConversionsEXT CooperativeMatrixConversionsNV CooperativeMatrixDecodeVectorNV
    CooperativeMatrixGetCoordinateEXT CooperativeMatrixKHR CooperativeMatrixNV
    CooperativeMatrixPerElementOperationsEXT CooperativeMatrixPerElementOperationsNV CooperativeMatrixReductionsEXT
    CooperativeMatrixReductionsNV CooperativeMatrixTensorAddressingNV
    CoreBuiltinsARM CullDistance DebugInfoModuleINTEL DemoteToHelperInvocation DemoteToHelperInvocationEXT
    DenormFlushToZero DenormPreserve DerivativeControl DescriptorHeapEXT DeviceEnqueue DeviceGroup DotProduct
    DotProductFloat16AccFloat16VALVE DotProductFloat16AccFloat32VALVE DotProductInput4x8Bit
    DotProductInput4x8BitKHR DotProductInput4x8BitPacked DotProductInput4x8BitPackedKHR DotProductInputAll
    DotProductInputAllKHR DotProductKHR DrawParameters ExpectAssumeKHR FMAKHR FPFastMathModeINTEL FPGABufferLocationINTEL
    FPGAClusterAttributesINTEL FPGADSPControlINTEL FPGAInvocationPipeliningAttributesINTEL FPGAKernelAttributesINTEL
    FPGALoopControlsINTEL FPGAMemoryAccessesINTEL FPGAMemoryAttributesINTEL FPGARegINTEL Float16 Float16Buffer
    Float16ImageAMD Float4EXT Float6EXT Float64 Float8CooperativeMatrixEXT Float8EXT Float8UnsignedE8M0EXT FloatControls2 FloatingPointModeINTEL FragmentBarycentricKHR FragmentBarycentricNV FragmentDensityEXT
    FragmentFullyCoveredEXT FragmentMaskAMD FragmentShaderPixelInterlockEXT FragmentShaderSampleInterlockEXT
    FragmentShaderShadingRateInterlockEXT FragmentShadingRateKHR FunctionFloatControlINTEL FunctionPointersINTEL
    GenericPointer Geometry GeometryPointSize GeometryShaderPassthroughNV GeometryStreams GroupNonUniform
    GroupNonUniformArithmetic GroupNonUniformBallot GroupNonUniformClustered GroupNonUniformPartitionedNV
    GroupNonUniformQuad GroupNonUniformRotateKHR GroupNonUniformShuffle GroupNonUniformShuffleRelative
    GroupNonUniformVote GroupUniformArithmeticKHR Groups IOPipesINTEL Image1D ImageBasic ImageBuffer ImageCubeArray
    ImageFootprintNV ImageGatherBiasLodAMD ImageGatherExtended ImageMSArray ImageMipmap ImageQuery ImageReadWrite
    ImageReadWriteLodAMD ImageRect IndirectReferencesINTEL InputAttachment InputAttachmentArrayDynamicIndexing
    InputAttachmentArrayDynamicIndexingEXT InputAttachmentArrayNonUniformIndexing
    InputAttachmentArrayNonUniformIndexingEXT Int16 Int64 Int64Atomics Int64ImageEXT Int8 IntegerFunctions2INTEL
    InterpolationFunction Kernel KernelAttributesINTEL Linkage LiteralSampler LongCompositesINTEL
    LongConstantCompositeINTEL LongVectorEXT LoopFuseINTEL MXInt8EXT Matrix MemoryAccessAliasingINTEL MeshShadingEXT MeshShadingNV MinLod
    MultiView MultiViewport NamedBarrier OptNoneINTEL PerViewAttributesNV PhysicalStorageBufferAddresses
    PhysicalStorageBufferAddressesEXT PipeStorage Pipes PoisonFreezeKHR QuadControlKHR RayCullMaskKHR RayQueryKHR
    RayQueryPositionFetchKHR RayQueryProvisionalKHR RayTracingKHR RayTracingMotionBlurNV RayTracingNV
    RayTracingOpacityMicromapEXT RayTracingPositionFetchKHR RayTracingProvisionalKHR
    RayTraversalPrimitiveCullingKHR ReplicatedCompositesEXT RoundToInfinityINTEL RoundingModeRTE RoundingModeRTZ
    RuntimeAlignedAttributeINTEL RuntimeDescriptorArray RuntimeDescriptorArrayEXT SampleMaskOverrideCoverageNV
    SampleMaskPostDepthCoverage SampleRateShading Sampled1D SampledBuffer SampledCubeArray
    SampledImageArrayDynamicIndexing SampledImageArrayNonUniformIndexing SampledImageArrayNonUniformIndexingEXT
    SampledRect Shader Shader64BitIndexingEXT ShaderClockKHR ShaderInvocationReorderNV ShaderLayer ShaderNonUniform ShaderNonUniformEXT
    ShaderSMBuiltinsNV ShaderStereoViewNV ShaderViewportIndex ShaderViewportIndexLayerEXT ShaderViewportIndexLayerNV
    ShaderViewportMaskNV ShadingRateNV SignedZeroInfNanPreserve SparseResidency SplitBarrierEXT SplitBarrierINTEL StencilExportEXT
    StorageBuffer16BitAccess StorageBuffer8BitAccess StorageBufferArrayDynamicIndexing
    StorageBufferArrayNonUniformIndexing StorageBufferArrayNonUniformIndexingEXT StorageImageArrayDynamicIndexing
    StorageImageArrayNonUniformIndexing StorageImageArrayNonUniformIndexingEXT StorageImageExtendedFormats
    StorageImageMultisample StorageImageReadWithoutFormat StorageImageWriteWithoutFormat StorageInputOutput16
    StoragePushConstant16 StoragePushConstant8 StorageTexelBufferArrayDynamicIndexing
    StorageTexelBufferArrayDynamicIndexingEXT StorageTexelBufferArrayNonUniformIndexing
    StorageTexelBufferArrayNonUniformIndexingEXT StorageUniform16 StorageUniformBufferBlock16
    SubgroupAvcMotionEstimationChromaINTEL SubgroupAvcMotionEstimationINTEL SubgroupAvcMotionEstimationIntraINTEL
    SubgroupBallotKHR SubgroupBufferBlockIOINTEL SubgroupDispatch SubgroupImageBlockIOINTEL
    SubgroupImageMediaBlockIOINTEL SubgroupShuffleINTEL SubgroupVoteKHR TensorAddressingNV Tessellation TessellationPointSize
    TransformFeedback USMStorageClassesINTEL UniformAndStorageBuffer16BitAccess UniformAndStorageBuffer8BitAccess
    UniformBufferArrayDynamicIndexing UniformBufferArrayNonUniformIndexing UniformBufferArrayNonUniformIndexingEXT
    UniformDecoration UniformTexelBufferArrayDynamicIndexing UniformTexelBufferArrayDynamicIndexingEXT
    UniformTexelBufferArrayNonUniformIndexing UniformTexelBufferArrayNonUniformIndexingEXT
    UnstructuredLoopControlsINTEL UntypedPointersKHR VariableLengthArrayINTEL VariablePointers VariablePointersStorageBuffer Vector16
    VectorAnyINTEL VectorComputeINTEL VulkanMemoryModel VulkanMemoryModelDeviceScope VulkanMemoryModelDeviceScopeKHR
    VulkanMemoryModelKHR WorkgroupMemoryExplicitLayout16BitAccessKHR WorkgroupMemoryExplicitLayout8BitAccessKHR
    WorkgroupMemoryExplicitLayoutKHR
""".split())

# With those that bring no enumerant and no instruction of the core, so that the grammar has no mention of them.
EXTENSIONS = frozenset("""
    SPV_AMD_gcn_shader SPV_AMD_gpu_shader_half_float SPV_AMD_gpu_shader_half_float_fetch SPV_AMD_gpu_shader_int16
    SPV_AMD_shader_ballot SPV_AMD_shader_early_and_late_fragment_tests SPV_AMD_shader_explicit_vertex_parameter
    SPV_AMD_shader_fragment_mask SPV_AMD_shader_image_load_store_lod SPV_AMD_shader_trinary_minmax
    SPV_AMD_texture_gather_bias_lod SPV_ARM_core_builtins SPV_EXT_arithmetic_fence
    SPV_EXT_cooperative_matrix_maintenance1 SPV_EXT_demote_to_helper_invocation
    SPV_EXT_descriptor_heap SPV_EXT_descriptor_indexing SPV_EXT_float8 SPV_EXT_fragment_fully_covered SPV_EXT_fragment_invocation_density
    SPV_EXT_fragment_shader_interlock SPV_EXT_long_vector SPV_EXT_mesh_shader SPV_EXT_ocp_microscaling_types SPV_EXT_opacity_micromap SPV_EXT_optnone SPV_EXT_physical_storage_buffer
    SPV_EXT_replicated_composites SPV_EXT_split_barrier SPV_KHR_float_controls2 SPV_KHR_fma
    SPV_EXT_shader_atomic_float16_add SPV_EXT_shader_atomic_float_add SPV_EXT_shader_atomic_float_min_max
    SPV_EXT_shader_64bit_indexing SPV_EXT_shader_image_int64 SPV_EXT_shader_stencil_export SPV_EXT_shader_viewport_index_layer
    SPV_GOOGLE_decorate_string SPV_GOOGLE_hlsl_functionality1 SPV_GOOGLE_user_type
    SPV_INTEL_arbitrary_precision_fixed_point SPV_INTEL_arbitrary_precision_floating_point
    SPV_INTEL_arbitrary_precision_integers SPV_INTEL_blocking_pipes SPV_INTEL_debug_module
    SPV_INTEL_device_side_avc_motion_estimation SPV_INTEL_float_controls2 SPV_INTEL_fp_fast_math_mode
    SPV_INTEL_fpga_buffer_location SPV_INTEL_fpga_cluster_attributes SPV_INTEL_fpga_dsp_control
    SPV_INTEL_fpga_invocation_pipelining_attributes SPV_INTEL_fpga_loop_controls SPV_INTEL_fpga_memory_accesses
    SPV_INTEL_fpga_memory_attributes SPV_INTEL_fpga_reg SPV_INTEL_function_pointers SPV_INTEL_inline_assembly
    SPV_INTEL_io_pipes SPV_INTEL_kernel_attributes SPV_INTEL_long_constant_composite SPV_INTEL_loop_fuse
    SPV_INTEL_media_block_io SPV_INTEL_memory_access_aliasing SPV_INTEL_optnone SPV_INTEL_runtime_aligned
    SPV_INTEL_shader_integer_functions2 SPV_INTEL_split_barrier SPV_INTEL_subgroups
    SPV_INTEL_unstructured_loop_controls SPV_INTEL_usm_storage_classes SPV_INTEL_variable_length_array
    SPV_INTEL_vector_compute SPV_KHR_16bit_storage SPV_KHR_8bit_storage SPV_KHR_abort SPV_KHR_bfloat16 SPV_KHR_bit_instructions
    SPV_KHR_compute_shader_derivatives SPV_KHR_constant_data SPV_KHR_cooperative_matrix SPV_KHR_relaxed_extended_instruction SPV_VALVE_mixed_float_dot_product
    SPV_KHR_device_group SPV_KHR_expect_assume SPV_KHR_float_controls SPV_KHR_fragment_shader_barycentric
    SPV_KHR_fragment_shading_rate SPV_KHR_integer_dot_product SPV_KHR_linkonce_odr SPV_KHR_maximal_reconvergence
    SPV_KHR_multiview
    SPV_KHR_no_integer_wrap_decoration SPV_KHR_non_semantic_info SPV_KHR_physical_storage_buffer
    SPV_KHR_poison_freeze SPV_KHR_post_depth_coverage SPV_KHR_quad_control SPV_KHR_ray_cull_mask SPV_KHR_ray_query SPV_KHR_ray_tracing
    SPV_KHR_ray_tracing_position_fetch SPV_KHR_shader_atomic_counter_ops SPV_KHR_shader_ballot SPV_KHR_shader_clock SPV_KHR_shader_draw_parameters
    SPV_KHR_storage_buffer_storage_class SPV_KHR_subgroup_rotate SPV_KHR_subgroup_uniform_control_flow
    SPV_KHR_subgroup_vote SPV_KHR_terminate_invocation SPV_KHR_uniform_group_instructions SPV_KHR_untyped_pointers
    SPV_KHR_variable_pointers
    SPV_KHR_vulkan_memory_model SPV_KHR_workgroup_memory_explicit_layout SPV_NVX_multiview_per_view_attributes
    SPV_NV_bindless_texture SPV_NV_compute_shader_derivatives SPV_NV_cooperative_matrix SPV_NV_cooperative_matrix2 SPV_NV_cooperative_matrix_decode_vector
    SPV_NV_fragment_shader_barycentric SPV_NV_geometry_shader_passthrough SPV_NV_mesh_shader SPV_NV_ray_tracing
    SPV_NV_ray_tracing_motion_blur SPV_NV_sample_mask_override_coverage SPV_NV_shader_image_footprint
    SPV_NV_shader_invocation_reorder SPV_NV_shader_sm_builtins SPV_NV_shader_subgroup_partitioned
    SPV_NV_shading_rate SPV_NV_stereo_view_rendering SPV_NV_tensor_addressing SPV_NV_viewport_array2
""".split())

# Classes of instructions, and the instructions of control flow, of which the reader must know what they are to a block.
CLASSES = frozenset("""
    @exclude Annotation Arithmetic Atomic Barrier Bit Composite Constant-Creation Control-Flow Conversion Debug
    Derivative Device-Side_Enqueue Extension Function Group Image Memory Miscellaneous Mode-Setting Non-Uniform Pipe
    Primitive Relational_and_Logical Reserved Type-Declaration
""".split())

CONTROL_FLOW = frozenset("""
    OpAbortKHR OpBranch OpBranchConditional OpDemoteToHelperInvocation OpDemoteToHelperInvocationEXT OpKill OpLabel
    OpLifetimeStart OpLifetimeStop OpLoopMerge OpPhi OpReturn OpReturnValue OpSelectionMerge OpSwitch
    OpTerminateInvocation OpUnreachable
""".split())

# Kinds of operands that are enumerations.
ENUMERATIONS = frozenset("""
    AccessQualifier AddressingModel BuiltIn Capability CooperativeMatrixOperands CooperativeMatrixReduce Decoration Dim ExecutionMode ExecutionModel FPDenormMode
    FPEncoding FPFastMathMode FPOperationMode FPRoundingMode FragmentShadingRate FunctionControl FunctionParameterAttribute
    GroupOperation ImageChannelDataType ImageChannelOrder ImageFormat ImageOperands KernelEnqueueFlags
    KernelProfilingInfo LinkageType LoopControl MemoryAccess MemoryModel MemorySemantics OverflowModes
    PackedVectorFormat QuantizationModes RayFlags RayQueryCandidateIntersectionType
    RayQueryCommittedIntersectionType RayQueryIntersection SamplerAddressingMode SamplerFilterMode Scope
    SelectionControl SourceLanguage StorageClass TensorAddressingOperands
""".split())

# This version knows these instructions, and the grammars of older distributions lack them; later_names.txt has their numbers, and
# those of capabilities, and spirv/later.h has them for C. A line is the names, the class, what enables it, and the operands, of
# which `typed` is a result with its type; "?" and "*" are the grammar's quantifiers.
LATER_INSTRUCTIONS = """
    OpAbortKHR Control-Flow AbortKHR IdRef IdRef
    OpConstantDataKHR Constant-Creation ConstantDataKHR typed LiteralInteger*
    OpSpecConstantDataKHR Constant-Creation ConstantDataKHR typed LiteralInteger*
    OpExtInstWithForwardRefsKHR Extension SPV_KHR_relaxed_extended_instruction typed IdRef LiteralExtInstInteger IdRef*
    OpFDot2MixAcc32VALVE Arithmetic DotProductFloat16AccFloat32VALVE typed IdRef IdRef IdRef
    OpFDot2MixAcc16VALVE Arithmetic DotProductFloat16AccFloat16VALVE typed IdRef IdRef IdRef
    OpRayQueryGetIntersectionTriangleVertexPositionsKHR Reserved RayQueryPositionFetchKHR typed IdRef IdRef
    OpGroupNonUniformQuadAllKHR Non-Uniform QuadControlKHR typed IdRef
    OpGroupNonUniformQuadAnyKHR Non-Uniform QuadControlKHR typed IdRef
    OpArithmeticFenceEXT Miscellaneous ArithmeticFenceEXT typed IdRef
    OpFmaKHR Arithmetic FMAKHR typed IdRef IdRef IdRef
    OpConstantCompositeReplicateEXT Constant-Creation ReplicatedCompositesEXT typed IdRef
    OpSpecConstantCompositeReplicateEXT Constant-Creation ReplicatedCompositesEXT typed IdRef
    OpCompositeConstructReplicateEXT Composite ReplicatedCompositesEXT typed IdRef
    OpTypeCooperativeMatrixKHR Type-Declaration CooperativeMatrixKHR IdResult IdRef IdScope IdRef IdRef IdRef
    OpCooperativeMatrixLoadKHR Memory CooperativeMatrixKHR typed IdRef IdRef IdRef? MemoryAccess?
    OpCooperativeMatrixStoreKHR Memory CooperativeMatrixKHR IdRef IdRef IdRef IdRef? MemoryAccess?
    OpCooperativeMatrixMulAddKHR Arithmetic CooperativeMatrixKHR typed IdRef IdRef IdRef LiteralInteger?
    OpCooperativeMatrixLengthKHR Miscellaneous CooperativeMatrixKHR typed IdRef
    OpCooperativeMatrixConvertUseEXT=OpCooperativeMatrixConvertNV Conversion CooperativeMatrixConversionsEXT|CooperativeMatrixConversionsNV typed IdRef
    OpCooperativeMatrixGetCoordinateEXT Miscellaneous CooperativeMatrixGetCoordinateEXT typed IdRef IdRef
    OpCooperativeMatrixReduceEXT=OpCooperativeMatrixReduceNV Function CooperativeMatrixReductionsEXT typed IdRef LiteralInteger IdRef
    OpCooperativeMatrixPerElementOpEXT=OpCooperativeMatrixPerElementOpNV Function CooperativeMatrixPerElementOperationsEXT typed IdRef IdRef IdRef*
    OpCooperativeMatrixTransposeNV Conversion CooperativeMatrixConversionsNV typed IdRef
    OpCooperativeMatrixLoadTensorNV Memory CooperativeMatrixTensorAddressingNV typed IdRef IdRef IdRef MemoryAccess TensorAddressingOperands
    OpCooperativeMatrixStoreTensorNV Memory CooperativeMatrixTensorAddressingNV IdRef IdRef IdRef MemoryAccess TensorAddressingOperands
    OpTypeTensorLayoutNV Type-Declaration TensorAddressingNV IdResult IdRef IdRef
    OpTypeTensorViewNV Type-Declaration TensorAddressingNV IdResult IdRef IdRef IdRef*
    OpCreateTensorLayoutNV Reserved TensorAddressingNV typed
    OpTensorLayoutSetDimensionNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTensorLayoutSetStrideNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTensorLayoutSliceNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTensorLayoutSetClampValueNV Reserved TensorAddressingNV typed IdRef IdRef
    OpCreateTensorViewNV Reserved TensorAddressingNV typed
    OpTensorViewSetDimensionNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTensorViewSetStrideNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTensorViewSetClipNV Reserved TensorAddressingNV typed IdRef IdRef IdRef IdRef IdRef
    OpTensorLayoutSetBlockSizeNV Reserved TensorAddressingNV typed IdRef IdRef*
    OpTypeVectorIdEXT=OpTypeCooperativeVectorNV Type-Declaration LongVectorEXT IdResult IdRef IdRef
    OpBitcastExtractEXT Conversion BitcastExtractEXT typed IdRef IdRef
    OpPoisonKHR Miscellaneous PoisonFreezeKHR typed
    OpFreezeKHR Miscellaneous PoisonFreezeKHR typed IdRef
    OpTypeUntypedPointerKHR Type-Declaration UntypedPointersKHR IdResult StorageClass
    OpUntypedVariableKHR Memory UntypedPointersKHR typed StorageClass IdRef? IdRef?
    OpUntypedAccessChainKHR Memory UntypedPointersKHR typed IdRef IdRef IdRef*
    OpUntypedInBoundsAccessChainKHR Memory UntypedPointersKHR typed IdRef IdRef IdRef*
    OpUntypedPtrAccessChainKHR Memory UntypedPointersKHR typed IdRef IdRef IdRef IdRef*
    OpUntypedInBoundsPtrAccessChainKHR Memory UntypedPointersKHR typed IdRef IdRef IdRef IdRef*
    OpUntypedArrayLengthKHR Memory UntypedPointersKHR typed IdRef IdRef LiteralInteger
    OpTypeBufferEXT Type-Declaration DescriptorHeapEXT IdResult StorageClass
    OpBufferPointerEXT Memory DescriptorHeapEXT typed IdRef
    OpUntypedImageTexelPointerEXT Memory DescriptorHeapEXT typed IdRef IdRef IdRef IdRef
    OpMemberDecorateIdEXT Annotation DescriptorHeapEXT IdRef LiteralInteger Decoration
    OpConstantSizeOfEXT Constant-Creation DescriptorHeapEXT typed IdRef
"""


def later_instructions(number_of):
    """As the grammar has them, with their numbers by name."""
    for names, kind, needs, *operands in map(str.split, LATER_INSTRUCTIONS.strip().split("\n")):
        name, *aliases = names.split("=")
        needs = needs.split("|")
        yield {"opname": name, "aliases": aliases, "opcode": number_of[name], "class": kind,
               "capabilities": [n for n in needs if n not in EXTENSIONS], "extensions": [n for n in needs if n in EXTENSIONS],
               "operands": [{"kind": o.rstrip("?*"), "quantifier": o[-1] if o[-1] in "?*" else None}
                            for o in " ".join(operands).replace("typed", "IdResultType IdResult").split()]}


# Operands that older grammars do not have: of OpTypeFloat an FPEncoding.
LATER_OPERANDS = {
    "OpTypeFloat": [{"kind": "IdResult"}, {"kind": "LiteralInteger"}, {"kind": "LiteralInteger", "quantifier": "?"}],
}
LATER_ENUMERANTS = {
    "FPFastMathMode": [{"enumerant": "AllowTransform", "value": 0x40000, "capabilities": ["FloatControls2"]}],
    "TensorAddressingOperands": [
        {"enumerant": "TensorView", "value": 1, "capabilities": ["CooperativeMatrixTensorAddressingNV"], "parameters": [{"kind": "IdRef"}]},
        {"enumerant": "DecodeFunc", "value": 2, "capabilities": ["CooperativeMatrixBlockLoadsNV"], "parameters": [{"kind": "IdRef"}]},
        {"enumerant": "DecodeVectorFunc", "value": 4, "capabilities": ["CooperativeMatrixDecodeVectorNV"], "parameters": [{"kind": "IdRef"}]},
    ],
    "Decoration": [
        {"enumerant": "SaturatedToLargestFloat8NormalConversionEXT", "value": 4216, "capabilities": ["Float8EXT"]},
        {"enumerant": "CooperativeMatrixTransposeEXT", "value": 5440, "capabilities": ["CooperativeMatrixConversionsEXT"]},
        {"enumerant": "UTFEncodedKHR", "value": 5145, "capabilities": ["ConstantDataKHR"]},
        {"enumerant": "ArrayStrideIdEXT", "value": 5124, "capabilities": ["DescriptorHeapEXT"], "parameters": [{"kind": "IdRef"}]},
        {"enumerant": "OffsetIdEXT", "value": 5125, "capabilities": ["DescriptorHeapEXT"], "parameters": [{"kind": "IdRef"}]},
    ],
    "BuiltIn": [
        {"enumerant": "HitTriangleVertexPositionsKHR", "value": 5335, "capabilities": ["RayTracingPositionFetchKHR"]},
        {"enumerant": "SamplerHeapEXT", "value": 5122, "capabilities": ["DescriptorHeapEXT"]},
        {"enumerant": "ResourceHeapEXT", "value": 5123, "capabilities": ["DescriptorHeapEXT"]},
    ],
    "ExecutionMode": [
        {"enumerant": "QuadDerivativesKHR", "value": 5088, "capabilities": ["QuadControlKHR"]},
        {"enumerant": "RequireFullQuadsKHR", "value": 5089, "capabilities": ["QuadControlKHR"]},
        {"enumerant": "FPFastMathDefault", "value": 6028, "capabilities": ["FloatControls2"],
         "parameters": [{"kind": "IdRef"}, {"kind": "IdRef"}]},
        {"enumerant": "Shader64BitIndexingEXT", "value": 5427, "capabilities": ["Shader64BitIndexingEXT"]},
        {"enumerant": "ArithmeticPoisonKHR", "value": 5157, "capabilities": ["PoisonFreezeKHR"]},
        {"enumerant": "MaximallyReconvergesKHR", "value": 6023, "extensions": ["SPV_KHR_maximal_reconvergence"]},
    ],
}

# What enables an instruction or enumerant beside the capabilities that an older grammar lists for it, by any of its names. Of a
# capability: what it declares implicitly. An extension stands where its own text lets it do without a capability, or has none.
BALLOT = ["SPV_AMD_shader_ballot"]
MORE_NEEDS = {
    "Instruction": {"OpCopyMemorySized": ["UntypedPointersKHR"],
                    **{f"OpGroup{name}NonUniformAMD": BALLOT
                       for name in "IAdd FAdd FMin UMin SMin FMax UMax SMax".split()}},
    "GroupOperation": {"Reduce": BALLOT, "InclusiveScan": BALLOT, "ExclusiveScan": BALLOT},
    "Decoration": {"FPFastMathMode": ["FloatControls2"]},
    "ExecutionMode": {"MaximallyReconvergesKHR": ["SPV_KHR_maximal_reconvergence"]},
    "FPFastMathMode": {name: ["FloatControls2"]
                       for name in "AllowContract AllowContractFastINTEL AllowReassoc AllowReassocINTEL".split()},
    "Capability": {
        "BFloat16DotProductKHR": ["BFloat16TypeKHR"],
        "BFloat16CooperativeMatrixKHR": ["BFloat16TypeKHR", "CooperativeMatrixKHR"],
        "CooperativeMatrixDecodeVectorNV": ["CooperativeMatrixBlockLoadsNV"],
        "DescriptorHeapEXT": ["UntypedPointersKHR"],
        "DotProductFloat16AccFloat16VALVE": ["Float16"],
        "DotProductFloat16AccFloat32VALVE": ["Float16"],
        "Float8CooperativeMatrixEXT": ["Float8EXT", "CooperativeMatrixKHR"],
        "RayQueryPositionFetchKHR": ["Shader"],
        "RayTracingPositionFetchKHR": ["Shader"],
        "WorkgroupMemoryExplicitLayout16BitAccessKHR": ["WorkgroupMemoryExplicitLayoutKHR"],
    },
}
# Only the use of such a variable needs the capability: glslang names all members of gl_PerVertex, and SPIRV-Tools
# (CheckRequiredCapabilities) asks for none.
FREE_ENUMERANTS = {"BuiltIn": {"PointSize", "ClipDistance", "CullDistance"}}
