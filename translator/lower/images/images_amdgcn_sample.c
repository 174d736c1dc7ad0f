/* Sampling on amdgcn. The intrinsic's name says which arguments there are, in this order: mask, offset, reference,
 * gradients, coordinates, level or least level, image, sampler, flags. A cube's direction is made into a place on a
 * face, and the layer of an array is rounded, as the instructions do neither. */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/images/images_amdgcn.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* A sample as the instruction takes it. */
struct prepared {
    ir_value coordinates[4];
    uint32_t count;
    ir_value gradients[6]; /* all by x, then all by y */
    uint32_t gradient_count;
};

static ir_type float_type(struct lowering *l) {
    return ir_type_simple(l->ir, IR_TYPE_FLOAT);
}

static ir_value number(struct lowering *l, double value) {
    return constant_float(l, float_type(l), value);
}

/* ---- cubes ---- */

/* A direction, and what follows from it. */
struct cube {
    ir_value face;       /* 0 to 5, a float */
    ir_value s, t;       /* on the face, from -0.5 to 0.5 */
    ir_value inverse;    /* 1 / |twice the major axis| */
    ir_value is_x, is_y; /* which axis is the major one; else z */
    ir_value sign;       /* of it: 1 or -1 */
};

static ir_value cube_intrinsic(struct lowering *l, const char *name, const ir_value *direction) {
    return emit_intrinsic(l, name, float_type(l), direction, 3, PURE);
}

static struct cube cube_of(struct lowering *l, const ir_value *direction) {
    struct cube cube = {.face = cube_intrinsic(l, IR_NAME_CUBE_FACE, direction)};
    ir_value major = cube_intrinsic(l, IR_NAME_CUBE_MAJOR, direction);
    cube.inverse = emit_fdiv(l, number(l, 1), emit_call1(l, "llvm.fabs", major));
    cube.s = emit_binary(l, IR_FMUL, cube_intrinsic(l, IR_NAME_CUBE_S, direction), cube.inverse);
    cube.t = emit_binary(l, IR_FMUL, cube_intrinsic(l, IR_NAME_CUBE_T, direction), cube.inverse);
    cube.is_x = emit_compare(l, IR_FCMP, IR_OLT, cube.face, number(l, 2));
    cube.is_y = emit_compare(l, IR_FCMP, IR_OLT, cube.face, number(l, 4)); /* where it is not x */
    ir_value positive = emit_compare(l, IR_FCMP, IR_OGE, major, number(l, 0));
    cube.sign = emit_select(l, positive, number(l, 1), number(l, -1));
    return cube;
}

/* A component of a gradient by the face's axes: which direction each takes is the table of cube map faces (Vulkan,
 * "Cube Map Face Selection and Transformations"). Of s = sc / |2 r| the derivative is (dsc - 2 s d|r|) / |2 r|. */
static void cube_gradient(struct lowering *l, const struct cube *cube, const ir_value *d, ir_value *out) {
    ir_value minus = emit_fneg(l, cube->sign), one = number(l, 1), less_one = number(l, -1);
    ir_value by_s = emit_select(l, cube->is_x, d[2], d[0]);
    ir_value sign_s = emit_select(l, cube->is_x, minus, emit_select(l, cube->is_y, one, cube->sign));
    ir_value by_t = emit_select(l, cube->is_x, d[1], emit_select(l, cube->is_y, d[2], d[1]));
    ir_value sign_t = emit_select(l, cube->is_x, less_one, emit_select(l, cube->is_y, cube->sign, less_one));
    ir_value by_major = emit_select(l, cube->is_x, d[0], emit_select(l, cube->is_y, d[1], d[2]));
    ir_value twice = emit_binary(l, IR_FMUL, emit_binary(l, IR_FMUL, by_major, cube->sign), number(l, 2));
    ir_value off_s = emit_binary(l, IR_FMUL, cube->s, twice);
    ir_value ds = emit_binary(l, IR_FSUB, emit_binary(l, IR_FMUL, by_s, sign_s), off_s);
    ir_value off_t = emit_binary(l, IR_FMUL, cube->t, twice);
    ir_value dt = emit_binary(l, IR_FSUB, emit_binary(l, IR_FMUL, by_t, sign_t), off_t);
    out[0] = emit_binary(l, IR_FMUL, ds, cube->inverse);
    out[1] = emit_binary(l, IR_FMUL, dt, cube->inverse);
}

static ir_value rounded_layer(struct lowering *l, ir_value layer) {
    return emit_call1(l, "llvm.roundeven", layer);
}

/* The face's corner is at 1, and layers of a cube array are 8 apart. */
static void prepare_cube(struct lowering *l, const struct image_sample *sample, struct prepared *out) {
    struct cube cube = cube_of(l, sample->coordinates);
    ir_value face = cube.face;
    if (sample->image->type->arrayed)
        face = emit_call3(l, "llvm.fma", rounded_layer(l, sample->coordinates[3]), number(l, 8), face);
    out->coordinates[0] = emit_binary(l, IR_FADD, cube.s, number(l, 1.5));
    out->coordinates[1] = emit_binary(l, IR_FADD, cube.t, number(l, 1.5));
    out->coordinates[2] = face;
    out->count = 3;
    if (sample->lod_kind != LOD_GRADIENTS)
        return;
    cube_gradient(l, &cube, sample->dx, out->gradients);
    cube_gradient(l, &cube, sample->dy, out->gradients + 2);
    out->gradient_count = 4;
}

