/* A dispatch: the kernel's arguments from the descriptor sets' memory, and its workgroups on the driver's threads. */
#include <stdalign.h>
#include <string.h>

#include "lp_context.h"
#include "lp_cs_tpool.h"
#include "lp_query.h"
#include "lp_screen.h"
#include "lp_texture.h"
#include "lvp_private.h"
#include "lvp_smmra_private.h"
#include "util/u_memory.h"

/* ---- arguments ---- */

/* As the library lays out arrays of buffers (docs/reference/architecture.md, Resources). Descriptors of images and
 * samplers have one or more of these, of which the address alone counts (tests/run/host/images.h). */
struct buffer_descriptor {
    uint64_t address, byte_size;
};

struct dispatch {
    struct lvp_smmra_kernel *kernel;
    const uint8_t *sets[MAX_SETS]; /* memory of descriptor sets, as lavapipe lays it out; NULL: not bound */
    uint32_t constant_stride;      /* bytes of an element of a uniform buffer's descriptor */
    alignas(16) uint8_t push_constants[MAX_PUSH_CONSTANTS_SIZE];
    uint32_t base[3], grid[3]; /* in workgroups */
    uint64_t *arguments;
    uint64_t workgroup_count, chunk;
    bool failed;
};

static const uint8_t *set_memory(const struct pipe_constant_buffer *buffer) {
    const uint8_t *memory = buffer->buffer ? llvmpipe_resource_data(buffer->buffer) : buffer->user_buffer;
    return memory ? memory + buffer->buffer_offset : NULL;
}

static bool is_uniform(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
}

static struct buffer_descriptor buffer_of(const struct dispatch *dispatch, const struct smmra_parameter *parameter,
                                          uint32_t element) {
    const struct lvp_descriptor_set_binding_layout *binding = parameter->binding;
    const uint8_t *set = dispatch->sets[parameter->set];
    if (!set)
        return (struct buffer_descriptor){0};
    if (binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
        return (struct buffer_descriptor){(uintptr_t)set + binding->uniform_block_offset, binding->uniform_block_size};
    const struct lp_descriptor *descriptor = (const struct lp_descriptor *)set + binding->descriptor_index + element;
    if (parameter->kind >= SMMRA_RESOURCE_STORAGE_IMAGE)
        return (struct buffer_descriptor){.address = (uintptr_t)descriptor};
    uint64_t stride = is_uniform(binding->type) ? dispatch->constant_stride : 1;
    return (struct buffer_descriptor){(uintptr_t)descriptor->buffer.u, descriptor->buffer.num_elements * stride};
}

/* A combined image sampler is an image's descriptor of two units, and then a sampler's: lavapipe has one for both. */
static uint64_t fill(const struct dispatch *dispatch, const struct smmra_parameter *parameter,
                     struct buffer_descriptor **array) {
    const struct buffer_descriptor *begin = *array;
    for (uint32_t i = 0; i < parameter->count; i++)
        for (uint32_t unit = 0; unit < parameter->units; unit++)
            *(*array)++ = buffer_of(dispatch, parameter, i);
    return (uintptr_t)begin;
}

/* The value of a parameter. Descriptors of an array are written to *array, behind the arguments. */
static uint64_t argument(const struct dispatch *dispatch, const struct smmra_parameter *parameter,
                         struct buffer_descriptor **array) {
    switch (parameter->kind) {
    case SMMRA_RESOURCE_SIZE:
        return buffer_of(dispatch, parameter, 0).byte_size;
    case SMMRA_RESOURCE_PUSH_CONSTANTS:
        return (uintptr_t)dispatch->push_constants;
    case SMMRA_RESOURCE_NUM_WORKGROUPS:
        return (uintptr_t)dispatch->grid;
    case SMMRA_RESOURCE_DISPATCH_BASE:
        return (uintptr_t)dispatch->base;
    case SMMRA_RESOURCE_STORAGE_BUFFER:
    case SMMRA_RESOURCE_UNIFORM_BUFFER:
        return buffer_of(dispatch, parameter, 0).address;
    case SMMRA_RESOURCE_WORKGROUP_MEMORY: /* each thread has its own */
        return 0;
    default:
        return fill(dispatch, parameter, array);
    }
}

/* For vk_free. NULL: no memory. */
static uint64_t *arguments_of(const struct dispatch *dispatch) {
    const struct lvp_smmra_kernel *kernel = dispatch->kernel;
    size_t words = (kernel->parameter_count + 1) & ~1u; /* descriptors are aligned to 16 bytes */
    uint64_t *values = vk_alloc(&kernel->device->driver->vk.alloc,
                                words * sizeof *values + (kernel->unit_count + 1) * sizeof(struct buffer_descriptor),
                                16, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!values)
        return NULL;
    struct buffer_descriptor *array = (struct buffer_descriptor *)(values + words);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        values[i] = argument(dispatch, &kernel->parameters[i], &array);
    return values;
}

/* ---- workgroups ---- */

static void run_workgroup(const struct dispatch *dispatch, struct smmra_fibers *fibers, const uint64_t *arguments,
                          uint64_t number) {
    const uint32_t *grid = dispatch->grid;
    const uint32_t id[] = {(uint32_t)(number % grid[0]), (uint32_t)(number / grid[0] % grid[1]),
                           (uint32_t)(number / grid[0] / grid[1])};
    if (fibers)
        smmra_fibers_run(fibers, dispatch->kernel, arguments, id);
    else
        dispatch->kernel->run_workgroup(arguments, id);
}

/* This thread's Workgroup memory, which the driver's own shaders use too. False: there is no memory. */
static bool take_memory(const struct lvp_smmra_kernel *kernel, struct lp_cs_local_mem *memory, uint64_t *arguments) {
    if (memory->local_size < kernel->workgroup_bytes) {
        void *larger = REALLOC(memory->local_mem_ptr, memory->local_size, kernel->workgroup_bytes);
        if (!larger)
            return false;
        memory->local_mem_ptr = larger;
        memory->local_size = kernel->workgroup_bytes;
    }
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i].kind == SMMRA_RESOURCE_WORKGROUP_MEMORY)
            arguments[i] = (uintptr_t)memory->local_mem_ptr;
    return true;
}

