/* Descriptors of images, texel buffers and samplers: words as Mesa's src/amd/registers has their fields, written here a
 * second time; and linear layouts as its driver told them (vkGetImageSubresourceLayout). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "submissions/descriptors.h"

enum { GFX10, GFX11, GFX12, BASE = 0x40000, BYTES = 1 << 20 };
enum { IDENTITY = 4 | 5 << 3 | 6 << 6 | 7 << 9, RGBA8_10 = 56, RGBA8 = 42, R8 = 1, R32UI = 20 };
enum { DIM_1D = 8, DIM_2D, DIM_3D, DIM_CUBE, DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_MSAA, DIM_MSAA_ARRAY };
static const enum machine_processor processors[] = {MACHINE_GFX1030, MACHINE_GFX1100, MACHINE_GFX1201};

static struct gpu_memory memory;
static uint8_t *bytes;

struct said {
    uint32_t type, format, width, height, depth, first_layer, first_level, last_level, most_level, mode, select;
    uint64_t address;
};

static void write_words(uint32_t words[8], const struct said *s, int generation) {
    uint32_t width = s->width - 1, height = s->height - 1;
    memset(words, 0, 8 * sizeof *words);
    words[0] = (uint32_t)(s->address >> 8);
    words[1] = (uint32_t)(s->address >> 40 & 0xFF) | width << 30;
    words[2] = width >> 2 | height << 14;
    words[3] = s->select | s->mode << 20 | s->type << 28;
    words[4] = s->depth | s->first_layer << 16;
    if (generation == GFX12) {
        words[1] |= s->most_level << 12 | s->format << 17 | s->first_level << 25;
        words[3] |= s->last_level << 15;
        return;
    }
    words[1] |= s->format << 20;
    words[3] |= s->first_level << 12 | s->last_level << 16;
    if (generation == GFX11)
        words[1] |= s->most_level << 16;
    else
        words[5] |= s->most_level << 4;
}

/* A layered image, of which the last two layers and levels are seen: all of it has 4 layers and 3 levels. */
static struct said layered(int generation) {
    return (struct said){.type = DIM_2D_ARRAY,
                         .format = generation == GFX10 ? RGBA8_10 : RGBA8,
                         .width = 37,
                         .height = 19,
                         .depth = 3,
                         .first_layer = 2,
                         .first_level = 1,
                         .last_level = 2,
                         .most_level = 2,
                         .mode = generation == GFX12 ? 3 : 25,
                         .select = IDENTITY,
                         .address = BASE};
}

static bool decode(struct descriptor_image *image, const uint32_t words[8], int generation, char *message) {
    *message = '\0';
    return descriptor_image(image, words, processors[generation], &memory, message);
}

static void assert_refused(const uint32_t words[8], int generation, const char *field) {
    struct descriptor_image image;
    char message[DESCRIPTOR_MESSAGE];
    assert_false(decode(&image, words, generation, message));
    if (!strstr(message, field))
        fail_msg("%s, and not: %s", message, field);
}

/* Levels of 37 x 19, 18 x 9 and 9 x 4 texels of four bytes, layer by layer. */
static void parts_of_images(void **state) {
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        struct said s = layered(g);
        struct descriptor_image image;
        char message[DESCRIPTOR_MESSAGE];
        uint32_t words[8];
        const int64_t place[] = {5, 3, 0};
        uint64_t layer = 4 * (37 * 19 + 18 * 9 + 9 * 4);
        s.address = BASE | 0x300; /* blocks exchanged */
        write_words(words, &s, g);
        assert_true(decode(&image, words, g, message));
        const struct smmra_host_image *host = &image.image;
        assert_int_equal(host->format, SpvImageFormatRgba8);
        assert_int_equal(host->dim, SpvDim2D);
        assert_int_equal(host->width, 18);
        assert_int_equal(host->height, 9);
        assert_int_equal(host->depth, 1);
        assert_int_equal(host->layers, 2);
        assert_int_equal(host->levels, 2);
        assert_int_equal(host->samples, 1);
        assert_ptr_equal(host_texel_at(host, 0, place, 0, 0), bytes + 2 * layer + 4 * (37 * 19 + 3 * 18 + 5));
        assert_ptr_equal(host_texel_at(host, 1, place, 1, 0), bytes + 3 * layer + 4 * (37 * 19 + 18 * 9 + 3 * 9 + 5));
        assert_null(host_texel_at(host, 2, place, 0, 0));
        assert_null(host_texel_at(host, 0, place, 2, 0));
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(image.select[k], k);
    }
}

