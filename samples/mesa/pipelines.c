/* Puts a driver that embeds the library under load (README.md beside this file): compute pipelines of each shader are
 * made by eight threads at once, as shader objects, from caches that were cut or changed, and while one allocation
 * after the other fails. The shader object must leave the same memory as the pipeline. At last a dispatch has no
 * memory: the device is lost, or the dispatch leaves the same memory as one that has.
 *
 *   pipelines SHADER.spv ...    shaders whose resources are buffers and push constants. Others are left out, and
 *                               those that follow addresses in memory, or of which the driver makes no pipeline
 *   pipelines --times SHADER.spv ...    nothing of this, but how long each takes: two drivers are compared by it
 *
 * Prints what was made; the exit status is 1 if two memories differ, or a pipeline cannot be made from such a cache. */
#include <pthread.h>
#include <spirv_mmra.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vulkan/vulkan.h>

enum { THREADS = 8, ROUNDS = 3, MOST_SETS = 8, MOST_BINDINGS = 64, BUFFER_BYTES = 1 << 16, PUSH_BYTES = 128 };

static VkDevice device;
static VkQueue queue;

/* ---- memory that fails ---- */

static _Thread_local long allocations_left = -1; /* -1: none fails */
static bool commands_fail;                       /* the allocations of commands do, in all threads */

static void *reallocate(void *user, void *block, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)user, (void)alignment;
    bool fails = scope == VK_SYSTEM_ALLOCATION_SCOPE_COMMAND && __atomic_load_n(&commands_fail, __ATOMIC_SEQ_CST);
    if (allocations_left == 0 || fails)
        return NULL;
    if (allocations_left > 0)
        allocations_left--;
    return realloc(block, size);
}

static void *allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    return reallocate(user, NULL, size, alignment, scope);
}

static void release(void *user, void *block) {
    (void)user;
    free(block);
}

static const VkAllocationCallbacks callbacks = {
    .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};

/* ---- a shader ---- */

struct shader {
    const char *path;
    uint32_t *words;
    size_t byte_size;
    VkShaderModule module;
    VkDescriptorSetLayout sets[MOST_SETS];
    uint32_t set_count, counts[MOST_SETS];
    VkDescriptorSetLayoutBinding bindings[MOST_SETS][MOST_BINDINGS];
    VkPipelineLayout layout;
};

static const VkPushConstantRange push_constants = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH_BYTES};

static bool read_words(struct shader *shader, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    shader->byte_size = (size_t)ftell(file);
    rewind(file);
    shader->words = malloc(shader->byte_size + 1);
    bool whole = fread(shader->words, 1, shader->byte_size, file) == shader->byte_size;
    fclose(file);
    return whole;
}

/* Adds the buffers of an entry point; false: it has resources of other kinds. */
static bool take_bindings(struct shader *shader, const smmra_translated_entry *entry) {
    uint32_t *counts = shader->counts;
    for (size_t i = 0; i < entry->resource_count; i++) {
        const smmra_resource *resource = entry->resources[i];
        bool storage = resource->kind == SMMRA_RESOURCE_STORAGE_BUFFER;
        if (resource->kind == SMMRA_RESOURCE_SIZE || resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS)
            continue;
        if ((!storage && resource->kind != SMMRA_RESOURCE_UNIFORM_BUFFER) || resource->set >= MOST_SETS ||
            counts[resource->set] == MOST_BINDINGS)
            return false;
        shader->bindings[resource->set][counts[resource->set]++] = (VkDescriptorSetLayoutBinding){
            .binding = resource->binding,
            .descriptorType = storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    return true;
}

static bool make_layout(struct shader *shader) {
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.target = SMMRA_TARGET_HOST;
    options.stages = 1u << SMMRA_STAGE_COMPUTE;
    smmra_translation *translation;
    size_t entry_count = 0;
    bool known = smmra_translate(shader->words, shader->byte_size / 4, &options, &translation) == SMMRA_SUCCESS;
    const smmra_translated_entry *const *entries =
        known ? smmra_translation_entry_points(translation, &entry_count) : 0;
    known = entry_count == 1 && !strcmp(entries[0]->name, "main") && take_bindings(shader, entries[0]);
    smmra_translation_destroy(translation);
    for (uint32_t i = 0; known && i < MOST_SETS; i++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = shader->counts[i],
                                                .pBindings = shader->bindings[i]};
        shader->set_count = shader->counts[i] ? i + 1 : shader->set_count;
        vkCreateDescriptorSetLayout(device, &info, NULL, &shader->sets[i]);
    }
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = shader->set_count,
                                       .pSetLayouts = shader->sets,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &push_constants};
    return known && vkCreatePipelineLayout(device, &info, NULL, &shader->layout) == VK_SUCCESS;
}

