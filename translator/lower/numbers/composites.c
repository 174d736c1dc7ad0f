/* Composite instructions (SPIR-V specification 3.49.12), and OpUndef, OpCopyObject, OpCopyLogical. */
#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Any value, but the same for every use. It must not be poison, as a branch on poison is undefined behaviour. */
void lower_op_undef(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    lower_result(l, in, emit1(l, IR_FREEZE, type, ir_poison(l->ir, type)));
}

/* A copied pointer keeps all that is known of it; one to a built-in or a texel has no value. */
static void copy_pointer(struct lowering *l, const struct spirv_instruction *in) {
    spirv_id source = in->operands[0];
    if (type_of_operand(l, source)->id != in->type)
        FAIL_INVALID(l, in, "operand 1 (%%%u) does not have the result type", source);
    pointer_set(l, in->result, pointer_of(l, source));
    /* The value may be of another type than the pointer's: the address of descriptors, or one in a BufferBlock. */
    if (!pointer_of(l, source)->interface_variable && !pointer_of(l, source)->texel)
        lower_result_unchecked(l, in, lower_value(l, source));
}

void lower_op_copy_object(struct lowering *l, const struct spirv_instruction *in) {
    if (type_of(l, in->type)->opcode == SpvOpTypePointer)
        copy_pointer(l, in);
    else
        lower_result(l, in, lower_operand_of_type(l, in, 0, lower_type(l, in->type)));
}

/* OpFreezeKHR means what LLVM's freeze does (SPV_KHR_poison_freeze). A pointer stays what it is: only a poison one
 * could become another, and no access through either is defined. */
void lower_op_freeze(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    if (type_of(l, in->type)->opcode == SpvOpTypePointer)
        copy_pointer(l, in);
    else
        lower_result(l, in, emit1(l, IR_FREEZE, type, lower_operand_of_type(l, in, 0, type)));
}

/* ---- OpCompositeConstruct ---- */

/* Whether a long vector is one scalar many times, as compilers write a scalar made into a vector. */
static bool is_splat(struct lowering *l, const struct spirv_instruction *in, ir_type type) {
    enum { MOST_WRITTEN_OUT = 4 };
    uint32_t count = type_count_of(l, type), same = 0;
    while (same < in->operand_count && in->operands[same] == in->operands[0])
        same++;
    return count > MOST_WRITTEN_OUT && same == count &&
           ir_type_of(l->ir, lower_operand(l, in, 0)) == type_scalar_of(l, type);
}

/* Constituents of a vector are scalars and shorter vectors, one after the other. */
static ir_value construct_vector(struct lowering *l, const struct spirv_instruction *in, ir_type type) {
    if (is_splat(l, in, type))
        return emit_splat(l, lower_operand(l, in, 0), type);
    ir_value vector = ir_poison(l->ir, type);
    uint32_t filled = 0, count = type_count_of(l, type);
    for (uint32_t i = 0; i < in->operand_count; i++) {
        ir_value part = lower_operand(l, in, i);
        uint32_t part_count = type_count_of(l, ir_type_of(l->ir, part));
        if (type_scalar_of(l, ir_type_of(l->ir, part)) != type_scalar_of(l, type) || part_count > count - filled)
            FAIL_INVALID(l, in, "constituent %u does not fit the vector", i + 1);
        for (uint32_t component = 0; component < part_count; component++)
            vector = emit_insert_element(l, vector, emit_extract_element(l, part, component), filled++);
    }
    if (filled != count)
        FAIL_INVALID(l, in, "%u components for a vector of %u", filled, count);
    return vector;
}

/* The IR type of part `index` of a composite. */
static ir_type part_type(struct lowering *l, const struct spirv_instruction *in, ir_type type, uint32_t index) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    if (info->kind == IR_TYPE_STRUCT && index < info->member_count)
        return info->members[index];
    if ((info->kind == IR_TYPE_ARRAY || info->kind == IR_TYPE_VECTOR) && index < info->count)
        return info->element;
    FAIL_INVALID(l, in, "index %u does not exist in the composite", index);
}

static bool is_aggregate(struct lowering *l, ir_type type) {
    uint8_t kind = ir_type_get(l->ir, type)->kind;
    return kind == IR_TYPE_STRUCT || kind == IR_TYPE_ARRAY;
}