/* ---- others ---- */

static void prepare_flat(struct lowering *l, const struct image_sample *sample, struct prepared *out) {
    uint32_t spatial = image_spatial_count(sample->image);
    memcpy(out->coordinates, sample->coordinates, sizeof out->coordinates);
    out->count = sample->coordinate_count;
    if (sample->image->type->arrayed)
        out->coordinates[spatial] = rounded_layer(l, sample->coordinates[spatial]);
    if (sample->lod_kind != LOD_GRADIENTS)
        return;
    memcpy(out->gradients, sample->dx, spatial * sizeof *sample->dx);
    memcpy(out->gradients + spatial, sample->dy, spatial * sizeof *sample->dy);
    out->gradient_count = 2 * spatial;
}

/* Shifts a component of an offset to its byte, of which it fills six bits. */
static ir_value offset_byte(struct lowering *l, ir_value component, uint32_t byte) {
    ir_type type = i32_type(l);
    const struct ir_value_info *info = ir_value_get(l->ir, component);
    if (info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_ZERO)
        return ir_integer(l->ir, type, (info->kind == IR_VALUE_ZERO ? 0 : info->bits & 63) << 8 * byte);
    component = emit_binary(l, IR_AND, component, ir_integer(l->ir, type, 63));
    return byte ? emit_binary(l, IR_SHL, component, ir_integer(l->ir, type, 8 * byte)) : component;
}

/* 0 where there is none. */
static ir_value packed_offset(struct lowering *l, const ir_value *offset, uint32_t count) {
    ir_value packed = 0;
    for (uint32_t i = 0; i < count && offset[i]; i++) {
        ir_value byte = offset_byte(l, offset[i], i);
        const struct ir_value_info *a = packed ? ir_value_get(l->ir, packed) : NULL, *b = ir_value_get(l->ir, byte);
        if (a && a->kind == IR_VALUE_INTEGER && b->kind == IR_VALUE_INTEGER)
            packed = ir_integer(l->ir, i32_type(l), a->bits | b->bits);
        else
            packed = packed ? emit_binary(l, IR_OR, packed, byte) : byte;
    }
    return packed;
}

/* ---- the level of detail ---- */

/* The level as an operand, or 0 for level 0. A level that is not stated is 0, to which bias and minimum level apply.
 * The minimum level of derivatives stands in its place. */
static ir_value explicit_level(struct lowering *l, const struct image_sample *sample) {
    if (sample->lod_kind == LOD_GRADIENTS)
        return 0;
    if (sample->lod_kind == LOD_DERIVATIVES)
        return sample->minimum_lod;
    if (!sample->minimum_lod)
        return sample->lod && !image_is_zero_constant(l, sample->lod) ? sample->lod : 0;
    return sample->lod ? emit_call2(l, "llvm.maxnum", sample->lod, sample->minimum_lod) : sample->minimum_lod;
}

static void add_level_name(struct image_call *call, const struct image_sample *sample, bool level) {
    if (sample->lod_kind == LOD_GRADIENTS)
        image_call_add_name(call, sample->minimum_lod ? ".d.cl" : ".d");
    else if (sample->lod_kind == LOD_DERIVATIVES)
        image_call_add_name(call, sample->lod ? level ? ".b.cl" : ".b" : level ? ".cl" : "");
    else
        image_call_add_name(call, level ? ".l" : ".lz");
}

/* ---- the call ---- */

