/* Command buffers: what is bound when a dispatch comes, and the copies before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

static struct record_commands *commands_of(struct record_device *device, VkCommandBuffer handle) {
    return record_find(device, RECORD_COMMANDS, RECORD_HANDLE(handle));
}

/* ---- recordings ---- */

void record_free(struct recording *r) {
    const struct record_device *device = r->device;
    if (r->staging)
        device->DestroyBuffer(device->device, r->staging, NULL);
    if (r->memory)
        device->FreeMemory(device->device, r->memory, NULL);
    record_release_pipeline(r->pipeline);
    for (uint32_t i = 0; i < r->part_count; i++)
        free(r->parts[i].bytes);
    free(r->parts);
    free(r);
}

void record_end_commands(struct record_commands *commands) {
    for (struct recording *r = commands->recordings, *next; r; r = next) {
        next = r->next;
        if (!r->is_taken)
            record_unchoose(r->pipeline);
        r->is_alone = r->is_busy;
        if (!r->is_busy)
            record_free(r);
    }
    for (uint32_t i = 0; i < RECORD_MOST_SETS; i++)
        free(commands->pushed[i]);
    free(commands->secondaries);
}

static VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer handle, const VkCommandBufferBeginInfo *info) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    record_add(device, RECORD_COMMANDS, RECORD_HANDLE(handle), sizeof(struct record_commands));
    pthread_mutex_unlock(&record_lock);
    return device->BeginCommandBuffer(handle, info);
}

/* The copies stay in the commands, and their staging buffers with them, until the commands go. */
static VKAPI_ATTR void VKAPI_CALL free_commands(VkDevice handle, VkCommandPool pool, uint32_t count,
                                                const VkCommandBuffer *commands) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; commands && i < count; i++)
        record_remove(device, RECORD_COMMANDS, RECORD_HANDLE(commands[i]));
    pthread_mutex_unlock(&record_lock);
    device->FreeCommandBuffers(handle, pool, count, commands);
}

static VKAPI_ATTR VkResult VKAPI_CALL reset_commands(VkCommandBuffer handle, VkCommandBufferResetFlags flags) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    record_remove(device, RECORD_COMMANDS, RECORD_HANDLE(handle));
    pthread_mutex_unlock(&record_lock);
    return device->ResetCommandBuffer(handle, flags);
}

static VKAPI_ATTR void VKAPI_CALL execute(VkCommandBuffer handle, uint32_t count, const VkCommandBuffer *secondaries) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = commands_of(device, handle);
    VkCommandBuffer *all =
        commands ? realloc(commands->secondaries, (commands->secondary_count + count) * sizeof *all) : NULL;
    if (all) {
        memcpy(all + commands->secondary_count, secondaries, count * sizeof *all);
        commands->secondaries = all;
        commands->secondary_count += count;
    }
    pthread_mutex_unlock(&record_lock);
    device->CmdExecuteCommands(handle, count, secondaries);
}

/* ---- what is bound ---- */

static VKAPI_ATTR void VKAPI_CALL bind_pipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                VkPipeline pipeline) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = commands_of(device, handle);
    if (commands && point == VK_PIPELINE_BIND_POINT_COMPUTE)
        commands->pipeline = record_find(device, RECORD_PIPELINE, RECORD_HANDLE(pipeline));
    pthread_mutex_unlock(&record_lock);
    device->CmdBindPipeline(handle, point, pipeline);
}

/* ---- what is bound, and not known ---- */

