#include "translator/lower/memory/resources.h"

#include <stdio.h>

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/memory/memory.h"
#include "translator/map/processor.h"

bool is_resource_pointer(struct lowering *l, ir_value address) {
    return l->map.options.buffers_by_resource && pointer_space_of(l, address) == ADDRESS_SPACE_BUFFER;
}

ir_value resource_from_descriptor(struct lowering *l, ir_value descriptor) {
    enum { DESCRIPTOR_ALIGNMENT = 16 };
    ir_type words = ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER_RESOURCE);
    ir_value resource = emit_descriptor_load(l, words, descriptor, DESCRIPTOR_ALIGNMENT);
    return emit1(l, IR_ADDRSPACECAST, ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER), resource);
}

/* ---- the parts of a pointer ---- */

static ir_value number(struct lowering *l, uint32_t bits, uint64_t value) {
    return ir_integer(l->ir, ir_type_integer(l->ir, bits), value);
}

/* The descriptor, i128: the words are above the offset. LLVM finds again what they were made of. */
static ir_value words_of(struct lowering *l, ir_value pointer) {
    ir_value all = emit1(l, IR_PTRTOINT, ir_type_integer(l->ir, 160), pointer);
    return emit1(l, IR_TRUNC, ir_type_integer(l->ir, 128), emit_binary(l, IR_LSHR, all, number(l, 160, 32)));
}

static ir_value resource_of(struct lowering *l, ir_value pointer) {
    return emit1(l, IR_INTTOPTR, ir_type_pointer(l->ir, ADDRESS_SPACE_BUFFER_RESOURCE), words_of(l, pointer));
}

static ir_value offset_of(struct lowering *l, ir_value pointer) {
    return emit1(l, IR_PTRTOINT, i32_type(l), pointer);
}

/* Word 2, NUM_RECORDS, counts bytes where the stride is 0, as that of a buffer is. */
ir_value resource_bytes(struct lowering *l, ir_value pointer) {
    ir_value records = emit_binary(l, IR_LSHR, words_of(l, pointer), number(l, 128, 64));
    return emit1(l, IR_ZEXT, ir_type_integer(l->ir, 64), emit1(l, IR_TRUNC, i32_type(l), records));
}

/* The address that the descriptor names in words 0 and 1, of which 48 bits are the address and the sign of the others;
 * plus the offset. */
ir_value resource_address(struct lowering *l, ir_value pointer) {
    if (!is_resource_pointer(l, pointer))
        return pointer;
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value low = emit1(l, IR_TRUNC, i64, words_of(l, pointer)), unused = number(l, 64, 16);
    ir_value address = emit_binary(l, IR_ASHR, emit_binary(l, IR_SHL, low, unused), unused);
    ir_value offset = emit1(l, IR_ZEXT, i64, offset_of(l, pointer));
    ir_value base = emit1(l, IR_INTTOPTR, ir_type_pointer(l->ir, ADDRESS_SPACE_GLOBAL), address);
    return emit_address(l, ir_type_integer(l->ir, 8), base, offset);
}

/* ---- intrinsics ---- */

/* What is wider than the device is not asked of it: Vulkan has no such scope. */
static ir_value policy(struct lowering *l, const struct mapped_operation *operation) {
    if (operation->scope == MMRA_SCOPE_SYSTEM)
        FAIL_UNSUPPORTED(l, &l->current, "the scope CrossDevice in a buffer, with %s=driver",
                         OPTION_NAME(l->options, ABI));
    return number(l, 32, processor_cache_policy(processor_find(l->options->mcpu), operation));
}

/* After what an intrinsic begins with come descriptor, offset, a scalar offset, and the cache policy. */
static ir_value call(struct lowering *l, const char *name, ir_type overload, ir_type result, ir_value *arguments,
                     uint32_t count, const struct mapped_operation *operation, ir_value pointer, ir_value offset) {
    arguments[count++] = resource_of(l, pointer);
    arguments[count++] = offset;
    arguments[count++] = number(l, 32, 0);
    arguments[count++] = policy(l, operation);
    ir_value value =
        emit_intrinsic(l, intrinsic_overloaded_name(l, name, overload), result, arguments, count, IR_FUNCTION_NOUNWIND);
    annotate_operation(l, operation);
    last_instruction(l)->flags |= IR_COHERENT;
    return value;
}

/* The intrinsics take integers of up to 32 bits, and vectors of dwords. */
static ir_type moved_type(struct lowering *l, uint32_t bytes) {
    return bytes <= 4 ? ir_type_integer(l->ir, 8 * bytes) : ir_type_vector(l->ir, i32_type(l), bytes / 4);
}

/* A read of memory that nobody writes is one for all lanes that ask for the same; it needs whole dwords. */
static bool is_scalar_load(const struct mapped_operation *operation) {
    return operation->kind == MAPPED_LOAD && operation->annotations & IR_INVARIANT_LOAD && operation->alignment >= 4 &&
           operation->bytes % 4 == 0 && (operation->bytes <= 16 || operation->bytes == 32);
}

bool resource_takes(struct lowering *l, const struct mapped_operation *operation, ir_value pointer) {
    bool is_plain = operation->kind == MAPPED_LOAD || operation->kind == MAPPED_STORE;
    return is_resource_pointer(l, pointer) && (!is_plain || is_scalar_load(operation));
}

