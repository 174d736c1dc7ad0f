/* Asks the device for the extensions that only some shaders need, and names what a shader needs and the device lacks.
 */
#include <string.h>

#include "compare/driver.h"
#include "spirv/later.h"

/* Vulkan's headers of Debian 12 lack most of these: the numbers of structures are those of Vulkan 1.4.363's. Each
 * structure has nothing but VkBool32 behind its head (struct later_features). */
static const struct {
    const char *extension;
    uint32_t structure;
} later_features[] = {
    [LATER_ATOMIC_FLOAT] = {"VK_EXT_shader_atomic_float", 1000260000},
    [LATER_ATOMIC_FLOAT2] = {"VK_EXT_shader_atomic_float2", 1000273000},
    [LATER_IMAGE_ATOMIC_INT64] = {"VK_EXT_shader_image_atomic_int64", 1000234000},
    [LATER_EXPLICIT_LAYOUT] = {"VK_KHR_workgroup_memory_explicit_layout", 1000336000},
    [LATER_DERIVATIVES] = {"VK_KHR_compute_shader_derivatives", 1000201000},
    [LATER_CLOCK] = {"VK_KHR_shader_clock", 1000181000},
    [LATER_ROTATE] = {"VK_KHR_shader_subgroup_rotate", 1000416000},
    [LATER_EXPECT] = {"VK_KHR_shader_expect_assume", 1000544000},
    [LATER_BFLOAT16] = {"VK_KHR_shader_bfloat16", 1000141000},
    [LATER_MATRIX] = {"VK_KHR_cooperative_matrix", 1000506000},
    [LATER_MATRIX2] = {"VK_NV_cooperative_matrix2", 1000593000},
    [LATER_UNTYPED] = {"VK_KHR_shader_untyped_pointers", 1000387000},
    [LATER_RECONVERGENCE] = {"VK_KHR_shader_maximal_reconvergence", 1000434000},
    [LATER_QUAD_CONTROL] = {"VK_KHR_shader_quad_control", 1000235000},
    [LATER_REPLICATED] = {"VK_EXT_shader_replicated_composites", 1000564000},
    [LATER_FLOAT_CONTROLS2] = {"VK_KHR_shader_float_controls2", 1000528000},
    [LATER_HEAP] = {"VK_EXT_descriptor_heap", 1000135009},
    [LATER_MAINTENANCE5] = {"VK_KHR_maintenance5", 1000470000},
    [LATER_LONG_VECTOR] = {"VK_EXT_shader_long_vector", 1000635000},
    [LATER_INTERLOCK] = {"VK_EXT_fragment_shader_interlock", 1000251000},
};

void ask_later_features(struct driver *driver) {
    for (uint32_t i = 0; i < LATER_COUNT; i++) {
        driver->later[i].type = (VkStructureType)later_features[i].structure;
        add_extension(driver, later_features[i].extension, &driver->later[i]);
    }
}

static bool has_sparse_comparison(const struct spirv_module *module) {
    static const uint16_t opcodes[] = {SpvOpImageSparseSampleDrefImplicitLod, SpvOpImageSparseSampleDrefExplicitLod,
                                       SpvOpImageSparseSampleProjDrefImplicitLod,
                                       SpvOpImageSparseSampleProjDrefExplicitLod, SpvOpImageSparseDrefGather};
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t word = module->functions[f].word; word < module->functions[f].end_word;
             word += module->words[word] >> 16)
            for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
                if ((module->words[word] & 0xFFFF) == opcodes[i])
                    return true;
    return false;
}

