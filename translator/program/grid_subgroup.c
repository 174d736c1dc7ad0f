/* Operations of subgroups. Each invocation gives its value to the others of its subgroup (PROGRAM_EXCHANGE), and
 * computes from all values what the instruction says. */
#include "spirv/identity.h"
#include "spirv/operation_rows.h"
#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0}, undefined = {PROGRAM_UNDEFINED, 0};

enum { PROGRAM_NONE = PROGRAM_COPY }; /* of a row: no operation */
enum { MAX_LANES = MODEL_MAX_THREADS, WORD_BITS = 32 };

/* The lanes of the subgroup: whether each comes to the instruction, and what it gives. */
struct lanes {
    uint32_t count;
    struct program_operand present[MAX_LANES], values[MAX_LANES];
};

/* The number of this lane: a constant, or a register where lanes share the code. */
static struct litmus_part own_lane(struct grid_reader *g) {
    return grid_part(grid_builtin(g, SpvBuiltInSubgroupLocalInvocationId, 0), 32);
}

/* Gives what `value` is in the invocation with this number, and `absent` if that does not come here. */
static struct program_operand append_exchange(struct grid_reader *g, uint8_t level, struct program_operand value,
                                              uint32_t number, struct program_operand absent) {
    struct program_operand rounds = grid_rounds(g, g->frame->block);
    struct program_operand target = program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL));
    struct program_instruction *instruction = grid_append(g, PROGRAM_EXCHANGE);
    instruction->a = value;
    instruction->b = rounds;
    instruction->reference = grid_loop_around(g, g->frame->block);
    instruction->c = absent;
    instruction->target = (uint32_t)target.value;
    instruction->quorum = number;
    instruction->barrier = ++g->exchanges;
    instruction->barrier_level = level;
    return target;
}

void grid_meet(struct grid_reader *g, uint8_t level) {
    append_exchange(g, level, program_constant(0), 0, nothing);
}

void grid_exchange(struct grid_reader *g, uint8_t level, struct program_operand value, struct program_operand *values) {
    uint32_t count = grid_member_count(g, level);
    for (uint32_t k = 0; k < count; k++)
        values[k] = append_exchange(g, level, value, k, nothing);
}

/* A subgroup operation is one of the invocations that come to it (SPIR-V, 2.2.5, "tangle"). One that explores all
 * executions refuses others than all of them, and only a run learns who is there. */
static struct lanes lanes_here(struct grid_reader *g) {
    struct lanes lanes = {.count = grid_member_count(g, VULKAN_SUBGROUP)};
    for (uint32_t k = 0; k < lanes.count; k++)
        lanes.present[k] = g->shared ? append_exchange(g, VULKAN_SUBGROUP, program_constant(1), k, program_constant(0))
                                     : program_constant(1);
    return lanes;
}

/* Fills in a scalar of each lane. */
static void exchange(struct grid_reader *g, struct lanes *lanes, struct program_operand value) {
    for (uint32_t k = 0; k < lanes->count; k++)
        lanes->values[k] = append_exchange(g, VULKAN_SUBGROUP, value, k, g->shared ? undefined : nothing);
}

static struct program_operand equals(struct grid_reader *g, struct litmus_part a, uint64_t number) {
    return grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, a.width, a.operand, program_constant(number));
}

/* A condition on lanes alone is decided here where their numbers are constants. */
static struct program_operand decide(struct grid_reader *g, uint8_t width, struct program_operand condition,
                                     struct program_operand yes, struct program_operand no) {
    if (condition.kind == PROGRAM_CONSTANT)
        return condition.value ? yes : no;
    return grid_select(g, width, condition, yes, no);
}

/* The value of the lane that is computed; undefined if there is no such lane. */
static struct program_operand pick(struct grid_reader *g, const struct lanes *lanes, struct litmus_part lane,
                                   uint8_t width) {
    struct program_operand value = undefined;
    if (lane.operand.kind == PROGRAM_CONSTANT)
        return lane.operand.value < lanes->count ? lanes->values[lane.operand.value] : undefined;
    for (uint32_t k = 0; k < lanes->count; k++)
        value = grid_select(g, width, equals(g, lane, k), lanes->values[k], value);
    return value;
}

/* The first lane that is here. */
static struct litmus_part first_lane(struct grid_reader *g, const struct lanes *lanes) {
    struct program_operand first = program_constant(0);
    for (uint32_t k = lanes->count; k-- > 0;)
        first = decide(g, 32, lanes->present[k], program_constant(k), first);
    return grid_part(first, 32);
}