/* A row is a kind of image of 8 x 6 texels of a byte, with what its descriptor has as its depth. */
static void kinds_of_images(void **state) {
    static const struct {
        uint32_t type, depth, layer, dim, height, slices, layers, samples;
    } rows[] = {{DIM_1D, 0, 0, SpvDim1D, 1, 1, 1, 1},      {DIM_1D_ARRAY, 4, 1, SpvDim1D, 1, 1, 4, 1},
                {DIM_2D, 0, 0, SpvDim2D, 6, 1, 1, 1},      {DIM_3D, 4, 3, SpvDim3D, 6, 5, 1, 1},
                {DIM_CUBE, 11, 6, SpvDimCube, 6, 1, 6, 1}, {DIM_CUBE, 11, 0, SpvDimCube, 6, 1, 12, 1},
                {DIM_MSAA, 0, 0, SpvDim2D, 6, 1, 1, 4},    {DIM_MSAA_ARRAY, 2, 1, SpvDim2D, 6, 1, 2, 4}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool samples = rows[k].samples > 1;
        struct said s = {.type = rows[k].type,
                         .format = R8,
                         .width = 8,
                         .height = 6,
                         .depth = rows[k].depth,
                         .first_layer = rows[k].layer,
                         .mode = 9,
                         .select = IDENTITY,
                         .address = BASE};
        struct descriptor_image image;
        char message[DESCRIPTOR_MESSAGE];
        uint32_t words[8];
        s.last_level = s.most_level = samples ? 2 : 0;
        write_words(words, &s, GFX11);
        assert_true(decode(&image, words, GFX11, message));
        assert_int_equal(image.image.dim, rows[k].dim);
        assert_int_equal(image.image.height, rows[k].height);
        assert_int_equal(image.image.depth, rows[k].slices);
        assert_int_equal(image.image.layers, rows[k].layers);
        assert_int_equal(image.image.levels, 1);
        assert_int_equal(image.image.samples, rows[k].samples);
        const int64_t last[] = {7, rows[k].height - 1, rows[k].slices - 1};
        uint64_t before = rows[k].type == DIM_3D ? 0 : rows[k].layer;
        uint64_t all = (before + rows[k].layers) * 8 * rows[k].height * rows[k].slices * rows[k].samples;
        assert_ptr_equal(host_texel_at(&image.image, 0, last, rows[k].layers - 1, rows[k].samples - 1),
                         bytes + all - 1);
    }
}

static void widest_images(void **state) {
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        struct said s = {.type = DIM_1D,
                         .format = R8,
                         .width = g == GFX12 ? 65536 : 16384,
                         .height = 1,
                         .mode = 1,
                         .select = IDENTITY,
                         .address = BASE};
        struct descriptor_image image;
        char message[DESCRIPTOR_MESSAGE];
        uint32_t words[8];
        write_words(words, &s, g);
        assert_true(decode(&image, words, g, message));
        assert_int_equal(image.image.width, s.width);
        s = (struct said){.type = DIM_2D,
                          .format = R8,
                          .width = 1,
                          .height = s.width,
                          .mode = 1,
                          .select = IDENTITY,
                          .address = BASE};
        write_words(words, &s, g);
        assert_true(decode(&image, words, g, message));
        assert_int_equal(image.image.height, s.height);
    }
}

