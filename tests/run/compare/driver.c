/* The Vulkan device, opened once for a process, and what it has. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/driver.h"

/* ---- opening ---- */

static bool choose_memory(struct driver *driver) {
    VkPhysicalDeviceMemoryProperties memory;
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    vkGetPhysicalDeviceMemoryProperties(driver->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if ((memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            driver->memory_type = i;
            return true;
        }
    return false;
}

static bool has_extension(VkPhysicalDevice physical, const char *name) {
    uint32_t count = 0;
    bool found = false;
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *extensions = calloc(count + 1, sizeof *extensions);
    if (extensions && vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions) == VK_SUCCESS)
        for (uint32_t i = 0; i < count; i++)
            found |= strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

/* Adds the extension if the device has it, with what the device says of its features. */
static bool add_extension(struct driver *driver, const char *name, void *features) {
    if (!has_extension(driver->physical, name) || driver->extension_count == MAX_EXTENSIONS)
        return false;
    driver->extensions[driver->extension_count++] = name;
    if (features) {
        ((VkBaseOutStructure *)features)->pNext = driver->features13.pNext;
        driver->features13.pNext = features;
    }
    return true;
}

static void ask_ray_features(struct driver *driver) {
    driver->ray_pipelines.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR;
    driver->ray_maintenance.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_MAINTENANCE_1_FEATURES_KHR;
    driver->has_ray_pipelines =
        driver->has_structures &&
        add_extension(driver, VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME, &driver->ray_pipelines);
    driver->has_ray_maintenance =
        driver->has_structures &&
        add_extension(driver, VK_KHR_RAY_TRACING_MAINTENANCE_1_EXTENSION_NAME, &driver->ray_maintenance);
    VkPhysicalDeviceRayTracingPipelinePropertiesKHR rays = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &rays};
    if (driver->has_ray_pipelines)
        vkGetPhysicalDeviceProperties2(driver->physical, &properties);
    driver->handle_bytes = rays.shaderGroupHandleSize;
    driver->handle_alignment = rays.shaderGroupHandleAlignment;
    driver->table_alignment = rays.shaderGroupBaseAlignment;
}

static void ask_features(struct driver *driver) {
    driver->atomic_float.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
    driver->features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    driver->features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    driver->features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    driver->features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    driver->features.pNext = &driver->features11;
    driver->features11.pNext = &driver->features12;
    driver->features12.pNext = &driver->features13;
    driver->feedback.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT;
    driver->has_atomic_float = add_extension(driver, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, &driver->atomic_float);
    driver->has_feedback = add_extension(driver, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, &driver->feedback);
    driver->meshes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT;
    driver->has_meshes = add_extension(driver, VK_EXT_MESH_SHADER_EXTENSION_NAME, &driver->meshes);
    driver->structures.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR;
    driver->queries.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR;
    driver->has_structures = has_extension(driver->physical, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME) &&
                             add_extension(driver, VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME, &driver->structures) &&
                             add_extension(driver, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME, NULL);
    driver->has_queries =
        driver->has_structures && add_extension(driver, VK_KHR_RAY_QUERY_EXTENSION_NAME, &driver->queries);
    ask_ray_features(driver);
    add_extension(driver, VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME, NULL);
    vkGetPhysicalDeviceFeatures2(driver->physical, &driver->features);
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &subgroup};
    vkGetPhysicalDeviceProperties2(driver->physical, &properties);
    driver->subgroup_size = subgroup.subgroupSize;
    driver->subgroup_operations = subgroup.supportedOperations;
    memcpy(driver->name, properties.properties.deviceName, sizeof driver->name);
    driver->is_lavapipe_25 = properties.properties.vendorID == VK_VENDOR_ID_MESA &&
                             properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU &&
                             VK_API_VERSION_MAJOR(properties.properties.driverVersion) <= 25;
}

/* The first device with Vulkan 1.3; VK_ICD_FILENAMES in the environment chooses among drivers. */
static bool choose_device(struct driver *driver) {
    VkPhysicalDevice devices[8];
    uint32_t count = sizeof devices / sizeof *devices;
    VkResult result = vkEnumeratePhysicalDevices(driver->instance, &count, devices);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (properties.apiVersion < VK_API_VERSION_1_3)
            continue;
        driver->physical = devices[i];
        return true;
    }
    return false;
}

