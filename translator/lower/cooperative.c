/* Instructions on cooperative matrices that are not element-wise, except the product (cooperative_product.c): loads,
 * stores, length, and one scalar in all components. */
#include "translator/lower/cooperative.h"

#include "spirv/later.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcode_rows.h"

static const struct spirv_type *matrix_type(struct lowering *l, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    if (type->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX)
        FAIL_INVALID(l, in, "%%%u is no cooperative matrix", id);
    return type;
}

void lower_op_cooperative_length(struct lowering *l, const struct spirv_instruction *in) {
    struct matrix_distribution matrix = matrix_distribution_of(l, matrix_type(l, in, in->operands[0]));
    lower_result(l, in, ir_integer(l->ir, i32_type(l), matrix_length(&matrix)));
}

ir_value matrix_splat(struct lowering *l, const struct spirv_type *type, ir_value scalar) {
    if (ir_type_of(l->ir, scalar) != lower_type(l, type->element))
        FAIL_INVALID(l, &l->current, "its constituent is not of the matrix's component type");
    return emit_splat(l, scalar, lower_type(l, type->id));
}

/* ---- coordinates ---- */

ir_value matrix_lane_coordinate(struct lowering *l, const struct matrix_distribution *matrix, uint32_t first) {
    uint8_t to[6];
    for (uint32_t i = 0; i < matrix->lane_bits; i++)
        to[i] = (uint8_t)(matrix->lane[i] - first) < MATRIX_BITS ? (uint8_t)(matrix->lane[i] - first) : 0xFF;
    return matrix->lane_bits ? matrix_move_bits(l, subgroup_lane(l), to, matrix->lane_bits)
                             : ir_integer(l->ir, i32_type(l), 0);
}

/* The same as a number of 64 bits. */
static ir_value lane_coordinate(struct lowering *l, const struct matrix_distribution *matrix, uint32_t first) {
    return emit1(l, IR_ZEXT, ir_type_integer(l->ir, 64), matrix_lane_coordinate(l, matrix, first));
}

/* ---- memory ---- */

/* A load or store while it is split: the address of a component is
 * base + `major` * stride + `minor` * the component's size, where a row-major matrix's rows are its major parts. */
struct matrix_access {
    struct spirv_memory_view view;
    struct matrix_distribution matrix;
    const struct spirv_type *type;
    uint32_t major, minor; /* MATRIX_ROW, MATRIX_COLUMN */
    ir_value base, stride; /* of the lane's first component; bytes, i64 */
    uint32_t bytes;        /* of a component */
    uint32_t run;          /* components that lie side by side and are accessed at once */
};

enum { LARGEST_ACCESS = 16 };

/* "Pointer and Stride must be aligned to at least the lesser of 16 bytes or the natural alignment of a row or column"
 * (Vulkan, "Validation Rules within a Module", VUID 08986). So a run of a power of two of components that begins at a
 * multiple of its length is aligned to its bytes, up to 16. */
static uint32_t run_length(const struct matrix_distribution *matrix, uint32_t minor, uint32_t bytes) {
    uint32_t bits = 0;
    while (bits < matrix->index_bits && matrix->index[bits] == minor + bits && (bytes << (bits + 1)) <= LARGEST_ACCESS)
        bits++;
    return 1u << bits;
}

/* Stride counts what Pointer points to, and bytes if that is untyped. */
static ir_value stride_bytes(struct lowering *l, const struct spirv_instruction *in, spirv_id stride,
                             const struct spirv_type *pointer) {
    const struct spirv_type *type = type_of_operand(l, stride);
    uint64_t bits, bytes = 1;
    if (!pointer->is_untyped) {
        uint32_t count;
        const struct spirv_type *unit = type_component_of(l, type_of(l, pointer->element), &count);
        if (unit->opcode != SpvOpTypeInt && unit->opcode != SpvOpTypeFloat)
            FAIL_INVALID(l, in, "its pointer points to no number or vector of numbers");
        bytes = (uint64_t)unit->width / 8 * count;
    }
    if (type->opcode != SpvOpTypeInt)
        FAIL_INVALID(l, in, "its stride is no integer");
    ir_type wide = ir_type_integer(l->ir, 64);
    if (spirv_integer_constant(l->spirv, stride, &bits))
        return ir_integer(l->ir, wide, bits * bytes);
    ir_value value = emit_integer_resize(l, lower_value(l, stride), 64, false);
    return bytes == 1 ? value : emit2(l, IR_MUL, wide, value, ir_integer(l->ir, wide, bytes));
}

