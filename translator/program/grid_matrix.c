/* Cooperative matrices (SPV_KHR_cooperative_matrix): "the mapping of components to invocations and indexes is
 * implementation-dependent". Here the component (row, column) is the invocation's whose number in the subgroup, or in
 * the workgroup where that is the matrix's scope, is (row * columns + column) modulo how many invocations these have,
 * or the one before it in the second of two readings: the same for all matrices of a size and a scope, whatever they
 * are used for. So each component is accessed by one invocation, in the two readings by two, and no other invocation is
 * ordered with both. Where a matrix is stored and loaded again in the same layout, one invocation does both: Vulkan
 * does not say so ("Cooperative Matrix Memory Access"), and the verdict names it. */
#include "spirv/later.h"
#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

static const struct spirv_type *matrix_type(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = grid_type(g, in, id);
    if (type->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX)
        grid_refuse(g, in, "its operand %s is no cooperative matrix", grid_name(g, id));
    return type;
}

const struct spirv_type *grid_matrix_type_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    return matrix_type(g, in, type ? type->id : 0);
}

uint8_t grid_matrix_level(const struct spirv_type *type) {
    return type->scope == SpvScopeWorkgroup ? VULKAN_WORKGROUP : VULKAN_SUBGROUP;
}

/* How many invocations have a matrix of this type together. */
static uint32_t members_of(struct grid_reader *g, const struct spirv_type *type) {
    return grid_member_count(g, grid_matrix_level(type));
}

/* The component that a member has at an index, or in the second reading another member. */
static uint32_t component_of(const struct grid_reader *g, uint32_t members, uint32_t number, uint32_t index) {
    return index * members + (number + g->turned) % members;
}

uint32_t grid_matrix_component(struct grid_reader *g, const struct spirv_type *type, uint32_t index) {
    uint32_t members = members_of(g, type);
    g->spreads |= members > 1;
    return component_of(g, members, grid_member_number(g, grid_matrix_level(type)), index);
}

struct grid_leaf grid_component_leaf(struct grid_reader *g, const struct spirv_instruction *in,
                                     const struct spirv_type *type) {
    const struct spirv_type *scalar = grid_type(g, in, type->element);
    return (struct grid_leaf){.bytes = (uint8_t)(scalar->width / 8),
                              .width = (uint8_t)scalar->width,
                              .floating = scalar->opcode == SpvOpTypeFloat};
}

/* ---- memory ---- */

static bool may_be_one(const struct grid_reader *g, const struct grid_variable *a, const struct grid_variable *b) {
    return a == b || (a && b && grid_is_alias(g, a, b));
}

void grid_note_access(struct grid_reader *g, const struct grid_variable *root, enum grid_accessor by) {
    for (uint32_t i = 0; i < g->accessed_count; i++)
        if (g->accessed[i].root == root && g->accessed[i].by == by)
            return;
    *ARENA_PUSH(g->arena, g->accessed, g->accessed_count, g->accessed_capacity) = (struct grid_accessed){root, by};
}

/* Whether matrices are stored to, or loaded from, memory that is accessed in another way too. */
static bool is_accessed(const struct grid_reader *g, enum grid_accessor matrix, enum grid_accessor other) {
    for (uint32_t i = 0; i < g->accessed_count; i++)
        for (uint32_t k = 0; k < g->accessed_count; k++)
            if (g->accessed[i].by == matrix && g->accessed[k].by == other &&
                may_be_one(g, g->accessed[i].root, g->accessed[k].root))
                return true;
    return false;
}

void grid_settle_matrices(struct grid_reader *g) {
    g->output->turns = g->spreads && (is_accessed(g, GRID_MATRIX_STORE, GRID_OTHER_ACCESS) ||
                                      is_accessed(g, GRID_MATRIX_LOAD, GRID_OTHER_ACCESS));
    if (g->spreads && is_accessed(g, GRID_MATRIX_STORE, GRID_MATRIX_LOAD))
        litmus_assume(
            g->litmus, g->arena,
            "between barriers a component of a cooperative matrix is loaded by the invocation that stored it, "
            "which Vulkan leaves to the implementation");
}

