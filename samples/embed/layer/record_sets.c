/* Descriptor sets: what the application has written into them. */
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

/* A set of more descriptors is not followed. */
enum { MOST_DESCRIPTORS = 1 << 16 };

/* ---- layouts ---- */

static int by_number(const void *a, const void *b) {
    const struct record_binding *x = a, *y = b;
    return (x->binding > y->binding) - (x->binding < y->binding);
}

/* An inline uniform block is one descriptor, whose count is that of its bytes. */
static uint32_t descriptors_of(VkDescriptorType type, uint32_t count) {
    return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK ? count != 0 : count;
}

static bool has_immutable(const VkDescriptorSetLayoutBinding *b) {
    return b->pImmutableSamplers && (b->descriptorType == VK_DESCRIPTOR_TYPE_SAMPLER ||
                                     b->descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
}

static size_t immutables_of(const VkDescriptorSetLayoutCreateInfo *info) {
    size_t count = 0;
    for (uint32_t i = 0; i < info->bindingCount; i++)
        count += has_immutable(&info->pBindings[i]) ? info->pBindings[i].descriptorCount : 0;
    return count;
}

/* `samplers`: room for those that the layout has, from here on. */
static struct record_binding binding_of(const VkDescriptorSetLayoutBinding *b, VkSampler **samplers) {
    struct record_binding made = {.binding = b->binding,
                                  .count = descriptors_of(b->descriptorType, b->descriptorCount),
                                  .type = b->descriptorType};
    if (b->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
        made.byte_count = b->descriptorCount;
    if (!has_immutable(b))
        return made;
    memcpy(*samplers, b->pImmutableSamplers, b->descriptorCount * sizeof **samplers);
    made.immutable = *samplers;
    *samplers += b->descriptorCount;
    return made;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_set_layout(VkDevice handle, const VkDescriptorSetLayoutCreateInfo *info,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkDescriptorSetLayout *layout) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreateDescriptorSetLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_set_layout *made = record_add(device, RECORD_SET_LAYOUT, RECORD_HANDLE(*layout),
                                                sizeof *made + info->bindingCount * sizeof *made->bindings +
                                                    immutables_of(info) * sizeof(VkSampler));
    VkSampler *samplers = made ? (VkSampler *)(made->bindings + info->bindingCount) : NULL;
    uint64_t all = 0;
    for (uint32_t i = 0; made && i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *b = &info->pBindings[i];
        made->bindings[i] = binding_of(b, &samplers);
        all += b->descriptorCount;
    }
    if (made && all <= MOST_DESCRIPTORS) {
        made->count = info->bindingCount;
        qsort(made->bindings, made->count, sizeof *made->bindings, by_number);
        for (uint32_t i = 0; i < made->count; i++) {
            made->bindings[i].first = made->descriptor_count;
            made->descriptor_count += made->bindings[i].count;
            made->bindings[i].first_byte = made->byte_count;
            made->byte_count += made->bindings[i].byte_count;
        }
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

const struct record_binding *record_binding_of(const struct record_set_layout *layout, uint32_t binding) {
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->bindings[i].binding == binding)
            return &layout->bindings[i];
    return NULL;
}

/* ---- sets ---- */

static size_t bytes_of_set(const struct record_set_layout *layout) {
    return sizeof(struct record_set) + layout->descriptor_count * sizeof(struct record_descriptor) + layout->byte_count;
}

static void begin_set(struct record_set *set, const struct record_set_layout *layout) {
    set->layout = layout;
    set->bytes = (uint8_t *)(set->descriptors + layout->descriptor_count);
}

struct record_set *record_new_set(const struct record_set_layout *layout) {
    struct record_set *set = calloc(1, bytes_of_set(layout));
    if (set)
        begin_set(set, layout);
    return set;
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate_sets(VkDevice handle, const VkDescriptorSetAllocateInfo *info,
                                                    VkDescriptorSet *sets) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->AllocateDescriptorSets(handle, info, sets);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->descriptorSetCount; i++) {
        const struct record_set_layout *layout =
            record_find(device, RECORD_SET_LAYOUT, RECORD_HANDLE(info->pSetLayouts[i]));
        struct record_set *set =
            layout ? record_add(device, RECORD_SET, RECORD_HANDLE(sets[i]), bytes_of_set(layout)) : NULL;
        if (set) {
            begin_set(set, layout);
            set->pool = info->descriptorPool;
        }
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL free_sets(VkDevice handle, VkDescriptorPool pool, uint32_t count,
                                                const VkDescriptorSet *sets) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; sets && i < count; i++)
        record_remove(device, RECORD_SET, RECORD_HANDLE(sets[i]));
    pthread_mutex_unlock(&record_lock);
    return device->FreeDescriptorSets(handle, pool, count, sets);
}

static bool is_of_pool(const void *pool, const void *set) {
    return ((const struct record_set *)set)->pool == *(const VkDescriptorPool *)pool;
}

static void remove_of_pool(struct record_device *device, VkDescriptorPool pool) {
    pthread_mutex_lock(&record_lock);
    if (pool)
        record_remove_if(device, RECORD_SET, is_of_pool, &pool);
    pthread_mutex_unlock(&record_lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL reset_pool(VkDevice handle, VkDescriptorPool pool,
                                                 VkDescriptorPoolResetFlags flags) {
    struct record_device *device = record_device_of(handle);
    remove_of_pool(device, pool);
    return device->ResetDescriptorPool(handle, pool, flags);
}

static VKAPI_ATTR void VKAPI_CALL destroy_pool(VkDevice handle, VkDescriptorPool pool,
                                               const VkAllocationCallbacks *allocator) {
    struct record_device *device = record_device_of(handle);
    remove_of_pool(device, pool);
    device->DestroyDescriptorPool(handle, pool, allocator);
}

/* The descriptor at an element of a binding; more elements than it has are those of the next bindings (Vulkan,
 * "Consecutive Binding Updates"). */
static struct record_descriptor *descriptor_at(struct record_set *set, uint32_t binding, uint32_t element) {
    const struct record_binding *b = record_binding_of(set->layout, binding);
    uint64_t at = b ? (uint64_t)b->first + element : 0;
    return b && at < set->layout->descriptor_count ? &set->descriptors[at] : NULL;
}

static void take_image(struct record_descriptor *to, const VkDescriptorImageInfo *from) {
    to->view = from->imageView;
    to->layout = from->imageLayout;
    to->sampler = from->sampler;
}

static void take_buffer(struct record_descriptor *to, const VkDescriptorBufferInfo *from) {
    to->buffer = from->buffer;
    to->offset = from->offset;
    to->range = from->range;
}

static bool is_buffer(VkDescriptorType type) {
    return type >= VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER && type <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static bool is_texel_buffer(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static bool is_image(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
           type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE || type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

static void write_one(struct record_descriptor *to, VkDescriptorType type, const void *from) {
    if (!to)
        return;
    *to = (struct record_descriptor){.written = true};
    if (is_image(type))
        take_image(to, from);
    else if (is_buffer(type))
        take_buffer(to, from);
    else if (is_texel_buffer(type))
        memcpy(&to->texels, from, sizeof to->texels);
}

/* Bytes of an inline block, which are counted as its elements. */
static void write_bytes(struct record_set *set, uint32_t binding, uint32_t first, uint32_t count, const void *from) {
    const struct record_binding *b = record_binding_of(set->layout, binding);
    if (!b || !from || b->first >= set->layout->descriptor_count || first > b->byte_count ||
        count > b->byte_count - first)
        return;
    set->descriptors[b->first].written = true;
    memcpy(set->bytes + b->first_byte + first, from, count);
}

static const void *inline_bytes_of(const VkWriteDescriptorSet *write) {
    for (const VkBaseInStructure *next = write->pNext; next; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK)
            return ((const VkWriteDescriptorSetInlineUniformBlock *)next)->pData;
    return NULL;
}

static const void *source_of(const VkWriteDescriptorSet *write, uint32_t i) {
    return is_image(write->descriptorType)          ? (const void *)&write->pImageInfo[i]
           : is_buffer(write->descriptorType)       ? (const void *)&write->pBufferInfo[i]
           : is_texel_buffer(write->descriptorType) ? (const void *)&write->pTexelBufferView[i]
                                                    : NULL;
}

void record_write_set(struct record_set *set, uint32_t count, const VkWriteDescriptorSet *writes) {
    for (uint32_t w = 0; w < count; w++) {
        const VkWriteDescriptorSet *write = &writes[w];
        bool is_inline = write->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        set->writes++;
        if (is_inline)
            write_bytes(set, write->dstBinding, write->dstArrayElement, write->descriptorCount, inline_bytes_of(write));
        for (uint32_t i = 0; !is_inline && i < write->descriptorCount; i++)
            write_one(descriptor_at(set, write->dstBinding, write->dstArrayElement + i), write->descriptorType,
                      source_of(write, i));
    }
}

static void copy_set(struct record_device *device, const VkCopyDescriptorSet *copy) {
    struct record_set *from = record_find(device, RECORD_SET, RECORD_HANDLE(copy->srcSet));
    struct record_set *to = record_find(device, RECORD_SET, RECORD_HANDLE(copy->dstSet));
    const struct record_binding *binding = from ? record_binding_of(from->layout, copy->srcBinding) : NULL;
    if (!binding || !to)
        return;
    to->writes++;
    if (binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        if (copy->srcArrayElement <= binding->byte_count)
            write_bytes(to, copy->dstBinding, copy->dstArrayElement, copy->descriptorCount,
                        from->bytes + binding->first_byte + copy->srcArrayElement);
        return;
    }
    for (uint32_t i = 0; i < copy->descriptorCount; i++) {
        const struct record_descriptor *source = descriptor_at(from, copy->srcBinding, copy->srcArrayElement + i);
        struct record_descriptor *target = descriptor_at(to, copy->dstBinding, copy->dstArrayElement + i);
        if (source && target)
            *target = *source;
    }
}

static VKAPI_ATTR void VKAPI_CALL update_sets(VkDevice handle, uint32_t count, const VkWriteDescriptorSet *writes,
                                              uint32_t copy_count, const VkCopyDescriptorSet *copies) {
    struct record_device *device = record_device_of(handle);
    device->UpdateDescriptorSets(handle, count, writes, copy_count, copies);
    pthread_mutex_lock(&record_lock);
    for (uint32_t i = 0; i < count; i++) {
        struct record_set *set = record_find(device, RECORD_SET, RECORD_HANDLE(writes[i].dstSet));
        if (set)
            record_write_set(set, 1, &writes[i]);
    }
    for (uint32_t i = 0; i < copy_count; i++)
        copy_set(device, &copies[i]);
    pthread_mutex_unlock(&record_lock);
}

/* ---- templates ---- */

static VKAPI_ATTR VkResult VKAPI_CALL create_template(VkDevice handle, const VkDescriptorUpdateTemplateCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkDescriptorUpdateTemplate *by) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreateDescriptorUpdateTemplate(handle, info, allocator, by);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    size_t bytes = info->descriptorUpdateEntryCount * sizeof *info->pDescriptorUpdateEntries;
    struct record_template *made = record_add(device, RECORD_TEMPLATE, RECORD_HANDLE(*by), sizeof *made + bytes);
    if (made) {
        made->is_of_compute = info->templateType == VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR &&
                              info->pipelineBindPoint == VK_PIPELINE_BIND_POINT_COMPUTE;
        made->count = info->descriptorUpdateEntryCount;
        memcpy(made->entries, info->pDescriptorUpdateEntries, bytes);
    }
    pthread_mutex_unlock(&record_lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL destroy_template(VkDevice handle, VkDescriptorUpdateTemplate by,
                                                   const VkAllocationCallbacks *allocator) {
    struct record_device *device = record_device_of(handle);
    pthread_mutex_lock(&record_lock);
    record_remove(device, RECORD_TEMPLATE, RECORD_HANDLE(by));
    pthread_mutex_unlock(&record_lock);
    device->DestroyDescriptorUpdateTemplate(handle, by, allocator);
}

void record_write_set_by_template(struct record_set *set, const struct record_template *by, const void *data) {
    for (uint32_t e = 0; e < by->count; e++) {
        const VkDescriptorUpdateTemplateEntry *entry = &by->entries[e];
        const char *from = (const char *)data + entry->offset;
        bool is_inline = entry->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        set->writes++;
        if (is_inline)
            write_bytes(set, entry->dstBinding, entry->dstArrayElement, entry->descriptorCount, from);
        for (uint32_t i = 0; !is_inline && i < entry->descriptorCount; i++)
            write_one(descriptor_at(set, entry->dstBinding, entry->dstArrayElement + i), entry->descriptorType,
                      from + i * entry->stride);
    }
}

static VKAPI_ATTR void VKAPI_CALL update_set_by_template(VkDevice handle, VkDescriptorSet target,
                                                         VkDescriptorUpdateTemplate by, const void *data) {
    struct record_device *device = record_device_of(handle);
    device->UpdateDescriptorSetWithTemplate(handle, target, by, data);
    pthread_mutex_lock(&record_lock);
    struct record_set *set = record_find(device, RECORD_SET, RECORD_HANDLE(target));
    const struct record_template *found = record_find(device, RECORD_TEMPLATE, RECORD_HANDLE(by));
    if (set && found)
        record_write_set_by_template(set, found, data);
    pthread_mutex_unlock(&record_lock);
}

const struct record_entry record_set_functions[] = {
    RECORD_ENTRY(create_set_layout, "vkCreateDescriptorSetLayout"),
    RECORD_ENTRY(allocate_sets, "vkAllocateDescriptorSets"),
    RECORD_ENTRY(free_sets, "vkFreeDescriptorSets"),
    RECORD_ENTRY(reset_pool, "vkResetDescriptorPool"),
    RECORD_ENTRY(destroy_pool, "vkDestroyDescriptorPool"),
    RECORD_ENTRY(update_sets, "vkUpdateDescriptorSets"),
    RECORD_ENTRY(create_template, "vkCreateDescriptorUpdateTemplate"),
    RECORD_ENTRY(create_template, "vkCreateDescriptorUpdateTemplateKHR"),
    RECORD_ENTRY(destroy_template, "vkDestroyDescriptorUpdateTemplate"),
    RECORD_ENTRY(destroy_template, "vkDestroyDescriptorUpdateTemplateKHR"),
    RECORD_ENTRY(update_set_by_template, "vkUpdateDescriptorSetWithTemplate"),
    RECORD_ENTRY(update_set_by_template, "vkUpdateDescriptorSetWithTemplateKHR"),
    {NULL, NULL},
};
