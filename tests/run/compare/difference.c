/* Whether two runs left the same: integers and padding exactly, floats within a bound in units in the last
 * place, pointers by where they point. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

struct float_format {
    uint32_t bits, mantissa;
};

static const struct float_format formats[] = {
    [SHAPE_FLOAT16] = {16, 10},
    [SHAPE_FLOAT32] = {32, 23},
    [SHAPE_FLOAT64] = {64, 52},
};

static double decode(uint64_t bits, const struct float_format *format) {
    uint32_t exponent_bits = format->bits - format->mantissa - 1;
    uint64_t mantissa = bits & ((UINT64_C(1) << format->mantissa) - 1);
    int exponent = (int)(bits >> format->mantissa & ((UINT64_C(1) << exponent_bits) - 1));
    int bias = (1 << (exponent_bits - 1)) - 1;
    double sign = bits >> (format->bits - 1) & 1 ? -1.0 : 1.0;
    if (exponent == 2 * bias + 1)
        return mantissa ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0)
        return sign * ldexp((double)mantissa, 1 - bias - (int)format->mantissa);
    return sign * ldexp((double)(mantissa | UINT64_C(1) << format->mantissa), exponent - bias - (int)format->mantissa);
}

/* Floats in order as integers: -0 and 0 are the same, and the distance of neighbours is 1. */
static int64_t ordered(uint64_t bits, const struct float_format *format) {
    uint64_t sign = UINT64_C(1) << (format->bits - 1);
    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

bool driver_may_flush(const struct shader *shader, uint8_t shape, uint64_t bits) {
    const struct float_format *format = &formats[shape];
    bool is_denormal = !(bits << (65 - format->bits) >> (65 - format->bits) >> format->mantissa);
    return shader->driver_flushes & format->bits && is_denormal;
}

/* `a` is the driver's. */
static bool floats_agree(const struct shader *shader, uint8_t shape, uint64_t a, uint64_t b) {
    const struct float_format *format = &formats[shape];
    double x = decode(a, format), y = decode(b, format);
    uint64_t bound = shape == SHAPE_FLOAT16 ? shader->ulp16 : shape == SHAPE_FLOAT32 ? shader->ulp32 : shader->ulp64;
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    if (fabs(x - y) <= shader->absolute || (x == 0 && driver_may_flush(shader, shape, b)))
        return true;
    int64_t first = ordered(a, format), second = ordered(b, format);
    uint64_t distance = first > second ? (uint64_t)first - (uint64_t)second : (uint64_t)second - (uint64_t)first;
    return distance <= bound;
}

/* Formats whose components may be one step apart: 0 and 1 are not, though the bits wrap around. */
static bool steps_agree(uint8_t shape, uint64_t a, uint64_t b) {
    static const struct {
        uint8_t bits[4];
        bool is_signed;
    } packed[] = {
        [SHAPE_UNORM8] = {{8}, false},
        [SHAPE_UNORM16] = {{16}, false},
        [SHAPE_SNORM8] = {{8}, true},
        [SHAPE_SNORM16] = {{16}, true},
        [SHAPE_RGB10A2] = {{10, 10, 10, 2}, false},
        [SHAPE_R11G11B10] = {{11, 11, 10}, false},
    };
    for (uint32_t i = 0, at = 0; i < 4 && packed[shape].bits[i]; at += packed[shape].bits[i++]) {
        int64_t size = INT64_C(1) << packed[shape].bits[i], half = packed[shape].is_signed ? size / 2 : 0;
        int64_t first = (int64_t)(((a >> at) + (uint64_t)half) & (uint64_t)(size - 1)),
                second = (int64_t)(((b >> at) + (uint64_t)half) & (uint64_t)(size - 1));
        if (first - second > 1 || second - first > 1)
            return false;
    }
    return true;
}

/* An address as the number of a buffer and an offset in it. */
static bool locate(const struct shader *shader, uint64_t address, bool driver, uint64_t *place) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        uint64_t base = driver ? buffer->driver_address : (uint64_t)(uintptr_t)buffer->live;
        if (buffer->kind != BUFFER_POINTED_TO || address < base || address - base > buffer->size)
            continue;
        *place = (uint64_t)i << 40 | (address - base);
        return true;
    }
    return false;
}

static bool agree(const struct shader *shader, uint8_t shape, uint64_t driver, uint64_t host) {
    if (shape >= SHAPE_FLOAT16 && shape <= SHAPE_FLOAT64)
        return driver == host || floats_agree(shader, shape, driver, host);
    if (shape > SHAPE_POINTER)
        return steps_agree(shape, driver, host);
    uint64_t first = driver, second = host;
    if ((shape == SHAPE_POINTER || shape == SHAPE_INT64) && locate(shader, driver, true, &first) &&
        !locate(shader, host, false, &second))
        return false;
    return first == second;
}

