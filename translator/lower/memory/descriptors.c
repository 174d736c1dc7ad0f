#include "translator/lower/memory/descriptors.h"

#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

static uint8_t *flags_of(struct lowering *l, spirv_id id) {
    return &l->descriptor_flags[spirv_index(l->spirv, id)];
}

static bool is_opaque(const struct spirv_type *type) {
    return image_is_opaque_type(type) || type->opcode == SpvOpTypeAccelerationStructureKHR;
}

static bool is_non_uniform(const struct lowering *l, spirv_id id) {
    return id && spirv_find_decoration(l->spirv, id, SPIRV_NO_MEMBER, SpvDecorationNonUniform);
}

/* ---- what instructions do with descriptors ---- */

enum role {
    ROLE_OTHER, /* its operands are not followed further */
    ROLE_STEP,  /* its result is a part of its first operand, or made of its operands */
    ROLE_ACCESS /* it accesses the resource */
};

static enum role role_of(struct lowering *l, const struct spirv_instruction *in) {
    if (opcode_row(in->opcode)->traits & IS_ATOMIC)
        return ROLE_ACCESS;
    if (in->opcode >= SpvOpImageSampleImplicitLod && in->opcode <= SpvOpImageQuerySamples && in->opcode != SpvOpImage)
        return ROLE_ACCESS;
    if (in->opcode >= SpvOpImageSparseSampleImplicitLod && in->opcode <= SpvOpImageSparseRead)
        return ROLE_ACCESS;
    switch (in->opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
    case SpvOpCopyObject:
    case SpvOpSampledImage:
    case SpvOpImage:
    case SpvOpImageTexelPointer:
    case SPIRV_BUFFER_POINTER:
        return ROLE_STEP;
    case SpvOpLoad:
        return is_opaque(type_of(l, in->type)) ? ROLE_STEP : ROLE_ACCESS;
    case SpvOpStore:
    case SpvOpCopyMemory:
    case SpvOpCopyMemorySized:
    case SpvOpTraceRayKHR:
    case SpvOpTraceRayMotionNV:
    case SpvOpTraceNV:
    case SpvOpTraceMotionNV:
    case SpvOpRayQueryInitializeKHR:
        return ROLE_ACCESS;
    default:
        return ROLE_OTHER;
    }
}

static bool is_chain(uint16_t opcode) {
    return opcode == SpvOpAccessChain || opcode == SpvOpInBoundsAccessChain;
}

/* ---- which ids are of arrays, and which vary: callers before callees ---- */

/* Whether an index that chooses a descriptor is no constant: the first into an array of buffers, else each. */
static bool chooses_by_value(struct lowering *l, const struct spirv_instruction *in) {
    bool opaque = type_of_operand(l, in->operands[0])->storage_class == SpvStorageClassUniformConstant;
    uint32_t end = opaque || in->operand_count < 2 ? in->operand_count : 2;
    uint64_t index;
    for (uint32_t i = 1; i < end; i++)
        if (!spirv_integer_constant(l->spirv, in->operands[i], &index))
            return true;
    return false;
}

static uint8_t flags_of_step(struct lowering *l, const struct spirv_instruction *in) {
    uint8_t base = *flags_of(l, in->operands[0]);
    uint8_t second = in->opcode == SpvOpSampledImage ? *flags_of(l, in->operands[1]) : 0;
    if ((base | second) & DESCRIPTOR_OF_ARRAY)
        return DESCRIPTOR_OF_ARRAY;
    if (!(base & DESCRIPTOR_ARRAY))
        return 0;
    if (is_chain(in->opcode) && chooses_by_value(l, in))
        return DESCRIPTOR_OF_ARRAY;
    const struct spirv_type *type = type_of_operand(l, in->result);
    bool is_array = type->opcode == SpvOpTypePointer && type->storage_class == SpvStorageClassUniformConstant &&
                    type_of(l, type->element)->opcode == SpvOpTypeArray;
    return is_array || in->opcode == SpvOpCopyObject ? DESCRIPTOR_ARRAY : 0;
}

static void flag_parameters(struct lowering *l, const struct spirv_instruction *call) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, call->operands[0]);
    for (uint32_t i = 0; callee && i < callee->parameter_count && i + 1 < call->operand_count; i++) {
        uint8_t given = *flags_of(l, call->operands[i + 1]);
        uint8_t *flags = flags_of(l, callee->parameters[i]);
        *flags |= given & (DESCRIPTOR_OF_ARRAY | DESCRIPTOR_ARRAY | DESCRIPTOR_VARIES);
        if (given & DESCRIPTOR_OF_ARRAY)
            *flags |= DESCRIPTOR_STAYS;
    }
}

