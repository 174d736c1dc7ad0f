/* Texels by integer coordinates: read, written, and changed atomically; and what can be asked of an image. */
#include "host/images.h"

#include <stddef.h>
#include <string.h>

#include "host/functions.h"
#include "host/shape.h"

uint32_t host_extent(uint32_t extent, uint32_t level) {
    return level > 31 || extent >> level == 0 ? 1 : extent >> level;
}

uint64_t host_level_offset(const struct smmra_host_image *image, uint32_t level) {
    uint64_t texels = 0, size = host_format_size(host_format_of(image->format));
    for (uint32_t i = 0; i < level; i++)
        texels += (uint64_t)host_extent(image->width, i) * host_extent(image->height, i) *
                  host_extent(image->depth, i) * image->layers * image->samples;
    return texels * size;
}

static bool within(int64_t value, uint32_t bound) {
    return value >= 0 && value < (int64_t)bound;
}

/* Of a texel that is there. */
static uint64_t texel_offset(const struct smmra_host_image *image, uint32_t level, const int64_t place[3],
                             uint64_t layer, uint32_t sample) {
    uint64_t size = host_format_size(host_format_of(image->format)), x = (uint64_t)place[0] * image->samples + sample;
    uint64_t y = (uint64_t)place[1], z = (uint64_t)place[2];
    const struct host_layout *layout = image->layout;
    if (layout)
        return layer * layout->layer + layout->levels[level].begin + z * layout->levels[level].slice +
               y * layout->levels[level].row + x * size;
    uint64_t row = (layer * host_extent(image->depth, level) + z) * host_extent(image->height, level) + y;
    return host_level_offset(image, level) + (row * host_extent(image->width, level) * image->samples + x) * size;
}

uint8_t *host_texel_at(const struct smmra_host_image *image, uint32_t level, const int64_t place[3], int64_t layer,
                       uint32_t sample) {
    if (level >= image->levels || sample >= image->samples || !within(layer, image->layers))
        return NULL;
    uint32_t width = host_extent(image->width, level), height = host_extent(image->height, level),
             depth = host_extent(image->depth, level);
    if (!within(place[0], width) || !within(place[1], height) || !within(place[2], depth))
        return NULL;
    uint8_t *texel = image->data + texel_offset(image, level, place, (uint64_t)layer, sample);
    if (image->touched)
        image->touched(image->user, texel);
    return texel;
}

/* Coordinates are the spatial ones, then the layer; of a cube x, y and the face, which is a layer. */
static uint8_t *texel_of(const struct smmra_host_image *image, uint32_t shape, i32x4 coordinate, int32_t level,
                         int32_t sample) {
    uint32_t dimensions = shape_dimensions(shape);
    int64_t place[3] = {0, 0, 0}, layer = 0;
    for (uint32_t i = 0; i < dimensions; i++)
        place[i] = coordinate[i];
    if (shape_has_layer(shape))
        layer = coordinate[dimensions];
    bool multisampled = shape & SMMRA_HOST_SHAPE_MULTISAMPLED;
    return host_texel_at(image, (uint32_t)level, place, layer, multisampled ? (uint32_t)sample : 0);
}

i32x4 smmra_host_image_read(const struct smmra_host_image *image, uint32_t shape, i32x4 coordinate, int32_t lod,
                            int32_t sample) {
    static const uint8_t zeros[16];
    const uint8_t *memory = texel_of(image, shape, coordinate, lod, sample);
    struct host_texel texel = host_decode(host_format_of(image->format), memory ? memory : zeros);
    i32x4 result;
    memcpy(&result, &texel, sizeof result);
    return result;
}

void smmra_host_image_write(const struct smmra_host_image *image, uint32_t shape, i32x4 coordinate, int32_t lod,
                            int32_t sample, i32x4 value) {
    uint8_t *memory = texel_of(image, shape, coordinate, lod, sample);
    struct host_texel texel;
    memcpy(&texel, &value, sizeof texel);
    if (memory && smmra_host_live() & 1)
        host_encode(host_format_of(image->format), texel, memory);
}