static void formats(void **state) {
    static const struct {
        uint32_t before, since, format; /* numbers before gfx11, since then */
    } rows[] = {
        {1, 1, SpvImageFormatR8},          {13, 13, SpvImageFormatR16f},         {22, 22, SpvImageFormatR32f},
        {29, 29, SpvImageFormatRg16f},     {36, 30, SpvImageFormatR11fG11fB10f}, {50, 36, SpvImageFormatRgb10A2},
        {54, 40, SpvImageFormatRgb10a2ui}, {57, 43, SpvImageFormatRgba8Snorm},   {61, 47, SpvImageFormatRgba8i},
        {63, 49, SpvImageFormatRg32i},     {70, 56, SpvImageFormatRgba16i},      {77, 63, SpvImageFormatRgba32f}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int g = GFX10; g <= GFX12; g++) {
            struct said s = {.type = DIM_2D,
                             .format = g == GFX10 ? rows[k].before : rows[k].since,
                             .width = 4,
                             .height = 4,
                             .mode = 1,
                             .select = IDENTITY,
                             .address = BASE};
            struct descriptor_image image;
            char message[DESCRIPTOR_MESSAGE];
            uint32_t words[8], texels[4] = {BASE, 0, 1, IDENTITY};
            write_words(words, &s, g);
            assert_true(decode(&image, words, g, message));
            assert_int_equal(image.image.format, rows[k].format);
            texels[1] = host_format_size(host_format_of(rows[k].format)) << 16;
            texels[3] |= s.format << 12;
            assert_true(descriptor_texel_buffer(&image, texels, processors[g], &memory, message));
            assert_int_equal(image.image.format, rows[k].format);
        }
}

/* ---- what is not known ---- */

static void refused_values(void **state) {
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        const struct said good = layered(g);
        uint32_t words[8];
#define REFUSED(field, number, named)                                                                                  \
    do {                                                                                                               \
        struct said s = good;                                                                                          \
        s.field = number;                                                                                              \
        write_words(words, &s, g);                                                                                     \
        assert_refused(words, g, named);                                                                               \
    } while (0)
        REFUSED(type, 0, "TYPE is 0"); /* nothing is bound */
        REFUSED(format, 0, "FORMAT is 0");
        REFUSED(format, 170, "FORMAT is 170"); /* of blocks */
        REFUSED(mode, g == GFX12 ? 8 : 12, "SW_MODE is");
        REFUSED(select, IDENTITY ^ 6, "DST_SEL is");
        REFUSED(first_level, 3, "BASE_LEVEL is 3");
        REFUSED(last_level, 3, "LAST_LEVEL is 3");
        REFUSED(first_layer, 4, "BASE_ARRAY is 4");
        REFUSED(type, DIM_CUBE, "DEPTH is 3"); /* two faces */
        REFUSED(type, DIM_2D, "DEPTH is 3");   /* a pitch, where texels are not linear */
        REFUSED(type, DIM_1D, "BASE_ARRAY is 2");
        REFUSED(type, DIM_MSAA, "BASE_LEVEL is 1");
        REFUSED(address, BASE + BYTES, "where no such memory is mapped");
        REFUSED(depth, 400, "an image of 1445204 bytes at 0x40000");
#undef REFUSED
    }
}

static void refused_fields(void **state) {
    static const struct {
        int generation, word, bit;
        const char *field;
    } rows[] = {{GFX10, 1, 8, "MIN_LOD"},         {GFX11, 5, 27, "MIN_LOD"},        {GFX11, 6, 6, "MIN_LOD_HI"},
                {GFX12, 5, 26, "MIN_LOD"},        {GFX12, 6, 0, "MIN_LOD_HI"},      {GFX12, 3, 12, "NO_EDGE_CLAMP"},
                {GFX10, 4, 13, "PITCH_MSB"},      {GFX11, 4, 13, "PITCH_MSB"},      {GFX12, 4, 15, "PITCH_MSB"},
                {GFX10, 5, 0, "ARRAY_PITCH"},     {GFX11, 5, 3, "ARRAY_PITCH"},     {GFX12, 5, 4, "ARRAY_PITCH"},
                {GFX10, 5, 23, "CORNER_SAMPLES"}, {GFX12, 5, 23, "CORNER_SAMPLES"}, {GFX11, 5, 26, "PRT_DEFAULT"},
                {GFX10, 6, 21, "COMPRESSION_EN"}, {GFX11, 6, 21, "COMPRESSION_EN"}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct said s = layered(rows[k].generation);
        uint32_t words[8];
        write_words(words, &s, rows[k].generation);
        words[rows[k].word] |= 1u << rows[k].bit;
        assert_refused(words, rows[k].generation, rows[k].field);
    }
}

