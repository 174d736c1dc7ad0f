/* application FOLDER: an application that draws and traces with every kind of pipeline that the driver has, on several
 * threads, for the layer to see: whole graphics pipelines, those of libraries, mesh pipelines, ray tracing pipelines
 * and those of libraries, and shader objects. FOLDER has the modules (application/). Prints what the shaders left, and
 * of which kinds there were how many. Status 1 if a call fails, 77 without a driver that has all but the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { THREADS = 4, WORDS = 256, SIDE = 16, MAX_MODULE = 1 << 16, RECORD = 64, TABLES = 4 };

/* ---- functions of extensions ---- */

#define FUNCTIONS(_)                                                                                                   \
    _(vkCmdDrawMeshTasksEXT)                                                                                           \
    _(vkCreateAccelerationStructureKHR)                                                                                \
    _(vkGetAccelerationStructureBuildSizesKHR)                                                                         \
    _(vkCmdBuildAccelerationStructuresKHR)                                                                             \
    _(vkCreateRayTracingPipelinesKHR)                                                                                  \
    _(vkGetRayTracingShaderGroupHandlesKHR)                                                                            \
    _(vkCmdTraceRaysKHR)
#define DECLARE(name) static PFN_##name name##_;
#define LOAD(name)    name##_ = (PFN_##name)vkGetDeviceProcAddr(device, #name);
FUNCTIONS(DECLARE)

static VkDevice device;
static VkQueue queue;
static VkPhysicalDevice physical;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;
static const char *folder;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint kinds;

static void require(VkResult result, const char *what) {
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, result);
    exit(1);
}

/* ---- the device ---- */

static int has_extension(const char *name) {
    static VkExtensionProperties all[512];
    uint32_t count = sizeof all / sizeof *all;
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, all);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(all[i].extensionName, name) == 0)
            return 1;
    return 0;
}

static void make_device(void) {
    static const char *const names[] = {"VK_EXT_mesh_shader",
                                        "VK_EXT_graphics_pipeline_library",
                                        "VK_KHR_pipeline_library",
                                        "VK_KHR_acceleration_structure",
                                        "VK_KHR_deferred_host_operations",
                                        "VK_KHR_ray_tracing_pipeline",
#ifdef VK_EXT_shader_object
                                        "VK_EXT_shader_object"
#endif
    };
    VkInstance instance;
    uint32_t one = 1;
    float priority = 1;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    require(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    VkResult found = vkEnumeratePhysicalDevices(instance, &one, &physical);
    require(found == VK_INCOMPLETE ? VK_SUCCESS : found, "vkEnumeratePhysicalDevices");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!has_extension(names[i])) {
            printf("the driver has no %s\n", names[i]);
            exit(77);
        }
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR rays = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR, .rayTracingPipeline = VK_TRUE};
    VkPhysicalDeviceAccelerationStructureFeaturesKHR structures = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR,
        .pNext = &rays,
        .accelerationStructure = VK_TRUE};
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT libraries = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT,
        .pNext = &structures,
        .graphicsPipelineLibrary = VK_TRUE};
    VkPhysicalDeviceMeshShaderFeaturesEXT meshes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT,
                                                    .pNext = &libraries,
                                                    .taskShader = VK_TRUE,
                                                    .meshShader = VK_TRUE};
#ifdef VK_EXT_shader_object
    VkPhysicalDeviceShaderObjectFeaturesEXT objects = {.sType =
                                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT,
                                                       .pNext = &meshes,
                                                       .shaderObject = VK_TRUE};
    void *last = &objects;
#else
    void *last = &meshes;
#endif
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                               .pNext = last,
                                               .maintenance4 = VK_TRUE,
                                               .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                               .pNext = &core13,
                                               .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                                .pNext = &core12,
                                                .features = {.fragmentStoresAndAtomics = VK_TRUE}};
    const VkDeviceQueueCreateInfo of_queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo wanted = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = &features,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &of_queue,
                                       .enabledExtensionCount = sizeof names / sizeof *names,
                                       .ppEnabledExtensionNames = names};
    require(vkCreateDevice(physical, &wanted, NULL, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, 0, 0, &queue);
    FUNCTIONS(LOAD)
}

