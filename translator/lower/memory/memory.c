/* The memory instructions of SPIR-V 3.49.8: variables, loads, stores and copies. */
#include "translator/lower/memory/memory.h"

#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/resources.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Returns the facts of a pointer through which this type is accessed. */
static const struct pointer *pointer_to(struct lowering *l, spirv_id id, spirv_id pointee) {
    const struct pointer *pointer = pointer_of(l, id);
    const struct spirv_type *type = type_of_operand(l, id);
    if (!type->is_untyped || type->element == pointee)
        return pointer;
    struct pointer *taken = arena_allocate(l->arena, sizeof *taken);
    *taken = *pointer;
    pointer_take_for(l, taken, type, pointee);
    return taken;
}

/* The address behind a pointer operand; 0 for a built-in, which has none. */
static ir_value address_of(struct lowering *l, spirv_id pointer) {
    return pointer_of(l, pointer)->interface_variable ? 0 : lower_value(l, pointer);
}

/* A Function variable: an alloca in the entry block (mapping.md 2). */
void lower_op_variable(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = type_of_operand(l, in->result);
    if (in->operands[0] != SpvStorageClassFunction || l->at.block != l->body.function->first_block)
        FAIL_INVALID(l, in, "a variable inside a function has storage class Function and stands in its first block");
    if (constant_table_make(l, in))
        return;
    emit_alloca(l, in->result, pointer->element, variable_alignment(l, pointer->element));
    if (in->operand_count < 2)
        return;
    struct spirv_memory_view view = memory_initializing_store(SpvStorageClassFunction);
    lower_store(l, &view, pointer->element, lower_value(l, in->operands[1]), lower_value(l, in->result),
                pointer_of(l, in->result));
}

ir_value emit_alloca_of(struct lowering *l, ir_type memory, uint32_t alignment) {
    ir_value address = emit_instruction(l, IR_ALLOCA, pointer_to_space(l, ADDRESS_SPACE_PRIVATE), NULL, 0);
    annotate_alignment(l, alignment);
    last_instruction(l)->accessed = memory;
    return address;
}

void emit_alloca(struct lowering *l, spirv_id variable, spirv_id type, uint32_t alignment) {
    ir_value address = emit_alloca_of(l, lower_memory_type(l, type), alignment);
    struct spirv_instruction in = {.result = variable};
    pointer_set(l, variable, &(struct pointer){.alignment = alignment});
    lower_result_unchecked(l, &in, address);
}

/* ---- loads of long arrays that are only stored again ---- */

/* The word of the instruction that is a mask of memory operands; 0: none. */
static uint32_t mask_word(uint32_t opcode) {
    return opcode == SpvOpLoad ? 4 : opcode == SpvOpStore || opcode == SpvOpCopyMemory ? 3 : 0;
}

static void count_words(struct lowering *l, uint32_t word, uint32_t end_word) {
    const struct spirv_module *spirv = l->spirv;
    for (uint32_t length; word < end_word; word += length) {
        length = spirv->words[word] >> 16;
        uint32_t mask = mask_word(spirv->words[word] & 0xFFFF);
        for (uint32_t k = 1; k < length; k++)
            if (k != mask)
                l->word_uses[spirv_index(spirv, spirv->words[word + k])]++;
    }
}

/* How often each id occurs as a word in functions: a result that occurs twice is defined and used once. Literals may be
 * counted too, so the number is never too small. */
static uint32_t words_with(struct lowering *l, spirv_id id) {
    const struct spirv_module *spirv = l->spirv;
    if (!l->word_uses) {
        l->word_uses = arena_allocate_array(l->arena, spirv->definition_count + 1, sizeof *l->word_uses);
        for (uint32_t i = 0; i < spirv->function_count; i++)
            count_words(l, spirv->functions[i].word, spirv->functions[i].end_word);
    }
    return l->word_uses[spirv_index(spirv, id)];
}

static bool is_used_once(struct lowering *l, spirv_id id) {
    return words_with(l, id) == 2;
}

