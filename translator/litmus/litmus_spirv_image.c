/* Storage images and texel buffers: their texels lie one after the other, x by x, then y by y, then z by z or layer by
 * layer, as scalars of 32 bits for each component. An access to a texel is one to its memory locations (Vulkan's
 * appendix Memory Model, "Memory Location") in storage class Image; here it is one event for each component, as with
 * vectors. */
#include "translator/litmus/litmus_spirv_reader.h"

enum { TEXEL_COMPONENT_BYTES = 4, MAX_EXTENT = 65536 };
#define ONE_AS_FLOAT UINT32_C(0x3F800000)

/* ---- what an image is ---- */

static const struct {
    uint32_t format; /* SpvImageFormat */
    uint8_t components;
} formats[] = {{SpvImageFormatUnknown, 4}, /* a texel of any 32-bit format fits */
               {SpvImageFormatR32i, 1},    {SpvImageFormatR32ui, 1},    {SpvImageFormatR32f, 1},
               {SpvImageFormatRg32i, 2},   {SpvImageFormatRg32ui, 2},   {SpvImageFormatRg32f, 2},
               {SpvImageFormatRgba32i, 4}, {SpvImageFormatRgba32ui, 4}, {SpvImageFormatRgba32f, 4}};

static uint32_t components_of(uint32_t format) {
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].format == format)
            return formats[i].components;
    return 0;
}

/* Spatial coordinates and the layer. */
static uint32_t coordinates_of(const struct spirv_type *type) {
    switch (type->dim) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1 + (type->arrayed != 0);
    case SpvDim2D:
        return 2 + (type->arrayed != 0);
    case SpvDim3D:
        return 3;
    default:
        return 0;
    }
}

const struct spirv_type *grid_image_type(struct grid_reader *g, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)
        type = grid_type(g, NULL, type->element);
    return type->opcode == SpvOpTypeImage ? type : NULL;
}

void grid_require_storage_image(struct grid_reader *g, const struct spirv_instruction *in,
                                const struct spirv_type *variable) {
    const struct spirv_type *type = grid_image_type(g, variable);
    if (!type || type->sampled != 2)
        grid_refuse(g, in, "an image that is sampled, or a sampler: of images those in storage alone are run");
    if (!coordinates_of(type) || type->multisampled)
        grid_refuse(g, in, "an image of other dimensions than 1D, 2D, 3D and Buffer, or with several samples");
    if (!components_of(type->image_format))
        grid_refuse(g, in, "an image whose components are not of 32 bits");
}

/* The most items of the lists at a depth of an input. */
static uint64_t longest_list(const struct grid_input *input, uint32_t depth) {
    uint64_t longest = 0;
    if (!depth)
        return input->list ? input->count : 1;
    for (uint32_t i = 0; input->list && i < input->count; i++) {
        uint64_t here = longest_list(&input->items[i], depth - 1);
        longest = here > longest ? here : longest;
    }
    return longest;
}

void grid_place_image(struct grid_reader *g, struct grid_variable *variable) {
    const struct spirv_type *type = grid_image_type(g, variable->type);
    struct grid_image *image = arena_allocate_array(g->arena, 1, sizeof *image);
    uint32_t outer = 0;
    for (const struct spirv_type *array = variable->type; array != type; array = grid_type(g, NULL, array->element))
        outer++;
    image->coordinates = coordinates_of(type);
    image->components = components_of(type->image_format);
    image->floating = grid_type(g, NULL, type->element)->opcode == SpvOpTypeFloat;
    for (uint32_t k = 0; k < 3; k++) {
        image->extents[k] = k < image->coordinates ? grid_output_length(g, variable->name, outer + k) : 1;
        if (k < image->coordinates && image->extents[k] < grid_invocation_count(g))
            image->extents[k] = grid_invocation_count(g);
        if (k < image->coordinates && variable->input)
            image->extents[k] = longest_list(variable->input, outer + k);
        if (image->extents[k] > MAX_EXTENT) /* so that no product of them wraps */
            grid_refuse(g, NULL, "%%%s: an image of more than %d texels along a coordinate", variable->name,
                        MAX_EXTENT);
    }
    if (image->extents[0] * image->extents[1] * image->extents[2] == 0)
        grid_refuse(g, NULL, "%%%s: an image without texels", variable->name);
    variable->image = image;
}

void grid_describe_images(struct grid_reader *g, const struct grid_variable *variable, struct litmus_memory *memory) {
    const struct spirv_type *type = variable->type;
    uint64_t count = type->opcode == SpvOpTypeArray          ? type->length
                     : type->opcode == SpvOpTypeRuntimeArray ? variable->runtime_length
                                                             : 1;
    uint64_t stride = type->opcode == SpvOpTypeImage ? 0 : grid_stride(g, type, (struct grid_layout){0, false});
    struct litmus_image *images = arena_allocate_array(g->arena, (size_t)count + 1, sizeof *images);
    for (uint64_t i = 0; i < count; i++) {
        images[i] = (struct litmus_image){.address = memory->address + i * stride,
                                          .components = variable->image->components,
                                          .floating = variable->image->floating,
                                          .is_buffer = grid_image_type(g, type)->dim == SpvDimBuffer};
        for (int k = 0; k < 3; k++)
            images[i].extents[k] = (uint32_t)variable->image->extents[k];
    }
    memory->images = images;
    memory->image_count = (uint32_t)count;
}

