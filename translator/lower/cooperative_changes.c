/* Cooperative matrices whose components go to other invocations, or are given to functions: conversions of their use,
 * transposition, reductions, functions of each component (SPV_NV_cooperative_matrix2,
 * SPV_EXT_cooperative_matrix_maintenance1). */
#include "spirv/later.h"
#include "translator/lower/cooperative.h"
#include "translator/lower/expression.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcode_rows.h"

enum { COORDINATE_BITS = 2 * MATRIX_BITS, MOST_LANES = 64, NOWHERE = 0xFF };

static const struct spirv_type *matrix_type(struct lowering *l, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    if (type->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX)
        FAIL_INVALID(l, in, "%%%u is no cooperative matrix", id);
    return type;
}

static const struct spirv_type *operand_type(struct lowering *l, const struct spirv_instruction *in) {
    return matrix_type(l, in, type_of_operand(l, in->operands[0])->id);
}

static uint32_t find_bit(const uint8_t *bits, uint32_t count, uint32_t wanted) {
    for (uint32_t i = 0; i < count; i++)
        if (bits[i] == wanted)
            return i;
    return NOWHERE;
}

/* ---- components to where another distribution has them ---- */

/* Which bit of the result's row or column a bit of the source's is; MATRIX_REPEATED: it is 0. */
struct coordinate_map {
    uint8_t bit[COORDINATE_BITS];
};

/* The same bits of rows and columns. */
static struct coordinate_map same_places(void) {
    struct coordinate_map map;
    for (uint32_t i = 0; i < COORDINATE_BITS; i++)
        map.bit[i] = (uint8_t)i;
    return map;
}

/* A bit of the source's lane or index comes from the result's lane, or from its index. */
struct bit_source {
    uint8_t lane, index; /* the bit there; NOWHERE: it is not from there */
};

struct change {
    const struct spirv_instruction *in;
    struct matrix_distribution from, to;
    struct bit_source lane[6], index[COORDINATE_BITS];
    ir_value value, lane_part;  /* of the source's lane: what follows from the own one */
    bool is_here;               /* each lane has what it needs itself */
    ir_value moved[MOST_LANES]; /* vectors of the lanes that differ in these bits */
};

static struct bit_source source_of(struct lowering *l, const struct change *c, const struct coordinate_map *map,
                                   uint32_t bit, uint32_t own) {
    struct bit_source source = {NOWHERE, NOWHERE};
    uint32_t wanted = bit == MATRIX_REPEATED ? MATRIX_REPEATED : map->bit[bit];
    if (bit == MATRIX_REPEATED) /* any copy: the nearest */
        source.lane = (uint8_t)own;
    if (wanted == MATRIX_REPEATED)
        return source;
    source.lane = (uint8_t)find_bit(c->to.lane, c->to.lane_bits, wanted);
    source.index = (uint8_t)find_bit(c->to.index, c->to.index_bits, wanted);
    if (source.lane == NOWHERE && source.index == NOWHERE)
        FAIL_INVALID(l, c->in, "the rows and columns of its operand and its result do not fit");
    return source;
}

static void find_sources(struct lowering *l, struct change *c, const struct coordinate_map *map) {
    uint8_t to[6] = {NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE};
    ir_value lane = 0;
    c->is_here = true;
    for (uint32_t bit = 0; bit < c->from.lane_bits; bit++) {
        c->lane[bit] = source_of(l, c, map, c->from.lane[bit], bit);
        c->is_here = c->is_here && c->lane[bit].lane == bit;
    }
    for (uint32_t bit = 0; bit < c->from.index_bits; bit++)
        c->index[bit] = source_of(l, c, map, c->from.index[bit], NOWHERE);
    for (uint32_t bit = 0; bit < c->from.lane_bits && !c->is_here; bit++) { /* one may go to several */
        if (c->lane[bit].lane == NOWHERE)
            continue;
        to[c->lane[bit].lane] = (uint8_t)bit;
        ir_value part = matrix_move_bits(l, subgroup_lane(l), to, c->to.lane_bits);
        to[c->lane[bit].lane] = NOWHERE;
        lane = lane ? emit_binary(l, IR_OR, lane, part) : part;
    }
    c->lane_part = lane ? lane : ir_integer(l->ir, i32_type(l), 0);
}