static void load_rays(struct driver *driver) {
    VkDevice device = driver->device;
    driver->create_structure =
        (PFN_vkCreateAccelerationStructureKHR)vkGetDeviceProcAddr(device, "vkCreateAccelerationStructureKHR");
    driver->destroy_structure =
        (PFN_vkDestroyAccelerationStructureKHR)vkGetDeviceProcAddr(device, "vkDestroyAccelerationStructureKHR");
    driver->structure_sizes = (PFN_vkGetAccelerationStructureBuildSizesKHR)vkGetDeviceProcAddr(
        device, "vkGetAccelerationStructureBuildSizesKHR");
    driver->structure_address = (PFN_vkGetAccelerationStructureDeviceAddressKHR)vkGetDeviceProcAddr(
        device, "vkGetAccelerationStructureDeviceAddressKHR");
    driver->build_structures =
        (PFN_vkCmdBuildAccelerationStructuresKHR)vkGetDeviceProcAddr(device, "vkCmdBuildAccelerationStructuresKHR");
    driver->create_ray_pipelines =
        (PFN_vkCreateRayTracingPipelinesKHR)vkGetDeviceProcAddr(device, "vkCreateRayTracingPipelinesKHR");
    driver->group_handles =
        (PFN_vkGetRayTracingShaderGroupHandlesKHR)vkGetDeviceProcAddr(device, "vkGetRayTracingShaderGroupHandlesKHR");
    driver->trace_rays = (PFN_vkCmdTraceRaysKHR)vkGetDeviceProcAddr(device, "vkCmdTraceRaysKHR");
}

static bool create_device(struct driver *driver) {
    uint32_t family_count = 0, family = 0;
    VkQueueFamilyProperties families[8];
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, NULL);
    family_count = family_count < 8 ? family_count : 8;
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, families);
    while (family < family_count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        family++;
    if (family == family_count)
        return false;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &driver->features,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = driver->extension_count,
                               .ppEnabledExtensionNames = driver->extensions};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
    if (vkCreateDevice(driver->physical, &info, NULL, &driver->device) != VK_SUCCESS)
        return false;
    driver->bind_feedback = (PFN_vkCmdBindTransformFeedbackBuffersEXT)vkGetDeviceProcAddr(
        driver->device, "vkCmdBindTransformFeedbackBuffersEXT");
    driver->begin_feedback =
        (PFN_vkCmdBeginTransformFeedbackEXT)vkGetDeviceProcAddr(driver->device, "vkCmdBeginTransformFeedbackEXT");
    driver->end_feedback =
        (PFN_vkCmdEndTransformFeedbackEXT)vkGetDeviceProcAddr(driver->device, "vkCmdEndTransformFeedbackEXT");
    driver->draw_meshes = (PFN_vkCmdDrawMeshTasksEXT)vkGetDeviceProcAddr(driver->device, "vkCmdDrawMeshTasksEXT");
    load_rays(driver);
    vkGetDeviceQueue(driver->device, family, 0, &driver->queue);
    return vkCreateCommandPool(driver->device, &pool, NULL, &driver->pool) == VK_SUCCESS;
}

struct driver *driver_open(char *message) {
    static struct driver driver;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    /* llvmpipe: filtering as exact as the specification's, and no time for optimizing what runs once */
    setenv("GALLIVM_PERF", "no_filter_hacks,nopt", 0);
    if (vkCreateInstance(&info, NULL, &driver.instance) != VK_SUCCESS) {
        snprintf(message, MESSAGE_SIZE, "no Vulkan driver is installed");
        return NULL;
    }
    if (!choose_device(&driver)) {
        snprintf(message, MESSAGE_SIZE, "no Vulkan driver has a device with Vulkan 1.3");
        return NULL;
    }
    ask_features(&driver);
    if (!create_device(&driver) || !choose_memory(&driver)) {
        snprintf(message, MESSAGE_SIZE, "the Vulkan device cannot be opened");
        return NULL;
    }
    return &driver;
}

uint32_t driver_subgroup_size(const struct driver *driver) {
    return driver->subgroup_size;
}

const char *driver_name(const struct driver *driver) {
    return driver->name;
}

/* ---- what it has ---- */

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
        {SpvCapabilityAtomicFloat32AddEXT,
         driver->has_atomic_float && driver->atomic_float.shaderBufferFloat32AtomicAdd},
        {SpvCapabilityAtomicFloat64AddEXT,
         driver->has_atomic_float && driver->atomic_float.shaderBufferFloat64AtomicAdd},
        {SpvCapabilityAtomicFloat16AddEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat32MinMaxEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat64MinMaxEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat16MinMaxEXT, VK_FALSE},
        {SpvCapabilityWorkgroupMemoryExplicitLayoutKHR, VK_FALSE},
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
        {SpvCapabilityInt64ImageEXT, VK_FALSE},
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
    if (driver->is_lavapipe_25 && has_sparse_comparison(module))
        return "sparse depth comparisons: lavapipe of Mesa 25 gives wrong results, or crashes";
    return NULL;
}