/* Bytes from one row to the next, or from one column to the next. */
static struct program_operand stride_of(struct grid_reader *g, const struct spirv_instruction *in, uint32_t layout,
                                        uint64_t unit, bool *rows) {
    uint64_t order;
    if (in->operand_count <= layout + 1 || !spirv_integer_constant(g->module, in->operands[layout], &order) ||
        order > SPIRV_MATRIX_COLUMN_MAJOR)
        grid_refuse(g, in, "a layout of a cooperative matrix other than RowMajorKHR and ColumnMajorKHR with a Stride");
    *rows = order == SPIRV_MATRIX_ROW_MAJOR;
    struct litmus_part stride = grid_value_of(g, in, in->operands[layout + 1]).parts[0];
    struct program_operand wide = grid_compute(g, PROGRAM_COPY, 64, stride.width, stride.operand, nothing);
    return grid_compute(g, PROGRAM_MUL, 64, 0, wide, program_constant(unit));
}

/* "Pointer points into an array whose elements are scalars or vectors", of any type: halves may lie in words. */
static void note_view(struct grid_reader *g, const struct spirv_instruction *in, const struct grid_value *address,
                      uint8_t component) {
    const struct spirv_type *pointer = spirv_type_of_value(g->module, in->operands[0]), *type = pointer;
    while (type && (type == pointer || type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeArray ||
                    type->opcode == SpvOpTypeRuntimeArray))
        type = type->element ? spirv_type_of_id(g->module, type->element) : NULL;
    const struct grid_view view = {address->root, type ? (uint8_t)(type->width / 8) : 0, component};
    if (!view.bytes || view.bytes == component)
        return;
    for (uint32_t i = 0; i < g->view_count; i++)
        if (g->views[i].root == view.root && g->views[i].bytes == view.bytes && g->views[i].component == component)
            return;
    *ARENA_PUSH(g->arena, g->views, g->view_count, g->view_capacity) = view;
}

static void access(struct grid_reader *g, const struct spirv_instruction *in) {
    uint64_t unit;
    struct model_operation operation;
    struct grid_value address = grid_matrix_address(g, in, &operation, &unit);
    bool stores = in->opcode == SPIRV_COOPERATIVE_MATRIX_STORE, rows;
    const struct spirv_type *type = stores ? grid_matrix_type_of(g, in, in->operands[1]) : matrix_type(g, in, in->type);
    const struct grid_leaf leaf = grid_component_leaf(g, in, type);
    struct program_operand stride = stride_of(g, in, stores ? 2 : 1, unit, &rows);
    note_view(g, in, &address, leaf.bytes);
    struct grid_value value = stores ? grid_value_of(g, in, in->operands[1]) : grid_new_value(g, in, type);
    grid_meet(g, grid_matrix_level(type));
    for (uint32_t i = 0; i < value.count; i++) {
        uint32_t number = grid_matrix_component(g, type, i);
        uint32_t row = number / type->columns, column = number % type->columns;
        struct program_operand far = grid_compute(g, PROGRAM_MUL, 64, 0, stride, program_constant(rows ? row : column));
        struct program_operand near = program_constant((uint64_t)(rows ? column : row) * leaf.bytes);
        struct litmus_part at = grid_part(grid_compute(g, PROGRAM_ADD, 64, 0, far, near), 64);
        at.operand = grid_compute(g, PROGRAM_ADD, 64, 0, address.parts[0].operand, at.operand);
        struct grid_value there = address;
        there.parts = &at;
        struct program_instruction *one = grid_append_access(g, &operation, there, leaf);
        if (stores)
            one->b = value.parts[i].operand;
        else
            one->target = (uint32_t)value.parts[i].operand.value;
    }
    if (!stores)
        grid_set_result(g, in, value);
}

/* ---- products ---- */

static bool is_number(const struct spirv_type *scalar) {
    return scalar->opcode == SpvOpTypeFloat || scalar->small_float;
}

/* Bits of the numbers that a product of this type is computed with. */
static uint8_t computed_width(const struct spirv_type *scalar) {
    return scalar->small_float ? 32 : (uint8_t)scalar->width;
}

/* A component of a matrix as such a number. */
static struct program_operand convert(struct grid_reader *g, const struct spirv_type *scalar,
                                      const struct spirv_type *matrix, struct program_operand value, bool is_signed) {
    const struct spirv_type *from = grid_type(g, NULL, matrix->element);
    enum program_alu alu = is_number(scalar) ? PROGRAM_FCONVERT : is_signed ? PROGRAM_SEXT : PROGRAM_COPY;
    struct litmus_part part = grid_part(value, (uint8_t)from->width);
    if (from->small_float)
        part = grid_from_small(g, (enum spirv_small_float)from->small_float, part);
    return part.width == computed_width(scalar)
               ? part.operand
               : grid_compute(g, alu, computed_width(scalar), part.width, part.operand, nothing);
}

