/* Tensor layouts and views (SPV_NV_tensor_addressing), and loads and stores of cooperative matrices through them
 * (SPV_NV_cooperative_matrix2). Written from both texts' "Tensor Layout and View", whose functions have the same names
 * here; nothing is shared with the translation (translator/lower), of which this is a witness. A value has the numbers
 * of the text's structs, in their order, as parts of 32 bits. */
#include "spirv/later.h"
#include "translator/program/grid_reader.h"

enum tensor_layout { BLOCK_SIZE, LAYOUT_DIMENSION, STRIDE, OFFSET, SPAN, CLAMP_VALUE };
enum tensor_view { VIEW_DIMENSION, VIEW_STRIDE, CLIP };
enum { CLIP_ROW_OFFSET, CLIP_ROW_SPAN, CLIP_COLUMN_OFFSET, CLIP_COLUMN_SPAN, CLIP_NUMBERS };
enum { MAX_DIM = SPIRV_TENSOR_MOST_DIMENSIONS };

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

struct tensor {
    const struct spirv_type *type; /* NULL: there is no view */
    struct grid_value numbers;
};

/* The member with this number is an array with a number for each dimension, or follows such arrays. */
static struct program_operand *member(const struct tensor *t, uint32_t number, uint32_t index) {
    return &t->numbers.parts[number * t->type->count + index].operand;
}

/* ---- numbers of 32 bits ---- */

static struct program_operand compute(struct grid_reader *g, enum program_alu alu, struct program_operand a,
                                      struct program_operand b) {
    return grid_compute(g, alu, 32, 0, a, b);
}

static struct program_operand is(struct grid_reader *g, struct program_operand a, enum ir_integer_predicate predicate,
                                 struct program_operand b) {
    return grid_compute(g, PROGRAM_COMPARE + predicate, 1, 32, a, b);
}

static struct program_operand wide(struct grid_reader *g, struct program_operand a) {
    return grid_compute(g, PROGRAM_COPY, 64, 32, a, nothing);
}

static struct program_operand smaller(struct grid_reader *g, struct program_operand a, struct program_operand b) {
    return grid_select(g, 32, is(g, a, IR_ULT, b), a, b);
}

/* Adds a condition to others, of which any may hold. Width 0: none ever does. */
static void or_if(struct grid_reader *g, struct litmus_part *conditions, struct program_operand one) {
    if (one.kind == PROGRAM_CONSTANT && !one.value)
        return;
    conditions->operand = conditions->width ? grid_compute(g, PROGRAM_OR, 1, 0, conditions->operand, one) : one;
    conditions->width = 1;
}

/* ---- instructions on layouts and views ---- */

static struct program_operand operand_of(struct grid_reader *g, const struct spirv_instruction *in, uint32_t number) {
    struct grid_value value = grid_value_of(g, in, in->operands[number]);
    if (value.count != 1 || value.parts[0].width != 32)
        grid_refuse(g, in, "its operand %s is no integer of 32 bits", grid_name(g, in->operands[number]));
    return value.parts[0].operand;
}

static struct tensor tensor_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id,
                               uint32_t opcode) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    if (!type || type->opcode != opcode)
        grid_refuse(g, in, "its operand %s is no tensor %s", grid_name(g, id),
                    opcode == SPIRV_TYPE_TENSOR_VIEW ? "view" : "layout");
    return (struct tensor){type, grid_value_of(g, in, id)};
}

static void create(struct grid_reader *g, const struct spirv_instruction *in) {
    struct tensor t = {grid_type(g, in, in->type), grid_new_value(g, in, grid_type(g, in, in->type))};
    for (uint32_t i = 0; i < t.numbers.count; i++)
        t.numbers.parts[i].operand = program_constant(0);
    for (uint32_t i = 0; in->opcode == SPIRV_CREATE_TENSOR_LAYOUT && i < t.type->count; i++)
        *member(&t, BLOCK_SIZE, i) = program_constant(1);
    if (in->opcode == SPIRV_CREATE_TENSOR_VIEW)
        *member(&t, CLIP, CLIP_ROW_SPAN) = *member(&t, CLIP, CLIP_COLUMN_SPAN) = program_constant(UINT32_MAX);
    grid_set_result(g, in, t.numbers);
}