static void note_unread(struct record_device *device, VkCommandBuffer handle, const char *command) {
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = commands_of(device, handle);
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

/* A shader object takes the place of the pipeline. */
static VKAPI_ATTR void VKAPI_CALL bind_shaders(VkCommandBuffer handle, uint32_t count,
                                               const VkShaderStageFlagBits *stages, const void *shaders) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = commands_of(device, handle);
    for (uint32_t i = 0; commands && i < count; i++)
        if (stages[i] & VK_SHADER_STAGE_COMPUTE_BIT)
            commands->pipeline = NULL;
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

static VKAPI_ATTR void VKAPI_CALL bind_sets(VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout,
                                            uint32_t first, uint32_t count, const VkDescriptorSet *sets,
                                            uint32_t offset_count, const uint32_t *offsets) {
    struct record_device *device = record_device_of(handle);
    enum { MOST = sizeof((struct record_commands *)0)->dynamic[0] / sizeof(uint32_t) };
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = point == VK_PIPELINE_BIND_POINT_COMPUTE ? commands_of(device, handle) : NULL;
    for (uint32_t i = 0, used = 0; commands && i < count && first + i < RECORD_MOST_SETS; i++) {
        const struct record_set *set = record_find(device, RECORD_SET, RECORD_HANDLE(sets[i]));
        uint32_t dynamics = dynamics_of(set ? set->layout : NULL);
        commands->bound[first + i] = sets[i];
        for (uint32_t k = 0; k < dynamics && k < MOST && used + k < offset_count; k++)
            commands->dynamic[first + i][k] = offsets[used + k];
        used += dynamics;
    }
    pthread_mutex_unlock(&record_lock);
    device->CmdBindDescriptorSets(handle, point, layout, first, count, sets, offset_count, offsets);
}

/* The set that descriptors are pushed to, which keeps what was pushed before if its layout is the same. */
static struct record_set *pushed_set(struct record_device *device, VkCommandBuffer handle, VkPipelineLayout layout,
                                     uint32_t number) {
    struct record_commands *commands = commands_of(device, handle);
    const struct record_pipeline_layout *of = record_find(device, RECORD_PIPELINE_LAYOUT, RECORD_HANDLE(layout));
    const struct record_set_layout *wanted = of && number < of->set_count ? of->sets[number] : NULL;
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

static VKAPI_ATTR void VKAPI_CALL push_set(VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout,
                                           uint32_t number, uint32_t count, const VkWriteDescriptorSet *writes) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_set *set =
        point == VK_PIPELINE_BIND_POINT_COMPUTE ? pushed_set(device, handle, layout, number) : NULL;
    if (set)
        record_write_set(set, count, writes);
    pthread_mutex_unlock(&record_lock);
    device->CmdPushDescriptorSetKHR(handle, point, layout, number, count, writes);
}

/* A template says no bind point: one that is not of compute changes nothing that a dispatch reads. */
static VKAPI_ATTR void VKAPI_CALL push_set_by_template(VkCommandBuffer handle, VkDescriptorUpdateTemplate by,
                                                       VkPipelineLayout layout, uint32_t number, const void *data) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    const struct record_template *found = record_find(device, RECORD_TEMPLATE, RECORD_HANDLE(by));
    struct record_set *set = found && found->is_of_compute ? pushed_set(device, handle, layout, number) : NULL;
    if (set)
        record_write_set_by_template(set, found, data);
    pthread_mutex_unlock(&record_lock);
    device->CmdPushDescriptorSetWithTemplateKHR(handle, by, layout, number, data);
}

static VKAPI_ATTR void VKAPI_CALL push_constants(VkCommandBuffer handle, VkPipelineLayout layout,
                                                 VkShaderStageFlags stages, uint32_t offset, uint32_t size,
                                                 const void *values) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = stages & VK_SHADER_STAGE_COMPUTE_BIT ? commands_of(device, handle) : NULL;
    if (commands && offset <= RECORD_MOST_PUSH && size <= RECORD_MOST_PUSH - offset) {
        memcpy(commands->push + offset, values, size);
        commands->push_size = offset + size > commands->push_size ? offset + size : commands->push_size;
    }
    pthread_mutex_unlock(&record_lock);
    device->CmdPushConstants(handle, layout, stages, offset, size, values);
}

/* ---- copies ---- */

/* Memory of the host's that a device may write to; cached, if there is some, as the host reads it. */
static uint32_t memory_type(const struct record_device *device, uint32_t allowed) {
    const VkMemoryPropertyFlags least = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags has = device->memory.memoryTypes[i].propertyFlags;
        if (!(allowed >> i & 1) || (has & least) != least)
            continue;
        if (has & VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
            return i;
        found = found == UINT32_MAX ? i : found;
    }
    return found;
}

