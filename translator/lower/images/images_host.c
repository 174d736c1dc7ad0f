/* Images on the host: calls of its runtime (docs/evidence/comparing.md), which reads the first eight bytes of a
 * descriptor as the address of what it knows of the image or sampler. */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/spirv_mmra_host.h"

/* Packs what the runtime must know of the instruction into one word. `kind`: enum texel_kind. */
static uint32_t shape_of(const struct image *image, unsigned kind, bool wide) {
    const struct spirv_type *type = image->type;
    bool attachment = type->dim == SpvDimSubpassData;
    uint32_t shape = attachment ? (uint32_t)SpvDim2D : type->dim;
    shape |= type->arrayed || attachment ? SMMRA_HOST_SHAPE_ARRAYED : 0;
    shape |= type->multisampled ? SMMRA_HOST_SHAPE_MULTISAMPLED : 0;
    shape |= wide ? SMMRA_HOST_SHAPE_64_BIT : 0;
    shape |= type->sampled == 1 ? SMMRA_HOST_SHAPE_SAMPLED : 0;
    return shape | kind * SMMRA_HOST_SHAPE_RESULT_ONE;
}

static ir_value integer(struct lowering *l, uint32_t value) {
    return ir_integer(l->ir, i32_type(l), value);
}

static ir_value address_in(struct lowering *l, ir_value descriptor) {
    ir_value words = emit_shuffle(l, descriptor, descriptor, (uint32_t[]){0, 1}, 2);
    ir_value address = emit1(l, IR_BITCAST, ir_type_integer(l->ir, 64), words);
    return emit1(l, IR_INTTOPTR, ir_type_pointer(l->ir, ADDRESS_SPACE_FLAT), address);
}

/* Four components; those that are not there are 0. */
static ir_value four(struct lowering *l, ir_type type, const ir_value *components, uint32_t count) {
    ir_value vector = ir_zero(l->ir, type);
    for (uint32_t i = 0; i < count; i++)
        if (components[i])
            vector = emit_insert_element(l, vector, components[i], i);
    return vector;
}

static ir_value four_integers(struct lowering *l, const ir_value *components, uint32_t count) {
    return four(l, image_texel_type(l), components, count);
}

static ir_value four_floats(struct lowering *l, const ir_value *components, uint32_t count) {
    return four(l, ir_type_vector(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT), 4), components, count);
}

/* A call of a function carries no tags: LLVM 22 drops them with a warning (mapping.md 10). */
static ir_value call(struct lowering *l, const char *name, ir_type result, const ir_value *arguments, uint32_t count,
                     const struct mapped_operation *operation) {
    uint16_t attributes = operation ? IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN : PURE & ~IR_FUNCTION_NOCALLBACK;
    ir_value value = emit_intrinsic(l, name, result, arguments, count, attributes);
    if (operation)
        ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
    return value;
}

/* ---- texels ---- */

/* Image, shape, coordinate, level, sample. */
static uint32_t texel_arguments(struct lowering *l, const struct texel *texel, ir_value *arguments) {
    arguments[0] = address_in(l, texel->image->descriptor);
    arguments[1] = integer(l, shape_of(texel->image, texel->kind, texel->wide));
    arguments[2] = four_integers(l, texel->coordinates, texel->coordinate_count);
    arguments[3] = texel->lod ? texel->lod : integer(l, 0);
    arguments[4] = texel->sample ? texel->sample : integer(l, 0);
    return 5;
}

/* On the host all texels are resident. */
static void give_residency(struct lowering *l, ir_value *residency) {
    if (residency)
        *residency = integer(l, 0);
}

static ir_value read_host(struct lowering *l, const struct texel *texel, const struct mapped_operation *operation) {
    ir_value arguments[5];
    give_residency(l, texel->residency);
    uint32_t count = texel_arguments(l, texel, arguments);
    return call(l, "smmra_host_image_read", image_texel_type(l), arguments, count, operation);
}

static void write_host(struct lowering *l, const struct texel *texel, ir_value value,
                       const struct mapped_operation *operation) {
    ir_value arguments[6], components[4];
    uint32_t given = type_count_of(l, ir_type_of(l->ir, value));
    for (uint32_t i = 0; i < given; i++)
        components[i] = emit_extract_element(l, value, i);
    uint32_t count = texel_arguments(l, texel, arguments);
    arguments[count++] = four_integers(l, components, given);
    call(l, "smmra_host_image_write", 0, arguments, count, operation);
}

/* ---- atomics: every value is 64 bits wide ---- */

static ir_value widened(struct lowering *l, ir_value value) {
    if (!value)
        return ir_integer(l->ir, ir_type_integer(l->ir, 64), 0);
    ir_type type = ir_type_of(l->ir, value);
    if (type_class_of(l, type) == CLASS_FLOAT)
        value = emit1(l, IR_BITCAST, type_with_integer(l, type, type_width_of(l, type)), value);
    return emit_integer_resize(l, value, 64, false);
}

static ir_value atomic_host(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type,
                            ir_value value, ir_value comparator, const struct mapped_operation *operation) {
    ir_type integer_type = ir_type_integer(l->ir, type_width_of(l, type));
    ir_value texel_values[5];
    texel_arguments(l, texel, texel_values);
    ir_value arguments[] = {texel_values[0], texel_values[1],   integer(l, opcode),    texel_values[2],
                            texel_values[4], widened(l, value), widened(l, comparator)};
    ir_value result = call(l, "smmra_host_image_atomic", ir_type_integer(l->ir, 64), arguments, 7, operation);
    result = emit_integer_resize(l, result, type_width_of(l, type), false);
    return type == integer_type ? result : emit1(l, IR_BITCAST, type, result);
}

