/* A Vulkan layer that sits in an application's pipeline creation, as a driver would: it keeps the words of every shader
 * module, and translates each stage of every pipeline and each shader object with its entry point and specialization
 * constants. Every call goes on to the next layer or the driver with the arguments that it came with. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>

#include "record.h"
#include "shaders.h"

#define EXPORT __attribute__((visibility("default")))

/* ---- where calls go on to ---- */

/* The next layer's functions, for an instance or a device. Vulkan's dispatchable handles begin with a pointer that all
 * objects of one instance or device share. */
struct next {
    struct next *link;
    const void *key;
    VkInstance instance;
    PFN_vkGetInstanceProcAddr get_instance_function;
    PFN_vkDestroyInstance destroy_instance;
    PFN_vkGetDeviceProcAddr get_device_function;
    PFN_vkDestroyDevice destroy_device;
    PFN_vkCreateShaderModule create_shader_module;
    PFN_vkDestroyShaderModule destroy_shader_module;
    PFN_vkCreateComputePipelines create_compute_pipelines;
    PFN_vkCreateGraphicsPipelines create_graphics_pipelines;
    PFN_vkCreateRayTracingPipelinesKHR create_ray_tracing_pipelines;
#ifdef VK_EXT_shader_object
    PFN_vkCreateShadersEXT create_shaders;
#endif
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct next *all;

static const void *key_of(const void *handle) {
    const void *key;
    memcpy(&key, handle, sizeof key);
    return key;
}

static void add(struct next *next) {
    pthread_mutex_lock(&lock);
    next->link = all;
    all = next;
    pthread_mutex_unlock(&lock);
}

static struct next *find(const void *handle) {
    const void *key = key_of(handle);
    pthread_mutex_lock(&lock);
    struct next *next = all;
    while (next && next->key != key)
        next = next->link;
    pthread_mutex_unlock(&lock);
    return next;
}

static void take_out(struct next *next) {
    pthread_mutex_lock(&lock);
    struct next **link = &all;
    while (*link != next)
        link = &(*link)->link;
    *link = next->link;
    pthread_mutex_unlock(&lock);
}

/* ---- instances and devices ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator, VkInstance *instance) {
    VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
    while (chain &&
           !(chain->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO && chain->function == VK_LAYER_LINK_INFO))
        chain = (VkLayerInstanceCreateInfo *)chain->pNext;
    struct next *next = calloc(1, sizeof *next);
    if (!chain || !next) {
        free(next);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    next->get_instance_function = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next->get_instance_function(VK_NULL_HANDLE, "vkCreateInstance");
    VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) {
        free(next);
        return result;
    }
    next->key = key_of(*instance);
    next->instance = *instance;
    next->destroy_instance = (PFN_vkDestroyInstance)next->get_instance_function(*instance, "vkDestroyInstance");
    add(next);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    if (!instance)
        return;
    struct next *next = find(instance);
    take_out(next);
    next->destroy_instance(instance, allocator);
    free(next);
}

static void find_device_functions(struct next *next, VkDevice device) {
    PFN_vkGetDeviceProcAddr get = next->get_device_function;
    next->destroy_device = (PFN_vkDestroyDevice)get(device, "vkDestroyDevice");
    next->create_shader_module = (PFN_vkCreateShaderModule)get(device, "vkCreateShaderModule");
    next->destroy_shader_module = (PFN_vkDestroyShaderModule)get(device, "vkDestroyShaderModule");
    next->create_compute_pipelines = (PFN_vkCreateComputePipelines)get(device, "vkCreateComputePipelines");
    next->create_graphics_pipelines = (PFN_vkCreateGraphicsPipelines)get(device, "vkCreateGraphicsPipelines");
    next->create_ray_tracing_pipelines =
        (PFN_vkCreateRayTracingPipelinesKHR)get(device, "vkCreateRayTracingPipelinesKHR");
#ifdef VK_EXT_shader_object
    next->create_shaders = (PFN_vkCreateShadersEXT)get(device, "vkCreateShadersEXT");
#endif
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkLayerDeviceCreateInfo *chain = (VkLayerDeviceCreateInfo *)info->pNext;
    while (chain &&
           !(chain->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO && chain->function == VK_LAYER_LINK_INFO))
        chain = (VkLayerDeviceCreateInfo *)chain->pNext;
    struct next *next = calloc(1, sizeof *next);
    if (!chain || !next) {
        free(next);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    PFN_vkGetInstanceProcAddr get_instance_function = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next->get_device_function = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)get_instance_function(VK_NULL_HANDLE, "vkCreateDevice");
    VkResult result = create(physical_device, info, allocator, device);
    if (result != VK_SUCCESS) {
        free(next);
        return result;
    }
    next->key = key_of(*device);
    find_device_functions(next, *device);
    add(next);
    if (record_is_on())
        record_begin_device(*device, &(struct record_parent){find(physical_device)->instance, physical_device,
                                                             get_instance_function, next->get_device_function, info});
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    if (!device)
        return;
    struct next *next = find(device);
    take_out(next);
    shaders_forget_all(device);
    if (record_is_on())
        record_end_device(device);
    next->destroy_device(device, allocator);
    free(next);
}

/* ---- shaders ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice device, const VkShaderModuleCreateInfo *info,
                                                           const VkAllocationCallbacks *allocator,
                                                           VkShaderModule *module) {
    VkResult result = find(device)->create_shader_module(device, info, allocator, module);
    if (result == VK_SUCCESS)
        shaders_remember(device, *module, info);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL destroy_shader_module(VkDevice device, VkShaderModule module,
                                                        const VkAllocationCallbacks *allocator) {
    shaders_forget(device, module);
    find(device)->destroy_shader_module(device, module, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_compute_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                               const VkComputePipelineCreateInfo *infos,
                                                               const VkAllocationCallbacks *allocator,
                                                               VkPipeline *pipelines) {
    for (uint32_t i = 0; i < count; i++)
        shaders_translate(device, &infos[i].stage, infos[i].flags & VK_PIPELINE_CREATE_DISPATCH_BASE_BIT);
    VkResult result = find(device)->create_compute_pipelines(device, cache, count, infos, allocator, pipelines);
    for (uint32_t i = 0; record_is_on() && result >= VK_SUCCESS && i < count; i++) /* some may not be made */
        record_pipeline(device, &infos[i], pipelines[i]);
    return result;
}

