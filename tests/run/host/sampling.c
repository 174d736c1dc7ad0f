/* Sampling: Vulkan's "Image Operations", from coordinates to texels and their filtering. */
#include <math.h>
#include <string.h>

#include "host/cube.h"
#include "host/functions.h"
#include "host/images.h"
#include "host/shape.h"

enum { MAX_COORDINATE = 1 << 30 };

/* One sampling instruction. */
struct sampling {
    const struct smmra_host_image *image;
    const struct smmra_host_sampler *sampler;
    const struct host_format *format;
    uint32_t shape, dimensions;
    float coordinate[3]; /* of a cube: on the face */
    int64_t layer;       /* of a cube: of its first face */
    uint32_t face;
    int32_t offset[3];
    float reference;
};

/* A texel's four components: as floats, or as the integers that they are. */
struct colour {
    float component[4];
    struct host_texel integers;
};

static bool is_integer(const struct sampling *sampling) {
    return sampling->format->numeric >= NUMERIC_UINT;
}

static bool is_cube(const struct sampling *sampling) {
    return (sampling->shape & SMMRA_HOST_SHAPE_DIM) == SpvDimCube;
}

static int64_t to_integer(float value) {
    return value >= MAX_COORDINATE ? MAX_COORDINATE : value > -MAX_COORDINATE ? (int64_t)value : -MAX_COORDINATE;
}

