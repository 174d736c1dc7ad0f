#include "translator/lower/memory/bounds.h"

#include "spirv/later.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"
#include "translator/map/profile.h"

/* Sizes and offsets have 64 bits, those of a buffer resource 32. Larger sizes are clamped to this, and so are larger
 * offsets, so that the offset of a part of an access, which is added to them, cannot wrap around. */
static const uint64_t longest_buffer = UINT32_MAX - 255;

static const uint16_t pure = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;

static ir_type i64_type(struct lowering *l) {
    return ir_type_integer(l->ir, 64);
}

/* ---- which pointers have them ---- */

bool bounds_apply(const struct lowering *l, uint32_t storage_class) {
    return l->options->abi == SMMRA_ABI_BUFFER &&
           (storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassUniform);
}

bool bounds_apply_to_type(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    return type->opcode == SpvOpTypePointer &&
           (bounds_apply(l, type->storage_class) ||
            (lowered_type_of(l, id)->has_length && !resources_apply(l, type->storage_class)));
}

/* ---- what they are ---- */

/* The bounds of a variable, whose size is the item after it. */
static struct bounds bounds_of_variable(struct lowering *l, spirv_id variable) {
    const struct environment_item *item = &l->environment[environment_item_of(l, variable) - 1];
    return (struct bounds){.base = item[0].value, .size = item[1].value, .resource = item[0].resource};
}

struct bounds bounds_of(struct lowering *l, spirv_id id) {
    const struct pointer *pointer = pointer_of(l, id);
    struct bounds bounds = {0};
    if (pointer->bounds)
        bounds = *pointer->bounds;
    else if (pointer->buffer)
        bounds = bounds_of_variable(l, pointer->buffer);
    else if (spirv_constant_of_id(l->spirv, id) || spirv_defining(l->spirv, id).opcode == SpvOpUndef)
        bounds = (struct bounds){.base = lower_value(l, id), .size = ir_integer(l->ir, i64_type(l), 0)};
    if (!bounds.base || !bounds.size)
        FAIL_UNSUPPORTED(l, &l->current,
                         "the bounds of the buffer of pointer %%%u are not known, as %s%s needs; "
                         "a pointer must not come from memory or from a function",
                         id, l->options->abi == SMMRA_ABI_BUFFER ? OPTION_NAME(l->options, ABI) : "an OpArrayLength",
                         l->options->abi == SMMRA_ABI_BUFFER ? "=buffer" : " of its type");
    return bounds;
}

void bounds_set(struct lowering *l, spirv_id pointer, struct bounds bounds, uint32_t alignment) {
    struct bounds *kept = arena_allocate(l->arena, sizeof *kept);
    *kept = bounds;
    pointer_set(l, pointer, &(struct pointer){.alignment = alignment, .bounds = kept});
}

/* ---- resources ---- */

bool bounds_are_far(const struct lowering *l) {
    return spirv_has_capability(l->spirv, (SpvCapability)SPIRV_CAPABILITY_64_BIT_INDEXING);
}

bool bounds_by_resource(const struct lowering *l) {
    return !bounds_are_far(l) && l->options->abi == SMMRA_ABI_BUFFER && l->target->makes_buffer_resources;
}

/* A 64-bit number, clamped to what a resource can hold. */
static ir_value clamp(struct lowering *l, ir_value number) {
    ir_value limit = ir_integer(l->ir, i64_type(l), longest_buffer);
    return emit_intrinsic(l, "llvm.umin.i64", i64_type(l), (ir_value[]){number, limit}, 2, pure);
}

/* The number of bytes, as wide as the profile's intrinsic takes it. */
static ir_value resource_size(struct lowering *l, ir_value size) {
    uint8_t bits = profile_get(l->map.options.profile)->resource_bits;
    size = clamp(l, size);
    return bits == 64 ? size : emit1(l, IR_TRUNC, ir_type_integer(l->ir, bits), size);
}

void bounds_make_resource(struct lowering *l, struct bounds *bounds) {
    if (!bounds_by_resource(l))
        return;
    const struct profile_info *profile = profile_get(l->map.options.profile);
    uint32_t flags = processor_find(l->options->mcpu)->buffer_flags;
    ir_value arguments[4] = {bounds->base, ir_integer(l->ir, ir_type_integer(l->ir, 16), 0),
                             resource_size(l, bounds->size), ir_integer(l->ir, ir_type_integer(l->ir, 32), flags)};
    ir_type fat = ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER);
    ir_type type = profile->resource_is_fat ? fat : ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER_RESOURCE);
    const char *name = intrinsic_overloaded_name(l, profile->buffer_resource, ir_type_of(l->ir, bounds->base));
    ir_value resource = emit_intrinsic(l, name, type, arguments, 4, pure);
    bounds->resource = profile->resource_is_fat ? resource : emit1(l, IR_ADDRSPACECAST, fat, resource);
}

void bounds_prologue(struct lowering *l) {
    const struct lowered_function *needs = &l->functions[l->body.function - l->spirv->functions];
    for (uint32_t i = 0; i < needs->item_count && l->options->abi == SMMRA_ABI_BUFFER; i++) {
        struct environment_item *item = &l->environment[needs->items[i]];
        if (item->kind != ENVIRONMENT_RESOURCE || pointer_of(l, item->variable)->buffer != item->variable)
            continue;
        struct bounds bounds = {.base = item[0].value, .size = item[1].value};
        bounds_make_resource(l, &bounds);
        item->resource = bounds.resource;
        if (!item->resource)
            continue;
        l->ir->values[item->resource].name = ir_text_of(l->ir, "buffer");
        l->ir->values[item->resource].number = item->variable;
    }
}

/* ---- accesses ---- */

static ir_value offset_of(struct lowering *l, const struct bounds *bounds, ir_value address) {
    ir_value from = emit1(l, IR_PTRTOINT, i64_type(l), bounds->base);
    return emit2(l, IR_SUB, i64_type(l), emit1(l, IR_PTRTOINT, i64_type(l), address), from);
}

ir_value bounds_resource_pointer(struct lowering *l, const struct bounds *given, ir_value address) {
    struct bounds bounds = *given;
    if (!bounds.resource)
        bounds_make_resource(l, &bounds);
    if (address == bounds.base)
        return bounds.resource;
    ir_value offset = clamp(l, offset_of(l, &bounds, address));
    offset = emit1(l, IR_TRUNC, ir_type_integer(l->ir, 32), offset);
    return emit_address(l, ir_type_integer(l->ir, 8), bounds.resource, offset);
}

/* Whether size - offset, or 0 if that is negative, is at least the accessed size. False for every offset beyond the
 * size, however large. */
struct guard bounds_guard_open(struct lowering *l, const struct bounds *bounds, ir_value address, uint32_t bytes) {
    ir_value rest = bounds->size;
    if (address != bounds->base) {
        ir_value operands[2] = {bounds->size, offset_of(l, bounds, address)};
        rest = emit_intrinsic(l, "llvm.usub.sat.i64", i64_type(l), operands, 2, pure);
    }
    return guard_open(l, emit_compare(l, IR_ICMP, IR_UGE, rest, ir_integer(l->ir, i64_type(l), bytes)));
}

ir_value bounds_guard_close(struct lowering *l, const struct guard *guard, ir_value value) {
    return guard_close(l, guard, value, value ? ir_zero(l->ir, ir_type_of(l->ir, value)) : 0);
}
