/* Values of SPIR-V in parts, and the instructions that take them apart and put them together. */
#include "spirv/later.h"
#include "translator/program/grid_reader.h"

enum { MAX_PARTS = 4096 };

static const struct program_operand nothing = {PROGRAM_NOTHING, 0}, undefined = {PROGRAM_UNDEFINED, 0};

/* ---- the parts of a type ---- */

uint32_t grid_matrix_count(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type) {
    bool of_group = type->scope == SpvScopeWorkgroup;
    uint32_t subgroup = g->output->grid.subgroup, invocations = grid_member_count(g, VULKAN_WORKGROUP);
    uint32_t members = of_group ? invocations : subgroup;
    uint64_t components = (uint64_t)type->rows * type->columns;
    if (type->scope != SpvScopeSubgroup && !of_group)
        grid_refuse(g, in, "a cooperative matrix of another scope than Subgroup and Workgroup");
    if (!of_group && invocations % subgroup)
        grid_refuse(g, in, "a cooperative matrix where a workgroup of %u is not divided into whole subgroups of %u",
                    invocations, subgroup);
    if (components % members || components > UINT32_MAX)
        grid_refuse(g, in, "a cooperative matrix of %u x %u in %s of %u", type->rows, type->columns,
                    of_group ? "a workgroup" : "subgroups", members);
    return (uint32_t)components / members;
}

/* Counts the elements of an array, vector or matrix, or the numbers of a tensor layout or view. */
static uint64_t element_count(struct grid_reader *g, const struct spirv_instruction *in,
                              const struct spirv_type *type) {
    if (type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        return grid_matrix_count(g, in, type);
    if (type->opcode == SPIRV_TYPE_TENSOR_LAYOUT)
        return 5 * type->count + 1; /* of five members each dimension has one, and clampValue there is once */
    if (type->opcode == SPIRV_TYPE_TENSOR_VIEW)
        return 2 * type->count + 4; /* likewise of two, and of the clip region there are four numbers */
    return type->opcode == SpvOpTypeArray ? type->length : type->count;
}

static void add_parts(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type,
                      struct grid_value *value, uint32_t *capacity) {
    uint64_t count = element_count(g, in, type), scalars = 1;
    uint8_t width = 0;
    switch (type->opcode) {
    case SpvOpTypeBool:
        width = 1;
        break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        width = (uint8_t)(type->small_float ? spirv_small_float_bits((enum spirv_small_float)type->small_float)
                                            : type->width);
        break;
    case SpvOpTypePointer:
    case SpvOpTypeAccelerationStructureKHR:
    case SpvOpTypeImage: /* the address of its first texel */
    case SpvOpTypeSampledImage:
    case SpvOpTypeSampler: /* of nothing */
        width = 64;
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        if (count > MAX_PARTS)
            grid_refuse(g, in, "a value of more than %d scalars", MAX_PARTS);
        for (uint64_t i = 0; i < count; i++) {
            uint32_t before = value->count;
            add_parts(g, in, grid_type(g, in, type->element), value, capacity);
            if (value->count == before)
                return; /* nor has any other element a scalar */
        }
        return;
    case SPIRV_TYPE_TENSOR_LAYOUT:
    case SPIRV_TYPE_TENSOR_VIEW:
        width = 32;
        scalars = count;
        break;
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            add_parts(g, in, grid_type(g, in, type->members[i]), value, capacity);
        return;
    case SpvOpTypeVoid:
        return;
    default:
        grid_refuse(g, in, "a value whose type has values that cannot be enumerated (%s)",
                    spirv_opcode_name(type->opcode) ? spirv_opcode_name(type->opcode) : "unknown");
    }
    if (value->count + scalars > MAX_PARTS)
        grid_refuse(g, in, "a value of more than %d scalars", MAX_PARTS);
    while (scalars--)
        *ARENA_PUSH(g->arena, value->parts, value->count, *capacity) = grid_part(undefined, width);
}

static struct grid_value undefined_value(struct grid_reader *g, const struct spirv_instruction *in,
                                         const struct spirv_type *type) {
    struct grid_value value = {0};
    uint32_t capacity = 0;
    add_parts(g, in, type, &value, &capacity);
    if (!value.parts)
        value.parts = arena_allocate_array(g->arena, 1, sizeof *value.parts);
    return value;
}

uint32_t grid_count_parts(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type) {
    return undefined_value(g, in, type).count;
}

struct grid_value grid_new_value(struct grid_reader *g, const struct spirv_instruction *in,
                                 const struct spirv_type *type) {
    struct grid_value value = undefined_value(g, in, type);
    for (uint32_t i = 0; i < value.count; i++)
        value.parts[i].operand = program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL));
    return value;
}

/* ---- constants ---- */