static bool make_staging(struct recording *r) {
    const struct record_device *d = r->device;
    VkMemoryRequirements needs;
    void *mapped;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = r->size ? r->size : 4,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    if (d->CreateBuffer(d->device, &info, NULL, &r->staging) != VK_SUCCESS)
        return false;
    d->GetBufferMemoryRequirements(d->device, r->staging, &needs);
    const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = needs.size,
                                         .memoryTypeIndex = memory_type(d, needs.memoryTypeBits)};
    if (memory.memoryTypeIndex == UINT32_MAX || d->AllocateMemory(d->device, &memory, NULL, &r->memory) != VK_SUCCESS ||
        d->BindBufferMemory(d->device, r->staging, r->memory, 0) != VK_SUCCESS ||
        d->MapMemory(d->device, r->memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS)
        return false;
    r->mapped = mapped;
    return true;
}

static void put_barrier(const struct recording *r, VkCommandBuffer commands, bool before) {
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask =
            before ? VK_ACCESS_MEMORY_WRITE_BIT : VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = before ? VK_ACCESS_TRANSFER_READ_BIT
                                : VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, copies = VK_PIPELINE_STAGE_TRANSFER_BIT;
    r->device->CmdPipelineBarrier(commands, before ? all : copies, before ? copies : all | VK_PIPELINE_STAGE_HOST_BIT,
                                  0, 1, &barrier, 0, NULL, 0, NULL);
}

