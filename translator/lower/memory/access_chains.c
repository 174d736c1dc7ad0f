/* Access chains: addresses from base, indexes and layout (SPIR-V 3.49.8, OpAccessChain and its variants). Constant
 * steps are summed and become one getelementptr of bytes; a step by a value is a getelementptr over an array of the
 * stride's size, which sign-extends the index as SPIR-V reads it; in a buffer of at most 4 GB they are summed in 32
 * bits (docs/reference/mapping.md 10). No `inbounds`: SPIR-V's bounds are the buffer's, LLVM's are an object's, and
 * robust access must not be undefined. Without it the backend folds fewer offsets. */
#include "mmra/base/bits.h"
#include "spirv/later.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/memory/resources.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* How far a chain has been followed. */
struct chain {
    ir_value address;
    uint64_t offset;   /* constant bytes not yet added */
    bool is_small;     /* every offset in the object fits 32 bits, without a sign */
    ir_value variable; /* i32: bytes not yet added; 0: none. Only where is_small */
    struct pointer pointer;
    spirv_id type;   /* of what is pointed to */
    bool first_lane; /* indexes are those of the first lane (descriptors.h) */
    const struct spirv_instruction *in;
};

ir_value emit_nonzero_offset(struct lowering *l, ir_value address, uint64_t bytes) {
    uint32_t width = pointer_space_of(l, address) == ADDRESS_SPACE_BUFFER ? 32 : 64;
    ir_value offset = ir_integer(l->ir, ir_type_integer(l->ir, width), bytes);
    return emit_address(l, ir_type_integer(l->ir, 8), address, offset);
}

static void flush(struct lowering *l, struct chain *chain) {
    if (chain->variable) {
        bool is_wide = pointer_space_of(l, chain->address) != ADDRESS_SPACE_BUFFER;
        ir_value wide = is_wide ? emit1(l, IR_ZEXT, ir_type_integer(l->ir, 64), chain->variable) : chain->variable;
        chain->address = emit_address(l, ir_type_integer(l->ir, 8), chain->address, wide);
        chain->variable = 0;
    }
    chain->address = emit_offset(l, chain->address, chain->offset);
    chain->offset = 0;
}

static void step_bytes(struct chain *chain, uint64_t bytes) {
    chain->offset += bytes;
    chain->pointer.alignment = pointer_alignment_at(chain->pointer.alignment, bytes);
}

static const struct ir_instruction *instruction_of(struct lowering *l, ir_value value) {
    const struct ir_value_info *info = ir_value_get(l->ir, value);
    return info->kind == IR_VALUE_INSTRUCTION ? &l->ir->instructions[info->index] : NULL;
}

/* llc 22 makes vectors of private arrays, and crashes where an element of one is the index into another. The freeze
 * avoids that and costs no instruction. */
static ir_value frozen_index(struct lowering *l, ir_value address, ir_value index) {
    const struct map_options *options = &l->map.options;
    if (!profile_get(options->profile)->confuses_indexes || !options->backend_workarounds ||
        pointer_space_of(l, address) != ADDRESS_SPACE_PRIVATE)
        return index;
    const struct ir_instruction *from = instruction_of(l, index);
    while (from && from->opcode >= IR_TRUNC && from->opcode <= IR_BITCAST)
        from = instruction_of(l, l->ir->operands[from->operands]);
    if (!from || from->opcode != IR_LOAD)
        return index;
    return emit1(l, IR_FREEZE, ir_type_of(l->ir, index), index);
}

/* A buffer's range is at most maxStorageBufferRange or maxUniformBufferRange, which have 32 bits (Vulkan, "Limits"),
 * but with SPV_EXT_shader_64bit_indexing; descriptors, of at most 48 bytes, are fewer by far. Only pointers that stay
 * in their object are this simple: what OpPtrAccessChain begins with may lie below it. */
