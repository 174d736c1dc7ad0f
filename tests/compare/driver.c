/* The Vulkan driver's half: one device for a process, and one pipeline, dispatch and read-back for each
 * shader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include "compare/compare.h"

enum { MOST_SETS = 8 };
static const uint64_t patience_in_nanoseconds = UINT64_C(20000000000);

struct driver {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    uint32_t memory_type, subgroup_size;
    VkSubgroupFeatureFlags subgroup_operations;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features features11;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float;
    bool has_atomic_float;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
};

/* ---- opening ---- */

static bool choose_memory(struct driver *driver) {
    VkPhysicalDeviceMemoryProperties memory;
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    vkGetPhysicalDeviceMemoryProperties(driver->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if ((memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            driver->memory_type = i;
            return true;
        }
    return false;
}

static bool has_extension(VkPhysicalDevice physical, const char *name) {
    uint32_t count = 0;
    bool found = false;
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *extensions = calloc(count + 1, sizeof *extensions);
    if (extensions && vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions) == VK_SUCCESS)
        for (uint32_t i = 0; i < count; i++)
            found |= strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

static void ask_features(struct driver *driver) {
    driver->atomic_float.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
    driver->features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    driver->features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    driver->features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    driver->features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    driver->features.pNext = &driver->features11;
    driver->features11.pNext = &driver->features12;
    driver->features12.pNext = &driver->features13;
    driver->has_atomic_float = has_extension(driver->physical, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME);
    if (driver->has_atomic_float)
        driver->features13.pNext = &driver->atomic_float;
    vkGetPhysicalDeviceFeatures2(driver->physical, &driver->features);
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType =
                                                       VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &subgroup};
    vkGetPhysicalDeviceProperties2(driver->physical, &properties);
    driver->subgroup_size = subgroup.subgroupSize;
    driver->subgroup_operations = subgroup.supportedOperations;
    memcpy(driver->name, properties.properties.deviceName, sizeof driver->name);
}

/* The first device with Vulkan 1.3; VK_ICD_FILENAMES in the environment chooses among drivers. */
static bool choose_device(struct driver *driver) {
    VkPhysicalDevice devices[8];
    uint32_t count = sizeof devices / sizeof *devices;
    VkResult result = vkEnumeratePhysicalDevices(driver->instance, &count, devices);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (properties.apiVersion < VK_API_VERSION_1_3)
            continue;
        driver->physical = devices[i];
        return true;
    }
    return false;
}

static bool create_device(struct driver *driver) {
    uint32_t family_count = 0, family = 0;
    VkQueueFamilyProperties families[8];
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, NULL);
    family_count = family_count < 8 ? family_count : 8;
    vkGetPhysicalDeviceQueueFamilyProperties(driver->physical, &family_count, families);
    while (family < family_count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        family++;
    if (family == family_count)
        return false;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    const char *extension = VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME;
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &driver->features,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = driver->has_atomic_float,
                               .ppEnabledExtensionNames = &extension};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = family};
    if (vkCreateDevice(driver->physical, &info, NULL, &driver->device) != VK_SUCCESS)
        return false;
    vkGetDeviceQueue(driver->device, family, 0, &driver->queue);
    return vkCreateCommandPool(driver->device, &pool, NULL, &driver->pool) == VK_SUCCESS;
}

struct driver *driver_open(char *message) {
    static struct driver driver;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application};
    if (vkCreateInstance(&info, NULL, &driver.instance) != VK_SUCCESS) {
        snprintf(message, MESSAGE_SIZE, "no Vulkan driver is installed");
        return NULL;
    }
    if (!choose_device(&driver)) {
        snprintf(message, MESSAGE_SIZE, "no Vulkan driver has a device with Vulkan 1.3");
        return NULL;
    }
    ask_features(&driver);
    if (!create_device(&driver) || !choose_memory(&driver)) {
        snprintf(message, MESSAGE_SIZE, "the Vulkan device cannot be opened");
        return NULL;
    }
    return &driver;
}

uint32_t driver_subgroup_size(const struct driver *driver) {
    return driver->subgroup_size;
}

const char *driver_name(const struct driver *driver) {
    return driver->name;
}

/* ---- what it has ---- */

