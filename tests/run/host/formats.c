#include "host/formats.h"

#include <math.h>
#include <string.h>

static const struct host_format formats[] = {
    [SpvImageFormatRgba32f] = {"rgba32f", NUMERIC_FLOAT, {32, 32, 32, 32}},
    [SpvImageFormatRgba16f] = {"rgba16f", NUMERIC_FLOAT, {16, 16, 16, 16}},
    [SpvImageFormatR32f] = {"r32f", NUMERIC_FLOAT, {32}},
    [SpvImageFormatRgba8] = {"rgba8", NUMERIC_UNORM, {8, 8, 8, 8}},
    [SpvImageFormatRgba8Snorm] = {"rgba8_snorm", NUMERIC_SNORM, {8, 8, 8, 8}},
    [SpvImageFormatRg32f] = {"rg32f", NUMERIC_FLOAT, {32, 32}},
    [SpvImageFormatRg16f] = {"rg16f", NUMERIC_FLOAT, {16, 16}},
    [SpvImageFormatR11fG11fB10f] = {"r11f_g11f_b10f", NUMERIC_FLOAT, {11, 11, 10}},
    [SpvImageFormatR16f] = {"r16f", NUMERIC_FLOAT, {16}},
    [SpvImageFormatRgba16] = {"rgba16", NUMERIC_UNORM, {16, 16, 16, 16}},
    [SpvImageFormatRgb10A2] = {"rgb10_a2", NUMERIC_UNORM, {10, 10, 10, 2}},
    [SpvImageFormatRg16] = {"rg16", NUMERIC_UNORM, {16, 16}},
    [SpvImageFormatRg8] = {"rg8", NUMERIC_UNORM, {8, 8}},
    [SpvImageFormatR16] = {"r16", NUMERIC_UNORM, {16}},
    [SpvImageFormatR8] = {"r8", NUMERIC_UNORM, {8}},
    [SpvImageFormatRgba16Snorm] = {"rgba16_snorm", NUMERIC_SNORM, {16, 16, 16, 16}},
    [SpvImageFormatRg16Snorm] = {"rg16_snorm", NUMERIC_SNORM, {16, 16}},
    [SpvImageFormatRg8Snorm] = {"rg8_snorm", NUMERIC_SNORM, {8, 8}},
    [SpvImageFormatR16Snorm] = {"r16_snorm", NUMERIC_SNORM, {16}},
    [SpvImageFormatR8Snorm] = {"r8_snorm", NUMERIC_SNORM, {8}},
    [SpvImageFormatRgba32i] = {"rgba32i", NUMERIC_SINT, {32, 32, 32, 32}},
    [SpvImageFormatRgba16i] = {"rgba16i", NUMERIC_SINT, {16, 16, 16, 16}},
    [SpvImageFormatRgba8i] = {"rgba8i", NUMERIC_SINT, {8, 8, 8, 8}},
    [SpvImageFormatR32i] = {"r32i", NUMERIC_SINT, {32}},
    [SpvImageFormatRg32i] = {"rg32i", NUMERIC_SINT, {32, 32}},
    [SpvImageFormatRg16i] = {"rg16i", NUMERIC_SINT, {16, 16}},
    [SpvImageFormatRg8i] = {"rg8i", NUMERIC_SINT, {8, 8}},
    [SpvImageFormatR16i] = {"r16i", NUMERIC_SINT, {16}},
    [SpvImageFormatR8i] = {"r8i", NUMERIC_SINT, {8}},
    [SpvImageFormatRgba32ui] = {"rgba32ui", NUMERIC_UINT, {32, 32, 32, 32}},
    [SpvImageFormatRgba16ui] = {"rgba16ui", NUMERIC_UINT, {16, 16, 16, 16}},
    [SpvImageFormatRgba8ui] = {"rgba8ui", NUMERIC_UINT, {8, 8, 8, 8}},
    [SpvImageFormatR32ui] = {"r32ui", NUMERIC_UINT, {32}},
    [SpvImageFormatRgb10a2ui] = {"rgb10_a2ui", NUMERIC_UINT, {10, 10, 10, 2}},
    [SpvImageFormatRg32ui] = {"rg32ui", NUMERIC_UINT, {32, 32}},
    [SpvImageFormatRg16ui] = {"rg16ui", NUMERIC_UINT, {16, 16}},
    [SpvImageFormatRg8ui] = {"rg8ui", NUMERIC_UINT, {8, 8}},
    [SpvImageFormatR16ui] = {"r16ui", NUMERIC_UINT, {16}},
    [SpvImageFormatR8ui] = {"r8ui", NUMERIC_UINT, {8}},
    [SpvImageFormatR64ui] = {"r64ui", NUMERIC_UINT, {64}},
    [SpvImageFormatR64i] = {"r64i", NUMERIC_SINT, {64}},
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats, SMALL_EXPONENT_BITS = 5, SMALL_BIAS = 15 };

const struct host_format *host_format_of(uint32_t format) {
    return format < FORMAT_COUNT && formats[format].name ? &formats[format] : NULL;
}

uint32_t host_format_named(const char *name) {
    for (uint32_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].name && strcmp(formats[i].name, name) == 0)
            return i;
    return SpvImageFormatUnknown;
}

uint32_t host_format_components(const struct host_format *format) {
    uint32_t count = 0;
    while (count < 4 && format->bits[count])
        count++;
    return count;
}

uint32_t host_format_size(const struct host_format *format) {
    return (uint32_t)(format->bits[0] + format->bits[1] + format->bits[2] + format->bits[3]) / 8;
}

