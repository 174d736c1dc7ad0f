/* A dispatch: the kernel's arguments from the descriptor sets' memory, and its workgroups on the driver's threads. */
#include <string.h>

#include "gallivm/lp_bld_jit_types.h"
#include "lp_cs_tpool.h"
#include "lvp_private.h"
#include "lvp_smmra_private.h"

/* ---- arguments ---- */

/* As the library lays out arrays of buffers (docs/reference/architecture.md, Resources). Descriptors of images and
 * samplers have one or more of these, of which the address alone counts (tests/run/host/images.h). */
struct buffer_descriptor {
    uint64_t address, byte_size;
};

struct dispatch {
    struct lvp_smmra_kernel *kernel;
    uint64_t *arguments;
    uint32_t base[3], grid[3];
    uint64_t workgroup_count, chunk;
    uint32_t implicit_arguments[SMMRA_IMPLICIT_WORDS]; /* AMDGPU's: numbers of workgroups, then 64-bit offsets */
    bool failed;
};

/* The sources of the arguments. */
struct sources {
    const struct lvp_smmra_kernel *kernel;
    const struct lvp_smmra_arguments *arguments;
};

static const struct lvp_descriptor_set_binding_layout *binding_of(const struct sources *sources,
                                                                  const struct smmra_parameter *parameter) {
    return get_binding_layout(sources->kernel->layout, parameter->set, parameter->binding);
}

static bool is_uniform(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
}

