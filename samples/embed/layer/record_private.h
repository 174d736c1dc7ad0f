/* The recorder knows this of a device. record_lock guards all of it. */
#ifndef LAYER_RECORD_PRIVATE_H
#define LAYER_RECORD_PRIVATE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"
#include "record_later.h"

/* ---- the next functions ---- */

// clang-format off
#define RECORD_NEXT(X)                                                                                                  \
    X(AllocateCommandBuffers) X(AllocateDescriptorSets) X(AllocateMemory) X(BeginCommandBuffer) X(BindBufferMemory)     \
    X(BindBufferMemory2) X(BindImageMemory) X(BindImageMemory2) X(CmdBindDescriptorSets) X(CmdBindPipeline)             \
    X(CmdCopyBuffer) X(CmdCopyImageToBuffer) X(CmdDispatch) X(CmdDispatchBase) X(CmdDispatchIndirect)                   \
    X(CmdExecuteCommands) X(CmdPipelineBarrier) X(CmdPushConstants) X(CmdPushDescriptorSetKHR)                          \
    X(CmdPushDescriptorSetWithTemplateKHR) X(CreateBuffer) X(CreateBufferView) X(CreateDescriptorSetLayout)             \
    X(CreateDescriptorUpdateTemplate) X(CreateFence) X(CreateImage) X(CreateImageView) X(CreatePipelineLayout)          \
    X(CreateSampler) X(DestroyBuffer) X(DestroyBufferView) X(DestroyCommandPool) X(DestroyDescriptorPool)               \
    X(DestroyDescriptorUpdateTemplate) X(DestroyFence) X(DestroyImage) X(DestroyImageView) X(DestroyPipeline)           \
    X(DeviceWaitIdle) X(FreeCommandBuffers) X(FreeDescriptorSets) X(FreeMemory) X(GetBufferDeviceAddress)               \
    X(GetBufferMemoryRequirements) X(GetImageMemoryRequirements) X(MapMemory) X(QueueSubmit) X(QueueSubmit2)            \
    X(ResetCommandBuffer) X(ResetCommandPool) X(ResetDescriptorPool) X(SetDebugUtilsObjectNameEXT)                      \
    X(UpdateDescriptorSetWithTemplate) X(UpdateDescriptorSets) X(WaitForFences)

/* Commands of Vulkan 1.4 that say by a structure what older ones say by arguments. The oldest headers that this layer is
 * built with lack the structures: those of record_later.h stand for them. */
#define RECORD_LATER(X)                                                                                                 \
    X(CmdBindDescriptorSets2) X(CmdPushConstants2) X(CmdPushDescriptorSet2) X(CmdPushDescriptorSetWithTemplate2)

/* Commands that bind what this layer does not read: a dispatch after one of them is not recorded. All take a pointer
 * alone, as those of the next list do. */
#define RECORD_UNREAD(X)                                                                                                \
    X(CmdSetDescriptorBufferOffsets2EXT) X(CmdBindDescriptorBufferEmbeddedSamplers2EXT) X(CmdBindSamplerHeapEXT)        \
    X(CmdBindResourceHeapEXT) X(CmdPushDataEXT)

/* Dispatches that are not recorded. */
#define RECORD_MISSED(X) X(CmdDispatchIndirect2KHR) X(CmdDispatchTileQCOM)
/* The same, with a word before the pointer. */
#define RECORD_GENERATED(X) X(CmdExecuteGeneratedCommandsEXT) X(CmdExecuteGeneratedCommandsNV)
// clang-format on
typedef void(VKAPI_PTR *record_unread)(VkCommandBuffer commands, const void *info);
typedef void(VKAPI_PTR *record_bind_shaders)(VkCommandBuffer commands, uint32_t count,
                                             const VkShaderStageFlagBits *stages, const void *shaders);
typedef void(VKAPI_PTR *record_set_offsets)(VkCommandBuffer commands, VkPipelineBindPoint point,
                                            VkPipelineLayout layout, uint32_t first, uint32_t count,
                                            const uint32_t *buffers, const VkDeviceSize *offsets);
typedef void(VKAPI_PTR *record_embed_samplers)(VkCommandBuffer commands, VkPipelineBindPoint point,
                                               VkPipelineLayout layout, uint32_t set);
typedef void(VKAPI_PTR *record_generated)(VkCommandBuffer commands, VkBool32 is_preprocessed, const void *info);

struct record_device {
    struct record_device *next;
    VkDevice device;
    const void *key; /* that all dispatchable objects of the device begin with */
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t subgroup; /* invocations */
    bool is_robust;    /* robustBufferAccess */
#define X(name) PFN_vk##name name;
    RECORD_NEXT(X)
#undef X
#define X(name) record_unread name;
    RECORD_LATER(X)
    RECORD_UNREAD(X)
    RECORD_MISSED(X)
#undef X
#define X(name) record_generated name;
    RECORD_GENERATED(X)
#undef X
    record_bind_shaders CmdBindShadersEXT;
    record_set_offsets CmdSetDescriptorBufferOffsetsEXT;
    record_embed_samplers CmdBindDescriptorBufferEmbeddedSamplersEXT;
};

