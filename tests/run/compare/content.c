/* Contents for buffers: of files, or random by what each byte belongs to. */
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "host/runtime.h"

/* Wide integers are half small, as an index or a count is, half anything. */
static uint64_t random_integer(uint64_t *state, uint32_t content) {
    uint64_t choice = host_random(state) % 8, value = host_random(state);
    switch (content) {
    case INTEGERS_ZERO:
        return 0;
    case INTEGERS_SMALL:
        return value % 16;
    default:
        return choice<3 ? value % 16 : choice<4 ? (uint64_t)-(int64_t)(value % 9) : value>>(choice < 6 ? 0
                                                                                                       : value % 64);
    }
}

static double random_float(uint64_t *state, uint32_t content) {
    static const double corners[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -1.5, 3.0};
    uint64_t choice = host_random(state) % 8;
    double unit = (double)(host_random(state) >> 11) * 0x1p-53;
    if (content == FLOATS_UNIT)
        return unit * 2 - 1;
    if (content == FLOATS_POSITIVE)
        return 0x1p-6 + unit * 10;
    if (choice == 0)
        return corners[host_random(state) % 8];
    return (unit * 2 - 1) * (choice < 4 ? 1.0 : 20.0);
}

/* The half nearest to a finite double of moderate size, in the normal range. */
static uint16_t half_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    if (exponent < -14)
        return sign;
    return (uint16_t)(sign | (uint16_t)((exponent + 15) << 10) | (uint16_t)(bits >> 42 & 0x3FF));
}

/* Any float, but none that the driver takes for zero, of which it compares and converts something else. */
static uint64_t wild_float(uint64_t *state, uint8_t shape, const struct shader *shader) {
    uint64_t bits = random_integer(state, INTEGERS_WIDE);
    return driver_may_flush(shader, shape, bits) ? 0 : bits;
}

static uint64_t random_bits(uint64_t *state, uint8_t shape, const struct shader *shader,
                            const struct settings *settings, uint32_t integers) {
    if (shape < SHAPE_FLOAT16)
        return random_integer(state, integers);
    if (settings->floats == FLOATS_WILD)
        return wild_float(state, shape, shader);
    double value = random_float(state, settings->floats);
    float narrow = (float)value;
    uint32_t narrow_bits;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    return shape == SHAPE_FLOAT16 ? half_of(value) : shape == SHAPE_FLOAT32 ? narrow_bits : bits;
}

/* Any bits of a normalized format; depths and floats without sign are from 0 to 1. */
static uint64_t random_texel(uint64_t *state, uint8_t shape) {
    uint64_t bits = host_random(state);
    struct host_texel texel;
    uint64_t result = 0;
    if (shape != SHAPE_FLOAT32 && shape != SHAPE_R11G11B10)
        return bits;
    for (uint32_t i = 0; i < 4; i++) {
        float unit = (float)(host_random(state) >> 40) * 0x1p-24f;
        memcpy(&texel.component[i], &unit, sizeof unit);
    }
    if (shape == SHAPE_FLOAT32)
        return texel.component[0];
    host_encode(host_format_of(SpvImageFormatR11fG11fB10f), texel, (uint8_t *)&result);
    return result;
}

static void fill_buffer(const struct shader *shader, struct buffer *buffer, uint64_t state,
                        const struct settings *settings, uint32_t integers) {
    for (uint64_t i = 0; i < buffer->size;) {
        uint32_t size = shape_size(buffer->shape[i]);
        uint64_t bits = buffer->shape[i] == SHAPE_BYTE      ? 0xA5
                        : buffer->shape[i] == SHAPE_POINTER ? 0
                        : buffer->shape[i] > SHAPE_POINTER || buffer->image.is_compared
                            ? random_texel(&state, buffer->shape[i])
                            : random_bits(&state, buffer->shape[i], shader, settings, integers);
        if (size > buffer->size - i)
            size = (uint32_t)(buffer->size - i);
        memcpy(buffer->initial + i, &bits, size);
        i += size;
    }
}

static bool begins_as_zero(const struct buffer *buffer, const struct settings *settings) {
    for (uint32_t i = 0; i < settings->zero_count; i++)
        if (buffer->kind <= BUFFER_IMAGE && settings->zero[i].set == buffer->set &&
            settings->zero[i].binding == buffer->binding)
            return true;
    return false;
}

static void push(struct buffer *buffer, const struct settings *settings) {
    for (uint32_t i = 0; i < settings->push_count; i++)
        if (settings->push[i].offset + 4 <= buffer->size)
            memcpy(buffer->initial + settings->push[i].offset, &settings->push[i].value, 4);
}

/* An image's file may end early, as that of a buffer may not. */
static bool fill_from_file(struct buffer *buffer) {
    uint64_t size;
    uint8_t *bytes = given_read(buffer->given, &size);
    if (bytes)
        memcpy(buffer->initial, bytes, size < buffer->size ? size : buffer->size);
    free(bytes);
    return bytes != NULL;
}

bool fill_buffers(struct shader *shader, const struct settings *settings, uint32_t integers) {
    bool good = true;
    if (!is_kernel(shader) && !is_vertex(shader))
        fill_vertices(shader, settings);
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        struct buffer *buffer = &shader->buffers[i];
        fill_buffer(shader, buffer, settings->seed * 1000003 + i, settings,
                    begins_as_zero(buffer, settings) ? INTEGERS_ZERO : integers);
        if (buffer->given)
            good &= fill_from_file(buffer);
        if (buffer->kind == BUFFER_PUSH_CONSTANTS)
            push(buffer, settings);
    }
    return good;
}
