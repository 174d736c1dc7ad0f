/* scatter SHADER.spv VARIANT: dispatches scatter.comp, and prints what its buffer holds then, which it also computes
 * itself. VARIANT has letters: r, the index buffer names one element twice; p, descriptors of set 1 are pushed; i, the
 * dispatch is indirect; s, it stands in a secondary command buffer; n, its pipeline has the name "scatter it"; 2, there
 * are two dispatches; m, the commands are submitted three times; g, others like them are freed before; G, and so is
 * their pool; z, they are reset with their pool. With the layer of later.c: 4, commands of Vulkan 1.4 bind and push by
 * structures; 5, and push by their names without KHR; t, by a template; d, a descriptor buffer is bound; x, so are
 * bytes of VK_EXT_descriptor_heap; o, the second dispatch is one of a shader object; w, there is a dispatch by
 * VK_KHR_device_address_commands. l, two buffers share one memory; k, they lie in it one after the other; j, the image
 * lies in the memory of a buffer. Exit status 77: no Vulkan device. */
#include "device.h"
#include "later.h"

enum { INVOCATIONS = 16, WIDTH = 4, FACTOR = 3, BIAS = 5, OFFSET = 1000 };

static VkPipelineLayout layout;
static VkPipeline pipeline;
static VkDescriptorSetLayout set_layouts[2];
static VkDescriptorSet sets[2];
static struct memory whole, index_buffer, sums, offsets[2], indirect, texels;
static struct image picture;

/* A buffer in the memory of another, some bytes after its beginning. */
static struct memory create_in(struct memory other, uint32_t words, VkDeviceSize at) {
    struct memory made = {.memory = other.memory, .words = other.words + at / sizeof(uint32_t)};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = words * sizeof(uint32_t),
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryRequirements needs;
    REQUIRE(vkCreateBuffer(device, &info, NULL, &made.buffer));
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    const VkBindBufferMemoryInfo bind = {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO,
                                         .buffer = made.buffer,
                                         .memory = made.memory,
                                         .memoryOffset = at};
    REQUIRE(vkBindBufferMemory2(device, 1, &bind));
    return made;
}

enum { APART = 1024 };

