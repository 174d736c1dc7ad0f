/* Images and texel buffers: their texels lie one after the other, x by x, then y by y, then z by z or layer by layer,
 * as scalars for each component. An access to a texel is one to its memory locations (Vulkan's appendix Memory Model,
 * "Memory Location") in storage class Image; here it is one event for each component, as with vectors. A component that
 * is kept in fewer bits is kept as what a read of it gives. */
#include "translator/program/grid_reader.h"

enum { MAX_EXTENT = 65536, SAMPLED_EXTENT = 2, FACES = 6, SAMPLES = 4 };
#define ONE_AS_FLOAT UINT32_C(0x3F800000)

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

/* ---- what an image is ---- */

static const struct format {
    uint32_t format; /* SpvImageFormat */
    uint8_t kind, bits[4];
} formats[] = {
    {SpvImageFormatUnknown, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatR32i, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatR32ui, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatR32f, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRg32i, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRg32ui, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRg32f, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRgba32i, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRgba32ui, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRgba32f, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatR64i, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatR64ui, GRID_TEXEL_AS_IS, {0}},
    {SpvImageFormatRgba16f, GRID_TEXEL_FLOAT, {16, 16, 16, 16}},
    {SpvImageFormatRg16f, GRID_TEXEL_FLOAT, {16, 16}},
    {SpvImageFormatR16f, GRID_TEXEL_FLOAT, {16}},
    {SpvImageFormatR11fG11fB10f, GRID_TEXEL_FLOAT, {11, 11, 10}},
    {SpvImageFormatRgba8, GRID_TEXEL_UNORM, {8, 8, 8, 8}},
    {SpvImageFormatRgba8Snorm, GRID_TEXEL_SNORM, {8, 8, 8, 8}},
    {SpvImageFormatRgba16, GRID_TEXEL_UNORM, {16, 16, 16, 16}},
    {SpvImageFormatRgb10A2, GRID_TEXEL_UNORM, {10, 10, 10, 2}},
    {SpvImageFormatRg16, GRID_TEXEL_UNORM, {16, 16}},
    {SpvImageFormatRg8, GRID_TEXEL_UNORM, {8, 8}},
    {SpvImageFormatR16, GRID_TEXEL_UNORM, {16}},
    {SpvImageFormatR8, GRID_TEXEL_UNORM, {8}},
    {SpvImageFormatRgba16Snorm, GRID_TEXEL_SNORM, {16, 16, 16, 16}},
    {SpvImageFormatRg16Snorm, GRID_TEXEL_SNORM, {16, 16}},
    {SpvImageFormatRg8Snorm, GRID_TEXEL_SNORM, {8, 8}},
    {SpvImageFormatR16Snorm, GRID_TEXEL_SNORM, {16}},
    {SpvImageFormatR8Snorm, GRID_TEXEL_SNORM, {8}},
    {SpvImageFormatRgba16i, GRID_TEXEL_SINT, {16, 16, 16, 16}},
    {SpvImageFormatRgba8i, GRID_TEXEL_SINT, {8, 8, 8, 8}},
    {SpvImageFormatRg16i, GRID_TEXEL_SINT, {16, 16}},
    {SpvImageFormatRg8i, GRID_TEXEL_SINT, {8, 8}},
    {SpvImageFormatR16i, GRID_TEXEL_SINT, {16}},
    {SpvImageFormatR8i, GRID_TEXEL_SINT, {8}},
    {SpvImageFormatRgba16ui, GRID_TEXEL_UINT, {16, 16, 16, 16}},
    {SpvImageFormatRgba8ui, GRID_TEXEL_UINT, {8, 8, 8, 8}},
    {SpvImageFormatRgb10a2ui, GRID_TEXEL_UINT, {10, 10, 10, 2}},
    {SpvImageFormatRg16ui, GRID_TEXEL_UINT, {16, 16}},
    {SpvImageFormatRg8ui, GRID_TEXEL_UINT, {8, 8}},
    {SpvImageFormatR16ui, GRID_TEXEL_UINT, {16}},
    {SpvImageFormatR8ui, GRID_TEXEL_UINT, {8}},
};

static const struct format *format_of(uint32_t format) {
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
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
    case SpvDimCube:
        return 3;
    default:
        return 0;
    }
}

