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
struct pipe_grid_info;
struct lvp_smmra_device;
struct lvp_smmra_kernel;

/* Each device has one: options of the environment, counts, stacks. NULL: turned off, or no memory. */
struct lvp_smmra_device *lvp_smmra_device_create(struct lvp_device *driver, uint32_t subgroup_size);
void lvp_smmra_device_destroy(struct lvp_smmra_device *device);

/* How a stage is to be compiled. `local_size` is what Vulkan made of it (LocalSize, LocalSizeId). */
struct lvp_smmra_request {
    const VkPipelineShaderStageCreateInfo *stage;
    const struct lvp_pipeline_layout *layout; /* lives as long as the kernel */
    uint32_t local_size[3];
    bool robust;        /* accesses beyond a buffer's end are defined */
    bool dispatch_base; /* VK_PIPELINE_CREATE_DISPATCH_BASE_BIT */
};

/* The kernel of a compute stage; NULL: the driver compiles it itself. */
struct lvp_smmra_kernel *lvp_smmra_kernel_create(struct lvp_smmra_device *device,
                                                 const struct lvp_smmra_request *request);
void lvp_smmra_kernel_destroy(struct lvp_smmra_kernel *kernel);

/* A dispatch finds its arguments here: the memory of descriptor sets, as lavapipe lays it out. */
struct lvp_smmra_arguments {
    const void *const *sets; /* by number; NULL: not bound */
    uint32_t set_count;
    uint32_t constant_stride;   /* bytes of an element of a uniform buffer's descriptor */
    const void *push_constants; /* aligned to 16 bytes */
    uint32_t base[3], grid[3];  /* in workgroups */
};

/* Runs all workgroups, and returns when they have ended. */
struct lp_cs_tpool;
void lvp_smmra_dispatch(struct lvp_smmra_kernel *kernel, struct lp_cs_tpool *threads,
                        const struct lvp_smmra_arguments *arguments);

#endif
