/* Memory: which of it buffers and images lie in. Two of one memory are recorded as one, or named. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

/* ---- memory ---- */

/* Types by their numbers: the oldest headers lack some, and those of other systems stand in headers of their own. */
static bool has_one(const void *chain, const int *types, size_t count) {
    for (const VkBaseInStructure *next = chain; next; next = next->pNext)
        for (size_t i = 0; i < count; i++)
            if ((int)next->sType == types[i])
                return true;
    return false;
}

static bool is_imported(const void *chain) {
    enum { WIN32 = 1000073000, FD = 1000074000, HOST = 1000178000, ANDROID = 1000129003, ZIRCON = 1000364000 };
    enum { COLLECTION = 1000366001, METAL = 1000602000 };
    static const int types[] = {WIN32, FD, HOST, ANDROID, ZIRCON, COLLECTION, METAL};
    return has_one(chain, types, sizeof types / sizeof *types);
}

static bool is_exported(const void *chain) {
    const int type = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO;
    return has_one(chain, &type, 1);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice handle, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *allocator, VkDeviceMemory *memory) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->AllocateMemory(handle, info, allocator, memory);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_memory *made = record_add(device, RECORD_MEMORY, RECORD_HANDLE(*memory), sizeof *made);
    if (made) {
        made->is_imported = is_imported(info->pNext);
        made->is_exported = is_exported(info->pNext);
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice handle, VkDeviceMemory memory,
                                              const VkAllocationCallbacks *allocator) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    record_remove(device, RECORD_MEMORY, RECORD_HANDLE(memory));
    pthread_mutex_unlock(&record_lock);
    device->FreeMemory(handle, memory, allocator);
}

/* ---- what lies in it ---- */

static void place_buffer(struct record_device *device, VkBuffer handle, VkDeviceMemory memory, VkDeviceSize at) {
    pthread_mutex_lock(&record_lock);
    struct record_buffer *buffer = record_find(device, RECORD_BUFFER, RECORD_HANDLE(handle));
    if (buffer)
        buffer->place = (struct record_place){RECORD_HANDLE(memory), at, at + buffer->size};
    pthread_mutex_unlock(&record_lock);
}

/* An image whose planes are bound apart, or one of a swapchain, has no place. */
static void place_image(struct record_device *device, VkImage handle, VkDeviceMemory memory, VkDeviceSize at) {
    pthread_mutex_lock(&record_lock);
    struct record_image *image = record_find(device, RECORD_IMAGE, RECORD_HANDLE(handle));
    if (image && memory && !(image->info.flags & VK_IMAGE_CREATE_DISJOINT_BIT)) {
        VkMemoryRequirements needs;
        device->GetImageMemoryRequirements(device->device, handle, &needs);
        image->place = (struct record_place){RECORD_HANDLE(memory), at, at + needs.size};
    }
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_buffer(VkDevice handle, VkBuffer buffer, VkDeviceMemory memory,
                                                  VkDeviceSize at) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->BindBufferMemory(handle, buffer, memory, at);
    if (result == VK_SUCCESS)
        place_buffer(device, buffer, memory, at);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_buffers(VkDevice handle, uint32_t count,
                                                   const VkBindBufferMemoryInfo *infos) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->BindBufferMemory2(handle, count, infos);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        place_buffer(device, infos[i].buffer, infos[i].memory, infos[i].memoryOffset);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_image(VkDevice handle, VkImage image, VkDeviceMemory memory,
                                                 VkDeviceSize at) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->BindImageMemory(handle, image, memory, at);
    if (result == VK_SUCCESS)
        place_image(device, image, memory, at);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_images(VkDevice handle, uint32_t count, const VkBindImageMemoryInfo *infos) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->BindImageMemory2(handle, count, infos);
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        place_image(device, infos[i].image, infos[i].memory, infos[i].memoryOffset);
    return result;
}

/* ---- what has memory in common ---- */

/* Imported memory may be memory that another imported or exported; nothing is known of a sparse buffer's. */
static bool may_be_one(struct record_device *device, const struct record_part *a, const struct record_part *b) {
    const struct record_memory *x = record_find(device, RECORD_MEMORY, a->place.memory),
                               *y = record_find(device, RECORD_MEMORY, b->place.memory);
    if ((a->image && a->image == b->image) || (a->buffer && a->buffer == b->buffer))
        return false;
    return !x || !y || (x->is_imported && (y->is_imported || y->is_exported)) || (y->is_imported && x->is_exported);
}

/* Two views of one image have different texels if their levels, layers or planes do. */
static bool are_apart(const struct record_part *a, const struct record_part *b) {
    const VkImageSubresourceRange *x = &a->range, *y = &b->range;
    return a->image && a->image == b->image &&
           (x->baseMipLevel != y->baseMipLevel || !(x->aspectMask & y->aspectMask) ||
            x->baseArrayLayer >= y->baseArrayLayer + y->layerCount ||
            y->baseArrayLayer >= x->baseArrayLayer + x->layerCount);
}

/* Why a race between the two is not found; NULL: it is, or there is none. No byte is recorded for two addresses that
 * are equal: one at two has two. */
static const char *fault_of_two(struct record_device *device, const struct record_part *a,
                                const struct record_part *b) {
    if (!*a->name || !*b->name || a->is_after || b->is_after || !(a->is_written || b->is_written))
        return NULL;
    if (a->image && a->image == b->image && !are_apart(a, b))
        return "are one image";
    if (a->place.memory != b->place.memory || !a->place.memory)
        return may_be_one(device, a, b) ? "may have memory in common (imported, exported or sparse)" : NULL;
    bool overlap = a->place.begin < b->place.end && b->place.begin < a->place.end;
    bool is_one = a->is_bytes && b->is_bytes && !(a->address && b->address); /* the reader sees that for itself */
    return overlap && !is_one && !are_apart(a, b) ? "have memory in common" : NULL;
}

void record_add_common(struct recording *r, struct record_part *(*add)(struct recording *recording)) {
    const uint32_t count = r->part_count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const char *fault = fault_of_two(r->device, &r->parts[k], &r->parts[i]);
            struct record_part *part = fault ? add(r) : NULL;
            if (!fault)
                continue;
            if (part) /* adding may have moved the others; the first two are enough */
                snprintf(part->says, sizeof part->says, "not-recorded that %s and %s %s: no race between them is found",
                         r->parts[k].name, r->parts[i].name, fault);
            return;
        }
}

const struct record_entry record_memory_functions[] = {
    RECORD_ENTRY(allocate, "vkAllocateMemory"),
    RECORD_ENTRY(free_memory, "vkFreeMemory"),
    RECORD_ENTRY(bind_buffer, "vkBindBufferMemory"),
    RECORD_ENTRY(bind_buffers, "vkBindBufferMemory2"),
    RECORD_ENTRY(bind_buffers, "vkBindBufferMemory2KHR"),
    RECORD_ENTRY(bind_image, "vkBindImageMemory"),
    RECORD_ENTRY(bind_images, "vkBindImageMemory2"),
    RECORD_ENTRY(bind_images, "vkBindImageMemory2KHR"),
    {NULL, NULL},
};
