/* InterpolateAtCentroid, InterpolateAtSample and InterpolateAtOffset (GLSL.std.450): the shell knows the triangle, so
 * it is called with the Location and Component of what is interpolated (docs/guide/stages.md). */
#include "translator/lower/extended/extended.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/input_elements.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

enum { MAX_CHAINS = 64 };

/* The pointer is an Input variable, or access chains from one, which is what SPIR-V allows. */
static struct input_element follow(struct lowering *l, const struct extended *call, spirv_id pointer) {
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
    struct input_element element = input_element_of(l, pointer);
    while (count--)
        for (uint32_t i = 1; i < chains[count].operand_count; i++)
            input_element_step(l, &element, chains[count].operands[i]);
    return element;
}

static ir_value interpolate(struct lowering *l, const struct extended *call, const char *name) {
    if (!l->has_quads)
        FAIL_INVALID(l, call->in, "only fragment shaders have it");
    struct input_element element = follow(l, call, call->in->operands[2]);
    if (lower_type(l, element.type) != call->type || type_class_of(l, call->type) != CLASS_FLOAT)
        FAIL_INVALID(l, call->in, "its pointer does not point to the floats of its result");
    ir_value arguments[3] = {input_index_value(l, element.location), input_index_value(l, element.component),
                             call->operand_count > 1 ? call->operands[1] : 0};
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