/* stride[i] = stride[i + 1] * ceiling(Dim<i + 1> / blockSize[i + 1]), computed without an overflow. */
static void set_layout_dimension(struct grid_reader *g, const struct spirv_instruction *in, const struct tensor *t) {
    struct program_operand stride = program_constant(1);
    for (uint32_t i = t->type->count; i--;) {
        struct program_operand size = operand_of(g, in, 1 + i), block = wide(g, *member(t, BLOCK_SIZE, i));
        struct program_operand last = grid_compute(g, PROGRAM_SUB, 64, 0, block, program_constant(1));
        struct program_operand blocks =
            grid_compute(g, PROGRAM_UDIV, 64, 0, grid_compute(g, PROGRAM_ADD, 64, 0, wide(g, size), last), block);
        *member(t, LAYOUT_DIMENSION, i) = *member(t, SPAN, i) = size;
        *member(t, OFFSET, i) = program_constant(0);
        *member(t, STRIDE, i) = stride;
        stride = compute(g, PROGRAM_MUL, stride, grid_compute(g, PROGRAM_COPY, 32, 64, blocks, nothing));
    }
}

static void slice(struct grid_reader *g, const struct spirv_instruction *in, const struct tensor *t) {
    for (uint32_t i = 0; i < t->type->count; i++) {
        *member(t, OFFSET, i) = compute(g, PROGRAM_ADD, *member(t, OFFSET, i), operand_of(g, in, 1 + 2 * i));
        *member(t, SPAN, i) = operand_of(g, in, 2 + 2 * i);
    }
}

static void set_view_dimension(struct grid_reader *g, const struct spirv_instruction *in, const struct tensor *t) {
    struct program_operand product = program_constant(1);
    for (uint32_t i = t->type->count; i--;) {
        *member(t, VIEW_DIMENSION, i) = operand_of(g, in, 1 + i);
        *member(t, VIEW_STRIDE, i) = product;
        product = compute(g, PROGRAM_MUL, product, *member(t, VIEW_DIMENSION, i));
    }
}

/* `change` does what is no mere setting of a member. `each`: numbers for each dimension; 0: `all`. */
static const struct setter {
    uint16_t opcode;
    uint8_t member, each, all;
    bool is_view;
    void (*change)(struct grid_reader *g, const struct spirv_instruction *in, const struct tensor *t);
} setters[] = {{SPIRV_TENSOR_LAYOUT_SET_BLOCK_SIZE, BLOCK_SIZE, 1, 0, false, NULL},
               {SPIRV_TENSOR_LAYOUT_SET_DIMENSION, LAYOUT_DIMENSION, 1, 0, false, set_layout_dimension},
               {SPIRV_TENSOR_LAYOUT_SET_STRIDE, STRIDE, 1, 0, false, NULL},
               {SPIRV_TENSOR_LAYOUT_SLICE, SPAN, 2, 0, false, slice},
               {SPIRV_TENSOR_LAYOUT_SET_CLAMP_VALUE, CLAMP_VALUE, 0, 1, false, NULL},
               {SPIRV_TENSOR_VIEW_SET_DIMENSION, VIEW_DIMENSION, 1, 0, true, set_view_dimension},
               {SPIRV_TENSOR_VIEW_SET_STRIDE, VIEW_STRIDE, 1, 0, true, NULL},
               {SPIRV_TENSOR_VIEW_SET_CLIP, CLIP, 0, CLIP_NUMBERS, true, NULL}};

