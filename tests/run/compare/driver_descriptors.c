/* Descriptor sets: of buffers, images and samplers. */
#include "compare/driver.h"

static bool is_descriptor(const struct buffer *buffer) {
    return buffer->kind <= BUFFER_IMAGE && !buffer->in_heap;
}

static VkDescriptorType descriptor_type(const struct buffer *buffer) {
    const struct image *image = &buffer->image;
    if (buffer->kind == BUFFER_UNIFORM)
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    if (buffer->kind == BUFFER_STORAGE)
        return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (buffer->kind == BUFFER_SCENE)
        return VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    if (image->host.dim == SpvDimBuffer)
        return image->is_storage ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    if (image->attachment_index)
        return VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
    return image->is_storage    ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
           : image->is_combined ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
}

static VkDescriptorSetLayoutBinding layout_binding(uint32_t binding, VkDescriptorType type, uint32_t count) {
    return (VkDescriptorSetLayoutBinding){
        .binding = binding, .descriptorType = type, .descriptorCount = count, .stageFlags = VK_SHADER_STAGE_ALL};
}

static bool make_layout(struct run *run, uint32_t set) {
    const struct shader *shader = run->shader;
    VkDescriptorSetLayoutBinding bindings[MAX_BUFFERS + MAX_SAMPLERS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        if (is_descriptor(buffer) && buffer->set == set && buffer->element == 0)
            bindings[count++] = layout_binding(buffer->binding, descriptor_type(buffer), buffer->descriptor_count);
    }
    for (uint32_t i = 0; i < shader->sampler_count; i++) {
        const struct sampler *sampler = &shader->samplers[i];
        if (sampler->set == set && sampler->element == 0)
            bindings[count++] = layout_binding(sampler->binding, VK_DESCRIPTOR_TYPE_SAMPLER, sampler->descriptor_count);
    }
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = bindings};
    return vkCreateDescriptorSetLayout(run->driver->device, &info, NULL, &run->layouts[set]) == VK_SUCCESS;
}

/* ---- writing ---- */

static VkWriteDescriptorSet write_of(VkDescriptorSet set, uint32_t binding, uint32_t element, VkDescriptorType type) {
    return (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = set,
                                  .dstBinding = binding,
                                  .dstArrayElement = element,
                                  .descriptorCount = 1,
                                  .descriptorType = type};
}

static void write_descriptors(struct run *run) {
    const struct shader *shader = run->shader;
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        if (!is_descriptor(buffer))
            continue;
        VkDescriptorBufferInfo bytes = {run->buffers[i].buffer, 0, VK_WHOLE_SIZE};
        VkDescriptorImageInfo image = {run->images[i].sampler, run->images[i].view, VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet write =
            write_of(run->sets[buffer->set], buffer->binding, buffer->element, descriptor_type(buffer));
        VkAccelerationStructureKHR structure = scene_structure(run);
        VkWriteDescriptorSetAccelerationStructureKHR structures = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
            .accelerationStructureCount = 1,
            .pAccelerationStructures = &structure};
        write.pNext = buffer->kind == BUFFER_SCENE ? &structures : NULL;
        write.pBufferInfo = &bytes;
        write.pImageInfo = &image;
        write.pTexelBufferView = &run->images[i].buffer_view;
        vkUpdateDescriptorSets(run->driver->device, 1, &write, 0, NULL);
    }
    for (uint32_t i = 0; i < shader->sampler_count; i++) {
        const struct sampler *sampler = &shader->samplers[i];
        VkDescriptorImageInfo image = {.sampler = run->samplers[i]};
        VkWriteDescriptorSet write =
            write_of(run->sets[sampler->set], sampler->binding, sampler->element, VK_DESCRIPTOR_TYPE_SAMPLER);
        write.pImageInfo = &image;
        vkUpdateDescriptorSets(run->driver->device, 1, &write, 0, NULL);
    }
}

/* ---- sets ---- */

static void count_sets(struct run *run) {
    const struct shader *shader = run->shader;
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        if (is_descriptor(&shader->buffers[i]) && shader->buffers[i].set >= run->set_count)
            run->set_count = shader->buffers[i].set + 1;
    for (uint32_t i = 0; i < shader->sampler_count; i++)
        if (shader->samplers[i].set >= run->set_count)
            run->set_count = shader->samplers[i].set + 1;
}

static bool make_pool(struct run *run) {
    static const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, MAX_BUFFERS},
                                                 {VK_DESCRIPTOR_TYPE_SAMPLER, MAX_SAMPLERS},
                                                 /* the last one where the device has no such */
                                                 {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, MAX_BUFFERS}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = MAX_SETS,
                                       .poolSizeCount = sizeof sizes / sizeof *sizes - !run->driver->has_structures,
                                       .pPoolSizes = sizes};
    return vkCreateDescriptorPool(run->driver->device, &pool, NULL, &run->descriptors) == VK_SUCCESS;
}

bool make_descriptors(struct run *run) {
    count_sets(run);
    if (run->set_count > MAX_SETS)
        return false;
    for (uint32_t set = 0; set < run->set_count; set++)
        if (!make_layout(run, set))
            return false;
    if (run->set_count == 0)
        return true;
    if (!make_pool(run))
        return false;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = run->descriptors,
                                        .descriptorSetCount = run->set_count,
                                        .pSetLayouts = run->layouts};
    if (vkAllocateDescriptorSets(run->driver->device, &info, run->sets) != VK_SUCCESS)
        return false;
    write_descriptors(run);
    return true;
}