static const void *find_structure(const void *chain, VkStructureType type) {
    const VkBaseInStructure *next = chain;
    while (next && next->sType != type)
        next = next->pNext;
    return next;
}

/* A part of a pipeline, and one that is linked of parts, may have no stages of its own; then pStages is ignored
 * (Vulkan, "Graphics Pipeline Library"). */
static bool has_stages(const VkGraphicsPipelineCreateInfo *info) {
    const VkGraphicsPipelineLibraryCreateInfoEXT *part =
        find_structure(info->pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
    const VkPipelineLibraryCreateInfoKHR *linked =
        find_structure(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR);
    const VkFlags with_shaders = VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT |
                                 VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
    return part ? (part->flags & with_shaders) != 0 : !linked || linked->libraryCount == 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_graphics_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                                const VkGraphicsPipelineCreateInfo *infos,
                                                                const VkAllocationCallbacks *allocator,
                                                                VkPipeline *pipelines) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; has_stages(&infos[i]) && k < infos[i].stageCount; k++)
            shaders_translate(device, &infos[i].pStages[k], false);
    return find(device)->create_graphics_pipelines(device, cache, count, infos, allocator, pipelines);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing_pipelines(VkDevice device, VkDeferredOperationKHR operation,
                                                                   VkPipelineCache cache, uint32_t count,
                                                                   const VkRayTracingPipelineCreateInfoKHR *infos,
                                                                   const VkAllocationCallbacks *allocator,
                                                                   VkPipeline *pipelines) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < infos[i].stageCount; k++)
            shaders_translate(device, &infos[i].pStages[k], false);
    return find(device)->create_ray_tracing_pipelines(device, operation, cache, count, infos, allocator, pipelines);
}