static VkResult make_from_cache(const struct shader *shader, VkPipelineCache cache, VkPipeline *pipeline) {
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .module = shader->module,
                                                  .pName = "main"},
                                        .layout = shader->layout};
    *pipeline = VK_NULL_HANDLE;
    return vkCreateComputePipelines(device, cache, 1, &info, NULL, pipeline);
}

static VkResult make_pipeline(const struct shader *shader, VkPipeline *pipeline) {
    return make_from_cache(shader, VK_NULL_HANDLE, pipeline);
}

/* Memory is full of zeros here, which are no addresses. */
static bool follows_addresses(const struct shader *shader) {
    enum { HEADER_WORDS = 5, OP_MEMORY_MODEL = 14, PHYSICAL_STORAGE_BUFFER_64 = 5348 };
    size_t count = shader->byte_size / 4;
    for (size_t i = HEADER_WORDS; i + 1 < count && shader->words[i] >> 16; i += shader->words[i] >> 16)
        if ((shader->words[i] & 0xFFFF) == OP_MEMORY_MODEL)
            return shader->words[i + 1] == PHYSICAL_STORAGE_BUFFER_64;
    return true;
}

static bool load(struct shader *shader, const char *path) {
    VkPipeline pipeline;
    shader->path = path;
    if (!read_words(shader, path) || follows_addresses(shader) || !make_layout(shader))
        return false;
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = shader->byte_size, .pCode = shader->words};
    if (vkCreateShaderModule(device, &info, NULL, &shader->module) != VK_SUCCESS)
        return false;
    bool made = make_pipeline(shader, &pipeline) == VK_SUCCESS;
    vkDestroyPipeline(device, pipeline, NULL);
    return made;
}

/* ---- shader objects ---- */

static VkShaderEXT make_object(const struct shader *shader) {
    VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                  .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                  .codeSize = shader->byte_size,
                                  .pCode = shader->words,
                                  .pName = "main",
                                  .setLayoutCount = shader->set_count,
                                  .pSetLayouts = shader->sets,
                                  .pushConstantRangeCount = 1,
                                  .pPushConstantRanges = &push_constants};
    VkShaderEXT object = VK_NULL_HANDLE;
    PFN_vkCreateShadersEXT create = (PFN_vkCreateShadersEXT)vkGetDeviceProcAddr(device, "vkCreateShadersEXT");
    create(device, 1, &info, NULL, &object);
    return object;
}

/* ---- running ---- */

struct memory {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *bytes;
};

static struct memory make_memory(void) {
    struct memory memory;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = BUFFER_BYTES,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT};
    VkMemoryAllocateInfo place = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = BUFFER_BYTES};
    vkCreateBuffer(device, &info, NULL, &memory.buffer);
    vkAllocateMemory(device, &place, NULL, &memory.memory);
    vkBindBufferMemory(device, memory.buffer, memory.memory, 0);
    vkMapMemory(device, memory.memory, 0, BUFFER_BYTES, 0, (void **)&memory.bytes);
    return memory;
}

/* Binds one buffer to all bindings of the sets, by way of a pool of its own. */
static VkDescriptorPool make_sets(const struct shader *shader, const struct memory *memory, VkDescriptorSet *sets) {
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST_SETS * MOST_BINDINGS},
                                    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, MOST_SETS * MOST_BINDINGS}};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = MOST_SETS,
                                       .poolSizeCount = 2,
                                       .pPoolSizes = sizes};
    VkDescriptorPool pool;
    vkCreateDescriptorPool(device, &info, NULL, &pool);
    VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = pool,
                                              .descriptorSetCount = shader->set_count,
                                              .pSetLayouts = shader->sets};
    if (shader->set_count)
        vkAllocateDescriptorSets(device, &allocation, sets);
    VkDescriptorBufferInfo buffer = {memory->buffer, 0, VK_WHOLE_SIZE};
    for (uint32_t i = 0; i < shader->set_count; i++)
        for (uint32_t j = 0; j < shader->counts[i]; j++) {
            VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                          .dstSet = sets[i],
                                          .dstBinding = shader->bindings[i][j].binding,
                                          .descriptorCount = 1,
                                          .descriptorType = shader->bindings[i][j].descriptorType,
                                          .pBufferInfo = &buffer};
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
        }
    return pool;
}