static uint64_t part_count(struct lowering *l, ir_type type) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    return info->kind == IR_TYPE_STRUCT ? info->member_count : info->count;
}

void lower_op_composite_construct(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    if (type_of(l, in->type)->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX) {
        lower_result(l, in, matrix_splat(l, type_of(l, in->type), lower_operand(l, in, 0)));
        return;
    }
    if (type_is_vector(l, type)) {
        lower_result(l, in, construct_vector(l, in, type));
        return;
    }
    if (!is_aggregate(l, type))
        FAIL_INVALID(l, in, "the result is not a composite");
    if (part_count(l, type) != in->operand_count)
        FAIL_INVALID(l, in, "%u constituents for a composite of %llu", in->operand_count,
                     (unsigned long long)part_count(l, type));
    ir_value composite = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < in->operand_count; i++) {
        mmra_work(&l->watch, 1);
        ir_value part = lower_operand_of_type(l, in, i, part_type(l, in, type, i));
        composite = emit_insert_value(l, composite, part, i);
    }
    /* An empty struct has only one value. */
    lower_result(l, in, in->operand_count ? composite : ir_zero(l->ir, type));
}

enum { MOST_REPLICAS = 1 << 16 };

/* A single constituent stands for all (SPV_EXT_replicated_composites). */
void lower_op_composite_replicate(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_type(l, in->type);
    uint64_t count = is_aggregate(l, type) ? part_count(l, type) : type_count_of(l, type);
    if (count > MOST_REPLICAS)
        FAIL_UNSUPPORTED(l, in, "over %d replicas of one value are not supported", MOST_REPLICAS);
    spirv_id *constituents = arena_allocate_array(l->arena, (size_t)count + 1, sizeof *constituents);
    for (uint64_t i = 0; i < count; i++)
        constituents[i] = in->operands[0];
    struct spirv_instruction whole = *in;
    whole.operands = constituents;
    whole.operand_count = (uint32_t)count;
    lower_op_composite_construct(l, &whole);
}

/* ---- OpCompositeExtract, OpCompositeInsert ---- */

/* A path of literal indexes into a composite, in LLVM's two parts: through aggregates, then perhaps into a vector. */
struct path {
    const uint32_t *indexes;
    uint32_t aggregate_count; /* indexes that lead through aggregates */
    ir_type aggregate_end;    /* what they lead to */
    bool into_vector;         /* one more index follows, into that */
    ir_type end;
};

static struct path read_path(struct lowering *l, const struct spirv_instruction *in, ir_type type,
                             const uint32_t *indexes, uint32_t count) {
    struct path path = {.indexes = indexes, .aggregate_end = type, .end = type};
    for (uint32_t i = 0; i < count; i++) {
        bool vector = ir_type_get(l->ir, path.end)->kind == IR_TYPE_VECTOR;
        path.end = part_type(l, in, path.end, indexes[i]);
        if (vector) {
            path.into_vector = true;
        } else {
            path.aggregate_count = i + 1;
            path.aggregate_end = path.end;
        }
    }
    return path;
}

static bool is_constant(struct lowering *l, ir_value composite) {
    uint8_t kind = ir_value_get(l->ir, composite)->kind;
    return kind == IR_VALUE_AGGREGATE || kind == IR_VALUE_ZERO;
}

/* A part of a constant is a constant, so the whole need not be written out. */
static ir_value extract_at(struct lowering *l, ir_value composite, const struct path *path) {
    uint32_t first = 0;
    for (; first < path->aggregate_count && is_constant(l, composite); first++)
        composite = emit_extract_value(l, composite, path->indexes[first]);
    if (first == path->aggregate_count)
        return composite;
    uint32_t operands[SPIRV_MAX_NESTING + 1], count = path->aggregate_count - first;
    operands[0] = composite;
    memcpy(operands + 1, path->indexes + first, count * sizeof *operands);
    return emit_instruction(l, IR_EXTRACTVALUE, path->aggregate_end, operands, count + 1);
}

static ir_value insert_at(struct lowering *l, ir_value composite, ir_value part, const struct path *path) {
    if (!path->aggregate_count)
        return part;
    uint32_t operands[SPIRV_MAX_NESTING + 2];
    operands[0] = composite;
    operands[1] = part;
    memcpy(operands + 2, path->indexes, path->aggregate_count * sizeof *operands);
    return emit_instruction(l, IR_INSERTVALUE, ir_type_of(l->ir, composite), operands, path->aggregate_count + 2);
}