static bool is_sampler(struct grid_reader *g, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)
        type = grid_type(g, NULL, type->element);
    return type->opcode == SpvOpTypeSampler;
}

void grid_require_image(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *variable) {
    const struct spirv_type *type = grid_image_type(g, variable);
    if (!type && is_sampler(g, variable))
        return;
    if (!type || !coordinates_of(type) || !format_of(type->image_format) || type->element == 0)
        grid_refuse(g, in, "a resource that is no buffer, image or sampler of compute");
    if (grid_type(g, in, type->element)->opcode == SpvOpTypeVoid)
        grid_refuse(g, in, "an image whose texels have no type");
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

/* Largest extents of the images of a large grid, by the number of coordinates, so that images lie apart in memory. */
static const uint64_t most_alone[] = {MAX_EXTENT, 4096, 256}, most_in_array[] = {MAX_EXTENT, 512, 64};

/* The largest of the recorded image or images; 0: none is recorded. */
static uint64_t recorded_extent(const struct grid_variable *variable, uint32_t coordinate) {
    uint64_t extent = 0;
    for (const struct grid_given *given = variable->given; given; given = given->next) {
        uint64_t here = given->texels ? given->texels->extents[coordinate] : 0;
        extent = here > extent ? here : extent;
    }
    return extent;
}

/* Texels lie as in the largest of an array's images: a smaller one ends earlier along a coordinate. A descriptor of
 * machine code has no such images. */
static void note_sizes(struct grid_reader *g, const struct grid_variable *variable, struct grid_image *image) {
    for (const struct grid_given *given = variable->given; given; given = given->next)
        for (uint32_t k = 0; k < image->coordinates; k++)
            image->differ = image->differ || (given->texels && given->texels->extents[k] != image->extents[k]);
    if (image->differ && !g->shared)
        grid_refuse(g, NULL, "%%%s: recorded images of different sizes in one array", variable->name);
}

/* Recorded images are as large as they were, so their memory may be too large for its place. */
static void require_place(struct grid_reader *g, const struct grid_variable *variable, const struct grid_image *image) {
    uint64_t stride, most = UINT64_C(1) << 32;
    if (!recorded_extent(variable, 0))
        return;
    if (grid_is_descriptor_array(g, variable->type, &stride))
        most = stride;
    if (image->samples > 1 || image->component_bytes > 4)
        grid_refuse(g, NULL, "%%%s: a recorded image of several samples, or of 64 bits", variable->name);
    if (grid_texel_count(image) > most / grid_texel_bytes(image))
        grid_refuse(g, NULL, "%%%s: a recorded image of more than %llu bytes", variable->name,
                    (unsigned long long)most);
}

/* Texels along a coordinate: as @Input says, else as @Output names them, and the grid has invocations. */
static uint64_t extent_of(struct grid_reader *g, const struct grid_variable *variable, const struct grid_image *image,
                          uint32_t coordinate, uint32_t outer) {
    bool faces = image->cube && coordinate == 2;
    uint64_t least = g->image_scale   ? grid_invocation_count(g) * g->image_scale
                     : image->sampled ? SAMPLED_EXTENT
                                      : grid_invocation_count(g);
    uint64_t most = outer ? most_in_array[image->coordinates - 1] : most_alone[image->coordinates - 1];
    least = g->shared && least > most ? most : least;
    uint64_t named = grid_output_length(g, variable->name, outer + coordinate);
    uint64_t given;
    if (coordinate >= image->coordinates)
        return 1;
    if ((given = recorded_extent(variable, coordinate)) != 0)
        return given;
    if (grid_given_length(g, variable, &given))
        return faces ? FACES * given : given;
    if (variable->input)
        return longest_list(variable->input, outer + coordinate);
    return faces ? FACES * ((named > least ? named : least) + FACES - 1) / FACES : named > least ? named : least;
}

void grid_place_image(struct grid_reader *g, struct grid_variable *variable) {
    const struct spirv_type *type = grid_image_type(g, variable->type);
    struct grid_image *image = arena_allocate_array(g->arena, 1, sizeof *image);
    uint32_t outer = variable->type->opcode == SpvOpTypeArray || variable->type->opcode == SpvOpTypeRuntimeArray;
    if (!type)
        return; /* a sampler */
    const struct format *format = format_of(type->image_format);
    const struct spirv_type *component = grid_type(g, NULL, type->element);
    *image = (struct grid_image){.coordinates = coordinates_of(type),
                                 .samples = type->multisampled ? SAMPLES : 1,
                                 .component_bytes = component->width == 64 ? 8 : 4,
                                 .kind = format->kind,
                                 .floating = component->opcode == SpvOpTypeFloat,
                                 .sampled = type->sampled != 2,
                                 .cube = type->dim == SpvDimCube};
    memcpy(image->bits, format->bits, sizeof image->bits);
    /* a texel of any 32-bit format fits where none is named */
    uint32_t components = type->image_format ? spirv_format_components(type->image_format) : 4;
    image->components = components * image->samples;
    for (uint32_t k = 0; k < 3; k++) {
        image->extents[k] = extent_of(g, variable, image, k, outer);
        if (image->extents[k] > MAX_EXTENT) /* so that no product of them wraps */
            grid_refuse(g, NULL, "%%%s: an image of more than %d texels along a coordinate", variable->name,
                        MAX_EXTENT);
    }
    if (image->extents[0] * image->extents[1] * image->extents[2] == 0)
        grid_refuse(g, NULL, "%%%s: an image without texels", variable->name);
    require_place(g, variable, image);
    note_sizes(g, variable, image);
    variable->image = image;
}

void grid_describe_images(struct grid_reader *g, const struct grid_variable *variable, struct litmus_memory *memory) {
    const struct spirv_type *type = variable->type;
    uint64_t count = type->opcode == SpvOpTypeArray          ? type->length
                     : type->opcode == SpvOpTypeRuntimeArray ? variable->runtime_length
                                                             : 1;
    uint64_t stride = count == 1 ? 0 : grid_stride(g, type, (struct spirv_matrix_layout){0, false});
    struct litmus_image *images = arena_allocate_array(g->arena, (size_t)count + 1, sizeof *images);
    for (uint64_t i = 0; i < count; i++) {
        images[i] = (struct litmus_image){.address = memory->address + i * stride,
                                          .coordinates = variable->image->coordinates,
                                          .components = variable->image->components,
                                          .component_bytes = variable->image->component_bytes,
                                          .floating = variable->image->floating,
                                          .converted = variable->image->kind != GRID_TEXEL_AS_IS,
                                          .is_buffer = grid_image_type(g, type)->dim == SpvDimBuffer};
        for (int k = 0; k < 3; k++)
            images[i].extents[k] = (uint32_t)variable->image->extents[k];
    }
    memory->images = images;
    memory->image_count = (uint32_t)count;
}

/* ---- accesses ---- */

const struct grid_image *grid_image_of(struct grid_reader *g, const struct spirv_instruction *in,
                                       struct grid_value value) {
    if (!value.root || !value.root->image)
        grid_refuse(g, in, "one of several images, or no image");
    return value.root->image;
}

struct program_operand grid_image_extent(struct grid_reader *g, struct grid_value base, uint32_t coordinate) {
    const struct grid_image *image = base.root->image;
    struct program_operand at = base.parts[0].operand, extent = program_constant(image->extents[coordinate]);
    uint64_t first = grid_memory(g, base.root)->address;
    for (const struct grid_given *given = image->differ ? base.root->given : NULL; given; given = given->next) {
        if (!given->texels)
            continue;
        struct program_operand own = program_constant(given->texels->extents[coordinate]),
                               there = program_constant(first + given->part.offset);
        if (at.kind == PROGRAM_CONSTANT)
            extent = at.value == there.value ? own : extent;
        else
            extent = grid_select(g, 64, grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, 64, at, there), own, extent);
    }
    return extent;
}

