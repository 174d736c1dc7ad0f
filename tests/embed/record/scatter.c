/* scatter SHADER.spv VARIANT: dispatches scatter.comp, and prints what its buffer holds then, which it also computes
 * itself. VARIANT has letters: r, the index buffer names one element twice; p, descriptors of set 1 are pushed; i, the
 * dispatch is indirect; s, it stands in a secondary command buffer; n, its pipeline has the name "scatter it"; 2, there
 * are two dispatches. Exit status 77: no Vulkan device. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { INVOCATIONS = 16, WIDTH = 4, FACTOR = 3, BIAS = 5, OFFSET = 1000, NO_DEVICE = 77 };

static void require(VkResult result, const char *what) {
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "scatter: %s: VkResult %d\n", what, result);
    exit(1);
}
#define REQUIRE(call) require((call), #call)

struct memory {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *words; /* mapped */
};

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkPipelineLayout layout;
static VkPipeline pipeline;
static VkDescriptorSetLayout set_layouts[2];
static VkDescriptorSet sets[2];
static struct memory index_buffer, sums, offsets[2], indirect, texels;
static VkImage image;
static VkDeviceMemory image_memory;
static VkImageView view;
static const char *variant;

static bool has(char letter) {
    return strchr(variant, letter) != NULL;
}

/* ---- the device and its memory ---- */

static void create_device(void) {
    const char *const debug = VK_EXT_DEBUG_UTILS_EXTENSION_NAME, *const push = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application,
                                       .enabledExtensionCount = 1,
                                       .ppEnabledExtensionNames = &debug};
    uint32_t count = 1;
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS ||
        vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || !count)
        exit(NO_DEVICE);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queues,
                                       .enabledExtensionCount = 1,
                                       .ppEnabledExtensionNames = &push};
    if (vkCreateDevice(physical, &create, NULL, &device) != VK_SUCCESS)
        exit(NO_DEVICE);
    vkGetDeviceQueue(device, 0, 0, &queue);
    const VkCommandPoolCreateInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    REQUIRE(vkCreateCommandPool(device, &commands, NULL, &pool));
}

static uint32_t memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted) {
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(physical, &properties);
    for (uint32_t i = 0; i < properties.memoryTypeCount; i++)
        if ((allowed >> i & 1) && (properties.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    exit(NO_DEVICE);
}

static VkDeviceMemory allocate(VkMemoryRequirements needs, VkMemoryPropertyFlags wanted) {
    VkDeviceMemory memory;
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = memory_type(needs.memoryTypeBits, wanted)};
    REQUIRE(vkAllocateMemory(device, &info, NULL, &memory));
    return memory;
}

static struct memory create_buffer(uint32_t words, VkBufferUsageFlags usage) {
    struct memory made;
    void *mapped;
    VkMemoryRequirements needs;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = words * sizeof(uint32_t), .usage = usage};
    REQUIRE(vkCreateBuffer(device, &info, NULL, &made.buffer));
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    made.memory = allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    REQUIRE(vkBindBufferMemory(device, made.buffer, made.memory, 0));
    REQUIRE(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    made.words = mapped;
    return made;
}

static void create_image(void) {
    VkMemoryRequirements needs;
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = VK_FORMAT_R8_UINT,
                                    .extent = {WIDTH, INVOCATIONS / WIDTH, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    REQUIRE(vkCreateImage(device, &info, NULL, &image));
    vkGetImageMemoryRequirements(device, image, &needs);
    image_memory = allocate(needs, 0);
    REQUIRE(vkBindImageMemory(device, image, image_memory, 0));
    const VkImageViewCreateInfo look = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = VK_FORMAT_R8_UINT,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    REQUIRE(vkCreateImageView(device, &look, NULL, &view));
}

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
    const VkDescriptorSetLayoutBinding buffers[] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL},
                                                    {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL}},
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
    static uint32_t words[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(words, sizeof *words, sizeof words / sizeof *words, file) : 0;
    VkShaderModule module;
    const VkShaderModuleCreateInfo shader = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * sizeof *words, .pCode = words};
    REQUIRE(vkCreateShaderModule(device, &shader, NULL, &module));
    const uint32_t factor = FACTOR;
    const VkSpecializationMapEntry entry = {3, 0, sizeof factor};
    const VkSpecializationInfo constants = {1, &entry, sizeof factor, &factor};
    const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                              .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                        .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                        .module = module,
                                                        .pName = "main",
                                                        .pSpecializationInfo = &constants},
                                              .layout = layout};
    REQUIRE(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(device, module, NULL);
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
    const VkDescriptorImageInfo picture = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
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
                                            .pImageInfo = &picture}};
    PFN_vkCmdPushDescriptorSetKHR push =
        (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR");
    if (pushed)
        push(pushed, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 2, writes + 1);
    else
        vkUpdateDescriptorSets(device, has('p') ? 1 : 3, writes, 0, NULL);
}

/* ---- the work ---- */

static VkCommandBuffer begin(VkCommandBufferLevel level) {
    VkCommandBuffer commands;
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = pool,
                                              .level = level,
                                              .commandBufferCount = 1};
    const VkCommandBufferInheritanceInfo inherits = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBufferBeginInfo start = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .pInheritanceInfo = &inherits};
    REQUIRE(vkAllocateCommandBuffers(device, &info, &commands));
    REQUIRE(vkBeginCommandBuffer(commands, &start));
    return commands;
}

static void put_image_barrier(VkCommandBuffer commands, VkImageLayout from, VkImageLayout to) {
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                          .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_READ_BIT,
                                          .oldLayout = from,
                                          .newLayout = to,
                                          .image = image,
                                          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                         0, NULL, 1, &barrier);
}

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

static void run(void) {
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {WIDTH, INVOCATIONS / WIDTH, 1}};
    const VkMemoryBarrier again = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    put_image_barrier(commands, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(commands, texels.buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    put_image_barrier(commands, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL);
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
    REQUIRE(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    REQUIRE(vkQueueWaitIdle(queue));
}

/* The shader should compute this, if nothing races. */
static bool is_right(void) {
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        uint32_t from = INVOCATIONS - 1 - i, times = 1 + has('2');
        if (sums.words[i] != 7 * i + times * (FACTOR * (from * from % 256) + BIAS + 2 * OFFSET))
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    variant = argc == 3 ? argv[2] : "";
    if (argc < 2)
        return 2;
    create_device();
    create_layouts();
    create_pipeline(argv[1]);
    fill();
    create_image();
    create_sets();
    write_sets(VK_NULL_HANDLE);
    run();
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        printf("%u%c", sums.words[i], i + 1 < INVOCATIONS ? ' ' : '\n');
    bool right = has('r') || is_right();
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyImageView(device, view, NULL);
    vkDestroyImage(device, image, NULL);
    vkFreeMemory(device, image_memory, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return right ? 0 : 1;
}