void lower_op_composite_extract(struct lowering *l, const struct spirv_instruction *in) {
    if (memory_extract(l, in))
        return;
    ir_value composite = lower_operand(l, in, 0);
    struct path path = read_path(l, in, ir_type_of(l->ir, composite), in->operands + 1, in->operand_count - 1);
    ir_value part = extract_at(l, composite, &path);
    if (path.into_vector)
        part = emit_extract_element(l, part, path.indexes[path.aggregate_count]);
    lower_result(l, in, part);
}

void lower_op_composite_insert(struct lowering *l, const struct spirv_instruction *in) {
    ir_value object = lower_operand(l, in, 0), composite = lower_operand_of_type(l, in, 1, lower_type(l, in->type));
    struct path path = read_path(l, in, ir_type_of(l->ir, composite), in->operands + 2, in->operand_count - 2);
    if (ir_type_of(l->ir, object) != path.end)
        FAIL_INVALID(l, in, "the object does not have the type of the part that it replaces");
    if (path.into_vector)
        object = emit_insert_element(l, extract_at(l, composite, &path), object, path.indexes[path.aggregate_count]);
    lower_result(l, in, insert_at(l, composite, object, &path));
}

/* ---- vectors ---- */

static ir_value vector_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index) {
    ir_value vector = lower_operand(l, in, index);
    if (!type_is_vector(l, ir_type_of(l->ir, vector)))
        FAIL_INVALID(l, in, "operand %u (%%%u) is not a vector", index + 1, in->operands[index]);
    return vector;
}

/* Beyond the vector's end the value is undefined in SPIR-V and poison in LLVM; the freeze makes it a value. */
static ir_value freeze_unless_inside(struct lowering *l, ir_value value, ir_value vector, ir_value index) {
    const struct ir_value_info *info = ir_value_get(l->ir, index);
    bool is_constant = info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_ZERO;
    if (is_constant && (info->kind == IR_VALUE_ZERO ? 0 : info->bits) < type_count_of(l, ir_type_of(l->ir, vector)))
        return value;
    return emit1(l, IR_FREEZE, ir_type_of(l->ir, value), value);
}

void lower_op_vector_extract_dynamic(struct lowering *l, const struct spirv_instruction *in) {
    ir_value vector = vector_operand(l, in, 0), index = lower_operand_of_class(l, in, 1, CLASS_INTEGER);
    ir_type type = type_scalar_of(l, ir_type_of(l->ir, vector));
    ir_value component = emit2(l, IR_EXTRACTELEMENT, type, vector, index);
    lower_result(l, in, freeze_unless_inside(l, component, vector, index));
}

void lower_op_vector_insert_dynamic(struct lowering *l, const struct spirv_instruction *in) {
    ir_value vector = vector_operand(l, in, 0);
    ir_type type = ir_type_of(l->ir, vector);
    ir_value component = lower_operand_of_type(l, in, 1, type_scalar_of(l, type));
    ir_value index = lower_operand_of_class(l, in, 2, CLASS_INTEGER);
    ir_value inserted = emit3(l, IR_INSERTELEMENT, type, vector, component, index);
    lower_result(l, in, freeze_unless_inside(l, inserted, vector, index));
}

/* A vector extended to `count` components by components of any value. */
static ir_value widen_vector(struct lowering *l, ir_value vector, uint32_t count) {
    ir_type type = ir_type_of(l->ir, vector);
    uint32_t old_count = type_count_of(l, type);
    if (old_count == count)
        return vector;
    uint32_t *mask = arena_allocate_array(l->arena, count, sizeof *mask);
    for (uint32_t i = 0; i < count; i++)
        mask[i] = i < old_count ? i : 0;
    return emit_shuffle(l, vector, ir_poison(l->ir, type), mask, count);
}

/* LLVM needs two vectors of one length: the shorter one is extended, and indexes into the second move accordingly. The
 * index 0xFFFFFFFF, "undefined", chooses component 0. */