static void set(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    const struct setter *setter = row;
    struct tensor from =
        tensor_of(g, in, in->operands[0], setter->is_view ? SPIRV_TYPE_TENSOR_VIEW : SPIRV_TYPE_TENSOR_LAYOUT);
    struct tensor t = {from.type, grid_new_value(g, in, from.type)};
    uint32_t count = setter->each * t.type->count + setter->all;
    if (from.type->id != in->type || in->operand_count != 1 + count)
        grid_refuse(g, in, "its operands do not fit its type");
    for (uint32_t i = 0; i < t.numbers.count; i++)
        t.numbers.parts[i] = from.numbers.parts[i];
    if (setter->change)
        setter->change(g, in, &t);
    for (uint32_t i = 0; !setter->change && i < count; i++)
        *member(&t, setter->member, i) = operand_of(g, in, 1 + i);
    grid_set_result(g, in, t.numbers);
}

/* ---- from a row and a column to a place in memory ---- */

/* A load or store of a whole matrix. */
struct tensor_access {
    const struct spirv_instruction *in;
    const struct spirv_type *matrix;
    struct tensor layout, view;
    bool stores;
};

/* The place of one component. */
struct tensor_place {
    struct program_operand block[MAX_DIM], in_block[MAX_DIM]; /* blockCoord, coordInBlock */
    struct program_operand element;                           /* tensorCoordToLinear */
    struct litmus_part skipped;                               /* outside of the clip region */
    struct litmus_part beyond; /* outside of the tensor, where the clamp mode does not lead back */
};

static struct program_operand matrix_coord_to_linear(struct grid_reader *g, const struct tensor_access *a,
                                                     uint32_t number, struct tensor_place *place) {
    struct program_operand row = program_constant(number / a->matrix->columns);
    struct program_operand column = program_constant(number % a->matrix->columns);
    struct program_operand width = program_constant(a->matrix->columns);
    if (a->view.type) {
        const struct tensor *v = &a->view;
        struct program_operand first_row = *member(v, CLIP, CLIP_ROW_OFFSET), rows = *member(v, CLIP, CLIP_ROW_SPAN);
        struct program_operand first = *member(v, CLIP, CLIP_COLUMN_OFFSET), span = *member(v, CLIP, CLIP_COLUMN_SPAN);
        or_if(g, &place->skipped, is(g, row, IR_ULT, first_row));
        or_if(g, &place->skipped, is(g, row, IR_UGE, compute(g, PROGRAM_ADD, first_row, rows)));
        or_if(g, &place->skipped, is(g, column, IR_ULT, first));
        or_if(g, &place->skipped, is(g, column, IR_UGE, compute(g, PROGRAM_ADD, first, span)));
        row = compute(g, PROGRAM_SUB, row, first_row);
        column = compute(g, PROGRAM_SUB, column, first);
        width = smaller(g, width, span);
    }
    return compute(g, PROGRAM_ADD, compute(g, PROGRAM_MUL, row, width), column);
}

/* linearToViewCoord and viewCoordToLinear: the dimensions are taken in the order of the permutation. */
static struct program_operand through_view(struct grid_reader *g, const struct tensor_access *a,
                                           struct program_operand index) {
    const struct spirv_type *view = a->view.type;
    const bool own = view->has_dimensions;
    struct program_operand coordinate[MAX_DIM], sum = program_constant(0), stride = program_constant(1);
    for (uint32_t i = view->count; i--;) {
        uint32_t dimension = view->permutation >> 4 * i & 0xF;
        struct program_operand size =
            own ? *member(&a->view, VIEW_DIMENSION, dimension) : *member(&a->layout, SPAN, dimension);
        coordinate[dimension] = compute(g, PROGRAM_UREM, index, size);
        index = compute(g, PROGRAM_UDIV, index, size);
    }
    for (uint32_t i = view->count; i--;) {
        if (own)
            stride = *member(&a->view, VIEW_STRIDE, i);
        sum = compute(g, PROGRAM_ADD, sum, compute(g, PROGRAM_MUL, coordinate[i], stride));
        if (!own)
            stride = compute(g, PROGRAM_MUL, stride, *member(&a->layout, SPAN, i));
    }
    return sum;
}

