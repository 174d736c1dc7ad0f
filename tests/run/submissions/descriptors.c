#include "submissions/descriptors.h"

#include <stdio.h>

#include "host/functions.h"
#include "mmra/machine/machine_processor.h"

enum generation { GFX10, GFX11, GFX12, GENERATIONS };

/* The formats' numbers changed with gfx11. */
static uint32_t generation_of(enum machine_processor processor) {
    uint32_t families = machine_traits(processor)->families;
    return families & MACHINE_GFX12 ? GFX12 : families & MACHINE_GFX11 ? GFX11 : GFX10;
}

static bool fail(char message[DESCRIPTOR_MESSAGE], const char *kind, const char *field, uint32_t value) {
    snprintf(message, DESCRIPTOR_MESSAGE, "%s whose %s is %u", kind, field, value);
    return false;
}

/* What invocations do to an image here is all that is live: waves have no helpers. */
uint8_t smmra_host_live(void) {
    return 1;
}

/* ---- fields ---- */

/* Where a field is in each generation: its word, first bit and bits; none: it is 0 there. */
struct field {
    const char *name;
    struct {
        uint8_t word, first, count;
    } at[GENERATIONS];
};
#define EVERYWHERE(word, first, count)                                                                                 \
    {                                                                                                                  \
        {word, first, count}, {word, first, count}, {                                                                  \
            word, first, count                                                                                         \
        }                                                                                                              \
    }

static uint32_t field_of(const uint32_t *words, const struct field *field, uint32_t generation) {
    uint32_t first = field->at[generation].first, count = field->at[generation].count;
    return words[field->at[generation].word] >> first & ((1u << count) - 1);
}

/* The first field of a table that is not 0. */
static const struct field *not_zero(const uint32_t *words, const struct field *fields, size_t count,
                                    uint32_t generation) {
    for (size_t k = 0; k < count; k++)
        if (field_of(words, &fields[k], generation))
            return &fields[k];
    return NULL;
}

/* False after naming a field that has to be 0. */
static bool are_zero(const char *kind, const uint32_t *words, const struct field *fields, size_t count,
                     uint32_t generation, char message[DESCRIPTOR_MESSAGE]) {
    const struct field *field = not_zero(words, fields, count, generation);
    return !field || fail(message, kind, field->name, field_of(words, field, generation));
}

/* ---- formats ---- */

/* FORMAT from gfx11 on and before; components from the least significant bit on are the last in AMD's names. */
static const struct {
    uint16_t number[2];
    uint8_t format; /* SpvImageFormat */
} formats[] = {
    {{1, 1}, SpvImageFormatR8},           {{2, 2}, SpvImageFormatR8Snorm},
    {{5, 5}, SpvImageFormatR8ui},         {{6, 6}, SpvImageFormatR8i},
    {{7, 7}, SpvImageFormatR16},          {{8, 8}, SpvImageFormatR16Snorm},
    {{11, 11}, SpvImageFormatR16ui},      {{12, 12}, SpvImageFormatR16i},
    {{13, 13}, SpvImageFormatR16f},       {{14, 14}, SpvImageFormatRg8},
    {{15, 15}, SpvImageFormatRg8Snorm},   {{18, 18}, SpvImageFormatRg8ui},
    {{19, 19}, SpvImageFormatRg8i},       {{20, 20}, SpvImageFormatR32ui},
    {{21, 21}, SpvImageFormatR32i},       {{22, 22}, SpvImageFormatR32f},
    {{23, 23}, SpvImageFormatRg16},       {{24, 24}, SpvImageFormatRg16Snorm},
    {{27, 27}, SpvImageFormatRg16ui},     {{28, 28}, SpvImageFormatRg16i},
    {{29, 29}, SpvImageFormatRg16f},      {{30, 36}, SpvImageFormatR11fG11fB10f}, /* 10_11_11 */
    {{36, 50}, SpvImageFormatRgb10A2},                                            /* 2_10_10_10 */
    {{40, 54}, SpvImageFormatRgb10a2ui},  {{42, 56}, SpvImageFormatRgba8},
    {{43, 57}, SpvImageFormatRgba8Snorm}, {{46, 60}, SpvImageFormatRgba8ui},
    {{47, 61}, SpvImageFormatRgba8i},     {{48, 62}, SpvImageFormatRg32ui}, /* and of 64-bit components, the halves */
    {{49, 63}, SpvImageFormatRg32i},      {{50, 64}, SpvImageFormatRg32f},
    {{51, 65}, SpvImageFormatRgba16},     {{52, 66}, SpvImageFormatRgba16Snorm},
    {{55, 69}, SpvImageFormatRgba16ui},   {{56, 70}, SpvImageFormatRgba16i},
    {{57, 71}, SpvImageFormatRgba16f},    {{61, 75}, SpvImageFormatRgba32ui},
    {{62, 76}, SpvImageFormatRgba32i},    {{63, 77}, SpvImageFormatRgba32f},
};

