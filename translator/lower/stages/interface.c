/* Inputs and outputs as values (Vulkan, "Location and Component Assignment"): arrays, matrices and blocks are taken
 * apart into a scalar or vector for each Location; a vector of 64-bit components that fills more than one Location is
 * two. Built-ins come after, in the order of their numbers. */
#include "translator/lower/stages/interface.h"

#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "translator/lower/budget.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/names.h"
#include "translator/lower/stages/shared_outputs.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Vulkan's limits are 128 components and a few built-ins each way. */
enum { MAX_VALUES = 1024 };

/* ---- what decorations say ---- */

static const struct {
    uint32_t decoration, bit;
} decoration_bits[] = {
    {SpvDecorationFlat, SMMRA_DECORATION_FLAT},
    {SpvDecorationNoPerspective, SMMRA_DECORATION_NO_PERSPECTIVE},
    {SpvDecorationCentroid, SMMRA_DECORATION_CENTROID},
    {SpvDecorationSample, SMMRA_DECORATION_SAMPLE},
    {SpvDecorationPerVertexKHR, SMMRA_DECORATION_PER_VERTEX},
    {SpvDecorationPatch, SMMRA_DECORATION_PATCH},
    {SpvDecorationPerPrimitiveEXT, SMMRA_DECORATION_PER_PRIMITIVE},
    {SpvDecorationPerViewNV, SMMRA_DECORATION_PER_VIEW},
    {SpvDecorationInvariant, SMMRA_DECORATION_INVARIANT},
    {SpvDecorationExplicitInterpAMD, SMMRA_DECORATION_EXPLICIT_INTERPOLATION},
};

/* Adds what a variable or a member of a block is decorated with to what holds for it already. A Component counts where
 * a Location does; an Offset is its own. */
static void add_decorations(struct lowering *l, spirv_id target, uint32_t member, smmra_interface *about) {
    for (size_t i = 0; i < sizeof decoration_bits / sizeof *decoration_bits; i++)
        if (spirv_find_decoration(l->spirv, target, member, (SpvDecoration)decoration_bits[i].decoration))
            about->decorations |= decoration_bits[i].bit;
    about->location = spirv_decoration_operand(l->spirv, target, member, SpvDecorationLocation, about->location);
    about->component = spirv_decoration_operand(l->spirv, target, member, SpvDecorationComponent, 0);
    about->index = spirv_decoration_operand(l->spirv, target, member, SpvDecorationIndex, about->index);
    about->stream = spirv_decoration_operand(l->spirv, target, member, SpvDecorationStream, about->stream);
    about->transform_buffer =
        spirv_decoration_operand(l->spirv, target, member, SpvDecorationXfbBuffer, about->transform_buffer);
    about->transform_stride =
        spirv_decoration_operand(l->spirv, target, member, SpvDecorationXfbStride, about->transform_stride);
    about->transform_offset = spirv_decoration_operand(l->spirv, target, member, SpvDecorationOffset, SMMRA_NONE);
    about->builtin = spirv_decoration_operand(l->spirv, target, member, SpvDecorationBuiltIn, SMMRA_NONE);
}

/* ---- taking a variable apart ---- */

/* The variable that is being taken apart. */
struct taking {
    struct interface *interface;
    spirv_id variable;
    struct spirv_instruction in;
    uint32_t vertices;
    uint64_t vertex_stride; /* in its memory */
    uint32_t pointer;       /* 1 + number of the pointer to it; 0: to none */
};