/* Dispatches once, through the pipeline, or the shader object if there is one. */
static VkResult dispatch(const struct shader *shader, VkPipeline pipeline, VkShaderEXT object,
                         const VkDescriptorSet *sets) {
    static const uint8_t zeros[PUSH_BYTES];
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool;
    vkCreateCommandPool(device, &info, NULL, &pool);
    VkCommandBufferAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    vkAllocateCommandBuffers(device, &allocation, &commands);
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkBeginCommandBuffer(commands, &begin);
    VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    PFN_vkCmdBindShadersEXT bind = (PFN_vkCmdBindShadersEXT)vkGetDeviceProcAddr(device, "vkCmdBindShadersEXT");
    if (object)
        bind(commands, 1, &stage, &object);
    else
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (shader->set_count)
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->layout, 0, shader->set_count, sets, 0,
                                NULL);
    vkCmdPushConstants(commands, shader->layout, stage, 0, PUSH_BYTES, zeros);
    vkCmdDispatch(commands, 1, 1, 1);
    vkEndCommandBuffer(commands);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    VkResult submitted = vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), ended = vkQueueWaitIdle(queue);
    vkDestroyCommandPool(device, pool, NULL);
    return submitted != VK_SUCCESS ? submitted : ended;
}

static bool leave_same_memory(const struct shader *shader, const struct memory *memory) {
    static uint8_t first[BUFFER_BYTES];
    VkDescriptorSet sets[MOST_SETS];
    VkDescriptorPool pool = make_sets(shader, memory, sets);
    VkPipeline pipeline;
    VkShaderEXT object = make_object(shader);
    bool same = make_pipeline(shader, &pipeline) == VK_SUCCESS && object;
    for (int round = 0; same && round < 2; round++) {
        memcpy(first, memory->bytes, BUFFER_BYTES);
        memset(memory->bytes, 0, BUFFER_BYTES);
        dispatch(shader, pipeline, round ? object : VK_NULL_HANDLE, sets);
    }
    same = same && !memcmp(first, memory->bytes, BUFFER_BYTES);
    PFN_vkDestroyShaderEXT destroy = (PFN_vkDestroyShaderEXT)vkGetDeviceProcAddr(device, "vkDestroyShaderEXT");
    destroy(device, object, NULL);
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyDescriptorPool(device, pool, NULL);
    return same;
}

/* ---- times ---- */

/* Milliseconds of all threads, as other programs' work does not count. */
static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Some drivers compile when a pipeline is made, others at its first dispatch: the two count together. */
static void print_times(const struct shader *shader, const struct memory *memory) {
    VkDescriptorSet sets[MOST_SETS];
    VkDescriptorPool pool = make_sets(shader, memory, sets);
    VkPipeline pipeline;
    memset(memory->bytes, 0, BUFFER_BYTES);
    double begin = processor_time();
    bool made = make_pipeline(shader, &pipeline) == VK_SUCCESS &&
                dispatch(shader, pipeline, VK_NULL_HANDLE, sets) == VK_SUCCESS;
    double first = processor_time();
    memset(memory->bytes, 0, BUFFER_BYTES);
    double second = processor_time();
    if (made && dispatch(shader, pipeline, VK_NULL_HANDLE, sets) == VK_SUCCESS)
        printf("%s: made and dispatched %.3f ms, dispatched again %.3f ms\n", shader->path, first - begin,
               processor_time() - second);
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyDescriptorPool(device, pool, NULL);
}

/* ---- load ---- */

struct list {
    struct shader *shaders;
    uint32_t count, made;
};

static void *make_many(void *data) {
    struct list *list = data;
    for (uint32_t i = 0; i < ROUNDS * list->count; i++) {
        VkPipeline pipeline;
        if (make_pipeline(&list->shaders[i % list->count], &pipeline) == VK_SUCCESS)
            __atomic_fetch_add(&list->made, 1, __ATOMIC_RELAXED);
        vkDestroyPipeline(device, pipeline, NULL);
    }
    return NULL;
}

static void make_by_threads(struct list *list) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, make_many, list);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%u pipelines by %d threads of %u shaders\n", list->made, THREADS, list->count);
}

/* Memory ends at the first allocation of a pipeline, then at the second, and so on until the pipeline needs no more. */
static void make_without_memory(const struct shader *shader) {
    uint32_t made = 0, failed = 0;
    bool enough = false;
    for (long kept = 0; !enough; kept++) {
        VkPipeline pipeline;
        allocations_left = kept;
        VkResult result = make_pipeline(shader, &pipeline);
        enough = allocations_left > 0;
        allocations_left = -1;
        result == VK_SUCCESS ? made++ : failed++;
        vkDestroyPipeline(device, pipeline, NULL);
    }
    printf("%u pipelines and %u refusals without memory\n", made, failed);
}

/* ---- caches that are not whole ---- */