/* It has no tags: LLVM takes it for no access of memory. */
static ir_value scalar_load(struct lowering *l, const struct mapped_operation *operation, ir_value pointer) {
    ir_type type = moved_type(l, operation->bytes), four = ir_type_vector(l->ir, i32_type(l), 4);
    ir_value words = emit1(l, IR_BITCAST, four, words_of(l, pointer));
    ir_value arguments[3] = {words, offset_of(l, pointer), number(l, 32, 0)};
    ir_value value = emit_intrinsic(l, intrinsic_overloaded_name(l, IR_NAME_SCALAR_LOAD, type), type, arguments, 3,
                                    IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE);
    ir_set_comment(l->ir, last_instruction(l), explain_operation(l, operation));
    return value;
}

/* To LLVM the intrinsic only reads, so that it would leave a loop, or be merged with another: the fence for the thread
 * alone, which is no instruction, keeps it. */
static ir_value load(struct lowering *l, const struct mapped_operation *operation, ir_value pointer) {
    struct mapped_operation guard = map_image_guard(&l->map);
    ir_type type = moved_type(l, operation->bytes);
    ir_value arguments[5];
    emit_synchronization(l, &guard);
    return call(l, IR_NAME_RESOURCE_LOAD, type, type, arguments, 0, operation, pointer, offset_of(l, pointer));
}

ir_value resource_load(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_type type) {
    ir_value value = is_scalar_load(operation) ? scalar_load(l, operation, pointer) : load(l, operation, pointer);
    return ir_type_of(l->ir, value) == type ? value : emit1(l, IR_BITCAST, type, value);
}

void resource_store(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_value value) {
    ir_type type = moved_type(l, operation->bytes);
    ir_value arguments[5] = {ir_type_of(l->ir, value) == type ? value : emit1(l, IR_BITCAST, type, value)};
    call(l, IR_NAME_RESOURCE_STORE, type, 0, arguments, 1, operation, pointer, offset_of(l, pointer));
}

/* ---- atomics ---- */

/* By enum ir_rmw: those that every processor has, of 32 and 64 bits. */
static const char *const names[] = {
    [IR_RMW_XCHG] = "swap", [IR_RMW_ADD] = "add",   [IR_RMW_SUB] = "sub", [IR_RMW_MIN] = "smin", [IR_RMW_UMIN] = "umin",
    [IR_RMW_MAX] = "smax",  [IR_RMW_UMAX] = "umax", [IR_RMW_AND] = "and", [IR_RMW_OR] = "or",    [IR_RMW_XOR] = "xor",
};

/* NULL: there is no such instruction. */
static const char *atomic_name(const struct mapped_operation *operation) {
    if (operation->bytes < 4)
        return NULL;
    if (operation->kind == MAPPED_CMPXCHG)
        return "cmpswap";
    return operation->rmw < sizeof names / sizeof *names ? names[operation->rmw] : NULL;
}

static ir_value modify(struct lowering *l, const char *name, const struct mapped_operation *operation, ir_value pointer,
                       ir_type type, ir_value value, ir_value comparator) {
    char text[64];
    ir_type integer = ir_type_integer(l->ir, 8 * operation->bytes);
    bool is_integer = type == integer;
    ir_value arguments[6] = {is_integer ? value : emit1(l, IR_BITCAST, integer, value), comparator};
    snprintf(text, sizeof text, "%s.%s", IR_NAME_RESOURCE_ATOMIC, name);
    ir_value offset = tokens_hide(l, offset_of(l, pointer)); /* a descriptor does not go through vector registers */
    ir_value old = call(l, text, integer, integer, arguments, comparator ? 2 : 1, operation, pointer, offset);
    return is_integer ? old : emit1(l, IR_BITCAST, type, old);
}

/* No instruction by descriptor does this: within the bounds LLVM makes what it can of it, by address. */
static ir_value modify_by_address(struct lowering *l, const struct mapped_operation *operation, ir_value pointer,
                                  ir_type type, ir_value value, ir_value comparator) {
    ir_type i64 = ir_type_integer(l->ir, 64),
            both = ir_type_struct(l->ir, (ir_type[]){type, ir_type_integer(l->ir, 1)}, 2);
    ir_value bounds[2] = {resource_bytes(l, pointer), emit1(l, IR_ZEXT, i64, offset_of(l, pointer))};
    ir_value rest = emit_intrinsic(l, "llvm.usub.sat.i64", i64, bounds, 2, PURE);
    struct guard guard = guard_open(l, emit_compare(l, IR_ICMP, IR_UGE, rest, number(l, 64, operation->bytes)));
    ir_value operands[3] = {tokens_hide(l, resource_address(l, pointer)), comparator ? comparator : value, value}, old;
    if (comparator) {
        old = emit_instruction(l, IR_CMPXCHG, both, operands, 3);
    } else {
        old = emit_instruction(l, IR_ATOMICRMW, type, operands, 2);
        last_instruction(l)->detail = operation->rmw;
    }
    annotate_operation(l, operation);
    old = comparator ? emit_extract_value(l, old, 0) : old;
    return guard_close(l, &guard, old, ir_zero(l->ir, type));
}

ir_value resource_atomic(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_type type,
                         ir_value value, ir_value comparator) {
    if (operation->kind == MAPPED_ATOMIC_LOAD)
        return resource_load(l, operation, pointer, type);
    if (operation->kind == MAPPED_ATOMIC_STORE) {
        resource_store(l, operation, pointer, value);
        return 0;
    }
    const char *name = atomic_name(operation);
    return name ? modify(l, name, operation, pointer, type, value, comparator)
                : modify_by_address(l, operation, pointer, type, value, comparator);
}