static struct interface_value *add_value(struct lowering *l, struct taking *taking, const smmra_interface *about,
                                         spirv_id type, uint64_t offset) {
    struct interface *interface = taking->interface;
    if (interface->count >= MAX_VALUES)
        FAIL_UNSUPPORTED(l, &taking->in, "the entry point has more than %d inputs and outputs", MAX_VALUES);
    budget_spend(l, 1, "entry points have too many inputs and outputs; translate one entry point at a time");
    mmra_work(&l->watch, 16);
    struct interface_value *value = ARENA_PUSH(l->arena, interface->values, interface->count, interface->capacity);
    *value = (struct interface_value){
        .about = *about, .variable = taking->variable, .type = type, .offset = offset, .order = interface->count};
    value->about.vertices = taking->vertices;
    value->about.offset = offset;
    value->about.vertex_stride = taking->vertex_stride;
    value->pointer = taking->pointer;
    return value;
}

/* An address in PhysicalStorageBuffer, which a shell sees as the integer that it is. */
static bool is_address(struct lowering *l, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypePointer && type->storage_class != SpvStorageClassPhysicalStorageBuffer)
        FAIL_INVALID(l, &l->current, "pointer type %%%u as an input or output", type->id);
    return type->opcode == SpvOpTypePointer;
}

static uint32_t scalar_bits(const struct spirv_type *scalar) {
    return scalar->opcode == SpvOpTypePointer ? 64 : scalar->width;
}

static void set_scalar(struct lowering *l, const struct spirv_type *scalar, uint32_t components,
                       smmra_interface *about) {
    switch (scalar->opcode) {
    case SpvOpTypeBool:
        about->scalar = SMMRA_SCALAR_BOOL;
        break;
    case SpvOpTypeInt:
        about->scalar = scalar->is_signed ? SMMRA_SCALAR_SINT : SMMRA_SCALAR_UINT;
        break;
    case SpvOpTypeFloat:
        about->scalar = SMMRA_SCALAR_FLOAT;
        break;
    case SpvOpTypePointer:
        about->scalar = SMMRA_SCALAR_UINT;
        break;
    default:
        FAIL_UNSUPPORTED(l, &l->current, "type %%%u as an input or output is not supported", scalar->id);
    }
    about->width = scalar->opcode == SpvOpTypeBool ? 1 : scalar_bits(scalar);
    about->components = components;
}

static ir_type vector_of(struct lowering *l, ir_type scalar, uint32_t count) {
    return count > 1 ? ir_type_vector(l->ir, scalar, count) : scalar;
}

/* A scalar or vector at a Location, and the Locations that follow where it does not fit into one. */
static void take_leaf(struct lowering *l, struct taking *taking, smmra_interface *about, const struct spirv_type *type,
                      uint64_t offset) {
    uint32_t components;
    const struct spirv_type *scalar = type_component_of(l, type, &components);
    if (about->location == SMMRA_NONE)
        FAIL_INVALID(l, &taking->in, "it has neither a Location nor a built-in");
    bool address = is_address(l, scalar);
    uint32_t bytes = scalar_bits(scalar) / 8, in_one = bytes == 8 ? 2 : 4;
    for (uint32_t first = 0; first < components; first += in_one) {
        uint32_t count = components - first < in_one ? components - first : in_one;
        bool whole = count == components && (components > 1 || type == scalar);
        set_scalar(l, scalar, count, about);
        struct interface_value *value =
            add_value(l, taking, about, whole ? type->id : scalar->id, offset + (uint64_t)first * bytes);
        value->split = whole ? 0 : count;
        value->ir = address ? ir_type_integer(l->ir, 64)
                    : whole ? lower_type(l, type->id)
                            : vector_of(l, lower_type(l, scalar->id), count);
        about->location++;
        if (about->transform_offset != SMMRA_NONE)
            about->transform_offset += count * bytes;
    }
}