static struct buffer_descriptor buffer_of(const struct sources *sources, const struct smmra_parameter *parameter,
                                          uint32_t element) {
    const struct lvp_smmra_arguments *arguments = sources->arguments;
    const struct lvp_descriptor_set_binding_layout *binding = binding_of(sources, parameter);
    const void *set = parameter->set < arguments->set_count ? arguments->sets[parameter->set] : NULL;
    if (!set)
        return (struct buffer_descriptor){0};
    if (binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
        return (struct buffer_descriptor){(uintptr_t)set + binding->uniform_block_offset, binding->uniform_block_size};
    const struct lp_descriptor *descriptor = (const struct lp_descriptor *)set + binding->descriptor_index + element;
    if (parameter->kind >= SMMRA_RESOURCE_STORAGE_IMAGE)
        return (struct buffer_descriptor){.address = (uintptr_t)descriptor};
    uint64_t stride = is_uniform(binding->type) ? arguments->constant_stride : 1;
    return (struct buffer_descriptor){(uintptr_t)descriptor->buffer.u, descriptor->buffer.num_elements * stride};
}

static uint32_t element_count(const struct sources *sources, const struct smmra_parameter *parameter) {
    if (!parameter->units)
        return 0;
    return parameter->descriptor_count ? parameter->descriptor_count : binding_of(sources, parameter)->array_size;
}

/* A combined image sampler is an image's descriptor of two units, and then a sampler's: lavapipe has one for both. */
static uint64_t fill(const struct sources *sources, const struct smmra_parameter *parameter,
                     struct buffer_descriptor **array) {
    const struct buffer_descriptor *begin = *array;
    for (uint32_t i = 0; i < element_count(sources, parameter); i++, *array += parameter->units)
        for (uint32_t unit = 0; unit < parameter->units; unit++)
            (*array)[unit] = buffer_of(sources, parameter, i);
    return (uintptr_t)begin;
}

/* The value of a parameter. Descriptors of an array are written to *array, behind the arguments. */
static uint64_t argument(const struct sources *sources, const struct smmra_parameter *parameter,
                         struct buffer_descriptor **array) {
    switch (parameter->kind) {
    case SMMRA_RESOURCE_SIZE:
        return buffer_of(sources, parameter, 0).byte_size;
    case SMMRA_RESOURCE_PUSH_CONSTANTS:
        return (uintptr_t)sources->arguments->push_constants;
    case SMMRA_RESOURCE_NUM_WORKGROUPS:
        return (uintptr_t)sources->arguments->grid;
    case SMMRA_RESOURCE_DISPATCH_BASE:
        return (uintptr_t)sources->arguments->base;
    case SMMRA_RESOURCE_STORAGE_BUFFER:
    case SMMRA_RESOURCE_UNIFORM_BUFFER:
        return buffer_of(sources, parameter, 0).address;
    default:
        return fill(sources, parameter, array);
    }
}

/* For vk_free. NULL: no memory. */
static uint64_t *arguments_of(const struct lvp_smmra_kernel *kernel, const struct lvp_smmra_arguments *arguments) {
    const struct sources sources = {kernel, arguments};
    size_t elements = 0;
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        elements += (size_t)element_count(&sources, &kernel->parameters[i]) * kernel->parameters[i].units;
    size_t words = (kernel->parameter_count + 1) & ~1u; /* descriptors are aligned to 16 bytes */
    uint64_t *values = vk_alloc(&kernel->device->driver->vk.alloc,
                                words * sizeof *values + (elements + 1) * sizeof(struct buffer_descriptor), 16,
                                VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!values)
        return NULL;
    struct buffer_descriptor *array = (struct buffer_descriptor *)(values + words);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        values[i] = argument(&sources, &kernel->parameters[i], &array);
    return values;
}

/* A kernel without robust access reads these of the dispatch (docs/reference/architecture.md, Resources). */
static void fill_implicit_arguments(struct dispatch *dispatch) {
    for (unsigned i = 0; i < 3; i++) {
        uint64_t offset = (uint64_t)dispatch->base[i] * dispatch->kernel->local_size[i];
        dispatch->implicit_arguments[i] = dispatch->grid[i];
        memcpy(&dispatch->implicit_arguments[10 + 2 * i], &offset, sizeof offset);
    }
}

/* ---- workgroups ---- */

static void run_workgroup(const struct dispatch *dispatch, struct smmra_instance *instance, struct smmra_fibers *fibers,
                          uint64_t number) {
    const uint32_t *grid = dispatch->grid;
    uint32_t *id = instance->identity->workgroup_id;
    id[0] = (uint32_t)(number % grid[0]);
    id[1] = (uint32_t)(number / grid[0] % grid[1]);
    id[2] = (uint32_t)(number / grid[0] / grid[1]);
    if (fibers)
        smmra_fibers_run(fibers, dispatch->kernel, instance, dispatch->arguments);
    else
        instance->run(dispatch->arguments);
}

static void run_chunk(void *data, int number, UNUSED struct lp_cs_local_mem *memory) {
    struct dispatch *dispatch = data;
    struct lvp_smmra_kernel *kernel = dispatch->kernel;
    struct smmra_instance *instance = smmra_instance_take(kernel);
    struct smmra_fibers *fibers = kernel->loop ? NULL : smmra_fibers_take(kernel->device);
    if (!instance || (!kernel->loop && !fibers))
        dispatch->failed = true;
    uint64_t first = (uint64_t)number * dispatch->chunk;
    uint64_t end = MIN2(first + dispatch->chunk, dispatch->workgroup_count);
    if (instance)
        instance->identity->implicit_arguments = dispatch->implicit_arguments;
    for (uint64_t i = first; !dispatch->failed && i < end; i++)
        run_workgroup(dispatch, instance, fibers, i);
    if (fibers)
        smmra_fibers_return(kernel->device, fibers);
    if (instance)
        smmra_instance_return(kernel, instance);
}

void lvp_smmra_dispatch(struct lvp_smmra_kernel *kernel, struct lp_cs_tpool *threads,
                        const struct lvp_smmra_arguments *arguments) {
    struct dispatch dispatch = {.kernel = kernel, .arguments = arguments_of(kernel, arguments)};
    struct vk_device *device = &kernel->device->driver->vk;
    memcpy(dispatch.base, arguments->base, sizeof dispatch.base);
    memcpy(dispatch.grid, arguments->grid, sizeof dispatch.grid);
    dispatch.workgroup_count = (uint64_t)arguments->grid[0] * arguments->grid[1] * arguments->grid[2];
    uint64_t chunks = MIN2(dispatch.workgroup_count, MAX2(threads->num_threads, 1) * 4);
    if (dispatch.arguments && chunks) {
        dispatch.chunk = DIV_ROUND_UP(dispatch.workgroup_count, chunks);
        fill_implicit_arguments(&dispatch);
        struct lp_cs_tpool_task *task = lp_cs_tpool_queue_task(threads, run_chunk, &dispatch, (int)chunks);
        lp_cs_tpool_wait_for_task(threads, &task);
    }
    if (!dispatch.arguments || dispatch.failed)
        vk_device_set_lost(device, "spirv-mmra: no memory for a dispatch");
    vk_free(&device->alloc, dispatch.arguments);
    p_atomic_inc(&kernel->device->dispatches);
}
