/* What the processor says of images: whether it has the instructions, and which cache policy an access needs. */
#include "translator/lower/images/images_amdgcn.h"

const struct processor *image_processor(struct lowering *l) {
    return processor_for_images(l->options->mcpu);
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
    const struct processor *processor = image_processor(l);
    uint32_t policy = operation->is_volatile ? IR_POLICY_VOLATILE : 0;
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
