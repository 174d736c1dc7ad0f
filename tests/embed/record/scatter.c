/* scatter SHADER.spv VARIANT: dispatches scatter.comp, and prints what its buffer holds then, which it also computes
 * itself. VARIANT has letters: r, the index buffer names one element twice; p, descriptors of set 1 are pushed; i, the
 * dispatch is indirect; s, it stands in a secondary command buffer; n, its pipeline has the name "scatter it"; 2, there
 * are two dispatches; m, the commands are submitted three times; g, others like them are freed before. Exit status 77:
 * no Vulkan device. */
#include "device.h"

enum { INVOCATIONS = 16, WIDTH = 4, FACTOR = 3, BIAS = 5, OFFSET = 1000 };

static VkPipelineLayout layout;
static VkPipeline pipeline;
static VkDescriptorSetLayout set_layouts[2];
static VkDescriptorSet sets[2];
static struct memory index_buffer, sums, offsets[2], indirect, texels;
static struct image picture;

static void fill(void) {
    index_buffer = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    sums = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    texels = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    indirect = create_buffer(3, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        index_buffer.words[i] = INVOCATIONS - 1 - i;
        sums.words[i] = 7 * i;
        ((uint8_t *)texels.words)[i] = (uint8_t)(i * i);
    }
    if (has('r'))
        index_buffer.words[9] = index_buffer.words[2];
    for (uint32_t i = 0; i < 3; i++)
        indirect.words[i] = i ? 1 : INVOCATIONS / 8;
    for (uint32_t i = 0; i < 2; i++) {
        offsets[i] = create_buffer(64, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
        *offsets[i].words = (i + 1) * OFFSET;
    }
}

/* ---- the pipeline and its descriptors ---- */

static void create_layouts(void) {
    const VkShaderStageFlags stage = VK_SHADER_STAGE_COMPUTE_BIT;
    const VkDescriptorSetLayoutBinding buffers[] = {{1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL},
                                                    {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL}},
                                       others[] = {{4, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2, stage, NULL},
                                                   {2, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, stage, NULL}};
    for (int i = 0; i < 2; i++) {
        const VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .flags = i && has('p') ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0,
            .bindingCount = 2,
            .pBindings = i ? others : buffers};
        REQUIRE(vkCreateDescriptorSetLayout(device, &info, NULL, &set_layouts[i]));
    }
    const VkPushConstantRange range = {stage, 0, 8};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 2,
                                             .pSetLayouts = set_layouts,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &range};
    REQUIRE(vkCreatePipelineLayout(device, &info, NULL, &layout));
}

static void create_pipeline(const char *path) {
    const uint32_t factor = FACTOR;
    const VkSpecializationMapEntry entry = {3, 0, sizeof factor};
    const VkSpecializationInfo constants = {1, &entry, sizeof factor, &factor};
    pipeline = create_compute(path, layout, &constants);
    PFN_vkSetDebugUtilsObjectNameEXT set_name =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(instance, "vkSetDebugUtilsObjectNameEXT");
    const VkDebugUtilsObjectNameInfoEXT name = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                                .objectType = VK_OBJECT_TYPE_PIPELINE,
                                                .objectHandle = (uint64_t)(uintptr_t)pipeline,
                                                .pObjectName = "scatter it"};
    if (has('n') && set_name)
        REQUIRE(set_name(device, &name));
}

static void create_sets(void) {
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}};
    VkDescriptorPool descriptors;
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 2, .poolSizeCount = 3, .pPoolSizes = sizes};
    REQUIRE(vkCreateDescriptorPool(device, &info, NULL, &descriptors));
    const VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                    .descriptorPool = descriptors,
                                                    .descriptorSetCount = has('p') ? 1 : 2,
                                                    .pSetLayouts = set_layouts};
    REQUIRE(vkAllocateDescriptorSets(device, &allocation, sets));
}