struct grid_value grid_texel_at(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                                const struct litmus_part *coordinates, uint32_t count) {
    const struct grid_image *image = grid_image_of(g, in, base);
    struct grid_value result = {.count = 1, .root = base.root};
    struct program_operand address = base.parts[0].operand;
    if (count < image->coordinates)
        grid_refuse(g, in, "fewer coordinates than its image has");
    for (uint32_t k = 0; k < image->coordinates; k++)
        address =
            grid_step_within(g, address, coordinates[k], grid_texel_stride(image, k), grid_image_extent(g, base, k));
    result.parts = arena_allocate_array(g->arena, 1, sizeof *result.parts);
    result.parts[0] = grid_part(address, 64);
    return result;
}

spirv_id grid_image_operand(const struct spirv_instruction *in, uint32_t place, SpvImageOperandsMask which) {
    uint32_t mask = place < in->operand_count ? in->operands[place] : 0;
    if (!(mask & which))
        return 0;
    for (uint32_t bit = 1; bit < (uint32_t)which; bit <<= 1) /* Grad alone has two */
        place += mask & bit ? 1 + (bit == SpvImageOperandsGradMask) : 0;
    return place + 1 < in->operand_count ? in->operands[place + 1] : 0;
}

/* The texel at an instruction's coordinates, and of several samples the one that it asks for. */
static struct grid_value texel_of(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                                  spirv_id coordinate, spirv_id sample) {
    struct grid_value at = grid_value_of(g, in, coordinate);
    struct grid_value texel = grid_texel_at(g, in, base, at.parts, at.count);
    const struct grid_image *image = texel.root->image;
    if (image->samples > 1 && sample)
        texel.parts[0].operand = grid_step(g, texel.parts[0].operand, grid_value_of(g, in, sample).parts[0],
                                           grid_texel_bytes(image) / image->samples, image->samples);
    return texel;
}