static ir_value vector_of(struct lowering *l, struct change *c, uint32_t bits) {
    if (c->is_here)
        return c->value;
    if (!c->moved[bits]) {
        ir_value lane = c->lane_part;
        if (bits)
            lane = emit_binary(l, IR_OR, lane, ir_integer(l->ir, i32_type(l), bits));
        c->moved[bits] = matrix_of_lanes(l, c->in, c->value, lane);
    }
    return c->moved[bits];
}

/* Whether a bit of the own lane is set. */
static ir_value lane_has(struct lowering *l, uint32_t bit) {
    ir_type word = i32_type(l);
    ir_value masked = emit_binary(l, IR_AND, subgroup_lane(l), ir_integer(l->ir, word, UINT64_C(1) << bit));
    return emit_compare(l, IR_ICMP, IR_NE, masked, ir_integer(l->ir, word, 0));
}

/* Component `first` of the vector, where bits of the index from `bit` on may be those of the own lane. */
static ir_value choose(struct lowering *l, const struct change *c, ir_value vector, uint32_t first, uint32_t bit) {
    while (bit < c->from.index_bits && c->index[bit].lane == NOWHERE)
        bit++;
    if (bit == c->from.index_bits)
        return matrix_part(l, vector, first, 1);
    ir_value no = choose(l, c, vector, first, bit + 1), yes = choose(l, c, vector, first | 1u << bit, bit + 1);
    return emit_select(l, lane_has(l, c->index[bit].lane), yes, no);
}

/* The result's components, each from where the source has the one that `map` says. */
static ir_value change_places(struct lowering *l, const struct spirv_instruction *in, ir_value value,
                              const struct matrix_distribution *from, const struct matrix_distribution *to,
                              const struct coordinate_map *map) {
    struct change *c = arena_allocate_array(l->arena, 1, sizeof *c);
    uint32_t length = matrix_length(to);
    *c = (struct change){.in = in, .from = *from, .to = *to, .value = value};
    find_sources(l, c, map);
    ir_value *parts = arena_allocate_array(l->arena, length, sizeof *parts);
    for (uint32_t i = 0; i < length; i++) {
        uint32_t lane = 0, first = 0;
        for (uint32_t bit = 0; bit < from->lane_bits; bit++)
            lane |= c->lane[bit].index != NOWHERE ? (i >> c->lane[bit].index & 1) << bit : 0;
        for (uint32_t bit = 0; bit < from->index_bits; bit++)
            first |= c->index[bit].index != NOWHERE ? (i >> c->index[bit].index & 1) << bit : 0;
        mmra_work(&l->watch, 1);
        parts[i] = choose(l, c, vector_of(l, c, lane), first, 0);
    }
    return matrix_join(l, parts, length);
}

/* ---- conversions ---- */

static struct coordinate_map exchanged(void) {
    struct coordinate_map map;
    for (uint32_t i = 0; i < MATRIX_BITS; i++) {
        map.bit[MATRIX_ROW + i] = (uint8_t)(MATRIX_COLUMN + i);
        map.bit[MATRIX_COLUMN + i] = (uint8_t)(MATRIX_ROW + i);
    }
    return map;
}

static ir_value convert_use(struct lowering *l, const struct spirv_instruction *in, ir_value value, bool transposes) {
    const struct spirv_type *result = type_of(l, in->type), *operand = type_of_operand(l, in->operands[0]);
    uint32_t rows = transposes ? result->columns : result->rows;
    uint32_t columns = transposes ? result->rows : result->columns;
    if (operand->rows != rows || operand->columns != columns || operand->scope != result->scope)
        FAIL_INVALID(l, in, "the scope, rows or columns of its result do not fit those of its operand");
    if (operand->use == result->use && !transposes)
        return value;
    const struct matrix_distribution from = matrix_distribution_of(l, operand), to = matrix_distribution_of(l, result);
    const struct coordinate_map map = transposes ? exchanged() : same_places();
    return change_places(l, in, value, &from, &to, &map);
}

