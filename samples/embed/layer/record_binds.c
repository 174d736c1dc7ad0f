/* The pipeline, sets and constants that are bound when a dispatch comes. */
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

static VKAPI_ATTR void VKAPI_CALL bind_pipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                VkPipeline pipeline) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
    if (commands && point == VK_PIPELINE_BIND_POINT_COMPUTE) {
        commands->pipeline = record_find(device, RECORD_PIPELINE, RECORD_HANDLE(pipeline));
        commands->is_shader_object = false;
    }
    pthread_mutex_unlock(&record_lock);
    device->CmdBindPipeline(handle, point, pipeline);
}

/* ---- what is bound, and not known ---- */

static void note_unread(struct record_device *device, VkCommandBuffer handle, const char *command) {
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
    if (commands)
        commands->unread = command;
    pthread_mutex_unlock(&record_lock);
}

#define X(name)                                                                                                        \
    static VKAPI_ATTR void VKAPI_CALL unread_##name(VkCommandBuffer handle, const void *info) {                        \
        struct record_device *device = record_device_of(handle);                                                       \
        note_unread(device, handle, "vk" #name);                                                                       \
        device->name(handle, info);                                                                                    \
    }
RECORD_UNREAD(X)
#undef X

static VKAPI_ATTR void VKAPI_CALL set_offsets(VkCommandBuffer handle, VkPipelineBindPoint point,
                                              VkPipelineLayout layout, uint32_t first, uint32_t count,
                                              const uint32_t *buffers, const VkDeviceSize *offsets) {
    struct record_device *device = record_device_of(handle);
    if (point == VK_PIPELINE_BIND_POINT_COMPUTE)
        note_unread(device, handle, "vkCmdSetDescriptorBufferOffsetsEXT");
    device->CmdSetDescriptorBufferOffsetsEXT(handle, point, layout, first, count, buffers, offsets);
}

static VKAPI_ATTR void VKAPI_CALL embed_samplers(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                 VkPipelineLayout layout, uint32_t set) {
    struct record_device *device = record_device_of(handle);
    if (point == VK_PIPELINE_BIND_POINT_COMPUTE)
        note_unread(device, handle, "vkCmdBindDescriptorBufferEmbeddedSamplersEXT");
    device->CmdBindDescriptorBufferEmbeddedSamplersEXT(handle, point, layout, set);
}

/* A shader object takes the place of the pipeline. */
static VKAPI_ATTR void VKAPI_CALL bind_shaders(VkCommandBuffer handle, uint32_t count,
                                               const VkShaderStageFlagBits *stages, const void *shaders) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
    for (uint32_t i = 0; commands && i < count; i++)
        if (stages[i] & VK_SHADER_STAGE_COMPUTE_BIT) {
            commands->pipeline = NULL;
            commands->is_shader_object = true;
        }
    pthread_mutex_unlock(&record_lock);
    device->CmdBindShadersEXT(handle, count, stages, shaders);
}

/* ---- sets and constants ---- */

static uint32_t dynamics_of(const struct record_set_layout *layout) {
    uint32_t count = 0;
    for (uint32_t i = 0; layout && i < layout->count; i++)
        if (layout->bindings[i].type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
            layout->bindings[i].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC)
            count += layout->bindings[i].count;
    return count;
}