/* SpvImageFormatUnknown: it is none of these. */
static uint32_t format_of(uint32_t number, uint32_t generation) {
    for (size_t k = 0; number && k < sizeof formats / sizeof *formats; k++)
        if (formats[k].number[generation == GFX10] == number)
            return formats[k].format;
    return SpvImageFormatUnknown;
}

/* Three bits for each component (DST_SEL_X and the three after it): 0, 1, or from 4 on a component of the texel. */
static bool read_select(struct descriptor_image *image, const char *kind, uint32_t bits,
                        char message[DESCRIPTOR_MESSAGE]) {
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t selects = bits >> (3 * k) & 7;
        if (selects == 2 || selects == 3)
            return fail(message, kind, "DST_SEL", bits);
        image->select[k] = (uint8_t)(selects >= 4 ? selects - 4 : MACHINE_SELECT_ZERO + selects);
    }
    return true;
}

/* ---- images ---- */

enum image_field {
    FORMAT,
    WIDTH_LO,
    WIDTH_HI,
    HEIGHT,
    DST_SEL,
    BASE_LEVEL,
    LAST_LEVEL,
    SW_MODE,
    TYPE,
    DEPTH,
    PITCH_MSB,
    BASE_ARRAY,
    MAX_MIP,
    ADDRESS_HI
};
static const struct field image_fields[] = {
    [FORMAT] = {"FORMAT", {{1, 20, 9}, {1, 20, 8}, {1, 17, 8}}},
    [WIDTH_LO] = {"WIDTH_LO", EVERYWHERE(1, 30, 2)},
    [WIDTH_HI] = {"WIDTH_HI", {{2, 0, 12}, {2, 0, 12}, {2, 0, 14}}},
    [HEIGHT] = {"HEIGHT", {{2, 14, 14}, {2, 14, 14}, {2, 14, 16}}},
    [DST_SEL] = {"DST_SEL", EVERYWHERE(3, 0, 12)},
    [BASE_LEVEL] = {"BASE_LEVEL", {{3, 12, 4}, {3, 12, 4}, {1, 25, 5}}},
    [LAST_LEVEL] = {"LAST_LEVEL", {{3, 16, 4}, {3, 16, 4}, {3, 15, 5}}},
    [SW_MODE] = {"SW_MODE", EVERYWHERE(3, 20, 5)},
    [TYPE] = {"TYPE", EVERYWHERE(3, 28, 4)},
    [DEPTH] = {"DEPTH", {{4, 0, 13}, {4, 0, 13}, {4, 0, 14}}},
    [PITCH_MSB] = {"PITCH_MSB", {{4, 13, 1}, {4, 13, 1}, {4, 14, 2}}},
    [BASE_ARRAY] = {"BASE_ARRAY", {{4, 16, 13}, {4, 16, 13}, {4, 16, 14}}},
    [MAX_MIP] = {"MAX_MIP", {{5, 4, 4}, {1, 16, 4}, {1, 12, 5}}},
    [ADDRESS_HI] = {"BASE_ADDRESS_HI", EVERYWHERE(1, 0, 8)},
};
/* Of gfx12's compression the kernel's page tables decide, which the shim does not have. */
static const struct field image_zeros[] = {
    {"MIN_LOD", {{1, 8, 12}, {5, 27, 5}, {5, 26, 6}}},
    {"MIN_LOD_HI", {{0, 0, 0}, {6, 0, 7}, {6, 0, 7}}},
    {"NO_EDGE_CLAMP", {{0, 0, 0}, {0, 0, 0}, {3, 12, 1}}},
    {"ARRAY_PITCH", {{5, 0, 4}, {5, 0, 4}, {5, 4, 1}}},
    {"CORNER_SAMPLES", EVERYWHERE(5, 23, 1)},
    {"PRT_DEFAULT", {{5, 26, 1}, {5, 26, 1}, {0, 0, 0}}},
    {"COMPRESSION_EN", {{6, 21, 1}, {6, 21, 1}, {0, 0, 0}}},
};
static const char of_image[] = "an image";

