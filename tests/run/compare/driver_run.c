/* A shader's run on the device: one pipeline, one dispatch, and reading back. */
#include <stdio.h>
#include <string.h>

#include "compare/driver.h"

/* Longer than main.c's clock lets the process live: a device whose queue hangs is of no use to the next shader. */
static const uint64_t patience_in_nanoseconds = UINT64_C(3600000000000);

/* ---- buffers ---- */

VkDeviceMemory allocate_memory(const struct driver *driver, VkMemoryRequirements needs) {
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &flags,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = driver->memory_type};
    VkDeviceMemory memory;
    return vkAllocateMemory(driver->device, &allocation, NULL, &memory) == VK_SUCCESS ? memory : VK_NULL_HANDLE;
}

bool make_device_buffer(struct run *run, struct device_buffer *made, uint64_t size, VkBufferUsageFlags usage) {
    VkDevice device = run->driver->device;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage =
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | usage};
    VkMemoryRequirements needs;
    void *mapped;
    if (vkCreateBuffer(device, &info, NULL, &made->buffer) != VK_SUCCESS)
        return false;
    vkGetBufferMemoryRequirements(device, made->buffer, &needs);
    made->memory = allocate_memory(run->driver, needs);
    if (!made->memory || vkBindBufferMemory(device, made->buffer, made->memory, 0) != VK_SUCCESS ||
        vkMapMemory(device, made->memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS)
        return false;
    made->mapped = mapped;
    return true;
}

static bool has_texels(const struct buffer *buffer) {
    return buffer->kind == BUFFER_IMAGE || buffer->kind == BUFFER_TARGET;
}

static bool make_buffer(struct run *run, uint32_t index) {
    struct buffer *buffer = &run->shader->buffers[index];
    struct device_buffer *made = &run->buffers[index];
    VkBufferUsageFlags usage =
        buffer->kind == BUFFER_POINTED_TO || buffer->in_heap ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT
        : has_texels(buffer) ? VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                   VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT
                             : 0;
    /* llvmpipe reads uniform buffers by 16 bytes, and of a shorter end it reads 0 */
    uint64_t size = buffer->kind == BUFFER_UNIFORM ? (buffer->size + 15) / 16 * 16 : buffer->size;
    if (!make_device_buffer(run, made, size, usage))
        return false;
    memcpy(made->mapped, buffer->initial, buffer->size);
    VkBufferDeviceAddressInfo address = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made->buffer};
    if (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT)
        buffer->driver_address = vkGetBufferDeviceAddress(run->driver->device, &address);
    return true;
}

static void set_pointers(struct run *run) {
    for (uint32_t i = 0; i < run->shader->pointer_count; i++) {
        const struct pointer_field *field = &run->shader->pointers[i];
        memcpy(run->buffers[field->buffer].mapped + field->offset, &run->shader->buffers[field->target].driver_address,
               8);
    }
}

/* ---- the pipeline ---- */

static const struct buffer *push_constants_of(const struct shader *shader) {
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        if (shader->buffers[i].kind == BUFFER_PUSH_CONSTANTS)
            return &shader->buffers[i];
    return NULL;
}

/* Bytes of the specialization constant; a boolean takes four. */
static size_t specialization_size(const struct spirv_module *module, uint32_t spec_id) {
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_decoration *decoration =
            module->constants[i]
                ? spirv_find_decoration(module, module->definitions[i].id, SPIRV_NO_MEMBER, SpvDecorationSpecId)
                : NULL;
        if (!decoration || decoration->operands[0] != spec_id)
            continue;
        const struct spirv_type *type = spirv_type_of_id(module, module->constants[i]->type);
        return type->opcode == SpvOpTypeBool ? 4 : type->width / 8;
    }
    return 0;
}

static bool make_pipeline(struct run *run, const struct settings *settings) {
    struct shader *shader = run->shader;
    const struct buffer *push = push_constants_of(shader);
    VkPushConstantRange range = {VK_SHADER_STAGE_ALL, 0, push ? (uint32_t)(push->size + 3) / 4 * 4 : 0};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = run->set_count,
                                         .pSetLayouts = run->layouts,
                                         .pushConstantRangeCount = push != NULL,
                                         .pPushConstantRanges = &range};
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = shader->driver_word_count * 4,
                                       .pCode = shader->driver_words};
    VkSpecializationMapEntry entries[MAX_SPECIALIZATIONS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < settings->specialization_count; i++) {
        size_t size = specialization_size(&shader->module, settings->specializations[i].spec_id);
        uint32_t offset = (uint32_t)(i * sizeof(smmra_specialization) + offsetof(smmra_specialization, bits));
        if (size)
            entries[count++] = (VkSpecializationMapEntry){settings->specializations[i].spec_id, offset, size};
    }
    VkSpecializationInfo specialization = {count, entries, sizeof settings->specializations, settings->specializations};
    if (vkCreatePipelineLayout(run->driver->device, &layout, NULL, &run->pipeline_layout) != VK_SUCCESS ||
        vkCreateShaderModule(run->driver->device, &module, NULL, &run->module) != VK_SUCCESS)
        return false;
    if (has_ray_stages(shader))
        return make_ray_pipeline(run, &specialization);
    if (!is_kernel(shader))
        return make_graphics_pipeline(run, &specialization);
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .pNext = heap_pipeline_flags(run),
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .module = run->module,
                                                  .pName = shader->entry,
                                                  .pSpecializationInfo = &specialization},
                                        .layout = run->heap_used ? VK_NULL_HANDLE : run->pipeline_layout};
    return vkCreateComputePipelines(run->driver->device, VK_NULL_HANDLE, 1, &info, NULL, &run->pipeline) == VK_SUCCESS;
}