/* "byte 8", or of an image "level 1, texel (2, 0, 0), layer 3, sample 0, byte 8 of it". */
static void describe_place(const struct buffer *buffer, uint64_t offset, char *place, size_t size) {
    const struct smmra_host_image *image = &buffer->image.host;
    uint32_t level = 0;
    if (buffer->kind != BUFFER_IMAGE && buffer->kind != BUFFER_TARGET) {
        snprintf(place, size, "byte %" PRIu64, offset);
        return;
    }
    while (host_level_offset(image, level + 1) <= offset)
        level++;
    uint32_t bytes = host_format_size(host_format_of(image->format));
    uint64_t rest = offset - host_level_offset(image, level), texel = rest / bytes / image->samples;
    uint64_t width = host_extent(image->width, level), height = host_extent(image->height, level),
             depth = host_extent(image->depth, level);
    snprintf(place, size,
             "level %u, texel (%" PRIu64 ", %" PRIu64 ", %" PRIu64 "), layer %" PRIu64 ", sample %" PRIu64
             ", byte %" PRIu64 " of it",
             level, texel % width, texel / width % height, texel / width / height % depth,
             texel / width / height / depth, rest / bytes % image->samples, rest % bytes);
}

static void describe(const struct buffer *buffer, uint64_t offset, uint64_t driver, uint64_t host, char *message) {
    static const char *const kinds[] = {
        [BUFFER_STORAGE] = "storage buffer",
        [BUFFER_UNIFORM] = "uniform buffer",
        [BUFFER_SCENE] = "acceleration structure",
        [BUFFER_IMAGE] = "image",
        [BUFFER_PUSH_CONSTANTS] = "push constants",
        [BUFFER_POINTED_TO] = "buffer pointed to",
        [BUFFER_TARGET] = "colour",
        [BUFFER_VERTICES] = "vertices",
        [BUFFER_CAPTURED] = "captured outputs",
    };
    uint8_t shape = buffer->shape[offset];
    uint64_t initial = 0;
    char values[128] = "", place[128];
    memcpy(&initial, buffer->initial + offset, shape_size(shape));
    if (shape >= SHAPE_FLOAT16 && shape <= SHAPE_FLOAT64)
        snprintf(values, sizeof values, " (%.9g and %.9g)", decode(driver, &formats[shape]),
                 decode(host, &formats[shape]));
    describe_place(buffer, offset, place, sizeof place);
    snprintf(message, MESSAGE_SIZE,
             "%s set %u binding %u[%u], %s: driver 0x%" PRIx64 ", translation 0x%" PRIx64 "%s; it was 0x%" PRIx64,
             kinds[buffer->kind], buffer->set, buffer->binding, buffer->element, place, driver, host, values, initial);
}

static uint64_t differences_in(const struct shader *shader, const struct buffer *buffer, char *message, bool first) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < buffer->size;) {
        uint32_t size = shape_size(buffer->shape[i]);
        uint64_t driver = 0, host = 0;
        if (size > buffer->size - i)
            size = (uint32_t)(buffer->size - i);
        memcpy(&driver, buffer->driver + i, size);
        memcpy(&host, buffer->host[0] + i, size);
        if (!agree(shader, buffer->shape[i], driver, host) && count++ == 0 && first)
            describe(buffer, i, driver, host, message);
        i += size;
    }
    return count;
}

static bool runs_agree(const struct shader *shader, char *message) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        for (uint32_t run = 1; run < MAX_RUNS; run++) {
            if (memcmp(buffer->host[0], buffer->host[run], buffer->size) == 0)
                continue;
            uint64_t at = 0;
            while (buffer->host[0][at] == buffer->host[run][at])
                at++;
            snprintf(message, MESSAGE_SIZE, "set %u binding %u, byte %" PRIu64 " depends on the order of invocations",
                     buffer->set, buffer->binding, at);
            return false;
        }
    }
    return true;
}

/* Whether a pointer lies there that still points where the driver's run began with. */
static bool is_kept_pointer(const struct shader *shader, const struct buffer *buffer, uint64_t offset) {
    for (uint32_t i = 0; i < shader->pointer_count; i++) {
        const struct pointer_field *field = &shader->pointers[i];
        if (&shader->buffers[field->buffer] == buffer && field->offset == offset)
            return memcmp(buffer->driver + offset, &shader->buffers[field->target].driver_address, 8) == 0;
    }
    return false;
}

/* Bytes that are no longer what they were. */
static uint64_t changes_in(const struct shader *shader, const struct buffer *buffer) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < buffer->size; i++) {
        if (shape_size(buffer->shape[i]) == 8 && is_kept_pointer(shader, buffer, i))
            i += 7;
        else
            count += buffer->driver[i] != buffer->initial[i];
    }
    return count;
}

enum outcome compare_results(const struct shader *shader, char *message) {
    uint64_t differences = 0;
    if (!runs_agree(shader, message))
        return OUTCOME_SCHEDULE;
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        differences += differences_in(shader, &shader->buffers[i], message, differences == 0);
    if (!differences) {
        uint64_t changes = 0;
        for (uint32_t i = 0; i < shader->buffer_count; i++)
            changes += changes_in(shader, &shader->buffers[i]);
        snprintf(message, MESSAGE_SIZE, "the shader changes %" PRIu64 " bytes", changes);
        return changes ? OUTCOME_EQUAL : OUTCOME_NOTHING_COMPARED;
    }
    size_t used = strlen(message);
    snprintf(message + used, MESSAGE_SIZE - used, "; %" PRIu64 " in all", differences);
    return OUTCOME_DIFFERENT;
}