/* An operand's literals may be taken for ids: then too much varies, which is slow and not wrong. An atomic gives helper
 * invocations no value (Vulkan, "Helper Invocations"), and one may be the first lane. */
static bool varies(struct lowering *l, const struct spirv_instruction *in) {
    if (is_non_uniform(l, in->result) || (l->has_quads && opcode_row(in->opcode)->traits & IS_ATOMIC))
        return true;
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (*flags_of(l, in->operands[i]) & DESCRIPTOR_VARIES)
            return true;
    return false;
}

/* True if something was learnt of an id that a phi may have named before. */
static bool flag_instruction(struct lowering *l, const struct spirv_instruction *in) {
    uint8_t *flags = flags_of(l, in->result), before = *flags;
    if (in->opcode == SpvOpFunctionCall)
        flag_parameters(l, in);
    if (!in->result)
        return false;
    if (role_of(l, in) == ROLE_STEP && in->operand_count)
        *flags |= flags_of_step(l, in);
    if (varies(l, in))
        *flags |= DESCRIPTOR_VARIES;
    return (*flags ^ before) & DESCRIPTOR_VARIES;
}

/* Lists the words of its instructions. */
static uint32_t list_instructions(struct lowering *l, const struct spirv_function *function, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t word = function->word; word < function->end_word; word += l->spirv->words[word] >> 16)
        list[count++] = word;
    mmra_work(&l->watch, count + 1);
    return count;
}

/* A varying value may come back to a phi. If that does not end soon, everything in the function varies. */
enum { MOST_ROUNDS = 4 };

static void flag_function(struct lowering *l, const uint32_t *list, uint32_t count) {
    bool again = true;
    for (uint32_t round = 0; again && round < MOST_ROUNDS; round++) {
        again = false;
        for (uint32_t i = 0; i < count; i++) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, list[i]);
            again |= flag_instruction(l, &in);
        }
        mmra_work(&l->watch, count);
    }
    for (uint32_t i = 0; again && i < count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, list[i]);
        if (in.result)
            *flags_of(l, in.result) |= DESCRIPTOR_VARIES;
        if (in.opcode == SpvOpFunctionCall)
            flag_parameters(l, &in);
    }
}

/* ---- which stay where they stand: uses before definitions ---- */

/* Whether an instruction needs one of its operands as it stands. */
static bool keeps(struct lowering *l, const struct spirv_instruction *in, uint32_t operand) {
    switch (role_of(l, in)) {
    case ROLE_STEP:
        return *flags_of(l, in->result) & (DESCRIPTOR_VARIES | DESCRIPTOR_STAYS);
    case ROLE_ACCESS:
        return is_non_uniform(l, in->result) || (in->opcode == SpvOpStore && operand == 1);
    default:
        return true;
    }
}

static void keep_operands(struct lowering *l, const struct spirv_instruction *in) {
    for (uint32_t i = 0; i < in->operand_count; i++) {
        uint8_t *flags = flags_of(l, in->operands[i]);
        if (*flags & DESCRIPTOR_OF_ARRAY && !(*flags & DESCRIPTOR_STAYS) && keeps(l, in, i))
            *flags |= DESCRIPTOR_STAYS;
    }
}

/* ---- the module ---- */

/* Flags the variables that are arrays of descriptors; false: there are none. */
static bool flag_variables(struct lowering *l) {
    bool found = false;
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        uint16_t pointee = type_of(l, type_of_operand(l, in.result)->element)->opcode;
        bool opaque = in.operands[0] == SpvStorageClassUniformConstant &&
                      (pointee == SpvOpTypeArray || pointee == SpvOpTypeRuntimeArray);
        mmra_work(&l->watch, 1);
        if (!opaque && !pointer_of(l, in.result)->descriptor_array)
            continue;
        *flags_of(l, in.result) |= DESCRIPTOR_ARRAY;
        found = true;
    }
    return found;
}

static uint32_t longest_function(const struct lowering *l) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < l->order_count; i++) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        uint32_t length = function->end_word - function->word;
        longest = length > longest ? length : longest;
    }
    return longest;
}