static void make_layout(void) {
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_ALL, NULL},
        {1, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1, VK_SHADER_STAGE_ALL, NULL}};
    const VkDescriptorSetLayoutCreateInfo of_set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 2, .pBindings = bindings};
    require(vkCreateDescriptorSetLayout(device, &of_set, NULL, &set_layout), "vkCreateDescriptorSetLayout");
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
    require(vkCreatePipelineLayout(device, &info, NULL, &layout), "vkCreatePipelineLayout");
}

/* ---- what a thread has ---- */

struct buffer {
    VkBuffer buffer;
    VkDeviceAddress address;
    uint32_t *words;
};

struct thread {
    pthread_t thread;
    struct buffer results, tables, structure, scratch;
    VkAccelerationStructureKHR scene;
    VkDescriptorSet set;
    VkCommandPool pool;
    VkCommandBuffer commands;
    uint32_t sum, kinds;
};

static struct buffer make_buffer(VkDeviceSize size, VkBufferUsageFlags usage) {
    struct buffer made;
    VkMemoryRequirements needs;
    void *mapped;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                              VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    require(vkCreateBuffer(device, &info, NULL, &made.buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                             .pNext = &flags,
                                             .allocationSize = needs.size}; /* lavapipe's one type is the host's too */
    VkDeviceMemory memory;
    require(vkAllocateMemory(device, &allocation, NULL, &memory), "vkAllocateMemory");
    require(vkBindBufferMemory(device, made.buffer, memory, 0), "vkBindBufferMemory");
    require(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    const VkBufferDeviceAddressInfo of = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made.buffer};
    made.address = vkGetBufferDeviceAddress(device, &of);
    made.words = mapped;
    memset(mapped, 0, size);
    return made;
}

static void begin(struct thread *t) {
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    require(vkBeginCommandBuffer(t->commands, &info), "vkBeginCommandBuffer");
}

static void submit(struct thread *t) {
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &t->commands};
    require(vkEndCommandBuffer(t->commands), "vkEndCommandBuffer");
    pthread_mutex_lock(&queue_lock);
    require(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    require(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
    pthread_mutex_unlock(&queue_lock);
}

/* A scene without instances: every ray misses. */
static void make_scene(struct thread *t) {
    const VkAccelerationStructureGeometryKHR geometry = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
        .geometry.instances = {.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR}};
    VkAccelerationStructureBuildGeometryInfoKHR build = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR,
        .geometryCount = 1,
        .pGeometries = &geometry};
    VkAccelerationStructureBuildSizesInfoKHR sizes = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    const VkAccelerationStructureBuildRangeInfoKHR range = {.primitiveCount = 0}, *ranges = &range;
    vkGetAccelerationStructureBuildSizesKHR_(device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build,
                                             &range.primitiveCount, &sizes);
    t->structure = make_buffer(sizes.accelerationStructureSize, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR);
    t->scratch = make_buffer(sizes.buildScratchSize + 256, 0);
    const VkAccelerationStructureCreateInfoKHR info = {.sType =
                                                           VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
                                                       .buffer = t->structure.buffer,
                                                       .size = sizes.accelerationStructureSize,
                                                       .type = build.type};
    require(vkCreateAccelerationStructureKHR_(device, &info, NULL, &t->scene), "vkCreateAccelerationStructureKHR");
    build.dstAccelerationStructure = t->scene;
    build.scratchData.deviceAddress = (t->scratch.address + 255) / 256 * 256;
    begin(t);
    vkCmdBuildAccelerationStructuresKHR_(t->commands, 1, &build, &ranges);
    submit(t);
}