struct image_reader {
    const uint32_t *words;
    uint32_t generation;
    char *message;
};

static uint32_t get(const struct image_reader *r, enum image_field field) {
    return field_of(r->words, &image_fields[field], r->generation);
}

static bool refuse(const struct image_reader *r, enum image_field field) {
    return fail(r->message, of_image, image_fields[field].name, get(r, field));
}

enum image_type { TYPE_1D = 8, TYPE_2D, TYPE_3D, TYPE_CUBE, TYPE_1D_ARRAY, TYPE_2D_ARRAY, TYPE_MSAA, TYPE_MSAA_ARRAY };

static bool is_of_samples(const struct image_reader *r) {
    return get(r, TYPE) >= TYPE_MSAA;
}

static bool has_layers(const struct image_reader *r) {
    uint32_t type = get(r, TYPE);
    return type == TYPE_CUBE || type == TYPE_1D_ARRAY || type == TYPE_2D_ARRAY || type == TYPE_MSAA_ARRAY;
}

/* Log2 of the bytes of the blocks that a mode has; in the address their numbers are exchanged, if it is at least 12. Of
 * the linear mode, 0, there are none. */
enum { UNKNOWN_BLOCKS = 0xFF };
static const uint8_t mode_blocks[GENERATIONS][32] = {
#define FIRST_MODES                                                                                                    \
    0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 255, 255, 255, 255, 16, 16, 16, 16, 12, 12, 12, 12, 16, 16, 16, 16
    [GFX10] = {FIRST_MODES, 255, 255, 255, 255},
    [GFX11] = {FIRST_MODES, 18, 18, 18, 18},
#undef FIRST_MODES
    [GFX12] = {0,   8,   12,  16,  18,  12,  16,  18,  255, 255, 255, 255, 255, 255, 255, 255,
               255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
};

static uint64_t address_of(const struct image_reader *r) {
    uint64_t address = (uint64_t)r->words[0] << 8 | (uint64_t)get(r, ADDRESS_HI) << 40;
    uint64_t block = UINT64_C(1) << mode_blocks[r->generation][get(r, SW_MODE)];
    return address & ~(block - 1);
}

static uint64_t whole(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* Extents of linear levels are rounded up, where a level's is rounded down. */
static uint64_t extent_above(uint32_t extent, uint32_t level) {
    return ((uint64_t)extent + (1u << level) - 1) >> level;
}

/* The pitch of a linear image without layers may stand in place of the last layer, from gfx10.3 on. */
static uint64_t own_pitch(const struct image_reader *r) {
    bool may = get(r, TYPE) == TYPE_2D && get(r, DEPTH);
    return may ? (get(r, DEPTH) | (uint64_t)get(r, PITCH_MSB) << image_fields[DEPTH].at[r->generation].count) + 1 : 0;
}

/* Rows are multiples of 256 bytes, or on gfx12 of 128, which a level counts as 256; the smallest level comes first, and
 * each slice has all levels, as each layer has. */
static void lay_out_rows(const struct image_reader *r, struct descriptor_image *image, uint64_t texel) {
    const struct smmra_host_image *host = &image->image;
    uint64_t at = 0, unit = r->generation == GFX12 ? 128 : 256, pitch = own_pitch(r);
    for (uint32_t level = host->levels; level-- > 0;) {
        uint64_t bytes = extent_above(host->width, level) * texel;
        image->layout.levels[level].begin = at;
        image->layout.levels[level].row = pitch ? pitch * texel : whole(bytes, unit);
        at += (pitch ? pitch * texel : whole(bytes, 256)) * extent_above(host->height, level);
    }
    image->layout.layer = whole(at, 256);
    for (uint32_t level = 0; level < host->levels; level++)
        image->layout.levels[level].slice = image->layout.layer;
}

static void lay_out_blocks(struct descriptor_image *image, uint64_t texel) {
    const struct smmra_host_image *host = &image->image;
    uint64_t at = 0;
    for (uint32_t level = 0; level < host->levels; level++) {
        image->layout.levels[level].begin = at;
        image->layout.levels[level].row = host_extent(host->width, level) * texel * host->samples;
        image->layout.levels[level].slice = image->layout.levels[level].row * host_extent(host->height, level);
        at += image->layout.levels[level].slice * host_extent(host->depth, level);
    }
    image->layout.layer = at;
}

/* Finds the bytes of the whole image, all its layers and slices. */
static bool lay_out(const struct image_reader *r, struct descriptor_image *image, const struct gpu_memory *memory) {
    struct smmra_host_image *host = &image->image;
    uint64_t texel = host_format_size(host_format_of(host->format));
    uint8_t blocks = mode_blocks[r->generation][get(r, SW_MODE)];
    if (blocks == UNKNOWN_BLOCKS || (!blocks && host->samples > 1))
        return refuse(r, SW_MODE);
    if (get(r, PITCH_MSB) && !own_pitch(r))
        return refuse(r, PITCH_MSB);
    if (own_pitch(r) && (blocks || own_pitch(r) < host->width || host->levels > 1))
        return refuse(r, DEPTH);
    if (blocks)
        lay_out_blocks(image, texel);
    else
        lay_out_rows(r, image, texel);
    const uint64_t address = address_of(r),
                   size = image->layout.layer * (blocks ? 1 : host->depth) * (has_layers(r) ? get(r, DEPTH) + 1 : 1);
    host->layout = &image->layout;
    host->data = gpu_bytes(memory, address, size);
    if (!host->data || (uintptr_t)host->data % 8) {
        snprintf(r->message, DESCRIPTOR_MESSAGE, "an image of %llu bytes at 0x%llx, where no such memory is mapped",
                 (unsigned long long)size, (unsigned long long)address);
        return false;
    }
    return true;
}

/* The image as a whole, from its first layer and level on. */
static bool read_whole(const struct image_reader *r, struct smmra_host_image *image) {
    static const uint8_t dimensions[] = {SpvDim1D, SpvDim2D, SpvDim3D, SpvDimCube,
                                         SpvDim1D, SpvDim2D, SpvDim2D, SpvDim2D};
    uint32_t type = get(r, TYPE);
    if (type < TYPE_1D)
        return refuse(r, TYPE);
    image->format = format_of(get(r, FORMAT), r->generation);
    if (!image->format)
        return refuse(r, FORMAT);
    if (get(r, MAX_MIP) >= HOST_MOST_LEVELS)
        return refuse(r, MAX_MIP);
    if (is_of_samples(r) && (get(r, LAST_LEVEL) > 4 || get(r, LAST_LEVEL) != get(r, MAX_MIP)))
        return refuse(r, LAST_LEVEL);
    image->dim = dimensions[type - TYPE_1D];
    image->width = (get(r, WIDTH_LO) | get(r, WIDTH_HI) << 2) + 1;
    image->height = type == TYPE_1D || type == TYPE_1D_ARRAY ? 1 : get(r, HEIGHT) + 1;
    image->depth = type == TYPE_3D ? get(r, DEPTH) + 1 : 1;
    image->levels = is_of_samples(r) ? 1 : get(r, MAX_MIP) + 1;
    image->samples = is_of_samples(r) ? 1u << get(r, LAST_LEVEL) : 1;
    return true;
}

/* The layers and levels of it that are seen. Of images with three dimensions nobody reads the first layer, which Mesa
 * may set. */
static bool read_part(const struct image_reader *r, struct descriptor_image *image) {
    struct smmra_host_image *host = &image->image;
    uint32_t first = get(r, BASE_LEVEL), last = is_of_samples(r) ? 0 : get(r, LAST_LEVEL),
             layer = get(r, TYPE) == TYPE_3D ? 0 : get(r, BASE_ARRAY), last_layer = has_layers(r) ? get(r, DEPTH) : 0;
    if (first > last)
        return refuse(r, BASE_LEVEL);
    if (last >= host->levels)
        return refuse(r, LAST_LEVEL);
    if (layer > last_layer)
        return refuse(r, BASE_ARRAY);
    if (get(r, TYPE) == TYPE_CUBE && (last_layer + 1 - layer) % 6)
        return refuse(r, DEPTH);
    host->data += layer * image->layout.layer;
    host->layers = last_layer + 1 - layer;
    host->levels = last + 1 - first;
    for (uint32_t level = 0; level < host->levels; level++)
        image->layout.levels[level] = image->layout.levels[first + level];
    host->width = host_extent(host->width, first);
    host->height = host_extent(host->height, first);
    host->depth = host_extent(host->depth, first);
    return true;
}

bool descriptor_image(struct descriptor_image *image, const uint32_t words[8], enum machine_processor processor,
                      const struct gpu_memory *memory, char message[DESCRIPTOR_MESSAGE]) {
    const struct image_reader r = {words, generation_of(processor), message};
    *image = (struct descriptor_image){0};
    return are_zero(of_image, words, image_zeros, sizeof image_zeros / sizeof *image_zeros, r.generation, message) &&
           read_whole(&r, &image->image) && read_select(image, of_image, get(&r, DST_SEL), message) &&
           lay_out(&r, image, memory) && read_part(&r, image);
}

/* ---- texel buffers ---- */

enum buffer_field { BUFFER_STRIDE, BUFFER_SELECT, BUFFER_FORMAT, BUFFER_BOUNDS };
static const struct field buffer_fields[] = {
    [BUFFER_STRIDE] = {"STRIDE", EVERYWHERE(1, 16, 14)},
    [BUFFER_SELECT] = {"DST_SEL", EVERYWHERE(3, 0, 12)},
    [BUFFER_FORMAT] = {"FORMAT", {{3, 12, 7}, {3, 12, 6}, {3, 12, 6}}},
    [BUFFER_BOUNDS] = {"OOB_SELECT", EVERYWHERE(3, 28, 2)},
};
static const struct field buffer_zeros[] = {
    {"SWIZZLE_ENABLE", EVERYWHERE(1, 30, 2)},
    {"STRIDE_SCALE", {{0, 0, 0}, {0, 0, 0}, {3, 18, 2}}},
    {"ADD_TID_ENABLE", EVERYWHERE(3, 23, 1)},
    {"TYPE", EVERYWHERE(3, 30, 2)},
};
static const char of_buffer[] = "a texel buffer";

bool descriptor_texel_buffer(struct descriptor_image *image, const uint32_t words[4], enum machine_processor processor,
                             const struct gpu_memory *memory, char message[DESCRIPTOR_MESSAGE]) {
    enum { BY_INDEX_AND_OFFSET, BY_INDEX };
    const uint32_t generation = generation_of(processor);
    struct smmra_host_image *host = &image->image;
    uint32_t values[BUFFER_BOUNDS + 1];
    for (uint32_t k = 0; k <= BUFFER_BOUNDS; k++)
        values[k] = field_of(words, &buffer_fields[k], generation);
    *image = (struct descriptor_image){0};
    *host =
        (struct smmra_host_image){.dim = SpvDimBuffer, .height = 1, .depth = 1, .layers = 1, .levels = 1, .samples = 1};
    host->format = format_of(values[BUFFER_FORMAT], generation);
    host->width = words[2];
    if (!are_zero(of_buffer, words, buffer_zeros, sizeof buffer_zeros / sizeof *buffer_zeros, generation, message) ||
        !read_select(image, of_buffer, values[BUFFER_SELECT], message))
        return false;
    if (!host->format)
        return fail(message, of_buffer, "FORMAT", values[BUFFER_FORMAT]);
    if (values[BUFFER_STRIDE] != host_format_size(host_format_of(host->format)))
        return fail(message, of_buffer, "STRIDE", values[BUFFER_STRIDE]);
    if (values[BUFFER_BOUNDS] > BY_INDEX)
        return fail(message, of_buffer, "OOB_SELECT", values[BUFFER_BOUNDS]);
    host->data = gpu_bytes(memory, words[0] | (uint64_t)(words[1] & 0xFFFF) << 32,
                           (uint64_t)host->width * values[BUFFER_STRIDE]);
    return (host->data || !host->width) ||
           fail(message, of_buffer, "memory is not mapped, and NUM_RECORDS", host->width);
}

/* ---- samplers ---- */

enum sampler_field {
    CLAMP_X,
    CLAMP_Y,
    CLAMP_Z,
    COMPARE_FUNC,
    UNNORMALIZED,
    MIN_LOD,
    MAX_LOD,
    LOD_BIAS,
    MAG_FILTER,
    MIN_FILTER,
    MIP_FILTER,
    BORDER_TYPE
};
static const struct field sampler_fields[] = {
    [CLAMP_X] = {"CLAMP_X", EVERYWHERE(0, 0, 3)},
    [CLAMP_Y] = {"CLAMP_Y", EVERYWHERE(0, 3, 3)},
    [CLAMP_Z] = {"CLAMP_Z", EVERYWHERE(0, 6, 3)},
    [COMPARE_FUNC] = {"DEPTH_COMPARE_FUNC", EVERYWHERE(0, 12, 3)},
    [UNNORMALIZED] = {"FORCE_UNNORMALIZED", EVERYWHERE(0, 15, 1)},
    [MIN_LOD] = {"MIN_LOD", {{1, 0, 12}, {1, 0, 12}, {1, 0, 13}}},
    [MAX_LOD] = {"MAX_LOD", {{1, 12, 12}, {1, 12, 12}, {1, 13, 13}}},
    [LOD_BIAS] = {"LOD_BIAS", EVERYWHERE(2, 0, 14)},
    [MAG_FILTER] = {"XY_MAG_FILTER", EVERYWHERE(2, 20, 2)},
    [MIN_FILTER] = {"XY_MIN_FILTER", EVERYWHERE(2, 22, 2)},
    [MIP_FILTER] = {"MIP_FILTER", EVERYWHERE(2, 26, 2)},
    [BORDER_TYPE] = {"BORDER_COLOR_TYPE", EVERYWHERE(3, 30, 2)},
};
static const struct field sampler_zeros[] = {
    {"MAX_ANISO_RATIO", EVERYWHERE(0, 9, 3)}, {"MC_COORD_TRUNC", EVERYWHERE(0, 19, 1)},
    {"FORCE_DEGAMMA", EVERYWHERE(0, 20, 1)},  {"DISABLE_CUBE_WRAP", EVERYWHERE(0, 28, 1)},
    {"FILTER_MODE", EVERYWHERE(0, 29, 2)},    {"SKIP_DEGAMMA", EVERYWHERE(0, 31, 1)},
    {"LOD_BIAS_SEC", EVERYWHERE(2, 14, 6)},   {"Z_FILTER", EVERYWHERE(2, 24, 2)},
};
static const char of_sampler[] = "a sampler";

/* Levels of detail are in units of 1/256. */
static float detail(int32_t value) {
    return (float)value / 256;
}

/* What is not there, is NOT_KNOWN; enumerants of the host begin at 0. */
enum { NOT_KNOWN = 255 };

static bool translate(const uint32_t *words, uint32_t generation, enum sampler_field field, const uint8_t *meanings,
                      uint32_t *meaning, char message[DESCRIPTOR_MESSAGE]) {
    uint32_t value = field_of(words, &sampler_fields[field], generation);
    *meaning = meanings[value];
    return *meaning != NOT_KNOWN || fail(message, of_sampler, sampler_fields[field].name, value);
}

bool descriptor_sampler(struct smmra_host_sampler *sampler, const uint32_t words[4], enum machine_processor processor,
                        char message[DESCRIPTOR_MESSAGE]) {
    static const uint8_t clamps[] = {ADDRESS_REPEAT, ADDRESS_MIRROR, ADDRESS_EDGE,   ADDRESS_MIRROR_EDGE,
                                     NOT_KNOWN,      NOT_KNOWN,      ADDRESS_BORDER, NOT_KNOWN};
    static const uint8_t compares[] = {COMPARE_NEVER,
                                       COMPARE_LESS,
                                       COMPARE_EQUAL,
                                       COMPARE_LESS_OR_EQUAL,
                                       COMPARE_GREATER,
                                       COMPARE_NOT_EQUAL,
                                       COMPARE_GREATER_OR_EQUAL,
                                       COMPARE_ALWAYS};
    static const uint8_t filters[] = {FILTER_NEAREST, FILTER_LINEAR, NOT_KNOWN, NOT_KNOWN};
    static const uint8_t mips[] = {NOT_KNOWN, FILTER_NEAREST, FILTER_LINEAR, NOT_KNOWN};
    static const uint8_t borders[] = {BORDER_TRANSPARENT_BLACK, BORDER_OPAQUE_BLACK, BORDER_OPAQUE_WHITE, NOT_KNOWN};
    const uint32_t generation = generation_of(processor);
    const struct {
        enum sampler_field field;
        const uint8_t *meanings;
        uint32_t *meaning;
    } rows[] = {
        {CLAMP_X, clamps, &sampler->address[0]},  {CLAMP_Y, clamps, &sampler->address[1]},
        {CLAMP_Z, clamps, &sampler->address[2]},  {COMPARE_FUNC, compares, &sampler->compare},
        {MAG_FILTER, filters, &sampler->magnify}, {MIN_FILTER, filters, &sampler->minify},
        {MIP_FILTER, mips, &sampler->mip},        {BORDER_TYPE, borders, &sampler->border},
    };
    bool good =
        are_zero(of_sampler, words, sampler_zeros, sizeof sampler_zeros / sizeof *sampler_zeros, generation, message);
    for (size_t k = 0; good && k < sizeof rows / sizeof *rows; k++)
        good = translate(words, generation, rows[k].field, rows[k].meanings, rows[k].meaning, message);
    uint32_t bias = field_of(words, &sampler_fields[LOD_BIAS], generation);
    sampler->compares = true; /* if the instruction does */
    sampler->unnormalized = field_of(words, &sampler_fields[UNNORMALIZED], generation);
    sampler->bias = detail((int32_t)(bias ^ 0x2000) - 0x2000);
    sampler->least_lod = detail((int32_t)field_of(words, &sampler_fields[MIN_LOD], generation));
    sampler->most_lod = detail((int32_t)field_of(words, &sampler_fields[MAX_LOD], generation));
    return good;
}