static bool is_small(struct lowering *l, const struct spirv_type *base) {
    uint32_t class = base->storage_class;
    if (resources_apply(l, class))
        return true;
    return (class == SpvStorageClassStorageBuffer || class == SpvStorageClassUniform ||
            class == SpvStorageClassUniformConstant) &&
           !bounds_apply(l, class) && !bounds_are_far(l) &&
           !spirv_has_capability(l->spirv, SpvCapabilityVariablePointersStorageBuffer); /* or VariablePointers */
}

/* Adds `index` strides in 32 bits, in which a negative index in the middle of a chain is made up for after it. */
static void step_in_32_bits(struct lowering *l, struct chain *chain, ir_value index, uint64_t stride) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    ir_value bytes = emit_integer_resize(l, index, 32, true);
    if (stride != 1)
        bytes = emit_binary(l, IR_MUL, bytes, ir_integer(l->ir, i32, stride & UINT32_MAX));
    chain->variable = chain->variable ? emit_binary(l, IR_ADD, chain->variable, bytes) : bytes;
}

/* No memory has so many bytes, and a sum of fewer than 64 such offsets fits 64 bits: an index of 64 bits that leads
 * further stands for one that leads so far, for the product with its stride may come round into the memory. */
static const int64_t farthest = (INT64_C(1) << 57) - 1;

static int64_t bounded_index(int64_t index, uint64_t stride) {
    int64_t most = stride > (uint64_t)farthest ? 1 : farthest / (int64_t)(stride ? stride : 1);
    return index > most ? most : index < -most ? -most : index;
}

/* The same of a value, where an access must stay within its buffer. */
static ir_value bound_value(struct lowering *l, ir_value index, uint64_t stride) {
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value most = ir_integer(l->ir, i64, (uint64_t)bounded_index(INT64_MAX, stride));
    ir_value least = ir_integer(l->ir, i64, (uint64_t)bounded_index(INT64_MIN, stride));
    return emit_call2(l, "llvm.smax", emit_call2(l, "llvm.smin", index, most), least);
}

/* Moves by `index` elements that are `stride` bytes apart. */
static void step_index(struct lowering *l, struct chain *chain, spirv_id index, uint64_t stride) {
    const struct spirv_type *type = type_of_operand(l, index);
    if (type->opcode != SpvOpTypeInt)
        FAIL_INVALID(l, chain->in, "index %%%u is not an integer", index);
    uint64_t bits;
    if (spirv_integer_constant(l->spirv, index, &bits)) {
        step_bytes(chain, (uint64_t)bounded_index(mmra_signed_bits(bits, type->width), stride) * stride);
        return;
    }
    ir_value value = frozen_index(l, chain->address, lower_value(l, index));
    if (type->width == 64 && l->options->abi == SMMRA_ABI_BUFFER)
        value = bound_value(l, value, stride);
    if (chain->first_lane)
        value = descriptor_first_lane(l, value);
    chain->pointer.alignment = pointer_alignment_at(chain->pointer.alignment, stride);
    if (chain->is_small && type->width <= 32) {
        step_in_32_bits(l, chain, value, stride);
        return;
    }
    ir_type byte = ir_type_integer(l->ir, 8);
    ir_type element = stride == 1 ? byte : ir_type_array(l->ir, byte, stride);
    chain->address = emit_address(l, element, chain->address, value);
}

static void step_struct(struct lowering *l, struct chain *chain, const struct spirv_type *type, spirv_id index) {
    uint64_t member;
    if (!spirv_integer_constant(l->spirv, index, &member) || member >= type->count)
        FAIL_INVALID(l, chain->in, "index %%%u into struct %%%u must be a constant below %u", index, type->id,
                     type->count);
    const struct spirv_member_layout *layout = &layout_of(l, type->id)->members[member];
    step_bytes(chain, layout->offset);
    chain->pointer.matrix = layout->matrix;
    chain->type = type->members[member];
}

/* A column of a row-major matrix begins one component further on, and its components are a stride apart. */
static void step_matrix(struct lowering *l, struct chain *chain, const struct spirv_type *type, spirv_id index) {
    struct spirv_matrix_layout matrix = chain->pointer.matrix;
    step_index(l, chain, index, spirv_matrix_steps(&l->layouts, type, matrix).column);
    chain->pointer.strided_vector = matrix.row_major;
    chain->type = type->element;
}

