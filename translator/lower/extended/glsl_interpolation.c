/* InterpolateAtCentroid, InterpolateAtSample and InterpolateAtOffset (GLSL.std.450): the shell knows the triangle, so
 * it is called with the Location and Component of what is interpolated (docs/stages.md). */
#include "translator/lower/budget.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/fragments.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Where an interpolant is, while the pointer to it is followed. */
struct place {
    ir_value location, component; /* i32 */
    spirv_id type;
};

static ir_value number(struct lowering *l, uint64_t value) {
    return ir_integer(l->ir, ir_type_integer(l->ir, 32), value);
}

static uint32_t decoration(struct lowering *l, spirv_id id, uint32_t member, SpvDecoration wanted, uint32_t otherwise) {
    const struct spirv_decoration *found = spirv_find_decoration(l->spirv, id, member, wanted);
    return found && found->operand_count ? found->operands[0] : otherwise;
}

/* How many Locations a type fills. */
static uint64_t locations_of(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    uint64_t sum = 0;
    budget_spend(l, 1, "inputs that are interpolated have too many parts"); /* two of two of two ... */
    switch (type->opcode) {
    case SpvOpTypeArray:
        return type->length * locations_of(l, type->element);
    case SpvOpTypeMatrix:
        return type->count * locations_of(l, type->element);
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            sum += locations_of(l, type->members[i]);
        return sum;
    case SpvOpTypeVector:
        return type_of(l, type->element)->width == 64 && type->count > 2 ? 2 : 1;
    default:
        return 1;
    }
}

static void step_member(struct lowering *l, const struct extended *call, struct place *place,
                        const struct spirv_type *type, spirv_id index) {
    uint64_t member, before = 0;
    if (!spirv_integer_constant(l->spirv, index, &member) || member >= type->count)
        FAIL_INVALID(l, call->in, "index %%%u into struct %%%u is no constant below %u", index, type->id, type->count);
    for (uint64_t i = 0; i < member; i++)
        before += locations_of(l, type->members[i]);
    uint32_t own = decoration(l, type->id, (uint32_t)member, SpvDecorationLocation, SMMRA_NONE);
    place->location = own == SMMRA_NONE ? emit_binary(l, IR_ADD, place->location, number(l, before)) : number(l, own);
    place->component = number(l, decoration(l, type->id, (uint32_t)member, SpvDecorationComponent, 0));
    place->type = type->members[member];
}

static void step(struct lowering *l, const struct extended *call, struct place *place, spirv_id id) {
    const struct spirv_type *type = type_of(l, place->type);
    if (type->opcode == SpvOpTypeStruct) {
        step_member(l, call, place, type, id);
        return;
    }
    ir_value index = emit_integer_resize(l, lower_value(l, id), 32, true);
    if (type->opcode == SpvOpTypeVector) {
        place->component = emit_binary(l, IR_ADD, place->component, index);
    } else if (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeMatrix) {
        uint64_t each = locations_of(l, type->element);
        place->location = emit_binary(l, IR_ADD, place->location, emit_binary(l, IR_MUL, index, number(l, each)));
    } else {
        FAIL_INVALID(l, call->in, "its pointer goes into %%%u, which has no parts", type->id);
    }
    place->type = type->element;
}

enum { MAX_CHAINS = 64 };

/* The pointer is an Input variable, or access chains from one, which is what SPIR-V allows. */
static void follow(struct lowering *l, const struct extended *call, spirv_id pointer, struct place *place) {
    struct spirv_instruction chains[MAX_CHAINS], in = spirv_defining(l->spirv, pointer);
    uint32_t count = 0;
    for (; (in.opcode == SpvOpAccessChain || in.opcode == SpvOpInBoundsAccessChain) && count < MAX_CHAINS; count++) {
        chains[count] = in;
        pointer = in.operands[0];
        in = spirv_defining(l->spirv, pointer);
    }
    if (in.opcode != SpvOpVariable || in.operands[0] != SpvStorageClassInput)
        FAIL_UNSUPPORTED(l, call->in, "its pointer is neither an Input variable nor up to %d access chains from one",
                         MAX_CHAINS);
    place->type = type_of(l, in.type)->element;
    place->location = number(l, decoration(l, pointer, SPIRV_NO_MEMBER, SpvDecorationLocation, 0));
    place->component = number(l, decoration(l, pointer, SPIRV_NO_MEMBER, SpvDecorationComponent, 0));
    while (count--)
        for (uint32_t i = 1; i < chains[count].operand_count; i++)
            step(l, call, place, chains[count].operands[i]);
}

static ir_value interpolate(struct lowering *l, const struct extended *call, const char *name) {
    struct place place;
    if (!l->has_quads)
        FAIL_INVALID(l, call->in, "only fragment shaders have it");
    follow(l, call, call->in->operands[2], &place);
    if (lower_type(l, place.type) != call->type || type_class_of(l, call->type) != CLASS_FLOAT)
        FAIL_INVALID(l, call->in, "its pointer does not point to the floats of its result");
    ir_value arguments[3] = {place.location, place.component, call->operand_count > 1 ? call->operands[1] : 0};
    return emit_shell_call(l, intrinsic_overloaded_name(l, name, call->type), call->type, arguments,
                           call->operand_count + 1);
}

ir_value expand_interpolate_at_centroid(struct lowering *l, const struct extended *call) {
    return interpolate(l, call, "smmra.interpolate.at.centroid");
}

ir_value expand_interpolate_at_sample(struct lowering *l, const struct extended *call) {
    if (ir_type_of(l->ir, call->operands[1]) != ir_type_integer(l->ir, 32))
        FAIL_INVALID(l, call->in, "the number of its sample is not an integer of 32 bits");
    return interpolate(l, call, "smmra.interpolate.at.sample");
}

ir_value expand_interpolate_at_offset(struct lowering *l, const struct extended *call) {
    if (ir_type_of(l->ir, call->operands[1]) != ir_type_vector(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT), 2))
        FAIL_INVALID(l, call->in, "its offset is not two floats");
    return interpolate(l, call, "smmra.interpolate.at.offset");
}