/* ---- bits ---- */

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t mask_of(uint32_t bits) {
    return bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
}

static int32_t sign_extended(uint32_t value, uint32_t bits) {
    uint32_t sign = 1u << (bits - 1);
    return (int32_t)((value ^ sign) - sign);
}

/* At most 32 bits, from bit `at` of the texel on: within 32 bits, or whole bytes. */
static uint32_t take_bits(const uint8_t *memory, uint32_t at, uint32_t bits) {
    uint64_t word = 0;
    memcpy(&word, memory + at / 8, (at % 8 + bits + 7) / 8);
    return (uint32_t)(word >> at % 8) & mask_of(bits);
}

static void put_bits(uint8_t *memory, uint32_t at, uint32_t bits, uint32_t value) {
    uint64_t word = 0;
    size_t bytes = (at % 8 + bits + 7) / 8;
    memcpy(&word, memory + at / 8, bytes);
    word &= ~((uint64_t)mask_of(bits) << at % 8);
    word |= (uint64_t)(value & mask_of(bits)) << at % 8;
    memcpy(memory + at / 8, &word, bytes);
}

/* ---- floats of 16, 11 and 10 bits: five of exponent; only the first have a sign ---- */

static uint32_t mantissa_of(uint32_t bits) {
    return bits == 16 ? 10 : bits - SMALL_EXPONENT_BITS;
}

static float small_float(uint32_t value, uint32_t bits) {
    uint32_t mantissa_bits = mantissa_of(bits), mantissa = value & mask_of(mantissa_bits);
    int exponent = (int)(value >> mantissa_bits & mask_of(SMALL_EXPONENT_BITS));
    float magnitude = exponent == 31 ? mantissa ? (float)NAN : (float)INFINITY
                      : exponent == 0
                          ? ldexpf((float)mantissa, 1 - SMALL_BIAS - (int)mantissa_bits)
                          : ldexpf((float)(mantissa | 1u << mantissa_bits), exponent - SMALL_BIAS - (int)mantissa_bits);
    return bits == 16 && value >> 15 ? -magnitude : magnitude;
}

/* To nearest, ties to even. Without a sign, what is negative becomes 0. */
static uint32_t to_small_float(float value, uint32_t bits) {
    uint32_t mantissa_bits = mantissa_of(bits), infinity = 31u << mantissa_bits;
    uint32_t sign = bits == 16 && signbit(value) ? 0x8000u : 0;
    int exponent;
    if (isnan(value))
        return infinity | 1u << (mantissa_bits - 1);
    if (bits != 16 && value < 0)
        return 0;
    if (isinf(value) || value == 0)
        return sign | (value == 0 ? 0 : infinity);
    frexpf(value, &exponent);
    exponent = exponent - 1 < 1 - SMALL_BIAS ? 1 - SMALL_BIAS : exponent - 1;
    /* in units of the last place: the implicit bit makes the exponent one more by itself */
    uint32_t units = (uint32_t)nearbyintf(ldexpf(fabsf(value), (int)mantissa_bits - exponent));
    uint32_t result = ((uint32_t)(exponent + SMALL_BIAS - 1) << mantissa_bits) + units;
    return sign | (exponent > SMALL_BIAS || result > infinity ? infinity : result);
}

/* ---- components ---- */

static uint32_t decode_component(uint32_t value, uint32_t numeric, uint32_t bits) {
    switch (numeric) {
    case NUMERIC_FLOAT:
        return bits == 32 ? value : float_bits(small_float(value, bits));
    case NUMERIC_UNORM:
        return float_bits((float)value / (float)mask_of(bits));
    case NUMERIC_SNORM: {
        float result = (float)sign_extended(value, bits) / (float)mask_of(bits - 1);
        return float_bits(result < -1 ? -1 : result);
    }
    case NUMERIC_SINT:
        return bits == 32 ? value : (uint32_t)sign_extended(value, bits);
    default:
        return value;
    }
}

static float clamped(float value, float least) {
    return isnan(value) ? 0 : value < least ? least : value > 1 ? 1 : value;
}

static uint32_t encode_component(uint32_t value, uint32_t numeric, uint32_t bits) {
    switch (numeric) {
    case NUMERIC_FLOAT:
        return bits == 32 ? value : to_small_float(float_of(value), bits);
    case NUMERIC_UNORM:
        return (uint32_t)nearbyintf(clamped(float_of(value), 0) * (float)mask_of(bits));
    case NUMERIC_SNORM:
        return (uint32_t)(int32_t)nearbyintf(clamped(float_of(value), -1) * (float)mask_of(bits - 1));
    default:
        return value;
    }
}

struct host_texel host_decode(const struct host_format *format, const uint8_t *memory) {
    bool is_integer = format->numeric >= NUMERIC_UINT;
    struct host_texel texel = {{0, 0, 0, is_integer ? 1 : float_bits(1)}};
    if (format->bits[0] == 64) {
        memcpy(texel.component, memory, 8);
        return texel;
    }
    for (uint32_t i = 0, at = 0; i < 4 && format->bits[i]; at += format->bits[i++])
        texel.component[i] = decode_component(take_bits(memory, at, format->bits[i]), format->numeric, format->bits[i]);
    return texel;
}

void host_encode(const struct host_format *format, struct host_texel texel, uint8_t *memory) {
    if (format->bits[0] == 64) {
        memcpy(memory, texel.component, 8);
        return;
    }
    for (uint32_t i = 0, at = 0; i < 4 && format->bits[i]; at += format->bits[i++])
        put_bits(memory, at, format->bits[i], encode_component(texel.component[i], format->numeric, format->bits[i]));
}