static void change_layout(const struct recording *r, VkCommandBuffer commands, const struct record_part *part,
                          bool back) {
    const VkImageLayout copied = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .srcAccessMask = back ? 0 : VK_ACCESS_MEMORY_WRITE_BIT,
                                          .dstAccessMask = back ? VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT
                                                                : VK_ACCESS_TRANSFER_READ_BIT,
                                          .oldLayout = back ? copied : part->layout,
                                          .newLayout = back ? part->layout : copied,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .image = part->image,
                                          .subresourceRange = part->range};
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    if (part->layout != VK_IMAGE_LAYOUT_GENERAL && part->layout != copied)
        r->device->CmdPipelineBarrier(commands, all, all, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static void copy_image(const struct recording *r, VkCommandBuffer commands, const struct record_part *part) {
    bool is_general = part->layout == VK_IMAGE_LAYOUT_GENERAL;
    const VkBufferImageCopy copy = {
        .bufferOffset = part->offset,
        .imageSubresource = {part->range.aspectMask & VK_IMAGE_ASPECT_COLOR_BIT ? VK_IMAGE_ASPECT_COLOR_BIT
                                                                                : VK_IMAGE_ASPECT_DEPTH_BIT,
                             part->range.baseMipLevel, part->range.baseArrayLayer, part->range.layerCount},
        .imageExtent = part->extent};
    change_layout(r, commands, part, false);
    r->device->CmdCopyImageToBuffer(commands, part->image,
                                    is_general ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                    r->staging, 1, &copy);
    change_layout(r, commands, part, true);
}

/* Copies what the dispatch reads, or what it has written. */
static void put_copies(const struct recording *r, VkCommandBuffer commands, bool after) {
    bool any = false;
    for (uint32_t i = 0; i < r->part_count; i++) {
        const struct record_part *part = &r->parts[i];
        if (!part->size || part->bytes || part->is_after != after)
            continue;
        if (!any)
            put_barrier(r, commands, true);
        any = true;
        if (part->image)
            copy_image(r, commands, part);
        else
            r->device->CmdCopyBuffer(commands, part->buffer, r->staging, 1,
                                     &(VkBufferCopy){part->from, part->offset, part->size});
    }
    if (any)
        put_barrier(r, commands, false);
}

/* ---- dispatches ---- */

struct dispatch {
    uint32_t base[3], groups[3];
    VkBuffer indirect;
    VkDeviceSize offset;
};

/* NULL: it is not recorded. */
static struct recording *begin_recording(struct record_device *device, VkCommandBuffer handle,
                                         const struct dispatch *how) {
    struct record_commands *commands = commands_of(device, handle);
    uint32_t number;
    struct recording *r = commands && record_chooses(commands, &number) ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return NULL;
    if (commands->unread) {
        fprintf(stderr, "smmra layer: dispatch %u is not recorded: what %s binds is not read\n", number,
                commands->unread);
        record_unchoose(commands->pipeline);
        free(r);
        return NULL;
    }
    r->device = device;
    r->pipeline = commands->pipeline;
    r->pipeline->references++;
    r->number = number;
    memcpy(r->groups, how->groups, sizeof r->groups);
    memcpy(r->base, how->base, sizeof r->base);
    memcpy(r->push, commands->push, sizeof r->push);
    r->push_size = commands->push_size;
    record_add_parts(r, commands, how->indirect, how->offset);
    if (!make_staging(r)) {
        record_free(r);
        return NULL;
    }
    r->next = commands->recordings;
    commands->recordings = r;
    put_copies(r, handle, false);
    return r;
}

static VKAPI_ATTR void VKAPI_CALL dispatch_base(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y,
                                                uint32_t base_z, uint32_t x, uint32_t y, uint32_t z) {
    struct record_device *device = record_device_of(handle);
    const struct dispatch how = {.base = {base_x, base_y, base_z}, .groups = {x, y, z}};
    pthread_mutex_lock(&record_lock);
    const struct recording *r = begin_recording(device, handle, &how);
    if (base_x || base_y || base_z)
        device->CmdDispatchBase(handle, base_x, base_y, base_z, x, y, z);
    else
        device->CmdDispatch(handle, x, y, z);
    if (r)
        put_copies(r, handle, true);
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z) {
    dispatch_base(handle, 0, 0, 0, x, y, z);
}

static VKAPI_ATTR void VKAPI_CALL dispatch_indirect(VkCommandBuffer handle, VkBuffer buffer, VkDeviceSize offset) {
    struct record_device *device = record_device_of(handle);
    const struct dispatch how = {.indirect = buffer, .offset = offset};
    pthread_mutex_lock(&record_lock);
    const struct recording *r = begin_recording(device, handle, &how);
    device->CmdDispatchIndirect(handle, buffer, offset);
    if (r)
        put_copies(r, handle, true);
    pthread_mutex_unlock(&record_lock);
}

const struct record_entry record_command_functions[] = {
    RECORD_ENTRY(begin, "vkBeginCommandBuffer"),
    RECORD_ENTRY(free_commands, "vkFreeCommandBuffers"),
    RECORD_ENTRY(reset_commands, "vkResetCommandBuffer"),
    RECORD_ENTRY(execute, "vkCmdExecuteCommands"),
    RECORD_ENTRY(bind_pipeline, "vkCmdBindPipeline"),
    RECORD_ENTRY(bind_sets, "vkCmdBindDescriptorSets"),
    RECORD_ENTRY(push_set, "vkCmdPushDescriptorSetKHR"),
    RECORD_ENTRY(push_set, "vkCmdPushDescriptorSet"),
    RECORD_ENTRY(push_set_by_template, "vkCmdPushDescriptorSetWithTemplateKHR"),
    RECORD_ENTRY(push_set_by_template, "vkCmdPushDescriptorSetWithTemplate"),
    RECORD_ENTRY(bind_shaders, "vkCmdBindShadersEXT"),
    RECORD_ENTRY(set_offsets, "vkCmdSetDescriptorBufferOffsetsEXT"),
#define X(name) RECORD_ENTRY(unread_##name, "vk" #name),
    RECORD_UNREAD(X)
#undef X
        RECORD_ENTRY(push_constants, "vkCmdPushConstants"),
    RECORD_ENTRY(dispatch, "vkCmdDispatch"),
    RECORD_ENTRY(dispatch_base, "vkCmdDispatchBase"),
    RECORD_ENTRY(dispatch_base, "vkCmdDispatchBaseKHR"),
    RECORD_ENTRY(dispatch_indirect, "vkCmdDispatchIndirect"),
    {NULL, NULL},
};