static void make_set(struct thread *t) {
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                          {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1}};
    const VkDescriptorPoolCreateInfo of_pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 2, .pPoolSizes = sizes};
    VkDescriptorPool pool;
    require(vkCreateDescriptorPool(device, &of_pool, NULL, &pool), "vkCreateDescriptorPool");
    const VkDescriptorSetAllocateInfo of_set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                .descriptorPool = pool,
                                                .descriptorSetCount = 1,
                                                .pSetLayouts = &set_layout};
    require(vkAllocateDescriptorSets(device, &of_set, &t->set), "vkAllocateDescriptorSets");
    const VkDescriptorBufferInfo bytes = {t->results.buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSetAccelerationStructureKHR scene = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1,
        .pAccelerationStructures = &t->scene};
    const VkWriteDescriptorSet writes[] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = t->set,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &bytes},
                                           {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .pNext = &scene,
                                            .dstSet = t->set,
                                            .dstBinding = 1,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR}};
    vkUpdateDescriptorSets(device, 2, writes, 0, NULL);
}

/* What the shaders left, which they find as 0 the next time. */
static void take_results(struct thread *t) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        t->sum = (t->sum ^ t->results.words[i]) * 16777619u;
        any |= t->results.words[i];
    }
    require(any ? VK_SUCCESS : VK_INCOMPLETE, "the shaders left nothing");
    memset(t->results.words, 0, WORDS * sizeof(uint32_t));
    t->kinds++;
}

/* ---- shaders ---- */

struct words {
    uint32_t *words;
    size_t bytes;
};

static struct words read_words(const char *name) {
    char path[512];
    struct words read = {malloc(MAX_MODULE), 0};
    snprintf(path, sizeof path, "%s/%s.spv", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || !read.words) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    read.bytes = fread(read.words, 1, MAX_MODULE, file);
    fclose(file);
    return read;
}

static VkPipelineShaderStageCreateInfo stage_of(const char *name, VkShaderStageFlagBits stage) {
    struct words words = read_words(name);
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.bytes, .pCode = words.words};
    VkPipelineShaderStageCreateInfo made = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = stage, .pName = "main"};
    require(vkCreateShaderModule(device, &info, NULL, &made.module), "vkCreateShaderModule");
    free(words.words);
    return made;
}

static void destroy_modules(const VkPipelineShaderStageCreateInfo *stages, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        vkDestroyShaderModule(device, stages[i].module, NULL);
}

/* ---- drawing ---- */

static void begin_drawing(struct thread *t) {
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, {SIDE, SIDE}}, .layerCount = 1};
    begin(t);
    vkCmdBindDescriptorSets(t->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &t->set, 0, NULL);
    vkCmdBeginRendering(t->commands, &info);
}

/* `meshes`: of a task and a mesh. `parts`: of a library, or 0. `libraries`: of these, or NULL. */
static VkPipeline make_graphics(const VkPipelineShaderStageCreateInfo *stages, uint32_t count, int meshes,
                                VkFlags parts, const VkPipelineLibraryCreateInfoKHR *libraries) {
    const VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport = {0, 0, SIDE, SIDE, 0, 1};
    const VkRect2D scissor = {{0, 0}, {SIDE, SIDE}};
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
    const VkPipelineColorBlendStateCreateInfo blending = {.sType =
                                                              VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    const VkPipelineRenderingCreateInfo rendering = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                     .pNext = libraries};
    const VkGraphicsPipelineLibraryCreateInfoEXT part = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        .pNext = (void *)&rendering,
        .flags = parts};
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .pNext = parts ? (const void *)&part : &rendering,
                                               .flags = parts ? VK_PIPELINE_CREATE_LIBRARY_BIT_KHR : 0,
                                               .stageCount = count,
                                               .pStages = stages,
                                               .pVertexInputState = meshes ? NULL : &vertices,
                                               .pInputAssemblyState = meshes ? NULL : &assembly,
                                               .pViewportState = &viewports,
                                               .pRasterizationState = &rasterization,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blending,
                                               .layout = layout};
    VkPipeline pipeline;
    require(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
    return pipeline;
}