/* The first two writes are of set 0: one goes on in the next binding. */
static void write_sets(VkCommandBuffer pushed) {
    const VkDescriptorBufferInfo storage[] = {{index_buffer.buffer, 0, VK_WHOLE_SIZE}, {sums.buffer, 0, VK_WHOLE_SIZE}},
                                 uniform[] = {{offsets[0].buffer, 0, VK_WHOLE_SIZE}, {offsets[1].buffer, 0, 64}};
    const VkDescriptorImageInfo texture = {VK_NULL_HANDLE, picture.view, VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet writes[] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = sets[0],
                                            .descriptorCount = 2,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = storage},
                                           {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = sets[1],
                                            .dstBinding = 4,
                                            .descriptorCount = 2,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                            .pBufferInfo = uniform},
                                           {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = sets[1],
                                            .dstBinding = 2,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                            .pImageInfo = &texture}};
    PFN_vkCmdPushDescriptorSetKHR push =
        (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR");
    if (pushed)
        push(pushed, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 2, writes + 1);
    else
        vkUpdateDescriptorSets(device, has('p') ? 1 : 3, writes, 0, NULL);
}

/* ---- the work ---- */

static void put_dispatch(VkCommandBuffer commands) {
    const uint32_t push[] = {99, BIAS};
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, has('p') ? 1 : 2, sets, 0, NULL);
    if (has('p'))
        write_sets(commands);
    vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    if (has('i'))
        vkCmdDispatchIndirect(commands, indirect.buffer, 0);
    else
        vkCmdDispatch(commands, INVOCATIONS / 8, 1, 1);
}

/* Commands that are freed without having been submitted. */
static void give_up(void) {
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    put_dispatch(commands);
    REQUIRE(vkEndCommandBuffer(commands));
    vkFreeCommandBuffers(device, pool, 1, &commands);
}

static uint32_t times_submitted(void) {
    return has('m') ? 3 : 1;
}

static void run(void) {
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const VkMemoryBarrier again = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    put_texels(commands, picture.image, WIDTH, INVOCATIONS / WIDTH, texels.buffer, VK_IMAGE_LAYOUT_GENERAL);
    for (int i = 0; i < 1 + has('2'); i++) {
        VkCommandBuffer inner = has('s') ? begin(VK_COMMAND_BUFFER_LEVEL_SECONDARY) : commands;
        put_dispatch(inner);
        vkCmdPipelineBarrier(inner, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1,
                             &again, 0, NULL, 0, NULL);
        if (!has('s'))
            continue;
        REQUIRE(vkEndCommandBuffer(inner));
        vkCmdExecuteCommands(commands, 1, &inner);
    }
    REQUIRE(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    for (uint32_t i = 0; i < times_submitted(); i++) {
        REQUIRE(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
        REQUIRE(vkQueueWaitIdle(queue));
    }
}

/* The shader should compute this, if nothing races. */
static bool is_right(void) {
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        uint32_t from = INVOCATIONS - 1 - i, times = (1 + has('2')) * times_submitted();
        if (sums.words[i] != 7 * i + times * (FACTOR * (from * from % 256) + BIAS + 2 * OFFSET))
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    variant = argc == 3 ? argv[2] : "";
    if (argc < 2)
        return 2;
    const char *const push = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    create_instance();
    create_device(NULL, &push);
    create_layouts();
    create_pipeline(argv[1]);
    fill();
    picture = create_image(VK_FORMAT_R8_UINT, WIDTH, INVOCATIONS / WIDTH, VK_IMAGE_USAGE_STORAGE_BIT);
    create_sets();
    write_sets(VK_NULL_HANDLE);
    if (has('g'))
        give_up();
    run();
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        printf("%u%c", sums.words[i], i + 1 < INVOCATIONS ? ' ' : '\n');
    bool right = has('r') || is_right();
    vkDestroyPipeline(device, pipeline, NULL);
    destroy_image(picture);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return right ? 0 : 1;
}