bool memory_result_is_used(struct lowering *l, spirv_id id) {
    return words_with(l, id) > 1;
}

static bool stays_between(uint16_t opcode) {
    return opcode == SpvOpAccessChain || opcode == SpvOpInBoundsAccessChain || opcode == SpvOpLine ||
           opcode == SpvOpNoLine;
}

/* The store that is the only use of what `in` loads; false if there is none nearby, before any other access to memory.
 */
static bool find_only_store(struct lowering *l, const struct spirv_instruction *in, struct spirv_instruction *store) {
    enum { NEARBY = 16 };
    spirv_id value = in->result;
    uint32_t word = in->word;
    if (!is_used_once(l, value))
        return false;
    for (uint32_t i = 0; i < NEARBY; i++) {
        word += l->spirv->words[word] >> 16;
        *store = spirv_instruction_at(l->spirv, word);
        if (store->opcode == SpvOpStore)
            return store->operands[1] == value;
        if (store->opcode == SpvOpCopyLogical && store->operands[0] == value && is_used_once(l, store->result))
            value = store->result;
        else if (!stays_between(store->opcode))
            return false;
    }
    return false;
}

static NOINLINE bool delay_load(struct lowering *l, const struct spirv_instruction *in,
                                const struct spirv_memory_view *view) {
    struct spirv_instruction store;
    if (pointer_of(l, view->pointer)->interface_variable || !memory_is_long(l, in->type) ||
        !find_only_store(l, in, &store))
        return false;
    l->at.delayed = (struct delayed_load){*in, in->result};
    return true;
}

bool memory_pass_delayed_load(struct lowering *l, spirv_id from, spirv_id to) {
    if (l->at.delayed.value != from)
        return false;
    l->at.delayed.value = to;
    return true;
}

static void store_delayed(struct lowering *l, const struct spirv_memory_view *view, const struct pointer *pointer) {
    struct spirv_memory_view source = memory_decode(l, &l->at.delayed.load);
    struct copy_half from = {&source, source.pointee, lower_value(l, source.pointer),
                             pointer_to(l, source.pointer, source.pointee), false};
    struct copy_half to = {view, view->pointee, lower_value(l, view->pointer), pointer, false};
    const struct spirv_type *value = type_of_operand(l, l->at.delayed.value);
    l->at.delayed.value = 0;
    if (value->id != view->pointee)
        FAIL_INVALID(l, &l->current, "the value is not of the type that the pointer points to");
    lower_copy(l, &from, &to);
}

/* ---- loads of long arrays of which parts are taken ---- */

/* Neither writes memory nor orders accesses. */
static bool is_quiet(uint16_t opcode) {
    return stays_between(opcode) || opcode == SpvOpLoad || opcode == SpvOpCopyObject ||
           (opcode >= SpvOpVectorExtractDynamic && opcode <= SpvOpCompositeInsert) ||
           (opcode >= SpvOpConvertFToU && opcode <= SpvOpBitcast) ||
           (opcode >= SpvOpSNegate && opcode <= SpvOpBitCount);
}

/* Stores to memory of the invocation change no other memory. */
static bool changes_nothing(struct lowering *l, const struct spirv_instruction *in, uint32_t storage_class) {
    if (in->opcode != SpvOpStore)
        return is_quiet(in->opcode);
    return !map_is_thread_private(storage_class) &&
           map_is_thread_private(type_of_operand(l, in->operands[0])->storage_class);
}

static bool names(const struct spirv_instruction *in, spirv_id value) {
    for (uint32_t i = 0; i < in->operand_count; i++)
        if (in->operands[i] == value)
            return true;
    return false;
}

