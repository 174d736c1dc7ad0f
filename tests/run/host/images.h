/* Images and samplers in plain memory, for translations with --target=host: what a descriptor's first eight
 * bytes point to. functions.h has what kernels call. */
#ifndef TESTS_HOST_IMAGES_H
#define TESTS_HOST_IMAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "host/formats.h"

/* Descriptors, as on AMDGPU; all but the first eight bytes are 0. A combined image sampler is an image's
 * descriptor and then a sampler's. */
enum { HOST_IMAGE_DESCRIPTOR = 32, HOST_TEXEL_BUFFER_DESCRIPTOR = 16, HOST_SAMPLER_DESCRIPTOR = 16 };

enum { HOST_MOST_LEVELS = 16 };

/* Bytes: where a level begins in its layer, how far its slices and rows are apart, and the layers. */
struct host_layout {
    struct {
        uint64_t begin, slice, row;
    } levels[HOST_MOST_LEVELS];
    uint64_t layer;
};

/* `data` holds the levels one after the other, of each the layers, of each the slices, rows, texels and
 * samples, without gaps, unless there is a layout. */
struct smmra_host_image {
    uint8_t *data;
    uint32_t format; /* SpvImageFormat, not Unknown */
    uint32_t dim;    /* SpvDim1D, 2D, 3D, Cube or Buffer */
    uint32_t width, height, depth;
    uint32_t layers;                             /* of a cube: faces, 6 for each cube */
    uint32_t levels, samples;                    /* at least 1 */
    const struct host_layout *layout;            /* NULL: as above */
    void (*touched)(void *user, uint8_t *texel); /* before a texel is read or written; NULL: nobody wants to know */
    void *user;
};

enum host_filter { FILTER_LINEAR, FILTER_NEAREST };
enum host_address { ADDRESS_REPEAT, ADDRESS_MIRROR, ADDRESS_EDGE, ADDRESS_BORDER, ADDRESS_MIRROR_EDGE };
enum host_border { BORDER_TRANSPARENT_BLACK, BORDER_OPAQUE_BLACK, BORDER_OPAQUE_WHITE };
/* The reference is at the left. */
enum host_compare {
    COMPARE_LESS,
    COMPARE_LESS_OR_EQUAL,
    COMPARE_EQUAL,
    COMPARE_NOT_EQUAL,
    COMPARE_GREATER_OR_EQUAL,
    COMPARE_GREATER,
    COMPARE_ALWAYS,
    COMPARE_NEVER
};

struct smmra_host_sampler {
    uint32_t magnify, minify, mip; /* enum host_filter */
    uint32_t address[3];           /* enum host_address, for each dimension */
    uint32_t border;               /* enum host_border */
    bool compares;
    uint32_t compare; /* enum host_compare */
    bool unnormalized;
    float bias, least_lod, most_lod;
};

/* The level of detail of a coordinate with these gradients (Vulkan, "Image Level(s) Selection"), in the sampler's
 * bounds; before they hold; which level of the image that is. */
struct host_level {
    float lod, unbounded, accessed;
};
struct host_level host_level_of(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                uint32_t shape, const float coordinate[4], const float dx[4], const float dy[4]);
/* The extent of a level, at least 1. */
uint32_t host_extent(uint32_t extent, uint32_t level);
/* The offset of a level; for the one after the last, the bytes of all. */
uint64_t host_level_offset(const struct smmra_host_image *image, uint32_t level);
/* NULL where there is no such texel. */
uint8_t *host_texel_at(const struct smmra_host_image *image, uint32_t level, const int64_t place[3], int64_t layer,
                       uint32_t sample);

#endif
