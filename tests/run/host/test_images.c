/* The host's images: formats by their definitions, and sampling worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "host/cube.h"
#include "host/functions.h"
#include "host/shape.h"

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_at(i32x4 texel, int i) {
    int32_t bits = texel[i];
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- formats ---- */

static void memory_gives(uint32_t format, uint64_t memory, uint32_t component, uint32_t expected) {
    uint8_t bytes[16] = {0};
    memcpy(bytes, &memory, sizeof memory);
    assert_int_equal(host_decode(host_format_of(format), bytes).component[component], expected);
}

static void decodes(void **state) {
    (void)state;
    memory_gives(SpvImageFormatRgba8, 0x00FF8033, 0, bits_of(0.2f));
    memory_gives(SpvImageFormatRgba8, 0x00FF8033, 2, bits_of(1));
    memory_gives(SpvImageFormatRgba8Snorm, 0x80, 0, bits_of(-1));
    memory_gives(SpvImageFormatRgba8Snorm, 0x81, 0, bits_of(-1));
    memory_gives(SpvImageFormatR16f, 0x3C00, 0, bits_of(1));
    memory_gives(SpvImageFormatR16f, 0x8001, 0, bits_of(-0x1p-24f));
    memory_gives(SpvImageFormatR16f, 0x7BFF, 0, bits_of(65504));
    memory_gives(SpvImageFormatR11fG11fB10f, 15u << 6, 0, bits_of(1));
    memory_gives(SpvImageFormatR11fG11fB10f, (16u << 6 | 32) << 11, 1, bits_of(3));
    memory_gives(SpvImageFormatR11fG11fB10f, 31u << 5 << 22, 2, bits_of(INFINITY));
    memory_gives(SpvImageFormatRgb10A2, 1023u << 10 | 1u << 30, 1, bits_of(1));
    memory_gives(SpvImageFormatRgb10A2, 1023u << 10 | 1u << 30, 3, bits_of(1.0f / 3));
    memory_gives(SpvImageFormatR8i, 0xFE, 0, (uint32_t)-2);
    memory_gives(SpvImageFormatR8ui, 0xFE, 0, 254);
    memory_gives(SpvImageFormatR8ui, 0xFE, 1, 0);
    memory_gives(SpvImageFormatR8ui, 0xFE, 3, 1);
    memory_gives(SpvImageFormatR32f, 0, 3, bits_of(1));
    memory_gives(SpvImageFormatR64i, UINT64_C(0x1122334455667788), 1, 0x11223344);
}

static void memory_becomes(uint32_t format, float value, uint32_t expected) {
    struct host_texel texel = {{bits_of(value), 0, 0, 0}};
    uint32_t bytes[4] = {0};
    host_encode(host_format_of(format), texel, (uint8_t *)bytes);
    assert_int_equal(bytes[0], expected);
}

static void encodes(void **state) {
    (void)state;
    memory_becomes(SpvImageFormatR16f, 1 + 0x1p-11f, 0x3C00); /* ties go to even */
    memory_becomes(SpvImageFormatR16f, 1 + 0x3p-11f, 0x3C02);
    memory_becomes(SpvImageFormatR16f, 65519, 0x7BFF);
    memory_becomes(SpvImageFormatR16f, 65520, 0x7C00);
    memory_becomes(SpvImageFormatR16f, -INFINITY, 0xFC00);
    memory_becomes(SpvImageFormatR16f, 0x1p-24f, 1);
    memory_becomes(SpvImageFormatR16f, 0x1p-25f, 0);
    memory_becomes(SpvImageFormatR16f, -0x1.ff8p-15f, 0x83FF);
    memory_becomes(SpvImageFormatR16f, -0x1.ffcp-15f, 0x8400); /* up into the normal ones */
    memory_becomes(SpvImageFormatR11fG11fB10f, -2, 0);
    memory_becomes(SpvImageFormatR11fG11fB10f, 1.5f, 15u << 6 | 32);
    memory_becomes(SpvImageFormatR8, 0.5f, 128);
    memory_becomes(SpvImageFormatR8, 7, 255);
    memory_becomes(SpvImageFormatR8, NAN, 0);
    memory_becomes(SpvImageFormatR8Snorm, -2, 0x81);
    memory_becomes(SpvImageFormatR16Snorm, 1, 0x7FFF);
}

/* Whatever a texel is, writing what was read leaves it: but for NaN, and the second -1 of SNORM. */
static void round_trips(void **state) {
    (void)state;
    uint64_t random = 1;
    for (uint32_t number = 1; number <= SpvImageFormatR64i; number++) {
        const struct host_format *format = host_format_of(number);
        for (int i = 0; format && i < 2000; i++) {
            uint8_t bytes[16], again[16] = {0};
            for (int k = 0; k < 16; k++, random = random * 6364136223846793005u + 1442695040888963407u)
                bytes[k] = (uint8_t)(random >> 33);
            struct host_texel texel = host_decode(format, bytes);
            bool plain = true;
            for (int k = 0; k < 4 && format->numeric <= NUMERIC_SNORM; k++) {
                float value;
                memcpy(&value, &texel.component[k], sizeof value);
                plain &= !isnan(value) && (format->numeric != NUMERIC_SNORM || value != -1);
            }
            host_encode(format, texel, again);
            if (plain)
                assert_memory_equal(bytes, again, host_format_size(format));
        }
    }
}