/* Whether only OpCompositeExtract uses what `in` loads, nearby, before anything changes the memory. */
static bool has_only_extracts(struct lowering *l, const struct spirv_instruction *in, uint32_t storage_class) {
    enum { MOST_INSTRUCTIONS = 1 << 13 };
    is_used_once(l, in->result); /* counts the uses */
    uint32_t left = l->word_uses[spirv_index(l->spirv, in->result)] - 1, word = in->word;
    if (!left)
        return false;
    for (uint32_t i = 0; left && i < MOST_INSTRUCTIONS; i++) {
        word += l->spirv->words[word] >> 16;
        struct spirv_instruction next = spirv_instruction_at(l->spirv, word);
        bool takes = next.opcode == SpvOpCompositeExtract && next.operands[0] == in->result && next.operand_count > 1;
        mmra_work_at(&l->watch, i + 1);
        if (takes)
            left--;
        else if (!changes_nothing(l, &next, storage_class) || names(&next, in->result))
            return false;
    }
    return !left;
}

static NOINLINE bool leave_in_memory(struct lowering *l, const struct spirv_instruction *in,
                                     const struct spirv_memory_view *view) {
    struct spirv_memory_operands operands = map_effective_operands(&l->map, view, false);
    if (pointer_of(l, view->pointer)->interface_variable || !memory_is_long(l, in->type) ||
        operands.mask & SpvMemoryAccessVolatileMask || !has_only_extracts(l, in, view->storage_class))
        return false;
    struct spirv_instruction *kept = arena_allocate(l->arena, sizeof *kept);
    *kept = *in;
    pointer_set(l, in->result, &(struct pointer){.whole = kept});
    return true;
}

bool memory_extract(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_instruction *whole = pointer_of(l, in->operands[0])->whole;
    if (!whole)
        return false;
    struct spirv_memory_view view = memory_decode(l, whole);
    ir_value part = lower_load_part(l, &view, lower_value(l, view.pointer), pointer_to(l, view.pointer, view.pointee),
                                    in->operands + 1, in->operand_count - 1);
    lower_result(l, in, part);
    return true;
}

void lower_op_load(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view = memory_decode(l, in);
    if (view.pointee != in->type)
        FAIL_INVALID(l, in, "its type is not what the pointer points to");
    uint16_t kind = type_of(l, in->type)->opcode;
    bool is_aggregate = kind == SpvOpTypeArray || kind == SpvOpTypeStruct;
    if (is_aggregate && (delay_load(l, in, &view) || leave_in_memory(l, in, &view)))
        return;
    const struct pointer *pointer = pointer_to(l, view.pointer, view.pointee);
    ir_value address =
        descriptor_waits(l, in->result) ? descriptor_address(l, view.pointer) : address_of(l, view.pointer);
    lower_result_unchecked(l, in, lower_load(l, &view, in->type, address, pointer, false));
}

/* A stored pointer must not depend on what only its access chain knows. */
static ir_value stored_value(struct lowering *l, spirv_id value) {
    const struct spirv_type *type = type_of_operand(l, value);
    return type->opcode == SpvOpTypePointer ? lower_plain_pointer(l, value) : lower_value(l, value);
}

void lower_op_store(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view = memory_decode(l, in);
    const struct pointer *pointer = pointer_to(l, view.pointer, view.pointee);
    if (constant_table_has(l, view.pointer))
        return;
    if (pointer->interface_variable)
        FAIL_INVALID(l, in, "a built-in of class Input cannot be stored to");
    if (l->at.delayed.value && l->at.delayed.value == view.value) {
        store_delayed(l, &view, pointer);
        return;
    }
    lower_store(l, &view, view.pointee, stored_value(l, view.value), lower_value(l, view.pointer), pointer);
}

/* ---- copies of bytes ---- */

enum { MOST_PIECES = 64, MOST_BYTES_AT_ONCE = 16 };

struct piece {
    uint32_t bytes;
    uint64_t offset;
    ir_value value;
};

/* Proven of an address that is copied from or to; a number of bytes alone proves nothing. */
static uint32_t byte_alignment(struct lowering *l, spirv_id pointer, const struct spirv_memory_operands *operands) {
    uint32_t known = pointer_of(l, pointer)->alignment;
    return operands->alignment > known ? operands->alignment : known;
}