/* OpSMod by a size that is no negative number: a negative one counts back from the end, and ~c is -1 - c. */
static struct program_operand modulo(struct grid_reader *g, struct program_operand c, struct program_operand size) {
    struct program_operand back = compute(g, PROGRAM_XOR, c, program_constant(UINT32_MAX));
    back = compute(g, PROGRAM_UREM, back, size);
    back = compute(g, PROGRAM_SUB, compute(g, PROGRAM_SUB, size, program_constant(1)), back);
    return grid_select(g, 32, is(g, c, IR_SLT, program_constant(0)), back, compute(g, PROGRAM_UREM, c, size));
}

/* A coordinate that is not within the tensor, as a clamp mode leads it back. */
static struct program_operand led_back(struct grid_reader *g, uint32_t mode, struct program_operand c,
                                       struct program_operand size) {
    struct program_operand zero = program_constant(0), last = compute(g, PROGRAM_SUB, size, program_constant(1));
    struct program_operand period = compute(g, PROGRAM_MUL, last, program_constant(2));
    if (mode == SPIRV_TENSOR_CLAMP_TO_EDGE)
        return grid_select(g, 32, is(g, c, IR_SLT, zero), zero, smaller(g, c, last));
    if (mode == SPIRV_TENSOR_REPEAT)
        return modulo(g, c, size);
    c = modulo(g, c, period);
    return grid_select(g, 32, is(g, c, IR_UGE, size), compute(g, PROGRAM_SUB, period, c), c);
}

/* linearToSpanCoord, spanCoordToTensorCoord and tensorCoordToLinear. */
static void span_to_tensor(struct grid_reader *g, const struct tensor_access *a, struct program_operand index,
                           struct tensor_place *place) {
    const struct tensor *t = &a->layout;
    uint32_t mode = a->stores && t->type->clamp_mode ? SPIRV_TENSOR_CLAMP_CONSTANT : t->type->clamp_mode;
    place->element = program_constant(0);
    for (uint32_t i = t->type->count; i--;) {
        struct program_operand size = *member(t, LAYOUT_DIMENSION, i), span = *member(t, SPAN, i);
        struct program_operand c =
            compute(g, PROGRAM_ADD, compute(g, PROGRAM_UREM, index, span), *member(t, OFFSET, i));
        struct program_operand outside =
            grid_compute(g, PROGRAM_OR, 1, 0, is(g, c, IR_SLT, program_constant(0)), is(g, c, IR_UGE, size));
        index = compute(g, PROGRAM_UDIV, index, span);
        if (mode == SPIRV_TENSOR_CLAMP_UNDEFINED || mode == SPIRV_TENSOR_CLAMP_CONSTANT)
            or_if(g, &place->beyond, outside);
        else
            c = grid_select(g, 32, outside, led_back(g, mode, c, size), c);
        place->in_block[i] = compute(g, PROGRAM_UREM, c, *member(t, BLOCK_SIZE, i));
        place->block[i] = compute(g, PROGRAM_UDIV, c, *member(t, BLOCK_SIZE, i));
        place->element =
            compute(g, PROGRAM_ADD, place->element, compute(g, PROGRAM_MUL, place->block[i], *member(t, STRIDE, i)));
    }
}

static struct tensor_place place_of(struct grid_reader *g, const struct tensor_access *a, uint32_t number) {
    struct tensor_place place = {0};
    struct program_operand index = matrix_coord_to_linear(g, a, number, &place);
    span_to_tensor(g, a, a->view.type ? through_view(g, a, index) : index, &place);
    return place;
}

/* ---- loads and stores ---- */

