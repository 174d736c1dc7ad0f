/* Accesses of machine code to images: the host's images stand for a processor's. */
#ifndef TESTS_HOST_MACHINE_IMAGES_H
#define TESTS_HOST_MACHINE_IMAGES_H

#include "host/images.h"
#include "mmra/machine/machine_wave.h"

enum { MACHINE_SELECT_ZERO = 4, MACHINE_SELECT_ONE };

/* What the descriptors of an instruction say. */
struct machine_bound {
    const struct smmra_host_image *image;
    const struct smmra_host_sampler *sampler; /* NULL: there is none */
    uint8_t select[4];      /* of each component that is loaded: the texel's of that number, or a constant (DST_SEL) */
    bool spreads_component; /* what an image store's mask leaves out is as the first component */
    /* Called before a lane reads or writes a texel; NULL: nobody wants to know. */
    void (*touched)(void *user, uint32_t lane, uint8_t *texel, uint32_t size);
    void *user;
};

/* Performs the access in the lanes of `exec`. Returns NULL, or what it does not know; then nothing has happened. */
const char *host_access_image(const struct machine_bound *bound, const struct machine_registers *g,
                              const struct machine_instruction *i, uint64_t exec);

#endif