const char *driver_lacks(const struct driver *driver, const struct spirv_module *module) {
    const VkPhysicalDeviceFeatures *core = &driver->features.features;
    const VkPhysicalDeviceVulkan11Features *f11 = &driver->features11;
    const VkPhysicalDeviceVulkan12Features *f12 = &driver->features12;
    const struct {
        uint32_t capability;
        VkBool32 there;
    } rows[] = {
        {SpvCapabilityFloat16, f12->shaderFloat16},
        {SpvCapabilityFloat64, core->shaderFloat64},
        {SpvCapabilityInt8, f12->shaderInt8},
        {SpvCapabilityInt16, core->shaderInt16},
        {SpvCapabilityInt64, core->shaderInt64},
        {SpvCapabilityInt64Atomics, f12->shaderBufferInt64Atomics},
        {SpvCapabilityStorageBuffer16BitAccess, f11->storageBuffer16BitAccess},
        {SpvCapabilityUniformAndStorageBuffer16BitAccess, f11->uniformAndStorageBuffer16BitAccess},
        {SpvCapabilityStoragePushConstant16, f11->storagePushConstant16},
        {SpvCapabilityStorageBuffer8BitAccess, f12->storageBuffer8BitAccess},
        {SpvCapabilityUniformAndStorageBuffer8BitAccess, f12->uniformAndStorageBuffer8BitAccess},
        {SpvCapabilityStoragePushConstant8, f12->storagePushConstant8},
        {SpvCapabilityPhysicalStorageBufferAddresses, f12->bufferDeviceAddress},
        {SpvCapabilityVulkanMemoryModel, f12->vulkanMemoryModel},
        {SpvCapabilityVulkanMemoryModelDeviceScope, f12->vulkanMemoryModelDeviceScope},
        {SpvCapabilityVariablePointers, f11->variablePointers},
        {SpvCapabilityVariablePointersStorageBuffer, f11->variablePointersStorageBuffer},
        {SpvCapabilityRuntimeDescriptorArray, f12->runtimeDescriptorArray},
        {SpvCapabilityShaderNonUniform, f12->shaderStorageBufferArrayNonUniformIndexing},
        {SpvCapabilityStorageBufferArrayDynamicIndexing, core->shaderStorageBufferArrayDynamicIndexing},
        {SpvCapabilityUniformBufferArrayDynamicIndexing, core->shaderUniformBufferArrayDynamicIndexing},
        {SpvCapabilityAtomicFloat32AddEXT,
         driver->has_atomic_float && driver->atomic_float.shaderBufferFloat32AtomicAdd},
        {SpvCapabilityAtomicFloat64AddEXT,
         driver->has_atomic_float && driver->atomic_float.shaderBufferFloat64AtomicAdd},
        {SpvCapabilityAtomicFloat16AddEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat32MinMaxEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat64MinMaxEXT, VK_FALSE},
        {SpvCapabilityAtomicFloat16MinMaxEXT, VK_FALSE},
        {SpvCapabilityWorkgroupMemoryExplicitLayoutKHR, VK_FALSE},
        {SpvCapabilityGroupNonUniformClustered, driver->subgroup_operations & VK_SUBGROUP_FEATURE_CLUSTERED_BIT},
        {SpvCapabilityGroupNonUniformQuad, driver->subgroup_operations & VK_SUBGROUP_FEATURE_QUAD_BIT},
        {SpvCapabilityGroupNonUniformShuffle, driver->subgroup_operations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
        {SpvCapabilityGroupNonUniformShuffleRelative,
         driver->subgroup_operations & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT},
        {SpvCapabilityGroupNonUniformArithmetic, driver->subgroup_operations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT},
        {SpvCapabilityDotProduct, driver->features13.shaderIntegerDotProduct},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!rows[i].there && spirv_has_capability(module, (SpvCapability)rows[i].capability))
            return spirv_capability_name(rows[i].capability);
    return NULL;
}

/* ---- buffers ---- */

struct device_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *mapped;
};

/* What one shader's run makes, destroyed after it. */
struct run {
    struct driver *driver;
    struct shader *shader;
    struct device_buffer buffers[MOST_BUFFERS];
    VkDescriptorSetLayout layouts[MOST_SETS];
    VkDescriptorSet sets[MOST_SETS];
    uint32_t set_count;
    VkDescriptorPool descriptors;
    VkPipelineLayout pipeline_layout;
    VkShaderModule module;
    VkPipeline pipeline;
    VkCommandBuffer commands;
    VkFence fence;
};

