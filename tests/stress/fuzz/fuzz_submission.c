/* libFuzzer: a recorded submission (tests/run/submissions/recording.h). Its packets are done, its dispatches described,
 * but not run. What begins its memory is also taken for descriptors, and their last texel is read and written, and
 * sampled. What is wrong has a message. */
#include <stdlib.h>
#include <string.h>

#include "host/functions.h"
#include "submissions/descriptors.h"
#include "submissions/recording.h"

enum { IMAGE_WORDS = 8, SAMPLER_WORDS = 4, MOST_RANGES = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void touch(const struct smmra_host_image *image) {
    uint32_t level = image->levels - 1;
    const int64_t last[] = {(int64_t)host_extent(image->width, level) - 1,
                            (int64_t)host_extent(image->height, level) - 1,
                            (int64_t)host_extent(image->depth, level) - 1};
    uint8_t *texel = image->width ? host_texel_at(image, level, last, image->layers - 1, image->samples - 1) : NULL;
    if (texel)
        host_encode(host_format_of(image->format), host_decode(host_format_of(image->format), texel), texel);
}

static void try_image(const struct device *device, const uint32_t *words) {
    struct descriptor_image image;
    struct smmra_host_sampler sampler;
    char message[DESCRIPTOR_MESSAGE] = "";
    const f32x4 place = {0.75F, -0.5F, 1.5F, 1}, none = {0, 0, 0, 0};
    bool good = descriptor_image(&image, words, device->processor, &device->memory, message);
    if (good)
        touch(&image.image);
    else if (!*message)
        abort();
    if (descriptor_sampler(&sampler, words + IMAGE_WORDS, device->processor, message) && good)
        smmra_host_image_sample(&image.image, &sampler, image.image.dim | SMMRA_HOST_SHAPE_LOD_EXPLICIT, place, 1, 0.5F,
                                (i32x4){0, 0, 0, 0}, none, none);
    if (descriptor_texel_buffer(&image, words, device->processor, &device->memory, message))
        touch(&image.image);
}

static void try_descriptors(const struct device *device) {
    uint32_t words[IMAGE_WORDS + SAMPLER_WORDS];
    for (uint32_t k = 0; k < device->memory.count && k < MOST_RANGES; k++)
        if (device->memory.ranges[k].size >= sizeof words) {
            memcpy(words, device->memory.ranges[k].bytes, sizeof words);
            try_image(device, words);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct device device = {.only_describes = true};
    char message[PACKET_MESSAGE] = "";
    bool good = recording_play(&device, (const char *)data, size, message);
    if (!good && !*message)
        abort();
    if (good)
        try_descriptors(&device);
    recording_end(&device);
    return 0;
}
