/* A Vulkan layer below that of samples/embed/layer: it has commands of Vulkan 1.4 and of later extensions in place of a
 * driver that lacks them, and does by older ones what they say. A descriptor buffer's offsets change nothing: the
 * sets that are bound stay. A shader object is a pipeline. For applications of one device. */
#include <string.h>
#include <vulkan/vk_layer.h>

#include "later.h"

static VkInstance instance;
static VkDevice device;
static PFN_vkGetInstanceProcAddr next_of_instance;
static PFN_vkGetDeviceProcAddr next_of_device;
#define NEXT(name) ((PFN_vk##name)next_of_device(device, "vk" #name))

/* ---- the commands ---- */

static void VKAPI_CALL bind_sets(VkCommandBuffer commands, const struct record_sets_info *info) {
    NEXT(CmdBindDescriptorSets)(commands, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->first, info->count,
                                info->sets, info->offset_count, info->offsets);
}

static void VKAPI_CALL push_constants(VkCommandBuffer commands, const struct record_constants_info *info) {
    NEXT(CmdPushConstants)(commands, info->layout, info->stages, info->offset, info->size, info->values);
}

static void VKAPI_CALL push_set(VkCommandBuffer commands, const struct record_push_info *info) {
    NEXT(CmdPushDescriptorSetKHR)(commands, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->set, info->count,
                                  info->writes);
}

static void VKAPI_CALL push_template(VkCommandBuffer commands, const struct record_push_template_info *info) {
    NEXT(CmdPushDescriptorSetWithTemplateKHR)(commands, info->by, info->layout, info->set, info->data);
}

static void VKAPI_CALL bind_shaders(VkCommandBuffer commands, uint32_t count, const VkShaderStageFlagBits *stages,
                                    const VkPipeline *shaders) {
    for (uint32_t i = 0; i < count; i++)
        if (stages[i] == VK_SHADER_STAGE_COMPUTE_BIT)
            NEXT(CmdBindPipeline)(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shaders[i]);
}

static void VKAPI_CALL set_offsets(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                                   uint32_t first, uint32_t count, const uint32_t *buffers,
                                   const VkDeviceSize *offsets) {
    (void)commands, (void)point, (void)layout, (void)first, (void)count, (void)buffers, (void)offsets;
}

static void VKAPI_CALL ignore(VkCommandBuffer commands, const void *info) {
    (void)commands, (void)info;
}

/* ---- the layer ---- */

static PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance of, const char *name);
static PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice of, const char *name);

static VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                           VkInstance *made) {
    VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
    while (chain->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO || chain->function != VK_LAYER_LINK_INFO)
        chain = (VkLayerInstanceCreateInfo *)chain->pNext;
    next_of_instance = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    VkResult result = ((PFN_vkCreateInstance)next_of_instance(NULL, "vkCreateInstance"))(info, allocator, made);
    instance = *made;
    return result;
}

static VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *allocator, VkDevice *made) {
    VkLayerDeviceCreateInfo *chain = (VkLayerDeviceCreateInfo *)info->pNext;
    while (chain->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO || chain->function != VK_LAYER_LINK_INFO)
        chain = (VkLayerDeviceCreateInfo *)chain->pNext;
    next_of_device = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    PFN_vkGetInstanceProcAddr get = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    VkResult result = ((PFN_vkCreateDevice)get(instance, "vkCreateDevice"))(physical, info, allocator, made);
    device = *made;
    return result;
}

static PFN_vkVoidFunction own_function(const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {{"vkGetInstanceProcAddr", (PFN_vkVoidFunction)get_instance_function},
               {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)get_device_function},
               {"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
               {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
               {"vkCmdBindDescriptorSets2", (PFN_vkVoidFunction)bind_sets},
               {"vkCmdPushConstants2", (PFN_vkVoidFunction)push_constants},
               {"vkCmdPushDescriptorSet2", (PFN_vkVoidFunction)push_set},
               {"vkCmdPushDescriptorSetWithTemplate2", (PFN_vkVoidFunction)push_template},
               {"vkCmdBindShadersEXT", (PFN_vkVoidFunction)bind_shaders},
               {"vkCmdSetDescriptorBufferOffsetsEXT", (PFN_vkVoidFunction)set_offsets},
               {"vkCmdPushDataEXT", (PFN_vkVoidFunction)ignore},
               {"vkCmdDispatchIndirect2KHR", (PFN_vkVoidFunction)ignore}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(own[i].name, name) == 0)
            return own[i].function;
    return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance of, const char *name) {
    PFN_vkVoidFunction own = own_function(name);
    return own ? own : next_of_instance(of, name);
}

/* vkCmdPushDescriptorSet is vkCmdPushDescriptorSetKHR. */
static PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice of, const char *name) {
    PFN_vkVoidFunction own = own_function(name);
    if (strcmp(name, "vkCmdPushDescriptorSet") == 0)
        return next_of_device(of, "vkCmdPushDescriptorSetKHR");
    return own ? own : next_of_device(of, name);
}

VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = get_instance_function;
    interface->pfnGetDeviceProcAddr = get_device_function;
    interface->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
