/* The images, texel buffers and samplers that a shader uses: their dimensions from their types, the rest as
 * the settings or the format have it. */
#include <stdio.h>
#include <stdlib.h>

#include "compare/compare.h"

enum { TEXELS_OF_BUFFER = 256, CUBE_FACES = 6, SAMPLES = 4, LEVELS_OF_SAMPLED = 3, MAX_TRACED = 16 };

static const uint32_t ordinary_size[3] = {16, 12, 4};
enum { ORDINARY_LAYERS = 4, ORDINARY_CUBES = 2 };

/* ---- how the shader uses them ---- */

typedef bool use(const struct spirv_module *module, const struct spirv_instruction *in);

static bool takes_reference(const struct spirv_module *module, const struct spirv_instruction *in) {
    (void)module;
    switch (in->opcode) {
    case SpvOpImageSampleDrefImplicitLod:
    case SpvOpImageSampleDrefExplicitLod:
    case SpvOpImageSampleProjDrefImplicitLod:
    case SpvOpImageSampleProjDrefExplicitLod:
    case SpvOpImageDrefGather:
        return true;
    default:
        return false;
    }
}

static bool joins_integers(const struct spirv_module *module, const struct spirv_instruction *in) {
    if (in->opcode != SpvOpSampledImage)
        return false;
    const struct spirv_type *image = spirv_type_of_id(module, spirv_type_of_id(module, in->type)->element);
    return spirv_type_of_id(module, image->element)->opcode == SpvOpTypeInt;
}

static bool takes_gradients(const struct spirv_module *module, const struct spirv_instruction *in) {
    (void)module;
    switch (in->opcode) {
    case SpvOpImageSampleImplicitLod:
    case SpvOpImageSampleDrefImplicitLod:
    case SpvOpImageSampleProjImplicitLod:
    case SpvOpImageSampleProjDrefImplicitLod:
        return true; /* in compute shaders too: without derivatives it is level 0 */
    case SpvOpImageSampleExplicitLod:
    case SpvOpImageSampleProjExplicitLod:
        return in->operands[2] & SpvImageOperandsGradMask;
    case SpvOpImageSampleDrefExplicitLod:
    case SpvOpImageSampleProjDrefExplicitLod:
        return in->operands[3] & SpvImageOperandsGradMask;
    default:
        return false;
    }
}

/* Whether the value comes from the variable: through loads, array elements, and an image put together with a
 * sampler. What comes through a function's parameter is not seen. */
static bool comes_from(const struct spirv_module *module, spirv_id value, spirv_id variable, uint32_t depth) {
    struct spirv_instruction in = spirv_defining(module, value);
    if (value == variable)
        return true;
    if (depth == MAX_TRACED)
        return false;
    switch (in.opcode) {
    case SpvOpSampledImage:
        return comes_from(module, in.operands[0], variable, depth + 1) ||
               comes_from(module, in.operands[1], variable, depth + 1);
    case SpvOpLoad:
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpCopyObject:
        return comes_from(module, in.operands[0], variable, depth + 1);
    default:
        return false;
    }
}

/* Whether the variable is in such a use: itself, or put together with another. */
static bool is_in(const struct spirv_module *module, spirv_id variable, use *is_use) {
    for (uint32_t i = 0; i < module->function_count; i++)
        for (uint32_t word = module->functions[i].word; word < module->functions[i].end_word;) {
            struct spirv_instruction in = spirv_instruction_at(module, word);
            if (is_use(module, &in) &&
                (comes_from(module, in.operands[0], variable, 0) || comes_from(module, in.operands[1], variable, 0)))
                return true;
            word += in.length;
        }
    return false;
}

/* ---- samplers ---- */

/* Integers cannot be filtered. Where the level follows from gradients it is the nearest: llvmpipe's logarithm
 * is off by up to a tenth, which shows between levels. */
static struct smmra_host_sampler make_sampler(const struct shader *shader, spirv_id variable, bool for_integers,
                                              const struct settings *settings) {
    const struct image_settings *image = &settings->image;
    struct smmra_host_sampler sampler = {.magnify = image->filter,
                                         .minify = image->filter,
                                         .mip = image->unnormalized ? FILTER_NEAREST : image->mip,
                                         .address = {image->address, image->address, image->address},
                                         .border = image->border,
                                         .compares = is_in(&shader->module, variable, takes_reference),
                                         .compare = image->compare,
                                         .unnormalized = image->unnormalized,
                                         .bias = image->bias,
                                         .least_lod = image->least_lod,
                                         .most_lod = image->lod_given || image->unnormalized ? image->most_lod : 1000};
    if (is_in(&shader->module, variable, takes_gradients))
        sampler.mip = FILTER_NEAREST;
    if (for_integers)
        sampler.magnify = sampler.minify = sampler.mip = FILTER_NEAREST;
    return sampler;
}