/* ---- votes ---- */

/* A conjunction of no lane is true, and a disjunction false. */
static void vote(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand, enum program_alu alu) {
    struct lanes lanes = lanes_here(g);
    struct program_operand all = program_constant(alu == PROGRAM_AND);
    exchange(g, &lanes, grid_value_of(g, in, in->operands[operand]).parts[0].operand);
    for (uint32_t k = 0; k < lanes.count; k++)
        all = decide(g, 1, lanes.present[k], grid_compute(g, alu, 1, 0, all, lanes.values[k]), all);
    grid_set_operand(g, in, all);
}

static bool is_floating(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    if (type && type->opcode == SpvOpTypeVector)
        type = grid_type(g, in, type->element);
    return type && type->opcode == SpvOpTypeFloat;
}

/* All others are compared with the first, which a NaN would make differ from itself. */
static void all_equal(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand) {
    struct grid_value value = grid_value_of(g, in, in->operands[operand]);
    enum program_alu alu =
        is_floating(g, in, in->operands[operand]) ? PROGRAM_FCOMPARE + IR_OEQ : PROGRAM_COMPARE + IR_EQ;
    struct program_operand same = program_constant(1);
    struct lanes lanes = lanes_here(g);
    struct litmus_part first = first_lane(g, &lanes);
    for (uint32_t i = 0; i < value.count; i++) {
        uint8_t width = value.parts[i].width;
        exchange(g, &lanes, value.parts[i].operand);
        struct program_operand one = pick(g, &lanes, first, width);
        for (uint32_t k = 0; k < lanes.count; k++) {
            struct program_operand other = decide(g, 1, equals(g, first, k), program_constant(0), lanes.present[k]);
            struct program_operand alike = grid_compute(g, alu, 1, width, one, lanes.values[k]);
            same = grid_compute(g, PROGRAM_AND, 1, 0, same, decide(g, 1, other, alike, program_constant(1)));
        }
    }
    grid_set_operand(g, in, same);
}

static void elect(struct grid_reader *g, const struct spirv_instruction *in) {
    if (grid_is_draw(g)) {
        grid_elect_in_draw(g, in);
        return;
    }
    struct lanes lanes = lanes_here(g);
    struct litmus_part me = own_lane(g);
    exchange(g, &lanes, program_constant(0));
    grid_set_operand(g, in, grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, 32, me.operand, first_lane(g, &lanes).operand));
}

/* ---- ballots: a bit for each lane, in four words ---- */

static void ballot(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand) {
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct lanes lanes = lanes_here(g);
    exchange(g, &lanes, grid_value_of(g, in, in->operands[operand]).parts[0].operand);
    for (uint32_t k = 0; k < result.count; k++)
        result.parts[k].operand = program_constant(0);
    for (uint32_t k = 0; k < lanes.count && k / WORD_BITS < result.count; k++) {
        struct program_operand *word = &result.parts[k / WORD_BITS].operand;
        struct program_operand bit = decide(g, 1, lanes.present[k], lanes.values[k], program_constant(0));
        bit = grid_compute(g, PROGRAM_COPY, 32, 1, bit, nothing);
        bit = grid_compute(g, PROGRAM_SHL, 32, 0, bit, program_constant(k % WORD_BITS));
        *word = grid_compute(g, PROGRAM_OR, 32, 0, *word, bit);
    }
    grid_set_result(g, in, result);
}

static void ballot_bit(struct grid_reader *g, const struct spirv_instruction *in, struct litmus_part lane) {
    struct grid_value words = grid_value_of(g, in, in->operands[1]);
    struct program_operand at = grid_compute(g, PROGRAM_COPY, 32, lane.width, lane.operand, nothing);
    struct litmus_part number = grid_part(grid_compute(g, PROGRAM_LSHR, 32, 0, at, program_constant(5)), 32);
    struct program_operand word = words.parts[0].operand;
    for (uint32_t k = 1; k < words.count; k++)
        word = grid_select(g, 32, equals(g, number, k), words.parts[k].operand, word);
    at = grid_compute(g, PROGRAM_AND, 32, 0, at, program_constant(WORD_BITS - 1));
    struct program_operand bit = grid_compute(g, PROGRAM_LSHR, 32, 0, word, at);
    grid_set_operand(g, in, grid_compute(g, PROGRAM_COPY, 1, 32, bit, nothing));
}

