/* Calls of intrinsics of images on amdgcn, put together. One is named "llvm.amdgcn.image.OPERATION.DIMENSION" and the
 * types that it is overloaded on: result or data, coordinates, descriptor. Its arguments are the data, the mask of
 * components, coordinates (spatial, layer, sample or level), the descriptor, and flags. */
#include "translator/lower/images/images_amdgcn.h"

#include <stdio.h>
#include <string.h>

#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

void image_call_add_name(struct image_call *call, const char *text) {
    size_t length = strlen(call->name);
    snprintf(call->name + length, sizeof call->name - length, "%s", text);
}

void image_call_begin(struct image_call *call, const char *name) {
    call->count = 0;
    call->is_convergent = false;
    call->residency = NULL;
    call->name[0] = 0;
    image_call_add_name(call, name);
}

void image_call_add_argument(struct image_call *call, ir_value argument) {
    call->arguments[call->count++] = argument;
}

void image_call_add_integer(struct lowering *l, struct image_call *call, uint32_t value) {
    image_call_add_argument(call, ir_integer(l->ir, i32_type(l), value));
}

void image_call_add_type(struct lowering *l, struct image_call *call, ir_type type) {
    image_call_add_name(call, intrinsic_overloaded_name(l, "", type));
}

void image_call_add_result(struct lowering *l, struct image_call *call, ir_type type, ir_value *residency) {
    call->residency = residency;
    if (!residency) {
        image_call_add_type(l, call, type);
        return;
    }
    image_call_add_name(call, ".sl_");
    image_call_add_name(call, intrinsic_overloaded_name(l, "", type) + 1);
    image_call_add_name(call, "i32s");
}

/* To LLVM the intrinsics that read an image or texel buffer are neither atomic nor volatile: they only read memory. */
static bool is_made_each_time(const struct mapped_operation *operation) {
    return operation && operation->kind == MAPPED_IMAGE_READ &&
           (operation->ordering != IR_NOT_ATOMIC || operation->is_volatile);
}

/* A volatile read must be executed even if nobody uses its result; so empty assembly uses it. */
static void use_result(struct lowering *l, ir_value texel) {
    ir_value operands[2] = {ir_text_value(l->ir, 0, ir_text_of(l->ir, "asm sideeffect \"\", \"v\"")),
                            emit_extract_element(l, texel, 0)};
    emit_instruction(l, IR_CALL, 0, operands, 2);
}

/* The processor's code is 0 if all texels are resident; several accesses for one instruction add theirs. */
static ir_value texel_of_pair(struct lowering *l, const struct image_call *call, ir_value pair) {
    ir_value code = emit_extract_value(l, pair, 1);
    *call->residency = *call->residency ? emit_binary(l, IR_OR, *call->residency, code) : code;
    return emit_extract_value(l, pair, 0);
}

/* LLVM 22 and 23 make another call, without the token, of one whose result is not used whole, or whose coordinates fit
 * in 16 bits, or whose bias is 0 (docs/upstream/llvm-replaced-call-loses-token.md). */
static void hide_arguments(struct lowering *l, struct image_call *call) {
    for (size_t i = 0; call->is_convergent && i < call->count; i++)
        if (ir_type_get(l->ir, ir_type_of(l->ir, call->arguments[i]))->kind == IR_TYPE_FLOAT)
            call->arguments[i] = tokens_hide(l, call->arguments[i]);
}

ir_value image_call_end(struct lowering *l, struct image_call *call, ir_type result,
                        const struct mapped_operation *operation) {
    image_require_support(l);
    hide_arguments(l, call);
    const char *name = arena_copy_string(l->arena, call->name, strlen(call->name));
    uint16_t attributes = operation ? IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN : PURE;
    attributes |= call->is_convergent ? IR_FUNCTION_CONVERGENT : 0;
    if (is_made_each_time(operation)) {
        struct mapped_operation guard = map_image_guard(&l->map);
        emit_synchronization(l, &guard);
    }
    ir_type pair[2] = {result, i32_type(l)};
    ir_type type = call->residency ? ir_type_struct(l->ir, pair, 2) : result;
    ir_value value = emit_intrinsic(l, name, type, call->arguments, call->count, attributes);
    if (operation)
        annotate_operation(l, operation);
    if (call->residency)
        value = texel_of_pair(l, call, value);
    else if (call->is_convergent)
        value = tokens_hide(l, value);
    if (is_made_each_time(operation) && operation->is_volatile)
        use_result(l, value);
    return value;
}