static bool is_of_type(struct lowering *l, const struct stage_builtin *row, const struct spirv_type *type,
                       uint32_t *length) {
    *length = 0;
    if (row->is_array && (type->opcode != SpvOpTypeArray || type->length > MAX_VALUES))
        return false;
    if (row->is_array) {
        *length = (uint32_t)type->length;
        type = type_of(l, type->element);
    }
    if (row->columns) {
        if (type->opcode != SpvOpTypeMatrix || type->count != row->columns)
            return false;
        *length = row->columns;
        type = type_of(l, type->element);
    }
    if (type->opcode != (row->components > 1 ? SpvOpTypeVector : row->opcode))
        return false;
    if (row->components > 1 && type->count != row->components)
        return false;
    const struct spirv_type *scalar = row->components > 1 ? type_of(l, type->element) : type;
    return scalar->opcode == row->opcode && (row->opcode == SpvOpTypeBool || scalar->width == 32);
}

static void take_builtin(struct lowering *l, struct taking *taking, const smmra_interface *given,
                         const struct spirv_type *type, uint64_t offset) {
    smmra_interface about = *given;
    const struct stage *stage = taking->interface->stage;
    const struct stage_builtin *row = stage_builtin_find(about.builtin);
    bool input = about.direction == SMMRA_DIRECTION_INPUT;
    const char *name = spirv_builtin_name(about.builtin);
    if (!about.used)
        return;
    if (!row || !((input ? row->inputs : row->outputs) >> stage->stage & 1))
        FAIL_UNSUPPORTED(l, &taking->in, "built-in %s (%u) as an %s of execution model %s is not supported",
                         name ? name : "?", about.builtin, input ? "input" : "output",
                         spirv_execution_model_name(stage->model));
    if (!is_of_type(l, row, type, &about.array_length))
        FAIL_INVALID(l, &taking->in, "built-in %s has the wrong type", name ? name : "?");
    about.location = about.component = SMMRA_NONE;
    const struct spirv_type *element = row->is_array || row->columns ? type_of(l, type->element) : type;
    set_scalar(l, row->components > 1 ? type_of(l, element->element) : element, row->components, &about);
    add_value(l, taking, &about, type->id, offset)->ir = lower_type(l, type->id);
}

static void take_apart(struct lowering *l, struct taking *taking, smmra_interface *about, const struct spirv_type *type,
                       uint64_t offset);

static void take_members(struct lowering *l, struct taking *taking, smmra_interface *about,
                         const struct spirv_type *type, uint64_t offset) {
    const struct spirv_layout *layout = layout_of(l, type->id);
    uint32_t item = environment_item_of(l, taking->variable);
    const bool *used = item ? l->environment[item - 1].used_members : NULL;
    for (uint32_t i = 0; i < type->count; i++) {
        const struct spirv_type *member = type_of(l, type->members[i]);
        smmra_interface part = *about;
        mmra_work(&l->watch, 1);
        add_decorations(l, type->id, i, &part);
        if (part.member == SMMRA_NONE) {
            part.member = i;
            part.used = about->used && (!used || used[i]);
        }
        if (spirv_find_decoration(l->spirv, type->id, i, SpvDecorationRowMajor))
            FAIL_UNSUPPORTED(l, &taking->in, "a RowMajor matrix as an input or output is not supported");
        if (part.builtin != SMMRA_NONE) {
            take_builtin(l, taking, &part, member, offset + layout->members[i].offset);
            continue;
        }
        take_apart(l, taking, &part, member, offset + layout->members[i].offset);
        about->location = part.location;
    }
}

static void take_apart(struct lowering *l, struct taking *taking, smmra_interface *about, const struct spirv_type *type,
                       uint64_t offset) {
    uint64_t count = type->opcode == SpvOpTypeMatrix ? type->count : type->length;
    /* Every part counts, not only those that have values: an array of a billion empty structs has none. */
    budget_spend(l, 1, "inputs and outputs have too many parts");
    mmra_work(&l->watch, 1);
    switch (type->opcode) {
    case SpvOpTypeStruct:
        take_members(l, taking, about, type, offset);
        return;
    case SpvOpTypeArray:
    case SpvOpTypeMatrix:
        for (uint64_t i = 0; i < count; i++)
            take_apart(l, taking, about, type_of(l, type->element), offset + i * layout_of(l, type->id)->stride);
        return;
    default:
        take_leaf(l, taking, about, type, offset);
    }
}

