/* Structures that the layer reads and the oldest headers of Vulkan lack, as the registry has them. */
#ifndef LAYER_RECORD_LATER_H
#define LAYER_RECORD_LATER_H

#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

/* VkBindDescriptorSetsInfo, VkPushConstantsInfo, VkPushDescriptorSetInfo, VkPushDescriptorSetWithTemplateInfo */
struct record_sets_info {
    VkStructureType type;
    const void *next;
    VkShaderStageFlags stages;
    VkPipelineLayout layout;
    uint32_t first, count;
    const VkDescriptorSet *sets;
    uint32_t offset_count;
    const uint32_t *offsets;
};
struct record_constants_info {
    VkStructureType type;
    const void *next;
    VkPipelineLayout layout;
    VkShaderStageFlags stages;
    uint32_t offset, size;
    const void *values;
};
struct record_push_info {
    VkStructureType type;
    const void *next;
    VkShaderStageFlags stages;
    VkPipelineLayout layout;
    uint32_t set, count;
    const VkWriteDescriptorSet *writes;
};
struct record_push_template_info {
    VkStructureType type;
    const void *next;
    VkDescriptorUpdateTemplate by;
    VkPipelineLayout layout;
    uint32_t set;
    const void *data;
};

#ifdef VK_VERSION_1_4
#define RECORD_SAME(own, member, structure, its)                                                                       \
    _Static_assert(offsetof(struct own, member) == offsetof(structure, its) &&                                         \
                       sizeof(struct own) == sizeof(structure),                                                        \
                   "as the headers have it")
RECORD_SAME(record_sets_info, stages, VkBindDescriptorSetsInfo, stageFlags);
RECORD_SAME(record_sets_info, layout, VkBindDescriptorSetsInfo, layout);
RECORD_SAME(record_sets_info, first, VkBindDescriptorSetsInfo, firstSet);
RECORD_SAME(record_sets_info, sets, VkBindDescriptorSetsInfo, pDescriptorSets);
RECORD_SAME(record_sets_info, offsets, VkBindDescriptorSetsInfo, pDynamicOffsets);
RECORD_SAME(record_constants_info, layout, VkPushConstantsInfo, layout);
RECORD_SAME(record_constants_info, stages, VkPushConstantsInfo, stageFlags);
RECORD_SAME(record_constants_info, offset, VkPushConstantsInfo, offset);
RECORD_SAME(record_constants_info, values, VkPushConstantsInfo, pValues);
RECORD_SAME(record_push_info, layout, VkPushDescriptorSetInfo, layout);
RECORD_SAME(record_push_info, set, VkPushDescriptorSetInfo, set);
RECORD_SAME(record_push_info, writes, VkPushDescriptorSetInfo, pDescriptorWrites);
RECORD_SAME(record_push_template_info, by, VkPushDescriptorSetWithTemplateInfo, descriptorUpdateTemplate);
RECORD_SAME(record_push_template_info, layout, VkPushDescriptorSetWithTemplateInfo, layout);
RECORD_SAME(record_push_template_info, set, VkPushDescriptorSetWithTemplateInfo, set);
RECORD_SAME(record_push_template_info, data, VkPushDescriptorSetWithTemplateInfo, pData);
#endif

#endif