static struct grid_leaf component(const struct grid_image *image, uint32_t number) {
    uint32_t bytes = image->component_bytes;
    return (struct grid_leaf){(uint64_t)number * bytes, (uint8_t)bytes, (uint8_t)(bytes * 8), image->floating, NULL};
}

static uint32_t components_of(const struct grid_image *image) {
    return image->components / image->samples;
}

/* Components that the image does not have are 0, and the fourth is 1 (Vulkan, chapter Images, "Conversion to RGBA"). */
struct program_operand grid_read_component(struct grid_reader *g, const struct model_operation *operation,
                                           struct grid_value texel, uint32_t number) {
    const struct grid_image *image = texel.root->image;
    if (number >= components_of(image))
        return program_constant(number < 3 ? 0 : image->floating ? ONE_AS_FLOAT : 1);
    struct program_operand value = program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL));
    grid_append_access(g, operation, texel, component(image, number))->target = (uint32_t)value.value;
    return value;
}

/* A component as a shader's type has it. */
static struct program_operand fitted(struct grid_reader *g, const struct grid_image *image,
                                     struct program_operand value, uint8_t from, uint8_t to) {
    return from == to ? value
                      : grid_compute(g, image->floating ? PROGRAM_FCONVERT : PROGRAM_COPY, to, from, value, nothing);
}

static bool is_sampling(uint16_t opcode) {
    return opcode != SpvOpImageRead && opcode != SpvOpImageFetch;
}

void grid_read_image(struct grid_reader *g, const struct spirv_instruction *in,
                     const struct model_operation *operation) {
    if (is_sampling(in->opcode)) {
        grid_sample_image(g, in, operation);
        return;
    }
    spirv_id sample = grid_image_operand(in, 2, SpvImageOperandsSampleMask);
    if (grid_image_operand(in, 2, SpvImageOperandsLodMask) ||
        grid_image_operand(in, 2, SpvImageOperandsConstOffsetMask))
        grid_note_estimate(g, in); /* of one level and without an offset, here */
    struct grid_value texel = texel_of(g, in, grid_value_of(g, in, in->operands[0]), in->operands[1], sample);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < result.count; k++)
        result.parts[k].operand = fitted(g, texel.root->image, grid_read_component(g, operation, texel, k),
                                         (uint8_t)(texel.root->image->component_bytes * 8), result.parts[k].width);
    grid_set_result(g, in, result);
}

/* ---- what is left of a number in fewer bits ---- */

static struct program_operand normalized(struct grid_reader *g, struct program_operand x, uint8_t bits,
                                         bool is_signed) {
    struct program_operand most = program_number((UINT32_C(1) << (bits - is_signed)) - 1, 32);
    x = grid_compute(g, PROGRAM_FMAX, 32, 0, x, program_number(is_signed ? -1 : 0, 32));
    x = grid_compute(g, PROGRAM_FMIN, 32, 0, x, program_number(1, 32));
    x = grid_compute(g, PROGRAM_FMUL, 32, 0, x, most);
    x = grid_compute(g, PROGRAM_ROUND_EVEN, 32, 0, x, nothing);
    return grid_compute(g, PROGRAM_FDIV, 32, 0, x, most);
}

