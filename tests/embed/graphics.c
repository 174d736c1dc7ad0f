/* graphics VERTEX.spv FRAGMENT.spv: an application that makes a graphics pipeline of the two on each of several
 * threads, for the layer to see. Status 1 if a call fails. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

enum { THREADS = 4 };

static VkDevice device;
static VkPipelineLayout layout;
static VkRenderPass pass;
static const char *paths[2];

static void require(VkResult result, const char *what) {
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, result);
    exit(1);
}

static void make_device(void) {
    VkInstance instance;
    VkPhysicalDevice physical;
    uint32_t one = 1;
    float priority = 1;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    require(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    VkResult found = vkEnumeratePhysicalDevices(instance, &one, &physical);
    require(found == VK_INCOMPLETE ? VK_SUCCESS : found, "vkEnumeratePhysicalDevices");
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkPhysicalDeviceFeatures features = {.fragmentStoresAndAtomics = VK_TRUE};
    const VkDeviceCreateInfo wanted = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue,
                                       .pEnabledFeatures = &features};
    require(vkCreateDevice(physical, &wanted, NULL, &device), "vkCreateDevice");
}

static void make_layout(void) {
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, NULL},
        {2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, NULL}};
    VkDescriptorSetLayout set;
    const VkDescriptorSetLayoutCreateInfo of_set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 3, .pBindings = bindings};
    require(vkCreateDescriptorSetLayout(device, &of_set, NULL, &set), "vkCreateDescriptorSetLayout");
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    require(vkCreatePipelineLayout(device, &info, NULL, &layout), "vkCreatePipelineLayout");
    const VkAttachmentDescription color = {.format = VK_FORMAT_R8G8B8A8_UNORM,
                                           .samples = VK_SAMPLE_COUNT_1_BIT,
                                           .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    const VkRenderPassCreateInfo of_pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                            .attachmentCount = 1,
                                            .pAttachments = &color,
                                            .subpassCount = 1,
                                            .pSubpasses = &subpass};
    require(vkCreateRenderPass(device, &of_pass, NULL, &pass), "vkCreateRenderPass");
}

static VkShaderModule make_module(const char *path) {
    static const size_t most = 1 << 20;
    uint32_t *words = malloc(most);
    FILE *file = fopen(path, "rb");
    VkShaderModule module;
    if (!file || !words)
        exit(1);
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .pCode = words};
    info.codeSize = fread(words, 1, most, file);
    fclose(file);
    require(vkCreateShaderModule(device, &info, NULL, &module), "vkCreateShaderModule");
    free(words);
    return module;
}

static void make_pipeline(const VkPipelineShaderStageCreateInfo stages[2]) {
    const VkVertexInputBindingDescription binding = {0, 20, VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attributes[] = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0},
                                                            {1, 0, VK_FORMAT_R32G32_SFLOAT, 12}};
    const VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1,
        .pVertexBindingDescriptions = &binding,
        .vertexAttributeDescriptionCount = 2,
        .pVertexAttributeDescriptions = attributes};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport = {0, 0, 16, 16, 0, 1};
    const VkRect2D scissor = {{0, 0}, {16, 16}};
    const VkPipelineViewportStateCreateInfo viewports = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                         .viewportCount = 1,
                                                         .pViewports = &viewport,
                                                         .scissorCount = 1,
                                                         .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples = {.sType =
                                                              VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                          .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState blend = {.colorWriteMask = 15};
    const VkPipelineColorBlendStateCreateInfo blending = {.sType =
                                                              VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                          .attachmentCount = 1,
                                                          .pAttachments = &blend};
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .stageCount = 2,
                                               .pStages = stages,
                                               .pVertexInputState = &vertices,
                                               .pInputAssemblyState = &assembly,
                                               .pViewportState = &viewports,
                                               .pRasterizationState = &rasterization,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blending,
                                               .layout = layout,
                                               .renderPass = pass};
    VkPipeline pipeline;
    require(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
    vkDestroyPipeline(device, pipeline, NULL);
}

static void *work(void *unused) {
    VkPipelineShaderStageCreateInfo stages[2] = {{.stage = VK_SHADER_STAGE_VERTEX_BIT},
                                                 {.stage = VK_SHADER_STAGE_FRAGMENT_BIT}};
    for (int i = 0; i < 2; i++) {
        stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stages[i].module = make_module(paths[i]);
        stages[i].pName = "main";
    }
    make_pipeline(stages);
    for (int i = 0; i < 2; i++)
        vkDestroyShaderModule(device, stages[i].module, NULL);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    if (argc != 3)
        return 1;
    paths[0] = argv[1];
    paths[1] = argv[2];
    make_device();
    make_layout();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    vkDestroyDevice(device, NULL);
    printf("%d pipelines\n", THREADS);
    return 0;
}