/* The bits of the word for lanes below `end`. */
static struct program_operand below(struct grid_reader *g, struct program_operand end, uint32_t word) {
    struct program_operand first = program_constant(word * WORD_BITS), all = program_constant(UINT32_MAX);
    struct program_operand none = grid_compute(g, PROGRAM_COMPARE + IR_ULE, 1, 32, end, first);
    struct program_operand full =
        grid_compute(g, PROGRAM_COMPARE + IR_UGE, 1, 32, end, program_constant((word + 1) * WORD_BITS));
    struct program_operand count = grid_compute(g, PROGRAM_AND, 32, 0, end, program_constant(WORD_BITS - 1));
    struct program_operand some = grid_compute(g, PROGRAM_SHL, 32, 0, program_constant(1), count);
    some = grid_compute(g, PROGRAM_SUB, 32, 0, some, program_constant(1));
    return decide(g, 32, none, program_constant(0), decide(g, 32, full, all, some));
}

/* The lanes that a group operation looks at end before this one. */
static struct program_operand end_of(struct grid_reader *g, uint32_t operation) {
    struct program_operand me = own_lane(g).operand;
    return operation == SpvGroupOperationInclusiveScan   ? grid_compute(g, PROGRAM_ADD, 32, 0, me, program_constant(1))
           : operation == SpvGroupOperationExclusiveScan ? me
                                                         : program_constant(grid_member_count(g, VULKAN_SUBGROUP));
}

static struct program_operand masked_word(struct grid_reader *g, const struct grid_value *words, uint32_t word,
                                          struct program_operand end) {
    return grid_compute(g, PROGRAM_AND, 32, 0, words->parts[word].operand, below(g, end, word));
}

static void ballot_count(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct grid_value words = grid_value_of(g, in, in->operands[2]);
    uint8_t width = result.parts[0].width;
    struct program_operand count = program_constant(0), end = end_of(g, in->operands[1]);
    for (uint32_t k = 0; k < words.count; k++) {
        struct program_operand word = masked_word(g, &words, k, end);
        count = grid_compute(g, PROGRAM_ADD, width, 0, count,
                             grid_compute(g, PROGRAM_COUNT_ONES, width, 32, word, nothing));
    }
    result.parts[0].operand = count;
    grid_set_result(g, in, result);
}

/* The first word that is not 0, or the last, tells. */
static void ballot_find(struct grid_reader *g, const struct spirv_instruction *in, bool least) {
    struct grid_value words = grid_value_of(g, in, in->operands[1]);
    struct program_operand found = undefined, end = end_of(g, SpvGroupOperationReduce);
    for (uint32_t n = 0; n < words.count; n++) {
        uint32_t k = least ? words.count - 1 - n : n, first = k * WORD_BITS;
        struct program_operand word = masked_word(g, &words, k, end);
        struct program_operand bit = least
                                         ? grid_compute(g, PROGRAM_ADD, 32, 0, program_constant(first),
                                                        grid_compute(g, PROGRAM_TRAILING_ZEROS, 32, 0, word, nothing))
                                         : grid_compute(g, PROGRAM_SUB, 32, 0, program_constant(first + WORD_BITS - 1),
                                                        grid_compute(g, PROGRAM_LEADING_ZEROS, 32, 0, word, nothing));
        found = grid_select(g, 32, equals(g, grid_part(word, 32), 0), found, bit);
    }
    grid_set_operand(g, in, found);
}

/* ---- values of other lanes ---- */

static void take_from(struct grid_reader *g, const struct spirv_instruction *in, struct lanes *lanes, uint32_t operand,
                      struct litmus_part lane) {
    struct grid_value value = grid_value_of(g, in, in->operands[operand]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < value.count; i++) {
        exchange(g, lanes, value.parts[i].operand);
        result.parts[i].operand = pick(g, lanes, lane, result.parts[i].width);
    }
    grid_set_result(g, in, result);
}

static void take_from_first(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand) {
    struct lanes lanes = lanes_here(g);
    take_from(g, in, &lanes, operand, first_lane(g, &lanes));
}

/* The value of one that is not here is undefined, so that nobody asks who is. */
static void take_from_lane(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand,
                           struct litmus_part lane) {
    struct lanes lanes = {.count = grid_member_count(g, VULKAN_SUBGROUP)};
    take_from(g, in, &lanes, operand, lane);
}

