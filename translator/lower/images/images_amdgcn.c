/* Texels and queries on amdgcn: llvm.amdgcn.image.* on images, llvm.amdgcn.struct.buffer.* on texel buffers. */
#include "translator/lower/images/images_amdgcn.h"
#include "translator/lower/expression.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- texels ---- */

static ir_type floats(struct lowering *l, uint32_t count) {
    ir_type scalar = ir_type_simple(l->ir, IR_TYPE_FLOAT);
    return count == 1 ? scalar : ir_type_vector(l->ir, scalar, count);
}

/* A level that is known to be the first needs no operand, and images without levels can have none. */
static bool has_level(struct lowering *l, const struct texel *texel) {
    if (!texel->lod || texel->image->type->multisampled)
        return false;
    return !image_is_zero_constant(l, texel->lod);
}

ir_value image_read_amdgcn(struct lowering *l, const struct texel *texel, const struct mapped_operation *operation) {
    struct image_call call;
    ir_type type = floats(l, 4);
    if (image_is_texel_buffer(texel->image)) {
        image_call_begin(&call, IR_NAME_BUFFER_LOAD);
        image_call_add_result(l, &call, type, texel->residency);
        image_call_add_element(l, &call, texel, operation);
    } else {
        bool level = has_level(l, texel);
        image_call_begin(&call, level ? IR_NAME_IMAGE_LOAD_MIP : IR_NAME_IMAGE_LOAD);
        image_call_add_overloads(l, &call, texel->image, type, texel->residency);
        image_call_add_integer(l, &call, 15);
        image_call_add_coordinates(l, &call, texel);
        if (level)
            image_call_add_argument(&call, texel->lod);
        image_call_add_argument(&call, texel->image->descriptor);
        image_call_add_flags(l, &call, operation);
    }
    ir_value result = image_call_end(l, &call, type, operation);
    return emit1(l, IR_BITCAST, image_texel_type(l), result);
}

/* Those of one or two components that the image has: its format is the one that the module names, or what is written is
 * undefined (Vulkan, "Texel Format Validation"). A texel of 64 bits is two components here. */
static ir_value stored_components(struct lowering *l, const struct texel *texel, ir_value value) {
    static const uint32_t first[] = {0, 1};
    const struct spirv_type *image = texel->image->type;
    uint32_t needed = spirv_format_components(image->image_format), count = type_count_of(l, ir_type_of(l->ir, value));
    if (needed == 0 || needed > 2 || needed >= count || type_of(l, image->element)->width == 64)
        return value;
    return needed == 1 ? emit_extract_element(l, value, 0)
                       : emit_shuffle(l, value, ir_poison(l->ir, ir_type_of(l->ir, value)), first, needed);
}

static void write_amdgcn(struct lowering *l, const struct texel *texel, ir_value value,
                         const struct mapped_operation *operation) {
    struct image_call call;
    value = stored_components(l, texel, value);
    uint32_t count = type_count_of(l, ir_type_of(l->ir, value));
    ir_type type = floats(l, count);
    value = emit1(l, IR_BITCAST, type, value);
    if (image_is_texel_buffer(texel->image)) {
        image_call_begin(&call, IR_NAME_BUFFER_STORE);
        image_call_add_type(l, &call, type);
        image_call_add_argument(&call, value);
        image_call_add_element(l, &call, texel, operation);
    } else {
        bool level = has_level(l, texel);
        image_call_begin(&call, level ? IR_NAME_IMAGE_STORE_MIP : IR_NAME_IMAGE_STORE);
        image_call_add_overloads(l, &call, texel->image, type, NULL);
        image_call_add_argument(&call, value);
        image_call_add_integer(l, &call, (1u << count) - 1);
        image_call_add_coordinates(l, &call, texel);
        if (level)
            image_call_add_argument(&call, texel->lod);
        image_call_add_argument(&call, texel->image->descriptor);
        image_call_add_flags(l, &call, operation);
    }
    image_call_end(l, &call, 0, operation);
}

/* ---- queries ---- */

/* Width, height, depth or layers, and the number of levels. */
static ir_value resource_info(struct lowering *l, const struct image *image, ir_value lod) {
    struct image_call call;
    ir_type type = floats(l, 4);
    image_call_begin(&call, IR_NAME_IMAGE_SIZE);
    image_call_add_overloads(l, &call, image, type, NULL);
    image_call_add_integer(l, &call, 15);
    image_call_add_argument(&call, lod ? lod : ir_integer(l->ir, i32_type(l), 0));
    image_call_add_argument(&call, image->descriptor);
    image_call_add_flags(l, &call, NULL);
    return emit1(l, IR_BITCAST, image_texel_type(l), image_call_end(l, &call, type, NULL));
}

/* The descriptor of a texel buffer counts records, as its stride is a texel's size. A cube array has six layers for a
 * cube. */
static ir_value size_amdgcn(struct lowering *l, const struct image *image, ir_value lod) {
    if (image_is_texel_buffer(image)) {
        ir_value records = emit_extract_element(l, image->descriptor, 2);
        return emit_insert_element(l, ir_zero(l->ir, image_texel_type(l)), records, 0);
    }
    ir_value size = resource_info(l, image, lod);
    if (image->type->dim != SpvDimCube || !image->type->arrayed)
        return size;
    ir_value cubes = emit_binary(l, IR_UDIV, emit_extract_element(l, size, 2), ir_integer(l->ir, i32_type(l), 6));
    return emit_insert_element(l, size, cubes, 2);
}

static ir_value levels_amdgcn(struct lowering *l, const struct image *image) {
    return emit_extract_element(l, resource_info(l, image, 0), 3);
}

static ir_value samples_amdgcn(struct lowering *l, const struct image *image) {
    const struct processor *processor = image_processor(l);
    ir_type type = i32_type(l);
    ir_value word = emit_extract_element(l, image->descriptor, 3);
    word = emit_binary(l, IR_LSHR, word, ir_integer(l->ir, type, processor->samples_shift));
    word = emit_binary(l, IR_AND, word, ir_integer(l->ir, type, processor->samples_mask));
    return emit_binary(l, IR_SHL, ir_integer(l->ir, type, 1), word);
}

const struct image_target images_amdgcn = {
    .read = image_read_amdgcn,
    .write = write_amdgcn,
    .atomic = image_atomic_amdgcn,
    .sample = image_sample_amdgcn,
    .level = image_level_amdgcn,
    .size = size_amdgcn,
    .levels = levels_amdgcn,
    .samples = samples_amdgcn,
};