const char *driver_lacks(const struct driver *driver, const struct spirv_module *module) {
    const VkPhysicalDeviceFeatures *core = &driver->features.features;
    const VkPhysicalDeviceVulkan11Features *f11 = &driver->features11;
    const VkPhysicalDeviceVulkan12Features *f12 = &driver->features12;
    const struct later_features *later = driver->later;
    const struct {
        uint32_t capability;
        VkBool32 there;
    } rows[] = {
        {SpvCapabilityFloat16, f12->shaderFloat16},
        {SpvCapabilityFloat64, core->shaderFloat64},
        {SpvCapabilityInt8, f12->shaderInt8},
        {SpvCapabilityInt16, core->shaderInt16},
        {SpvCapabilityInt64, core->shaderInt64},
        {SpvCapabilityInt64Atomics, f12->shaderBufferInt64Atomics},
        {SpvCapabilityStorageBuffer16BitAccess, f11->storageBuffer16BitAccess},
        {SpvCapabilityUniformAndStorageBuffer16BitAccess, f11->uniformAndStorageBuffer16BitAccess},
        {SpvCapabilityStoragePushConstant16, f11->storagePushConstant16},
        {SpvCapabilityStorageInputOutput16, f11->storageInputOutput16},
        {SpvCapabilityStorageBuffer8BitAccess, f12->storageBuffer8BitAccess},
        {SpvCapabilityUniformAndStorageBuffer8BitAccess, f12->uniformAndStorageBuffer8BitAccess},
        {SpvCapabilityStoragePushConstant8, f12->storagePushConstant8},
        {SpvCapabilityPhysicalStorageBufferAddresses, f12->bufferDeviceAddress},
        {SpvCapabilityVulkanMemoryModel, f12->vulkanMemoryModel},
        {SpvCapabilityVulkanMemoryModelDeviceScope, f12->vulkanMemoryModelDeviceScope},
        {SpvCapabilityVariablePointers, f11->variablePointers},
        {SpvCapabilityVariablePointersStorageBuffer, f11->variablePointersStorageBuffer},
        {SpvCapabilityRuntimeDescriptorArray, f12->runtimeDescriptorArray},
        {SpvCapabilityShaderNonUniform, f12->shaderStorageBufferArrayNonUniformIndexing},
        {SpvCapabilityStorageBufferArrayDynamicIndexing, core->shaderStorageBufferArrayDynamicIndexing},
        {SpvCapabilityUniformBufferArrayDynamicIndexing, core->shaderUniformBufferArrayDynamicIndexing},
        {SpvCapabilityAtomicFloat32AddEXT, later[LATER_ATOMIC_FLOAT].has[1]},
        {SpvCapabilityAtomicFloat64AddEXT, later[LATER_ATOMIC_FLOAT].has[3]},
        {SpvCapabilityAtomicFloat16AddEXT, later[LATER_ATOMIC_FLOAT2].has[1]},
        {SpvCapabilityAtomicFloat16MinMaxEXT, later[LATER_ATOMIC_FLOAT2].has[2]},
        {SpvCapabilityAtomicFloat32MinMaxEXT, later[LATER_ATOMIC_FLOAT2].has[3]},
        {SpvCapabilityAtomicFloat64MinMaxEXT, later[LATER_ATOMIC_FLOAT2].has[4]},
        {SpvCapabilityWorkgroupMemoryExplicitLayoutKHR, later[LATER_EXPLICIT_LAYOUT].has[0]},
        {SpvCapabilityComputeDerivativeGroupQuadsNV, later[LATER_DERIVATIVES].has[0]},
        {SpvCapabilityComputeDerivativeGroupLinearNV, later[LATER_DERIVATIVES].has[1]},
        {SpvCapabilityShaderClockKHR, later[LATER_CLOCK].has[0]},
        {SpvCapabilityGroupNonUniformRotateKHR, later[LATER_ROTATE].has[0]},
        {SpvCapabilityExpectAssumeKHR, later[LATER_EXPECT].has[0]},
        {SPIRV_CAPABILITY_BFLOAT16, later[LATER_BFLOAT16].has[0]},
        {SPIRV_CAPABILITY_COOPERATIVE_MATRIX, later[LATER_MATRIX].has[0]},
        {SPIRV_CAPABILITY_UNTYPED_POINTERS, later[LATER_UNTYPED].has[0]},
        {SPIRV_CAPABILITY_DESCRIPTOR_HEAP, later[LATER_HEAP].has[0]},
        {SPIRV_CAPABILITY_QUAD_CONTROL, later[LATER_QUAD_CONTROL].has[0]},
        {SPIRV_CAPABILITY_REPLICATED_COMPOSITES, later[LATER_REPLICATED].has[0]},
        {SPIRV_CAPABILITY_LONG_VECTOR, later[LATER_LONG_VECTOR].has[0]},
        {SPIRV_CAPABILITY_FLOAT_CONTROLS2, later[LATER_FLOAT_CONTROLS2].has[0]},
        {SpvCapabilityGroupNonUniformClustered, driver->subgroup_operations & VK_SUBGROUP_FEATURE_CLUSTERED_BIT},
        {SpvCapabilityGroupNonUniformQuad, driver->subgroup_operations & VK_SUBGROUP_FEATURE_QUAD_BIT},
        {SpvCapabilityGroupNonUniformShuffle, driver->subgroup_operations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
        {SpvCapabilityGroupNonUniformShuffleRelative,
         driver->subgroup_operations & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT},
        {SpvCapabilityGroupNonUniformArithmetic, driver->subgroup_operations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT},
        {SpvCapabilityStorageImageReadWithoutFormat, core->shaderStorageImageReadWithoutFormat},
        {SpvCapabilityStorageImageWriteWithoutFormat, core->shaderStorageImageWriteWithoutFormat},
        {SpvCapabilityStorageImageExtendedFormats, core->shaderStorageImageExtendedFormats},
        {SpvCapabilityStorageImageMultisample, core->shaderStorageImageMultisample},
        {SpvCapabilityImageMSArray, core->shaderStorageImageMultisample},
        {SpvCapabilityImageCubeArray, core->imageCubeArray},
        {SpvCapabilitySampledCubeArray, core->imageCubeArray},
        {SpvCapabilityImageGatherExtended, core->shaderImageGatherExtended},
        {SpvCapabilityMinLod, core->shaderResourceMinLod},
        {SpvCapabilitySparseResidency, core->shaderResourceResidency},
        {SpvCapabilityInt64ImageEXT, later[LATER_IMAGE_ATOMIC_INT64].has[0]},
        {SpvCapabilitySampledImageArrayDynamicIndexing, core->shaderSampledImageArrayDynamicIndexing},
        {SpvCapabilityStorageImageArrayDynamicIndexing, core->shaderStorageImageArrayDynamicIndexing},
        {SpvCapabilityUniformTexelBufferArrayDynamicIndexing, f12->shaderUniformTexelBufferArrayDynamicIndexing},
        {SpvCapabilityStorageTexelBufferArrayDynamicIndexing, f12->shaderStorageTexelBufferArrayDynamicIndexing},
        {SpvCapabilitySampledImageArrayNonUniformIndexing, f12->shaderSampledImageArrayNonUniformIndexing},
        {SpvCapabilityStorageImageArrayNonUniformIndexing, f12->shaderStorageImageArrayNonUniformIndexing},
        {SpvCapabilityUniformTexelBufferArrayNonUniformIndexing, f12->shaderUniformTexelBufferArrayNonUniformIndexing},
        {SpvCapabilityStorageTexelBufferArrayNonUniformIndexing, f12->shaderStorageTexelBufferArrayNonUniformIndexing},
        {SpvCapabilityDotProduct, driver->features13.shaderIntegerDotProduct},
        {SpvCapabilityMeshShadingEXT, driver->has_meshes && driver->meshes.meshShader && driver->meshes.taskShader},
        {SpvCapabilityRayQueryKHR, driver->has_queries && driver->queries.rayQuery},
        {SpvCapabilityRayTracingKHR, driver->has_ray_pipelines && driver->ray_pipelines.rayTracingPipeline},
        {SpvCapabilityRayCullMaskKHR, driver->has_ray_maintenance && driver->ray_maintenance.rayTracingMaintenance1},
        {SpvCapabilityRayTraversalPrimitiveCullingKHR,
         driver->has_ray_pipelines && driver->ray_pipelines.rayTraversalPrimitiveCulling},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!rows[i].there && spirv_has_capability(module, (SpvCapability)rows[i].capability))
            return spirv_capability_name(rows[i].capability);
    if (driver->is_lavapipe && has_sparse_comparison(module))
        return "sparse depth comparisons: lavapipe gives wrong results, or crashes";
    return NULL;
}
