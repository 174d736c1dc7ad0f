/* Vulkan 1.4 as the layer has it, and the types of its structures, which older headers lack (record_later.h). */
#include "../../../samples/embed/layer/record_later.h"

/* VK_STRUCTURE_TYPE_BIND_DESCRIPTOR_SETS_INFO and so on */
#define LATER_SETS      ((VkStructureType)1000545003)
#define LATER_CONSTANTS ((VkStructureType)1000545004)
#define LATER_PUSH      ((VkStructureType)1000545005)
#define LATER_TEMPLATE  ((VkStructureType)1000545006)