static void draw(struct thread *t, VkPipeline pipeline, int meshes) {
    begin_drawing(t);
    vkCmdBindPipeline(t->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    if (meshes)
        vkCmdDrawMeshTasksEXT_(t->commands, 1, 1, 1);
    else
        vkCmdDraw(t->commands, 3, 1, 0, 0);
    vkCmdEndRendering(t->commands);
    submit(t);
    vkDestroyPipeline(device, pipeline, NULL);
    take_results(t);
}

static void draw_whole(struct thread *t) {
    const VkPipelineShaderStageCreateInfo stages[] = {stage_of("shader.vert", VK_SHADER_STAGE_VERTEX_BIT),
                                                      stage_of("shader.frag", VK_SHADER_STAGE_FRAGMENT_BIT)};
    draw(t, make_graphics(stages, 2, 0, 0, NULL), 0);
    destroy_modules(stages, 2);
}

static void draw_linked(struct thread *t) {
    static const VkFlags parts[] = {VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
                                    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
                                    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
                                    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT};
    const VkPipelineShaderStageCreateInfo stages[] = {stage_of("shader.vert", VK_SHADER_STAGE_VERTEX_BIT),
                                                      stage_of("shader.frag", VK_SHADER_STAGE_FRAGMENT_BIT)};
    VkPipeline libraries[] = {
        make_graphics(NULL, 0, 0, parts[0], NULL), make_graphics(&stages[0], 1, 0, parts[1], NULL),
        make_graphics(&stages[1], 1, 0, parts[2], NULL), make_graphics(NULL, 0, 0, parts[3], NULL)};
    const VkPipelineLibraryCreateInfoKHR all = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, .libraryCount = 4, .pLibraries = libraries};
    draw(t, make_graphics(NULL, 0, 0, 0, &all), 0);
    for (int i = 0; i < 4; i++)
        vkDestroyPipeline(device, libraries[i], NULL);
    destroy_modules(stages, 2);
}

static void draw_meshes(struct thread *t) {
    const VkPipelineShaderStageCreateInfo stages[] = {stage_of("shader.task", VK_SHADER_STAGE_TASK_BIT_EXT),
                                                      stage_of("shader.mesh", VK_SHADER_STAGE_MESH_BIT_EXT),
                                                      stage_of("shader.frag", VK_SHADER_STAGE_FRAGMENT_BIT)};
    draw(t, make_graphics(stages, 3, 1, 0, NULL), 1);
    destroy_modules(stages, 3);
}

/* ---- tracing ---- */

enum { RAY_STAGES = 6, RAY_GROUPS = 5 };

static VkPipeline make_rays(const VkPipelineShaderStageCreateInfo *stages, VkFlags flags, const VkPipeline *library) {
    const uint32_t none = VK_SHADER_UNUSED_KHR;
    const struct {
        VkRayTracingShaderGroupTypeKHR type;
        uint32_t general, closest, any, intersection;
    } rows[RAY_GROUPS] = {{VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 0, none, none, none},
                          {VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 1, none, none, none},
                          {VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 2, none, none, none},
                          {VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR, none, 3, 4, none},
                          {VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR, none, 3, none, 5}};
    VkRayTracingShaderGroupCreateInfoKHR groups[RAY_GROUPS];
    for (uint32_t i = 0; i < RAY_GROUPS; i++)
        groups[i] =
            (VkRayTracingShaderGroupCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR,
                                                   .type = rows[i].type,
                                                   .generalShader = rows[i].general,
                                                   .closestHitShader = rows[i].closest,
                                                   .anyHitShader = rows[i].any,
                                                   .intersectionShader = rows[i].intersection};
    const VkPipelineLibraryCreateInfoKHR libraries = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, .libraryCount = 1, .pLibraries = library};
    const VkRayTracingPipelineInterfaceCreateInfoKHR interface = {
        .sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_INTERFACE_CREATE_INFO_KHR,
        .maxPipelineRayPayloadSize = 16,
        .maxPipelineRayHitAttributeSize = 8};
    const VkRayTracingPipelineCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
                                                    .flags = flags,
                                                    .stageCount = library ? 0 : RAY_STAGES,
                                                    .pStages = library ? NULL : stages,
                                                    .groupCount = library ? 0 : RAY_GROUPS,
                                                    .pGroups = library ? NULL : groups,
                                                    .maxPipelineRayRecursionDepth = 1,
                                                    .pLibraryInfo = library ? &libraries : NULL,
                                                    .pLibraryInterface = library || flags ? &interface : NULL,
                                                    .layout = layout};
    VkPipeline pipeline;
    require(vkCreateRayTracingPipelinesKHR_(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
            "vkCreateRayTracingPipelinesKHR");
    return pipeline;
}

