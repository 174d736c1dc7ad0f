/* Recording of dispatches: the layer receives what the application makes and binds, and has the device copy what a
 * dispatch reads before it runs. docs/evidence/recorded-folder.md says what is written. */
#ifndef LAYER_RECORD_H
#define LAYER_RECORD_H

#include <stdbool.h>
#include <vulkan/vulkan.h>

/* Whether SMMRA_RECORD_DIR names a folder. Without it nothing of this is called. */
bool record_is_on(void);

/* A device that was made, and where the next functions are. */
struct record_parent {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    PFN_vkGetInstanceProcAddr get_instance_function;
    PFN_vkGetDeviceProcAddr get_device_function;
    const VkDeviceCreateInfo *info;
};
void record_begin_device(VkDevice device, const struct record_parent *parent);
/* Before the device is destroyed. */
void record_end_device(VkDevice device);

/* The recorder's own function of this name; NULL: it has none. */
PFN_vkVoidFunction record_function(const char *name);

void record_pipeline(VkDevice device, const VkComputePipelineCreateInfo *info, VkPipeline pipeline);

#endif