/* A block of which all is of the patch, or an array of them. */
static bool is_patch_block(struct lowering *l, const struct spirv_type *type) {
    while (type->opcode == SpvOpTypeArray)
        type = type_of(l, type->element);
    return type->opcode == SpvOpTypeStruct && spirv_find_decoration(l->spirv, type->id, 0, SpvDecorationPatch);
}

/* Whether the outermost array of a variable is over vertices. A built-in that is no block is, if its type has an array
 * more than the built-in's own. */
static bool is_arrayed(struct lowering *l, const struct stage *stage, const smmra_interface *about,
                       const struct spirv_type *type) {
    bool vertices = about->direction == SMMRA_DIRECTION_INPUT ? stage->input_vertices : stage->output_vertices;
    if (about->decorations & SMMRA_DECORATION_PER_VERTEX)
        return true;
    if (!vertices || about->decorations & SMMRA_DECORATION_PATCH || is_patch_block(l, type))
        return false;
    const struct stage_builtin *row = about->builtin == SMMRA_NONE ? NULL : stage_builtin_find(about->builtin);
    if (row && row->is_array)
        return type->opcode == SpvOpTypeArray && type_of(l, type->element)->opcode == SpvOpTypeArray;
    return !row || type->opcode == SpvOpTypeArray;
}

enum interface_keeping interface_keeping_of(struct lowering *l, const struct stage *stage,
                                            const struct spirv_instruction *variable) {
    const struct spirv_type *type = type_of(l, type_of(l, variable->type)->element);
    smmra_interface about = {.direction = SMMRA_DIRECTION_INPUT, .location = SMMRA_NONE};
    if (variable->operands[0] == SpvStorageClassOutput)
        return stage->shares_outputs ? INTERFACE_SHARED : INTERFACE_OWN;
    add_decorations(l, variable->result, SPIRV_NO_MEMBER, &about);
    return variable->operands[0] == SpvStorageClassInput && is_arrayed(l, stage, &about, type) ? INTERFACE_PER_VERTEX
                                                                                               : INTERFACE_OWN;
}

static bool is_asked_for(const struct interface_value *value) {
    return value->about.direction == SMMRA_DIRECTION_INPUT && value->about.vertices;
}

static uint32_t add_pointer(struct lowering *l, const struct taking *taking) {
    struct interface *interface = taking->interface;
    ir_type type = l->environment[environment_item_of(l, taking->variable) - 1].type;
    *ARENA_PUSH(l->arena, interface->pointers, interface->pointer_count, interface->pointer_capacity) =
        (struct interface_pointer){.variable = taking->variable, .type = type};
    return interface->pointer_count;
}

static void take_variable(struct lowering *l, struct interface *interface, spirv_id variable, bool used) {
    struct taking taking = {.interface = interface, .variable = variable, .in = spirv_defining(l->spirv, variable)};
    const struct spirv_type *type = type_of(l, type_of(l, taking.in.type)->element);
    const char *name = spirv_name(l->spirv, variable);
    smmra_interface about = {
        .direction = taking.in.operands[0] == SpvStorageClassInput ? SMMRA_DIRECTION_INPUT : SMMRA_DIRECTION_OUTPUT,
        .name = name ? name : "",
        .member = SMMRA_NONE,
        .location = SMMRA_NONE,
        .transform_buffer = SMMRA_NONE,
        .transform_stride = SMMRA_NONE,
        .used = used,
    };
    l->current = taking.in;
    add_decorations(l, variable, SPIRV_NO_MEMBER, &about);
    if (is_arrayed(l, interface->stage, &about, type)) {
        if (type->opcode != SpvOpTypeArray || type->length > MAX_VALUES)
            FAIL_INVALID(l, &taking.in, "it is per vertex and needs an array over vertices");
        taking.vertices = (uint32_t)type->length;
        taking.vertex_stride = layout_of(l, type->id)->stride;
        type = type_of(l, type->element);
    }
    bool is_shared = l->environment[environment_item_of(l, variable) - 1].is_shared;
    about.address_space = is_shared ? ADDRESS_SPACE_LOCAL : SMMRA_NONE;
    if (is_shared)
        taking.pointer = add_pointer(l, &taking);
    if (about.builtin != SMMRA_NONE)
        take_builtin(l, &taking, &about, type, 0);
    else
        take_apart(l, &taking, &about, type, 0);
}

