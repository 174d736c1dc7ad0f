/* The application makes these objects: buffers, images, views, layouts, pipelines, and their names. */
#include <stdlib.h>
#include <string.h>

#include "record_private.h"
#include "shaders.h"

pthread_mutex_t record_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- devices ---- */

static struct record_device *devices;

struct record_device *record_device_of(const void *handle) {
    const void *key;
    memcpy(&key, handle, sizeof key);
    pthread_mutex_lock(&record_lock);
    struct record_device *device = devices;
    while (device && device->key != key)
        device = device->next;
    pthread_mutex_unlock(&record_lock);
    return device;
}

static void find_functions(struct record_device *device, PFN_vkGetDeviceProcAddr get) {
#define X(name)                                                                                                        \
    device->name = (PFN_vk##name)get(device->device, "vk" #name);                                                      \
    if (!device->name)                                                                                                 \
        device->name = (PFN_vk##name)get(device->device, "vk" #name "KHR");
    RECORD_NEXT(X)
#undef X
#define X(name)                                                                                                        \
    device->name = (record_unread)get(device->device, "vk" #name);                                                     \
    if (!device->name)                                                                                                 \
        device->name = (record_unread)get(device->device, "vk" #name "KHR");
    RECORD_LATER(X)
#undef X
#define X(name) device->name = (record_unread)get(device->device, "vk" #name);
    RECORD_UNREAD(X)
    RECORD_MISSED(X)
#undef X
#define X(name) device->name = (record_generated)get(device->device, "vk" #name);
    RECORD_GENERATED(X)
#undef X
    device->CmdBindShadersEXT = (record_bind_shaders)get(device->device, "vkCmdBindShadersEXT");
    device->CmdSetDescriptorBufferOffsetsEXT =
        (record_set_offsets)get(device->device, "vkCmdSetDescriptorBufferOffsetsEXT");
    device->CmdBindDescriptorBufferEmbeddedSamplersEXT =
        (record_embed_samplers)get(device->device, "vkCmdBindDescriptorBufferEmbeddedSamplersEXT");
    if (!device->GetBufferDeviceAddress) /* of the older extension alone */
        device->GetBufferDeviceAddress =
            (PFN_vkGetBufferDeviceAddress)get(device->device, "vkGetBufferDeviceAddressEXT");
    if (!device->CmdPushDescriptorSetKHR) /* of Vulkan 1.4 without the extension */
        device->CmdPushDescriptorSetKHR = (PFN_vkCmdPushDescriptorSetKHR)get(device->device, "vkCmdPushDescriptorSet");
    if (!device->CmdPushDescriptorSetWithTemplateKHR)
        device->CmdPushDescriptorSetWithTemplateKHR =
            (PFN_vkCmdPushDescriptorSetWithTemplateKHR)get(device->device, "vkCmdPushDescriptorSetWithTemplate");
}

static void find_properties(struct record_device *device, const struct record_parent *parent) {
    PFN_vkGetPhysicalDeviceMemoryProperties memory =
        (PFN_vkGetPhysicalDeviceMemoryProperties)parent->get_instance_function(parent->instance,
                                                                               "vkGetPhysicalDeviceMemoryProperties");
    PFN_vkGetPhysicalDeviceProperties2 more = (PFN_vkGetPhysicalDeviceProperties2)parent->get_instance_function(
        parent->instance, "vkGetPhysicalDeviceProperties2");
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &subgroup};
    memory(parent->physical_device, &device->memory);
    if (more)
        more(parent->physical_device, &properties);
    device->subgroup = subgroup.subgroupSize;
}

static bool has_robustness(const VkDeviceCreateInfo *info) {
    for (const VkBaseInStructure *next = info->pNext; next; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            return ((const VkPhysicalDeviceFeatures2 *)next)->features.robustBufferAccess;
    return info->pEnabledFeatures && info->pEnabledFeatures->robustBufferAccess;
}

void record_begin_device(VkDevice handle, const struct record_parent *parent) {
    struct record_device *device = calloc(1, sizeof *device);
    if (!device)
        return;
    device->device = handle;
    memcpy(&device->key, handle, sizeof device->key);
    find_functions(device, parent->get_device_function);
    find_properties(device, parent);
    device->is_robust = has_robustness(parent->info);
    pthread_mutex_lock(&record_lock);
    device->next = devices;
    devices = device;
    pthread_mutex_unlock(&record_lock);
}

void record_end_device(VkDevice handle) {
    struct record_device *device = record_device_of(handle);
    if (!device)
        return;
    pthread_mutex_lock(&record_lock);
    record_remove_all(device);
    struct record_device **link = &devices;
    while (*link != device)
        link = &(*link)->next;
    *link = device->next;
    pthread_mutex_unlock(&record_lock);
    free(device);
}

/* ---- the table ---- */

enum { ROWS = 4096 };

static struct record_object *rows[ROWS];

static struct record_object **row_of(enum record_kind kind, uint64_t handle) {
    uint64_t hash = (handle ^ (uint64_t)kind << 56) * UINT64_C(0x9E3779B97F4A7C15);
    return &rows[hash >> 52];
}

static struct record_object **link_of(struct record_device *device, enum record_kind kind, uint64_t handle) {
    struct record_object **link = row_of(kind, handle);
    while (*link && ((*link)->kind != kind || (*link)->handle != handle || (*link)->device != device))
        link = &(*link)->next;
    return link;
}

void *record_find(struct record_device *device, enum record_kind kind, uint64_t handle) {
    return *link_of(device, kind, handle);
}

void record_release_pipeline(struct record_pipeline *pipeline) {
    if (!pipeline || --pipeline->references)
        return;
    free(pipeline->words);
    free(pipeline->constants);
    free(pipeline);
}

/* Sets and pipelines that were made with a layout outlive it: layouts stay until the device ends. */
static void take_out(struct record_object **link, bool at_end) {
    struct record_object *object = *link;
    *link = object->next;
    bool is_layout = object->kind == RECORD_SET_LAYOUT || object->kind == RECORD_PIPELINE_LAYOUT;
    if (object->kind == RECORD_COMMANDS)
        record_end_commands((struct record_commands *)object);
    if (object->kind == RECORD_PIPELINE) {
        record_release_pipeline((struct record_pipeline *)object);
    } else if (is_layout && !at_end) {
        static uint64_t retired; /* a number that no handle has while the other layouts are alive */
        object->handle = ~retired++;
        object->next = *row_of(object->kind, object->handle);
        *row_of(object->kind, object->handle) = object;
    } else {
        free(object);
    }
}

void record_remove(struct record_device *device, enum record_kind kind, uint64_t handle) {
    struct record_object **link = link_of(device, kind, handle);
    if (*link)
        take_out(link, false);
}

void record_remove_if(struct record_device *device, enum record_kind kind,
                      bool (*fits)(const void *user, const void *object), const void *user) {
    for (size_t i = 0; i < ROWS; i++)
        for (struct record_object **link = &rows[i]; *link;)
            if ((*link)->device == device && (*link)->kind == kind && fits(user, *link))
                take_out(link, false);
            else
                link = &(*link)->next;
}

void record_remove_all(struct record_device *device) {
    for (size_t i = 0; i < ROWS; i++)
        for (struct record_object **link = &rows[i]; *link;)
            if ((*link)->device == device)
                take_out(link, true);
            else
                link = &(*link)->next;
}

void *record_add(struct record_device *device, enum record_kind kind, uint64_t handle, size_t bytes) {
    struct record_object *object = calloc(1, bytes);
    record_remove(device, kind, handle);
    if (!object)
        return NULL;
    object->device = device;
    object->kind = kind;
    object->handle = handle;
    object->next = *row_of(kind, handle);
    *row_of(kind, handle) = object;
    return object;
}

void record_each(struct record_device *device, enum record_kind kind, void (*each)(void *user, void *object),
                 void *user) {
    for (size_t i = 0; i < ROWS; i++)
        for (struct record_object *object = rows[i]; object; object = object->next)
            if (object->device == device && object->kind == kind)
                each(user, object);
}

/* ---- buffers and images: the device must be able to copy them ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice handle, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator, VkBuffer *buffer) {
    struct record_device *device = record_device_of(handle);
    VkBufferCreateInfo copied = *info;
    copied.usage |= VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    VkResult result = device->CreateBuffer(handle, &copied, allocator, buffer);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_buffer *made = record_add(device, RECORD_BUFFER, RECORD_HANDLE(*buffer), sizeof *made);
    if (made)
        made->size = info->size;
    pthread_mutex_unlock(&record_lock);
    return result;
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL get_buffer_address(VkDevice handle,
                                                                const VkBufferDeviceAddressInfo *info) {
    struct record_device *device = record_device_of(handle);
    VkDeviceAddress address = device->GetBufferDeviceAddress(handle, info);
    pthread_mutex_lock(&record_lock);
    struct record_buffer *buffer = record_find(device, RECORD_BUFFER, RECORD_HANDLE(info->buffer));
    if (buffer)
        buffer->address = address;
    pthread_mutex_unlock(&record_lock);
    return address;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer_view(VkDevice handle, const VkBufferViewCreateInfo *info,
                                                         const VkAllocationCallbacks *allocator, VkBufferView *view) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreateBufferView(handle, info, allocator, view);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_buffer_view *made = record_add(device, RECORD_BUFFER_VIEW, RECORD_HANDLE(*view), sizeof *made);
    if (made) {
        made->buffer = info->buffer;
        made->format = info->format;
        made->offset = info->offset;
        made->range = info->range;
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

/* An image that shaders read or write may be copied, unless its memory belongs to others, who know its usage too. */
static bool may_be_copied(const VkImageCreateInfo *info) {
    for (const VkBaseInStructure *next = info->pNext; next; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO)
            return info->usage & VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    return info->usage & (VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT) &&
           info->samples == VK_SAMPLE_COUNT_1_BIT;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_image(VkDevice handle, const VkImageCreateInfo *info,
                                                   const VkAllocationCallbacks *allocator, VkImage *image) {
    struct record_device *device = record_device_of(handle);
    VkImageCreateInfo copied = *info;
    bool can_copy = may_be_copied(info);
    if (can_copy)
        copied.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    VkResult result = device->CreateImage(handle, &copied, allocator, image);
    if (result != VK_SUCCESS && can_copy) {
        can_copy = false;
        result = device->CreateImage(handle, info, allocator, image);
    }
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_image *made = record_add(device, RECORD_IMAGE, RECORD_HANDLE(*image), sizeof *made);
    if (made) {
        made->info = *info;
        made->info.pNext = NULL;
        made->info.pQueueFamilyIndices = NULL;
        made->can_copy = can_copy;
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static bool exchanges(VkComponentMapping m) {
    return (m.r && m.r != VK_COMPONENT_SWIZZLE_R) || (m.g && m.g != VK_COMPONENT_SWIZZLE_G) ||
           (m.b && m.b != VK_COMPONENT_SWIZZLE_B) || (m.a && m.a != VK_COMPONENT_SWIZZLE_A);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_image_view(VkDevice handle, const VkImageViewCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator, VkImageView *view) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreateImageView(handle, info, allocator, view);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_image_view *made = record_add(device, RECORD_IMAGE_VIEW, RECORD_HANDLE(*view), sizeof *made);
    if (made) {
        made->image = info->image;
        made->type = info->viewType;
        made->format = info->format;
        made->range = info->subresourceRange;
        made->exchanges = exchanges(info->components);
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

#define DESTROYER(function, next, type, kind_)                                                                         \
    static VKAPI_ATTR void VKAPI_CALL function(VkDevice handle, type object, const VkAllocationCallbacks *allocator) { \
        struct record_device *device = record_device_of(handle);                                                       \
        pthread_mutex_lock(&record_lock);                                                                              \
        record_remove(device, kind_, RECORD_HANDLE(object));                                                           \
        pthread_mutex_unlock(&record_lock);                                                                            \
        device->next(handle, object, allocator);                                                                       \
    }
DESTROYER(destroy_buffer, DestroyBuffer, VkBuffer, RECORD_BUFFER)
DESTROYER(destroy_buffer_view, DestroyBufferView, VkBufferView, RECORD_BUFFER_VIEW)
DESTROYER(destroy_image, DestroyImage, VkImage, RECORD_IMAGE)
DESTROYER(destroy_image_view, DestroyImageView, VkImageView, RECORD_IMAGE_VIEW)
DESTROYER(destroy_pipeline, DestroyPipeline, VkPipeline, RECORD_PIPELINE)

/* ---- pipelines ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_layout(VkDevice handle, const VkPipelineLayoutCreateInfo *info,
                                                             const VkAllocationCallbacks *allocator,
                                                             VkPipelineLayout *layout) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreatePipelineLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_pipeline_layout *made =
        record_add(device, RECORD_PIPELINE_LAYOUT, RECORD_HANDLE(*layout), sizeof *made);
    for (uint32_t i = 0; made && i < info->setLayoutCount && i < RECORD_MOST_SETS; i++) {
        made->sets[i] = record_find(device, RECORD_SET_LAYOUT, RECORD_HANDLE(info->pSetLayouts[i]));
        made->set_count = i + 1;
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static void take_constants(struct record_pipeline *pipeline, const VkSpecializationInfo *info) {
    pipeline->constants = info ? calloc(info->mapEntryCount + 1u, sizeof *pipeline->constants) : NULL;
    for (uint32_t i = 0; pipeline->constants && i < info->mapEntryCount; i++) {
        const VkSpecializationMapEntry *entry = &info->pMapEntries[i];
        struct record_constant *constant = &pipeline->constants[pipeline->constant_count];
        if (entry->size > sizeof constant->bits)
            continue;
        constant->id = entry->constantID;
        memcpy(&constant->bits, (const char *)info->pData + entry->offset, entry->size);
        pipeline->constant_count++;
    }
}

static uint32_t subgroup_of(const struct record_device *device, const VkPipelineShaderStageCreateInfo *stage) {
    for (const VkBaseInStructure *next = stage->pNext; next; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO)
            return ((const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *)next)->requiredSubgroupSize;
    return device->subgroup;
}

/* The stage says more than the pipeline, and that more than the device (Vulkan, VkPipelineRobustnessCreateInfo). */
static bool is_robust(const void *stage, const void *pipeline, bool otherwise) {
    const void *const chains[] = {stage, pipeline};
    for (int i = 0; i < 2; i++)
        for (const VkBaseInStructure *next = chains[i]; next; next = next->pNext) {
            const VkPipelineRobustnessCreateInfoEXT *how = (const VkPipelineRobustnessCreateInfoEXT *)next;
            if (next->sType == VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT)
                return how->storageBuffers == VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT
                           ? otherwise
                           : how->storageBuffers != VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT;
        }
    return otherwise;
}

void record_pipeline(VkDevice handle, const VkComputePipelineCreateInfo *info, VkPipeline pipeline) {
    static uint32_t pipelines;
    struct record_device *device = record_device_of(handle);
    size_t count = 0;
    const uint32_t *words = shaders_words(handle, &info->stage, &count);
    if (!device || !pipeline)
        return;
    pthread_mutex_lock(&record_lock);
    struct record_pipeline *made = record_add(device, RECORD_PIPELINE, RECORD_HANDLE(pipeline), sizeof *made);
    if (made) {
        made->references = 1;
        made->number = pipelines++;
        made->subgroup = subgroup_of(device, &info->stage);
        made->is_robust = is_robust(info->stage.pNext, info->pNext, device->is_robust);
        made->layout = record_find(device, RECORD_PIPELINE_LAYOUT, RECORD_HANDLE(info->layout));
        strncpy(made->entry, info->stage.pName, sizeof made->entry - 1);
        made->words = words ? malloc(count * sizeof *words + 1) : NULL;
        if (made->words)
            memcpy(made->words, words, count * sizeof *words);
        made->word_count = made->words ? count : 0;
        take_constants(made, info->stage.pSpecializationInfo);
    }
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice handle, const VkDebugUtilsObjectNameInfoEXT *info) {
    struct record_device *device = record_device_of(handle);
    if (info->objectType == VK_OBJECT_TYPE_PIPELINE && info->pObjectName) {
        pthread_mutex_lock(&record_lock);
        struct record_object *object = record_find(device, RECORD_PIPELINE, info->objectHandle);
        if (object)
            strncpy(object->name, info->pObjectName, sizeof object->name - 1);
        pthread_mutex_unlock(&record_lock);
    }
    return device->SetDebugUtilsObjectNameEXT ? device->SetDebugUtilsObjectNameEXT(handle, info) : VK_SUCCESS;
}

const struct record_entry record_object_functions[] = {
    RECORD_ENTRY(create_buffer, "vkCreateBuffer"),
    RECORD_ENTRY(destroy_buffer, "vkDestroyBuffer"),
    RECORD_ENTRY(get_buffer_address, "vkGetBufferDeviceAddress"),
    RECORD_ENTRY(get_buffer_address, "vkGetBufferDeviceAddressKHR"),
    RECORD_ENTRY(get_buffer_address, "vkGetBufferDeviceAddressEXT"),
    RECORD_ENTRY(create_buffer_view, "vkCreateBufferView"),
    RECORD_ENTRY(destroy_buffer_view, "vkDestroyBufferView"),
    RECORD_ENTRY(create_image, "vkCreateImage"),
    RECORD_ENTRY(destroy_image, "vkDestroyImage"),
    RECORD_ENTRY(create_image_view, "vkCreateImageView"),
    RECORD_ENTRY(destroy_image_view, "vkDestroyImageView"),
    RECORD_ENTRY(create_pipeline_layout, "vkCreatePipelineLayout"),
    RECORD_ENTRY(destroy_pipeline, "vkDestroyPipeline"),
    RECORD_ENTRY(set_name, "vkSetDebugUtilsObjectNameEXT"),
    {NULL, NULL},
};
