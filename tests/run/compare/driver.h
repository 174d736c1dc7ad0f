/* What the files of the Vulkan driver's half share: driver.c opens the device, driver_run.c runs a shader,
 * driver_descriptors.c and driver_images.c make its resources. */
#ifndef TESTS_COMPARE_DRIVER_H
#define TESTS_COMPARE_DRIVER_H

#include <vulkan/vulkan.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "host/rays.h"

enum {
    MAX_SETS = 8,
    MAX_EXTENSIONS = 32,
    MAX_MODULES = 3,
    MAX_STRUCTURES = 3,
    MAX_TRACED_BUFFERS = 32,
    MAX_INSTANCES = 8
};

/* Extensions that only some shaders need (driver_features.c). */
enum later {
    LATER_ATOMIC_FLOAT,
    LATER_ATOMIC_FLOAT2,
    LATER_IMAGE_ATOMIC_INT64,
    LATER_EXPLICIT_LAYOUT,
    LATER_DERIVATIVES,
    LATER_CLOCK,
    LATER_ROTATE,
    LATER_EXPECT,
    LATER_BFLOAT16,
    LATER_MATRIX,
    LATER_MATRIX2,
    LATER_UNTYPED,
    LATER_RECONVERGENCE,
    LATER_QUAD_CONTROL,
    LATER_REPLICATED,
    LATER_FLOAT_CONTROLS2,
    LATER_LONG_VECTOR,
    LATER_INTERLOCK,
    LATER_HEAP,
    LATER_MAINTENANCE5,
    LATER_COUNT
};

struct later_features {
    VkStructureType type;
    void *next;
    VkBool32 has[12]; /* in the order of the structure; false without the extension */
};

struct driver {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    uint32_t memory_type, subgroup_size, flushes;
    bool is_lavapipe;
    VkSubgroupFeatureFlags subgroup_operations;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features features11;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    struct later_features later[LATER_COUNT];
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback;
    VkPhysicalDeviceAccelerationStructureFeaturesKHR structures;
    VkPhysicalDeviceRayQueryFeaturesKHR queries;
    VkPhysicalDeviceMeshShaderFeaturesEXT meshes;
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR ray_pipelines;
    VkPhysicalDeviceRayTracingMaintenance1FeaturesKHR ray_maintenance;
    bool has_feedback, has_structures, has_queries, has_meshes, has_ray_pipelines, has_ray_maintenance;
    uint32_t handle_bytes, handle_alignment, table_alignment; /* of shader binding tables */
    PFN_vkCmdDrawMeshTasksEXT draw_meshes;
    const char *extensions[MAX_EXTENSIONS];
    uint32_t extension_count;
    PFN_vkCmdBindTransformFeedbackBuffersEXT bind_feedback;
    PFN_vkCmdBeginTransformFeedbackEXT begin_feedback;
    PFN_vkCmdEndTransformFeedbackEXT end_feedback;
    PFN_vkCreateAccelerationStructureKHR create_structure;
    PFN_vkDestroyAccelerationStructureKHR destroy_structure;
    PFN_vkGetAccelerationStructureBuildSizesKHR structure_sizes;
    PFN_vkGetAccelerationStructureDeviceAddressKHR structure_address;
    PFN_vkCmdBuildAccelerationStructuresKHR build_structures;
    PFN_vkCreateRayTracingPipelinesKHR create_ray_pipelines;
    PFN_vkGetRayTracingShaderGroupHandlesKHR group_handles;
    PFN_vkCmdTraceRaysKHR trace_rays;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
};

/* ---- one run ---- */

/* What the shader works on, or, of an image, what is copied to and from it. */
struct device_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *mapped;
};

/* What copies a multisampled image: to it, and from it. */
enum { SAMPLES_WRITE, SAMPLES_READ };

struct device_samples {
    struct device_buffer words;
    VkImageView view;
    VkDescriptorSetLayout layouts[2];
    VkDescriptorPool pools[2];
    VkDescriptorSet sets[2];
    VkPipelineLayout pipeline_layouts[2];
    VkShaderModule modules[2];
    VkPipeline pipelines[2];
};

struct device_image {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    VkBufferView buffer_view; /* of a texel buffer: it is the buffer itself */
    VkSampler sampler;        /* of a combined image sampler */
    struct device_samples samples;
};

