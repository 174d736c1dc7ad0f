/* Compute shaders of lavapipe through spirv-mmra: SPIR-V becomes LLVM IR for the host (smmra_translate), the driver's
 * LLVM compiles that in process, and the driver's threads run it. What the library refuses goes the driver's own way,
 * with a message and a count (LVP_SMMRA=log prints them when the device goes; LVP_SMMRA=off takes the driver as it
 * was).
 *
 * All functions may be called by several threads at once, also for one kernel. */
#ifndef LVP_SMMRA_H
#define LVP_SMMRA_H

#include <stdbool.h>
#include <stdint.h>

#include "vulkan/vulkan_core.h"

struct lvp_device;
struct lvp_pipeline_layout;
struct lvp_shader;
struct lvp_smmra_device;
struct lvp_smmra_kernel;
struct pipe_constant_buffer;
struct pipe_context;
struct pipe_grid_info;

/* Each device has one: options of the environment, counts, stacks. NULL: turned off, or no memory. */
struct lvp_smmra_device *lvp_smmra_device_create(struct lvp_device *driver, uint32_t subgroup_size);
void lvp_smmra_device_destroy(struct lvp_smmra_device *device);

/* The kernel of a compute stage, for which the driver has made `shader` so far. The layout lives as long as the kernel.
 * NULL: the driver compiles the stage itself. */
struct lvp_smmra_kernel *lvp_smmra_kernel_create(struct lvp_smmra_device *device, const struct lvp_shader *shader,
                                                 const struct lvp_pipeline_layout *layout,
                                                 const VkPipelineShaderStageCreateInfo *stage,
                                                 const void *pipeline_next, bool dispatch_base);
void lvp_smmra_kernel_destroy(struct lvp_smmra_kernel *kernel);

/* Runs all workgroups, and returns when they have ended. `sets` are the MAX_SETS that the context has. */
void lvp_smmra_dispatch(struct lvp_smmra_kernel *kernel, struct pipe_context *context,
                        const struct pipe_grid_info *info, const struct pipe_constant_buffer *sets,
                        const uint8_t *push_constants);

#endif