/* All components of a matrix, row by row. */
static struct program_operand *all_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    struct grid_value value = grid_value_of(g, in, id);
    const struct spirv_type *type = grid_matrix_type_of(g, in, id);
    uint32_t members = members_of(g, type);
    struct program_operand *all = arena_allocate_array(g->arena, value.count * members + 1, sizeof *all);
    struct program_operand *theirs = arena_allocate_array(g->arena, members, sizeof *theirs);
    for (uint32_t i = 0; i < value.count; i++) {
        grid_exchange(g, grid_matrix_level(type), value.parts[i].operand, theirs);
        for (uint32_t k = 0; k < members; k++)
            all[component_of(g, members, k, i)] = theirs[k];
    }
    return all;
}

/* The same as numbers that a product is computed with. */
static struct program_operand *gather(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id,
                                      const struct spirv_type *scalar, bool is_signed) {
    const struct spirv_type *type = grid_matrix_type_of(g, in, id);
    struct program_operand *all = all_of(g, in, id);
    for (uint32_t i = 0; i < type->rows * type->columns; i++)
        all[i] = convert(g, scalar, type, all[i], is_signed);
    return all;
}

/* "The order of the operations is implementation-dependent": sums of floating-point numbers are estimates. */
static void multiply(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *a = grid_matrix_type_of(g, in, in->operands[0]),
                            *b = grid_matrix_type_of(g, in, in->operands[1]);
    const struct spirv_type *c = grid_matrix_type_of(g, in, in->operands[2]), *type = matrix_type(g, in, in->type);
    const struct spirv_type *scalar = grid_type(g, in, type->element);
    uint32_t operands = in->operand_count > 3 ? in->operands[3] : 0;
    bool floating = is_number(scalar);
    bool saturates = !floating && operands & SPIRV_MATRIX_SATURATING_ACCUMULATION;
    if (saturates && scalar->width > 32)
        grid_refuse(g, in, "SaturatingAccumulationKHR in more than 32 bits");
    if (a->columns != b->rows || a->rows != type->rows || b->columns != type->columns || c->rows != type->rows ||
        c->columns != type->columns)
        grid_refuse(g, in, "its operands do not fit its type");
    struct program_operand *left = gather(g, in, in->operands[0], scalar, operands & SPIRV_MATRIX_A_SIGNED);
    struct program_operand *right = gather(g, in, in->operands[1], scalar, operands & SPIRV_MATRIX_B_SIGNED);
    struct grid_value added = grid_value_of(g, in, in->operands[2]);
    struct grid_value result = grid_new_value(g, in, type);
    uint8_t width = computed_width(scalar);
    for (uint32_t i = 0; i < result.count; i++) {
        uint32_t at = grid_matrix_component(g, type, i), row = at / type->columns, column = at % type->columns;
        struct program_operand before = convert(g, scalar, c, added.parts[i].operand, operands & SPIRV_MATRIX_C_SIGNED);
        struct program_operand sum = saturates ? program_constant(0) : before;
        for (uint32_t k = 0; k < a->columns; k++)
            sum = grid_compute(g, floating ? PROGRAM_FADD : PROGRAM_ADD, width, 0, sum,
                               grid_compute(g, floating ? PROGRAM_FMUL : PROGRAM_MUL, width, 0,
                                            left[row * a->columns + k], right[k * b->columns + column]));
        if (saturates)
            sum = grid_saturating_sum(g, sum, before, operands & SPIRV_MATRIX_RESULT_SIGNED, width);
        result.parts[i].operand =
            scalar->small_float ? grid_to_small(g, in, (enum spirv_small_float)scalar->small_float, sum) : sum;
    }
    grid_set_result(g, in, result);
    if (floating)
        grid_note_estimate(g, in);
}

/* ---- components that go to other invocations, or to functions ---- */

/* "Converts to another use", exchanging rows and columns where it is said. Where a component is does not depend on its
 * matrix's use here. Conversions of the type, which are arithmetic, do not exchange. */