static void fill(struct grid_value *value, uint32_t *at, const struct spirv_constant *constant) {
    if (constant->kind == SPIRV_CONSTANT_COMPOSITE) {
        for (uint32_t i = 0; i < constant->element_count; i++)
            fill(value, at, constant->elements[i]);
    } else if (constant->kind == SPIRV_CONSTANT_SCALAR && *at < value->count) {
        value->parts[(*at)++].operand = program_constant(constant->bits);
    }
}

struct grid_value grid_constant_value(struct grid_reader *g, const struct spirv_instruction *in,
                                      const struct spirv_constant *constant) {
    struct grid_value value = undefined_value(g, in, grid_type(g, in, constant->type));
    uint32_t at = 0;
    if (constant->kind == SPIRV_CONSTANT_NULL)
        for (uint32_t i = 0; i < value.count; i++)
            value.parts[i].operand = program_constant(0);
    /* An element that is null or undefined is as many parts as it has: then elements are found one by one. */
    for (uint32_t i = 0; constant->kind == SPIRV_CONSTANT_COMPOSITE && i < constant->element_count && at < value.count;
         i++) {
        struct grid_value element = grid_constant_value(g, in, constant->elements[i]);
        for (uint32_t k = 0; k < element.count && at < value.count; k++)
            value.parts[at++] = element.parts[k];
    }
    /* A cooperative matrix is made of one constituent, which each component equals. */
    for (; constant->kind == SPIRV_CONSTANT_COMPOSITE && at && at < value.count; at++)
        value.parts[at].operand = value.parts[0].operand;
    if (constant->kind == SPIRV_CONSTANT_SCALAR)
        fill(&value, &at, constant);
    return value;
}

static struct grid_value module_value(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_constant *constant = spirv_constant_of_id(g->module, id);
    if (!constant)
        grid_refuse(g, in, "its operand %s is not known before it", grid_name(g, id));
    return grid_constant_value(g, in, constant);
}

static struct grid_value pointer_to(struct grid_reader *g, const struct grid_variable *variable) {
    struct grid_value value = {.count = 1, .root = variable};
    value.parts = arena_allocate_array(g->arena, 1, sizeof *value.parts);
    uint64_t address = variable->kind == GRID_PRIVATE ? 0 : grid_memory(g, variable)->address;
    value.parts[0] = grid_part(program_constant(address), 64);
    return value;
}

/* The frame holds only what the function that is being compiled defines. */
static struct grid_value *place_in_frame(struct grid_reader *g, const struct spirv_instruction *in, uint32_t index) {
    uint32_t own = (uint32_t)(g->frame->function - g->module->functions) + 1;
    if (g->module->definitions[index].function != own)
        grid_refuse(g, in, "its operand %s is of another function", grid_name(g, g->module->definitions[index].id));
    return &g->frame->values[index - g->frame->first_index];
}

struct grid_value grid_value_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    uint32_t index = spirv_index(g->module, id);
    struct grid_value *value =
        g->frame && g->module->definitions[index].function ? place_in_frame(g, in, index) : &g->constants[index];
    if (value != &g->constants[index]) {
        /* used on the way round a loop, before it is made */
        if (!value->parts) {
            const struct spirv_type *type = spirv_type_of_value(g->module, id);
            if (!type)
                grid_refuse(g, in, "its operand %s is no value", grid_name(g, id));
            *value = grid_new_value(g, in, type);
        }
        return *value;
    }
    if (g->variables[index])
        return pointer_to(g, g->variables[index]);
    if (!value->parts)
        *value = module_value(g, in, id);
    return *value;
}

void grid_set_result(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value value) {
    struct grid_value *place = place_in_frame(g, in, spirv_index(g->module, in->result));
    if (!value.parts)
        value.parts = arena_allocate_array(g->arena, 1, sizeof *value.parts);
    if (value.count != grid_count_parts(g, in, grid_type(g, in, in->type)))
        grid_refuse(g, in, "its operands do not fit its type");
    if (!place->parts) {
        *place = value;
        return;
    }
    for (uint32_t i = 0; i < place->count && i < value.count; i++)
        grid_copy(g, place->parts[i], value.parts[i].operand);
}

void grid_set_operand(struct grid_reader *g, const struct spirv_instruction *in, struct program_operand operand) {
    struct grid_value value = undefined_value(g, in, grid_type(g, in, in->type));
    value.parts[0].operand = operand;
    grid_set_result(g, in, value);
}

/* ---- computing ---- */

struct litmus_builder grid_builder(struct grid_reader *g) {
    enum { MAX_INSTRUCTIONS = 1 << 20 };
    if (++g->inlined > MAX_INSTRUCTIONS)
        grid_refuse(g, NULL, "an entry point that is too large, its calls inlined");
    return (struct litmus_builder){&g->litmus->program, g->thread};
}