static bool make_buffer(struct run *run, uint32_t index) {
    VkDevice device = run->driver->device;
    struct buffer *buffer = &run->shader->buffers[index];
    struct device_buffer *made = &run->buffers[index];
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = buffer->size,
                               .usage =
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT};
    if (buffer->kind == BUFFER_POINTED_TO)
        info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    VkMemoryRequirements needs;
    if (vkCreateBuffer(device, &info, NULL, &made->buffer) != VK_SUCCESS)
        return false;
    vkGetBufferMemoryRequirements(device, made->buffer, &needs);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &flags,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = run->driver->memory_type};
    void *mapped;
    if (vkAllocateMemory(device, &allocation, NULL, &made->memory) != VK_SUCCESS ||
        vkBindBufferMemory(device, made->buffer, made->memory, 0) != VK_SUCCESS ||
        vkMapMemory(device, made->memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS)
        return false;
    made->mapped = mapped;
    memcpy(mapped, buffer->initial, buffer->size);
    VkBufferDeviceAddressInfo address = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                         .buffer = made->buffer};
    if (buffer->kind == BUFFER_POINTED_TO)
        buffer->driver_address = vkGetBufferDeviceAddress(device, &address);
    return true;
}

static void set_pointers(struct run *run) {
    for (uint32_t i = 0; i < run->shader->pointer_count; i++) {
        const struct pointer_field *field = &run->shader->pointers[i];
        memcpy(run->buffers[field->buffer].mapped + field->offset,
               &run->shader->buffers[field->target].driver_address, 8);
    }
}

/* ---- descriptors ---- */

static bool is_descriptor(const struct buffer *buffer) {
    return buffer->kind == BUFFER_STORAGE || buffer->kind == BUFFER_UNIFORM;
}

static VkDescriptorType descriptor_type(const struct buffer *buffer) {
    return buffer->kind == BUFFER_UNIFORM ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                          : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static bool make_layout(struct run *run, uint32_t set) {
    VkDescriptorSetLayoutBinding bindings[MOST_BUFFERS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const struct buffer *buffer = &run->shader->buffers[i];
        if (is_descriptor(buffer) && buffer->set == set && buffer->element == 0)
            bindings[count++] = (VkDescriptorSetLayoutBinding){.binding = buffer->binding,
                                                               .descriptorType = descriptor_type(buffer),
                                                               .descriptorCount = buffer->descriptor_count,
                                                               .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = count,
                                            .pBindings = bindings};
    return vkCreateDescriptorSetLayout(run->driver->device, &info, NULL, &run->layouts[set]) == VK_SUCCESS;
}

static void write_descriptors(struct run *run) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const struct buffer *buffer = &run->shader->buffers[i];
        if (!is_descriptor(buffer))
            continue;
        VkDescriptorBufferInfo info = {run->buffers[i].buffer, 0, buffer->size};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = run->sets[buffer->set],
                                      .dstBinding = buffer->binding,
                                      .dstArrayElement = buffer->element,
                                      .descriptorCount = 1,
                                      .descriptorType = descriptor_type(buffer),
                                      .pBufferInfo = &info};
        vkUpdateDescriptorSets(run->driver->device, 1, &write, 0, NULL);
    }
}

