/* pipeline SHADER.spv: creates the compute pipeline of a shader's first entry point on the first Vulkan device, and
 * runs nothing. A driver that prints its machine code then does so: Mesa's RADV, without a GPU, with RADV_FORCE_FAMILY
 * and RADV_DEBUG=shaders,nocache. Which descriptors the shader has comes from its translation. Exit status: 0 created,
 * 1 not, 2 wrong usage, 77 no device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "translator/spirv_mmra.h"

enum { MAX_WORDS = 1 << 20, MAX_SETS = 16, MAX_BINDINGS = 256, UNBOUNDED_DESCRIPTORS = 1024, STATUS_NO_DEVICE = 77 };

static const VkDescriptorType descriptor_types[] = {
    [SMMRA_RESOURCE_STORAGE_BUFFER] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
    [SMMRA_RESOURCE_UNIFORM_BUFFER] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
    [SMMRA_RESOURCE_STORAGE_IMAGE] = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
    [SMMRA_RESOURCE_SAMPLED_IMAGE] = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
    [SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER] = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
    [SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER] = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
    [SMMRA_RESOURCE_SAMPLER] = VK_DESCRIPTOR_TYPE_SAMPLER,
    [SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
};

/* What the pipeline's layout is made of. */
struct interface {
    VkDescriptorSetLayoutBinding bindings[MAX_SETS][MAX_BINDINGS];
    uint32_t binding_counts[MAX_SETS], set_count, push_bytes;
};

static bool add_resource(struct interface *interface, const smmra_resource *resource) {
    if (resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS) {
        interface->push_bytes = (uint32_t)(resource->byte_size + 3) / 4 * 4;
        return true;
    }
    VkDescriptorType type = resource->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                                              : descriptor_types[resource->kind];
    if (resource->kind == SMMRA_RESOURCE_SIZE)
        return true; /* it belongs to a buffer that is a resource too */
    if (resource->set >= MAX_SETS || interface->binding_counts[resource->set] == MAX_BINDINGS)
        return false;
    interface->bindings[resource->set][interface->binding_counts[resource->set]++] = (VkDescriptorSetLayoutBinding){
        .binding = resource->binding,
        .descriptorType = type,
        .descriptorCount = resource->descriptor_count ? resource->descriptor_count : UNBOUNDED_DESCRIPTORS,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    if (interface->set_count <= resource->set)
        interface->set_count = resource->set + 1;
    return true;
}

/* The interface of the kernel that is called `entry`. */
static bool reflect(const uint32_t *words, size_t count, const char *entry, struct interface *interface) {
    smmra_options options = {.size = sizeof options, .flags = SMMRA_FLAG_NO_CHECK};
    smmra_translation *translation;
    if (smmra_translate(words, count, &options, &translation) != SMMRA_SUCCESS)
        return false;
    size_t resource_count;
    bool fits = true;
    const smmra_resource *const *resources = smmra_translation_resources(translation, &resource_count);
    for (size_t i = 0; i < resource_count; i++)
        if (strcmp(resources[i]->kernel, entry) == 0)
            fits &= add_resource(interface, resources[i]);
    smmra_translation_destroy(translation);
    return fits;
}

/* The name of the module's first entry point, or NULL. (SPIR-V, "OpEntryPoint": the name is its third operand.) */
static const char *first_entry(const uint32_t *words, size_t count) {
    enum { HEADER_WORDS = 5, OP_ENTRY_POINT = 15 };
    for (size_t i = HEADER_WORDS; i < count && words[i] >> 16; i += words[i] >> 16)
        if ((words[i] & 0xffff) == OP_ENTRY_POINT)
            return (const char *)&words[i + 3];
    return NULL;
}

/* A device with all its features, but for robustness, which would change the code. */
static VkDevice open_device(void) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t count = 1;
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS ||
        vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || count == 0)
        return VK_NULL_HANDLE;
    VkPhysicalDeviceVulkan13Features features13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features features12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                   .pNext = &features13};
    VkPhysicalDeviceVulkan11Features features11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                                   .pNext = &features12};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features11};
    vkGetPhysicalDeviceFeatures2(physical, &features);
    features.features.robustBufferAccess = VK_FALSE;
    features13.robustImageAccess = VK_FALSE;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .pNext = &features,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue};
    return vkCreateDevice(physical, &create, NULL, &device) == VK_SUCCESS ? device : VK_NULL_HANDLE;
}

static bool create_pipeline(VkDevice device, const uint32_t *words, size_t count, const char *entry,
                            const struct interface *interface) {
    VkDescriptorSetLayout sets[MAX_SETS];
    for (uint32_t i = 0; i < interface->set_count; i++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = interface->binding_counts[i],
                                                .pBindings = interface->bindings[i]};
        if (vkCreateDescriptorSetLayout(device, &info, NULL, &sets[i]) != VK_SUCCESS)
            return false;
    }
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, interface->push_bytes};
    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = interface->set_count,
                                              .pSetLayouts = sets,
                                              .pushConstantRangeCount = interface->push_bytes != 0,
                                              .pPushConstantRanges = &range};
    VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * 4, .pCode = words};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = entry}};
    VkPipeline pipeline;
    return vkCreatePipelineLayout(device, &layout_info, NULL, &info.layout) == VK_SUCCESS &&
           vkCreateShaderModule(device, &module_info, NULL, &info.stage.module) == VK_SUCCESS &&
           vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline) == VK_SUCCESS;
}

int main(int argc, char **argv) {
    static uint32_t words[MAX_WORDS];
    static struct interface interface;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fputs("usage: pipeline SHADER.spv\n", stderr);
        return 2;
    }
    size_t count = fread(words, sizeof *words, MAX_WORDS, file);
    fclose(file);
    const char *entry = first_entry(words, count);
    if (!entry || !reflect(words, count, entry, &interface)) {
        fprintf(stderr, "pipeline: %s has no entry point whose interface is known\n", argv[1]);
        return 1;
    }
    VkDevice device = open_device();
    if (!device) {
        fputs("pipeline: no Vulkan device\n", stderr);
        return STATUS_NO_DEVICE;
    }
    if (create_pipeline(device, words, count, entry, &interface))
        return 0;
    fprintf(stderr, "pipeline: %s: the driver makes no pipeline of it\n", argv[1]);
    return 1;
}