static struct program_operand kept(struct grid_reader *g, const struct grid_image *image, uint32_t number,
                                   struct program_operand x) {
    uint8_t bits = image->bits[number];
    switch (image->kind) {
    case GRID_TEXEL_UNORM:
    case GRID_TEXEL_SNORM:
        return normalized(g, x, bits, image->kind == GRID_TEXEL_SNORM);
    case GRID_TEXEL_FLOAT: /* those of 11 and 10 bits are cut further: an estimate */
        return grid_compute(g, PROGRAM_FCONVERT, 32, 16, grid_compute(g, PROGRAM_FCONVERT, 16, 32, x, nothing),
                            nothing);
    case GRID_TEXEL_SINT:
        return grid_compute(g, PROGRAM_SEXT, 32, bits, x, nothing);
    case GRID_TEXEL_UINT:
        return grid_compute(g, PROGRAM_COPY, 32, bits, x, nothing);
    default:
        return x;
    }
}

void grid_write_image(struct grid_reader *g, const struct spirv_instruction *in,
                      const struct model_operation *operation) {
    spirv_id sample = grid_image_operand(in, 3, SpvImageOperandsSampleMask);
    struct grid_value texel = texel_of(g, in, grid_value_of(g, in, in->operands[0]), in->operands[1], sample);
    struct grid_value value = grid_value_of(g, in, in->operands[2]);
    const struct grid_image *image = texel.root->image;
    if (value.count < components_of(image))
        grid_refuse(g, in, "a texel of fewer components than its image has");
    if (image->kind != GRID_TEXEL_AS_IS)
        grid_note_estimate(g, in);
    uint32_t skip = litmus_build_skip_outside(grid_builder(g), texel.parts[0].operand);
    for (uint32_t k = 0; k < components_of(image); k++) {
        struct program_operand x =
            fitted(g, image, value.parts[k].operand, value.parts[k].width, (uint8_t)(image->component_bytes * 8));
        x = kept(g, image, k, x);
        grid_append_access(g, operation, texel, component(image, k))->b = x;
    }
    litmus_build_skipped(grid_builder(g), skip);
}

/* OpImageTexelPointer: the atomics that use it find the texel's first component there. */
static void texel_pointer(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    if (components_of(grid_image_of(g, in, base)) != 1)
        grid_refuse(g, in, "an atomic operation on a texel of several components");
    grid_set_result(g, in, texel_of(g, in, base, in->operands[1], in->operands[2]));
}

/* ---- images and samplers together, and what is asked about them ---- */

static void take_image(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value image = grid_value_of(g, in, in->operands[0]);
    if (in->opcode == SpvOpSampledImage) {
        struct grid_value *sampler = arena_allocate_array(g->arena, 1, sizeof *sampler);
        *sampler = grid_value_of(g, in, in->operands[1]);
        image.sampler = sampler;
    }
    grid_set_result(g, in, image);
}

/* The size of a cube counts its layers, each of which is six faces in memory. */
static void query_size(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    const struct grid_image *image = grid_image_of(g, in, base);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t k = 0; k < result.count && k < image->coordinates; k++) {
        struct program_operand extent = grid_image_extent(g, base, k);
        if (image->cube && k == 2)
            extent = grid_compute(g, PROGRAM_UDIV, 64, 0, extent, program_constant(FACES));
        result.parts[k].operand = grid_compute(g, PROGRAM_COPY, 32, 64, extent, nothing);
    }
    grid_set_result(g, in, result);
}

static void query_count(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct grid_image *image = grid_image_of(g, in, grid_value_of(g, in, in->operands[0]));
    grid_set_operand(g, in, program_constant(in->opcode == SpvOpImageQuerySamples ? image->samples : 1));
}

static const struct grid_row rows[] = {
    {SpvOpImageTexelPointer, texel_pointer}, {SpvOpSampledImage, take_image},      {SpvOpImage, take_image},
    {SpvOpImageQuerySize, query_size},       {SpvOpImageQuerySizeLod, query_size}, {SpvOpImageQueryLevels, query_count},
    {SpvOpImageQuerySamples, query_count}};

const struct grid_table grid_image_tables[] = {GRID_ROWS(rows), {NULL}};
