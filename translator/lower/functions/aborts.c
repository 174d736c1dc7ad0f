/* OpAbortKHR (SPV_KHR_abort): the message goes to the shell, then the invocation ends.
 *
 * "Ceases all further processing in the invocation that executes it. Only instructions executed before OpAbortKHR will
 * have side effects. Other invocations in the same Device scope instance will also be terminated in finite time, though
 * may reach completion." The invocation returns from all its functions (endings.c), as LLVM then keeps what it did
 * before, and what the others do. llvm.trap would end the whole wavefront, and nobody would have the message; the shell
 * may trap when it has it. Nothing is said of availability, so no fence stands here.
 *
 * The message lies in private memory as Message Type says: it is "laid out in the exact manner specified in the
 * OpAbortKHR instruction by the message type" (Vulkan, "Shader Abort Messages"). */
#include "translator/lower/functions/aborts.h"

#include "mmra/ir/ir_intrinsic.h"
#include "spirv/later.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- what may be a message; recursion is bounded by SPIRV_MAX_NESTING ---- */

static void require_concrete(struct lowering *l, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    switch (type->opcode) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
        require_concrete(l, in, type->element);
        return;
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            require_concrete(l, in, type->members[i]);
        return;
    case SpvOpTypePointer:
        if (type->storage_class == SpvStorageClassPhysicalStorageBuffer)
            return;
        break;
    default:
        break;
    }
    FAIL_INVALID(l, in, "its message has %%%u in it, which is no concrete type", id);
}

/* As OpCopyLogical has it. */
static bool logically_match(struct lowering *l, spirv_id a, spirv_id b) {
    const struct spirv_type *one = type_of(l, a), *other = type_of(l, b);
    mmra_work(&l->watch, 1);
    if (a == b)
        return true;
    if (one->opcode != other->opcode || one->count != other->count || one->length != other->length)
        return false;
    if (one->opcode == SpvOpTypeArray)
        return logically_match(l, one->element, other->element);
    for (uint32_t i = 0; one->opcode == SpvOpTypeStruct && i < one->count; i++)
        if (!logically_match(l, one->members[i], other->members[i]))
            return false;
    return one->opcode == SpvOpTypeStruct;
}

/* MatrixStride is decorated at a member alone. */
static void check_message(struct lowering *l, const struct spirv_instruction *in) {
    enum { MOST_BYTES = 65536 }; /* the least maxShaderAbortMessageSize (Vulkan, "Limits") */
    require_concrete(l, in, in->operands[0]);
    if (layout_of(l, in->operands[0])->is_free || spirv_matrix_in(l->spirv, in->operands[0]))
        FAIL_INVALID(l, in, "its Message Type %%%u has no explicit layout", in->operands[0]);
    if (!logically_match(l, in->operands[0], type_of_operand(l, in->operands[1])->id))
        FAIL_INVALID(l, in, "its message %%%u does not match Message Type %%%u", in->operands[1], in->operands[0]);
    if (layout_of(l, in->operands[0])->size > MOST_BYTES)
        FAIL_UNSUPPORTED(l, in, "a message of more than %d bytes", MOST_BYTES);
}

/* ---- where it lies ---- */

/* An alloca stands in the first block, and has room for each message of the function. */
void aborts_begin_function(struct lowering *l) {
    const struct spirv_function *function = l->body.function;
    uint64_t bytes = 0;
    uint32_t alignment = 1;
    l->body.message = 0;
    if (!spirv_has_capability(l->spirv, (SpvCapability)SPIRV_CAPABILITY_ABORT))
        return;
    for (uint32_t i = function->first_block; i < function->first_block + function->block_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->blocks[i].terminator);
        mmra_work_at(&l->watch, i);
        if (in.opcode != SPIRV_ABORT || !l->blocks[i].reachable)
            continue;
        check_message(l, &in);
        uint64_t size = layout_of(l, in.operands[0])->size;
        uint32_t aligned = variable_alignment(l, in.operands[0]);
        bytes = size > bytes ? size : bytes;
        alignment = aligned > alignment ? aligned : alignment;
    }
    if (!bytes)
        return;
    l->body.message = emit_alloca_of(l, ir_type_array(l->ir, ir_type_integer(l->ir, 8), bytes), alignment);
    l->ir->values[l->body.message].name = ir_text_of(l->ir, "message");
    l->ir->values[l->body.message].number = function->id;
}

static void tell(struct lowering *l, const struct spirv_instruction *in) {
    spirv_id type = in->operands[0];
    uint64_t bytes = layout_of(l, type)->size;
    struct spirv_memory_view view = memory_initializing_store(SpvStorageClassFunction);
    struct pointer pointer = {.alignment = variable_alignment(l, type)};
    ir_value value = lower_copied_logically(l, in, lower_value(l, in->operands[1]), lower_type(l, type));
    if (bytes)
        lower_store(l, &view, type, value, l->body.message, &pointer);
    ir_value nowhere = ir_zero(l->ir, pointer_to_space(l, ADDRESS_SPACE_PRIVATE));
    ir_value arguments[2] = {bytes ? l->body.message : nowhere, ir_integer(l->ir, ir_type_integer(l->ir, 32), bytes)};
    emit_shell_call(l, IR_NAME_ABORT, 0, arguments, 2);
}

/* A helper invocation has no effects (Vulkan, "Helper Invocations"), so it ends without a message. */
void lower_op_abort(struct lowering *l, const struct spirv_instruction *in) {
    bool has_helpers = l->body.helpers & HELPERS_RUN;
    struct live_guard guard = {0};
    if (has_helpers)
        guard = helpers_guard_open(l);
    tell(l, in);
    if (has_helpers)
        helpers_guard_close(l, &guard);
    endings_abort(l);
}