static void run_chunk(void *data, int number, struct lp_cs_local_mem *memory) {
    struct dispatch *dispatch = data;
    const struct lvp_smmra_kernel *kernel = dispatch->kernel;
    uint64_t arguments[SMMRA_MOST_PARAMETERS];
    memcpy(arguments, dispatch->arguments, kernel->parameter_count * sizeof *arguments);
    const uint32_t *size = kernel->local_size;
    struct smmra_fibers *fibers = kernel->run_workgroup ? NULL : smmra_fibers_take(size[0] * size[1] * size[2]);
    if (!take_memory(kernel, memory, arguments) || (!kernel->run_workgroup && !fibers))
        dispatch->failed = true;
    uint64_t first = (uint64_t)number * dispatch->chunk;
    uint64_t end = MIN2(first + dispatch->chunk, dispatch->workgroup_count);
    for (uint64_t i = first; !dispatch->failed && i < end; i++)
        run_workgroup(dispatch, fibers, arguments, i);
    if (fibers)
        smmra_fibers_return(fibers);
}

static void run(struct dispatch *dispatch, struct lp_cs_tpool *threads) {
    const uint32_t *grid = dispatch->grid;
    dispatch->workgroup_count = (uint64_t)grid[0] * grid[1] * grid[2];
    uint64_t chunks = MIN2(dispatch->workgroup_count, MAX2(threads->num_threads, 1) * 4);
    dispatch->arguments = arguments_of(dispatch);
    if (dispatch->arguments && chunks) {
        dispatch->chunk = DIV_ROUND_UP(dispatch->workgroup_count, chunks);
        struct lp_cs_tpool_task *task = lp_cs_tpool_queue_task(threads, run_chunk, dispatch, (int)chunks);
        lp_cs_tpool_wait_for_task(threads, &task);
    }
    struct vk_device *device = &dispatch->kernel->device->driver->vk;
    if (!dispatch->arguments || dispatch->failed)
        vk_device_set_lost(device, "spirv-mmra: no memory for a dispatch");
    vk_free(&device->alloc, dispatch->arguments);
}

void lvp_smmra_dispatch(struct lvp_smmra_kernel *kernel, struct pipe_context *context,
                        const struct pipe_grid_info *info, const struct pipe_constant_buffer *sets,
                        const uint8_t *push_constants) {
    struct llvmpipe_context *llvmpipe = llvmpipe_context(context);
    if (!llvmpipe_check_render_cond(llvmpipe))
        return;
    struct dispatch dispatch = {.kernel = kernel, .constant_stride = lp_get_constant_buffer_stride(context->screen)};
    for (unsigned i = 0; i < MAX_SETS; i++)
        dispatch.sets[i] = set_memory(&sets[i]);
    memcpy(dispatch.push_constants, push_constants, sizeof dispatch.push_constants);
    memcpy(dispatch.base, info->grid_base, sizeof dispatch.base);
    const void *grid = info->grid;
    if (info->indirect)
        grid = (const uint8_t *)llvmpipe_resource_data(info->indirect) + info->indirect_offset;
    memcpy(dispatch.grid, grid, sizeof dispatch.grid);
    run(&dispatch, llvmpipe_screen(context->screen)->cs_tpool);
    if (!llvmpipe->queries_disabled)
        llvmpipe->pipeline_statistics.cs_invocations +=
            dispatch.workgroup_count * info->block[0] * info->block[1] * info->block[2];
    p_atomic_inc(&kernel->device->dispatches);
}