extern pthread_mutex_t record_lock;
/* The device of a dispatchable object. */
struct record_device *record_device_of(const void *handle);
/* A function of the recorder, by its name; those of each file end with a row of NULL. */
struct record_entry {
    const char *name;
    PFN_vkVoidFunction function;
};
extern const struct record_entry record_object_functions[], record_memory_functions[], record_set_functions[],
    record_command_functions[], record_bind_functions[], record_submit_functions[], record_sampler_functions[];
#define RECORD_ENTRY(own, name) {name, (PFN_vkVoidFunction)(own)}

/* ---- objects (record_objects.c) ---- */

enum record_kind {
    RECORD_MEMORY,
    RECORD_BUFFER,
    RECORD_BUFFER_VIEW,
    RECORD_IMAGE,
    RECORD_IMAGE_VIEW,
    RECORD_SAMPLER,
    RECORD_SET_LAYOUT,
    RECORD_PIPELINE_LAYOUT,
    RECORD_SET,
    RECORD_TEMPLATE,
    RECORD_PIPELINE,
    RECORD_COMMANDS
};

enum { RECORD_MOST_NAME = 96, RECORD_MOST_SETS = 8, RECORD_MOST_PUSH = 256 };

/* The beginning of each of the structures below. */
struct record_object {
    struct record_object *next;
    struct record_device *device;
    uint64_t handle;
    enum record_kind kind;
    char name[RECORD_MOST_NAME]; /* by VK_EXT_debug_utils */
};

struct record_memory {
    struct record_object object;
    bool is_imported, is_exported;
};

/* The bytes of a memory that a buffer or image lies in; memory 0: that is not known. */
struct record_place {
    uint64_t memory;
    VkDeviceSize begin, end;
};

struct record_buffer {
    struct record_object object;
    VkDeviceSize size;
    struct record_place place;
    VkDeviceAddress address; /* 0: nobody has asked for it */
};

struct record_buffer_view {
    struct record_object object;
    VkBuffer buffer;
    VkFormat format;
    VkDeviceSize offset, range;
};

struct record_image {
    struct record_object object;
    VkImageCreateInfo info;
    struct record_place place;
    bool can_copy;
};

struct record_image_view {
    struct record_object object;
    VkImage image;
    VkImageViewType type;
    VkFormat format;
    VkImageSubresourceRange range;
    bool exchanges; /* components */
};

struct record_sampler {
    struct record_object object;
    VkSamplerCreateInfo info; /* its pNext is not NULL, but points to nothing, if there was more */
};

struct record_binding {
    uint32_t binding, first, count;  /* first: of its descriptors, in the set; of an inline block the bytes are one */
    uint32_t first_byte, byte_count; /* of an inline block, in the set */
    const VkSampler *immutable;      /* samplers that the layout has; NULL: none */
    VkDescriptorType type;
};

struct record_set_layout {
    struct record_object object;
    uint32_t count, descriptor_count, byte_count;
    struct record_binding bindings[]; /* in the order of their numbers; behind them stand the immutable samplers */
};

struct record_pipeline_layout {
    struct record_object object;
    uint32_t set_count;
    const struct record_set_layout *sets[RECORD_MOST_SETS]; /* NULL: none, or it is not known */
};

struct record_descriptor {
    bool written;
    VkBuffer buffer;
    VkDeviceSize offset, range;
    VkBufferView texels;
    VkImageView view;
    VkImageLayout layout;
    VkSampler sampler;
};

struct record_set {
    struct record_object object;
    const struct record_set_layout *layout;
    VkDescriptorPool pool;
    uint32_t writes; /* so far */
    uint8_t *bytes;  /* of inline blocks, behind the descriptors */
    struct record_descriptor descriptors[];
};

struct record_template {
    struct record_object object;
    bool is_of_compute; /* it pushes descriptors there */
    uint32_t count;
    VkDescriptorUpdateTemplateEntry entries[];
};

struct record_pipeline {
    struct record_object object;
    uint32_t references, number, constant_count, subgroup;
    bool is_robust, is_missed; /* is_missed: a dispatch of it was not recorded, and that is told */
    const struct record_pipeline_layout *layout;
    char entry[256];
    size_t word_count;
    uint32_t *words;
    struct record_constant {
        uint32_t id;
        uint64_t bits;
    } *constants;
};

/* A new object of so many bytes, all 0 behind its head; NULL: no memory. It stands in place of an older one. */
void *record_add(struct record_device *device, enum record_kind kind, uint64_t handle, size_t bytes);
void *record_find(struct record_device *device, enum record_kind kind, uint64_t handle);
void record_remove(struct record_device *device, enum record_kind kind, uint64_t handle);
/* Calls `each` with all of a kind. */
void record_each(struct record_device *device, enum record_kind kind, void (*each)(void *user, void *object),
                 void *user);
void record_remove_if(struct record_device *device, enum record_kind kind,
                      bool (*fits)(const void *user, const void *object), const void *user);