static bool add_samplers(struct shader *shader, uint32_t set, uint32_t binding, uint32_t count,
                         struct smmra_host_sampler host) {
    for (uint32_t i = 0; i < count; i++) {
        if (shader->sampler_count == MAX_SAMPLERS)
            return false;
        shader->samplers[shader->sampler_count++] =
            (struct sampler){.set = set, .binding = binding, .element = i, .descriptor_count = count, .host = host};
    }
    return true;
}

/* ---- formats ---- */

static uint32_t choose_format(const struct shader *shader, const struct spirv_type *type, uint32_t set,
                              uint32_t binding, const struct settings *settings) {
    const struct image_settings *image = &settings->image;
    const struct spirv_type *component = spirv_type_of_id(&shader->module, type->element);
    if (type->image_format != SpvImageFormatUnknown)
        return type->image_format;
    for (uint32_t i = 0; i < image->format_count; i++)
        if (image->formats[i].set == set && image->formats[i].binding == binding)
            return image->formats[i].format;
    if (component->opcode == SpvOpTypeFloat)
        return SpvImageFormatRgba32f;
    if (component->width == 64)
        return component->is_signed ? SpvImageFormatR64i : SpvImageFormatR64ui;
    return component->is_signed ? SpvImageFormatRgba32i : SpvImageFormatRgba32ui;
}