/* ---- their order ---- */

static int compare_values(const void *a, const void *b) {
    const struct interface_value *x = a, *y = b;
    const uint32_t keys[2][6] = {
        {x->about.direction, x->about.builtin + 1, x->about.location, x->about.index, x->about.component, x->order},
        {y->about.direction, y->about.builtin + 1, y->about.location, y->about.index, y->about.component, y->order}};
    for (size_t i = 0; i < sizeof *keys / sizeof **keys; i++)
        if (keys[0][i] != keys[1][i])
            return keys[0][i] < keys[1][i] ? -1 : 1;
    return 0;
}

/* The pointers in the order of the first value that lies in each. After them stand those in which no value lies: they
 * are no parameters, as no shell could know what they are. */
static void order_pointers(struct lowering *l, struct interface *interface) {
    uint32_t count = interface->pointer_count, placed = 0;
    struct interface_pointer *ordered = arena_allocate_array(l->arena, (size_t)count + 1, sizeof *ordered);
    for (uint32_t i = 0; i < interface->count + count; i++) {
        uint32_t pointer = i < interface->count ? interface->values[i].pointer : i - interface->count + 1;
        struct interface_pointer *from = pointer ? &interface->pointers[pointer - 1] : NULL;
        if (i == interface->count)
            interface->pointer_count = placed;
        if (!from || from->position)
            continue;
        ordered[placed++] = *from;
        from->position = placed;
    }
    for (uint32_t i = 0; i < interface->count; i++)
        if (interface->values[i].pointer)
            interface->values[i].pointer = interface->pointers[interface->values[i].pointer - 1].position;
    interface->empty_count = count - interface->pointer_count;
    interface->pointers = ordered;
}

/* Values that are inputs, and the members of the result, are counted apart from each other and from pointers. */
static void give_positions(struct lowering *l, struct interface *interface) {
    if (interface->count)
        mmra_sort(l->arena, interface->values, interface->count, sizeof *interface->values, compare_values);
    order_pointers(l, interface);
    ir_type *members = arena_allocate(l->arena, (interface->count + 1) * sizeof *members);
    uint32_t inputs = interface->pointer_count, outputs = 0;
    for (uint32_t i = 0; i < interface->count; i++) {
        struct interface_value *value = &interface->values[i];
        interface->input_count += value->about.direction == SMMRA_DIRECTION_INPUT;
        if (value->pointer) {
            value->about.position = value->pointer - 1;
        } else if (is_asked_for(value)) {
            value->about.position = SMMRA_NONE;
        } else if (value->about.direction == SMMRA_DIRECTION_INPUT) {
            value->about.position = inputs++;
        } else {
            members[outputs] = value->ir;
            value->about.position = outputs++;
        }
    }
    interface->parameter_count = inputs;
    if (outputs)
        *(interface->stage->emits ? &interface->emitted : &interface->result) = ir_type_struct(l->ir, members, outputs);
}

void interface_parameter_types(const struct interface *interface, ir_type *types) {
    for (uint32_t i = 0; i < interface->pointer_count; i++)
        types[i] = interface->pointers[i].type;
    for (uint32_t i = 0; i < interface->input_count; i++)
        if (!is_asked_for(&interface->values[i]))
            types[interface->values[i].about.position] = interface->values[i].ir;
}

