/* The applications of tests/embed/record.sh have this in common. Exit status 77: no Vulkan device. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { NO_DEVICE = 77 };

static void require(VkResult result, const char *what) {
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "%s: VkResult %d\n", what, result);
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
static const char *variant;

static bool has(char letter) {
    return strchr(variant, letter) != NULL;
}

/* ---- the device and its memory ---- */

static void create_instance(void) {
    const char *const debug = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
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
    /* The driver stays loaded, so that nothing its globals point to counts as this program's leak: on some processors
     * Mesa keeps a table of their caches so. */
    dlopen("libvulkan_lvp.so", RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* `features`: the chain of the device's information; `extension`: or NULL */
static void create_device(const void *features, const char *const *extension) {
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = features,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queues,
                                       .enabledExtensionCount = extension != NULL,
                                       .ppEnabledExtensionNames = extension};
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

static VkDeviceMemory allocate(VkMemoryRequirements needs, VkMemoryPropertyFlags wanted, bool has_address) {
    VkDeviceMemory memory;
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = has_address ? &flags : NULL,
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
    made.memory = allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                           usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
    REQUIRE(vkBindBufferMemory(device, made.buffer, made.memory, 0));
    REQUIRE(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    made.words = mapped;
    return made;
}

struct image {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

/* `in`: the memory where it lies; none: one of its own */
static struct image create_image(VkFormat format, uint32_t width, uint32_t height, VkImageUsageFlags usage,
                                 VkDeviceMemory in) {
    struct image made;
    VkMemoryRequirements needs;
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = format,
                                    .extent = {width, height, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    REQUIRE(vkCreateImage(device, &info, NULL, &made.image));
    vkGetImageMemoryRequirements(device, made.image, &needs);
    made.memory = in ? VK_NULL_HANDLE : allocate(needs, 0, false);
    REQUIRE(vkBindImageMemory(device, made.image, in ? in : made.memory, 0));
    const VkImageViewCreateInfo look = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = made.image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    REQUIRE(vkCreateImageView(device, &look, NULL, &made.view));
    return made;
}

static void destroy_image(struct image image) {
    vkDestroyImageView(device, image.view, NULL);
    vkDestroyImage(device, image.image, NULL);
    vkFreeMemory(device, image.memory, NULL);
}

/* ---- the work ---- */

static VkPipeline create_compute(const char *path, VkPipelineLayout layout, const VkSpecializationInfo *constants) {
    static uint32_t words[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(words, sizeof *words, sizeof words / sizeof *words, file) : 0;
    VkShaderModule module;
    VkPipeline pipeline;
    const VkShaderModuleCreateInfo shader = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * sizeof *words, .pCode = words};
    REQUIRE(vkCreateShaderModule(device, &shader, NULL, &module));
    const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                              .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                        .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                        .module = module,
                                                        .pName = "main",
                                                        .pSpecializationInfo = constants},
                                              .layout = layout};
    REQUIRE(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(device, module, NULL);
    return pipeline;
}

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

static void put_image_barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
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

/* Fills an image, which then has this layout. */
static void put_texels(VkCommandBuffer commands, VkImage image, uint32_t width, uint32_t height, VkBuffer from,
                       VkImageLayout layout) {
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {width, height, 1}};
    put_image_barrier(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(commands, from, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    put_image_barrier(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, layout);
}