#ifdef VK_EXT_shader_object
static VKAPI_ATTR VkResult VKAPI_CALL create_shaders(VkDevice device, uint32_t count,
                                                     const VkShaderCreateInfoEXT *infos,
                                                     const VkAllocationCallbacks *allocator, VkShaderEXT *shaders) {
    for (uint32_t i = 0; i < count; i++)
        shaders_translate_object(&infos[i]);
    return find(device)->create_shaders(device, count, infos, allocator, shaders);
}
#endif

/* ---- how the loader finds all this ---- */

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance, const char *name);
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char *name);

/* The handle that a function is asked for with: without an instance only GLOBAL ones, of a device only DEVICE ones
 * (Vulkan, "Command Function Pointers"). */
enum level { GLOBAL, INSTANCE, DEVICE };

static const struct own {
    const char *name;
    PFN_vkVoidFunction function;
    enum level level;
} own[] = {
    {"vkGetInstanceProcAddr", (PFN_vkVoidFunction)get_instance_function, GLOBAL},
    {"vkCreateInstance", (PFN_vkVoidFunction)create_instance, GLOBAL},
    {"vkDestroyInstance", (PFN_vkVoidFunction)destroy_instance, INSTANCE},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device, INSTANCE},
    {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)get_device_function, DEVICE},
    {"vkDestroyDevice", (PFN_vkVoidFunction)destroy_device, DEVICE},
    {"vkCreateShaderModule", (PFN_vkVoidFunction)create_shader_module, DEVICE},
    {"vkDestroyShaderModule", (PFN_vkVoidFunction)destroy_shader_module, DEVICE},
    {"vkCreateComputePipelines", (PFN_vkVoidFunction)create_compute_pipelines, DEVICE},
    {"vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_graphics_pipelines, DEVICE},
    {"vkCreateRayTracingPipelinesKHR", (PFN_vkVoidFunction)create_ray_tracing_pipelines, DEVICE},
#ifdef VK_EXT_shader_object
    {"vkCreateShadersEXT", (PFN_vkVoidFunction)create_shaders, DEVICE},
#endif
};

static const struct own *own_function(const char *name) {
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i].name) == 0)
            return &own[i];
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance, const char *name) {
    const struct own *function = own_function(name);
    if (!instance)
        return function && function->level == GLOBAL ? function->function : NULL;
    if (function)
        return function->function;
    struct next *next = find(instance);
    PFN_vkVoidFunction there = next ? next->get_instance_function(instance, name) : NULL;
    PFN_vkVoidFunction recorder = there && record_is_on() ? record_function(name) : NULL;
    return recorder ? recorder : there;
}

/* A function that the driver lacks, the layer lacks too. */
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char *name) {
    const struct own *function = own_function(name);
    struct next *next = device ? find(device) : NULL;
    PFN_vkVoidFunction there = next ? next->get_device_function(device, name) : NULL;
    if (!function) {
        PFN_vkVoidFunction recorder = there && record_is_on() ? record_function(name) : NULL;
        return recorder ? recorder : there;
    }
    return function->level == DEVICE && there ? function->function : NULL;
}

EXPORT VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
    enum { VERSION = 2 };
    if (interface->loaderLayerInterfaceVersion < VERSION)
        return VK_ERROR_INITIALIZATION_FAILED;
    interface->loaderLayerInterfaceVersion = VERSION;
    interface->pfnGetInstanceProcAddr = get_instance_function;
    interface->pfnGetDeviceProcAddr = get_device_function;
    interface->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
