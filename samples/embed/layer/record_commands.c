/* Command buffers: their dispatches, and the copies before these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

struct record_commands *record_commands_of(struct record_device *device, VkCommandBuffer handle) {
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
            record_unchoose(r);
        r->is_alone = r->is_busy;
        if (!r->is_busy)
            record_free(r);
    }
    for (uint32_t i = 0; i < RECORD_MOST_SETS; i++)
        free(commands->pushed[i]);
    free(commands->secondaries);
}

/* The copies stay in the commands, and their staging buffers with them, until the commands go. */
static void empty(struct record_commands *commands) {
    record_end_commands(commands);
    *commands = (struct record_commands){.object = commands->object, .pool = commands->pool};
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate_commands(VkDevice handle, const VkCommandBufferAllocateInfo *info,
                                                        VkCommandBuffer *commands) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->AllocateCommandBuffers(handle, info, commands);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->commandBufferCount; i++) {
        struct record_commands *made =
            record_add(device, RECORD_COMMANDS, RECORD_HANDLE(commands[i]), sizeof(struct record_commands));
        if (made)
            made->pool = info->commandPool;
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer handle, const VkCommandBufferBeginInfo *info) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
    if (commands)
        empty(commands);
    pthread_mutex_unlock(&record_lock);
    return device->BeginCommandBuffer(handle, info);
}

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
    struct record_commands *commands = record_commands_of(device, handle);
    if (commands)
        empty(commands);
    pthread_mutex_unlock(&record_lock);
    return device->ResetCommandBuffer(handle, flags);
}

static bool is_of_pool(const void *pool, const void *commands) {
    return ((const struct record_commands *)commands)->pool == *(const VkCommandPool *)pool;
}

static void empty_of_pool(void *pool, void *commands) {
    if (is_of_pool(pool, commands))
        empty(commands);
}

static VKAPI_ATTR VkResult VKAPI_CALL reset_pool(VkDevice handle, VkCommandPool pool, VkCommandPoolResetFlags flags) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    record_each(device, RECORD_COMMANDS, empty_of_pool, &pool);
    pthread_mutex_unlock(&record_lock);
    return device->ResetCommandPool(handle, pool, flags);
}

static VKAPI_ATTR void VKAPI_CALL destroy_pool(VkDevice handle, VkCommandPool pool,
                                               const VkAllocationCallbacks *allocator) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    if (pool)
        record_remove_if(device, RECORD_COMMANDS, is_of_pool, &pool);
    pthread_mutex_unlock(&record_lock);
    device->DestroyCommandPool(handle, pool, allocator);
}

static VKAPI_ATTR void VKAPI_CALL execute(VkCommandBuffer handle, uint32_t count, const VkCommandBuffer *secondaries) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    struct record_commands *commands = record_commands_of(device, handle);
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

/* Why a dispatch cannot be recorded; false: it can. */
static bool has_fault(const struct record_commands *commands, const char *missed, char *why, size_t size) {
    if (missed)
        snprintf(why, size, "%s is not read", missed);
    else if (commands->is_shader_object)
        snprintf(why, size, "a shader object (vkCmdBindShadersEXT) is not read");
    else if (commands->unread)
        snprintf(why, size, "what %s binds is not read", commands->unread);
    else if (!commands->pipeline || !commands->pipeline->words)
        snprintf(why, size, "the module of its pipeline is not known");
    return *why;
}

/* NULL: it is not chosen. `missed`: the command that dispatches, if no more is known of it. */
static struct recording *new_recording(struct record_device *device, VkCommandBuffer handle, const char *missed) {
    struct record_commands *commands = record_commands_of(device, handle);
    char why[sizeof((struct recording *)0)->why] = "";
    uint32_t number;
    bool can_be = commands && !has_fault(commands, missed, why, sizeof why);
    struct recording *r = commands && record_chooses(commands, can_be, &number) ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return NULL;
    memcpy(r->why, why, sizeof why);
    r->is_chosen = can_be;
    r->device = device;
    r->pipeline = commands->pipeline;
    if (r->pipeline)
        r->pipeline->references++;
    r->number = number;
    r->next = commands->recordings;
    commands->recordings = r;
    return r;
}

static void miss(struct record_device *device, VkCommandBuffer handle, const char *command) {
    pthread_mutex_lock(&record_lock);
    new_recording(device, handle, command);
    pthread_mutex_unlock(&record_lock);
}

/* NULL: there is nothing to copy. */
static const struct recording *begin_recording(struct record_device *device, VkCommandBuffer handle,
                                               const struct dispatch *how) {
    const struct record_commands *commands = record_commands_of(device, handle);
    struct recording *r = new_recording(device, handle, NULL);
    if (!r || *r->why)
        return NULL;
    memcpy(r->groups, how->groups, sizeof r->groups);
    memcpy(r->base, how->base, sizeof r->base);
    memcpy(r->push, commands->push, sizeof r->push);
    r->push_size = commands->push_size;
    record_add_parts(r, commands, how->indirect, how->offset);
    if (!make_staging(r)) {
        snprintf(r->why, sizeof r->why, "the device has no memory for the copies");
        return NULL;
    }
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

#define X(name)                                                                                                        \
    static VKAPI_ATTR void VKAPI_CALL missed_##name(VkCommandBuffer handle, const void *info) {                        \
        struct record_device *device = record_device_of(handle);                                                       \
        miss(device, handle, "vk" #name);                                                                              \
        device->name(handle, info);                                                                                    \
    }
RECORD_MISSED(X)
#undef X
#define X(name)                                                                                                        \
    static VKAPI_ATTR void VKAPI_CALL missed_##name(VkCommandBuffer handle, VkBool32 first, const void *info) {        \
        struct record_device *device = record_device_of(handle);                                                       \
        miss(device, handle, "vk" #name);                                                                              \
        device->name(handle, first, info);                                                                             \
    }
RECORD_GENERATED(X)
#undef X

const struct record_entry record_command_functions[] = {
    RECORD_ENTRY(allocate_commands, "vkAllocateCommandBuffers"),
    RECORD_ENTRY(begin, "vkBeginCommandBuffer"),
    RECORD_ENTRY(free_commands, "vkFreeCommandBuffers"),
    RECORD_ENTRY(reset_commands, "vkResetCommandBuffer"),
    RECORD_ENTRY(reset_pool, "vkResetCommandPool"),
    RECORD_ENTRY(destroy_pool, "vkDestroyCommandPool"),
    RECORD_ENTRY(execute, "vkCmdExecuteCommands"),
    RECORD_ENTRY(dispatch, "vkCmdDispatch"),
    RECORD_ENTRY(dispatch_base, "vkCmdDispatchBase"),
    RECORD_ENTRY(dispatch_base, "vkCmdDispatchBaseKHR"),
    RECORD_ENTRY(dispatch_indirect, "vkCmdDispatchIndirect"),
#define X(name) RECORD_ENTRY(missed_##name, "vk" #name),
    RECORD_MISSED(X) RECORD_GENERATED(X)
#undef X
        {NULL, NULL},
};