static bool make_from_bytes(const struct shader *shader, const uint8_t *bytes, size_t count) {
    VkPipelineCacheCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = count, .pInitialData = bytes};
    VkPipelineCache cache = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    bool made = vkCreatePipelineCache(device, &info, NULL, &cache) == VK_SUCCESS &&
                make_from_cache(shader, cache, &pipeline) == VK_SUCCESS;
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyPipelineCache(device, cache, NULL);
    return made;
}

/* Cuts the data of a pipeline's cache at 16 places, and changes one byte at as many: the driver must read none of it
 * as a pipeline that it is not. */
static bool make_from_broken_caches(const struct shader *shader) {
    enum { PLACES = 16, MOST_BYTES = 1 << 20 };
    static uint8_t bytes[MOST_BYTES];
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache;
    VkPipeline pipeline;
    size_t count = sizeof bytes;
    vkCreatePipelineCache(device, &info, NULL, &cache);
    make_from_cache(shader, cache, &pipeline);
    vkGetPipelineCacheData(device, cache, &count, bytes);
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyPipelineCache(device, cache, NULL);
    bool made = true;
    for (size_t i = 0; i < PLACES && made; i++) {
        size_t place = count * i / PLACES;
        made = make_from_bytes(shader, bytes, place);
        bytes[place] ^= 0xFF;
        made = made && make_from_bytes(shader, bytes, count);
        bytes[place] ^= 0xFF;
    }
    return made;
}

/* ---- a dispatch without memory ---- */

static bool is_lost_or_whole(const struct shader *shader, const struct memory *memory) {
    static uint8_t first[BUFFER_BYTES];
    VkDescriptorSet sets[MOST_SETS];
    VkDescriptorPool pool = make_sets(shader, memory, sets);
    VkPipeline pipeline;
    VkResult result = make_pipeline(shader, &pipeline);
    for (int round = 0; result == VK_SUCCESS && round < 2; round++) {
        memcpy(first, memory->bytes, BUFFER_BYTES);
        memset(memory->bytes, 0, BUFFER_BYTES);
        __atomic_store_n(&commands_fail, round == 1, __ATOMIC_SEQ_CST);
        result = dispatch(shader, pipeline, VK_NULL_HANDLE, sets);
    }
    __atomic_store_n(&commands_fail, false, __ATOMIC_SEQ_CST);
    printf("a dispatch without memory: %s\n", result == VK_ERROR_DEVICE_LOST ? "the device is lost" : "it has run");
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyDescriptorPool(device, pool, NULL);
    return result == VK_ERROR_DEVICE_LOST || (result == VK_SUCCESS && !memcmp(first, memory->bytes, BUFFER_BYTES));
}

static bool make_device(void) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkInstance instance;
    VkPhysicalDevice physical;
    uint32_t count = 1;
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return false;
    vkEnumeratePhysicalDevices(instance, &count, &physical);
    static const char *extension = VK_EXT_SHADER_OBJECT_EXTENSION_NAME;
    VkPhysicalDeviceShaderObjectFeaturesEXT objects = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &objects};
    vkGetPhysicalDeviceFeatures2(physical, &features);
    float priority = 1;
    VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .pNext = &features,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queues,
                                 .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = &extension};
    if (!count || vkCreateDevice(physical, &create, &callbacks, &device) != VK_SUCCESS)
        return false;
    vkGetDeviceQueue(device, 0, 0, &queue);
    return true;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!make_device())
        return 2;
    struct list list = {calloc((size_t)argc, sizeof *list.shaders), 0, 0};
    bool times = argc > 1 && !strcmp(argv[1], "--times");
    for (int i = 1 + times; i < argc; i++) {
        list.shaders[list.count] = (struct shader){0};
        list.count += load(&list.shaders[list.count], argv[i]);
    }
    struct memory memory = make_memory();
    for (uint32_t i = 0; times && i < list.count; i++)
        print_times(&list.shaders[i], &memory);
    if (times)
        return 0;
    make_by_threads(&list);
    int different = 0;
    for (uint32_t i = 0; i < list.count; i++)
        different += !leave_same_memory(&list.shaders[i], &memory);
    printf("%u shader objects beside pipelines: %d different\n", list.count, different);
    uint32_t unmade = 0;
    for (uint32_t i = 0; i < list.count; i++)
        unmade += !make_from_broken_caches(&list.shaders[i]);
    printf("%u shaders from broken caches: %u not made\n", list.count, unmade);
    for (uint32_t i = 0; i < list.count; i++)
        make_without_memory(&list.shaders[i]);
    bool lost = !list.count || is_lost_or_whole(&list.shaders[0], &memory);
    vkDestroyDevice(device, &callbacks);
    return different || unmade || !lost;
}