static bool make_descriptors(struct run *run) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        if (is_descriptor(&run->shader->buffers[i]) && run->shader->buffers[i].set >= run->set_count)
            run->set_count = run->shader->buffers[i].set + 1;
    if (run->set_count > MOST_SETS)
        return false;
    for (uint32_t set = 0; set < run->set_count; set++)
        if (!make_layout(run, set))
            return false;
    if (run->set_count == 0)
        return true;
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST_BUFFERS},
                                    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, MOST_BUFFERS}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = MOST_SETS,
                                       .poolSizeCount = sizeof sizes / sizeof *sizes,
                                       .pPoolSizes = sizes};
    if (vkCreateDescriptorPool(run->driver->device, &pool, NULL, &run->descriptors) != VK_SUCCESS)
        return false;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = run->descriptors,
                                        .descriptorSetCount = run->set_count,
                                        .pSetLayouts = run->layouts};
    if (vkAllocateDescriptorSets(run->driver->device, &info, run->sets) != VK_SUCCESS)
        return false;
    write_descriptors(run);
    return true;
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
    for (uint32_t i = 1; i <= module->definition_count; i++) {
        const struct spirv_decoration *decoration =
            module->constants[i] ? spirv_find_decoration(module, module->definitions[i].id, SPIRV_NO_MEMBER,
                                                         SpvDecorationSpecId)
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
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 push ? (uint32_t)(push->size + 3) / 4 * 4 : 0};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = run->set_count,
                                         .pSetLayouts = run->layouts,
                                         .pushConstantRangeCount = push != NULL,
                                         .pPushConstantRanges = &range};
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = shader->word_count * 4,
                                       .pCode = shader->words};
    VkSpecializationMapEntry entries[MOST_SPECIALIZATIONS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < settings->specialization_count; i++) {
        size_t size = specialization_size(&shader->module, settings->specializations[i].spec_id);
        uint32_t offset = (uint32_t)(i * sizeof(smmra_specialization) + offsetof(smmra_specialization, bits));
        if (size)
            entries[count++] = (VkSpecializationMapEntry){settings->specializations[i].spec_id, offset, size};
    }
    VkSpecializationInfo specialization = {count, entries, sizeof settings->specializations,
                                           settings->specializations};
    if (vkCreatePipelineLayout(run->driver->device, &layout, NULL, &run->pipeline_layout) != VK_SUCCESS ||
        vkCreateShaderModule(run->driver->device, &module, NULL, &run->module) != VK_SUCCESS)
        return false;
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = run->module,
                  .pName = shader->entry,
                  .pSpecializationInfo = &specialization},
        .layout = run->pipeline_layout};
    return vkCreateComputePipelines(run->driver->device, VK_NULL_HANDLE, 1, &info, NULL, &run->pipeline) ==
           VK_SUCCESS;
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
    vkCmdBindPipeline(run->commands, VK_PIPELINE_BIND_POINT_COMPUTE, run->pipeline);
    if (run->set_count)
        vkCmdBindDescriptorSets(run->commands, VK_PIPELINE_BIND_POINT_COMPUTE, run->pipeline_layout, 0,
                                run->set_count, run->sets, 0, NULL);
    if (push) {
        uint8_t bytes[256] = {0};
        if (push->size > sizeof bytes)
            return false;
        memcpy(bytes, run->buffers[push - shader->buffers].mapped, push->size);
        vkCmdPushConstants(run->commands, run->pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           (uint32_t)(push->size + 3) / 4 * 4, bytes);
    }
    vkCmdDispatch(run->commands, shader->groups[0], shader->groups[1], shader->groups[2]);
    return vkEndCommandBuffer(run->commands) == VK_SUCCESS;
}

static bool submit(struct run *run) {
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &run->commands};
    return vkCreateFence(run->driver->device, &fence, NULL, &run->fence) == VK_SUCCESS &&
           vkQueueSubmit(run->driver->queue, 1, &info, run->fence) == VK_SUCCESS &&
           vkWaitForFences(run->driver->device, 1, &run->fence, VK_TRUE, patience_in_nanoseconds) ==
               VK_SUCCESS;
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
    for (uint32_t i = 0; i < MOST_SETS; i++)
        vkDestroyDescriptorSetLayout(device, run->layouts[i], NULL);
    for (uint32_t i = 0; i < MOST_BUFFERS; i++) {
        vkDestroyBuffer(device, run->buffers[i].buffer, NULL);
        vkFreeMemory(device, run->buffers[i].memory, NULL);
    }
}

static const char *run_steps(struct run *run, const struct settings *settings) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        if (!make_buffer(run, i))
            return "the driver cannot make a buffer";
    set_pointers(run);
    if (!make_descriptors(run))
        return "the driver cannot make the descriptors";
    if (!make_pipeline(run, settings))
        return "the driver cannot make a pipeline of the shader";
    if (!record(run) || !submit(run))
        return "the driver cannot run the shader, or it does not end";
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        memcpy(run->shader->buffers[i].driver, run->buffers[i].mapped, run->shader->buffers[i].size);
    return NULL;
}

bool driver_run(struct driver *driver, struct shader *shader, const struct settings *settings,
                char *message) {
    struct run run = {.driver = driver, .shader = shader};
    const char *fault = run_steps(&run, settings);
    clean_up(&run);
    if (fault)
        snprintf(message, MESSAGE_SIZE, "%s", fault);
    return !fault;
}