ir_value matrix_change_use(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    if (type_of(l, in->type)->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX ||
        type_of_operand(l, in->operands[0])->opcode != SPIRV_TYPE_COOPERATIVE_MATRIX)
        return value;
    bool transposes = spirv_find_decoration(l->spirv, in->result, SPIRV_NO_MEMBER,
                                            (SpvDecoration)SPIRV_DECORATION_MATRIX_TRANSPOSE) != NULL;
    return convert_use(l, in, value, transposes);
}

void lower_op_cooperative_convert_use(struct lowering *l, const struct spirv_instruction *in) {
    matrix_type(l, in, in->type);
    operand_type(l, in);
    lower_result(l, in, matrix_change_use(l, in, lower_operand(l, in, 0)));
}

void lower_op_cooperative_transpose(struct lowering *l, const struct spirv_instruction *in) {
    matrix_type(l, in, in->type);
    operand_type(l, in);
    lower_result(l, in, convert_use(l, in, lower_operand(l, in, 0), true));
}

/* ---- reductions ---- */

struct reduction {
    const struct spirv_instruction *in;
    struct matrix_distribution at;
    ir_value *parts; /* the components; those that are combined already are 0 */
    uint32_t length;
    uint32_t combined; /* coordinate bits over which the components are combined */
};

static bool is_combined(const struct reduction *r, uint32_t coordinate) {
    return coordinate < COORDINATE_BITS && r->combined >> coordinate & 1;
}

static ir_value combine(struct lowering *l, const struct reduction *r, ir_value first, ir_value second) {
    const ir_value arguments[] = {first, second};
    return call_with_values(l, r->in, arguments, 2);
}

/* The first stays of each pair of components that an invocation has itself. */
static void combine_own(struct lowering *l, struct reduction *r, uint32_t bit) {
    for (uint32_t i = 0; i < r->length; i++)
        if (!(i >> bit & 1) && r->parts[i])
            r->parts[i] = combine(l, r, r->parts[i], r->parts[i | 1u << bit]);
    for (uint32_t i = 0; i < r->length; i++)
        if (i >> bit & 1)
            r->parts[i] = 0;
}

/* Both invocations of a pair get the same: what the lower one has comes first. */
static void combine_lanes(struct lowering *l, struct reduction *r, uint32_t bit) {
    ir_type word = i32_type(l);
    ir_value other = emit_binary(l, IR_XOR, subgroup_lane(l), ir_integer(l->ir, word, UINT64_C(1) << bit));
    ir_value is_second = lane_has(l, bit);
    for (uint32_t i = 0; i < r->length; i++) {
        if (!r->parts[i])
            continue;
        ir_value theirs = subgroup_shuffle(l, r->in, r->parts[i], other);
        ir_value second = emit_select(l, is_second, r->parts[i], theirs);
        r->parts[i] = combine(l, r, emit_select(l, is_second, theirs, r->parts[i]), second);
    }
}