/* What a draw needs besides. */
struct drawing {
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    struct device_buffer indirect;    /* several draws */
    VkShaderModule made[MAX_MODULES]; /* shaders of the comparer's own, before and after the one that is compared */
    uint32_t made_count;
    VkAttachmentDescription attachments[MAX_ATTACHMENTS];
    VkImageView views[MAX_ATTACHMENTS];
    uint32_t attachment_count, colour_count;
};

/* An acceleration structure, and how it is built. */
struct structure {
    VkAccelerationStructureKHR structure;
    VkAccelerationStructureGeometryKHR geometries[SCENE_MOST_GEOMETRIES];
    VkAccelerationStructureBuildRangeInfoKHR ranges[SCENE_MOST_GEOMETRIES];
    VkAccelerationStructureBuildGeometryInfoKHR build;
};

/* What rays go through: objects, and last the instances of them. */
struct traced {
    struct structure structures[MAX_STRUCTURES];
    struct device_buffer buffers[MAX_TRACED_BUFFERS];
    uint32_t buffer_count;
    VkStridedDeviceAddressRegionKHR tables[TABLES];
};

/* What one shader's run makes, destroyed after it. */
struct run {
    struct driver *driver;
    struct shader *shader;
    struct device_buffer buffers[MAX_BUFFERS];
    struct device_image images[MAX_BUFFERS];
    VkSampler samplers[MAX_SAMPLERS];
    VkDescriptorSetLayout layouts[MAX_SETS];
    VkDescriptorSet sets[MAX_SETS];
    uint32_t set_count;
    VkDescriptorPool descriptors;
    VkPipelineLayout pipeline_layout;
    VkShaderModule module;
    VkPipeline pipeline;
    struct drawing drawing;
    struct traced traced;
    uint64_t heap_used, heap_reserved; /* bytes of the resource heap; 0: there is none */
    VkCommandBuffer commands;
    VkFence fence;
};

/* driver.c: adds the extension if the device has it, with what the device says of its features. */
bool add_extension(struct driver *driver, const char *name, void *features);

/* driver_features.c */
void ask_later_features(struct driver *driver);

/* driver_run.c: memory of the device that the host sees, or NULL; a buffer in such memory, mapped. */
VkDeviceMemory allocate_memory(const struct driver *driver, VkMemoryRequirements needs);
bool make_device_buffer(struct run *run, struct device_buffer *made, uint64_t size, VkBufferUsageFlags usage);

/* driver_draw.c: the same as for a kernel. */
bool make_graphics_pipeline(struct run *run, const VkSpecializationInfo *specialization);
void record_draw(struct run *run);
void clean_up_drawing(struct run *run);

/* driver_scene.c: acceleration structures of host/rays.h's scene; false: the device has none. */
bool make_scene(struct run *run);
VkAccelerationStructureKHR scene_structure(const struct run *run);
VkDeviceAddress scene_address(const struct run *run);
void record_scene(struct run *run);
void clean_up_scene(struct run *run);
/* A buffer that lives as long as they; NULL: it cannot be made. Its address. */
struct device_buffer *new_traced_buffer(struct run *run, uint64_t size, VkBufferUsageFlags usage);
VkDeviceAddress address_of_buffer(const struct run *run, const struct device_buffer *buffer);

/* driver_rays.c: a ray tracing pipeline, and its shader binding tables. */
bool make_ray_pipeline(struct run *run, const VkSpecializationInfo *specialization);
void record_rays(struct run *run);

/* driver_descriptors.c: the layouts and sets of run->shader's resources. */
bool make_descriptors(struct run *run);

/* driver_heap.c: the resource heap, if a buffer is in it; what its pipeline is created with, and how it is bound. */
bool make_heap(struct run *run);
const void *heap_pipeline_flags(const struct run *run);
void record_heap(struct run *run, const void *pushed, size_t size);

/* driver_images.c: the image or texel buffer of a buffer, whose device buffer is there; NULL, or what fails.
 */
const char *make_device_image(struct run *run, uint32_t index);
VkFormat device_format_of(const struct image *image);
bool make_samplers(struct run *run);
/* Copies the images' contents to them, and back. */
void record_uploads(struct run *run);
void record_downloads(struct run *run);
/* After the run: the last step of copying back. */
void fetch_images(struct run *run);
void clean_up_images(struct run *run);

/* driver_samples.c: the same for a multisampled image. */
bool make_samples(struct run *run, uint32_t index, VkFormat format);
void record_samples(struct run *run, uint32_t index, uint32_t direction);
void fetch_samples(struct run *run, uint32_t index);
void clean_up_samples(struct run *run, struct device_samples *samples);

#endif
