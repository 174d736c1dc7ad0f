/* AMDGPU's processors differ in this, as far as the IR shows it. Each family is a row, found by --mcpu's name. */
#ifndef TRANSLATOR_PROCESSOR_H
#define TRANSLATOR_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/map/memory_map.h"

/* Its instructions on matrices, of a kind that translator/lower knows. */
enum processor_matrices {
    PROCESSOR_NO_MATRICES,
    PROCESSOR_WMMA_GFX11,
    PROCESSOR_WMMA_GFX12,
    PROCESSOR_MFMA_GFX90A,
    PROCESSOR_MFMA_GFX94
};

struct processor {
    const char *family;    /* what names of its processors begin with, those too that LLVM 22 has not */
    const char *names;     /* those that `llc-22 -march=amdgcn -mcpu=help` lists, parted by blanks */
    bool wave32, wave64;   /* sizes that a wavefront can have */
    bool split_barrier;    /* a workgroup's barrier has two halves */
    bool coherent_atomics; /* an atomic load of some scope reads past all caches that are not coherent in that scope,
                              and stores are written through to that scope: docs/reference/mapping.md 10, "Coherent
                              accesses" */
    bool waits_for_lds;   /* LLVM's releases of a workgroup wait for local memory alone: docs/reference/mapping.md 10 */
    bool writes_back;     /* its L2 may be one of several, whose stores a release writes back: likewise */
    bool packs_local_ids; /* in one vector register, 10 bits each, where a kernel begins */
    bool tells_workgroup_ids; /* to whoever asks, and not in registers that the driver chooses */
    bool lacks_ieee_mode;     /* its minima and maxima treat NaNs as without */
    bool half_registers;      /* LLVM 22 names the halves of a vector register, each of 16 bits */
    uint8_t matrices;         /* enum processor_matrices */
    uint32_t buffer_flags;    /* word 3 of a raw buffer's resource; 0: not known */
    bool late_resource;       /* which LLVM 22 and later make alone */
    /* images and texel buffers */
    bool lacks_images;            /* has none for texel buffers either */
    bool can_sample;              /* has instructions that sample and gather (mapping.md 10) */
    bool gathers_at_level;        /* with a level or bias and an offset, in one instruction */
    uint32_t load, store, modify; /* cache policy of what must be coherent in the device */
    bool lacks_wave64_shuffle;    /* LLVM crashes at a shuffle in a wavefront of 64 */
    const char *float_add;        /* of image.atomic: NULL where it has none */
    const char *float_min, *float_max;
    bool buffer_float_add, buffer_float_min_max;
    uint8_t samples_shift, samples_mask; /* where an image's descriptor has the logarithm of its samples, in dword 3 */
};

/* NULL: `name` is NULL, or of no family that is known. */
const struct processor *processor_find(const char *name);

/* The same, but NULL gives a row with what all have in common about images. */
const struct processor *processor_for_images(const char *name);

/* The cache policy of an access to a texel, or by a buffer's descriptor: of what is atomic, available or visible that
 * of the device, whatever narrower scope it has. */
uint32_t processor_cache_policy(const struct processor *processor, const struct mapped_operation *operation);

/* Whether LLVM 22 has a processor of that name. */
bool processor_is_known(const char *name);

#endif
