/* What the files on image instructions of amdgcn share: the processor's generation, dimensions, and calls under
 * construction. */
#ifndef TRANSLATOR_IMAGES_AMDGCN_H
#define TRANSLATOR_IMAGES_AMDGCN_H

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/images/images.h"
#include "translator/map/processor.h"

/* ---- processors (images_processors.c) ---- */

/* That of --mcpu; without it, one with what all have in common. */
const struct processor *image_processor(struct lowering *l);
/* Fail where the processor has no instructions for images, or none that sample. */
void image_require_support(struct lowering *l);
void image_require_sampling(struct lowering *l);

/* ---- calls (image_calls.c) ---- */

/* An intrinsic while its name and arguments are put together. */
struct image_call {
    char name[128];
    ir_value arguments[24];
    uint32_t count;
    bool is_convergent;  /* it takes differences between lanes */
    ir_value *residency; /* where its residency code goes; NULL: it gives none */
};

/* `name`: one of ir_intrinsic.h, without what it is overloaded on. */
void image_call_begin(struct image_call *call, const char *name);
void image_call_add_name(struct image_call *call, const char *text);
void image_call_add_argument(struct image_call *call, ir_value argument);
void image_call_add_integer(struct lowering *l, struct image_call *call, uint32_t value);
/* The type as LLVM mangles it, to the name. */
void image_call_add_type(struct lowering *l, struct image_call *call, ir_type type);
/* Adds the type of the result to the name, which a residency code follows if `residency` is not NULL. */
void image_call_add_result(struct lowering *l, struct image_call *call, ir_type type, ir_value *residency);
/* The call, with what the operation says; NULL for a query, which accesses no memory. */
ir_value image_call_end(struct lowering *l, struct image_call *call, ir_type result,
                        const struct mapped_operation *operation);
/* Whether a level of detail is known to be the first, which needs no operand. */
bool image_is_zero_constant(struct lowering *l, ir_value value);
/* ".2darray": how the image's dimension is called. */
const char *image_dimension_name(const struct image *image);
/* The operand of an intrinsic that says how caches treat the access. */
uint32_t image_cache_policy(struct lowering *l, const struct mapped_operation *operation);

/* The dimension and the overloads of a call that moves `data`. */
void image_call_add_overloads(struct lowering *l, struct image_call *call, const struct image *image, ir_type data,
                              ir_value *residency);
void image_call_add_coordinates(struct lowering *l, struct image_call *call, const struct texel *texel);
/* What follows the descriptor of an image: whether the residency is asked for, and the cache policy (none of a query).
 */
void image_call_add_flags(struct lowering *l, struct image_call *call, const struct mapped_operation *operation);
/* The descriptor of a texel buffer and what follows it: the element is the index, and there is no offset besides. */
void image_call_add_element(struct lowering *l, struct image_call *call, const struct texel *texel,
                            const struct mapped_operation *operation);
bool image_is_texel_buffer(const struct image *image);

/* ---- images_amdgcn.c and its parts ---- */

ir_value image_read_amdgcn(struct lowering *l, const struct texel *texel, const struct mapped_operation *operation);

/* images_amdgcn_atomics.c */
ir_value image_atomic_amdgcn(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type,
                             ir_value value, ir_value comparator, const struct mapped_operation *operation);

/* images_amdgcn_sample.c */
ir_value image_level_amdgcn(struct lowering *l, const struct image_sample *sample);
ir_value image_sample_amdgcn(struct lowering *l, const struct image_sample *sample,
                             const struct mapped_operation *operation);

#endif
