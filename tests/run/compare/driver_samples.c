/* Multisampled images: no command copies their contents, so compute shaders do (samples.comp), which see four
 * components of 32 bits of every sample. */
#include <string.h>

#include "compare/driver.h"
#include "samples.h" /* made of samples.comp */

static const struct code {
    const uint32_t *words;
    size_t size;
} codes[][2] = {
    /* to the image, and from it */
    [NUMERIC_FLOAT] = {{samples_write_float, sizeof samples_write_float},
                       {samples_read_float, sizeof samples_read_float}},
    [NUMERIC_UINT] = {{samples_write_uint, sizeof samples_write_uint}, {samples_read_uint, sizeof samples_read_uint}},
    [NUMERIC_SINT] = {{samples_write_int, sizeof samples_write_int}, {samples_read_int, sizeof samples_read_int}},
};
enum { TEXEL = sizeof(struct host_texel) };

static const struct host_format *format_of(const struct buffer *buffer) {
    return host_format_of(buffer->image.host.format);
}

static uint64_t count_texels(const struct buffer *buffer) {
    return buffer->size / host_format_size(format_of(buffer));
}

static VkDescriptorType image_type(uint32_t direction) {
    return direction == SAMPLES_WRITE ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
}

/* ---- making ---- */

static bool make_view(struct run *run, const struct image *image, VkImage on, VkFormat format,
                      struct device_samples *samples) {
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = on,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                  .format = format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image->host.layers}};
    return vkCreateImageView(run->driver->device, &info, NULL, &samples->view) == VK_SUCCESS;
}

static bool make_set(struct run *run, struct device_samples *samples, uint32_t direction) {
    VkDevice device = run->driver->device;
    VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, image_type(direction), 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 2, .pBindings = bindings};
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}, {image_type(direction), 1}};
    VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 2, .pPoolSizes = sizes};
    if (vkCreateDescriptorSetLayout(device, &layout, NULL, &samples->layouts[direction]) != VK_SUCCESS ||
        vkCreateDescriptorPool(device, &pool, NULL, &samples->pools[direction]) != VK_SUCCESS)
        return false;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = samples->pools[direction],
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &samples->layouts[direction]};
    if (vkAllocateDescriptorSets(device, &info, &samples->sets[direction]) != VK_SUCCESS)
        return false;
    VkDescriptorBufferInfo words = {samples->words.buffer, 0, VK_WHOLE_SIZE};
    VkDescriptorImageInfo image = {VK_NULL_HANDLE, samples->view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet writes[] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = samples->sets[direction],
                                      .dstBinding = 0,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &words},
                                     {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = samples->sets[direction],
                                      .dstBinding = 1,
                                      .descriptorCount = 1,
                                      .descriptorType = image_type(direction),
                                      .pImageInfo = &image}};
    vkUpdateDescriptorSets(device, 2, writes, 0, NULL);
    return true;
}

static bool make_pipeline(struct run *run, struct device_samples *samples, uint32_t direction,
                          const struct code *code) {
    VkDevice device = run->driver->device;
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &samples->layouts[direction]};
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code->size, .pCode = code->words};
    if (vkCreatePipelineLayout(device, &layout, NULL, &samples->pipeline_layouts[direction]) != VK_SUCCESS ||
        vkCreateShaderModule(device, &module, NULL, &samples->modules[direction]) != VK_SUCCESS)
        return false;
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .module = samples->modules[direction],
                                                  .pName = "main"},
                                        .layout = samples->pipeline_layouts[direction]};
    return vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &samples->pipelines[direction]) ==
           VK_SUCCESS;
}

static bool fill_words(struct run *run, const struct buffer *buffer, struct device_samples *samples) {
    uint64_t count = count_texels(buffer);
    if (!make_device_buffer(run, &samples->words, count * TEXEL, 0))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        struct host_texel texel =
            host_decode(format_of(buffer), buffer->initial + i * host_format_size(format_of(buffer)));
        memcpy(samples->words.mapped + i * TEXEL, &texel, TEXEL);
    }
    return true;
}

bool make_samples(struct run *run, uint32_t index, VkFormat format) {
    const struct buffer *buffer = &run->shader->buffers[index];
    struct device_samples *samples = &run->images[index].samples;
    uint32_t numeric = format_of(buffer)->numeric < NUMERIC_UINT ? NUMERIC_FLOAT : format_of(buffer)->numeric;
    bool made =
        fill_words(run, buffer, samples) && make_view(run, &buffer->image, run->images[index].image, format, samples);
    for (uint32_t direction = 0; direction < 2; direction++)
        made = made && make_set(run, samples, direction) &&
               make_pipeline(run, samples, direction, &codes[numeric][direction]);
    return made;
}

/* ---- copies ---- */

void record_samples(struct run *run, uint32_t index, uint32_t direction) {
    const struct smmra_host_image *host = &run->shader->buffers[index].image.host;
    const struct device_samples *samples = &run->images[index].samples;
    vkCmdBindPipeline(run->commands, VK_PIPELINE_BIND_POINT_COMPUTE, samples->pipelines[direction]);
    vkCmdBindDescriptorSets(run->commands, VK_PIPELINE_BIND_POINT_COMPUTE, samples->pipeline_layouts[direction], 0, 1,
                            &samples->sets[direction], 0, NULL);
    vkCmdDispatch(run->commands, host->width, host->height, host->layers);
}

void fetch_samples(struct run *run, uint32_t index) {
    const struct buffer *buffer = &run->shader->buffers[index];
    uint64_t count = count_texels(buffer);
    for (uint64_t i = 0; i < count; i++) {
        struct host_texel texel;
        memcpy(&texel, run->images[index].samples.words.mapped + i * TEXEL, TEXEL);
        host_encode(format_of(buffer), texel, run->buffers[index].mapped + i * host_format_size(format_of(buffer)));
    }
}

void clean_up_samples(struct run *run, struct device_samples *samples) {
    VkDevice device = run->driver->device;
    for (uint32_t direction = 0; direction < 2; direction++) {
        vkDestroyPipeline(device, samples->pipelines[direction], NULL);
        vkDestroyShaderModule(device, samples->modules[direction], NULL);
        vkDestroyPipelineLayout(device, samples->pipeline_layouts[direction], NULL);
        vkDestroyDescriptorPool(device, samples->pools[direction], NULL);
        vkDestroyDescriptorSetLayout(device, samples->layouts[direction], NULL);
    }
    vkDestroyImageView(device, samples->view, NULL);
    vkDestroyBuffer(device, samples->words.buffer, NULL);
    vkFreeMemory(device, samples->words.memory, NULL);
}
