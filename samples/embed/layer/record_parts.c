/* A dispatch reads its parts: one for each descriptor that is bound, for the memory behind buffer addresses, and for
 * the numbers of workgroups of an indirect dispatch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

enum { ALIGNMENT = 16, MOST_PARTS = 4096 };

/* ---- parts ---- */

static struct record_part *new_part(struct recording *r) {
    if (r->part_count == r->part_capacity) {
        uint32_t capacity = r->part_capacity ? 2 * r->part_capacity : 16;
        struct record_part *grown = capacity <= MOST_PARTS ? realloc(r->parts, capacity * sizeof *grown) : NULL;
        if (!grown)
            return NULL;
        r->parts = grown;
        r->part_capacity = capacity;
    }
    struct record_part *part = &r->parts[r->part_count++];
    *part = (struct record_part){0};
    return part;
}

/* A place in the set: which binding, and which element of it. */
struct place {
    uint32_t set, binding, element;
};

static void leave_out(struct recording *r, struct place at, const char *why) {
    struct record_part *part = new_part(r);
    if (part)
        snprintf(part->says, sizeof part->says, "left-out %u %u %u %s", at.set, at.binding, at.element, why);
}

/* Room for so many bytes in the staging buffer; NULL: they are too many. */
static struct record_part *add_part(struct recording *r, VkDeviceSize size) {
    VkDeviceSize offset = (r->size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, most = record_most_bytes();
    struct record_part *part = offset <= most && size && size <= most - offset ? new_part(r) : NULL;
    if (!part)
        return NULL;
    part->offset = offset;
    part->size = size;
    r->size = offset + size;
    return part;
}

static void put_name(struct record_part *part, struct place at) {
    snprintf(part->name, sizeof part->name, "%u %u %u", at.set, at.binding, at.element);
}

/* A buffer of which nobody knows the memory counts as one of its own: the sign tells its handle from a memory's. */
static struct record_place place_in(const struct record_buffer *buffer, VkDeviceSize from, VkDeviceSize size) {
    const struct record_place *all = &buffer->place;
    uint64_t memory = all->memory ? all->memory : buffer->object.handle | UINT64_C(1) << 63;
    return (struct record_place){memory, all->begin + from, all->begin + from + size};
}

static void add_buffer(struct recording *r, struct place at, const struct record_descriptor *d, VkDeviceSize dynamic,
                       bool is_storage) {
    const struct record_buffer *buffer = record_find(r->device, RECORD_BUFFER, RECORD_HANDLE(d->buffer));
    VkDeviceSize from = d->offset + dynamic;
    if (!buffer || from >= buffer->size) {
        leave_out(r, at, d->buffer ? "a buffer of which nothing is known" : "no buffer");
        return;
    }
    VkDeviceSize size = d->range < buffer->size - from ? d->range : buffer->size - from;
    for (int after = 0; after < 1 + (is_storage && record_takes_results()); after++) {
        struct record_part *part = add_part(r, size);
        if (!part) {
            leave_out(r, at, "a buffer that is too large");
            return;
        }
        const char *what = after ? "after" : "buffer";
        part->buffer = d->buffer;
        part->from = from;
        part->is_after = after;
        part->place = place_in(buffer, from, size);
        part->is_bytes = true;
        part->is_written = is_storage;
        put_name(part, at);
        snprintf(part->says, sizeof part->says, "%s %u %u %u 0x%" PRIx64 "+%" PRIu64, what, at.set, at.binding,
                 at.element, part->place.memory, part->place.begin);
        snprintf(part->file, sizeof part->file, "%s-%u-%u-%u.bin", what, at.set, at.binding, at.element);
    }
}

static void add_texel_buffer(struct recording *r, struct place at, const struct record_descriptor *d, bool is_storage) {
    const struct record_buffer_view *view = record_find(r->device, RECORD_BUFFER_VIEW, RECORD_HANDLE(d->texels));
    const struct record_buffer *buffer =
        view ? record_find(r->device, RECORD_BUFFER, RECORD_HANDLE(view->buffer)) : NULL;
    const struct record_format *format = view ? record_format_of(view->format) : NULL;
    if (!buffer || !format || view->offset >= buffer->size) {
        leave_out(r, at, format ? "a texel buffer of which nothing is known" : "a format that is not recorded");
        return;
    }
    VkDeviceSize rest = buffer->size - view->offset, size = view->range < rest ? view->range : rest;
    size -= size % format->bytes;
    struct record_part *part = add_part(r, size);
    if (!part) {
        leave_out(r, at, "a texel buffer that is too large");
        return;
    }
    part->buffer = view->buffer;
    part->from = view->offset;
    part->place = place_in(buffer, view->offset, size);
    part->is_written = is_storage;
    put_name(part, at);
    snprintf(part->says, sizeof part->says, "image %u %u %u %s %s %" PRIu64 " 1 1", at.set, at.binding, at.element,
             format->kind, format->components, size / format->bytes);
    snprintf(part->file, sizeof part->file, "image-%u-%u-%u.bin", at.set, at.binding, at.element);
}

/* Texels along each coordinate of the view, the layers being the last. */
static void extents_of(const struct record_image_view *view, const struct record_image *image, VkExtent3D *extent,
                       uint32_t layers, uint32_t coordinates[3]) {
    uint32_t level = view->range.baseMipLevel;
    const VkExtent3D *all = &image->info.extent;
    extent->width = all->width >> level ? all->width >> level : 1;
    extent->height = all->height >> level ? all->height >> level : 1;
    extent->depth = all->depth >> level ? all->depth >> level : 1;
    coordinates[0] = extent->width;
    coordinates[1] = view->type == VK_IMAGE_VIEW_TYPE_1D_ARRAY ? layers : extent->height;
    coordinates[2] = view->type == VK_IMAGE_VIEW_TYPE_3D ? extent->depth : layers;
    if (view->type == VK_IMAGE_VIEW_TYPE_1D_ARRAY)
        coordinates[2] = 1;
}

static const char *fault_of_image(const struct record_image_view *view, const struct record_image *image,
                                  const struct record_format *format, VkImageLayout layout) {
    return !view || !image                       ? "an image of which nothing is known"
           : !image->can_copy                    ? "an image that may not be copied"
           : !format                             ? "a format that is not recorded"
           : view->exchanges                     ? "a view that exchanges components"
           : layout == VK_IMAGE_LAYOUT_UNDEFINED ? "an image without a layout"
           : !(view->range.aspectMask & (VK_IMAGE_ASPECT_COLOR_BIT | VK_IMAGE_ASPECT_DEPTH_BIT)) ? "a stencil or plane"
                                                                                                 : NULL;
}

static void add_image(struct recording *r, struct place at, const struct record_descriptor *d, bool is_storage) {
    const struct record_image_view *view = record_find(r->device, RECORD_IMAGE_VIEW, RECORD_HANDLE(d->view));
    const struct record_image *image = view ? record_find(r->device, RECORD_IMAGE, RECORD_HANDLE(view->image)) : NULL;
    const struct record_format *format = view ? record_format_of(view->format) : NULL;
    const char *fault = d->view ? fault_of_image(view, image, format, d->layout) : "no image";
    VkExtent3D extent;
    uint32_t coordinates[3];
    if (fault) {
        leave_out(r, at, fault);
        return;
    }
    VkImageSubresourceRange range = view->range;
    range.levelCount = 1;
    if (range.layerCount == VK_REMAINING_ARRAY_LAYERS)
        range.layerCount = image->info.arrayLayers - range.baseArrayLayer;
    extents_of(view, image, &extent, range.layerCount, coordinates);
    VkDeviceSize texels = (VkDeviceSize)extent.width * extent.height * extent.depth * range.layerCount;
    struct record_part *part = texels <= record_most_bytes() ? add_part(r, texels * format->bytes) : NULL;
    if (!part) {
        leave_out(r, at, "an image that is too large");
        return;
    }
    part->image = view->image;
    part->layout = d->layout;
    part->range = range;
    part->extent = extent;
    part->place = image->place;
    part->is_written = is_storage;
    put_name(part, at);
    snprintf(part->says, sizeof part->says, "image %u %u %u %s %s %u %u %u", at.set, at.binding, at.element,
             format->kind, format->components, coordinates[0], coordinates[1], coordinates[2]);
    snprintf(part->file, sizeof part->file, "image-%u-%u-%u.bin", at.set, at.binding, at.element);
}

static void add_sampler(struct recording *r, struct place at, VkSampler sampler) {
    char says[120];
    bool known = record_put_sampler(r->device, sampler, says, sizeof says);
    struct record_part *part = known ? new_part(r) : NULL;
    if (part)
        snprintf(part->says, sizeof part->says, "sampler %u %u %u %s", at.set, at.binding, at.element, says);
    else
        leave_out(r, at, says);
}

static void add_inline_block(struct recording *r, struct place at, const struct record_set *set,
                             const struct record_binding *binding) {
    uint8_t *bytes = malloc(binding->byte_count + 1u);
    struct record_part *part = bytes ? new_part(r) : NULL;
    if (!part) {
        free(bytes);
        return;
    }
    memcpy(bytes, set->bytes + binding->first_byte, binding->byte_count);
    part->bytes = bytes;
    part->size = binding->byte_count;
    snprintf(part->says, sizeof part->says, "buffer %u %u 0 0x%" PRIx64 "+0", at.set, at.binding,
             RECORD_HANDLE(set->bytes + binding->first_byte));
    snprintf(part->file, sizeof part->file, "buffer-%u-%u-0.bin", at.set, at.binding);
}

/* ---- the sets that are bound ---- */

static bool is_dynamic(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static void add_descriptor(struct recording *r, struct place at, VkDescriptorType type,
                           const struct record_descriptor *d, VkDeviceSize dynamic) {
    switch (type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        add_sampler(r, at, d->sampler);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
        add_buffer(r, at, d, dynamic, false);
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
        add_buffer(r, at, d, dynamic, true);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        add_texel_buffer(r, at, d, type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER);
        break;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        add_sampler(r, at, d->sampler);
        add_image(r, at, d, false);
        break;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        add_image(r, at, d, type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
        break;
    default:
        leave_out(r, at, "a kind of descriptor that is not recorded");
    }
}

static void add_set(struct recording *r, const struct record_commands *commands, uint32_t number,
                    const struct record_set *set) {
    uint32_t dynamics = 0;
    for (uint32_t b = 0; b < set->layout->count; b++) {
        const struct record_binding *binding = &set->layout->bindings[b];
        for (uint32_t i = 0; i < binding->count; i++) {
            struct record_descriptor d = set->descriptors[binding->first + i];
            const struct place at = {number, binding->binding, i};
            VkDeviceSize dynamic = 0;
            if (binding->immutable) {
                d.sampler = binding->immutable[i];
                d.written = d.written || binding->type == VK_DESCRIPTOR_TYPE_SAMPLER; /* nobody writes it */
            }
            if (is_dynamic(binding->type) && dynamics < sizeof commands->dynamic[0] / sizeof commands->dynamic[0][0])
                dynamic = commands->dynamic[number][dynamics++];
            if (d.written && binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
                add_inline_block(r, at, set, binding);
            else if (d.written)
                add_descriptor(r, at, binding->type, &d, dynamic);
        }
    }
}

/* ---- buffer addresses ---- */

/* OpCapability PhysicalStorageBufferAddresses */
static bool uses_addresses(const struct record_pipeline *pipeline) {
    enum { HEADER = 5, OP_CAPABILITY = 17, PHYSICAL = 5347 };
    for (size_t at = HEADER; at + 1 < pipeline->word_count; at += 2) {
        if (pipeline->words[at] != (2u << 16 | OP_CAPABILITY))
            return false; /* capabilities stand first */
        if (pipeline->words[at + 1] == PHYSICAL)
            return true;
    }
    return false;
}

/* The buffers that have an address. */
struct addressed {
    const struct record_buffer **items;
    size_t count, capacity;
};

static void collect(void *user, void *object) {
    struct addressed *all = user;
    const struct record_buffer *buffer = object;
    if (!buffer->address)
        return;
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? 2 * all->capacity : 64;
        const struct record_buffer **grown = realloc(all->items, capacity * sizeof *grown);
        if (!grown)
            return;
        all->items = grown;
        all->capacity = capacity;
    }
    all->items[all->count++] = buffer;
}

static int by_address(const void *a, const void *b) {
    const struct record_buffer *x = *(const struct record_buffer *const *)a,
                               *y = *(const struct record_buffer *const *)b;
    return (x->address > y->address) - (x->address < y->address);
}

/* The bytes of a buffer from one on. */
static void add_address(struct recording *r, const struct record_buffer *buffer, VkDeviceSize from) {
    const uint64_t address = buffer->address + from;
    struct record_part *part = add_part(r, buffer->size - from);
    if (!part) {
        part = new_part(r);
        if (part)
            snprintf(part->says, sizeof part->says, "left-out-address 0x%" PRIx64 " a buffer that is too large",
                     address);
        return;
    }
    part->buffer = (VkBuffer)(uintptr_t)buffer->object.handle;
    part->from = from;
    part->place = place_in(buffer, from, part->size);
    part->is_bytes = part->is_written = true;
    part->address = address;
    snprintf(part->name, sizeof part->name, "0x%" PRIx64, address);
    snprintf(part->says, sizeof part->says, "address 0x%" PRIx64 " 0x%" PRIx64 "+%" PRIu64, address, part->place.memory,
             part->place.begin);
    snprintf(part->file, sizeof part->file, "address-%" PRIx64 ".bin", address);
}

/* Buffers of one memory have addresses in common: each byte is recorded once. */
static void add_addresses(struct recording *r) {
    struct addressed all = {0};
    VkDeviceAddress end = 0;
    record_each(r->device, RECORD_BUFFER, collect, &all);
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, by_address);
    for (size_t i = 0; i < all.count; i++) {
        const struct record_buffer *buffer = all.items[i];
        VkDeviceSize from = buffer->address < end ? end - buffer->address : 0;
        if (from >= buffer->size)
            continue;
        add_address(r, buffer, from);
        end = buffer->address + buffer->size;
    }
    free(all.items);
}

/* ---- all of it ---- */

void record_add_parts(struct recording *r, const struct record_commands *commands, VkBuffer indirect,
                      VkDeviceSize offset) {
    struct record_part *part = indirect ? new_part(r) : NULL;
    if (part) { /* whatever the bound is: without it nothing could run */
        part->buffer = indirect;
        part->from = offset;
        part->size = r->size = 3 * sizeof(uint32_t);
    }
    r->is_indirect = part != NULL;
    uint32_t sets = r->pipeline->layout ? r->pipeline->layout->set_count : RECORD_MOST_SETS;
    for (uint32_t i = 0; i < sets; i++) {
        const struct record_set *set = commands->bound[i]
                                           ? record_find(r->device, RECORD_SET, RECORD_HANDLE(commands->bound[i]))
                                           : commands->pushed[i];
        if (!set)
            continue;
        add_set(r, commands, i, set);
        r->reads[i] = (struct record_read){commands->bound[i], set->writes};
    }
    if (uses_addresses(r->pipeline))
        add_addresses(r);
    record_add_common(r, new_part);
}