/* The pieces of so many bytes, none of which is larger than the addresses' common alignment, and their number. */
static uint32_t cut(struct lowering *l, const struct spirv_memory_view *view, uint64_t size, struct piece *pieces) {
    uint32_t target = byte_alignment(l, view->pointer, &view->write), count = 0;
    uint32_t source = byte_alignment(l, view->source, &view->read), bytes = MOST_BYTES_AT_ONCE;
    uint64_t offset = 0;
    while (bytes > 1 && (bytes > target || bytes > source))
        bytes /= 2;
    for (; offset < size && count < MOST_PIECES; offset += bytes) {
        while (bytes > size - offset)
            bytes /= 2;
        pieces[count++] = (struct piece){.bytes = bytes, .offset = offset};
    }
    if (offset < size)
        FAIL_UNSUPPORTED(l, &l->current, "a copy of %llu bytes, which are more than %d of %u", (unsigned long long)size,
                         MOST_PIECES, bytes);
    return count;
}

/* OpCopyMemorySized takes what is behind untyped pointers for bytes (SPV_KHR_untyped_pointers). All are read before the
 * first is written: the two places may overlap. */
static void copy_bytes(struct lowering *l, const struct spirv_memory_view *view) {
    struct piece pieces[MOST_PIECES];
    uint64_t size;
    if (!spirv_integer_constant(l->spirv, view->size, &size))
        FAIL_UNSUPPORTED(l, &l->current, "a copy of a number of bytes that is no constant");
    ir_value source = lower_plain_pointer(l, view->source), target = lower_plain_pointer(l, view->pointer);
    uint32_t count = cut(l, view, size, pieces);
    ir_type i32 = ir_type_integer(l->ir, 32);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bytes = pieces[i].bytes;
        ir_type type = bytes > 4 ? ir_type_vector(l->ir, i32, bytes / 4) : ir_type_integer(l->ir, bytes * 8);
        pieces[i].value = lower_load_components(l, view, emit_offset(l, source, pieces[i].offset), bytes, type,
                                                bytes > 4 ? 4 : bytes);
    }
    for (uint32_t i = 0; i < count; i++)
        lower_store_components(l, view, emit_offset(l, target, pieces[i].offset), pieces[i].bytes, pieces[i].value,
                               pieces[i].bytes > 4 ? 4 : pieces[i].bytes);
}

void lower_op_copy_memory(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view = memory_decode(l, in);
    spirv_id type = view.pointee;
    if (view.size && (!type || view.source_pointee != type)) {
        copy_bytes(l, &view);
        return;
    }
    if (view.source_pointee != type)
        FAIL_INVALID(l, in, "target and source point to different types");
    uint64_t size;
    if (view.size && (!spirv_integer_constant(l->spirv, view.size, &size) || size != layout_of(l, type)->size))
        FAIL_UNSUPPORTED(l, in, "the size copied is not that of what the pointers point to");
    const struct pointer *pointer = pointer_to(l, view.pointer, type), *source = pointer_to(l, view.source, type);
    if (pointer->interface_variable)
        FAIL_INVALID(l, in, "a built-in of class Input cannot be stored to");
    if (!source->interface_variable && memory_is_long(l, type)) {
        struct copy_half from = {&view, type, lower_value(l, view.source), source, true};
        struct copy_half to = {&view, type, lower_value(l, view.pointer), pointer, false};
        lower_copy(l, &from, &to);
        return;
    }
    ir_value value = lower_load(l, &view, type, address_of(l, view.source), source, true);
    lower_store(l, &view, type, value, lower_value(l, view.pointer), pointer);
}

/* ---- atomics ---- */