/* Generation, miss, callable, and hits that no ray comes to. */
static void trace(struct thread *t, VkPipeline pipeline) {
    VkStridedDeviceAddressRegionKHR regions[TABLES];
    VkDeviceAddress start = (t->tables.address + RECORD - 1) / RECORD * RECORD;
    for (uint32_t i = 0; i < TABLES; i++) {
        uint8_t *to = (uint8_t *)t->tables.words + (start - t->tables.address) + i * RECORD;
        require(vkGetRayTracingShaderGroupHandlesKHR_(device, pipeline, i, 1, RECORD, to), "the handles");
        regions[i] = (VkStridedDeviceAddressRegionKHR){start + i * RECORD, RECORD, RECORD};
    }
    begin(t);
    vkCmdBindDescriptorSets(t->commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, layout, 0, 1, &t->set, 0, NULL);
    vkCmdBindPipeline(t->commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    vkCmdTraceRaysKHR_(t->commands, &regions[0], &regions[1], &regions[3], &regions[2], SIDE, SIDE, 1);
    submit(t);
    take_results(t);
}

static void trace_both(struct thread *t) {
    const VkPipelineShaderStageCreateInfo stages[RAY_STAGES] = {
        stage_of("shader.rgen", VK_SHADER_STAGE_RAYGEN_BIT_KHR),
        stage_of("shader.rmiss", VK_SHADER_STAGE_MISS_BIT_KHR),
        stage_of("shader.rcall", VK_SHADER_STAGE_CALLABLE_BIT_KHR),
        stage_of("shader.rchit", VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR),
        stage_of("shader.rahit", VK_SHADER_STAGE_ANY_HIT_BIT_KHR),
        stage_of("shader.rint", VK_SHADER_STAGE_INTERSECTION_BIT_KHR)};
    VkPipeline whole = make_rays(stages, 0, NULL);
    trace(t, whole);
    VkPipeline library = make_rays(stages, VK_PIPELINE_CREATE_LIBRARY_BIT_KHR, NULL);
    VkPipeline linked = make_rays(NULL, 0, &library);
    trace(t, linked);
    vkDestroyPipeline(device, whole, NULL);
    vkDestroyPipeline(device, linked, NULL);
    vkDestroyPipeline(device, library, NULL);
    destroy_modules(stages, RAY_STAGES);
}

/* ---- shader objects ---- */

#ifdef VK_EXT_shader_object
#define OBJECT_FUNCTION(name) PFN_##name name##_ = (PFN_##name)vkGetDeviceProcAddr(device, #name);

static VkShaderEXT make_object(const char *name, VkShaderStageFlagBits stage, VkFlags next) {
    OBJECT_FUNCTION(vkCreateShadersEXT)
    struct words words = read_words(name);
    const VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                        .stage = stage,
                                        .nextStage = next,
                                        .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                        .codeSize = words.bytes,
                                        .pCode = words.words,
                                        .pName = "main",
                                        .setLayoutCount = 1,
                                        .pSetLayouts = &set_layout};
    VkShaderEXT object;
    require(vkCreateShadersEXT_(device, 1, &info, NULL, &object), "vkCreateShadersEXT");
    free(words.words);
    return object;
}