void descriptors_init(struct lowering *l) {
    if (!l->target->descriptor_lane)
        return;
    l->descriptor_flags = arena_allocate_array(l->arena, (size_t)l->spirv->definition_count + 1, 1);
    if (!flag_variables(l)) {
        l->descriptor_flags = NULL;
        return;
    }
    uint32_t *list = arena_allocate_array(l->arena, (size_t)longest_function(l) + 1, sizeof *list);
    for (uint32_t i = l->order_count; i-- > 0;) {
        uint32_t count = list_instructions(l, &l->spirv->functions[l->order[i]], list);
        flag_function(l, list, count);
        while (count-- > 0) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, list[count]);
            keep_operands(l, &in);
        }
    }
}

/* ---- lowering where they are used ---- */

bool descriptor_is_used_by(const struct lowering *l, const struct spirv_instruction *in) {
    if (!l->descriptor_flags || (in->result && descriptor_waits(l, in->result)))
        return false;
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (descriptor_waits(l, in->operands[i]))
            return true;
    return false;
}

static bool is_missing(const struct lowering *l, spirv_id id) {
    return descriptor_waits(l, id) && !(l->descriptor_flags[spirv_index(l->spirv, id)] & DESCRIPTOR_MADE);
}

/* A value has the id's name where it is made first. */
static void make_one(struct lowering *l, spirv_id id) {
    struct spirv_instruction user = l->current;
    uint8_t *flags = flags_of(l, id);
    ir_value first = l->ir->value_count;
    l->current = spirv_defining(l->spirv, id);
    *flags |= DESCRIPTOR_MADE;
    *ARENA_PUSH(l->arena, l->descriptors_made, l->descriptors_made_count, l->descriptors_made_capacity) = id;
    lower_by_row(l);
    ir_value value = lowered_id_of(l, id)->value;
    if (*flags & DESCRIPTOR_NAMED) {
        budget_spend(l, 1, "elements of arrays of descriptors are used in too many blocks; choose them there");
        if (value >= first)
            l->ir->values[value].name = l->ir->values[value].number = 0;
    }
    *flags |= DESCRIPTOR_NAMED;
    l->current = user;
}

static void require_computed(struct lowering *l, spirv_id id) {
    uint32_t word = l->spirv->definitions[spirv_index(l->spirv, id)].word;
    const struct spirv_block *block = &l->spirv->blocks[l->at.block];
    bool is_later = word >= l->current.word && word <= block->terminator;
    if (is_later || !value_is_computed_before(l, id))
        FAIL_INVALID(l, &l->current, "%%%u is used where control may come without having computed it", id);
}

/* Iterative along first operands: chains may be as long as the module. */
bool descriptor_make(struct lowering *l, spirv_id id) {
    spirv_id *steps = NULL;
    uint32_t count = 0, capacity = 0;
    if (!is_missing(l, id))
        return false;
    for (spirv_id step = id; is_missing(l, step); step = spirv_defining(l->spirv, step).operands[0]) {
        require_computed(l, step);
        *ARENA_PUSH(l->arena, steps, count, capacity) = step;
    }
    while (count-- > 0)
        make_one(l, steps[count]);
    return true;
}

void descriptors_leave_block(struct lowering *l) {
    for (uint32_t i = 0; i < l->descriptors_made_count; i++) {
        struct lowered_id *id = lowered_id_of(l, l->descriptors_made[i]);
        id->pointer = NULL;
        id->value = 0;
        *flags_of(l, l->descriptors_made[i]) &= (uint8_t)~DESCRIPTOR_MADE;
    }
    l->descriptors_made_count = 0;
}

ir_value descriptor_first_lane(struct lowering *l, ir_value value) {
    const uint16_t attributes =
        IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;
    if (ir_type_get(l->ir, ir_type_of(l->ir, value))->kind == IR_TYPE_INTEGER)
        value = emit_integer_resize(l, value, 32, true);
    ir_type type = ir_type_of(l->ir, value);
    const char *name = intrinsic_overloaded_name(l, l->target->descriptor_lane, type);
    value = tokens_hide(l, value);
    return emit_intrinsic(l, name, type, &value, 1, attributes);
}

ir_value descriptor_address(struct lowering *l, spirv_id pointer) {
    ir_value address = lower_plain_pointer(l, pointer);
    bool differs = *flags_of(l, pointer) & DESCRIPTOR_OF_ARRAY && !descriptor_waits(l, pointer);
    return differs ? descriptor_first_lane(l, address) : address;
}