static struct tensor_access begin(struct grid_reader *g, const struct spirv_instruction *in) {
    struct tensor_access a = {.in = in,
                              .matrix = grid_matrix_type_of(g, in, in->operands[1]),
                              .layout = tensor_of(g, in, in->operands[2], SPIRV_TYPE_TENSOR_LAYOUT),
                              .stores = in->opcode == SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR};
    spirv_id view = spirv_tensor_operand(in, SPIRV_TENSOR_OPERAND_VIEW);
    if (view)
        a.view = tensor_of(g, in, view, SPIRV_TYPE_TENSOR_VIEW);
    if (view && !a.view.type->has_dimensions && a.view.type->count != a.layout.type->count)
        grid_refuse(g, in, "a view without dimensions of its own that has others than the layout");
    if (!a.stores && a.matrix->id != in->type)
        grid_refuse(g, in, "its Object is not of its type");
    return a;
}

/* Nothing is known of a program that accesses what is not there, unless the clamp mode says so. */
static void require_inside(struct grid_reader *g, const struct tensor_access *a, const struct tensor_place *place) {
    if (a->layout.type->clamp_mode != SPIRV_TENSOR_CLAMP_UNDEFINED || !place->beyond.width)
        return;
    struct program_operand is_inside = grid_compute(g, PROGRAM_XOR, 1, 0, place->beyond.operand, program_constant(1));
    uint32_t skip = litmus_build_skip(grid_builder(g), grid_part(is_inside, 1));
    grid_append(g, PROGRAM_FAULT)->operation.text = "an access beyond a tensor whose clamp mode is Undefined";
    litmus_build_skipped(grid_builder(g), skip);
}

/* The address of the component, or of its block: elements of so many bytes are counted from the pointer on. */
static struct grid_value address_of(struct grid_reader *g, struct grid_value pointer, const struct tensor_place *place,
                                    uint64_t bytes) {
    struct litmus_part *part = arena_allocate_array(g->arena, 1, sizeof *part);
    struct program_operand far = grid_compute(g, PROGRAM_MUL, 64, 0, wide(g, place->element), program_constant(bytes));
    *part = grid_part(grid_add(g, pointer.parts[0].operand, far), 64);
    pointer.parts = part;
    return pointer;
}

static struct grid_value coordinates(struct grid_reader *g, const struct program_operand *numbers, uint32_t count) {
    struct grid_value value = {.count = count, .parts = arena_allocate_array(g->arena, count, sizeof *value.parts)};
    for (uint32_t i = 0; i < count; i++)
        value.parts[i] = grid_part(numbers[i], 32);
    return value;
}

/* Whether scalars of one type lie where those of the other do. */
static bool lie_alike(struct grid_reader *g, const struct spirv_type *a, const struct spirv_type *b) {
    const struct spirv_matrix_layout none = {0, false};
    struct grid_leaves x = {0}, y = {0};
    grid_add_leaves(g, a, none, 0, NULL, &x);
    grid_add_leaves(g, b, none, 0, NULL, &y);
    bool alike = x.count == y.count;
    for (uint32_t i = 0; alike && i < x.count; i++)
        alike = x.items[i].offset == y.items[i].offset && x.items[i].bytes == y.items[i].bytes;
    return alike;
}

/* "Rather than loading a value, the function operand is invoked": its own loads are all that is accessed. A program
 * that is explored has memory of the types that variables have. */
static struct program_operand decode(struct grid_reader *g, const struct tensor_access *a, struct grid_value pointer,
                                     const struct tensor_place *place) {
    const struct spirv_function *callee = spirv_function_of_id(g->module, spirv_callee(a->in));
    const struct spirv_type *type =
        callee && callee->parameter_count ? spirv_type_of_value(g->module, callee->parameters[0]) : NULL;
    if (!type || type->opcode != SpvOpTypePointer || !type->element)
        grid_refuse(g, a->in, "a DecodeFunc that gets no pointer to a type");
    const struct spirv_type *block = grid_type(g, a->in, type->element);
    const struct spirv_type *held = spirv_type_of_value(g->module, a->in->operands[0]);
    if (!g->shared && held->element != block->id &&
        (!held->element || !lie_alike(g, grid_type(g, a->in, held->element), block)))
        grid_refuse(g, a->in, "a DecodeFunc whose blocks are of another type than what lies there");
    pointer.physical = true;
    const struct grid_value arguments[] = {address_of(g, pointer, place, spirv_layout_of(&g->layouts, block->id)->size),
                                           coordinates(g, place->block, a->layout.type->count),
                                           coordinates(g, place->in_block, a->layout.type->count)};
    return grid_call_component(g, a->in, arguments, 3);
}