bool image_is_zero_constant(struct lowering *l, ir_value value) {
    const struct ir_value_info *info = ir_value_get(l->ir, value);
    bool number = info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_FLOATING;
    return info->kind == IR_VALUE_ZERO || (number && info->bits == 0);
}

/* ---- dimensions ---- */

static const struct dimension {
    uint32_t dim; /* SpvDim */
    bool arrayed, multisampled;
    const char *name;
} dimensions[] = {
    {SpvDim1D, false, false, ".1d"},
    {SpvDim1D, true, false, ".1darray"},
    {SpvDim2D, false, false, ".2d"},
    {SpvDim2D, true, false, ".2darray"},
    {SpvDim2D, false, true, ".2dmsaa"},
    {SpvDim2D, true, true, ".2darraymsaa"},
    {SpvDim3D, false, false, ".3d"},
    {SpvDimCube, false, false, ".cube"},
    {SpvDimCube, true, false, ".cube"},
    {SpvDimSubpassData, false, false, ".2darray"},
    {SpvDimSubpassData, false, true, ".2darraymsaa"},
};

const char *image_dimension_name(const struct image *image) {
    const struct spirv_type *type = image->type;
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
        if (dimensions[i].dim == type->dim && dimensions[i].arrayed == (bool)type->arrayed &&
            dimensions[i].multisampled == (bool)type->multisampled)
            return dimensions[i].name;
    return NULL;
}

static const char *require_dimension(struct lowering *l, const struct image *image) {
    const char *name = image_dimension_name(image);
    if (!name)
        FAIL_UNSUPPORTED(l, &l->current, "the dimensions of image type %%%u are not supported", image->type->id);
    return name;
}

bool image_is_texel_buffer(const struct image *image) {
    return image->type->dim == SpvDimBuffer;
}

/* ---- what texels add ---- */

/* A bit of the operand "texfailctrl". */
enum { GIVES_RESIDENCY = 1 };

void image_call_add_flags(struct lowering *l, struct image_call *call, const struct mapped_operation *operation) {
    image_call_add_integer(l, call, call->residency ? GIVES_RESIDENCY : 0);
    image_call_add_integer(l, call, operation ? image_cache_policy(l, operation) : 0);
}

void image_call_add_overloads(struct lowering *l, struct image_call *call, const struct image *image, ir_type data,
                              ir_value *residency) {
    image_call_add_name(call, require_dimension(l, image));
    image_call_add_result(l, call, data, residency);
    image_call_add_type(l, call, i32_type(l));
    image_call_add_type(l, call, ir_type_of(l->ir, image->descriptor));
}

/* LLVM 22 and 23 make one load of those of neighbouring samples on gfx12, and take results with residency codes for
 * vectors there (docs/upstream/llvm-samples-with-residency.md). So they must not know which sample it is. */
static ir_value sample_of(struct lowering *l, const struct texel *texel) {
    return texel->residency && needs_workarounds(l) ? emit_hidden(l, texel->sample) : texel->sample;
}

void image_call_add_coordinates(struct lowering *l, struct image_call *call, const struct texel *texel) {
    for (uint32_t i = 0; i < texel->coordinate_count; i++)
        image_call_add_argument(call, texel->coordinates[i]);
    if (texel->sample && texel->image->type->multisampled)
        image_call_add_argument(call, sample_of(l, texel));
}

void image_call_add_element(struct lowering *l, struct image_call *call, const struct texel *texel,
                            const struct mapped_operation *operation) {
    image_call_add_argument(call, texel->image->descriptor);
    image_call_add_argument(call, texel->coordinates[0]);
    image_call_add_integer(l, call, 0);
    image_call_add_integer(l, call, 0);
    image_call_add_integer(l, call, image_cache_policy(l, operation));
}