static ir_value emit_atomic(struct lowering *l, const struct spirv_memory_view *view,
                            const struct mapped_operation *operation, ir_value address, ir_type type) {
    ir_value value = 0, operands[3] = {address};
    if (is_resource_pointer(l, address) && operation->kind != MAPPED_FENCE) {
        ir_value one = operation->rmw_operand_is_one ? constant_splat(l, type, 1) : 0;
        return resource_atomic(l, operation, address, type,
                               one           ? one
                               : view->value ? lower_value(l, view->value)
                                             : 0,
                               view->comparator ? lower_value(l, view->comparator) : 0);
    }
    switch (operation->kind) {
    case MAPPED_ATOMIC_LOAD:
        value = emit1(l, IR_LOAD, type, address);
        break;
    case MAPPED_ATOMIC_STORE:
        emit2(l, IR_STORE, 0, lower_value(l, view->value), address);
        break;
    case MAPPED_ATOMIC_RMW:
        operands[0] = tokens_hide(l, address);
        operands[1] = operation->rmw_operand_is_one ? constant_splat(l, type, 1) : lower_value(l, view->value);
        value = emit_instruction(l, IR_ATOMICRMW, type, operands, 2);
        last_instruction(l)->detail = operation->rmw;
        break;
    case MAPPED_CMPXCHG: {
        operands[1] = lower_value(l, view->comparator);
        operands[2] = lower_value(l, view->value);
        ir_type both = ir_type_struct(l->ir, (ir_type[]){type, ir_type_integer(l->ir, 1)}, 2);
        value = emit_instruction(l, IR_CMPXCHG, both, operands, 3);
        break;
    }
    default:
        emit_synchronization(l, operation);
        return 0;
    }
    if (operation->kind != MAPPED_ATOMIC_LOAD)
        helpers_check_write(l, pointer_space_of(l, address));
    annotate_operation(l, operation);
    return operation->kind == MAPPED_CMPXCHG ? emit_extract_value(l, value, 0) : value;
}

static void require_type(struct lowering *l, const struct spirv_instruction *in, spirv_id operand, ir_type type) {
    if (operand && ir_type_of(l->ir, lower_value(l, operand)) != type)
        FAIL_INVALID(l, in, "operand %%%u is not of the type that the pointer points to", operand);
}

void lower_op_atomic(struct lowering *l, const struct spirv_instruction *in) {
    if (in->opcode == SpvOpAtomicFAddEXT && l->floats.toward_zero & type_width_of(l, lower_type(l, in->type)))
        FAIL_UNSUPPORTED(l, in, "OpAtomicFAddEXT with RoundingModeRTZ is not supported: processors round to nearest");
    struct spirv_memory_view view = memory_decode(l, in);
    if (view.storage_class == SpvStorageClassImage) {
        lower_image_atomic(l, in, &view);
        return;
    }
    const struct spirv_type *scalar = type_of(l, view.pointee);
    ir_type type = lower_type(l, view.pointee);
    if (scalar->opcode != SpvOpTypeInt && scalar->opcode != SpvOpTypeFloat)
        FAIL_INVALID(l, in, "the pointer does not point to an integer or a float");
    require_type(l, in, view.value, type);
    require_type(l, in, view.comparator, type);
    ir_value address = lower_plain_pointer(l, view.pointer), result = 0;
    struct mapped_operations mapped;
    if (is_resource_pointer(l, address))
        map_resource_atomic(&l->map, &view, scalar->width / 8, scalar->opcode == SpvOpTypeFloat, &mapped);
    else
        map_atomic(&l->map, &view, pointer_space_of(l, address), scalar->width / 8, scalar->opcode == SpvOpTypeFloat,
                   &mapped);
    if (mapped.unsupported)
        FAIL_UNSUPPORTED(l, in, "%s", mapped.unsupported);
    bool has_bounds = bounds_apply(l, view.storage_class);
    struct guard guard = {0};
    if (has_bounds) {
        struct bounds bounds = bounds_of(l, view.pointer);
        guard = bounds_guard_open(l, &bounds, address, scalar->width / 8);
    }
    for (uint32_t i = 0; i < mapped.count; i++) {
        ir_value value = emit_atomic(l, &view, &mapped.operations[i], address, type);
        result = value ? value : result;
    }
    if (has_bounds)
        result = bounds_guard_close(l, &guard, result);
    if (in->result)
        lower_result_unchecked(l, in, result);
}

/* OpMemoryBarrier, OpControlBarrier, and the halves of a split one. */
void lower_op_barrier(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view = memory_decode(l, in);
    emit_barrier(l, &view);
}
