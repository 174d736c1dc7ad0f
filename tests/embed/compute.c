/* compute SHADER.spv [BYTES]: a compute application. Several threads create pipelines of one shader, each with a
 * specialization constant of its own; then each pipeline is run and its results are looked at. No file that is written
 * from the pipelines' creation on may have more than BYTES. Exit status 77: no Vulkan device. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <vulkan/vulkan.h>

enum { THREADS = 4, PIPELINES_OF_THREAD = 8, GROUPS = 4, NO_DEVICE = 77 };

static void require(VkResult result, const char *what) {
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "compute: %s: VkResult %d\n", what, result);
    exit(1);
}

#define REQUIRE(call) require((call), #call)

struct application {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    VkShaderModule shader;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *totals; /* mapped */
    VkDescriptorPool descriptor_pool;
    VkDescriptorSet set;
    VkCommandPool command_pool;
    VkPipeline pipelines[THREADS][PIPELINES_OF_THREAD];
};

static struct application app;

static void create_device(void) {
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
    if (vkCreateInstance(&instance, NULL, &app.instance) == VK_ERROR_INCOMPATIBLE_DRIVER)
        exit(NO_DEVICE);
    uint32_t count = 1;
    if (!app.instance || vkEnumeratePhysicalDevices(app.instance, &count, &app.physical_device) < 0 || !count)
        exit(NO_DEVICE);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkPhysicalDeviceVulkan12Features features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                       .vulkanMemoryModel = true,
                                                       .vulkanMemoryModelDeviceScope = true};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = &features,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue};
    REQUIRE(vkCreateDevice(app.physical_device, &device, NULL, &app.device));
    vkGetDeviceQueue(app.device, 0, 0, &app.queue);
}

static void create_shader(const char *path) {
    static uint32_t words[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(words, sizeof *words, sizeof words / sizeof *words, file) : 0;
    if (file)
        fclose(file);
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * sizeof *words, .pCode = words};
    REQUIRE(vkCreateShaderModule(app.device, &info, NULL, &app.shader));
}

static void create_layout(void) {
    const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                  .descriptorCount = 1,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    REQUIRE(vkCreateDescriptorSetLayout(app.device, &set, NULL, &app.set_layout));
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &app.set_layout};
    REQUIRE(vkCreatePipelineLayout(app.device, &layout, NULL, &app.layout));
}

static uint32_t visible_memory_type(uint32_t allowed) {
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(app.physical_device, &properties);
    for (uint32_t i = 0; i < properties.memoryTypeCount; i++)
        if ((allowed >> i & 1) && (properties.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    exit(NO_DEVICE);
}

static void create_buffer(void) {
    const VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                       .size = GROUPS * sizeof(uint32_t),
                                       .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    REQUIRE(vkCreateBuffer(app.device, &buffer, NULL, &app.buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(app.device, app.buffer, &needs);
    const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = needs.size,
                                         .memoryTypeIndex = visible_memory_type(needs.memoryTypeBits)};
    REQUIRE(vkAllocateMemory(app.device, &memory, NULL, &app.memory));
    REQUIRE(vkBindBufferMemory(app.device, app.buffer, app.memory, 0));
    void *mapped;
    REQUIRE(vkMapMemory(app.device, app.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    app.totals = mapped;
}

static void create_set(void) {
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    REQUIRE(vkCreateDescriptorPool(app.device, &pool, NULL, &app.descriptor_pool));
    const VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                             .descriptorPool = app.descriptor_pool,
                                             .descriptorSetCount = 1,
                                             .pSetLayouts = &app.set_layout};
    REQUIRE(vkAllocateDescriptorSets(app.device, &set, &app.set));
    const VkDescriptorBufferInfo buffer = {app.buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = app.set,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(app.device, 1, &write, 0, NULL);
}

/* 2, 3, ...: different for every pipeline. */
static uint32_t factor_of(uint32_t thread, uint32_t pipeline) {
    return 2 + thread * PIPELINES_OF_THREAD + pipeline;
}

static void *create_pipelines(void *number) {
    uint32_t thread = *(uint32_t *)number;
    for (uint32_t i = 0; i < PIPELINES_OF_THREAD; i++) {
        uint32_t factor = factor_of(thread, i);
        const VkSpecializationMapEntry entry = {.constantID = 3, .size = sizeof factor};
        const VkSpecializationInfo specialization = {1, &entry, sizeof factor, &factor};
        const VkComputePipelineCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = app.shader,
                      .pName = "main",
                      .pSpecializationInfo = &specialization},
            .layout = app.layout};
        REQUIRE(vkCreateComputePipelines(app.device, VK_NULL_HANDLE, 1, &info, NULL, &app.pipelines[thread][i]));
    }
    return NULL;
}

static void run(VkPipeline pipeline) {
    const VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                  .commandPool = app.command_pool,
                                                  .commandBufferCount = 1};
    VkCommandBuffer commands;
    REQUIRE(vkAllocateCommandBuffers(app.device, &allocate, &commands));
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    REQUIRE(vkBeginCommandBuffer(commands, &begin));
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, app.layout, 0, 1, &app.set, 0, NULL);
    vkCmdDispatch(commands, GROUPS, 1, 1);
    REQUIRE(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    REQUIRE(vkQueueSubmit(app.queue, 1, &submit, VK_NULL_HANDLE));
    REQUIRE(vkQueueWaitIdle(app.queue));
    vkFreeCommandBuffers(app.device, app.command_pool, 1, &commands);
}

static uint32_t count_wrong_totals(void) {
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    REQUIRE(vkCreateCommandPool(app.device, &pool, NULL, &app.command_pool));
    uint32_t wrong = 0;
    for (uint32_t thread = 0; thread < THREADS; thread++)
        for (uint32_t i = 0; i < PIPELINES_OF_THREAD; i++) {
            run(app.pipelines[thread][i]);
            for (uint32_t group = 0; group < GROUPS; group++)
                wrong += app.totals[group] != 63 * 64 / 2 * factor_of(thread, i);
            vkDestroyPipeline(app.device, app.pipelines[thread][i], NULL);
        }
    return wrong;
}

static void destroy(void) {
    vkDestroyCommandPool(app.device, app.command_pool, NULL);
    vkDestroyDescriptorPool(app.device, app.descriptor_pool, NULL);
    vkDestroyBuffer(app.device, app.buffer, NULL);
    vkFreeMemory(app.device, app.memory, NULL);
    vkDestroyPipelineLayout(app.device, app.layout, NULL);
    vkDestroyDescriptorSetLayout(app.device, app.set_layout, NULL);
    vkDestroyShaderModule(app.device, app.shader, NULL);
    vkDestroyDevice(app.device, NULL);
    vkDestroyInstance(app.instance, NULL);
}

/* Not before the memory is there: Mesa 25's llvmpipe takes it from a file. */
static void limit_files(const char *bytes) {
    struct rlimit limit = {.rlim_cur = strtoul(bytes, NULL, 10), .rlim_max = RLIM_INFINITY};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        exit(1);
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3)
        return 2;
    create_device();
    create_shader(argv[1]);
    create_layout();
    create_buffer();
    create_set();
    if (argc == 3)
        limit_files(argv[2]);
    pthread_t threads[THREADS];
    uint32_t numbers[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, create_pipelines, &numbers[i]) != 0)
            return 1;
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    uint32_t wrong = count_wrong_totals();
    destroy();
    printf("%d pipelines, %u wrong totals\n", THREADS * PIPELINES_OF_THREAD, wrong);
    return wrong ? 1 : 0;
}