/* ---- the variables of an entry point ---- */

static bool is_among(const uint32_t *items, uint32_t count, uint32_t item) {
    uint32_t at = numbers_below(items, sizeof *items, count, item);
    return at < count && items[at] == item;
}

static bool is_needed(const struct lowered_function *needs, uint32_t item) {
    return is_among(needs->items, needs->item_count, item) ||
           is_among(needs->items + needs->item_count, needs->asked_count, item);
}

/* In order of their ids, each once: the interface lists all of them (SPIR-V 3.49.5, OpEntryPoint). */
static void take_variables(struct lowering *l, struct interface *interface, const struct spirv_entry_point *point,
                           const struct lowered_function *needs) {
    uint32_t number = ++l->interfaces_made, *listed = l->listed_for;
    if (!listed)
        listed = l->listed_for = arena_allocate_array(l->arena, (size_t)l->environment_count + 1, sizeof *listed);
    for (uint32_t i = 0; i < point->interface_count; i++) {
        uint32_t item = environment_item_of(l, point->interface[i]);
        mmra_work_at(&l->watch, i);
        if (!item || l->environment[item - 1].kind != ENVIRONMENT_INTERFACE || listed[item] == number)
            continue;
        listed[item] = number;
        take_variable(l, interface, point->interface[i], is_needed(needs, item - 1));
    }
    for (uint32_t i = 0; i < needs->item_count + needs->asked_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        struct spirv_instruction in = spirv_defining(l->spirv, item->variable);
        if (item->kind == ENVIRONMENT_INTERFACE && listed[needs->items[i] + 1] != number)
            FAIL_INVALID(l, &in, "entry point \"%.60s\" uses it, but its interface does not list it", point->name);
    }
}

/* A built-in that no variable is, or that a variable is too. */
static void take_given(struct lowering *l, struct interface *interface, uint32_t builtin, ir_type type) {
    const struct stage_builtin *row = stage_builtin_find(builtin);
    struct taking taking = {.interface = interface};
    for (uint32_t i = 0; i < interface->count; i++)
        if (interface->values[i].about.builtin == builtin &&
            interface->values[i].about.direction == SMMRA_DIRECTION_INPUT)
            return;
    smmra_interface about = {.direction = SMMRA_DIRECTION_INPUT,
                             .name = "",
                             .member = SMMRA_NONE,
                             .builtin = builtin,
                             .location = SMMRA_NONE,
                             .component = SMMRA_NONE,
                             .scalar = row->opcode == SpvOpTypeFloat ? SMMRA_SCALAR_FLOAT : SMMRA_SCALAR_UINT,
                             .width = 32,
                             .components = row->components,
                             .used = true,
                             .address_space = SMMRA_NONE,
                             .transform_buffer = SMMRA_NONE,
                             .transform_offset = SMMRA_NONE,
                             .transform_stride = SMMRA_NONE};
    add_value(l, &taking, &about, 0, 0)->ir = type;
}

/* What tells an invocation where it is in the grid, if a built-in is made from it, or Workgroup memory is set to zero.
 */
static void take_grid_position(struct lowering *l, struct interface *interface, const struct lowered_function *needs) {
    static const uint32_t inputs[] = {SpvBuiltInNumWorkgroups, SpvBuiltInWorkgroupId, SpvBuiltInLocalInvocationId};
    ir_type three = ir_type_vector(l->ir, ir_type_integer(l->ir, 32), 3);
    if (l->map.facts.workgroup_initialized)
        take_given(l, interface, SpvBuiltInLocalInvocationId, three);
    for (uint32_t i = 0; i < needs->item_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        for (size_t k = 0; item->kind == ENVIRONMENT_BUILTIN && k < sizeof inputs / sizeof *inputs; k++)
            if (builtin_needs_input(l, item->variable, inputs[k]))
                take_given(l, interface, inputs[k], three);
    }
}