/* ---- places ---- */

static void places(void **state) {
    (void)state;
    uint8_t memory[4096] = {0};
    struct smmra_host_image image = {memory, SpvImageFormatR8ui, SpvDim2D, 6, 4, 1, 3, 2, 1};
    assert_int_equal(host_level_offset(&image, 1), 6 * 4 * 3);
    assert_int_equal(host_level_offset(&image, 2), 6 * 4 * 3 + 3 * 2 * 3);
    uint32_t shape = SpvDim2D | SMMRA_HOST_SHAPE_ARRAYED;
    smmra_host_image_write(&image, shape, (i32x4){2, 1, 1, 0}, 1, 0, (i32x4){77, 0, 0, 0});
    assert_int_equal(memory[6 * 4 * 3 + (1 * 2 + 1) * 3 + 2], 77);
    smmra_host_image_write(&image, shape, (i32x4){3, 1, 1, 0}, 1, 0, (i32x4){78, 0, 0, 0});
    smmra_host_image_write(&image, shape, (i32x4){-1, 1, 1, 0}, 0, 0, (i32x4){78, 0, 0, 0});
    smmra_host_image_write(&image, shape, (i32x4){0, 0, 3, 0}, 0, 0, (i32x4){78, 0, 0, 0});
    for (size_t i = 0; i < sizeof memory; i++)
        assert_true(memory[i] != 78);
    assert_int_equal(smmra_host_image_read(&image, shape, (i32x4){2, 1, 1, 9}, 1, 0)[0], 77);
    assert_int_equal(smmra_host_image_read(&image, shape, (i32x4){2, 1, 1, 9}, 2, 0)[0], 0);
    assert_int_equal(smmra_host_image_read(&image, shape, (i32x4){2, 1, 1, 9}, 2, 0)[3], 1);
    i32x4 size = smmra_host_image_size(&image, shape, 1);
    assert_int_equal(size[0], 3);
    assert_int_equal(size[1], 2);
    assert_int_equal(size[2], 3);
}

/* The runtime's, which knows helper invocations. */
static bool is_helper;

uint8_t smmra_host_live(void) {
    return !is_helper;
}

static void helpers(void **state) {
    (void)state;
    uint32_t words[2] = {5, 6};
    struct smmra_host_image image = {(uint8_t *)words, SpvImageFormatR32ui, SpvDim1D, 2, 1, 1, 1, 1, 1};
    is_helper = true;
    smmra_host_image_write(&image, SpvDim1D, (i32x4){0}, 0, 0, (i32x4){9});
    assert_int_equal(smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicIAdd, (i32x4){1}, 0, 2, 0), 2);
    assert_int_equal(smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicLoad, (i32x4){1}, 0, 0, 0), 6);
    is_helper = false;
    assert_int_equal(words[0], 5);
    assert_int_equal(words[1], 6);
}

static void atomics(void **state) {
    (void)state;
    uint32_t words[4] = {5, (uint32_t)-3, 7, 0};
    uint64_t longs[1] = {UINT64_MAX};
    struct smmra_host_image image = {(uint8_t *)words, SpvImageFormatR32ui, SpvDim1D, 4, 1, 1, 1, 1, 1};
    i32x4 second = {1, 0, 0, 0};
    assert_int_equal(smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicSMax, second, 0, 2, 0), 0xFFFFFFFD);
    assert_int_equal(words[1], 2);
    smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicUMin, second, 0, UINT64_C(0xFF00000001), 0);
    assert_int_equal(words[1], 1);
    smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicCompareExchange, second, 0, 9, 8);
    assert_int_equal(words[1], 1);
    smmra_host_image_atomic(&image, SpvDim1D, SpvOpAtomicCompareExchange, second, 0, 9, 1);
    assert_int_equal(words[1], 9);
    struct smmra_host_image wide = {(uint8_t *)longs, SpvImageFormatR64i, SpvDim1D, 1, 1, 1, 1, 1, 1};
    smmra_host_image_atomic(&wide, SpvDim1D | SMMRA_HOST_SHAPE_64_BIT, SpvOpAtomicIAdd, (i32x4){0}, 0, 2, 0);
    assert_int_equal(longs[0], 1);
}

/* ---- sampling ---- */

static const struct smmra_host_sampler nearest = {
    .magnify = FILTER_NEAREST, .minify = FILTER_NEAREST, .mip = FILTER_NEAREST, .most_lod = 1000};
static const struct smmra_host_sampler linear = {.most_lod = 1000};

/* Two levels: 0 1 / 2 3, and 10. */
static float square[] = {0, 1, 2, 3, 10};
static const struct smmra_host_image squares = {(uint8_t *)square, SpvImageFormatR32f, SpvDim2D, 2, 2, 1, 1, 2, 1};

