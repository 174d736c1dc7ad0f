/* The layer keeps this of shader modules, and does this with a stage of a pipeline. Nothing here knows how calls reach
 * the layer. All of it is thread-safe. */
#ifndef LAYER_SHADERS_H
#define LAYER_SHADERS_H

#include <stdbool.h>
#include <vulkan/vulkan.h>

/* Keeps a copy of the words until forgotten. Without memory, nothing is kept. */
void shaders_remember(VkDevice device, VkShaderModule module, const VkShaderModuleCreateInfo *info);
void shaders_forget(VkDevice device, VkShaderModule module);
void shaders_forget_all(VkDevice device);

/* The words of a stage: of its module, or of the create info that stands in its place; NULL: they are not known. */
const uint32_t *shaders_words(VkDevice device, const VkPipelineShaderStageCreateInfo *stage, size_t *count);

/* Translates the stage of a pipeline and writes pipeline-PROCESS-N.ll and pipeline-PROCESS-N.txt, the IR and what is to
 * be said about it, to the directory that SMMRA_LAYER_DIR names. Files that are there stay as they are. What cannot be
 * written is reported on standard error, and the first reason only: the application goes on either way, and no half a
 * file is left. */
void shaders_translate(VkDevice device, const VkPipelineShaderStageCreateInfo *stage, bool dispatch_base);
#ifdef VK_EXT_shader_object
/* The same of a shader object. */
void shaders_translate_object(const VkShaderCreateInfoEXT *info);
#endif

#endif
