/* The resource heap of VK_EXT_descriptor_heap: descriptors of the buffers that are in it, one after the other. Vulkan's
 * headers of Debian 12 lack the extension; what is declared here is that of Vulkan 1.4.363. */
#include <string.h>

#include "compare/driver.h"

enum {
    STRUCTURE_DESCRIPTOR_INFO = 1000135002,
    STRUCTURE_BIND_HEAP_INFO = 1000135003,
    STRUCTURE_PUSH_DATA_INFO = 1000135004,
    STRUCTURE_HEAP_PROPERTIES = 1000135008,
    STRUCTURE_PIPELINE_FLAGS2 = 1000470005,
    BUFFER_USAGE_HEAP = 0x10000000
};

struct heap_properties {
    uint32_t type;
    void *next;
    VkDeviceSize sampler_heap_alignment, resource_heap_alignment, most_samplers, most_resources, reserved_samplers,
        reserved_embedded, reserved_resources, sampler_size, image_size, buffer_size, sampler_alignment,
        image_alignment, buffer_alignment, most_push_data;
    size_t capture_size;
    uint32_t embedded_samplers, conversions;
    VkBool32 sparse, is_protected;
};

struct address_range {
    VkDeviceAddress address;
    VkDeviceSize size;
};

struct host_range {
    void *address;
    size_t size;
};

struct descriptor_info {
    uint32_t type;
    const void *next;
    VkDescriptorType kind;
    const struct address_range *range;
};

struct bind_info {
    uint32_t type;
    const void *next;
    struct address_range heap;
    VkDeviceSize reserved_offset, reserved_size;
};

struct push_info {
    uint32_t type;
    const void *next;
    uint32_t offset;
    struct host_range data;
};

static PFN_vkVoidFunction function(const struct run *run, const char *name) {
    return vkGetDeviceProcAddr(run->driver->device, name);
}

static struct heap_properties properties_of(const struct run *run) {
    struct heap_properties heap = {.type = STRUCTURE_HEAP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &heap};
    vkGetPhysicalDeviceProperties2(run->driver->physical, &properties);
    return heap;
}

static uint32_t buffers_in_heap(const struct run *run) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        count += run->shader->buffers[i].in_heap;
    return count;
}

/* The heap is the last of run->buffers, which no buffer of the shader is; the range that the driver reserves lies
 * behind the descriptors. */
bool make_heap(struct run *run) {
    struct heap_properties properties = properties_of(run);
    VkResult(VKAPI_PTR * write)(VkDevice, uint32_t, const struct descriptor_info *, const struct host_range *);
    PFN_vkVoidFunction found = function(run, "vkWriteResourceDescriptorsEXT");
    uint64_t used = buffers_in_heap(run) * properties.buffer_size;
    if (!used)
        return true;
    memcpy(&write, &found, sizeof write);
    run->heap_reserved = properties.reserved_resources;
    run->heap_used = used;
    if (!write || run->shader->buffer_count >= MAX_BUFFERS ||
        !make_device_buffer(run, &run->buffers[MAX_BUFFERS - 1], used + run->heap_reserved,
                            BUFFER_USAGE_HEAP | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT))
        return false;
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const struct buffer *buffer = &run->shader->buffers[i];
        struct address_range range = {buffer->driver_address, buffer->size};
        VkDescriptorType kind =
            buffer->kind == BUFFER_UNIFORM ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        struct descriptor_info info = {STRUCTURE_DESCRIPTOR_INFO, NULL, kind, &range};
        struct host_range place = {run->buffers[MAX_BUFFERS - 1].mapped + buffer->element * properties.buffer_size,
                                   properties.buffer_size};
        if (buffer->in_heap && write(run->driver->device, 1, &info, &place) != VK_SUCCESS)
            return false;
    }
    return true;
}

const void *heap_pipeline_flags(const struct run *run) {
    static const struct {
        uint32_t type;
        const void *next;
        uint64_t flags;
    } flags = {STRUCTURE_PIPELINE_FLAGS2, NULL, UINT64_C(0x1000000000)};
    return run->heap_used ? &flags : NULL;
}

void record_heap(struct run *run, const void *pushed, size_t size) {
    PFN_vkVoidFunction found[2] = {function(run, "vkCmdBindResourceHeapEXT"), function(run, "vkCmdPushDataEXT")};
    void(VKAPI_PTR * bind)(VkCommandBuffer, const struct bind_info *);
    void(VKAPI_PTR * push)(VkCommandBuffer, const struct push_info *);
    memcpy(&bind, &found[0], sizeof bind);
    memcpy(&push, &found[1], sizeof push);
    VkBufferDeviceAddressInfo address = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                         .buffer = run->buffers[MAX_BUFFERS - 1].buffer};
    struct bind_info heap = {
        STRUCTURE_BIND_HEAP_INFO,
        NULL,
        {vkGetBufferDeviceAddress(run->driver->device, &address), run->heap_used + run->heap_reserved},
        run->heap_used,
        run->heap_reserved};
    struct push_info data = {STRUCTURE_PUSH_DATA_INFO, NULL, 0, {(void *)pushed, size}};
    bind(run->commands, &heap);
    if (size)
        push(run->commands, &data);
}