void record_remove_all(struct record_device *device);
/* Gives up a reference. */
void record_release_pipeline(struct record_pipeline *pipeline);
#define RECORD_HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* ---- descriptor sets (record_sets.c) ---- */

const struct record_binding *record_binding_of(const struct record_set_layout *layout, uint32_t binding);
struct record_set *record_new_set(const struct record_set_layout *layout);
/* Writes the manifest's line of a sampler, or of why it is left out, without its first word (record_samplers.c). */
bool record_put_sampler(struct record_device *device, VkSampler sampler, char *says, size_t size);
void record_write_set(struct record_set *set, uint32_t count, const VkWriteDescriptorSet *writes);
void record_write_set_by_template(struct record_set *set, const struct record_template *by, const void *data);

/* ---- formats (record_formats.c) ---- */

struct record_format {
    VkFormat format;
    uint8_t bytes;
    const char *kind, *components; /* as docs/evidence/recorded-folder.md has them */
};
const struct record_format *record_format_of(VkFormat format);

/* ---- recordings (record_commands.c) ---- */

/* Bytes that are copied to the staging buffer, and what the manifest says of them. */
struct record_part {
    char name[40]; /* of the descriptor or address */
    struct record_place place;
    VkDeviceAddress address;   /* that the bytes are recorded for; 0: for a descriptor */
    bool is_bytes, is_written; /* is_bytes: of a buffer as such; is_written: the dispatch may write there */
    VkDeviceSize offset, size;
    char says[320]; /* without the file's name; of what is left out the whole line */
    char file[64];  /* empty: it is left out */
    VkBuffer buffer;
    VkDeviceSize from;
    VkImage image; /* or none */
    VkImageLayout layout;
    VkImageSubresourceRange range;
    VkExtent3D extent;
    bool is_after;  /* it is copied behind the dispatch */
    uint8_t *bytes; /* of an inline block: they are not on the device */
};

/* A dispatch on its way from the command buffer to the folder. */
struct recording {
    struct recording *next;      /* of the command buffer */
    struct recording *submitted; /* that came before it in a submission */
    struct record_device *device;
    struct record_pipeline *pipeline;
    uint32_t number, groups[3], base[3];
    bool is_indirect, is_taken; /* is_indirect: the first part is the numbers of workgroups; is_taken: was submitted */
    bool is_busy, is_alone; /* is_busy: in a submission that is waited for; is_alone: its commands have gone since */
    bool is_chosen;         /* to be recorded, when it came */
    char why[160];          /* it is not recorded; empty: it is */
    uint8_t push[RECORD_MOST_PUSH];
    uint32_t push_size;
    VkBuffer staging;
    VkDeviceMemory memory;
    const uint8_t *mapped;
    VkDeviceSize size;
    struct record_part *parts;
    uint32_t part_count, part_capacity;
    struct record_read {
        VkDescriptorSet set;
        uint32_t writes;
    } reads[RECORD_MOST_SETS]; /* sets as they were when the dispatch was recorded */
};

struct record_commands {
    struct record_object object;
    VkCommandPool pool;
    struct record_pipeline *pipeline;
    bool is_shader_object; /* it is bound in place of a pipeline */
    struct record_set *pushed[RECORD_MOST_SETS];
    VkDescriptorSet bound[RECORD_MOST_SETS];
    uint32_t dynamic[RECORD_MOST_SETS][32];
    uint8_t push[RECORD_MOST_PUSH];
    uint32_t push_size;
    const char *unread; /* the command that bound what is not known; NULL: none */
    struct recording *recordings;
    VkCommandBuffer *secondaries;
    uint32_t secondary_count;
};

void record_free(struct recording *recording);
/* Adds all that the dispatch reads (record_parts.c). `indirect`: the buffer with the numbers of workgroups, or none. */
void record_add_parts(struct recording *recording, const struct record_commands *commands, VkBuffer indirect,
                      VkDeviceSize offset);
void record_end_commands(struct record_commands *commands);
struct record_commands *record_commands_of(struct record_device *device, VkCommandBuffer handle);

/* ---- memory (record_memory.c) ---- */

/* Names what has memory in common and is recorded as two. */
void record_add_common(struct recording *recording, struct record_part *(*add)(struct recording *recording));

/* ---- what is chosen (record_choice.c) ---- */

/* Numbers the dispatch, and says whether it is to be recorded, or if it cannot be, whether that is to be told. */
bool record_chooses(const struct record_commands *commands, bool can_be, uint32_t *number);
/* Takes the choice back: the dispatch was never submitted, so the next of its pipeline may be chosen. */
void record_unchoose(const struct recording *recording);
/* Seconds to wait for a submission, at most. */
unsigned long record_patience(void);
/* Bytes of a recording, at most. */
VkDeviceSize record_most_bytes(void);
/* Whether what the dispatch has written is copied too. */
bool record_takes_results(void);

/* ---- the folder (record_folder.c) ---- */

/* Writes a recording whose copies are done, or why there is none. */
void record_write_folder(const struct recording *recording);

#endif