uint64_t grid_texel_count(const struct grid_image *image) {
    return image->extents[0] * image->extents[1] * image->extents[2];
}

uint32_t grid_texel_bytes(const struct grid_image *image) {
    return image->components * TEXEL_COMPONENT_BYTES;
}

uint64_t grid_texel_stride(const struct grid_image *image, uint32_t coordinate) {
    uint64_t stride = grid_texel_bytes(image);
    for (uint32_t k = 0; k < coordinate; k++)
        stride *= image->extents[k];
    return stride;
}

/* ---- accesses ---- */

static const struct grid_image *image_of(struct grid_reader *g, const struct spirv_instruction *in,
                                         struct grid_value value) {
    if (!value.root || !value.root->image)
        grid_refuse(g, in, "one of several images, or no image");
    return value.root->image;
}

/* The texel's address: each coordinate a step, and one outside of the image leads to where nothing is. */
static struct grid_value texel_at(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                                  spirv_id coordinate) {
    const struct grid_image *image = image_of(g, in, base);
    struct grid_value at = grid_value_of(g, in, coordinate), result = {.count = 1, .root = base.root};
    struct program_operand address = base.parts[0].operand;
    if (at.count < image->coordinates)
        grid_refuse(g, in, "fewer coordinates than its image has");
    for (uint32_t k = 0; k < image->coordinates; k++)
        address = grid_step(g, address, at.parts[k], grid_texel_stride(image, k), image->extents[k]);
    result.parts = arena_allocate_array(g->arena, 1, sizeof *result.parts);
    result.parts[0] = grid_part(address, 64);
    return result;
}

static struct grid_leaf component(uint32_t number) {
    return (struct grid_leaf){(uint64_t)number * TEXEL_COMPONENT_BYTES, TEXEL_COMPONENT_BYTES,
                              TEXEL_COMPONENT_BYTES * 8};
}

/* Of the image operands only those on memory mean anything to a storage image, and how an integer is extended to 32
 * bits. */
static void require_operands(struct grid_reader *g, const struct spirv_instruction *in, uint32_t place) {
    const uint32_t known = SpvImageOperandsMakeTexelAvailableMask | SpvImageOperandsMakeTexelVisibleMask |
                           SpvImageOperandsNonPrivateTexelMask | SpvImageOperandsVolatileTexelMask |
                           SpvImageOperandsSignExtendMask | SpvImageOperandsZeroExtendMask |
                           SpvImageOperandsNontemporalMask;
    if (place < in->operand_count && in->operands[place] & ~known)
        grid_refuse(g, in, "a level, sample or offset of an image");
}

/* Components that the image does not have are 0, and the fourth is 1 (Vulkan, chapter Images, "Conversion to RGBA"). */
void grid_read_image(struct grid_reader *g, const struct spirv_instruction *in,
                     const struct model_operation *operation) {
    if (in->opcode != SpvOpImageRead)
        grid_refuse(g, in, "a read of an image other than OpImageRead");
    require_operands(g, in, 2);
    struct grid_value texel = texel_at(g, in, grid_value_of(g, in, in->operands[0]), in->operands[1]);
    const struct grid_image *image = texel.root->image;
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < result.count; k++) {
        uint32_t absent = k < 3 ? 0 : image->floating ? ONE_AS_FLOAT : 1;
        if (result.parts[k].width != 32)
            grid_refuse(g, in, "components of other than 32 bits");
        if (k < image->components)
            grid_append_access(g, operation, texel, component(k))->target = (uint32_t)result.parts[k].operand.value;
        else
            result.parts[k].operand = program_constant(absent);
    }
    grid_set_result(g, in, result);
}

void grid_write_image(struct grid_reader *g, const struct spirv_instruction *in,
                      const struct model_operation *operation) {
    require_operands(g, in, 3);
    struct grid_value texel = texel_at(g, in, grid_value_of(g, in, in->operands[0]), in->operands[1]);
    struct grid_value value = grid_value_of(g, in, in->operands[2]);
    const struct grid_image *image = texel.root->image;
    if (value.count < image->components || value.parts[0].width != 32)
        grid_refuse(g, in, "a texel of fewer components than its image has, or of other than 32 bits");
    for (uint32_t k = 0; k < image->components; k++)
        grid_append_access(g, operation, texel, component(k))->b = value.parts[k].operand;
}

/* OpImageTexelPointer: the atomics that use it find the texel's first component there. */
static void texel_pointer(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    if (image_of(g, in, base)->components != 1)
        grid_refuse(g, in, "an atomic operation on a texel of several components");
    grid_set_result(g, in, texel_at(g, in, base, in->operands[1]));
}

static void query_size(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct grid_image *image = image_of(g, in, grid_value_of(g, in, in->operands[0]));
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < result.count && k < image->coordinates; k++)
        result.parts[k].operand = program_constant(image->extents[k]);
    grid_set_result(g, in, result);
}

bool grid_compile_image(struct grid_reader *g, const struct spirv_instruction *in) {
    switch (in->opcode) {
    case SpvOpImageTexelPointer:
        texel_pointer(g, in);
        return true;
    case SpvOpImageQuerySize:
        query_size(g, in);
        return true;
    default:
        return false;
    }
}