/* ---- linear layouts ---- */

/* What Mesa 26.2 said of linear images with texels of 4 bytes: 300 x 7 with 3 layers, 37 x 19 x 5. */
static void linear_layouts(void **state) {
    static const struct {
        int generation;
        uint32_t type, width, height, depth, levels, begin[4], row[4], apart, bytes;
    } rows[] = {{GFX10, DIM_2D_ARRAY, 300, 7, 2, 4, {4352, 1280, 256, 0}, {1280, 768, 512, 256}, 13312, 39936},
                {GFX11, DIM_1D_ARRAY, 300, 1, 2, 4, {1536, 768, 256, 0}, {1280, 768, 512, 256}, 2816, 8448},
                {GFX11, DIM_3D, 37, 19, 4, 3, {3840, 1280, 0}, {256, 256, 256}, 8704, 43520},
                {GFX12, DIM_2D_ARRAY, 300, 7, 2, 4, {4352, 1280, 256, 0}, {1280, 640, 384, 256}, 13312, 39936},
                {GFX12, DIM_3D, 37, 19, 4, 3, {3840, 1280, 0}, {256, 128, 128}, 8704, 43520}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct said s = {.type = rows[k].type,
                         .format = R32UI,
                         .width = rows[k].width,
                         .height = rows[k].height,
                         .depth = rows[k].depth,
                         .last_level = rows[k].levels - 1,
                         .most_level = rows[k].levels - 1,
                         .select = IDENTITY,
                         .address = BASE + BYTES - rows[k].bytes};
        struct descriptor_image image;
        char message[DESCRIPTOR_MESSAGE];
        uint32_t words[8];
        const int64_t place[] = {2, 0, 0}, second[] = {2, s.height > 1, s.type == DIM_3D};
        write_words(words, &s, rows[k].generation);
        assert_true(decode(&image, words, rows[k].generation, message)); /* its last byte is the memory's */
        const uint8_t *data = bytes + BYTES - rows[k].bytes;
        for (uint32_t level = 0; level < rows[k].levels; level++) {
            const int64_t below[] = {2, 1, 0};
            const uint8_t *texel = data + rows[k].begin[level] + 8;
            assert_ptr_equal(host_texel_at(&image.image, level, place, 0, 0), texel);
            assert_ptr_equal(host_texel_at(&image.image, level, below, 0, 0),
                             host_extent(s.height, level) > 1 ? texel + rows[k].row[level] : NULL);
        }
        assert_ptr_equal(host_texel_at(&image.image, 0, second, s.type != DIM_3D, 0),
                         data + rows[k].begin[0] + rows[k].apart + (s.height > 1 ? rows[k].row[0] : 0) + 8);
        s.address += 256;
        write_words(words, &s, rows[k].generation);
        assert_refused(words, rows[k].generation, "where no such memory is mapped");
    }
}

