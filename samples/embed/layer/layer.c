/* A Vulkan layer that sits in an application's pipeline creation, as a driver would: it keeps the words of every shader
 * module, and translates the stage of every compute pipeline with its entry point and specialization constants. Every
 * call goes on to the next layer or the driver with the arguments that it came with. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>

#include "shaders.h"

#define EXPORT __attribute__((visibility("default")))

/* ---- where calls go on to ---- */

/* Of an instance or a device. Vulkan's dispatchable handles begin with a pointer that all objects of one instance or
 * device share. */
struct next {
    struct next *link;
    const void *key;
    PFN_vkGetInstanceProcAddr get_instance_function;
    PFN_vkDestroyInstance destroy_instance;
    PFN_vkGetDeviceProcAddr get_device_function;
    PFN_vkDestroyDevice destroy_device;
    PFN_vkCreateShaderModule create_shader_module;
    PFN_vkDestroyShaderModule destroy_shader_module;
    PFN_vkCreateComputePipelines create_compute_pipelines;
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
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    if (!device)
        return;
    struct next *next = find(device);
    take_out(next);
    shaders_forget_all(device);
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
        shaders_translate(device, &infos[i]);
    return find(device)->create_compute_pipelines(device, cache, count, infos, allocator, pipelines);
}

/* ---- how the loader finds all this ---- */

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance, const char *name);
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char *name);

/* What a function is asked for with: without an instance only GLOBAL ones, of a device only DEVICE ones (Vulkan,
 * "Command Function Pointers"). */
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
    return next ? next->get_instance_function(instance, name) : NULL;
}

/* What the driver does not have, the layer does not have either. */
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char *name) {
    const struct own *function = own_function(name);
    struct next *next = device ? find(device) : NULL;
    PFN_vkVoidFunction there = next ? next->get_device_function(device, name) : NULL;
    if (!function)
        return there;
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
