/* What the layer keeps of shader modules, and what it does with a compute pipeline's stage. Knows nothing of how calls
 * reach it. Thread-safe. */
#ifndef LAYER_SHADERS_H
#define LAYER_SHADERS_H

#include <vulkan/vulkan.h>

/* Keeps a copy of the words until forgotten. Without memory, nothing is kept. */
void shaders_remember(VkDevice device, VkShaderModule module, const VkShaderModuleCreateInfo *info);
void shaders_forget(VkDevice device, VkShaderModule module);
void shaders_forget_all(VkDevice device);

/* Translates the stage of a pipeline and writes pipeline-N.ll and pipeline-N.txt to the directory that SMMRA_LAYER_DIR
 * names; N counts the pipelines of the process. Does nothing without that variable. */
void shaders_translate(VkDevice device, const VkComputePipelineCreateInfo *info);

#endif