/* Makes the built-in that tells which invocation sets shared outputs to their initial values. */
static void take_first_of_workgroup(struct lowering *l, struct interface *interface) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    if (interface->stage->has_workgroup)
        take_given(l, interface, SpvBuiltInLocalInvocationId, ir_type_vector(l->ir, i32, 3));
    else
        take_given(l, interface, SpvBuiltInInvocationId, i32);
}

static void find_given(struct lowering *l, const struct interface *interface, struct environment_item *item) {
    for (uint32_t i = 0; i < interface->input_count; i++)
        if (interface->values[i].about.builtin == item->builtin)
            item->value = interface->values[i].parameter;
    if (item->value && ir_type_of(l->ir, item->value) != item->type)
        FAIL_INVALID(l, NULL, "built-in %s has the wrong type", spirv_builtin_name(item->builtin));
}

struct interface *interface_make(struct lowering *l, const struct stage *stage, const struct chosen_entry *entry,
                                 const struct lowered_function *needs) {
    struct interface *interface = arena_allocate_array(l->arena, 1, sizeof *interface);
    interface->stage = stage;
    take_variables(l, interface, entry->point, needs);
    for (uint32_t i = 0; i < needs->item_count; i++)
        if (l->environment[needs->items[i]].kind == ENVIRONMENT_GIVEN)
            take_given(l, interface, l->environment[needs->items[i]].builtin, l->environment[needs->items[i]].type);
    if (stage->has_workgroup)
        take_grid_position(l, interface, needs);
    if (stage->shares_outputs && shared_outputs_are_initialized(l, needs))
        take_first_of_workgroup(l, interface);
    give_positions(l, interface);
    return interface;
}

static void name_parameter(struct lowering *l, ir_value parameter, const char *name, uint32_t number) {
    l->ir->values[parameter].name = ir_text_of(l->ir, name);
    l->ir->values[parameter].number = number;
}

/* A variable in memory is where its pointer says. A workgroup has waves of its own; patches may share one. */
static void bind_pointer(struct lowering *l, const struct interface *interface, uint32_t i,
                         struct ir_parameter *parameter, const struct lowered_function *needs) {
    uint32_t item = environment_item_of(l, interface->pointers[i].variable) - 1;
    name_parameter(l, parameter->value, "memory", i + 1);
    if (interface->stage->has_workgroup && l->target->kernel_convention)
        parameter->attributes |= IR_PARAMETER_INREG;
    if (is_needed(needs, item))
        l->environment[item].value = parameter->value;
}

/* Nothing of it is accessed. */
static void bind_empty(struct lowering *l, const struct interface_pointer *pointer,
                       const struct lowered_function *needs) {
    uint32_t item = environment_item_of(l, pointer->variable) - 1;
    if (is_needed(needs, item))
        l->environment[item].value = ir_poison(l->ir, pointer->type);
}

void interface_bind(struct lowering *l, struct interface *interface, ir_function function, uint32_t before,
                    const struct lowered_function *needs) {
    struct ir_parameter *parameters = l->ir->functions[function].parameters + before;
    for (uint32_t i = 0; i < interface->pointer_count; i++)
        bind_pointer(l, interface, i, &parameters[i], needs);
    for (uint32_t i = 0; i < interface->empty_count; i++)
        bind_empty(l, &interface->pointers[interface->pointer_count + i], needs);
    for (uint32_t i = 0; i < interface->count; i++) {
        struct interface_value *value = &interface->values[i];
        if (is_asked_for(value))
            continue;
        if (value->about.direction == SMMRA_DIRECTION_INPUT) {
            value->parameter = parameters[value->about.position].value;
            name_parameter(l, value->parameter, "input", value->about.position - interface->pointer_count + 1);
        }
        if (value->about.direction == SMMRA_DIRECTION_INPUT || value->pointer)
            value->about.position += before;
    }
    for (uint32_t i = 0; i < needs->item_count; i++)
        if (l->environment[needs->items[i]].kind == ENVIRONMENT_GIVEN)
            find_given(l, interface, &l->environment[needs->items[i]]);
}