static ir_value emit_sample(struct lowering *l, const struct image_sample *sample, const struct prepared *prepared,
                            ir_value offset, const struct mapped_operation *operation) {
    struct image_call call;
    bool one = sample->reference && !sample->is_gather;
    ir_type result = one ? float_type(l) : ir_type_vector(l->ir, float_type(l), 4);
    ir_value level = explicit_level(l, sample);
    ir_value bias = sample->lod_kind == LOD_DERIVATIVES ? sample->lod : 0;
    if (sample->is_gather && offset && (level || bias) && !image_processor(l)->gathers_at_level)
        FAIL_UNSUPPORTED(l, &l->current,
                         "a gather with a level of detail and an offset: processors from gfx11 on have no such "
                         "instruction; %s can name one that has",
                         OPTION_NAME(l->options, MCPU));
    image_call_begin(&call, sample->is_gather ? IR_NAME_IMAGE_GATHER : IR_NAME_IMAGE_SAMPLE);
    if (sample->reference)
        image_call_add_name(&call, ".c");
    add_level_name(&call, sample, level);
    if (offset)
        image_call_add_name(&call, ".o");
    image_call_add_name(&call, image_dimension_name(sample->image));
    image_call_add_result(l, &call, result, sample->residency);
    if (prepared->gradient_count || bias)
        image_call_add_type(l, &call, float_type(l));
    image_call_add_type(l, &call, float_type(l));
    image_call_add_type(l, &call, ir_type_of(l->ir, sample->image->descriptor));
    image_call_add_type(l, &call, ir_type_of(l->ir, sample->image->sampler));
    image_call_add_integer(l, &call, sample->is_gather ? 1u << sample->component : one ? 1 : 15);
    if (offset)
        image_call_add_argument(&call, offset);
    if (bias)
        image_call_add_argument(&call, bias);
    if (sample->reference)
        image_call_add_argument(&call, sample->reference);
    for (uint32_t i = 0; i < prepared->gradient_count; i++)
        image_call_add_argument(&call, prepared->gradients[i]);
    for (uint32_t i = 0; i < prepared->count; i++)
        image_call_add_argument(&call, prepared->coordinates[i]);
    if (level || (prepared->gradient_count && sample->minimum_lod))
        image_call_add_argument(&call, level ? level : sample->minimum_lod);
    image_call_add_argument(&call, sample->image->descriptor);
    image_call_add_argument(&call, sample->image->sampler);
    image_call_add_argument(&call,
                            ir_integer(l->ir, ir_type_integer(l->ir, 1), 0)); /* the sampler says whether normalized */
    image_call_add_flags(l, &call, operation);
    call.is_convergent = sample->lod_kind == LOD_DERIVATIVES;
    return image_call_end(l, &call, result, operation);
}

/* One gather for each texel, of which the last component is the one at the offset itself (Vulkan, "Texel Gathering").
 */
static ir_value gather_at_offsets(struct lowering *l, const struct image_sample *sample,
                                  const struct prepared *prepared, const struct mapped_operation *operation) {
    ir_value result = ir_poison(l->ir, ir_type_vector(l->ir, float_type(l), 4));
    for (uint32_t i = 0; i < 4; i++) {
        ir_value gathered = emit_sample(l, sample, prepared, packed_offset(l, sample->offsets[i], 2), operation);
        result = emit_insert_element(l, result, emit_extract_element(l, gathered, 3), i);
    }
    return result;
}

ir_value image_sample_amdgcn(struct lowering *l, const struct image_sample *sample,
                             const struct mapped_operation *operation) {
    struct prepared prepared = {.count = 0};
    image_require_sampling(l);
    if (!image_dimension_name(sample->image) || sample->image->type->multisampled)
        FAIL_INVALID(l, &l->current, "image type %%%u cannot be sampled", sample->image->type->id);
    if (sample->image->type->dim == SpvDimCube)
        prepare_cube(l, sample, &prepared);
    else
        prepare_flat(l, sample, &prepared);
    ir_value result;
    if (sample->offsets[0][0])
        result = gather_at_offsets(l, sample, &prepared, operation);
    else
        result = emit_sample(l, sample, &prepared, packed_offset(l, sample->offset, 3), operation);
    if (ir_type_of(l->ir, result) == float_type(l)) {
        ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, float_type(l), 4));
        result = emit_insert_element(l, vector, result, 0);
    }
    return emit1(l, IR_BITCAST, image_texel_type(l), result);
}

/* The coordinates of an array have no layer here. */
ir_value image_level_amdgcn(struct lowering *l, const struct image_sample *sample) {
    struct prepared prepared = {.count = 0};
    struct image_call call;
    struct spirv_type flat = *sample->image->type;
    struct image image = *sample->image;
    struct image_sample place = *sample;
    flat.arrayed = 0;
    image.type = &flat;
    place.image = &image;
    image_require_sampling(l);
    if (!image_dimension_name(&image) || flat.multisampled)
        FAIL_INVALID(l, &l->current, "image type %%%u has no level of detail", flat.id);
    if (flat.dim == SpvDimCube)
        prepare_cube(l, &place, &prepared);
    else
        prepare_flat(l, &place, &prepared);
    ir_type result = ir_type_vector(l->ir, float_type(l), 2);
    image_call_begin(&call, IR_NAME_IMAGE_LEVEL);
    image_call_add_name(&call, image_dimension_name(&image));
    image_call_add_type(l, &call, result);
    image_call_add_type(l, &call, float_type(l));
    image_call_add_type(l, &call, ir_type_of(l->ir, image.descriptor));
    image_call_add_type(l, &call, ir_type_of(l->ir, image.sampler));
    image_call_add_integer(l, &call, 3);
    for (uint32_t i = 0; i < prepared.count; i++)
        image_call_add_argument(&call, prepared.coordinates[i]);
    image_call_add_argument(&call, image.descriptor);
    image_call_add_argument(&call, image.sampler);
    image_call_add_argument(&call, ir_integer(l->ir, ir_type_integer(l->ir, 1), 0));
    image_call_add_flags(l, &call, NULL);
    call.is_convergent = true;
    return image_call_end(l, &call, result, NULL);
}
