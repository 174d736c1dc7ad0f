/* Reads, fetches and writes of single texels (SPIR-V 3.49.10): OpImageRead, OpImageFetch, OpImageWrite. */
#include "translator/lower/expression.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- the memory map ---- */

static bool is_access(const struct mapped_operation *operation) {
    return operation->kind == MAPPED_IMAGE_READ || operation->kind == MAPPED_IMAGE_WRITE;
}

void image_access_begin(struct lowering *l, const struct spirv_instruction *in, bool write,
                        struct mapped_operations *mapped, const struct mapped_operation **access) {
    struct spirv_memory_view view = memory_decode(l, in);
    struct spirv_memory_operands operands = map_effective_operands(&l->map, &view, write);
    map_image_access(&l->map, &operands, write, mapped);
    if (mapped->unsupported)
        FAIL_UNSUPPORTED(l, in, "%s", mapped->unsupported);
    *access = mapped->operations;
    while (!is_access(*access))
        emit_synchronization(l, (*access)++);
}

void image_access_end(struct lowering *l, const struct mapped_operations *mapped,
                      const struct mapped_operation *access) {
    while (++access < mapped->operations + mapped->count)
        emit_synchronization(l, access);
}

/* ---- texels ---- */

/* A texel of one 64-bit component has its value in the first two dwords; the other components are those of any texel
 * without them: 0, 0, 1. */
static ir_value wide_texel(struct lowering *l, ir_value texel, ir_type type) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value halves = emit_shuffle(l, texel, texel, (uint32_t[]){0, 1}, 2);
    ir_value value = emit1(l, IR_BITCAST, i64, halves);
    uint32_t count = type_count_of(l, type);
    if (count == 1)
        return value;
    ir_value vector = ir_zero(l->ir, type);
    if (count == 4)
        vector = emit_insert_element(l, vector, ir_integer(l->ir, i64, 1), 3);
    return emit_insert_element(l, vector, value, 0);
}

ir_value texel_as(struct lowering *l, const struct spirv_instruction *in, ir_value texel, ir_type type) {
    enum type_class class = type_class_of(l, type);
    uint32_t width = type_width_of(l, type), count = type_count_of(l, type);
    ir_type scalar = type_scalar_of(l, type);
    if ((class != CLASS_INTEGER && class != CLASS_FLOAT) || count > 4)
        FAIL_INVALID(l, in, "the result is not a vector of integers or floats, or one of them");
    if (class == CLASS_INTEGER && width == 64)
        return wide_texel(l, texel, type);
    if (width > 32)
        FAIL_UNSUPPORTED(l, in, "texels of 64-bit floats are not supported");
    if (count == 1)
        texel = emit_extract_element(l, texel, 0);
    else if (count < 4)
        texel = emit_shuffle(l, texel, texel, (uint32_t[]){0, 1, 2}, count);
    if (class == CLASS_INTEGER)
        return emit_integer_resize(l, texel, width, false);
    texel = emit1(l, IR_BITCAST, type_with_scalar(l, type, ir_type_simple(l->ir, IR_TYPE_FLOAT)), texel);
    return emit_float_resize(l, texel, scalar);
}

/* The struct of a residency code and a texel that an instruction of SparseResidency gives (SPIR-V 3.49.10). */
static ir_value with_residency(struct lowering *l, const struct spirv_instruction *in, ir_value texel, ir_value code) {
    const struct spirv_type *pair = type_of(l, in->type);
    const struct spirv_type *number =
        pair->opcode == SpvOpTypeStruct && pair->count == 2 ? type_of(l, pair->members[0]) : NULL;
    if (!number || number->opcode != SpvOpTypeInt)
        FAIL_INVALID(l, in, "its result type is not a struct of a residency code and a texel");
    code = emit_integer_resize(l, code, number->width, false);
    texel = texel_as(l, in, texel, lower_type(l, pair->members[1]));
    return emit_insert_value(l, emit_insert_value(l, ir_poison(l->ir, lower_type(l, in->type)), code, 0), texel, 1);
}

void texel_result(struct lowering *l, const struct spirv_instruction *in, ir_value texel, ir_value residency) {
    if (residency)
        lower_result(l, in, with_residency(l, in, texel, residency));
    else
        lower_result(l, in, texel_as(l, in, texel, lower_type(l, in->type)));
}

/* OpImageSparseTexelsResident. */
void lower_op_image_resident(struct lowering *l, const struct spirv_instruction *in) {
    ir_value code = lower_value(l, in->operands[0]);
    ir_type type = ir_type_of(l->ir, code);
    if (type_class_of(l, type) != CLASS_INTEGER || type_is_vector(l, type))
        FAIL_INVALID(l, in, "its operand %%%u is no residency code", in->operands[0]);
    lower_result(l, in, emit_compare(l, IR_ICMP, IR_EQ, code, ir_zero(l->ir, type)));
}