static void step_vector(struct lowering *l, struct chain *chain, const struct spirv_type *type, spirv_id index) {
    uint64_t stride = layout_of(l, type->id)->stride;
    if (chain->pointer.strided_vector)
        stride = chain->pointer.matrix.stride;
    step_index(l, chain, index, stride);
    chain->pointer.strided_vector = false;
    chain->type = type->element;
}

/* The pointer into the buffer of a descriptor, of the given type. */
static ir_value load_descriptor(struct lowering *l, const struct spirv_type *pointer, ir_value descriptor) {
    if (resources_apply(l, pointer->storage_class))
        return resource_from_descriptor(l, descriptor);
    return emit_descriptor_load(l, ir_type_pointer(l->ir, type_address_space(l, pointer)), descriptor,
                                BUFFER_DESCRIPTOR_BYTES);
}

static ir_value load_descriptor_size(struct lowering *l, ir_value descriptor) {
    return emit_descriptor_load(l, ir_type_integer(l->ir, 64), emit_offset(l, descriptor, 8), 8);
}

static const struct bounds *descriptor_bounds(struct lowering *l, ir_value descriptor, ir_value base) {
    struct bounds *bounds = arena_allocate_array(l->arena, 1, sizeof *bounds);
    bounds->base = base;
    bounds->size = load_descriptor_size(l, descriptor);
    bounds_make_resource(l, bounds);
    return bounds;
}

/* Goes into an array of buffers: through one of its descriptors. */
static void step_descriptor(struct lowering *l, struct chain *chain, const struct spirv_type *type, spirv_id index) {
    chain->pointer = (struct pointer){.alignment = 16};
    chain->first_lane = descriptor_waits(l, chain->in->result);
    step_index(l, chain, index, BUFFER_DESCRIPTOR_BYTES);
    chain->first_lane = false;
    flush(l, chain);
    ir_value descriptor = chain->address;
    /* the pointer to the array: its type says whether they are BufferBlocks, that of a pointer into one does not */
    const struct spirv_type *pointer = type_of_operand(l, chain->in->operands[0]);
    chain->address = load_descriptor(l, pointer, descriptor);
    chain->pointer = (struct pointer){.alignment = l->buffer_alignment,
                                      .descriptor = descriptor,
                                      .is_read_only = type_address_space(l, pointer) == ADDRESS_SPACE_CONSTANT};
    if (bounds_apply(l, pointer->storage_class) || bounds_apply_to_type(l, chain->in->type))
        chain->pointer.bounds = descriptor_bounds(l, descriptor, chain->address);
    chain->type = type->element;
}

/* Returns the instruction that the pointer to a descriptor comes from, through one access chain if there is one; a heap
 * is a variable. */
static struct spirv_instruction descriptor_source(struct lowering *l, spirv_id pointer) {
    struct spirv_instruction from = spirv_defining(l->spirv, pointer);
    bool is_chain = from.opcode == SpvOpAccessChain || from.opcode == SpvOpInBoundsAccessChain;
    return is_chain ? spirv_defining(l->spirv, from.operands[0]) : from;
}

/* The same of one in a descriptor heap. SPV_EXT_descriptor_heap asks for an untyped pointer into the heap of resources:
 * what an access chain took that place for says nothing of the buffer, whose storage class is that of the result. */