/* Which bits of the operand's coordinates are combined, and which of the result's the others are. */
static uint32_t combined_bits(struct lowering *l, const struct spirv_instruction *in, struct coordinate_map *map) {
    const uint32_t all = (1u << MATRIX_BITS) - 1;
    uint32_t combined = 0;
    switch (in->operands[1]) {
    case SPIRV_MATRIX_REDUCE_ROW:
        combined = all << MATRIX_COLUMN;
        break;
    case SPIRV_MATRIX_REDUCE_COLUMN:
        combined = all << MATRIX_ROW;
        break;
    case SPIRV_MATRIX_REDUCE_ROW | SPIRV_MATRIX_REDUCE_COLUMN:
        combined = all << MATRIX_COLUMN | all << MATRIX_ROW;
        break;
    case SPIRV_MATRIX_REDUCE_2X2:
        combined = 1u << MATRIX_COLUMN | 1u << MATRIX_ROW;
        for (uint32_t i = 1; i < MATRIX_BITS; i++) {
            map->bit[MATRIX_ROW + i] = (uint8_t)(MATRIX_ROW + i - 1);
            map->bit[MATRIX_COLUMN + i] = (uint8_t)(MATRIX_COLUMN + i - 1);
        }
        break;
    default:
        FAIL_INVALID(l, in, "its Reduce 0x%X is none of Row, Column, both, and 2x2", in->operands[1]);
    }
    for (uint32_t i = 0; i < COORDINATE_BITS; i++)
        if (combined >> i & 1)
            map->bit[i] = MATRIX_REPEATED;
    return combined;
}

static void check_reduction(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *operand,
                            const struct spirv_type *result) {
    uint32_t reduce = in->operands[1];
    bool halves = reduce == SPIRV_MATRIX_REDUCE_2X2;
    bool rows_fit = reduce & SPIRV_MATRIX_REDUCE_COLUMN || operand->rows == result->rows << halves;
    bool columns_fit = reduce & SPIRV_MATRIX_REDUCE_ROW || operand->columns == result->columns << halves;
    if (!rows_fit || !columns_fit || operand->element != result->element || operand->scope != result->scope)
        FAIL_INVALID(l, in, "its result is no matrix that its operand can be reduced to");
}

void lower_op_cooperative_reduce(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *operand = operand_type(l, in), *result = matrix_type(l, in, in->type);
    struct reduction r = {.in = in, .at = matrix_distribution_of(l, operand)};
    const struct matrix_distribution to = matrix_distribution_of(l, result);
    struct coordinate_map map = same_places();
    ir_value value = lower_operand(l, in, 0);
    check_reduction(l, in, operand, result);
    r.combined = combined_bits(l, in, &map);
    r.length = matrix_length(&r.at);
    r.parts = arena_allocate_array(l->arena, r.length, sizeof *r.parts);
    for (uint32_t i = 0; i < r.length; i++)
        r.parts[i] = matrix_part(l, value, i, 1);
    for (uint32_t bit = 0; bit < r.at.index_bits; bit++)
        if (is_combined(&r, r.at.index[bit]))
            combine_own(l, &r, bit);
    for (uint32_t bit = 0; bit < r.at.lane_bits; bit++)
        if (is_combined(&r, r.at.lane[bit]))
            combine_lanes(l, &r, bit);
    for (uint32_t i = 0; i < r.length; i++) /* what is not read any more */
        if (!r.parts[i])
            r.parts[i] = ir_poison(l->ir, lower_type(l, operand->element));
    lower_result(l, in, change_places(l, in, matrix_join(l, r.parts, r.length), &r.at, &to, &map));
}

/* ---- functions of each component ---- */

/* Whether others see that the instruction is executed once more: it is no plain access, which would store the same
 * again. */
static bool is_counted(struct lowering *l, const struct spirv_instruction *in) {
    struct spirv_memory_view view = memory_decode(l, in);
    switch (view.kind) {
    case SPIRV_MEMORY_NONE:
    case SPIRV_MEMORY_LOAD:
    case SPIRV_MEMORY_STORE:
    case SPIRV_MEMORY_COPY:
    case SPIRV_MEMORY_IMAGE_READ:
    case SPIRV_MEMORY_IMAGE_WRITE:
        return false;
    default:
        return view.storage_class != SpvStorageClassFunction && view.storage_class != SpvStorageClassPrivate;
    }
}

/* "Calls may occur more than once": each invocation that has a copy of a component calls the function for it. Nobody
 * who writes an atomic operation there expects that, though. */