/* alu(this lane, the operand) */
static struct litmus_part lane_by(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand,
                                  enum program_alu alu) {
    struct litmus_part by = grid_value_of(g, in, in->operands[operand]).parts[0];
    return grid_part(grid_compute(g, alu, by.width, 0, own_lane(g).operand, by.operand), by.width);
}

static struct litmus_part lane_number(uint32_t lane) {
    return grid_part(program_constant(lane), 32);
}

static void quad_broadcast(struct grid_reader *g, const struct spirv_instruction *in) {
    struct litmus_part index = grid_value_of(g, in, in->operands[2]).parts[0];
    struct program_operand quad = grid_compute(g, PROGRAM_AND, 32, 0, own_lane(g).operand, program_constant(~3u));
    index.operand = grid_compute(g, PROGRAM_ADD, index.width, 0, index.operand, quad);
    take_from_lane(g, in, 1, index);
}

/* The directions in which a quad is exchanged: horizontal, vertical, diagonal. */
static void quad_swap(struct grid_reader *g, const struct spirv_instruction *in) {
    struct litmus_part direction = grid_value_of(g, in, in->operands[2]).parts[0];
    direction.operand = grid_compute(g, PROGRAM_ADD, 32, 0, direction.operand, program_constant(1));
    direction.operand = grid_compute(g, PROGRAM_XOR, 32, 0, direction.operand, own_lane(g).operand);
    take_from_lane(g, in, 1, direction);
}

/* ---- reductions and scans ---- */

#define JOIN_I_ADD                  PROGRAM_ADD, 0, SPIRV_ZERO
#define JOIN_F_ADD                  PROGRAM_FADD, 0, SPIRV_ZERO, true, true
#define JOIN_I_MUL                  PROGRAM_MUL, 0, SPIRV_ONE
#define JOIN_F_MUL                  PROGRAM_FMUL, 0, SPIRV_ONE, true, true
#define JOIN_S_MIN                  PROGRAM_SELECT, IR_SLT, SPIRV_LARGEST_SIGNED
#define JOIN_U_MIN                  PROGRAM_SELECT, IR_ULT, SPIRV_LARGEST
#define JOIN_F_MIN                  PROGRAM_FMIN, 0, SPIRV_LARGEST, true
#define JOIN_S_MAX                  PROGRAM_SELECT, IR_SGT, SPIRV_SMALLEST_SIGNED
#define JOIN_U_MAX                  PROGRAM_SELECT, IR_UGT, SPIRV_SMALLEST
#define JOIN_F_MAX                  PROGRAM_FMAX, 0, SPIRV_SMALLEST, true
#define JOIN_AND                    PROGRAM_AND, 0, SPIRV_ONES
#define JOIN_OR                     PROGRAM_OR, 0, SPIRV_ZERO
#define JOIN_XOR                    PROGRAM_XOR, 0, SPIRV_ZERO
#define REDUCTION_ROW(opcode, with) {opcode, JOIN_##with},
static const struct reduction {
    uint16_t opcode;
    uint8_t alu, predicate; /* of a choice: PROGRAM_SELECT by that comparison */
    uint8_t identity;       /* enum spirv_identity */
    bool is_float, is_estimate;
} reductions[] = {SPIRV_REDUCTION_ROWS(REDUCTION_ROW)};

static struct program_operand join(struct grid_reader *g, const struct reduction *r, uint8_t width,
                                   struct program_operand a, struct program_operand b) {
    if (r->alu != PROGRAM_SELECT)
        return grid_compute(g, (enum program_alu)r->alu, width, 0, a, b);
    return grid_select(g, width, grid_compute(g, PROGRAM_COMPARE + r->predicate, 1, width, a, b), a, b);
}

/* The lanes that a reduction joins, of which each has its own. */
struct reduced {
    uint32_t operation, cluster; /* the lanes of a cluster; of other operations all */
};

/* Whether lane k is one of them. */
static struct program_operand joins(struct grid_reader *g, const struct reduced *of, uint32_t k) {
    struct litmus_part me = own_lane(g);
    switch (of->operation) {
    case SpvGroupOperationInclusiveScan:
        return grid_compute(g, PROGRAM_COMPARE + IR_UGE, 1, 32, me.operand, program_constant(k));
    case SpvGroupOperationExclusiveScan:
        return grid_compute(g, PROGRAM_COMPARE + IR_UGT, 1, 32, me.operand, program_constant(k));
    case SpvGroupOperationClusteredReduce:
        me.operand = grid_compute(g, PROGRAM_UDIV, 32, 0, me.operand, program_constant(of->cluster));
        return equals(g, me, k / of->cluster);
    default:
        return program_constant(1);
    }
}