/* ---- between values and variables ---- */

/* The address of a variable of values; 0: nothing here uses it. */
static ir_value address_of(struct lowering *l, const struct interface_value *value) {
    return value->variable && !value->pointer ? l->environment[environment_item_of(l, value->variable) - 1].value : 0;
}

static bool holds_address(struct lowering *l, const struct interface_value *value) {
    return type_of(l, value->type)->opcode == SpvOpTypePointer;
}

static void store_input(struct lowering *l, const struct interface_value *value) {
    struct spirv_memory_view view = memory_initializing_store(SpvStorageClassInput);
    struct pointer pointer = {.alignment =
                                  pointer_alignment_at(pointer_of(l, value->variable)->alignment, value->offset)};
    uint32_t bytes = (uint32_t)layout_of(l, value->type)->size;
    ir_value part = value->parameter;
    if (holds_address(l, value))
        part = emit1(l, IR_INTTOPTR, lower_type(l, value->type), part);
    for (uint32_t i = 0; i < value->split; i++) {
        pointer.alignment = bytes;
        ir_value address = emit_offset(l, address_of(l, value), value->offset + (uint64_t)i * bytes);
        lower_store(l, &view, value->type, emit_extract_element(l, part, i), address, &pointer);
    }
    if (!value->split)
        lower_store(l, &view, value->type, part, emit_offset(l, address_of(l, value), value->offset), &pointer);
}

void interface_receive(struct lowering *l, const struct interface *interface) {
    for (uint32_t i = 0; i < interface->input_count; i++) {
        const struct interface_value *value = &interface->values[i];
        if (!address_of(l, value))
            continue;
        l->current = spirv_defining(l->spirv, value->variable);
        store_input(l, value);
    }
}

static ir_value load_output(struct lowering *l, const struct interface_value *value) {
    struct spirv_memory_view view = {
        .kind = SPIRV_MEMORY_LOAD, .opcode = SpvOpLoad, .storage_class = SpvStorageClassOutput};
    struct pointer pointer = {.alignment =
                                  pointer_alignment_at(pointer_of(l, value->variable)->alignment, value->offset)};
    if (!value->split) {
        ir_value part =
            lower_load(l, &view, value->type, emit_offset(l, address_of(l, value), value->offset), &pointer, false);
        return holds_address(l, value) ? emit1(l, IR_PTRTOINT, ir_type_integer(l->ir, 64), part) : part;
    }
    uint32_t bytes = (uint32_t)layout_of(l, value->type)->size;
    ir_value whole = ir_poison(l->ir, vector_of(l, lower_type(l, value->type), value->split));
    pointer.alignment = bytes;
    for (uint32_t i = 0; i < value->split; i++) {
        ir_value address = emit_offset(l, address_of(l, value), value->offset + (uint64_t)i * bytes);
        whole = emit_insert_element(l, whole, lower_load(l, &view, value->type, address, &pointer, false), i);
    }
    return whole;
}

ir_value interface_outputs(struct lowering *l, const struct interface *interface, ir_type type) {
    ir_value result = ir_poison(l->ir, type);
    for (uint32_t i = interface->input_count; i < interface->count; i++) {
        const struct interface_value *value = &interface->values[i];
        if (value->about.used && address_of(l, value))
            result = emit_insert_value(l, result, load_output(l, value), value->about.position);
    }
    return result;
}

void interface_return(struct lowering *l, const struct interface *interface) {
    if (interface->result)
        emit1(l, IR_RET, 0, interface_outputs(l, interface, interface->result));
    else
        emit_instruction(l, IR_RET, 0, NULL, 0);
}