static void take_sets(struct record_device *device, VkCommandBuffer handle, uint32_t first, uint32_t count,
                      const VkDescriptorSet *sets, uint32_t offset_count, const uint32_t *offsets) {
    enum { MOST = sizeof((struct record_commands *)0)->dynamic[0] / sizeof(uint32_t) };
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
    for (uint32_t i = 0, used = 0; commands && i < count && first + i < RECORD_MOST_SETS; i++) {
        const struct record_set *set = record_find(device, RECORD_SET, RECORD_HANDLE(sets[i]));
        uint32_t dynamics = dynamics_of(set ? set->layout : NULL);
        commands->bound[first + i] = sets[i];
        for (uint32_t k = 0; k < dynamics && k < MOST && used + k < offset_count; k++)
            commands->dynamic[first + i][k] = offsets[used + k];
        used += dynamics;
    }
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR void VKAPI_CALL bind_sets(VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout,
                                            uint32_t first, uint32_t count, const VkDescriptorSet *sets,
                                            uint32_t offset_count, const uint32_t *offsets) {
    struct record_device *device = record_device_of(handle);
    if (point == VK_PIPELINE_BIND_POINT_COMPUTE)
        take_sets(device, handle, first, count, sets, offset_count, offsets);
    device->CmdBindDescriptorSets(handle, point, layout, first, count, sets, offset_count, offsets);
}

static VKAPI_ATTR void VKAPI_CALL bind_sets2(VkCommandBuffer handle, const void *given) {
    struct record_device *device = record_device_of(handle);
    const struct record_sets_info *info = given;
    if (info->stages & VK_SHADER_STAGE_COMPUTE_BIT)
        take_sets(device, handle, info->first, info->count, info->sets, info->offset_count, info->offsets);
    device->CmdBindDescriptorSets2(handle, given);
}

/* The set that descriptors are pushed to, which keeps what was pushed before if its layout is the same. */
static struct record_set *pushed_set(struct record_device *device, VkCommandBuffer handle, VkPipelineLayout layout,
                                     uint32_t number, const char *command) {
    struct record_commands *commands = record_commands_of(device, handle);
    const struct record_pipeline_layout *of = record_find(device, RECORD_PIPELINE_LAYOUT, RECORD_HANDLE(layout));
    const struct record_set_layout *wanted = of && number < of->set_count ? of->sets[number] : NULL;
    if (commands && !wanted) /* a layout of the command's own, for example */
        commands->unread = command;
    if (!commands || !wanted)
        return NULL;
    struct record_set **set = &commands->pushed[number];
    if (*set && (*set)->layout != wanted) {
        free(*set);
        *set = NULL;
    }
    if (!*set)
        *set = record_new_set(wanted);
    commands->bound[number] = VK_NULL_HANDLE;
    return *set;
}

static void take_pushed(struct record_device *device, VkCommandBuffer handle, VkPipelineLayout layout, uint32_t number,
                        uint32_t count, const VkWriteDescriptorSet *writes) {
    pthread_mutex_lock(&record_lock);
    struct record_set *set = pushed_set(device, handle, layout, number, "vkCmdPushDescriptorSet");
    if (set)
        record_write_set(set, count, writes);
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR void VKAPI_CALL push_set(VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout,
                                           uint32_t number, uint32_t count, const VkWriteDescriptorSet *writes) {
    struct record_device *device = record_device_of(handle);
    if (point == VK_PIPELINE_BIND_POINT_COMPUTE)
        take_pushed(device, handle, layout, number, count, writes);
    device->CmdPushDescriptorSetKHR(handle, point, layout, number, count, writes);
}

static VKAPI_ATTR void VKAPI_CALL push_set2(VkCommandBuffer handle, const void *given) {
    struct record_device *device = record_device_of(handle);
    const struct record_push_info *info = given;
    if (info->stages & VK_SHADER_STAGE_COMPUTE_BIT)
        take_pushed(device, handle, info->layout, info->set, info->count, info->writes);
    device->CmdPushDescriptorSet2(handle, given);
}

/* A template says no bind point: one that is not of compute changes nothing that a dispatch reads. */
static void take_pushed_by_template(struct record_device *device, VkCommandBuffer handle, VkDescriptorUpdateTemplate by,
                                    VkPipelineLayout layout, uint32_t number, const void *data) {
    pthread_mutex_lock(&record_lock);
    const struct record_template *found = record_find(device, RECORD_TEMPLATE, RECORD_HANDLE(by));
    struct record_set *set = found && found->is_of_compute
                                 ? pushed_set(device, handle, layout, number, "vkCmdPushDescriptorSetWithTemplate")
                                 : NULL;
    if (set)
        record_write_set_by_template(set, found, data);
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR void VKAPI_CALL push_set_by_template(VkCommandBuffer handle, VkDescriptorUpdateTemplate by,
                                                       VkPipelineLayout layout, uint32_t number, const void *data) {
    struct record_device *device = record_device_of(handle);
    take_pushed_by_template(device, handle, by, layout, number, data);
    device->CmdPushDescriptorSetWithTemplateKHR(handle, by, layout, number, data);
}

static VKAPI_ATTR void VKAPI_CALL push_set_by_template2(VkCommandBuffer handle, const void *given) {
    struct record_device *device = record_device_of(handle);
    const struct record_push_template_info *info = given;
    take_pushed_by_template(device, handle, info->by, info->layout, info->set, info->data);
    device->CmdPushDescriptorSetWithTemplate2(handle, given);
}

static void take_constants(struct record_device *device, VkCommandBuffer handle, VkShaderStageFlags stages,
                           uint32_t offset, uint32_t size, const void *values) {
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = stages & VK_SHADER_STAGE_COMPUTE_BIT ? record_commands_of(device, handle) : NULL;
    bool fits = offset <= RECORD_MOST_PUSH && size <= RECORD_MOST_PUSH - offset;
    if (commands && !fits)
        commands->unread = "vkCmdPushConstants";
    if (commands && fits) {
        memcpy(commands->push + offset, values, size);
        commands->push_size = offset + size > commands->push_size ? offset + size : commands->push_size;
    }
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR void VKAPI_CALL push_constants(VkCommandBuffer handle, VkPipelineLayout layout,
                                                 VkShaderStageFlags stages, uint32_t offset, uint32_t size,
                                                 const void *values) {
    struct record_device *device = record_device_of(handle);
    take_constants(device, handle, stages, offset, size, values);
    device->CmdPushConstants(handle, layout, stages, offset, size, values);
}

static VKAPI_ATTR void VKAPI_CALL push_constants2(VkCommandBuffer handle, const void *given) {
    struct record_device *device = record_device_of(handle);
    const struct record_constants_info *info = given;
    take_constants(device, handle, info->stages, info->offset, info->size, info->values);
    device->CmdPushConstants2(handle, given);
}

const struct record_entry record_bind_functions[] = {
    RECORD_ENTRY(bind_pipeline, "vkCmdBindPipeline"),
    RECORD_ENTRY(bind_shaders, "vkCmdBindShadersEXT"),
    RECORD_ENTRY(bind_sets, "vkCmdBindDescriptorSets"),
    RECORD_ENTRY(bind_sets2, "vkCmdBindDescriptorSets2"),
    RECORD_ENTRY(bind_sets2, "vkCmdBindDescriptorSets2KHR"),
    RECORD_ENTRY(push_set, "vkCmdPushDescriptorSet"),
    RECORD_ENTRY(push_set, "vkCmdPushDescriptorSetKHR"),
    RECORD_ENTRY(push_set2, "vkCmdPushDescriptorSet2"),
    RECORD_ENTRY(push_set2, "vkCmdPushDescriptorSet2KHR"),
    RECORD_ENTRY(push_set_by_template, "vkCmdPushDescriptorSetWithTemplate"),
    RECORD_ENTRY(push_set_by_template, "vkCmdPushDescriptorSetWithTemplateKHR"),
    RECORD_ENTRY(push_set_by_template2, "vkCmdPushDescriptorSetWithTemplate2"),
    RECORD_ENTRY(push_set_by_template2, "vkCmdPushDescriptorSetWithTemplate2KHR"),
    RECORD_ENTRY(push_constants, "vkCmdPushConstants"),
    RECORD_ENTRY(push_constants2, "vkCmdPushConstants2"),
    RECORD_ENTRY(push_constants2, "vkCmdPushConstants2KHR"),
    RECORD_ENTRY(set_offsets, "vkCmdSetDescriptorBufferOffsetsEXT"),
    RECORD_ENTRY(embed_samplers, "vkCmdBindDescriptorBufferEmbeddedSamplersEXT"),
#define X(name) RECORD_ENTRY(unread_##name, "vk" #name),
    RECORD_UNREAD(X)
#undef X
        {NULL, NULL},
};