static void convert_use(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *from = grid_matrix_type_of(g, in, in->operands[0]), *type = matrix_type(g, in, in->type);
    bool exchanges =
        in->opcode == SPIRV_COOPERATIVE_MATRIX_TRANSPOSE ||
        spirv_find_decoration(g->module, in->result, SPIRV_NO_MEMBER, (SpvDecoration)SPIRV_DECORATION_MATRIX_TRANSPOSE);
    if (from->rows != (exchanges ? type->columns : type->rows) ||
        from->columns != (exchanges ? type->rows : type->columns))
        grid_refuse(g, in, "its operand does not fit its type");
    struct grid_value result = grid_new_value(g, in, type), value = grid_value_of(g, in, in->operands[0]);
    struct program_operand *all = exchanges ? all_of(g, in, in->operands[0]) : NULL;
    for (uint32_t i = 0; i < result.count; i++) {
        uint32_t at = grid_matrix_component(g, type, i), row = at / type->columns, column = at % type->columns;
        result.parts[i].operand = all ? all[column * from->columns + row] : value.parts[i].operand;
    }
    grid_set_result(g, in, result);
}

static struct grid_value scalar_value(struct grid_reader *g, struct program_operand operand, uint32_t width) {
    struct grid_value value = {.count = 1, .parts = arena_allocate_array(g->arena, 1, sizeof *value.parts)};
    value.parts[0] = grid_part(operand, (uint8_t)width);
    return value;
}

/* Rows and columns of the operand that are combined for one component of the result. */
struct reduced {
    uint32_t first_row, rows, first_column, columns;
};

static struct reduced reduced_part(uint32_t reduce, const struct spirv_type *from, uint32_t row, uint32_t column) {
    if (reduce == SPIRV_MATRIX_REDUCE_2X2)
        return (struct reduced){2 * row, 2, 2 * column, 2};
    return (struct reduced){
        reduce & SPIRV_MATRIX_REDUCE_COLUMN ? 0 : row, reduce & SPIRV_MATRIX_REDUCE_COLUMN ? from->rows : 1,
        reduce & SPIRV_MATRIX_REDUCE_ROW ? 0 : column, reduce & SPIRV_MATRIX_REDUCE_ROW ? from->columns : 1};
}

struct reduction {
    const struct spirv_instruction *in;
    const struct spirv_type *from; /* the operand's type */
    uint32_t width;                /* of a component */
};

static struct program_operand combine(struct grid_reader *g, const struct reduction *r, struct program_operand a,
                                      struct program_operand b) {
    const struct grid_value arguments[] = {scalar_value(g, a, r->width), scalar_value(g, b, r->width)};
    return grid_call_component(g, r->in, arguments, 2);
}

/* All components as one: the own ones first, then those of pairs of invocations, of pairs of pairs, and so on. There is
 * a power of two of invocations. */
static struct program_operand combine_all(struct grid_reader *g, const struct reduction *r) {
    struct grid_value value = grid_value_of(g, r->in, r->in->operands[0]);
    uint8_t level = grid_matrix_level(r->from);
    uint32_t members = members_of(g, r->from), own = grid_member_number(g, level);
    struct program_operand *theirs = arena_allocate_array(g->arena, members, sizeof *theirs);
    struct program_operand sum = value.parts[0].operand;
    for (uint32_t i = 1; i < value.count; i++)
        sum = combine(g, r, sum, value.parts[i].operand);
    for (uint32_t bit = 1; bit < members; bit *= 2) {
        grid_exchange(g, level, sum, theirs);
        bool is_second = own & bit;
        sum = combine(g, r, theirs[is_second ? own ^ bit : own], theirs[is_second ? own : own ^ bit]);
    }
    return sum;
}

static struct program_operand combine_part(struct grid_reader *g, const struct reduction *r,
                                           const struct program_operand *all, struct reduced part) {
    const struct spirv_type *from = r->from;
    if (part.first_row + part.rows > from->rows || part.first_column + part.columns > from->columns)
        grid_refuse(g, r->in, "its operand does not fit its type");
    struct program_operand sum = all[part.first_row * from->columns + part.first_column];
    for (uint32_t k = 1; k < part.rows * part.columns; k++) {
        uint32_t row = part.first_row + k / part.columns, column = part.first_column + k % part.columns;
        sum = combine(g, r, sum, all[row * from->columns + column]);
    }
    return sum;
}