/* The result of no lane is the identity. The first lane is joined with nothing, as the identity would change the sign
 * of a zero. */
static struct program_operand join_lanes(struct grid_reader *g, const struct reduction *r, uint8_t width,
                                         const struct lanes *lanes, const struct reduced *of) {
    struct program_operand all =
        program_constant(spirv_identity_bits((enum spirv_identity)r->identity, r->is_float, width));
    struct program_operand has_one = program_constant(0);
    for (uint32_t k = 0; k < lanes->count; k++) {
        struct program_operand is_one = joins(g, of, k), first = lanes->values[k];
        if (is_one.kind == PROGRAM_CONSTANT && !is_one.value)
            continue;
        is_one = grid_compute(g, PROGRAM_AND, 1, 0, is_one, lanes->present[k]);
        bool none = has_one.kind == PROGRAM_CONSTANT && !has_one.value;
        struct program_operand next = none ? first : decide(g, width, has_one, join(g, r, width, all, first), first);
        all = decide(g, width, is_one, next, all);
        has_one = grid_compute(g, PROGRAM_OR, 1, 0, has_one, is_one);
    }
    return all;
}

static struct reduced reduced_by(struct grid_reader *g, const struct spirv_instruction *in) {
    struct reduced of = {in->operands[1], MAX_LANES};
    if (of.operation == SpvGroupOperationClusteredReduce && in->operand_count > 3) {
        struct program_operand size = grid_value_of(g, in, in->operands[3]).parts[0].operand;
        if (size.kind != PROGRAM_CONSTANT || !size.value)
            grid_refuse(g, in, "a cluster whose size is no constant");
        of.cluster = size.value < MAX_LANES ? (uint32_t)size.value : MAX_LANES;
    } else if (of.operation != SpvGroupOperationReduce && of.operation != SpvGroupOperationInclusiveScan &&
               of.operation != SpvGroupOperationExclusiveScan) {
        grid_refuse(g, in, "a group operation other than a reduction or a scan");
    }
    return of;
}