/* ---- samples ---- */

static ir_value zero_float(struct lowering *l) {
    return ir_zero(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT));
}

/* The runtime adds an offset to each of the four texels. Where each has its own, it counts from the last of the four
 * instead (Vulkan, "Texel Gathering"). */
static ir_value gather_host(struct lowering *l, const struct image_sample *sample, uint32_t shape,
                            const struct mapped_operation *operation) {
    static const uint8_t right[] = {0, 1, 1, 0}, down[] = {1, 1, 0, 0};
    ir_value x[4], y[4];
    for (uint32_t i = 0; i < 4; i++) {
        bool own = sample->offsets[i][0];
        x[i] = own ? emit_binary(l, IR_SUB, sample->offsets[i][0], integer(l, right[i])) : sample->offset[0];
        y[i] = own ? emit_binary(l, IR_SUB, sample->offsets[i][1], integer(l, down[i])) : sample->offset[1];
    }
    ir_value arguments[] = {address_in(l, sample->image->descriptor),
                            address_in(l, sample->image->sampler),
                            integer(l, shape),
                            integer(l, sample->component),
                            four_floats(l, sample->coordinates, sample->coordinate_count),
                            sample->reference ? sample->reference : zero_float(l),
                            four_integers(l, x, 4),
                            four_integers(l, y, 4)};
    return call(l, "smmra_host_image_gather", image_texel_type(l), arguments, 8, operation);
}

/* The level of detail comes from what the lanes of the quad give as coordinates. */
static ir_value sample_in_quad(struct lowering *l, const struct image_sample *sample, uint32_t shape,
                               const struct mapped_operation *operation) {
    ir_value arguments[] = {address_in(l, sample->image->descriptor),
                            address_in(l, sample->image->sampler),
                            integer(l, shape),
                            four_floats(l, sample->coordinates, sample->coordinate_count),
                            sample->lod ? sample->lod : zero_float(l),
                            sample->reference ? sample->reference : zero_float(l),
                            four_integers(l, sample->offset, 3)};
    uint16_t attributes = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_CONVERGENT;
    ir_value result =
        emit_intrinsic(l, "smmra_host_image_sample_in_quad", image_texel_type(l), arguments, 7, attributes);
    ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
    return result;
}

static ir_value level_host(struct lowering *l, const struct image_sample *sample) {
    ir_value arguments[] = {address_in(l, sample->image->descriptor), address_in(l, sample->image->sampler),
                            integer(l, shape_of(sample->image, 0, false)),
                            four_floats(l, sample->coordinates, sample->coordinate_count)};
    ir_type result = ir_type_vector(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT), 2);
    return emit_intrinsic(l, "smmra_host_image_level", result, arguments, 4,
                          (PURE & ~IR_FUNCTION_NOCALLBACK) | IR_FUNCTION_CONVERGENT);
}

static ir_value sample_host(struct lowering *l, const struct image_sample *sample,
                            const struct mapped_operation *operation) {
    if (sample->minimum_lod)
        FAIL_UNSUPPORTED(l, &l->current, "the image operand MinLod is not supported on the host");
    give_residency(l, sample->residency);
    uint32_t shape = shape_of(sample->image, sample->kind, false) | (sample->reference ? SMMRA_HOST_SHAPE_COMPARED : 0);
    if (sample->lod_kind == LOD_DERIVATIVES)
        return sample_in_quad(l, sample, shape, operation);
    shape |= sample->lod_kind * SMMRA_HOST_SHAPE_LOD_BIAS; /* enum image_lod has the order of these */
    if (sample->is_gather)
        return gather_host(l, sample, shape, operation);
    ir_value arguments[] = {address_in(l, sample->image->descriptor),
                            address_in(l, sample->image->sampler),
                            integer(l, shape),
                            four_floats(l, sample->coordinates, sample->coordinate_count),
                            sample->lod ? sample->lod : zero_float(l),
                            sample->reference ? sample->reference : zero_float(l),
                            four_integers(l, sample->offset, 3),
                            four_floats(l, sample->dx, 3),
                            four_floats(l, sample->dy, 3)};
    return call(l, "smmra_host_image_sample", image_texel_type(l), arguments, 9, operation);
}

/* ---- queries ---- */

static ir_value size_host(struct lowering *l, const struct image *image, ir_value lod) {
    ir_value arguments[] = {address_in(l, image->descriptor), integer(l, shape_of(image, 0, false)),
                            lod ? lod : integer(l, 0)};
    return call(l, "smmra_host_image_size", image_texel_type(l), arguments, 3, NULL);
}

static ir_value levels_host(struct lowering *l, const struct image *image) {
    ir_value address = address_in(l, image->descriptor);
    return call(l, "smmra_host_image_levels", i32_type(l), &address, 1, NULL);
}

static ir_value samples_host(struct lowering *l, const struct image *image) {
    ir_value arguments[] = {address_in(l, image->descriptor), integer(l, shape_of(image, 0, false))};
    return call(l, "smmra_host_image_samples", i32_type(l), arguments, 2, NULL);
}

const struct image_target images_host = {
    .atomic_accesses = true,
    .read = read_host,
    .write = write_host,
    .atomic = atomic_host,
    .sample = sample_host,
    .level = level_host,
    .size = size_host,
    .levels = levels_host,
    .samples = samples_host,
};