/* In place of a last layer stands the pitch, in texels and less by 1. */
static void own_pitches(void **state) {
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        struct said s = {.type = DIM_2D,
                         .format = R32UI,
                         .width = 16,
                         .height = 4,
                         .depth = 63,
                         .select = IDENTITY,
                         .address = BASE};
        struct descriptor_image image;
        char message[DESCRIPTOR_MESSAGE];
        uint32_t words[8];
        const int64_t place[] = {1, 2, 0};
        write_words(words, &s, g);
        assert_true(decode(&image, words, g, message));
        assert_ptr_equal(host_texel_at(&image.image, 0, place, 0, 0), bytes + 2 * 256 + 4);
        words[4] |= 1u << (g == GFX12 ? 14 : 13);
        assert_true(decode(&image, words, g, message));
        assert_ptr_equal(host_texel_at(&image.image, 0, place, 0, 0),
                         bytes + 2 * 4 * (64 + (g == GFX12 ? 16384 : 8192)) + 4);
        s.depth = 14; /* narrower than the image */
        write_words(words, &s, g);
        assert_refused(words, g, "DEPTH is 14");
    }
}

/* ---- texel buffers ---- */

static void texel_buffers(void **state) {
    const uint32_t good[4] = {BASE + 4096, 4u << 16, 100, IDENTITY | R32UI << 12};
    static const struct {
        int generation, word;
        uint32_t turned;
        const char *field;
    } rows[] = {{GFX10, 1, 12u << 16, "STRIDE is 8"},        {GFX11, 3, 1u << 28 ^ 3u << 28, "OOB_SELECT is 2"},
                {GFX11, 3, 3u << 28, "OOB_SELECT is 3"},     {GFX11, 1, 1u << 31, "SWIZZLE_ENABLE is 2"},
                {GFX10, 1, 1u << 30, "SWIZZLE_ENABLE is 1"}, {GFX12, 3, 1u << 18, "STRIDE_SCALE is 1"},
                {GFX10, 3, 1u << 23, "ADD_TID_ENABLE is 1"}, {GFX12, 3, 1u << 30, "TYPE is 1"},
                {GFX10, 3, R32UI << 12, "FORMAT is 0"},      {GFX10, 3, 1u << 18, "FORMAT is 84"},
                {GFX11, 2, BYTES, "NUM_RECORDS is 1048676"}, {GFX11, 3, 6, "DST_SEL is"}};
    struct descriptor_image image;
    char message[DESCRIPTOR_MESSAGE];
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        const int64_t last[] = {99, 0, 0}, beyond[] = {100, 0, 0};
        assert_true(descriptor_texel_buffer(&image, good, processors[g], &memory, message));
        assert_int_equal(image.image.dim, SpvDimBuffer);
        assert_ptr_equal(host_texel_at(&image.image, 0, last, 0, 0), bytes + 4096 + 396);
        assert_null(host_texel_at(&image.image, 0, beyond, 0, 0));
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint32_t words[4];
        memcpy(words, good, sizeof words);
        words[rows[k].word] ^= rows[k].turned;
        assert_false(descriptor_texel_buffer(&image, words, processors[rows[k].generation], &memory, message));
        assert_non_null(strstr(message, rows[k].field));
    }
}

/* ---- samplers ---- */

static void samplers(void **state) {
    struct smmra_host_sampler sampler;
    char message[DESCRIPTOR_MESSAGE];
    (void)state;
    for (int g = GFX10; g <= GFX12; g++) {
        int most = g == GFX12 ? 13 : 12;
        const uint32_t words[4] = {2u | 6u << 3 | 3u << 6 | 6u << 12 | 1u << 15 | 1u << 27, 0x180u | 0x240u << most,
                                   0x3F80u | 1u << 20 | 2u << 26 | 1u << 29, 2u << 30 | 5u << 18};
        assert_true(descriptor_sampler(&sampler, words, processors[g], message));
        assert_int_equal(sampler.address[0], ADDRESS_EDGE);
        assert_int_equal(sampler.address[1], ADDRESS_BORDER);
        assert_int_equal(sampler.address[2], ADDRESS_MIRROR_EDGE);
        assert_int_equal(sampler.compare, COMPARE_GREATER_OR_EQUAL);
        assert_true(sampler.unnormalized);
        assert_true(sampler.least_lod == 1.5F && sampler.most_lod == 2.25F && sampler.bias == -0.5F);
        assert_int_equal(sampler.magnify, FILTER_LINEAR);
        assert_int_equal(sampler.minify, FILTER_NEAREST);
        assert_int_equal(sampler.mip, FILTER_LINEAR);
        assert_int_equal(sampler.border, BORDER_OPAQUE_WHITE);
    }
    const uint32_t others[4] = {0u | 1u << 3 | 5u << 12, 0, 1u << 22 | 1u << 26, 1u << 30};
    assert_true(descriptor_sampler(&sampler, others, MACHINE_GFX1030, message));
    assert_int_equal(sampler.address[0], ADDRESS_REPEAT);
    assert_int_equal(sampler.address[1], ADDRESS_MIRROR);
    assert_int_equal(sampler.compare, COMPARE_NOT_EQUAL);
    assert_int_equal(sampler.magnify, FILTER_NEAREST);
    assert_int_equal(sampler.minify, FILTER_LINEAR);
    assert_int_equal(sampler.mip, FILTER_NEAREST);
    assert_int_equal(sampler.border, BORDER_OPAQUE_BLACK);
    assert_false(sampler.unnormalized);
}