struct program_instruction *grid_append(struct grid_reader *g, enum program_opcode opcode) {
    return litmus_build(grid_builder(g), opcode);
}

struct program_operand grid_compute(struct grid_reader *g, enum program_alu alu, uint8_t width, uint8_t from,
                                    struct program_operand a, struct program_operand b) {
    return litmus_build_compute(grid_builder(g), alu, width, from, a, b, nothing);
}

struct program_operand grid_compute_three(struct grid_reader *g, enum program_alu alu, uint8_t width,
                                          struct program_operand a, struct program_operand b,
                                          struct program_operand c) {
    return litmus_build_compute(grid_builder(g), alu, width, 0, a, b, c);
}

struct program_operand grid_select(struct grid_reader *g, uint8_t width, struct program_operand condition,
                                   struct program_operand yes, struct program_operand no) {
    return litmus_build_compute(grid_builder(g), PROGRAM_SELECT, width, 0, condition, yes, no);
}

void grid_copy(struct grid_reader *g, struct litmus_part target, struct program_operand source) {
    litmus_build_copy(grid_builder(g), target, source);
}

/* ---- composites ---- */

static bool is_composite(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeMatrix || type->opcode == SpvOpTypeArray ||
           type->opcode == SpvOpTypeStruct || type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX;
}

/* The first part of the element that literal indexes select, and its type. */
static const struct spirv_type *select_element(struct grid_reader *g, const struct spirv_instruction *in,
                                               const struct spirv_type *type, uint32_t from, uint32_t *first) {
    *first = 0;
    for (uint32_t k = from; k < in->operand_count; k++) {
        uint32_t index = in->operands[k];
        bool structure = type->opcode == SpvOpTypeStruct;
        if (!is_composite(type) || index >= element_count(g, in, type))
            grid_refuse(g, in, "an index outside the composite");
        for (uint32_t m = 0; structure && m < index; m++)
            *first += grid_count_parts(g, in, grid_type(g, in, type->members[m]));
        type = grid_type(g, in, structure ? type->members[index] : type->element);
        if (!structure)
            *first += index * grid_count_parts(g, in, type);
    }
    return type;
}

static struct grid_value copy_of(struct grid_reader *g, struct grid_value value) {
    struct grid_value copy = {.count = value.count};
    copy.parts = arena_allocate_array(g->arena, value.count + 1, sizeof *copy.parts);
    memcpy(copy.parts, value.parts, value.count * sizeof *copy.parts);
    return copy;
}

static struct grid_value extract(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value whole = grid_value_of(g, in, in->operands[0]);
    const struct spirv_type *type = spirv_type_of_value(g->module, in->operands[0]);
    uint32_t first;
    if (!type)
        grid_refuse(g, in, "its operand %s is no value", grid_name(g, in->operands[0]));
    type = select_element(g, in, type, 1, &first);
    struct grid_value element = {.parts = whole.parts + first, .count = grid_count_parts(g, in, type)};
    if (first + element.count > whole.count)
        grid_refuse(g, in, "its operands do not fit its type");
    return element;
}

static struct grid_value insert(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value element = grid_value_of(g, in, in->operands[0]);
    struct grid_value whole = copy_of(g, grid_value_of(g, in, in->operands[1]));
    uint32_t first;
    select_element(g, in, grid_type(g, in, in->type), 2, &first);
    for (uint32_t k = 0; k < element.count && first + k < whole.count; k++)
        whole.parts[first + k] = element.parts[k];
    return whole;
}

/* A single constituent stands for all. */
static struct grid_value replicate(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value whole = undefined_value(g, in, grid_type(g, in, in->type));
    struct grid_value element = grid_value_of(g, in, in->operands[0]);
    for (uint32_t at = 0; at < whole.count && element.count; at++)
        whole.parts[at] = element.parts[at % element.count];
    return whole;
}