/* ---- atomics ---- */

static int64_t as_signed(uint64_t value, uint32_t bits) {
    return bits == 64 ? (int64_t)value : (int32_t)(uint32_t)value;
}

static float as_float(uint64_t value) {
    uint32_t bits = (uint32_t)value;
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

static uint64_t from_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* What the operation leaves where `old` was. */
static uint64_t combined(uint32_t operation, uint32_t bits, uint64_t old, uint64_t value, uint64_t comparator) {
    switch (operation) {
    case SpvOpAtomicStore:
    case SpvOpAtomicExchange:
        return value;
    case SpvOpAtomicCompareExchange:
        return old == comparator ? value : old;
    case SpvOpAtomicIIncrement:
        return old + 1;
    case SpvOpAtomicIDecrement:
        return old - 1;
    case SpvOpAtomicIAdd:
        return old + value;
    case SpvOpAtomicISub:
        return old - value;
    case SpvOpAtomicSMin:
        return as_signed(value, bits) < as_signed(old, bits) ? value : old;
    case SpvOpAtomicUMin:
        return value < old ? value : old;
    case SpvOpAtomicSMax:
        return as_signed(value, bits) > as_signed(old, bits) ? value : old;
    case SpvOpAtomicUMax:
        return value > old ? value : old;
    case SpvOpAtomicAnd:
        return old & value;
    case SpvOpAtomicOr:
        return old | value;
    case SpvOpAtomicXor:
        return old ^ value;
    case SpvOpAtomicFAddEXT:
        return from_float(as_float(old) + as_float(value));
    case SpvOpAtomicFMinEXT:
        return as_float(value) < as_float(old) ? value : old;
    case SpvOpAtomicFMaxEXT:
        return as_float(value) > as_float(old) ? value : old;
    default: /* OpAtomicLoad */
        return old;
    }
}

/* In a helper invocation nothing happens, and the result's register, which held the value, stays as it is. */
uint64_t smmra_host_image_atomic(const struct smmra_host_image *image, uint32_t shape, uint32_t operation,
                                 i32x4 coordinate, int32_t sample, uint64_t value, uint64_t comparator) {
    uint8_t *memory = texel_of(image, shape, coordinate, 0, sample);
    if (operation != SpvOpAtomicLoad && !(smmra_host_live() & 1))
        return value;
    if (!memory)
        return 0;
    if (shape & SMMRA_HOST_SHAPE_64_BIT) {
        uint64_t *word = (uint64_t *)(void *)memory, old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
        while (!__atomic_compare_exchange_n(word, &old, combined(operation, 64, old, value, comparator), false,
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        }
        return old;
    }
    uint32_t *word = (uint32_t *)(void *)memory, old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    value = (uint32_t)value;
    comparator = (uint32_t)comparator;
    while (!__atomic_compare_exchange_n(word, &old, (uint32_t)combined(operation, 32, old, value, comparator), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}

/* ---- queries ---- */

i32x4 smmra_host_image_size(const struct smmra_host_image *image, uint32_t shape, int32_t lod) {
    uint32_t extents[3] = {image->width, image->height, image->depth};
    uint32_t dimensions = shape_dimensions(shape), level = (uint32_t)lod;
    i32x4 result = {0, 0, 0, 0};
    if (level >= image->levels)
        return result;
    for (uint32_t i = 0; i < dimensions; i++)
        result[i] = (int32_t)host_extent(extents[i], level);
    if (shape & SMMRA_HOST_SHAPE_ARRAYED)
        result[dimensions] = (int32_t)(image->dim == SpvDimCube ? image->layers / 6 : image->layers);
    return result;
}

int32_t smmra_host_image_levels(const struct smmra_host_image *image) {
    return (int32_t)image->levels;
}

int32_t smmra_host_image_samples(const struct smmra_host_image *image, uint32_t shape) {
    (void)shape;
    return (int32_t)image->samples;
}