static void refused_samplers(void **state) {
    static const struct {
        int word, bit;
        const char *field;
    } rows[] = {{0, 2, "CLAMP_X"},       {0, 5, "CLAMP_Y"},        {0, 8, "CLAMP_Z"},     {0, 9, "MAX_ANISO_RATIO"},
                {0, 19, "MC_COORD"},     {0, 20, "FORCE_DEGAMMA"}, {0, 28, "CUBE_WRAP"},  {0, 29, "FILTER_MODE"},
                {0, 31, "SKIP_DEGAMMA"}, {2, 14, "LOD_BIAS_SEC"},  {2, 21, "MAG_FILTER"}, {2, 23, "MIN_FILTER"},
                {2, 25, "Z_FILTER"},     {2, 26, "MIP_FILTER"}};
    struct smmra_host_sampler sampler;
    char message[DESCRIPTOR_MESSAGE];
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint32_t words[4] = {0, 0, 1u << 26, 0};
        assert_true(descriptor_sampler(&sampler, words, MACHINE_GFX1100, message));
        words[rows[k].word] ^= 1u << rows[k].bit;
        assert_false(descriptor_sampler(&sampler, words, MACHINE_GFX1100, message));
        assert_non_null(strstr(message, rows[k].field));
    }
    assert_false(descriptor_sampler(&sampler, (const uint32_t[]){0, 0, 1u << 26, 3u << 30}, MACHINE_GFX1201, message));
    assert_non_null(strstr(message, "BORDER_COLOR_TYPE is 3"));
}

/* ---- what instructions do with them ---- */

/* Lane 0 of four registers: the place, then four words. */
static const char *access(const struct machine_instruction *i, const struct descriptor_image *image, uint32_t *lane) {
    static uint32_t scalars[MACHINE_SCALARS];
    struct machine_registers g = {scalars, lane, 1};
    struct machine_bound bound = {.image = &image->image};
    memcpy(bound.select, image->select, sizeof bound.select);
    return host_access_image(&bound, &g, i, 1);
}

static struct machine_instruction of_texel(enum machine_access operation, uint8_t dwords) {
    return (struct machine_instruction){.unit = MACHINE_MEMORY,
                                        .path = MACHINE_IMAGE,
                                        .operation = (uint8_t)operation,
                                        .dimension = MACHINE_1D,
                                        .components = 15,
                                        .dwords = dwords,
                                        .returns = true,
                                        .source = {{MACHINE_VECTOR, 1, 0}, {MACHINE_VECTOR, 4, 1}},
                                        .target = {MACHINE_VECTOR, 4, 1}};
}

static void one_row(struct descriptor_image *image, uint32_t format, uint32_t select) {
    struct said s = {
        .type = DIM_1D, .format = format, .width = 4, .height = 1, .mode = 1, .select = select, .address = BASE};
    char message[DESCRIPTOR_MESSAGE];
    uint32_t words[8];
    write_words(words, &s, GFX11);
    assert_true(decode(image, words, GFX11, message));
}