void lower_op_buffer_pointer(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *place = type_of_operand(l, in->operands[0]);
    const struct spirv_type *type = type_of(l, in->type);
    struct spirv_instruction from = descriptor_source(l, in->operands[0]);
    uint32_t builtin = spirv_decoration_operand(l->spirv, from.result, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0);
    if (place->opcode != SpvOpTypePointer || !place->is_untyped ||
        place->storage_class != SpvStorageClassUniformConstant ||
        (from.opcode == SpvOpVariable && builtin != SPIRV_BUILTIN_RESOURCE_HEAP))
        FAIL_INVALID(l, in, "its operand %%%u is no untyped pointer into a heap of resources", in->operands[0]);
    if (type->opcode != SpvOpTypePointer ||
        (type->storage_class != SpvStorageClassUniform && type->storage_class != SpvStorageClassStorageBuffer))
        FAIL_INVALID(l, in, "its type %%%u is no pointer of storage class Uniform or StorageBuffer", in->type);
    ir_value descriptor =
        descriptor_waits(l, in->result) ? descriptor_address(l, in->operands[0]) : lower_value(l, in->operands[0]);
    ir_value address = load_descriptor(l, type, descriptor);
    struct pointer pointer = {.alignment = l->buffer_alignment, .descriptor = descriptor};
    if (bounds_apply_to_type(l, in->type))
        pointer.bounds = descriptor_bounds(l, descriptor, address);
    pointer_set(l, in->result, &pointer);
    lower_result_unchecked(l, in, address);
}

static void step(struct lowering *l, struct chain *chain, spirv_id index) {
    const struct spirv_type *type = type_of(l, chain->type);
    if (chain->pointer.descriptor_array) {
        step_descriptor(l, chain, type, index);
        return;
    }
    switch (type->opcode) {
    case SpvOpTypeStruct:
        step_struct(l, chain, type, index);
        return;
    case SpvOpTypeMatrix:
        step_matrix(l, chain, type, index);
        return;
    case SpvOpTypeVector:
        step_vector(l, chain, type, index);
        return;
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        step_index(l, chain, index, layout_of(l, type->id)->stride);
        chain->type = type->element;
        return;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        step_index(l, chain, index, spirv_element_stride(&l->layouts, type, chain->pointer.matrix));
        chain->type = type->element;
        return;
    default:
        FAIL_INVALID(l, chain->in, "index %%%u goes into %%%u, which has no parts", index, type->id);
    }
}

/* A chain into a built-in only appends to the steps from the variable. */
static void lower_interface_chain(struct lowering *l, const struct spirv_instruction *in, uint32_t first) {
    struct pointer pointer = *pointer_of(l, in->operands[0]);
    uint32_t count = in->operand_count - first;
    spirv_id *steps = arena_allocate(l->arena, (pointer.step_count + count + 1) * sizeof *steps);
    if (pointer.step_count)
        memcpy(steps, pointer.steps, pointer.step_count * sizeof *steps);
    for (uint32_t i = 0; i < count; i++) {
        steps[pointer.step_count + i] = in->operands[first + i];
        if (type_of_operand(l, in->operands[first + i])->opcode != SpvOpTypeInt)
            FAIL_INVALID(l, in, "index %%%u is not an integer", in->operands[first + i]);
    }
    pointer.steps = steps;
    pointer.step_count += count;
    pointer_set(l, in->result, &pointer);
}

/* OpPtrAccessChain moves by whole elements first. The pointer's type must have an ArrayStride if the storage class has
 * an explicit layout. */
static void step_element(struct lowering *l, struct chain *chain, const struct spirv_type *base) {
    const struct spirv_decoration *stride =
        spirv_find_decoration(l->spirv, base->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride);
    const struct spirv_layout *layout = layout_of(l, chain->type);
    if (!(stride && stride->operand_count) && layout->is_explicit && base->storage_class != SpvStorageClassWorkgroup)
        FAIL_INVALID(l, chain->in, "the type of its base %%%u needs an ArrayStride", chain->in->operands[0]);
    step_index(l, chain, chain->in->operands[1], spirv_pointer_stride(&l->layouts, base, chain->type));
}

