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

bool add_extension(struct driver *driver, const char *name, void *features) {
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
    driver->features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    driver->features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    driver->features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    driver->features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    driver->features.pNext = &driver->features11;
    driver->features11.pNext = &driver->features12;
    driver->features12.pNext = &driver->features13;
    driver->feedback.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT;
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
    ask_later_features(driver);
    add_extension(driver, VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME, NULL);
    vkGetPhysicalDeviceFeatures2(driver->physical, &driver->features);
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceFloatControlsProperties floats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, .pNext = &subgroup};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &floats};
    vkGetPhysicalDeviceProperties2(driver->physical, &properties);
    driver->flushes = (floats.shaderDenormPreserveFloat16 ? 0 : 16) | (floats.shaderDenormPreserveFloat32 ? 0 : 32) |
                      (floats.shaderDenormPreserveFloat64 ? 0 : 64);
    driver->subgroup_size = subgroup.subgroupSize;
    driver->subgroup_operations = subgroup.supportedOperations;
    memcpy(driver->name, properties.properties.deviceName, sizeof driver->name);
    driver->is_lavapipe = properties.properties.vendorID == VK_VENDOR_ID_MESA &&
                          properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
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

/* The first family that computes, or with `alone` the first of these that does not draw; `count`: there is none. */
static uint32_t find_family(const VkQueueFamilyProperties *families, uint32_t count, bool alone) {
    uint32_t found = count;
    for (uint32_t k = count; k-- > 0;)
        if (families[k].queueFlags & VK_QUEUE_COMPUTE_BIT && !(alone && families[k].queueFlags & VK_QUEUE_GRAPHICS_BIT))
            found = k;
    return found == count && alone ? find_family(families, count, false) : found;
}

static bool create_device(struct driver *driver, bool compute_queue) {
    uint32_t family_count = 0;
    VkQueueFamilyProperties families[8];
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, NULL);
    family_count = family_count < 8 ? family_count : 8;
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, families);
    uint32_t family = find_family(families, family_count, compute_queue);
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

struct driver *driver_open(bool compute_queue, char *message) {
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
    if (!create_device(&driver, compute_queue) || !choose_memory(&driver)) {
        snprintf(message, MESSAGE_SIZE, "the Vulkan device cannot be opened");
        return NULL;
    }
    return &driver;
}

uint32_t driver_subgroup_size(const struct driver *driver) {
    return driver->subgroup_size;
}

uint32_t driver_flushes(const struct driver *driver) {
    return driver->flushes;
}

const char *driver_name(const struct driver *driver) {
    return driver->name;
}