static void load(struct grid_reader *g, const struct spirv_instruction *in) {
    uint64_t unit;
    struct model_operation operation;
    const struct tensor_access a = begin(g, in);
    struct grid_value pointer = grid_matrix_address(g, in, &operation, &unit);
    struct grid_value before = grid_value_of(g, in, in->operands[1]), result = grid_new_value(g, in, a.matrix);
    struct grid_leaf leaf = grid_component_leaf(g, in, a.matrix);
    bool is_constant = a.layout.type->clamp_mode == SPIRV_TENSOR_CLAMP_CONSTANT;
    grid_meet(g, grid_matrix_level(a.matrix));
    for (uint32_t i = 0; i < result.count; i++) {
        struct tensor_place place = place_of(g, &a, grid_matrix_component(g, a.matrix, i));
        if (place.skipped.width)
            grid_copy(g, result.parts[i], before.parts[i].operand);
        uint32_t skip = litmus_build_skip(grid_builder(g), place.skipped), clamp = MODEL_NONE;
        require_inside(g, &a, &place);
        if (is_constant && place.beyond.width) {
            struct program_operand value = *member(&a.layout, CLAMP_VALUE, 0);
            grid_copy(g, result.parts[i], grid_compute(g, PROGRAM_COPY, leaf.width, 32, value, nothing));
            clamp = litmus_build_skip(grid_builder(g), place.beyond);
        }
        if (spirv_callee(in))
            grid_copy(g, result.parts[i], decode(g, &a, pointer, &place));
        else
            grid_append_access(g, &operation, address_of(g, pointer, &place, leaf.bytes), leaf)->target =
                (uint32_t)result.parts[i].operand.value;
        litmus_build_skipped(grid_builder(g), clamp);
        litmus_build_skipped(grid_builder(g), skip);
    }
    grid_set_result(g, in, result);
}

static void store(struct grid_reader *g, const struct spirv_instruction *in) {
    uint64_t unit;
    struct model_operation operation;
    const struct tensor_access a = begin(g, in);
    struct grid_value pointer = grid_matrix_address(g, in, &operation, &unit);
    struct grid_value value = grid_value_of(g, in, in->operands[1]);
    struct grid_leaf leaf = grid_component_leaf(g, in, a.matrix);
    bool discards = a.layout.type->clamp_mode != SPIRV_TENSOR_CLAMP_UNDEFINED;
    grid_meet(g, grid_matrix_level(a.matrix));
    for (uint32_t i = 0; i < value.count; i++) {
        struct tensor_place place = place_of(g, &a, grid_matrix_component(g, a.matrix, i));
        uint32_t skip = litmus_build_skip(grid_builder(g), place.skipped), discard = MODEL_NONE;
        require_inside(g, &a, &place);
        if (discards)
            discard = litmus_build_skip(grid_builder(g), place.beyond);
        grid_append_access(g, &operation, address_of(g, pointer, &place, leaf.bytes), leaf)->b = value.parts[i].operand;
        litmus_build_skipped(grid_builder(g), discard);
        litmus_build_skipped(grid_builder(g), skip);
    }
}

static const struct grid_row rows[] = {{SPIRV_CREATE_TENSOR_LAYOUT, create},
                                       {SPIRV_CREATE_TENSOR_VIEW, create},
                                       {SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR, load},
                                       {SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR, store}};

const struct grid_table grid_tensor_tables[] = {GRID_TABLE(setters, set), GRID_ROWS(rows), {NULL}};