static void reduce(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    const struct reduction *r = row;
    struct grid_value value = grid_value_of(g, in, in->operands[2]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct reduced of = reduced_by(g, in);
    struct lanes lanes = lanes_here(g);
    for (uint32_t i = 0; i < result.count && i < value.count; i++) {
        exchange(g, &lanes, value.parts[i].operand);
        result.parts[i].operand = join_lanes(g, r, result.parts[i].width, &lanes, &of);
    }
    grid_set_result(g, in, result);
    if (r->is_estimate)
        grid_note_estimate(g, in);
}

/* ---- derivatives: differences between the invocations of a quad ---- */

static bool groups_are_quads(const struct grid_reader *g) {
    for (uint32_t i = 0; i < g->module->execution_mode_count; i++)
        if (g->module->execution_modes[i].mode == SpvExecutionModeDerivativeGroupQuadsNV &&
            g->module->execution_modes[i].entry_point == g->entry->function)
            return true;
    return false;
}

/* The lane of this one's quad with these places along x and y. Four in a row are a quad, or two by two. */
static struct litmus_part lane_of_quad(struct grid_reader *g, uint32_t x, uint32_t y) {
    uint32_t first = g->at.local_index - grid_member_number(g, VULKAN_SUBGROUP), width = g->at.size[0];
    uint32_t row = g->at.local_index / width;
    uint32_t index = groups_are_quads(g) ? g->at.local_index - g->at.local[0] % 2 + x +
                                               (row % 2 ? y ? 0 : -width
                                                : y     ? width
                                                        : 0)
                                         : (g->at.local_index & ~3u) + x + 2 * y;
    return lane_number(index - first);
}

static struct program_operand difference(struct grid_reader *g, const struct lanes *lanes, uint8_t width, bool along_y,
                                         bool coarse) {
    bool quads = groups_are_quads(g);
    uint32_t me = grid_member_number(g, VULKAN_SUBGROUP);
    uint32_t x = quads ? g->at.local[0] % 2 : me % 2;
    uint32_t y = quads ? g->at.local_index / g->at.size[0] % 2 : me / 2 % 2;
    uint32_t own_x = coarse ? 0 : x, own_y = coarse ? 0 : y;
    struct program_operand to = pick(g, lanes, along_y ? lane_of_quad(g, own_x, 1) : lane_of_quad(g, 1, own_y), width);
    struct program_operand from =
        pick(g, lanes, along_y ? lane_of_quad(g, own_x, 0) : lane_of_quad(g, 0, own_y), width);
    return grid_compute(g, PROGRAM_FSUB, width, 0, to, from);
}

static struct program_operand size_of(struct grid_reader *g, struct program_operand x, uint8_t width) {
    return grid_compute(g, PROGRAM_AND, width, 0, x, program_constant((UINT64_C(1) << (width - 1)) - 1));
}

#define DERIVATIVE_ROW(...) {__VA_ARGS__},
static const struct derivative {
    uint16_t opcode;
    bool x, y, coarse;
} derivatives[] = {SPIRV_DERIVATIVE_ROWS(DERIVATIVE_ROW)};

static void derive(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    const struct derivative *d = row;
    struct grid_value value = grid_value_of(g, in, in->operands[0]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    for (uint32_t i = 0; i < result.count && i < value.count; i++) {
        uint8_t w = result.parts[i].width;
        struct lanes lanes = {.count = grid_member_count(g, VULKAN_SUBGROUP)};
        exchange(g, &lanes, value.parts[i].operand);
        struct program_operand x = d->x ? difference(g, &lanes, w, false, d->coarse) : nothing;
        struct program_operand y = d->y ? difference(g, &lanes, w, true, d->coarse) : nothing;
        result.parts[i].operand = d->x && d->y ? grid_compute(g, PROGRAM_FADD, w, 0, size_of(g, x, w), size_of(g, y, w))
                                  : d->x       ? x
                                               : y;
    }
    grid_set_result(g, in, result);
    grid_note_estimate(g, in);
}

/* ---- everything ---- */

/* Which operand has the value that an instruction works on: the one after its scope, or the first. */
struct row {
    uint16_t opcode;
    uint8_t operand;
    void (*compile)(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row);
    uint8_t alu;
};

#define COMPILED(name, call)                                                                                           \
    static void name(struct grid_reader *g, const struct spirv_instruction *in, const struct row *row) {               \
        (void)row;                                                                                                     \
        call;                                                                                                          \
    }
COMPILED(row_elect, elect(g, in))
COMPILED(row_all, vote(g, in, row->operand, (enum program_alu)row->alu))
COMPILED(row_any, vote(g, in, row->operand, (enum program_alu)row->alu))
COMPILED(row_all_equal, all_equal(g, in, row->operand))
COMPILED(row_ballot, ballot(g, in, row->operand))
COMPILED(row_inverse_ballot, ballot_bit(g, in, own_lane(g)))
COMPILED(row_ballot_bit_extract, ballot_bit(g, in, grid_value_of(g, in, in->operands[2]).parts[0]))
COMPILED(row_ballot_bit_count, ballot_count(g, in))
COMPILED(row_ballot_find_lowest, ballot_find(g, in, true))
COMPILED(row_ballot_find_highest, ballot_find(g, in, false))
COMPILED(row_broadcast,
         take_from_lane(g, in, row->operand, grid_value_of(g, in, in->operands[row->operand + 1]).parts[0]))
COMPILED(row_broadcast_first, take_from_first(g, in, row->operand))
COMPILED(row_shuffle, take_from_lane(g, in, row->operand,
                                     row->alu == PROGRAM_NONE ? grid_value_of(g, in, in->operands[2]).parts[0]
                                                              : lane_by(g, in, 2, (enum program_alu)row->alu)))
COMPILED(row_quad_broadcast, quad_broadcast(g, in))
COMPILED(row_quad_swap, quad_swap(g, in))

#define SCOPED_ROW(opcode, name, operation, kind) {opcode, 1, row_##name, PROGRAM_##operation},
#define OLD_ROW(opcode, name, operation)          {opcode, 0, row_##name, PROGRAM_##operation},
static const struct row rows[] = {SPIRV_SUBGROUP_ROWS(SCOPED_ROW) SPIRV_OLD_SUBGROUP_ROWS(OLD_ROW)};

static void by_row(struct grid_reader *g, const struct spirv_instruction *in, const void *known) {
    const struct row *row = known;
    row->compile(g, in, row);
}

const struct grid_table grid_subgroup_tables[] = {
    GRID_TABLE(reductions, reduce), GRID_TABLE(derivatives, derive), GRID_TABLE(rows, by_row), {NULL}};