static void refuse_repetition(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *type,
                              const struct matrix_distribution *at) {
    bool is_whole = l->options->target != SMMRA_TARGET_AMDGCN; /* each invocation has all components */
    bool has_copies =
        is_whole || type->scope == SpvScopeWorkgroup || find_bit(at->lane, at->lane_bits, MATRIX_REPEATED) != NOWHERE;
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, spirv_callee(in));
    if (has_copies && functions_with(l, is_counted)[callee - l->spirv->functions])
        FAIL_UNSUPPORTED(l, in,
                         "a function of components with an atomic operation or a barrier is not supported for a "
                         "matrix of which several invocations have the same component");
}

/* A further operand: of a matrix its component, if it is distributed alike and the function does not take it whole. */
static ir_value further(struct lowering *l, const struct spirv_instruction *in, uint32_t operand, uint32_t index,
                        const struct spirv_type *matrix) {
    const struct spirv_type *type = type_of_operand(l, in->operands[operand]);
    if (type->opcode == SpvOpTypePointer)
        FAIL_UNSUPPORTED(l, in, "an argument that is a pointer is not supported");
    ir_value value = lower_operand(l, in, operand);
    bool is_alike = type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX && type->rows == matrix->rows &&
                    type->columns == matrix->columns && type->use == matrix->use && type->scope == matrix->scope;
    return is_alike ? matrix_part(l, value, index, 1) : value;
}

static ir_value coordinate(struct lowering *l, const struct matrix_distribution *at, ir_value lane, uint32_t index,
                           uint32_t first) {
    uint32_t own = matrix_coordinate(at, index, first);
    return own ? emit_binary(l, IR_OR, lane, ir_integer(l->ir, i32_type(l), own)) : lane;
}

void lower_op_cooperative_per_element(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = operand_type(l, in);
    const struct matrix_distribution at = matrix_distribution_of(l, type);
    uint32_t length = matrix_length(&at), count = in->operand_count + 1;
    ir_value matrix = lower_operand(l, in, 0), *parts = arena_allocate_array(l->arena, length, sizeof *parts);
    ir_value *arguments = arena_allocate_array(l->arena, count, sizeof *arguments);
    if (type_of(l, in->type) != type)
        FAIL_INVALID(l, in, "its result is not of the type of its matrix");
    refuse_repetition(l, in, type, &at);
    ir_value row = matrix_lane_coordinate(l, &at, MATRIX_ROW), column = matrix_lane_coordinate(l, &at, MATRIX_COLUMN);
    for (uint32_t i = 0; i < length; i++) {
        arguments[0] = coordinate(l, &at, row, i, MATRIX_ROW);
        arguments[1] = coordinate(l, &at, column, i, MATRIX_COLUMN);
        arguments[2] = matrix_part(l, matrix, i, 1);
        for (uint32_t k = 3; k < count; k++)
            arguments[k] = further(l, in, k - 1, i, type);
        parts[i] = call_with_values(l, in, arguments, count);
    }
    lower_result(l, in, matrix_join(l, parts, length));
}

/* Row and column of a component, whose index need not be a constant. */
void lower_op_cooperative_coordinate(struct lowering *l, const struct spirv_instruction *in) {
    const struct matrix_distribution at = matrix_distribution_of(l, operand_type(l, in));
    ir_value index = emit_integer_resize(l, lower_operand_of_class(l, in, 1, CLASS_INTEGER), 32, false);
    ir_value parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t to[COORDINATE_BITS];
        uint32_t first = i ? MATRIX_COLUMN : MATRIX_ROW;
        for (uint32_t bit = 0; bit < at.index_bits; bit++)
            to[bit] = (uint8_t)(at.index[bit] - first) < MATRIX_BITS ? (uint8_t)(at.index[bit] - first) : NOWHERE;
        ir_value moved = matrix_move_bits(l, index, to, at.index_bits);
        parts[i] = emit_binary(l, IR_OR, matrix_lane_coordinate(l, &at, first), moved);
    }
    lower_result(l, in, matrix_join(l, parts, 2));
}