/* What begins at the bytes of a texel. */
static bool shape_of_texel(uint32_t number, uint8_t shapes[16]) {
    static const uint8_t by_size[][4] = {
        /* 8, 16, 32, 64 bits */
        [NUMERIC_FLOAT] = {0, SHAPE_FLOAT16, SHAPE_FLOAT32, 0},
        [NUMERIC_UNORM] = {SHAPE_UNORM8, SHAPE_UNORM16, 0, 0},
        [NUMERIC_SNORM] = {SHAPE_SNORM8, SHAPE_SNORM16, 0, 0},
        [NUMERIC_UINT] = {SHAPE_INT8, SHAPE_INT16, SHAPE_INT32, SHAPE_INT64},
        [NUMERIC_SINT] = {SHAPE_INT8, SHAPE_INT16, SHAPE_INT32, SHAPE_INT64},
    };
    const struct host_format *format = host_format_of(number);
    if (!format)
        return false;
    uint32_t bits = format->bits[0], bytes = bits / 8;
    uint8_t packed = number == SpvImageFormatRgb10A2        ? SHAPE_RGB10A2
                     : number == SpvImageFormatRgb10a2ui    ? SHAPE_INT32
                     : number == SpvImageFormatR11fG11fB10f ? SHAPE_R11G11B10
                                                            : 0;
    if (packed)
        shapes[0] = packed;
    for (uint32_t i = 0; i < host_format_components(format) && !packed; i++)
        shapes[i * bytes] = by_size[format->numeric][bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
    return true;
}

/* ---- images ---- */

static struct smmra_host_image make_image(const struct spirv_type *type, uint32_t format, const uint32_t size[3],
                                          const struct image_settings *chosen) {
    struct smmra_host_image image = {.format = format,
                                     .dim = type->dim,
                                     .width = size[0] ? size[0] : ordinary_size[0],
                                     .height = 1,
                                     .depth = 1,
                                     .layers = 1,
                                     .levels = 1,
                                     .samples = type->multisampled ? SAMPLES : 1};
    if (type->dim == SpvDimSubpassData) {
        image.dim = SpvDim2D;
        image.width = TARGET_WIDTH;
        image.height = TARGET_HEIGHT;
        image.layers = 2; /* as many as ever are drawn to */
        return image;
    }
    if (type->dim == SpvDimBuffer) {
        image.width = size[0] ? size[0] : TEXELS_OF_BUFFER;
        return image;
    }
    if (type->dim != SpvDim1D)
        image.height = size[1] ? size[1] : ordinary_size[1];
    if (type->dim == SpvDim3D)
        image.depth = size[2] ? size[2] : ordinary_size[2];
    if (type->arrayed)
        image.layers = chosen->layers ? chosen->layers : ORDINARY_LAYERS;
    if (type->dim == SpvDimCube) {
        image.height = image.width;
        image.layers = type->arrayed ? CUBE_FACES * (chosen->layers ? chosen->layers : ORDINARY_CUBES) : CUBE_FACES;
    }
    if (type->sampled == 1 && !type->multisampled && !chosen->unnormalized)
        image.levels = chosen->levels ? chosen->levels : LEVELS_OF_SAMPLED;
    return image;
}

/* As the settings have it for this image, or for all. */
static const uint32_t *size_of_image(const struct image_settings *settings, uint32_t set, uint32_t binding) {
    for (uint32_t i = 0; i < settings->extent_count; i++)
        if (settings->extents[i].set == set && settings->extents[i].binding == binding)
            return settings->extents[i].size;
    return settings->size;
}

bool add_image(struct shader *shader, const struct image *image) {
    uint8_t texel[16] = {0};
    if (shader->buffer_count == MAX_BUFFERS || !shape_of_texel(image->host.format, texel))
        return false;
    struct buffer *buffer = &shader->buffers[shader->buffer_count++];
    uint32_t texel_size = host_format_size(host_format_of(image->host.format));
    buffer->kind = BUFFER_IMAGE;
    buffer->image = *image;
    buffer->size = host_level_offset(&image->host, image->host.levels);
    buffer->shape = calloc(buffer->size, 1);
    for (uint64_t i = 0; i < buffer->size && buffer->shape; i++)
        buffer->shape[i] = texel[i % texel_size];
    return buffer->shape != NULL;
}

static uint32_t decoration(const struct shader *shader, spirv_id id, SpvDecoration kind) {
    const struct spirv_decoration *found = spirv_find_decoration(&shader->module, id, SPIRV_NO_MEMBER, kind);
    return found && found->operand_count ? found->operands[0] : 0;
}

bool add_images(struct shader *shader, spirv_id variable, const struct spirv_type *type, uint32_t count, bool is_array,
                const struct settings *settings, char *message) {
    uint32_t set = decoration(shader, variable, SpvDecorationDescriptorSet),
             binding = decoration(shader, variable, SpvDecorationBinding);
    bool combined = type->opcode == SpvOpTypeSampledImage;
    if (type->opcode == SpvOpTypeSampler) {
        snprintf(message, MESSAGE_SIZE, "there are more samplers than can be compared");
        return add_samplers(shader, set, binding, count,
                            make_sampler(shader, variable, is_in(&shader->module, variable, joins_integers), settings));
    }
    if (combined)
        type = spirv_type_of_id(&shader->module, type->element);
    bool attached = type->opcode == SpvOpTypeImage && type->dim == SpvDimSubpassData;
    if (type->opcode != SpvOpTypeImage || (type->dim > SpvDimBuffer && !attached) || type->dim == SpvDimRect) {
        snprintf(message, MESSAGE_SIZE, "variable %%%u is a resource that the comparer does not make", variable);
        return false;
    }
    bool compared = type->depth == 1 || is_in(&shader->module, variable, takes_reference);
    uint32_t format = choose_format(shader, type, set, binding, settings);
    struct image image = {.host = make_image(type, compared ? SpvImageFormatR32f : format,
                                             size_of_image(&settings->image, set, binding), &settings->image),
                          .is_storage = type->sampled == 2 && !attached,
                          .is_arrayed = type->arrayed || attached,
                          .is_compared = compared,
                          .is_combined = combined && type->dim != SpvDimBuffer};
    if (image.is_combined)
        image.sampler =
            make_sampler(shader, variable, host_format_of(image.host.format)->numeric >= NUMERIC_UINT, settings);
    for (uint32_t i = 0; i < count; i++) {
        if (attached)
            image.attachment_index = 1 + decoration(shader, variable, SpvDecorationInputAttachmentIndex) + i;
        if (!add_image(shader, &image)) {
            snprintf(message, MESSAGE_SIZE, "there are more images than can be compared");
            return false;
        }
        struct buffer *buffer = &shader->buffers[shader->buffer_count - 1];
        buffer->given = given_for(settings, BUFFER_IMAGE, set, binding);
        buffer->set = set;
        buffer->binding = binding;
        buffer->element = i;
        buffer->is_array = is_array;
        buffer->descriptor_count = count;
    }
    return true;
}