static struct grid_value construct(struct grid_reader *g, const struct spirv_instruction *in) {
    if (grid_type(g, in, in->type)->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        return replicate(g, in);
    struct grid_value whole = undefined_value(g, in, grid_type(g, in, in->type));
    uint32_t at = 0;
    for (uint32_t i = 0; i < in->operand_count; i++) {
        struct grid_value element = grid_value_of(g, in, in->operands[i]);
        for (uint32_t k = 0; k < element.count && at < whole.count; k++)
            whole.parts[at++] = element.parts[k];
    }
    return whole;
}

static struct grid_value shuffle(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value whole = undefined_value(g, in, grid_type(g, in, in->type));
    struct grid_value a = grid_value_of(g, in, in->operands[0]), b = grid_value_of(g, in, in->operands[1]);
    for (uint32_t i = 0; i < whole.count && i + 2 < in->operand_count; i++) {
        uint32_t from = in->operands[i + 2];
        if (from < a.count)
            whole.parts[i] = a.parts[from];
        else if (from - a.count < b.count)
            whole.parts[i] = b.parts[from - a.count];
    }
    return whole;
}

/* The element of a vector that a computed index names, or the vector with another one there. */
static struct grid_value dynamic(struct grid_reader *g, const struct spirv_instruction *in) {
    bool inserts = in->opcode == SpvOpVectorInsertDynamic;
    struct grid_value vector = grid_value_of(g, in, in->operands[0]);
    struct litmus_part index = grid_value_of(g, in, in->operands[inserts ? 2 : 1]).parts[0];
    struct grid_value result = undefined_value(g, in, grid_type(g, in, in->type));
    if (result.count != (inserts ? vector.count : 1))
        grid_refuse(g, in, "its operands do not fit its type");
    for (uint32_t i = 0; i < vector.count; i++) {
        struct program_operand here =
            grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, index.width, index.operand, program_constant(i));
        struct litmus_part *target = &result.parts[inserts ? i : 0];
        struct program_operand yes =
            inserts ? grid_value_of(g, in, in->operands[1]).parts[0].operand : vector.parts[i].operand;
        struct program_operand no = inserts ? vector.parts[i].operand : i ? target->operand : yes;
        target->operand = grid_select(g, target->width, here, yes, no);
    }
    return result;
}

static struct grid_value copy_object(struct grid_reader *g, const struct spirv_instruction *in) {
    return grid_value_of(g, in, in->operands[0]);
}

static struct grid_value make_undefined(struct grid_reader *g, const struct spirv_instruction *in) {
    return undefined_value(g, in, grid_type(g, in, in->type));
}

static const struct maker {
    uint16_t opcode;
    struct grid_value (*make)(struct grid_reader *g, const struct spirv_instruction *in);
} makers[] = {{SpvOpCompositeExtract, extract},     {SpvOpCompositeInsert, insert},
              {SpvOpCompositeConstruct, construct}, {SPIRV_COMPOSITE_CONSTRUCT_REPLICATE, replicate},
              {SpvOpVectorShuffle, shuffle},        {SpvOpVectorExtractDynamic, dynamic},
              {SpvOpVectorInsertDynamic, dynamic},  {SpvOpCopyObject, copy_object},
              {SpvOpCopyLogical, copy_object},      {SpvOpUndef, make_undefined}};

static void make(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    grid_set_result(g, in, ((const struct maker *)row)->make(g, in));
}

const struct grid_table grid_value_tables[] = {GRID_TABLE(makers, make), {NULL}};

/* ---- addresses and accesses ---- */

struct program_operand grid_add(struct grid_reader *g, struct program_operand a, struct program_operand b) {
    return grid_compute(g, PROGRAM_ADD, 64, 0, a, b);
}

struct program_operand grid_step(struct grid_reader *g, struct program_operand a, struct litmus_part index,
                                 uint64_t unit, uint64_t length) {
    return grid_step_within(g, a, index, unit, program_constant(length));
}

struct program_operand grid_step_within(struct grid_reader *g, struct program_operand a, struct litmus_part index,
                                        uint64_t unit, struct program_operand length) {
    struct program_operand wide = grid_compute(g, PROGRAM_COPY, 64, index.width, index.operand, nothing);
    struct program_operand there = grid_add(g, a, grid_compute(g, PROGRAM_MUL, 64, 0, wide, program_constant(unit)));
    struct program_operand inside = grid_compute(g, PROGRAM_COMPARE + IR_ULT, 1, 64, wide, length);
    return grid_select(g, 64, inside, there, program_constant(LITMUS_NOWHERE));
}

struct program_instruction *grid_append_access(struct grid_reader *g, const struct model_operation *operation,
                                               struct grid_value pointer, struct grid_leaf leaf) {
    struct program_operand address = grid_add(g, pointer.parts[0].operand, program_constant(leaf.offset));
    struct program_instruction *access = grid_append(g, PROGRAM_ACCESS);
    access->operation = *operation;
    access->operation.float_bits = leaf.floating ? leaf.width : 0;
    access->a = address;
    access->bytes = leaf.bytes;
    access->width = (uint8_t)(leaf.bytes * 8);
    access->reference = MODEL_NONE;
    if (pointer.root) {
        const struct litmus_memory *memory = grid_memory(g, pointer.root);
        const uint64_t end = memory->address + memory->bytes;
        const bool is_part = pointer.highest && address.kind != PROGRAM_CONSTANT;
        access->lowest = is_part ? pointer.lowest : memory->address;
        access->highest = is_part && pointer.highest < end ? pointer.highest : end;
    } else if (pointer.physical) {
        access->lowest = g->targets_begin;
        access->highest = g->targets_end;
    }
    return access;
}
