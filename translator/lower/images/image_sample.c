/* Sampling and gathering (SPIR-V 3.49.10). An implicit level of detail comes from derivatives, which fragments have,
 * and compute shaders in derivative groups. Elsewhere it is not valid and taken for level 0, to which a bias is added.
 */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* The position of the image operands: after the component or the reference, if there is one. */
static uint32_t operands_place(const struct lowering *l) {
    return l->row->flags & (SAMPLE_REFERENCE | SAMPLE_GATHER) ? 3 : 2;
}

/* Coordinate and reference, divided by the last component of the coordinate (Vulkan, "Projection Operation"). */
static void project(struct lowering *l, struct image_sample *sample, ir_value divisor) {
    for (uint32_t i = 0; i < sample->coordinate_count; i++)
        sample->coordinates[i] = emit_fdiv(l, sample->coordinates[i], divisor);
    if (sample->reference)
        sample->reference = emit_fdiv(l, sample->reference, divisor);
}

static void read_coordinates(struct lowering *l, const struct spirv_instruction *in, struct image_sample *sample) {
    const struct image *image = sample->image;
    ir_value parts[4];
    uint32_t given = image_float_components(l, in->operands[1], parts, 4);
    uint32_t needed = image_spatial_count(image) + (image->type->arrayed ? 1 : 0);
    bool projects = l->row->flags & SAMPLE_PROJECT;
    if (given < needed + projects)
        FAIL_INVALID(l, in, "its coordinate has %u components and needs %u", given, needed + projects);
    memcpy(sample->coordinates, parts, needed * sizeof *parts);
    sample->coordinate_count = needed;
    if (projects)
        project(l, sample, parts[needed]);
}

static void read_gradient(struct lowering *l, spirv_id id, const struct image *image, ir_value *gradient) {
    ir_value parts[4];
    uint32_t needed = image_spatial_count(image);
    if (image_float_components(l, id, parts, 4) < needed)
        FAIL_INVALID(l, &l->current, "its gradient %%%u has fewer than %u components", id, needed);
    memcpy(gradient, parts, needed * sizeof *parts);
}

static void read_level(struct lowering *l, const struct image_operands *operands, struct image_sample *sample) {
    if (operands->bias) {
        sample->lod_kind = LOD_BIAS;
        image_float_components(l, operands->bias, &sample->lod, 1);
    } else if (operands->lod) {
        sample->lod_kind = LOD_EXPLICIT;
        if (type_class_of(l, ir_type_of(l->ir, lower_value(l, operands->lod))) == CLASS_INTEGER)
            FAIL_INVALID(l, &l->current, "the level of detail of a sampling instruction is a float");
        image_float_components(l, operands->lod, &sample->lod, 1);
    } else if (operands->dx) {
        sample->lod_kind = LOD_GRADIENTS;
        read_gradient(l, operands->dx, sample->image, sample->dx);
        read_gradient(l, operands->dy, sample->image, sample->dy);
    }
    if (operands->minimum_lod)
        image_float_components(l, operands->minimum_lod, &sample->minimum_lod, 1);
}

static void read_offsets(struct lowering *l, const struct spirv_instruction *in, const struct image_operands *operands,
                         struct image_sample *sample) {
    if (operands->offset)
        image_integer_components(l, operands->offset, sample->offset, 3);
    if (!operands->offsets)
        return;
    ir_value array = lower_value(l, operands->offsets);
    for (uint32_t i = 0; i < 4; i++) {
        ir_value pair = emit_extract_value(l, array, i);
        if (type_class_of(l, ir_type_of(l->ir, pair)) != CLASS_INTEGER ||
            type_count_of(l, ir_type_of(l->ir, pair)) != 2)
            FAIL_INVALID(l, in, "its offsets are not pairs of integers");
        for (uint32_t k = 0; k < 2; k++)
            sample->offsets[i][k] = emit_integer_resize(l, emit_extract_element(l, pair, k), 32, true);
    }
}

/* The component of a gather is a constant from 0 to 3 (SPIR-V 3.49.10). Validation lets others pass, whose results are
 * undefined; their two lowest bits are taken, as Mesa takes them. */
static void read_selector(struct lowering *l, const struct spirv_instruction *in, struct image_sample *sample) {
    uint64_t component;
    if (l->row->flags & SAMPLE_REFERENCE) {
        image_float_components(l, in->operands[2], &sample->reference, 1);
    } else if (l->row->flags & SAMPLE_GATHER) {
        if (!spirv_integer_constant(l->spirv, in->operands[2], &component))
            FAIL_INVALID(l, in, "its component %%%u is not a constant", in->operands[2]);
        sample->component = component & 3;
    }
}

/* The level of detail of OpImageSampleImplicitLod and its kin, and of no others. */
static void read_derivatives(struct lowering *l, struct image_sample *sample) {
    if (l->row->flags & SAMPLE_IMPLICIT && image_has_derivatives(l))
        sample->lod_kind = LOD_DERIVATIVES;
}

static void require_sampler(struct lowering *l, const struct spirv_instruction *in, const struct image *image) {
    if (!image->sampler)
        FAIL_INVALID(l, in, "operand 1 (%%%u) is not a sampled image", in->operands[0]);
    if (type_of(l, image->type->element)->width == 64)
        FAIL_UNSUPPORTED(l, in, "sampling images of 64-bit components is not supported");
}

void lower_op_image_sample(struct lowering *l, const struct spirv_instruction *in) {
    struct mapped_operations mapped;
    const struct mapped_operation *access;
    ir_value residency = 0;
    if (in->operand_count < operands_place(l))
        FAIL_INVALID(l, in, "it has too few operands");
    struct image image = image_operand(l, in, 0);
    struct image_operands operands = image_read_operands(l, in, operands_place(l));
    struct image_sample sample = {.image = &image, .is_gather = l->row->flags & SAMPLE_GATHER};
    sample.residency = l->row->flags & IMAGE_SPARSE ? &residency : NULL;
    sample.kind = (uint8_t)texel_kind_of(l, &image, operands.mask);
    require_sampler(l, in, &image);
    read_selector(l, in, &sample);
    read_coordinates(l, in, &sample);
    read_level(l, &operands, &sample);
    read_derivatives(l, &sample);
    read_offsets(l, in, &operands, &sample);
    image_access_begin(l, in, false, &mapped, &access);
    ir_value result = l->target->images->sample(l, &sample, access);
    image_access_end(l, &mapped, access);
    texel_result(l, in, result, residency);
}

/* OpImageQueryLod: like a sample, but the coordinates have no layer, and it accesses no memory. */
void lower_op_image_query_lod(struct lowering *l, const struct spirv_instruction *in) {
    struct image image = image_operand(l, in, 0);
    struct image_sample sample = {.image = &image};
    require_sampler(l, in, &image);
    if (!image_has_derivatives(l))
        FAIL_INVALID(l, in, "only fragment shaders and derivative groups have it");
    sample.coordinate_count = image_spatial_count(&image);
    if (image_float_components(l, in->operands[1], sample.coordinates, 4) < sample.coordinate_count)
        FAIL_INVALID(l, in, "its coordinate has fewer than %u components", sample.coordinate_count);
    lower_result(l, in, l->target->images->level(l, &sample));
}
