/* Structures that older headers of Vulkan lack: VkBindDescriptorSetsInfo, VkPushConstantsInfo, VkPushDescriptorSetInfo
 * and VkPushDescriptorSetWithTemplateInfo, as the registry has them. */
#include <vulkan/vulkan.h>

struct later_sets {
    VkStructureType type;
    const void *next;
    VkShaderStageFlags stages;
    VkPipelineLayout layout;
    uint32_t first, count;
    const VkDescriptorSet *sets;
    uint32_t offset_count;
    const uint32_t *offsets;
};
struct later_constants {
    VkStructureType type;
    const void *next;
    VkPipelineLayout layout;
    VkShaderStageFlags stages;
    uint32_t offset, size;
    const void *values;
};
struct later_push {
    VkStructureType type;
    const void *next;
    VkShaderStageFlags stages;
    VkPipelineLayout layout;
    uint32_t set, count;
    const VkWriteDescriptorSet *writes;
};
struct later_template {
    VkStructureType type;
    const void *next;
    VkDescriptorUpdateTemplate by;
    VkPipelineLayout layout;
    uint32_t set;
    const void *data;
};
/* VK_STRUCTURE_TYPE_BIND_DESCRIPTOR_SETS_INFO and so on */
#define LATER_SETS      ((VkStructureType)1000545003)
#define LATER_CONSTANTS ((VkStructureType)1000545004)
#define LATER_PUSH      ((VkStructureType)1000545005)
#define LATER_TEMPLATE  ((VkStructureType)1000545006)