void lower_op_access_chain(struct lowering *l, const struct spirv_instruction *in) {
    bool has_element = l->row->detail; /* OpPtrAccessChain, OpInBoundsPtrAccessChain */
    const struct spirv_type *base = type_of_operand(l, in->operands[0]);
    const struct pointer *pointer = pointer_of(l, in->operands[0]);
    uint32_t first = has_element ? 2 : 1;
    if (base->opcode != SpvOpTypePointer || in->operand_count < first)
        FAIL_INVALID(l, in, "its base %%%u is not a pointer", in->operands[0]);
    if (pointer->interface_variable && !has_element) {
        lower_interface_chain(l, in, first);
        return;
    }
    struct chain chain = {.pointer = *pointer, .type = spirv_chain_base(l->spirv, in), .in = in};
    pointer_take_for(l, &chain.pointer, base, chain.type);
    chain.first_lane = base->storage_class == SpvStorageClassUniformConstant && descriptor_waits(l, in->result);
    chain.address = chain.first_lane ? descriptor_address(l, in->operands[0]) : lower_value(l, in->operands[0]);
    if (has_element)
        step_element(l, &chain, base);
    chain.is_small = is_small(l, base);
    for (uint32_t i = first; i < in->operand_count; i++)
        step(l, &chain, in->operands[i]);
    flush(l, &chain);
    pointer_set(l, in->result, &chain.pointer);
    lower_result_unchecked(l, in, chain.address);
}

void pointer_take_for(struct lowering *l, struct pointer *pointer, const struct spirv_type *type, spirv_id pointee) {
    if (type->element == pointee)
        return;
    bool is_matrix = pointer->strided_vector || (pointer->matrix.stride && spirv_matrix_in(l->spirv, pointee));
    if (is_matrix || pointer->descriptor_array)
        FAIL_UNSUPPORTED(l, &l->current, "an untyped pointer to %s is taken for one to another type, %%%u",
                         is_matrix ? "a part of a matrix" : "an array of descriptors", pointee);
    pointer->matrix = (struct spirv_matrix_layout){0};
}

static ir_value buffer_size(struct lowering *l, const struct spirv_instruction *in, const struct pointer *pointer) {
    if (resources_apply(l, type_of_operand(l, in->operands[0])->storage_class))
        return resource_bytes(l, lower_value(l, in->operands[0]));
    if (bounds_apply_to_type(l, type_of_operand(l, in->operands[0])->id))
        return bounds_of(l, in->operands[0]).size;
    if (pointer->descriptor)
        return load_descriptor_size(l, pointer->descriptor);
    uint32_t item = pointer->buffer ? environment_item_of(l, pointer->buffer) : 0;
    if (!item || !l->environment[item].value)
        FAIL_INVALID(l, in, "its operand %%%u is not a pointer to a buffer", in->operands[0]);
    return l->environment[item].value;
}

/* OpArrayLength: how many elements fit between the member and the end of the buffer. */
void lower_op_array_length(struct lowering *l, const struct spirv_instruction *in) {
    const struct pointer *pointer = pointer_of(l, in->operands[0]);
    bool is_untyped = in->operand_count > 2; /* spirv/untyped.c: its Structure */
    const struct spirv_type *pointee = type_of_operand(l, in->operands[0]);
    const struct spirv_type *block = type_of(l, is_untyped ? in->operands[2] : pointee->element);
    uint32_t member = in->operands[1];
    if (block->opcode != SpvOpTypeStruct || member >= block->count)
        FAIL_INVALID(l, in, "its operand is not a pointer to a struct with member %u", member);
    ir_type i64 = ir_type_integer(l->ir, 64);
    ir_value size = buffer_size(l, in, pointer);
    const struct spirv_member_layout *array = &layout_of(l, block->id)->members[member];
    uint64_t offset = array->offset;
    uint64_t stride = spirv_element_stride(&l->layouts, type_of(l, block->members[member]), array->matrix);
    if (stride == 0)
        FAIL_INVALID(l, in, "the array has stride 0");
    ir_value operands[2] = {size, ir_integer(l->ir, i64, offset)};
    ir_value rest = offset ? emit_intrinsic(l, "llvm.usub.sat.i64", i64, operands, 2, IR_FUNCTION_READNONE) : size;
    ir_value length = emit2(l, IR_UDIV, i64, rest, ir_integer(l->ir, i64, stride));
    lower_result_unchecked(
        l, in,
        emit_integer_resize(l, length, type_width_of(l, lower_result_type_of_class(l, in, CLASS_INTEGER)), false));
}