void lower_op_vector_shuffle(struct lowering *l, const struct spirv_instruction *in) {
    ir_value first = vector_operand(l, in, 0), second = vector_operand(l, in, 1);
    uint32_t first_count = type_count_of(l, ir_type_of(l->ir, first));
    uint32_t second_count = type_count_of(l, ir_type_of(l->ir, second));
    if (type_scalar_of(l, ir_type_of(l->ir, first)) != type_scalar_of(l, ir_type_of(l->ir, second)))
        FAIL_INVALID(l, in, "the two vectors have different component types");
    uint32_t common = first_count > second_count ? first_count : second_count;
    uint32_t count = in->operand_count - 2;
    if (count != type_count_of(l, lower_type(l, in->type)))
        FAIL_INVALID(l, in, "a vector of %u components", count);
    uint32_t *mask = arena_allocate_array(l->arena, count + 1, sizeof *mask);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = in->operands[i + 2];
        if (index != UINT32_MAX && index >= first_count + second_count)
            FAIL_INVALID(l, in, "component %u does not exist in the two vectors", index);
        mask[i] = index == UINT32_MAX ? 0 : index < first_count ? index : index - first_count + common;
    }
    second = widen_vector(l, second, common);
    lower_result(l, in, emit_shuffle(l, widen_vector(l, first, common), second, mask, count));
}

/* ---- OpCopyLogical ---- */

/* Recursion follows the type's nesting, which the reader bounds. */
ir_value lower_copied_logically(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_type type) {
    ir_type from = ir_type_of(l->ir, value);
    if (from == type)
        return value;
    if (!is_aggregate(l, from) || !is_aggregate(l, type) || part_count(l, from) != part_count(l, type))
        FAIL_INVALID(l, in, "the operand and the result do not match part by part");
    ir_value copy = ir_poison(l->ir, type);
    budget_spend(l, part_count(l, type),
                 "whole arrays are copied that split into too many parts; copy them element by element in a loop");
    uint32_t count = (uint32_t)part_count(l, type);
    for (uint32_t i = 0; i < count; i++) {
        mmra_work(&l->watch, 1);
        ir_value part = lower_copied_logically(l, in, emit_extract_value(l, value, i), part_type(l, in, type, i));
        copy = emit_insert_value(l, copy, part, i);
    }
    return count ? copy : ir_zero(l->ir, type);
}

void lower_op_copy_logical(struct lowering *l, const struct spirv_instruction *in) {
    if (memory_pass_delayed_load(l, in->operands[0], in->result))
        return;
    ir_type type = lower_type(l, in->type);
    lower_result(l, in, lower_copied_logically(l, in, lower_operand(l, in, 0), type));
}

/* ---- pointers as values ---- */

/* OpPtrEqual and OpPtrNotEqual. */
void lower_pointer_comparison(struct lowering *l, const struct spirv_instruction *in) {
    ir_value a = lower_operand_of_class(l, in, 0, CLASS_POINTER);
    lower_result(l, in,
                 emit_compare(l, IR_ICMP, l->row->detail, a, lower_operand_of_type(l, in, 1, ir_type_of(l->ir, a))));
}

/* The distance in elements. Both pointers point into one array, so the division is exact. */
void lower_op_ptr_diff(struct lowering *l, const struct spirv_instruction *in) {
    ir_type type = lower_result_type_of_class(l, in, CLASS_INTEGER);
    ir_value a = lower_operand_of_class(l, in, 0, CLASS_POINTER);
    ir_value b = lower_operand_of_type(l, in, 1, ir_type_of(l->ir, a));
    const struct spirv_type *pointer = type_of_operand(l, in->operands[0]);
    uint64_t stride = spirv_pointer_stride(&l->layouts, pointer, pointer->is_untyped ? 0 : pointer->element);
    if (!stride)
        FAIL_INVALID(l, in, "a difference of pointers to something without size");
    ir_type address = ir_type_integer(l->ir, 64);
    ir_value from = emit1(l, IR_PTRTOINT, address, b);
    ir_value bytes = emit_binary(l, IR_SUB, emit1(l, IR_PTRTOINT, address, a), from);
    ir_value elements = emit_binary(l, IR_SDIV, bytes, ir_integer(l->ir, address, stride));
    lower_result(l, in, emit_integer_resize(l, elements, type_width_of(l, type), true));
}
