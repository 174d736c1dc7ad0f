/* Folded SPIR-V constants as IR constants. */
#include "mmra/base/bits.h"
#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Nested composites share their parts in SPIR-V and are written out in IR: C1 = {C0, C0}, C2 = {C1, C1}, ... doubles
 * with every line. More leaves than this in one constant are refused. */
enum { LARGEST_CONSTANT = 1 << 16 };

static ir_value scalar_constant(struct lowering *l, ir_type type, const struct spirv_constant *constant) {
    switch (ir_type_get(l->ir, type)->kind) {
    case IR_TYPE_INTEGER:
        return ir_integer(l->ir, type, constant->bits);
    case IR_TYPE_HALF:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return ir_floating(l->ir, type, constant->bits);
    default:
        FAIL_INVALID(l, &l->current, "a scalar constant has a type that is not a scalar");
    }
}

static ir_value composite_constant(struct lowering *l, ir_type type, const struct spirv_constant *constant,
                                   uint32_t *budget);

/* A vector of which every component is the constant. The last ones are remembered: an expansion asks again for the
 * same, and a long vector is a thousand constants. */
static ir_value replicated_constant(struct lowering *l, ir_type type, ir_value element) {
    struct remembered_splat *splat = &l->splats[(type * 31 + element) % REMEMBERED_SPLATS];
    uint32_t count = (uint32_t)ir_type_get(l->ir, type)->count;
    if (splat->value && splat->type == type && splat->element == element)
        return splat->value;
    budget_spend(l, count, "there are too many large constants; build them in memory instead");
    ir_value *elements = arena_allocate_array(l->arena, (size_t)count + 1, sizeof *elements);
    for (uint32_t i = 0; i < count; i++)
        elements[i] = element;
    *splat = (struct remembered_splat){type, element, ir_aggregate(l->ir, type, elements, count)};
    return splat->value;
}

/* Any value will do; a branch on LLVM's undef would be undefined behaviour. */
static ir_value undefined_constant(struct lowering *l, ir_type type) {
    const bool is_vector = ir_type_get(l->ir, type)->kind == IR_TYPE_VECTOR;
    const ir_type scalar = is_vector ? ir_type_get(l->ir, type)->element : type;
    const bool is_integer = ir_type_get(l->ir, scalar)->kind == IR_TYPE_INTEGER;
    const uint32_t width = ir_number_bits(ir_type_get(l->ir, scalar));
    if (!l->has_other_undefined || width == 0)
        return ir_zero(l->ir, type);
    const uint64_t bits = mmra_low_bits(UINT64_C(0x4343434343434343), width);
    ir_value value = is_integer ? ir_integer(l->ir, scalar, bits) : ir_floating(l->ir, scalar, bits);
    return is_vector ? replicated_constant(l, type, value) : value;
}

static ir_value constant_within(struct lowering *l, const struct spirv_constant *constant, uint32_t *budget) {
    ir_type type = lower_type(l, constant->type);
    mmra_work(&l->watch, 1);
    if ((*budget)-- == 0)
        FAIL_UNSUPPORTED(l, &l->current, "a constant has more than %u parts; build it in memory instead",
                         (unsigned)LARGEST_CONSTANT);
    switch (constant->kind) {
    case SPIRV_CONSTANT_NULL:
        return ir_zero(l->ir, type);
    case SPIRV_CONSTANT_UNDEF:
        return undefined_constant(l, type);
    case SPIRV_CONSTANT_SCALAR:
        return scalar_constant(l, type, constant);
    default:
        return composite_constant(l, type, constant, budget);
    }
}

static ir_value composite_constant(struct lowering *l, ir_type type, const struct spirv_constant *constant,
                                   uint32_t *budget) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    if (type_of(l, constant->type)->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX && constant->element_count == 1)
        return replicated_constant(l, type, constant_within(l, constant->elements[0], budget));
    uint64_t expected = info->kind == IR_TYPE_STRUCT ? info->member_count : info->count;
    if (expected != constant->element_count)
        FAIL_INVALID(l, &l->current, "a composite constant has %u constituents, its type %llu", constant->element_count,
                     (unsigned long long)expected);
    if (*budget < LARGEST_CONSTANT - 1) /* another constant holds it, perhaps more than one */
        budget_spend(l, constant->element_count,
                     "large constants stand in too many others; build what holds them in memory instead");
    ir_value *elements = arena_allocate_array(l->arena, constant->element_count + 1, sizeof *elements);
    for (uint32_t i = 0; i < constant->element_count; i++)
        elements[i] = constant_within(l, constant->elements[i], budget);
    return ir_aggregate(l->ir, type, elements, constant->element_count);
}

ir_value lower_constant(struct lowering *l, const struct spirv_constant *constant) {
    uint32_t budget = LARGEST_CONSTANT;
    return constant_within(l, constant, &budget);
}

ir_value constant_splat(struct lowering *l, ir_type type, uint64_t bits) {
    struct ir_type_info info = *ir_type_get(l->ir, type);
    if (info.kind != IR_TYPE_VECTOR)
        return info.kind == IR_TYPE_INTEGER ? ir_integer(l->ir, type, bits) : ir_floating(l->ir, type, bits);
    return replicated_constant(l, type, constant_splat(l, info.element, bits));
}