static VkPipelineBindPoint bind_point(const struct shader *shader) {
    return is_kernel(shader)        ? VK_PIPELINE_BIND_POINT_COMPUTE
           : has_ray_stages(shader) ? VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR
                                    : VK_PIPELINE_BIND_POINT_GRAPHICS;
}

/* Push constants may hold pointers, which are set in the mapped copy. */
static bool record(struct run *run) {
    struct shader *shader = run->shader;
    const struct buffer *push = push_constants_of(shader);
    VkCommandBufferAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = run->driver->pool,
                                              .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (vkAllocateCommandBuffers(run->driver->device, &allocation, &run->commands) != VK_SUCCESS ||
        vkBeginCommandBuffer(run->commands, &begin) != VK_SUCCESS)
        return false;
    record_uploads(run);
    if (run->shader->has_scene)
        record_scene(run);
    vkCmdBindPipeline(run->commands, bind_point(shader), run->pipeline);
    if (run->set_count)
        vkCmdBindDescriptorSets(run->commands, bind_point(shader), run->pipeline_layout, 0, run->set_count, run->sets,
                                0, NULL);
    if (push) {
        uint8_t bytes[256] = {0};
        if (push->size > sizeof bytes)
            return false;
        memcpy(bytes, run->buffers[push - shader->buffers].mapped, push->size);
        if (run->heap_used)
            record_heap(run, bytes, (push->size + 3) / 4 * 4);
        else
            vkCmdPushConstants(run->commands, run->pipeline_layout, VK_SHADER_STAGE_ALL, 0,
                               (uint32_t)(push->size + 3) / 4 * 4, bytes);
    } else if (run->heap_used) {
        record_heap(run, NULL, 0);
    }
    if (is_kernel(shader))
        vkCmdDispatch(run->commands, shader->groups[0], shader->groups[1], shader->groups[2]);
    else if (has_ray_stages(shader))
        record_rays(run);
    else
        record_draw(run);
    record_downloads(run);
    return vkEndCommandBuffer(run->commands) == VK_SUCCESS;
}

static bool submit(struct run *run) {
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &run->commands};
    return vkCreateFence(run->driver->device, &fence, NULL, &run->fence) == VK_SUCCESS &&
           vkQueueSubmit(run->driver->queue, 1, &info, run->fence) == VK_SUCCESS &&
           vkWaitForFences(run->driver->device, 1, &run->fence, VK_TRUE, patience_in_nanoseconds) == VK_SUCCESS;
}

static void clean_up(struct run *run) {
    VkDevice device = run->driver->device;
    vkDestroyFence(device, run->fence, NULL);
    if (run->commands)
        vkFreeCommandBuffers(device, run->driver->pool, 1, &run->commands);
    vkDestroyPipeline(device, run->pipeline, NULL);
    vkDestroyShaderModule(device, run->module, NULL);
    vkDestroyPipelineLayout(device, run->pipeline_layout, NULL);
    vkDestroyDescriptorPool(device, run->descriptors, NULL);
    for (uint32_t i = 0; i < MAX_SETS; i++)
        vkDestroyDescriptorSetLayout(device, run->layouts[i], NULL);
    clean_up_drawing(run);
    clean_up_scene(run);
    clean_up_images(run);
    for (uint32_t i = 0; i < MAX_BUFFERS; i++) {
        vkDestroyBuffer(device, run->buffers[i].buffer, NULL);
        vkFreeMemory(device, run->buffers[i].memory, NULL);
    }
}

static const char *run_steps(struct run *run, const struct settings *settings) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        if (!make_buffer(run, i))
            return "the driver cannot make a buffer";
    set_pointers(run);
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const char *fault = has_texels(&run->shader->buffers[i]) ? make_device_image(run, i) : NULL;
        if (fault)
            return fault;
    }
    if (run->shader->has_scene && !make_scene(run))
        return "the driver cannot make acceleration structures";
    if (!make_samplers(run))
        return "the driver cannot make a sampler";
    if (!make_heap(run))
        return "the driver cannot make the resource heap";
    if (!make_descriptors(run))
        return "the driver cannot make the descriptors";
    if (!make_pipeline(run, settings))
        return "the driver cannot make a pipeline of the shader";
    if (!record(run) || !submit(run))
        return "the driver cannot run the shader";
    fetch_images(run);
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        memcpy(run->shader->buffers[i].driver, run->buffers[i].mapped, run->shader->buffers[i].size);
    return NULL;
}

bool driver_run(struct driver *driver, struct shader *shader, const struct settings *settings, char *message) {
    struct run run = {.driver = driver, .shader = shader};
    const char *fault = run_steps(&run, settings);
    clean_up(&run);
    if (fault)
        snprintf(message, MESSAGE_SIZE, "%s", fault);
    return !fault;
}
