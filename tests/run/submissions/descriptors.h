/* Descriptors of images, texel buffers and samplers, as RADV writes them for gfx10 to gfx12 (Mesa:
 * src/amd/common/ac_descriptors.c; src/amd/registers has the fields). Linear texels lie where the driver says that they
 * do (vkGetImageSubresourceLayout), as the application may have mapped them. All others lie in a layout of our own,
 * layer by layer, of each the levels: image instructions find them there, and nothing else looks, as the driver copies
 * by image instructions too. */
#ifndef SUBMISSIONS_DESCRIPTORS_H
#define SUBMISSIONS_DESCRIPTORS_H

#include "host/machine_images.h"
#include "submissions/memory.h"

enum { DESCRIPTOR_MESSAGE = 96 };

/* An image or a texel buffer, all of whose texels lie in memory. It points into itself, and is not copied. */
struct descriptor_image {
    struct smmra_host_image image; /* whose layout is the one below, or NULL */
    struct host_layout layout;
    uint8_t select[4]; /* as in struct machine_bound */
};

/* False after writing what is not known: a field, with its value. */
bool descriptor_image(struct descriptor_image *image, const uint32_t words[8], enum machine_processor processor,
                      const struct gpu_memory *memory, char message[DESCRIPTOR_MESSAGE]);
bool descriptor_texel_buffer(struct descriptor_image *image, const uint32_t words[4], enum machine_processor processor,
                             const struct gpu_memory *memory, char message[DESCRIPTOR_MESSAGE]);
bool descriptor_sampler(struct smmra_host_sampler *sampler, const uint32_t words[4], enum machine_processor processor,
                        char message[DESCRIPTOR_MESSAGE]);

#endif