/* All that a pipeline would say is state of the command buffer. */
static void set_state(VkCommandBuffer commands) {
    OBJECT_FUNCTION(vkCmdSetVertexInputEXT)
    OBJECT_FUNCTION(vkCmdSetPolygonModeEXT)
    OBJECT_FUNCTION(vkCmdSetRasterizationSamplesEXT)
    OBJECT_FUNCTION(vkCmdSetSampleMaskEXT)
    OBJECT_FUNCTION(vkCmdSetAlphaToCoverageEnableEXT)
    const VkSampleMask mask = 1;
    const VkViewport viewport = {0, 0, SIDE, SIDE, 0, 1};
    const VkRect2D scissor = {{0, 0}, {SIDE, SIDE}};
    vkCmdSetVertexInputEXT_(commands, 0, NULL, 0, NULL);
    vkCmdSetPolygonModeEXT_(commands, VK_POLYGON_MODE_FILL);
    vkCmdSetRasterizationSamplesEXT_(commands, VK_SAMPLE_COUNT_1_BIT);
    vkCmdSetSampleMaskEXT_(commands, VK_SAMPLE_COUNT_1_BIT, &mask);
    vkCmdSetAlphaToCoverageEnableEXT_(commands, VK_FALSE);
    vkCmdSetViewportWithCount(commands, 1, &viewport);
    vkCmdSetScissorWithCount(commands, 1, &scissor);
    vkCmdSetPrimitiveTopology(commands, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
    vkCmdSetPrimitiveRestartEnable(commands, VK_FALSE);
    vkCmdSetRasterizerDiscardEnable(commands, VK_FALSE);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_CLOCKWISE);
    vkCmdSetDepthTestEnable(commands, VK_FALSE);
    vkCmdSetDepthWriteEnable(commands, VK_FALSE);
    vkCmdSetDepthBiasEnable(commands, VK_FALSE);
    vkCmdSetStencilTestEnable(commands, VK_FALSE);
}

static void draw_objects(struct thread *t) {
    OBJECT_FUNCTION(vkCmdBindShadersEXT)
    OBJECT_FUNCTION(vkDestroyShaderEXT)
    static const VkShaderStageFlagBits stages[] = {VK_SHADER_STAGE_VERTEX_BIT, VK_SHADER_STAGE_FRAGMENT_BIT};
    const VkShaderEXT objects[] = {make_object("shader.vert", stages[0], stages[1]),
                                   make_object("shader.frag", stages[1], 0)};
    begin_drawing(t);
    vkCmdBindShadersEXT_(t->commands, 2, stages, objects);
    set_state(t->commands);
    vkCmdDraw(t->commands, 3, 1, 0, 0);
    vkCmdEndRendering(t->commands);
    submit(t);
    for (int i = 0; i < 2; i++)
        vkDestroyShaderEXT_(device, objects[i], NULL);
    take_results(t);
}
#endif

/* ---- threads ---- */

static void *work(void *argument) {
    struct thread *t = argument;
    const VkCommandPoolCreateInfo of_pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    require(vkCreateCommandPool(device, &of_pool, NULL, &t->pool), "vkCreateCommandPool");
    const VkCommandBufferAllocateInfo of_commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = t->pool, .commandBufferCount = 1};
    require(vkAllocateCommandBuffers(device, &of_commands, &t->commands), "vkAllocateCommandBuffers");
    t->results = make_buffer(WORDS * sizeof(uint32_t), 0);
    t->tables = make_buffer((TABLES + 1) * RECORD, VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR);
    make_scene(t);
    make_set(t);
    draw_whole(t);
    draw_linked(t);
    draw_meshes(t);
    trace_both(t);
#ifdef VK_EXT_shader_object
    draw_objects(t);
#endif
    atomic_fetch_add(&kinds, t->kinds);
    return NULL;
}

int main(int argc, char **argv) {
    struct thread threads[THREADS] = {0};
    if (argc != 2)
        return 1;
    folder = argv[1];
    make_device();
    make_layout();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i].thread, NULL, work, &threads[i]) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        printf("%08x\n", threads[i].sum);
    }
    printf("%u runs\n", kinds);
    return 0;
}