/* `layout`: the operand that is MemoryLayout; the stride follows it. */
static struct matrix_access begin_matrix(struct lowering *l, const struct spirv_instruction *in, spirv_id type,
                                         uint32_t layout) {
    struct matrix_access access = {.view = memory_decode(l, in), .type = matrix_type(l, in, type)};
    uint64_t order;
    if (!spirv_integer_constant(l->spirv, in->operands[layout], &order))
        FAIL_INVALID(l, in, "its MemoryLayout is no constant");
    if (order != SPIRV_MATRIX_ROW_MAJOR && order != SPIRV_MATRIX_COLUMN_MAJOR)
        FAIL_UNSUPPORTED(l, in,
                         "the Cooperative Matrix Layout %llu is not supported; RowMajorKHR and ColumnMajorKHR are",
                         (unsigned long long)order);
    if (in->operand_count <= layout + 1)
        FAIL_INVALID(l, in, "RowMajorKHR and ColumnMajorKHR need a Stride");
    access.matrix = matrix_distribution_of(l, access.type);
    access.major = order == SPIRV_MATRIX_ROW_MAJOR ? MATRIX_ROW : MATRIX_COLUMN;
    access.minor = order == SPIRV_MATRIX_ROW_MAJOR ? MATRIX_COLUMN : MATRIX_ROW;
    access.bytes = type_of(l, access.type->element)->width / 8;
    access.run = run_length(&access.matrix, access.minor, access.bytes);
    access.stride = stride_bytes(l, in, in->operands[layout + 1], type_of_operand(l, access.view.pointer));
    ir_type wide = ir_type_integer(l->ir, 64), byte = ir_type_integer(l->ir, 8);
    ir_value far = emit2(l, IR_MUL, wide, lane_coordinate(l, &access.matrix, access.major), access.stride);
    ir_value near =
        emit2(l, IR_MUL, wide, lane_coordinate(l, &access.matrix, access.minor), ir_integer(l->ir, wide, access.bytes));
    access.base = emit_address(l, byte, lower_plain_pointer(l, access.view.pointer), emit2(l, IR_ADD, wide, far, near));
    return access;
}

/* Where the run with this index begins. */
static ir_value run_address(struct lowering *l, const struct matrix_access *access, uint32_t index) {
    uint32_t major = matrix_coordinate(&access->matrix, index, access->major);
    uint32_t minor = matrix_coordinate(&access->matrix, index, access->minor);
    ir_type wide = ir_type_integer(l->ir, 64);
    ir_value address = access->base;
    if (major)
        address = emit_address(l, ir_type_integer(l->ir, 8), address,
                               emit2(l, IR_MUL, wide, access->stride, ir_integer(l->ir, wide, major)));
    return emit_offset(l, address, (uint64_t)minor * access->bytes);
}

void lower_op_cooperative_load(struct lowering *l, const struct spirv_instruction *in) {
    struct matrix_access access = begin_matrix(l, in, in->type, 1);
    uint32_t length = matrix_length(&access.matrix), count = 0;
    ir_value *runs = arena_allocate_array(l->arena, length, sizeof *runs);
    ir_type scalar = lower_type(l, access.type->element);
    ir_type type = access.run > 1 ? ir_type_vector(l->ir, scalar, access.run) : scalar;
    for (uint32_t i = 0; i < length; i += access.run)
        runs[count++] = lower_load_components(l, &access.view, run_address(l, &access, i), access.run * access.bytes,
                                              type, access.bytes);
    lower_result(l, in, matrix_join(l, runs, count));
}

/* An invocation of the host runs by itself: it does not store before all have loaded, nor over what another has made
 * of a later store. */
static void wait_for_subgroup(struct lowering *l) {
    if (l->options->target != SMMRA_TARGET_AMDGCN)
        emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0,
                       IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
}

static void wait_for_workgroup(struct lowering *l) {
    const struct spirv_memory_view view = {
        .kind = SPIRV_MEMORY_CONTROL_BARRIER,
        .opcode = SpvOpControlBarrier,
        .execution_scope = SpvScopeWorkgroup,
        .scope = SpvScopeWorkgroup,
        .semantics = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsUniformMemoryMask |
                     SpvMemorySemanticsWorkgroupMemoryMask | SpvMemorySemanticsMakeAvailableMask |
                     SpvMemorySemanticsMakeVisibleMask};
    emit_barrier(l, &view);
}

/* Each subgroup has the whole of a workgroup's matrix, and the first one stores it: "a single implementation-dependent
 * invocation within the instance of the matrix's scope performs a non-atomic store to that memory location" (Vulkan,
 * "Cooperative Matrix Memory Access"). It waits until all have loaded what they need, and all wait for it, so that a
 * matrix that is stored and loaded again is the same for all. */
struct matrix_writer matrix_begin_store(struct lowering *l, const struct spirv_instruction *in,
                                        const struct spirv_type *type) {
    struct matrix_writer writer = {.type = type};
    if (type->scope != SpvScopeWorkgroup) {
        wait_for_subgroup(l);
        return writer;
    }
    wait_for_workgroup(l);
    if (l->options->target == SMMRA_TARGET_AMDGCN) {
        ir_value zero = ir_integer(l->ir, i32_type(l), 0);
        ir_value first = subgroup_read_lane(l, in, builtin_distance_from_first(l), zero);
        writer.one = guard_open(l, emit_compare(l, IR_ICMP, IR_EQ, first, zero));
    }
    return writer;
}

void matrix_end_store(struct lowering *l, const struct matrix_writer *writer) {
    if (writer->type->scope != SpvScopeWorkgroup)
        return;
    if (l->options->target == SMMRA_TARGET_AMDGCN)
        guard_close(l, &writer->one, 0, 0);
    wait_for_workgroup(l);
}

void lower_op_cooperative_store(struct lowering *l, const struct spirv_instruction *in) {
    struct matrix_access access = begin_matrix(l, in, type_of_operand(l, in->operands[1])->id, 2);
    ir_value matrix = lower_operand_of_type(l, in, 1, lower_type(l, access.type->id));
    struct matrix_writer writer = matrix_begin_store(l, in, access.type);
    for (uint32_t i = 0; i < matrix_length(&access.matrix); i += access.run) {
        ir_value part = matrix_part(l, matrix, i, access.run), address = run_address(l, &access, i);
        lower_store_components(l, &access.view, address, access.run * access.bytes, part, access.bytes);
    }
    matrix_end_store(l, &writer);
}