static void fill(void) {
    if (has('k') || has('l')) {
        whole = create_buffer(APART + INVOCATIONS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        index_buffer = create_in(whole, INVOCATIONS, 0);
        sums = create_in(whole, INVOCATIONS, has('l') ? 0 : APART);
    } else {
        index_buffer = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        sums = create_buffer(has('j') ? APART : INVOCATIONS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    }
    texels = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    indirect = create_buffer(3, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        sums.words[i] = 7 * i;
        index_buffer.words[i] = INVOCATIONS - 1 - i;
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

#define COMMAND(name) ((PFN_vk##name)vkGetDeviceProcAddr(device, "vk" #name))
typedef void(VKAPI_PTR *later)(VkCommandBuffer commands, const void *info);
#define LATER(name) ((later)vkGetDeviceProcAddr(device, "vk" name))

static void push(VkCommandBuffer commands, const VkWriteDescriptorSet *writes) {
    const struct record_push_info info = {LATER_PUSH, NULL, VK_SHADER_STAGE_COMPUTE_BIT, layout, 1, 2, writes};
    PFN_vkCmdPushDescriptorSetKHR by_name = (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(
        device, has('5') ? "vkCmdPushDescriptorSet" : "vkCmdPushDescriptorSetKHR");
    if (has('4'))
        LATER("CmdPushDescriptorSet2")(commands, &info);
    else
        by_name(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 2, writes);
}

static void push_by_template(VkCommandBuffer commands, const VkDescriptorBufferInfo *uniform,
                             const VkDescriptorImageInfo *texture) {
    const struct {
        VkDescriptorImageInfo texture;
        VkDescriptorBufferInfo uniform[2];
    } data = {*texture, {uniform[0], uniform[1]}};
    const VkDescriptorUpdateTemplateEntry entries[] = {
        {4, 0, 2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, sizeof data.texture, sizeof *uniform},
        {2, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 0, 0}};
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 2,
        .pDescriptorUpdateEntries = entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
        .pipelineLayout = layout,
        .set = 1};
    VkDescriptorUpdateTemplate by;
    REQUIRE(vkCreateDescriptorUpdateTemplate(device, &info, NULL, &by));
    const struct record_push_template_info how = {LATER_TEMPLATE, NULL, by, layout, 1, &data};
    if (has('4'))
        LATER("CmdPushDescriptorSetWithTemplate2")(commands, &how);
    else
        COMMAND(CmdPushDescriptorSetWithTemplateKHR)(commands, by, layout, 1, &data);
    vkDestroyDescriptorUpdateTemplate(device, by, NULL);
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
    if (pushed && has('t'))
        push_by_template(pushed, uniform, &texture);
    else if (pushed)
        push(pushed, writes + 1);
    else
        vkUpdateDescriptorSets(device, has('p') ? 1 : 3, writes, 0, NULL);
}

/* ---- the work ---- */

static void bind(VkCommandBuffer commands) {
    const uint32_t values[] = {99, BIAS}, count = has('p') ? 1 : 2;
    const struct record_sets_info sets_info = {
        .type = LATER_SETS, .stages = VK_SHADER_STAGE_COMPUTE_BIT, .layout = layout, .count = count, .sets = sets};
    const struct record_constants_info constants = {LATER_CONSTANTS, NULL,  layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                                    sizeof values,   values};
    if (has('4')) {
        LATER("CmdBindDescriptorSets2")(commands, &sets_info);
        LATER("CmdPushConstants2")(commands, &constants);
    } else {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, count, sets, 0, NULL);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof values, values);
    }
    if (has('p'))
        write_sets(commands);
}

/* Binds in ways that the layer does not read. */
static void bind_more(VkCommandBuffer commands) {
    typedef void(VKAPI_PTR * set_offsets)(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                                          uint32_t first, uint32_t count, const uint32_t *buffers,
                                          const VkDeviceSize *offsets);
    const uint32_t buffer = 0;
    const VkDeviceSize offset = 0;
    if (has('d'))
        ((set_offsets)vkGetDeviceProcAddr(device, "vkCmdSetDescriptorBufferOffsetsEXT"))(
            commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &buffer, &offset);
    if (has('x'))
        LATER("CmdPushDataEXT")(commands, NULL);
    if (has('w'))
        LATER("CmdDispatchIndirect2KHR")(commands, NULL);
}

static void put_dispatch(VkCommandBuffer commands, bool is_second) {
    typedef void(VKAPI_PTR * bind_shaders)(VkCommandBuffer commands, uint32_t count,
                                           const VkShaderStageFlagBits *stages, const VkPipeline *shaders);
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    if (has('o') && is_second)
        ((bind_shaders)vkGetDeviceProcAddr(device, "vkCmdBindShadersEXT"))(commands, 1, &stage, &pipeline);
    else
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    bind(commands);
    bind_more(commands);
    if (has('i'))
        vkCmdDispatchIndirect(commands, indirect.buffer, 0);
    else
        vkCmdDispatch(commands, INVOCATIONS / 8, 1, 1);
}

/* Commands that go without having been submitted. */
static void give_up(void) {
    const VkCommandPool own = pool;
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    if (has('G'))
        REQUIRE(vkCreateCommandPool(device, &info, NULL, &pool));
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    put_dispatch(commands, false);
    REQUIRE(vkEndCommandBuffer(commands));
    if (has('G'))
        vkDestroyCommandPool(device, pool, NULL);
    else if (has('z'))
        REQUIRE(vkResetCommandPool(device, pool, 0));
    else
        vkFreeCommandBuffers(device, pool, 1, &commands);
    pool = own;
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
        put_dispatch(inner, i == 1);
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
    picture = create_image(VK_FORMAT_R8_UINT, WIDTH, INVOCATIONS / WIDTH, VK_IMAGE_USAGE_STORAGE_BIT,
                           has('j') ? sums.memory : VK_NULL_HANDLE);
    create_sets();
    write_sets(VK_NULL_HANDLE);
    if (has('g') || has('G') || has('z'))
        give_up();
    run();
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        printf("%u%c", sums.words[i], i + 1 < INVOCATIONS ? ' ' : '\n');
    bool right = has('r') || has('l') || has('j') || is_right();
    vkDestroyPipeline(device, pipeline, NULL);
    destroy_image(picture);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return right ? 0 : 1;
}