static int64_t clamp_integer(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

/* ---- one texel ---- */

/* Vulkan, "Wrapping Operation"; -1: the border. */
static int64_t wrapped(int64_t i, int64_t size, uint32_t address) {
    switch (address) {
    case ADDRESS_REPEAT:
        return ((i % size) + size) % size;
    case ADDRESS_MIRROR: {
        int64_t period = ((i % (2 * size)) + 2 * size) % (2 * size);
        return period < size ? period : 2 * size - 1 - period;
    }
    case ADDRESS_EDGE:
        return clamp_integer(i, 0, size - 1);
    case ADDRESS_MIRROR_EDGE:
        return clamp_integer(i < 0 ? -1 - i : i, 0, size - 1);
    default:
        return i < 0 || i >= size ? -1 : i;
    }
}

/* Absent components of the border are those of a texel. */
static struct host_texel border_of(const struct sampling *sampling) {
    float one = 1;
    struct host_texel texel = {{0, 0, 0, 1}};
    uint32_t unit = 1, count = host_format_components(sampling->format);
    if (!is_integer(sampling))
        memcpy(&unit, &one, sizeof unit);
    texel.component[3] = unit;
    for (uint32_t i = 0; i < count; i++)
        texel.component[i] = sampling->sampler->border == BORDER_OPAQUE_WHITE ||
                                     (i == 3 && sampling->sampler->border == BORDER_OPAQUE_BLACK)
                                 ? unit
                                 : 0;
    return texel;
}

/* Vulkan, "Depth Compare Operation": 1 where the comparison holds. */
static float compared(const struct sampling *sampling, float depth) {
    float reference = sampling->reference;
    if (sampling->format->numeric == NUMERIC_UNORM)
        reference = reference < 0 ? 0 : reference > 1 ? 1 : reference;
    switch (sampling->sampler->compare) {
    case COMPARE_LESS:
        return reference < depth;
    case COMPARE_EQUAL:
        return reference == depth;
    case COMPARE_LESS_OR_EQUAL:
        return reference <= depth;
    case COMPARE_GREATER:
        return reference > depth;
    case COMPARE_NOT_EQUAL:
        return reference != depth;
    case COMPARE_GREATER_OR_EQUAL:
        return reference >= depth;
    default:
        return sampling->sampler->compare == COMPARE_ALWAYS;
    }
}

static struct colour colour_of(const struct sampling *sampling, const uint8_t *memory) {
    struct colour colour;
    colour.integers = memory ? host_decode(sampling->format, memory) : border_of(sampling);
    memcpy(colour.component, &colour.integers, sizeof colour.component);
    if (sampling->shape & SMMRA_HOST_SHAPE_COMPARED)
        colour.component[0] = compared(sampling, colour.component[0]);
    return colour;
}

static struct colour fetch(const struct sampling *sampling, uint32_t level, const int64_t place[3]) {
    const struct smmra_host_image *image = sampling->image;
    uint32_t extents[3] = {image->width, image->height, image->depth};
    int64_t inside[3] = {0, 0, 0};
    for (uint32_t i = 0; i < sampling->dimensions; i++) {
        inside[i] = wrapped(place[i], host_extent(extents[i], level), sampling->sampler->address[i]);
        if (inside[i] < 0)
            return colour_of(sampling, NULL);
    }
    return colour_of(sampling, host_texel_at(image, level, inside, sampling->layer, 0));
}

static struct colour average_of_three(const struct colour *a, const struct colour *b, const struct colour *c) {
    struct colour colour = *a;
    for (uint32_t i = 0; i < 4; i++)
        colour.component[i] = (a->component[i] + b->component[i] + c->component[i]) / 3;
    return colour;
}

/* Filtering goes on beyond the edges of a face; the texel that is missing at a corner of the cube is the
 * average of the three that are there (Vulkan, "Cube Map Edge Handling"). */
static struct colour fetch_cube(const struct sampling *sampling, uint32_t level, const int64_t place[3]) {
    uint32_t face = sampling->face, size = host_extent(sampling->image->width, level);
    int64_t inside[3] = {place[0], place[1], 0};
    if (cube_texel(&face, &inside[0], &inside[1], size))
        return colour_of(sampling, host_texel_at(sampling->image, level, inside, sampling->layer + face, 0));
    int64_t s = clamp_integer(place[0], 0, size - 1), t = clamp_integer(place[1], 0, size - 1);
    struct colour own = fetch_cube(sampling, level, (int64_t[]){s, t, 0}),
                  beside = fetch_cube(sampling, level, (int64_t[]){place[0], t, 0}),
                  below = fetch_cube(sampling, level, (int64_t[]){s, place[1], 0});
    return average_of_three(&own, &beside, &below);
}

/* ---- one level ---- */

/* Vulkan, "(s,t,r) to (u,v,w) transformation". */
static float scaled(const struct sampling *sampling, uint32_t dimension, uint32_t level) {
    const struct smmra_host_image *image = sampling->image;
    uint32_t extents[3] = {image->width, image->height, image->depth};
    float coordinate = sampling->coordinate[dimension];
    return sampling->sampler->unnormalized ? coordinate : coordinate * (float)host_extent(extents[dimension], level);
}

static struct colour nearest(const struct sampling *sampling, uint32_t level) {
    int64_t place[3] = {0, 0, 0}, last = host_extent(sampling->image->width, level) - 1;
    for (uint32_t i = 0; i < sampling->dimensions; i++) {
        place[i] = to_integer(floorf(scaled(sampling, i, level))) + sampling->offset[i];
        if (is_cube(sampling))
            place[i] = clamp_integer(place[i], 0, last);
    }
    return is_cube(sampling) ? fetch_cube(sampling, level, place) : fetch(sampling, level, place);
}

static struct colour linear(const struct sampling *sampling, uint32_t level) {
    int64_t first[3] = {0, 0, 0};
    float weight[3] = {0, 0, 0};
    struct colour sum = {{0, 0, 0, 0}, {{0, 0, 0, 0}}};
    for (uint32_t i = 0; i < sampling->dimensions; i++) {
        float place = scaled(sampling, i, level) - 0.5f;
        first[i] = to_integer(floorf(place)) + sampling->offset[i];
        weight[i] = place - floorf(place);
    }
    for (uint32_t corner = 0; corner < 1u << sampling->dimensions; corner++) {
        int64_t place[3];
        float part = 1;
        for (uint32_t i = 0; i < 3; i++) {
            place[i] = first[i] + (corner >> i & 1);
            part *= i >= sampling->dimensions ? 1 : corner >> i & 1 ? weight[i] : 1 - weight[i];
        }
        struct colour colour = is_cube(sampling) ? fetch_cube(sampling, level, place) : fetch(sampling, level, place);
        for (uint32_t i = 0; i < 4; i++)
            sum.component[i] += part > 0 ? part * colour.component[i] : 0;
    }
    return sum;
}

static struct colour filtered(const struct sampling *sampling, uint32_t level, uint32_t filter) {
    return filter == FILTER_LINEAR && !is_integer(sampling) ? linear(sampling, level) : nearest(sampling, level);
}

/* ---- levels ---- */

/* Vulkan, "Scale Factor Operation": how many texels of level 0 a step covers. */
static float steps_length(const struct sampling *sampling, const float direction[3], const float step[3]) {
    const struct smmra_host_image *image = sampling->image;
    float extents[3] = {(float)image->width, (float)image->height, (float)image->depth};
    float moved[3] = {step[0], step[1], step[2]}, sum = 0;
    if (is_cube(sampling))
        cube_change(direction, step, moved);
    for (uint32_t i = 0; i < sampling->dimensions; i++)
        sum += moved[i] * extents[i] * moved[i] * extents[i];
    return sqrtf(sum);
}

/* Before the sampler's bounds hold. */
static float unbounded_level(const struct sampling *sampling, f32x4 coordinate, float lod_or_bias, f32x4 dx, f32x4 dy) {
    const struct smmra_host_sampler *sampler = sampling->sampler;
    float direction[3] = {coordinate[0], coordinate[1], coordinate[2]};
    float x[3] = {dx[0], dx[1], dx[2]}, y[3] = {dy[0], dy[1], dy[2]}, lod = 0;
    switch (sampling->shape & SMMRA_HOST_SHAPE_LOD) {
    case SMMRA_HOST_SHAPE_LOD_BIAS:
    case SMMRA_HOST_SHAPE_LOD_EXPLICIT:
        lod = lod_or_bias;
        break;
    case SMMRA_HOST_SHAPE_LOD_GRADIENTS:
        lod = log2f(fmaxf(steps_length(sampling, direction, x), steps_length(sampling, direction, y))) + lod_or_bias;
        break;
    default:
        break;
    }
    return lod + sampler->bias;
}

static float bounded_level(const struct smmra_host_sampler *sampler, float lod) {
    return fminf(fmaxf(lod, sampler->least_lod), sampler->most_lod);
}

static float nearest_level(float level) {
    return ceilf(level + 0.5f) - 1;
}

static struct colour between_levels(const struct sampling *sampling, float lod) {
    const struct smmra_host_sampler *sampler = sampling->sampler;
    uint32_t last = sampling->image->levels - 1, filter = lod <= 0 ? sampler->magnify : sampler->minify;
    float level = fminf(fmaxf(lod, 0), (float)last);
    if (sampler->mip == FILTER_NEAREST)
        return filtered(sampling, (uint32_t)nearest_level(level), filter);
    uint32_t upper = (uint32_t)level, lower = upper < last ? upper + 1 : last;
    float weight = level - (float)upper;
    struct colour colour = filtered(sampling, upper, filter);
    if (weight == 0 || is_integer(sampling))
        return colour;
    struct colour other = filtered(sampling, lower, filter);
    for (uint32_t i = 0; i < 4; i++)
        colour.component[i] = (1 - weight) * colour.component[i] + weight * other.component[i];
    return colour;
}

/* ---- what kernels call ---- */

static struct sampling begin(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                             uint32_t shape, f32x4 coordinate, float reference) {
    struct sampling sampling = {.image = image,
                                .sampler = sampler,
                                .format = host_format_of(image->format),
                                .shape = shape,
                                .dimensions = shape_dimensions(shape),
                                .coordinate = {coordinate[0], coordinate[1], coordinate[2]},
                                .reference = reference};
    uint32_t spatial = sampling.dimensions;
    int64_t layers = image->layers;
    if (is_cube(&sampling)) {
        struct cube_place place = cube_place_of(sampling.coordinate);
        sampling.face = place.face;
        sampling.coordinate[0] = place.s;
        sampling.coordinate[1] = place.t;
        spatial = 3;
        layers /= 6;
    }
    if (shape & SMMRA_HOST_SHAPE_ARRAYED)
        sampling.layer = clamp_integer(to_integer(rintf(coordinate[spatial])), 0, layers - 1);
    if (is_cube(&sampling))
        sampling.layer *= 6;
    return sampling;
}

i32x4 smmra_host_image_sample(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                              uint32_t shape, f32x4 coordinate, float lod_or_bias, float compare, i32x4 offset,
                              f32x4 dx, f32x4 dy) {
    struct sampling sampling = begin(image, sampler, shape, coordinate, compare);
    i32x4 result;
    for (uint32_t i = 0; i < sampling.dimensions; i++)
        sampling.offset[i] = offset[i];
    float lod = bounded_level(sampler, unbounded_level(&sampling, coordinate, lod_or_bias, dx, dy));
    struct colour colour = between_levels(&sampling, lod);
    memcpy(&result, is_integer(&sampling) ? (const void *)&colour.integers : (const void *)colour.component,
           sizeof result);
    return result;
}

struct host_level host_level_of(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                uint32_t shape, const float coordinate[4], const float dx[4], const float dy[4]) {
    f32x4 at, x, y;
    memcpy(&at, coordinate, sizeof at);
    memcpy(&x, dx, sizeof x);
    memcpy(&y, dy, sizeof y);
    struct sampling sampling = begin(image, sampler, shape, at, 0);
    struct host_level level = {.unbounded = unbounded_level(&sampling, at, 0, x, y)};
    level.lod = bounded_level(sampler, level.unbounded);
    level.accessed = fminf(fmaxf(level.lod, 0), (float)(image->levels - 1));
    if (sampler->mip == FILTER_NEAREST)
        level.accessed = nearest_level(level.accessed);
    return level;
}

/* Vulkan, "Texel Gathering": the texels that linear filtering of level 0 would use, counterclockwise from the
 * lower left one. */
i32x4 smmra_host_image_gather(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                              uint32_t shape, uint32_t component, f32x4 coordinate, float compare, i32x4 offset_x,
                              i32x4 offset_y) {
    static const uint8_t right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
    struct sampling sampling = begin(image, sampler, shape, coordinate, compare);
    int64_t s = to_integer(floorf(scaled(&sampling, 0, 0) - 0.5f)),
            t = to_integer(floorf(scaled(&sampling, 1, 0) - 0.5f));
    i32x4 result = {0, 0, 0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        int64_t place[3] = {s + right[i] + offset_x[i], t + down[i] + offset_y[i], 0};
        struct colour colour = is_cube(&sampling) ? fetch_cube(&sampling, 0, place) : fetch(&sampling, 0, place);
        float value = colour.component[shape & SMMRA_HOST_SHAPE_COMPARED ? 0 : component & 3];
        int32_t bits;
        memcpy(&bits, &value, sizeof bits);
        result[i] = is_integer(&sampling) ? (int32_t)colour.integers.component[component & 3] : bits;
    }
    return result;
}