static float sample(const struct smmra_host_sampler *sampler, float s, float t, float lod) {
    f32x4 none = {0};
    return float_at(smmra_host_image_sample(&squares, sampler, SpvDim2D | SMMRA_HOST_SHAPE_LOD_EXPLICIT,
                                            (f32x4){s, t, 0, 0}, lod, 0, (i32x4){0}, none, none),
                    0);
}

static void filters(void **state) {
    (void)state;
    struct smmra_host_sampler edge = linear, border = linear;
    memset(edge.address, 0, sizeof edge.address);
    edge.address[0] = edge.address[1] = ADDRESS_EDGE;
    border.address[0] = border.address[1] = ADDRESS_BORDER;
    border.border = BORDER_OPAQUE_WHITE;
    assert_true(sample(&nearest, 0.75f, 0.25f, 0) == 1);
    assert_true(sample(&nearest, -0.25f, 1.75f, 0) == 3); /* repeated */
    assert_true(sample(&linear, 0.5f, 0.5f, 0) == 1.5f);
    assert_true(sample(&linear, 0, 0.25f, 0) == 0.5f); /* of 1, from the other side, and 0 */
    assert_true(sample(&edge, 0, 0.25f, 0) == 0);
    assert_true(sample(&border, -1, 0.25f, 0) == 1);
    assert_true(sample(&linear, 0.5f, 0.5f, 0.5f) == 5.75f);
    assert_true(sample(&nearest, 0.25f, 0.25f, 0.5f) == 0);
    assert_true(sample(&nearest, 0.25f, 0.25f, 0.51f) == 10);
    assert_true(sample(&linear, 0.5f, 0.5f, 7) == 10);
}

static void gradients(void **state) {
    (void)state;
    i32x4 result = smmra_host_image_sample(&squares, &nearest, SpvDim2D | SMMRA_HOST_SHAPE_LOD_GRADIENTS,
                                           (f32x4){0.25f, 0.25f}, 0, 0, (i32x4){0}, (f32x4){0, 1}, (f32x4){0});
    assert_true(float_at(result, 0) == 10); /* two texels a step: level 1 */
    result = smmra_host_image_sample(&squares, &nearest, SpvDim2D | SMMRA_HOST_SHAPE_LOD_GRADIENTS,
                                     (f32x4){0.25f, 0.25f}, 0, 0, (i32x4){1, 1}, (f32x4){0.5f}, (f32x4){0});
    assert_true(float_at(result, 0) == 3); /* the offset */
}

static void gathers(void **state) {
    (void)state;
    i32x4 none = {0};
    i32x4 result = smmra_host_image_gather(&squares, &linear, SpvDim2D, 0, (f32x4){0.5f, 0.5f}, 0, none, none);
    assert_true(float_at(result, 0) == 2 && float_at(result, 1) == 3 && float_at(result, 2) == 1 &&
                float_at(result, 3) == 0);
    result = smmra_host_image_gather(&squares, &linear, SpvDim2D, 3, (f32x4){0.5f, 0.5f}, 0, none, none);
    assert_true(float_at(result, 2) == 1);
    struct smmra_host_sampler less = linear;
    less.compare = COMPARE_LESS;
    result = smmra_host_image_gather(&squares, &less, SpvDim2D | SMMRA_HOST_SHAPE_COMPARED, 0, (f32x4){0.5f, 0.5f},
                                     1.5f, none, none);
    assert_true(float_at(result, 0) == 1 && float_at(result, 1) == 1 && float_at(result, 2) == 0);
}

/* Beyond an edge lies the face that shares it, and coming back over it leads to where one came from. */
static void cubes(void **state) {
    (void)state;
    struct cube_place place = cube_place_of((float[]){1, 0.5f, -0.5f});
    assert_true(place.face == 0 && place.s == 0.75f && place.t == 0.25f);
    assert_int_equal(cube_place_of((float[]){1, 1, 1}).face, 4);
    assert_int_equal(cube_place_of((float[]){-1, -1, 0}).face, 3);
    for (uint32_t from = 0; from < 6; from++)
        for (int64_t k = 0; k < 5; k++) {
            uint32_t face = from;
            int64_t i = -1, j = k;
            assert_true(cube_texel(&face, &i, &j, 5));
            assert_true(face / 2 != from / 2);
            assert_true(i == 0 || i == 4 || j == 0 || j == 4);
            int found = 0;
            for (int side = 0; side < 4; side++) {
                uint32_t back = face;
                int64_t x = i + (side == 0) - (side == 1), y = j + (side == 2) - (side == 3);
                if (x < 0 || x > 4 || y < 0 || y > 4)
                    found += cube_texel(&back, &x, &y, 5) && back == from && x == 0 && y == k;
            }
            assert_int_equal(found, 1);
        }
    uint32_t face = 2;
    int64_t i = -1, j = 5;
    assert_false(cube_texel(&face, &i, &j, 5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes), cmocka_unit_test(encodes),   cmocka_unit_test(round_trips),
        cmocka_unit_test(places),  cmocka_unit_test(helpers),   cmocka_unit_test(atomics),
        cmocka_unit_test(filters), cmocka_unit_test(gradients), cmocka_unit_test(gathers),
        cmocka_unit_test(cubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