/* Blue, green, red in memory, and a constant 1; then 0. Writing so is not known, nor are atomics of other widths. */
static void selected_components(void **state) {
    enum { RGBA8UI = 46, BGR1 = 6 | 5 << 3 | 4 << 6 | 1 << 9, R0_1 = 4 | 0 << 3 | 1 << 6 | 7 << 9 };
    struct descriptor_image integers, floats, narrow;
    struct machine_instruction load = of_texel(MACHINE_LOAD, 4), store = of_texel(MACHINE_STORE, 4);
    uint32_t lane[5] = {2};
    const uint8_t texel[] = {10, 20, 30, 255};
    float values[4];
    (void)state;
    one_row(&integers, RGBA8UI, BGR1);
    one_row(&floats, RGBA8, R0_1);
    one_row(&narrow, R32UI, IDENTITY);
    memcpy(bytes + 8, texel, 4);
    assert_null(access(&load, &integers, lane));
    assert_true(lane[1] == 30 && lane[2] == 20 && lane[3] == 10 && lane[4] == 1);
    assert_null(access(&load, &floats, lane));
    memcpy(values, &lane[1], sizeof values);
    assert_true(values[0] == 10.0F / 255 && values[1] == 0 && values[2] == 1 && values[3] == 1);
    assert_non_null(strstr(access(&store, &integers, lane), "DST_SEL"));
    assert_int_equal(bytes[8], 10);
    struct machine_instruction add = of_texel(MACHINE_RMW, 2);
    add.rmw = MACHINE_RMW_ADD;
    assert_non_null(strstr(access(&add, &narrow, lane), "another width"));
    add.dwords = 1;
    lane[1] = 5;
    assert_null(access(&add, &narrow, lane));
    assert_int_equal(bytes[8], 15);
}

/* Two halves in a register: floats of 16 bits, or integers with the format's sign. */
static void stored_halves(void **state) {
    enum { R32I = 21, RG32F = 50, HALF_AND_TWO = 0x40003800, MINUS_TWO = 0xFFFE };
    struct machine_instruction store = of_texel(MACHINE_STORE, 2);
    uint32_t lane[5] = {1, MINUS_TWO};
    struct descriptor_image unsigned_ones, signed_ones, floats;
    int32_t word;
    float values[2];
    (void)state;
    one_row(&unsigned_ones, R32UI, IDENTITY);
    one_row(&signed_ones, R32I, IDENTITY);
    one_row(&floats, RG32F, IDENTITY);
    store.short_data = true;
    assert_null(access(&store, &unsigned_ones, lane));
    memcpy(&word, bytes + 4, 4);
    assert_int_equal(word, 0xFFFE);
    assert_null(access(&store, &signed_ones, lane));
    memcpy(&word, bytes + 4, 4);
    assert_int_equal(word, -2);
    lane[1] = HALF_AND_TWO;
    assert_null(access(&store, &floats, lane));
    memcpy(values, bytes + 8, sizeof values);
    assert_true(values[0] == 0.5F && values[1] == 2);
}

/* ---- all of it ---- */

static int begin(void **state) {
    (void)state;
    bytes = calloc(BYTES, 1);
    return bytes && gpu_map(&memory, BASE, BYTES, bytes) ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    free(bytes);
    free(memory.ranges);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_images), cmocka_unit_test(kinds_of_images),  cmocka_unit_test(widest_images),
        cmocka_unit_test(formats),         cmocka_unit_test(refused_values),   cmocka_unit_test(refused_fields),
        cmocka_unit_test(linear_layouts),  cmocka_unit_test(own_pitches),      cmocka_unit_test(texel_buffers),
        cmocka_unit_test(samplers),        cmocka_unit_test(refused_samplers), cmocka_unit_test(selected_components),
        cmocka_unit_test(stored_halves)};
    return cmocka_run_group_tests(tests, begin, end);
}
