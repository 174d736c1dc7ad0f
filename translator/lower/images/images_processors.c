/* What processors differ in, for images. The cache policy of an access that must be coherent in the device is the one
 * that LLVM's memory legalizer gives an atomic of agent scope ("Memory Model" of LLVM's AMDGPU document): to LLVM an
 * image access is not atomic, so the legalizer does not do it. */
#include <string.h>

#include "translator/lower/images/images_amdgcn.h"

enum { GLC = IR_POLICY_GLC, DLC = IR_POLICY_DLC, DEVICE = IR_POLICY_DEVICE };
#define VOLATILE IR_POLICY_VOLATILE

/* The first whose prefix fits. The last stands for a processor that is not named: there only the volatile bit means the
 * same everywhere, coherence with the whole system. Of a read-modify-write LLVM makes nothing of it for gfx12, which
 * needs a scope; others are coherent in the device by themselves, and that bit asks for more of them (gfx90a, gfx940)
 * or for nothing. */
static const struct image_processor processors[] = {
    {.prefix = "gfx90a", .load = GLC, .buffer_float_add = true, .samples_shift = 16, .samples_mask = 15},
    {.prefix = "gfx94",
     .load = DEVICE,
     .store = DEVICE,
     .buffer_float_add = true,
     .samples_shift = 16,
     .samples_mask = 15},
    {.prefix = "gfx95",
     .load = DEVICE,
     .store = DEVICE,
     .buffer_float_add = true,
     .samples_shift = 16,
     .samples_mask = 15},
    {.prefix = "gfx9-4",
     .load = DEVICE,
     .store = DEVICE,
     .buffer_float_add = true,
     .samples_shift = 16,
     .samples_mask = 15},
    {.prefix = "gfx9", .can_sample = true, .load = GLC, .samples_shift = 16, .samples_mask = 15},
    {.prefix = "gfx10",
     .can_sample = true,
     .load = GLC | DLC,
     .float_min = "fmin",
     .float_max = "fmax",
     .buffer_float_min_max = true,
     .samples_shift = 16,
     .samples_mask = 15},
    {.prefix = "gfx11",
     .can_sample = true,
     .load = GLC,
     .buffer_float_add = true,
     .buffer_float_min_max = true,
     .samples_shift = 16,
     .samples_mask = 15},
    {.prefix = "gfx125", .lacks_images = true},
    {.prefix = "gfx12",
     .can_sample = true,
     .load = DEVICE,
     .store = DEVICE,
     .modify = DEVICE,
     .float_add = "add.flt",
     .float_min = "min.flt",
     .float_max = "max.flt",
     .buffer_float_add = true,
     .buffer_float_min_max = true,
     .samples_shift = 15,
     .samples_mask = 31},
    {.prefix = "",
     .can_sample = true,
     .load = VOLATILE,
     .store = VOLATILE,
     .modify = VOLATILE | DEVICE,
     .samples_shift = 16,
     .samples_mask = 15},
};

const struct image_processor *image_processor(struct lowering *l) {
    const char *name = l->options->mcpu ? l->options->mcpu : "";
    const struct image_processor *processor = processors;
    while (strncmp(name, processor->prefix, strlen(processor->prefix)) != 0)
        processor++;
    return processor;
}

void image_require_support(struct lowering *l) {
    if (image_processor(l)->lacks_images)
        FAIL_UNSUPPORTED(l, &l->current, "%s has no instructions for images and texel buffers", l->options->mcpu);
}

void image_require_sampling(struct lowering *l) {
    if (!image_processor(l)->can_sample)
        FAIL_UNSUPPORTED(l, &l->current, "%s has no instructions that sample images", l->options->mcpu);
}

uint32_t image_cache_policy(struct lowering *l, const struct mapped_operation *operation) {
    const struct image_processor *processor = image_processor(l);
    uint32_t policy = operation->is_volatile ? VOLATILE : 0;
    if (operation->ordering == IR_NOT_ATOMIC)
        return policy;
    switch (operation->kind) {
    case MAPPED_IMAGE_READ:
        return policy | processor->load;
    case MAPPED_IMAGE_WRITE:
        return policy | processor->store;
    default:
        return policy | processor->modify;
    }
}