/* The order in which components are combined is the implementation's: so floats are estimates. */
static void reduce(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *from = grid_matrix_type_of(g, in, in->operands[0]), *type = matrix_type(g, in, in->type);
    const struct spirv_type *scalar = grid_type(g, in, type->element);
    const struct reduction r = {in, from, scalar->width};
    uint32_t members = members_of(g, from);
    bool is_one =
        in->operands[1] == (SPIRV_MATRIX_REDUCE_ROW | SPIRV_MATRIX_REDUCE_COLUMN) && !(members & (members - 1));
    struct grid_value result = grid_new_value(g, in, type);
    struct program_operand one = {0}, *all = NULL;
    if (is_one)
        one = combine_all(g, &r);
    else
        all = all_of(g, in, in->operands[0]);
    for (uint32_t i = 0; i < result.count; i++) {
        uint32_t at = grid_matrix_component(g, type, i), row = at / type->columns, column = at % type->columns;
        result.parts[i].operand =
            is_one ? one : combine_part(g, &r, all, reduced_part(in->operands[1], from, row, column));
    }
    grid_set_result(g, in, result);
    if (is_number(scalar))
        grid_note_estimate(g, in);
}

/* The function gets row, column, component, and what else is said: of a matrix the component at that place. */
static void per_element(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *type = matrix_type(g, in, in->type), *scalar = grid_type(g, in, type->element);
    struct grid_value matrix = grid_value_of(g, in, in->operands[0]), result = grid_new_value(g, in, type);
    uint32_t count = in->operand_count + 1;
    struct grid_value *arguments = arena_allocate_array(g->arena, count, sizeof *arguments);
    if (grid_matrix_type_of(g, in, in->operands[0]) != type)
        grid_refuse(g, in, "its operand does not fit its type");
    for (uint32_t i = 0; i < result.count; i++) {
        uint32_t at = grid_matrix_component(g, type, i);
        arguments[0] = scalar_value(g, program_constant(at / type->columns), 32);
        arguments[1] = scalar_value(g, program_constant(at % type->columns), 32);
        arguments[2] = scalar_value(g, matrix.parts[i].operand, scalar->width);
        for (uint32_t k = 3; k < count; k++) {
            struct grid_value given = grid_value_of(g, in, in->operands[k - 1]);
            bool is_matrix = spirv_type_of_value(g->module, in->operands[k - 1]) == type;
            arguments[k] = is_matrix ? scalar_value(g, given.parts[i].operand, scalar->width) : given;
        }
        result.parts[i].operand = grid_call_component(g, in, arguments, count);
    }
    grid_set_result(g, in, result);
}

/* Row and column of the invocation's own component number `index`. */
static void coordinate(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *type = grid_matrix_type_of(g, in, in->operands[0]);
    struct litmus_part index = grid_value_of(g, in, in->operands[1]).parts[0];
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct program_operand columns = program_constant(type->columns);
    struct program_operand at =
        grid_compute(g, PROGRAM_MUL, 32, 0, index.operand, program_constant(members_of(g, type)));
    at = grid_compute(g, PROGRAM_ADD, 32, 0, at, program_constant(grid_matrix_component(g, type, 0)));
    if (index.width != 32 || result.count != 2)
        grid_refuse(g, in, "an index of another width than 32 bits");
    result.parts[0].operand = grid_compute(g, PROGRAM_UDIV, 32, 0, at, columns);
    result.parts[1].operand = grid_compute(g, PROGRAM_UREM, 32, 0, at, columns);
    grid_set_result(g, in, result);
}

static void length(struct grid_reader *g, const struct spirv_instruction *in) {
    grid_set_operand(g, in, program_constant(grid_matrix_count(g, in, matrix_type(g, in, in->operands[0]))));
}

static const struct grid_row rows[] = {{SPIRV_COOPERATIVE_MATRIX_LOAD, access},
                                       {SPIRV_COOPERATIVE_MATRIX_STORE, access},
                                       {SPIRV_COOPERATIVE_MATRIX_MUL_ADD, multiply},
                                       {SPIRV_COOPERATIVE_MATRIX_CONVERT_USE, convert_use},
                                       {SPIRV_COOPERATIVE_MATRIX_TRANSPOSE, convert_use},
                                       {SPIRV_COOPERATIVE_MATRIX_REDUCE, reduce},
                                       {SPIRV_COOPERATIVE_MATRIX_PER_ELEMENT, per_element},
                                       {SPIRV_COOPERATIVE_MATRIX_GET_COORDINATE, coordinate},
                                       {SPIRV_COOPERATIVE_MATRIX_LENGTH, length}};

const struct grid_table grid_matrix_tables[] = {GRID_ROWS(rows), {NULL}};