/* Makes of a scalar or vector value <n x i32>, or i32 for one component; a 64-bit component is two. */
static ir_value texel_from(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    if (type_count_of(l, ir_type_of(l->ir, value)) == 1)
        value = emit_extract_element(l, value, 0);
    ir_type type = ir_type_of(l->ir, value);
    enum type_class class = type_class_of(l, type);
    uint32_t width = type_width_of(l, type), count = type_count_of(l, type);
    if ((class != CLASS_INTEGER && class != CLASS_FLOAT) || count > 4)
        FAIL_INVALID(l, in, "the texel is not a vector of integers or floats, or one of them");
    if (width == 64) {
        if (class == CLASS_FLOAT)
            FAIL_UNSUPPORTED(l, in, "texels of 64-bit floats are not supported");
        ir_type halves = ir_type_vector(l->ir, i32_type(l), 2);
        return emit1(l, IR_BITCAST, halves, emit_extract_element(l, value, 0));
    }
    if (class == CLASS_INTEGER) {
        const struct spirv_type *component = type_component_of(l, type_of_operand(l, in->operands[2]), &count);
        return emit_integer_resize(l, value, 32, component->is_signed);
    }
    value = emit_float_resize(l, value, ir_type_simple(l->ir, IR_TYPE_FLOAT));
    return emit1(l, IR_BITCAST, type_with_integer(l, type, 32), value);
}

/* ---- the instructions ---- */

static bool is_wide(struct lowering *l, const struct image *image) {
    const struct spirv_type *sampled = type_of(l, image->type->element);
    return sampled->opcode == SpvOpTypeInt && sampled->width == 64;
}

/* OpImageFetch adds its offset to the coordinate. */
static void add_offset(struct lowering *l, const struct spirv_instruction *in, spirv_id id, struct texel *texel) {
    ir_value offset[3];
    uint32_t count = image_integer_components(l, id, offset, 3);
    if (count > texel->coordinate_count)
        FAIL_INVALID(l, in, "its offset has %u components and its coordinate %u", count, texel->coordinate_count);
    for (uint32_t i = 0; i < count; i++)
        texel->coordinates[i] = emit_binary(l, IR_ADD, texel->coordinates[i], offset[i]);
}

struct texel texel_at(struct lowering *l, const struct spirv_instruction *in, const struct image *image,
                      spirv_id coordinate) {
    struct texel texel = {.image = image, .wide = is_wide(l, image)};
    uint32_t needed = image_spatial_count(image) + (image->type->arrayed && image->type->dim != SpvDimCube);
    ir_value parts[4];
    uint32_t given = image_integer_components(l, coordinate, parts, 4);
    if (given < needed)
        FAIL_INVALID(l, in, "its coordinate has %u components and needs %u", given, needed);
    memcpy(texel.coordinates, parts, needed * sizeof *parts);
    texel.coordinate_count = needed;
    texel.kind = (uint8_t)texel_kind_of(l, image, 0);
    return texel;
}

/* An input attachment is read at the fragment's own texel, and at its layer, as drivers bind attachments as arrays. The
 * coordinate is an offset from it (Vulkan, "Input Attachment"). */
static void add_position(struct lowering *l, const struct spirv_instruction *in, struct texel *texel) {
    ir_value position = environment_given(l, &l->given_position), layer = environment_given(l, &l->given_layer);
    if (!position || !layer)
        FAIL_INVALID(l, in, "it reads no input attachment of this entry point");
    for (uint32_t i = 0; i < 2; i++) {
        ir_value own = emit1(l, IR_FPTOSI, i32_type(l), emit_extract_element(l, position, i));
        texel->coordinates[i] = emit_binary(l, IR_ADD, own, texel->coordinates[i]);
    }
    texel->coordinates[2] = layer;
    texel->coordinate_count = 3;
}

static struct texel read_texel(struct lowering *l, const struct spirv_instruction *in, const struct image *image,
                               uint32_t place) {
    struct image_operands operands = image_read_operands(l, in, place);
    struct texel texel = texel_at(l, in, image, in->operands[1]);
    texel.kind = (uint8_t)texel_kind_of(l, image, operands.mask);
    if (image->type->dim == SpvDimSubpassData)
        add_position(l, in, &texel);
    if (operands.lod)
        image_integer_components(l, operands.lod, &texel.lod, 1);
    if (operands.sample)
        image_integer_components(l, operands.sample, &texel.sample, 1);
    if (operands.offset)
        add_offset(l, in, operands.offset, &texel);
    if (image->type->multisampled && !texel.sample)
        FAIL_INVALID(l, in, "a multisampled image needs the operand Sample");
    return texel;
}

void lower_op_image_read(struct lowering *l, const struct spirv_instruction *in) {
    struct mapped_operations mapped;
    const struct mapped_operation *access;
    struct image image = image_operand(l, in, 0);
    struct texel texel = read_texel(l, in, &image, 2);
    ir_value residency = 0;
    texel.residency = l->row->flags & IMAGE_SPARSE ? &residency : NULL;
    image_access_begin(l, in, false, &mapped, &access);
    ir_value result = l->target->images->read(l, &texel, access);
    image_access_end(l, &mapped, access);
    texel_result(l, in, result, residency);
}

void lower_op_image_write(struct lowering *l, const struct spirv_instruction *in) {
    struct mapped_operations mapped;
    const struct mapped_operation *access;
    struct image image = image_operand(l, in, 0);
    struct texel texel = read_texel(l, in, &image, 3);
    ir_value value = texel_from(l, in, lower_operand(l, in, 2));
    image_access_begin(l, in, true, &mapped, &access);
    l->target->images->write(l, &texel, value, access);
    image_access_end(l, &mapped, access);
}
