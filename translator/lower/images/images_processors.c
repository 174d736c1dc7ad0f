/* The processor decides which image instructions there are, and which cache policy an access needs. */
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
    return processor_cache_policy(image_processor(l), operation);
}
