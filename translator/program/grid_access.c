/* Pointers, accesses to memory and synchronization of SPIR-V, as events of Vulkan's model. */
#include <stdio.h>

#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "translator/program/grid_reader.h"

enum { MAX_SELECTIONS = 4096, MOST_BYTES = 4096, LARGEST_PIECE = 4 };

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

/* ---- what an instruction says about its events ---- */

static uint8_t level_of(struct grid_reader *g, const struct spirv_instruction *in, uint32_t scope) {
    static const uint8_t levels[] = {
        [SpvScopeCrossDevice] = VULKAN_CROSS_DEVICE, [SpvScopeDevice] = VULKAN_DEVICE,
        [SpvScopeWorkgroup] = VULKAN_WORKGROUP,      [SpvScopeSubgroup] = VULKAN_SUBGROUP,
        [SpvScopeInvocation] = VULKAN_INVOCATION,    [SpvScopeQueueFamily] = VULKAN_QUEUE_FAMILY,
        [SpvScopeShaderCallKHR] = VULKAN_WORKGROUP}; /* where there are calls, there are no workgroups */
    bool has_calls = g->litmus->program.call_level;
    if (scope >= sizeof levels || (scope == SpvScopeShaderCallKHR) > has_calls ||
        (scope == SpvScopeWorkgroup && has_calls))
        grid_refuse(g, in, "a scope that the stage does not have");
    return levels[scope];
}

/* The line of the assembly, or what the instruction is called. */
static const char *describe_instruction(struct grid_reader *g, const struct spirv_instruction *in) {
    uint32_t line = grid_line(g, in->word);
    const char *at = g->source ? g->source->text : NULL;
    for (uint32_t i = 1; at && *at && i < line; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (at && line) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, ";\r\n");
        while (length && at[length - 1] == ' ')
            length--;
        return arena_copy_string(g->arena, at, length);
    }
    char text[160];
    snprintf(text, sizeof text, "%s%s%s (word %u)", in->result ? grid_name(g, in->result) : "", in->result ? " = " : "",
             spirv_opcode_name(in->opcode), grid_word(g, in->word));
    return arena_copy_string(g->arena, text, strlen(text));
}

static const char *describe(struct grid_reader *g, const struct spirv_instruction *in) {
    const char *what = describe_instruction(g, in);
    char text[256];
    if (!g->call)
        return what;
    snprintf(text, sizeof text, "%s, call %u: %.200s", g->call->stage, g->call->number, what);
    return arena_copy_string(g->arena, text, strlen(text));
}

static struct model_operation begin_operation(struct grid_reader *g, const struct spirv_instruction *in,
                                              uint16_t kind) {
    return (struct model_operation){.kind = kind,
                                    .scope = VULKAN_NO_SCOPE,
                                    .line = grid_line(g, in->word),
                                    .origin = grid_word(g, in->word),
                                    .call = (uint8_t)(g->call ? g->call->number : 0),
                                    .text = describe(g, in),
                                    .place = grid_place(g, in->word)};
}

/* Asks the second reading. */
static void answer(struct grid_reader *g, const struct spirv_instruction *in, struct second_answer answer,
                   struct model_operation *o) {
    if (answer.refused)
        grid_refuse(g, in, "%s", answer.refused);
    o->flags |= answer.flags;
    o->semantics = answer.classes;
    if (answer.scope != SECOND_NO_SCOPE)
        o->scope = level_of(g, in, answer.scope);
}

/* Whether an interlock orders accesses to memory of this class: that of buffers and images. */
static bool is_ordered(const struct model_operation *o) {
    return o->storage_class == second_reading_class(SpvStorageClassStorageBuffer) ||
           o->storage_class == second_reading_class(SpvStorageClassImage);
}

static struct model_operation plain_operation(struct grid_reader *g, const struct spirv_instruction *in,
                                              const struct spirv_memory_view *view, bool write) {
    struct model_operation o = begin_operation(g, in, write ? MODEL_WRITE : MODEL_READ);
    struct second_object target = {view->storage_class, view->object};
    struct second_object source = {view->source_storage_class, view->source_object};
    bool of_source = view->kind == SPIRV_MEMORY_COPY && !write;
    struct second_object own = of_source ? source : target;
    struct second_object other = view->kind != SPIRV_MEMORY_COPY ? own : of_source ? target : source;
    o.storage_class = second_reading_class(own.storage_class);
    answer(g, in, second_reading_access(&g->reading, in, own, other, write), &o);
    g->relies_on_interlock |=
        (o.flags & MODEL_NONPRIVATE) && !(o.flags & (write ? MODEL_AVAILABLE : MODEL_VISIBLE)) && is_ordered(&o);
    return o;
}

/* ---- addresses ---- */

/* Outputs and inputs are shared where their variable is. */
static bool is_shared(uint32_t storage_class, const struct grid_variable *root) {
    if (storage_class == SpvStorageClassOutput || storage_class == SpvStorageClassInput)
        return root && root->kind != GRID_PRIVATE;
    return storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassUniform ||
           storage_class == SpvStorageClassPushConstant || storage_class == SpvStorageClassWorkgroup ||
           storage_class == SpvStorageClassImage || storage_class == SpvStorageClassUniformConstant ||
           storage_class == SpvStorageClassPhysicalStorageBuffer ||
           storage_class == SpvStorageClassTaskPayloadWorkgroupEXT;
}

static const struct spirv_type *pointer_type(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    if (!type || type->opcode != SpvOpTypePointer)
        grid_refuse(g, in, "its operand %s is no pointer", grid_name(g, id));
    const struct grid_variable *root = grid_value_of(g, in, id).root;
    if (root && (root->kind == GRID_PRIVATE) == is_shared(type->storage_class, root))
        grid_refuse(g, in, "its operand %s points to %%%s, which is of another storage class", grid_name(g, id),
                    root->name);
    return type;
}

/* The value of a pointer where it is taken to point to this type. An untyped one may be taken for another than that of
 * its variable or access chain; so it may leave the part of memory that this type has. */
static struct grid_value address_of(struct grid_reader *g, const struct spirv_instruction *in,
                                    const struct spirv_type *pointer, spirv_id id, spirv_id pointee) {
    struct grid_value address = grid_value_of(g, in, id);
    address.physical = pointer->storage_class == SpvStorageClassPhysicalStorageBuffer;
    if (!pointer->is_untyped || pointer->element == pointee)
        return address;
    if (address.layout.stride || spirv_layout_of(&g->layouts, pointee)->is_unbounded)
        grid_refuse(g, in, "an untyped pointer that is taken for one to another type, %s",
                    address.layout.stride ? "within a matrix" : "with an array without a length");
    address.lowest = address.highest = 0;
    return address;
}

static uint64_t elements_of(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type,
                            const struct grid_variable *root) {
    if (type->opcode == SPIRV_TYPE_COOPERATIVE_MATRIX)
        return grid_matrix_count(g, in, type);
    if (type->opcode == SpvOpTypeRuntimeArray)
        return !root ? UINT32_MAX : root->most_length ? root->most_length : root->runtime_length;
    return type->opcode == SpvOpTypeArray ? type->length : type->count;
}

/* An index of an access chain leads to this: where it lies, and its type. */
struct pointee {
    struct program_operand at;
    const struct spirv_type *type;
    struct spirv_matrix_layout layout;
    uint64_t lowest, highest; /* the part of shared memory that no index leaves, as grid_value has it */
};

/* An index stays within its array, or the access is out of bounds: so a member that is chosen by constants is not left.
 */
static void narrow(struct grid_reader *g, const struct grid_variable *root, struct pointee *reached) {
    bool known = root && reached->at.kind == PROGRAM_CONSTANT && !reached->layout.row_major;
    uint64_t bytes = known ? grid_extent(g, reached->type) : 0;
    if (!bytes || reached->at.value > UINT64_MAX - bytes)
        return;
    reached->lowest = reached->at.value;
    reached->highest = reached->at.value + bytes;
}

static void step_into(struct grid_reader *g, const struct spirv_instruction *in, struct litmus_part index, bool shared,
                      const struct grid_variable *root, struct pointee *reached) {
    const struct spirv_type *type = reached->type;
    if (type->opcode == SpvOpTypeStruct) {
        uint32_t member = (uint32_t)index.operand.value, before = 0;
        if (index.operand.kind != PROGRAM_CONSTANT || member >= type->count)
            grid_refuse(g, in, "a member that is not chosen by a constant");
        for (uint32_t m = 0; !shared && m < member; m++)
            before += grid_count_parts(g, in, grid_type(g, in, type->members[m]));
        reached->at =
            grid_add(g, reached->at, program_constant(shared ? grid_member(g, type, member)->offset : before));
        reached->layout = shared ? grid_member(g, type, member)->matrix : (struct spirv_matrix_layout){0, false};
        reached->type = grid_type(g, in, type->members[member]);
        return;
    }
    const struct spirv_type *element = grid_type(g, in, type->element);
    uint64_t unit = shared ? grid_stride(g, type, reached->layout) : grid_count_parts(g, in, element);
    reached->at = grid_step(g, reached->at, index, unit, elements_of(g, in, type, root));
    if (type->opcode == SpvOpTypeMatrix && !reached->layout.row_major)
        reached->layout = (struct spirv_matrix_layout){0, false};
    reached->type = element;
}

static void set_pointer(struct grid_reader *g, const struct spirv_instruction *in, const struct grid_variable *root,
                        const struct pointee *reached) {
    struct grid_value result = {
        .count = 1, .root = root, .layout = reached->layout, .lowest = reached->lowest, .highest = reached->highest};
    result.parts = arena_allocate_array(g->arena, 1, sizeof *result.parts);
    result.parts[0] = grid_part(reached->at, 64);
    grid_set_result(g, in, result);
}

static void access_chain(struct grid_reader *g, const struct spirv_instruction *in, uint32_t first_index) {
    const struct spirv_type *pointer = pointer_type(g, in, in->operands[0]);
    spirv_id pointee = spirv_chain_base(g->module, in);
    struct grid_value base = address_of(g, in, pointer, in->operands[0], pointee);
    bool shared = is_shared(pointer->storage_class, base.root);
    struct pointee reached = {.at = base.parts[0].operand,
                              .type = grid_type(g, in, pointee),
                              .layout = base.layout,
                              .lowest = base.lowest,
                              .highest = base.highest};
    if (first_index > 1) { /* over elements as those of an array that the pointer points into */
        struct litmus_part index = grid_value_of(g, in, in->operands[1]).parts[0];
        struct program_operand wide = grid_compute(g, PROGRAM_SEXT, 64, index.width, index.operand, nothing);
        uint64_t unit = shared ? grid_pointer_stride(g, pointer, pointee) : grid_count_parts(g, in, reached.type);
        reached.at = grid_add(g, reached.at, grid_compute(g, PROGRAM_MUL, 64, 0, wide, program_constant(unit)));
        reached.lowest = reached.highest = 0;
    }
    for (uint32_t k = first_index; k < in->operand_count; k++) {
        step_into(g, in, grid_value_of(g, in, in->operands[k]).parts[0], shared, base.root, &reached);
        if (shared && first_index == 1)
            narrow(g, base.root, &reached);
    }
    set_pointer(g, in, base.root, &reached);
}

/* Elements between two pointers into one array. */
static void pointer_difference(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = pointer_type(g, in, in->operands[0]);
    const struct grid_variable *root = grid_value_of(g, in, in->operands[0]).root;
    uint64_t unit = is_shared(pointer->storage_class, root)
                        ? grid_pointer_stride(g, pointer, pointer->is_untyped ? 0 : pointer->element)
                        : grid_count_parts(g, in, grid_type(g, in, pointer->element));
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct program_operand apart =
        grid_compute(g, PROGRAM_SUB, 64, 0, grid_value_of(g, in, in->operands[0]).parts[0].operand,
                     grid_value_of(g, in, in->operands[1]).parts[0].operand);
    apart = grid_compute(g, PROGRAM_SDIV, 64, 0, apart, program_constant(unit ? unit : 1));
    result.parts[0].operand = grid_compute(g, PROGRAM_COPY, result.parts[0].width, 64, apart, nothing);
    grid_set_result(g, in, result);
}

static void array_length(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = pointer_type(g, in, in->operands[0]);
    spirv_id structure = in->operand_count > 2 ? in->operands[2] : pointer->element; /* spirv/untyped.c */
    struct grid_value base = address_of(g, in, pointer, in->operands[0], structure);
    if (!base.root)
        grid_refuse(g, in, "the length of one of several arrays");
    g->owners[base.root->first_memory]->asks_length = true;
    struct grid_value result = {.count = 1};
    result.parts = arena_allocate_array(g->arena, 1, sizeof *result.parts);
    result.parts[0] = grid_part(program_constant(base.root->runtime_length), grid_type(g, in, in->type)->width);
    grid_set_result(g, in, result);
}

/* ---- private memory: registers ---- */

static struct grid_value load_private(struct grid_reader *g, const struct spirv_instruction *in,
                                      struct grid_value pointer, const struct spirv_type *type) {
    const struct grid_variable *variable = pointer.root;
    struct program_operand at = pointer.parts[0].operand;
    struct grid_value result = grid_new_value(g, in, type);
    if (!variable)
        grid_refuse(g, in, "a pointer to one of several private variables");
    if (at.kind == PROGRAM_CONSTANT && (at.value > variable->count || result.count > variable->count - at.value)) {
        grid_append(g, PROGRAM_FAULT)->operation.text = program_beyond_private;
        return result;
    }
    bool input = variable->storage_class == SpvStorageClassInput;
    for (uint32_t k = 0; at.kind == PROGRAM_CONSTANT && k < result.count; k++) {
        struct program_operand part = variable->parts[at.value + k].operand;
        if (input && part.kind == PROGRAM_UNDEFINED)
            grid_refuse(g, in,
                        grid_is_draw(g)
                            ? "an input of a fragment other than its place, and numbers of 32 bits"
                            : "an input other than the built-ins of a grid or patch, and a fragment's integers");
        if (input)
            result.parts[k].operand = part;
        else
            grid_copy(g, result.parts[k], part);
    }
    if (at.kind == PROGRAM_CONSTANT)
        return result;
    if ((uint64_t)variable->count * result.count > MAX_SELECTIONS)
        grid_refuse(g, in, "a private array of more than %d scalars at an index that is computed", MAX_SELECTIONS);
    for (uint32_t k = 0; k < result.count; k++) {
        struct program_operand value = {PROGRAM_UNDEFINED, 0};
        for (uint32_t p = 0; p + result.count <= variable->count; p++) {
            struct program_operand here = grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, 64, at, program_constant(p));
            value = grid_select(g, result.parts[k].width, here, variable->parts[p + k].operand, value);
        }
        grid_copy(g, result.parts[k], value);
    }
    return result;
}

static void store_private(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value pointer,
                          struct grid_value value) {
    const struct grid_variable *variable = pointer.root;
    struct program_operand at = pointer.parts[0].operand;
    if (!variable)
        grid_refuse(g, in, "a pointer to one of several private variables");
    if (variable->storage_class == SpvStorageClassInput) /* its parts may be constants */
        grid_refuse(g, in, "a store to a variable of storage class Input");
    if (at.kind == PROGRAM_CONSTANT && (at.value > variable->count || value.count > variable->count - at.value)) {
        grid_append(g, PROGRAM_FAULT)->operation.text = program_beyond_private;
        return;
    }
    for (uint32_t k = 0; at.kind == PROGRAM_CONSTANT && k < value.count; k++)
        grid_copy(g, variable->parts[at.value + k], value.parts[k].operand);
    if (at.kind == PROGRAM_CONSTANT)
        return;
    if ((uint64_t)variable->count * value.count > MAX_SELECTIONS)
        grid_refuse(g, in, "a private array of more than %d scalars at an index that is computed", MAX_SELECTIONS);
    for (uint32_t p = 0; p + value.count <= variable->count; p++)
        for (uint32_t k = 0; k < value.count; k++) {
            struct program_operand here = grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, 64, at, program_constant(p));
            struct litmus_part target = variable->parts[p + k];
            grid_copy(g, target, grid_select(g, target.width, here, value.parts[k].operand, target.operand));
        }
}

/* ---- shared memory: events ---- */

static struct program_operand temporary(struct grid_reader *g) {
    return program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL));
}

static struct grid_leaves leaves_of(struct grid_reader *g, const struct spirv_type *type, struct grid_value pointer) {
    struct grid_leaves leaves = {0};
    grid_add_leaves(g, type, pointer.layout, 0, NULL, &leaves);
    return leaves;
}

static struct grid_value load_shared(struct grid_reader *g, const struct spirv_instruction *in,
                                     const struct model_operation *operation, struct grid_value pointer,
                                     const struct spirv_type *type) {
    struct grid_leaves leaves = leaves_of(g, type, pointer);
    struct grid_value result = grid_new_value(g, in, type);
    for (uint32_t i = 0; i < leaves.count && i < result.count; i++) {
        bool boolean = leaves.items[i].width == 1;
        struct program_operand target = boolean ? temporary(g) : result.parts[i].operand;
        grid_append_access(g, operation, pointer, leaves.items[i])->target = (uint32_t)target.value;
        if (boolean)
            grid_copy(g, result.parts[i], target);
    }
    return result;
}

static void store_shared(struct grid_reader *g, const struct model_operation *operation, struct grid_value pointer,
                         const struct spirv_type *type, struct grid_value value) {
    struct grid_leaves leaves = leaves_of(g, type, pointer);
    for (uint32_t i = 0; i < leaves.count && i < value.count; i++)
        grid_append_access(g, operation, pointer, leaves.items[i])->b = value.parts[i].operand;
}

static struct grid_value load(struct grid_reader *g, const struct spirv_instruction *in,
                              const struct spirv_memory_view *view, spirv_id from) {
    const struct spirv_type *pointer = pointer_type(g, in, from);
    spirv_id pointee = from == view->source ? view->source_pointee : view->pointee;
    const struct spirv_type *type = grid_type(g, in, pointee);
    struct grid_value address = address_of(g, in, pointer, from, pointee);
    if (!is_shared(pointer->storage_class, address.root))
        return load_private(g, in, address, type);
    if (type->opcode == SpvOpTypeImage || type->opcode == SpvOpTypeSampledImage || type->opcode == SpvOpTypeSampler)
        return address; /* which image it is: no access to its texels */
    struct model_operation operation = plain_operation(g, in, view, false);
    operation.object = address.root ? address.root->name : NULL;
    grid_note_access(g, address.root, GRID_OTHER_ACCESS);
    return load_shared(g, in, &operation, address, type);
}

static void store(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_memory_view *view,
                  spirv_id to, struct grid_value value) {
    const struct spirv_type *pointer = pointer_type(g, in, to);
    struct grid_value address = address_of(g, in, pointer, to, view->pointee);
    if (!is_shared(pointer->storage_class, address.root)) {
        store_private(g, in, address, value);
        return;
    }
    struct model_operation operation = plain_operation(g, in, view, true);
    operation.object = address.root ? address.root->name : NULL;
    grid_note_access(g, address.root, GRID_OTHER_ACCESS);
    uint32_t skip = litmus_build_skip(grid_builder(g), g->helper);
    store_shared(g, &operation, address, grid_type(g, in, view->pointee), value);
    litmus_build_skipped(grid_builder(g), skip);
}

/* ---- copies of bytes ---- */

/* An address is a multiple of what this is: so far as it is constant, or its operands say. */
static uint64_t alignment_of(struct grid_value address, const struct spirv_memory_operands *operands) {
    const struct program_operand at = address.parts[0].operand;
    return at.kind == PROGRAM_CONSTANT ? at.value : operands->alignment ? operands->alignment : 1;
}

static struct grid_value bytes_at(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    const struct spirv_type *pointer = pointer_type(g, in, id);
    struct grid_value address = grid_value_of(g, in, id);
    address.physical = pointer->storage_class == SpvStorageClassPhysicalStorageBuffer;
    address.lowest = address.highest = 0;
    if (!is_shared(pointer->storage_class, address.root))
        grid_refuse(g, in, "a copy of a number of bytes that private memory has, and not of its type");
    grid_note_access(g, address.root, GRID_OTHER_ACCESS);
    return address;
}

/* A piece of a copy begins here: the largest that is aligned in both places. */
static struct grid_leaf piece_at(uint64_t offset, uint64_t end, uint64_t aligned) {
    uint8_t bytes = LARGEST_PIECE;
    while (bytes > end - offset || (aligned | offset) % bytes)
        bytes /= 2;
    return (struct grid_leaf){.offset = offset, .bytes = bytes};
}

/* OpCopyMemorySized. All is read before something is written, as the two places may overlap. */
static void copy_bytes(struct grid_reader *g, const struct spirv_instruction *in,
                       const struct spirv_memory_view *view) {
    const struct program_operand size = grid_value_of(g, in, view->size).parts[0].operand;
    const struct grid_value from = bytes_at(g, in, view->source), to = bytes_at(g, in, view->pointer);
    struct model_operation read = plain_operation(g, in, view, false), write = plain_operation(g, in, view, true);
    const uint64_t aligned = alignment_of(from, &view->read) | alignment_of(to, &view->write);
    if (size.kind != PROGRAM_CONSTANT || size.value > MOST_BYTES)
        grid_refuse(g, in, "a copy of a number of bytes that is no constant, or more than %d", MOST_BYTES);
    struct grid_leaf *pieces = arena_allocate_array(g->arena, size.value + 1, sizeof *pieces);
    struct program_operand *values = arena_allocate_array(g->arena, size.value + 1, sizeof *values);
    uint32_t count = 0;
    for (uint64_t offset = 0; offset < size.value; offset += pieces[count++].bytes)
        pieces[count] = piece_at(offset, size.value, aligned);
    read.object = from.root ? from.root->name : NULL;
    write.object = to.root ? to.root->name : NULL;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = temporary(g);
        grid_append_access(g, &read, from, pieces[i])->target = (uint32_t)values[i].value;
    }
    uint32_t skip = litmus_build_skip(grid_builder(g), g->helper);
    for (uint32_t i = 0; i < count; i++)
        grid_append_access(g, &write, to, pieces[i])->b = values[i];
    litmus_build_skipped(grid_builder(g), skip);
    g->copies_bytes = true;
}

static void copy(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_memory_view *view) {
    uint64_t size = 0;
    bool whole = !view->size || (view->pointee && view->pointee == view->source_pointee &&
                                 spirv_integer_constant(g->module, view->size, &size) &&
                                 size == grid_extent(g, grid_type(g, in, view->pointee)));
    if (whole)
        store(g, in, view, view->pointer, load(g, in, view, view->source));
    else
        copy_bytes(g, in, view);
}

/* ---- atomics ---- */

#define RMW_ROW(opcode, operation, operand, one) {opcode, IR_RMW_##operation, one},
static const struct {
    uint16_t opcode;
    uint8_t rmw;
    bool operand_is_one;
} read_modify_writes[] = {SPIRV_ATOMIC_ROWS(RMW_ROW) SPIRV_FLOAT_ATOMIC_ROWS(RMW_ROW)};

static uint16_t atomic_kind(uint8_t view_kind) {
    switch (view_kind) {
    case SPIRV_MEMORY_ATOMIC_LOAD:
        return MODEL_READ;
    case SPIRV_MEMORY_ATOMIC_STORE:
        return MODEL_WRITE;
    default:
        return MODEL_READ | MODEL_WRITE;
    }
}

static struct model_operation atomic_operation(struct grid_reader *g, const struct spirv_instruction *in,
                                               const struct spirv_memory_view *view) {
    struct model_operation o = begin_operation(g, in, atomic_kind(view->kind));
    o.storage_class = second_reading_class(view->storage_class);
    o.flags = MODEL_ATOMIC | MODEL_NONPRIVATE;
    if (o.kind & MODEL_WRITE)
        o.flags |= MODEL_AVAILABLE;
    if (o.kind & MODEL_READ)
        o.flags |= MODEL_VISIBLE;
    answer(g, in, second_reading_atomic(&g->reading, in, false), &o);
    if (view->kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE) {
        struct second_answer failure = second_reading_atomic(&g->reading, in, true);
        o.failure_flags = failure.flags;
        if (failure.flags && failure.classes != o.semantics)
            grid_refuse(g, in, "a compare-exchange that orders other storage classes when it fails");
    }
    return o;
}

static void set_read_modify_write(struct grid_reader *g, const struct spirv_instruction *in,
                                  struct program_instruction *access) {
    for (size_t i = 0; i < sizeof read_modify_writes / sizeof read_modify_writes[0]; i++)
        if (read_modify_writes[i].opcode == in->opcode) {
            access->alu = PROGRAM_READ_MODIFY_WRITE;
            access->rmw = read_modify_writes[i].rmw;
            if (read_modify_writes[i].operand_is_one)
                access->b = program_constant(1);
            return;
        }
    grid_refuse(g, in, "an atomic operation whose values cannot be enumerated");
}

static void atomic(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_memory_view *view) {
    const struct spirv_type *pointer = pointer_type(g, in, view->pointer);
    if (!is_shared(pointer->storage_class, grid_value_of(g, in, view->pointer).root))
        grid_refuse(g, in, "an atomic operation on private memory");
    struct model_operation operation = atomic_operation(g, in, view);
    struct grid_value address = address_of(g, in, pointer, view->pointer, view->pointee), result = {0}, value = {0},
                      compared = {0};
    if (view->value)
        value = grid_value_of(g, in, view->value);
    if (view->comparator)
        compared = grid_value_of(g, in, view->comparator);
    if (view->result)
        result = grid_new_value(g, in, grid_type(g, in, view->result_type));
    struct grid_leaves leaves = leaves_of(g, grid_type(g, in, view->pointee), address);
    if (leaves.count != 1)
        grid_refuse(g, in, "an atomic operation on what is no scalar");
    for (uint32_t i = 0; i < result.count && g->helper.width; i++)
        grid_copy(g, result.parts[i], (struct program_operand){PROGRAM_UNDEFINED, 0});
    uint32_t skip = litmus_build_skip(grid_builder(g), g->helper);
    grid_note_access(g, address.root, GRID_OTHER_ACCESS);
    struct program_instruction *access = grid_append_access(g, &operation, address, leaves.items[0]);
    if (result.count)
        access->target = (uint32_t)result.parts[0].operand.value;
    if (value.count)
        access->b = value.parts[0].operand;
    if (view->kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE) {
        access->compare_exchange = true;
        access->c = compared.parts[0].operand;
    } else if (view->kind == SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE) {
        set_read_modify_write(g, in, access);
    }
    litmus_build_skipped(grid_builder(g), skip);
    if (view->result)
        grid_set_result(g, in, result);
}

/* ---- barriers ---- */

/* Fragments of one pixel overlap, and go one by one between the two (SPV_EXT_fragment_shader_interlock), in no order
 * that is known here: a lock, which orders nothing. What it orders is the barrier beside it (stages.md). */
static void interlock(struct grid_reader *g, const struct spirv_instruction *in) {
    const uint64_t address = LITMUS_INTERLOCK_ADDRESS + UINT64_C(4) * litmus_pixel_of(&g->at);
    g->interlocks = true;
    struct model_operation atomic = begin_operation(g, in, MODEL_READ);
    atomic.flags = MODEL_ATOMIC | MODEL_NONPRIVATE;
    atomic.fixed = true;
    atomic.scope = VULKAN_QUEUE_FAMILY;
    if (grid_is_draw(g)) {
        atomic.flags |= MODEL_VISIBLE | MODEL_AVAILABLE;
        grid_draw_interlock(g, &atomic, in->opcode == SpvOpBeginInvocationInterlockEXT);
    } else if (in->opcode == SpvOpBeginInvocationInterlockEXT) {
        atomic.flags |= MODEL_VISIBLE | MODEL_AVAILABLE;
        litmus_build_take_lock(grid_builder(g), &atomic, address);
    } else {
        atomic.flags |= MODEL_AVAILABLE;
        litmus_build_leave_lock(grid_builder(g), &atomic, address);
    }
}

void grid_note_interlock(struct grid_reader *g) {
    if (g->interlocks && g->relies_on_interlock)
        litmus_assume(g->litmus, g->arena,
                      "an interlock makes available and visible, as drivers have it; by the text of Vulkan's appendix "
                      "it only orders, so that accesses without coherent race");
}

static bool is_interlock(const struct spirv_instruction *in) {
    return in->opcode == SpvOpBeginInvocationInterlockEXT || in->opcode == SpvOpEndInvocationInterlockEXT;
}

static uint16_t barrier_kind(const struct spirv_memory_view *view) {
    return view->kind == SPIRV_MEMORY_CONTROL_BARRIER ? MODEL_BARRIER
           : view->kind == SPIRV_MEMORY_ARRIVE        ? MODEL_BARRIER | MODEL_ARRIVES
           : view->kind == SPIRV_MEMORY_WAIT          ? MODEL_BARRIER | MODEL_WAITS
                                                      : MODEL_FENCE;
}

static void barrier(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_memory_view *view) {
    uint16_t kind = barrier_kind(view);
    bool control = kind & MODEL_BARRIER;
    struct model_operation operation = begin_operation(g, in, kind);
    operation.fixed = is_interlock(in);
    answer(g, in, second_reading_barrier(&g->reading, in), &operation);
    bool fence = operation.flags & (MODEL_ACQUIRE | MODEL_RELEASE);
    if (!control) {
        if (fence)
            grid_append(g, PROGRAM_EVENT)->operation = operation;
        return;
    }
    if (fence)
        operation.kind |= MODEL_FENCE;
    uint8_t level = level_of(g, in, view->execution_scope);
    if (level != VULKAN_WORKGROUP && level != VULKAN_SUBGROUP)
        grid_refuse(g, in, "a control barrier of a scope other than Workgroup and Subgroup");
    operation.execution = level;
    struct program_operand rounds = grid_rounds(g, g->frame->block);
    struct program_instruction *instruction = grid_append(g, PROGRAM_BARRIER);
    instruction->operation = operation;
    instruction->barrier_mode = PROGRAM_BARRIER_COUNTED;
    instruction->barrier_level = level;
    instruction->barrier = ++g->barriers;
    instruction->a = rounds;
}

/* ---- everything ---- */

static bool compile_view(struct grid_reader *g, const struct spirv_instruction *in,
                         const struct spirv_memory_view *view) {
    struct model_operation operation;
    uint32_t skip;
    switch (view->kind) {
    case SPIRV_MEMORY_NONE:
        return false;
    case SPIRV_MEMORY_LOAD:
        grid_set_result(g, in, load(g, in, view, view->pointer));
        return true;
    case SPIRV_MEMORY_STORE:
        store(g, in, view, view->pointer, view->value ? grid_value_of(g, in, view->value) : grid_compile_split(g, in));
        return true;
    case SPIRV_MEMORY_COPY:
        copy(g, in, view);
        return true;
    case SPIRV_MEMORY_BARRIER:
    case SPIRV_MEMORY_CONTROL_BARRIER:
    case SPIRV_MEMORY_ARRIVE:
    case SPIRV_MEMORY_WAIT:
        if (in->opcode == SpvOpBeginInvocationInterlockEXT)
            interlock(g, in);
        barrier(g, in, view);
        if (in->opcode == SpvOpEndInvocationInterlockEXT)
            interlock(g, in);
        return true;
    case SPIRV_MEMORY_IMAGE_READ:
        operation = plain_operation(g, in, view, false);
        grid_read_image(g, in, &operation);
        return true;
    case SPIRV_MEMORY_IMAGE_WRITE:
        operation = plain_operation(g, in, view, true);
        skip = litmus_build_skip(grid_builder(g), g->helper);
        grid_write_image(g, in, &operation);
        litmus_build_skipped(grid_builder(g), skip);
        return true;
    default:
        atomic(g, in, view);
        return true;
    }
}

static struct spirv_memory_view decode(struct grid_reader *g, const struct spirv_instruction *in) {
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    if (spirv_decode_memory(g->module, &g->objects, in, &view, &error) != SPIRV_OK)
        grid_wrong(g, grid_line(g, in->word), "%s", error.message);
    return view;
}

/* A matrix lies in an array of scalars or vectors; the chain that leads to its first one is no bound for it. */
struct grid_value grid_matrix_address(struct grid_reader *g, const struct spirv_instruction *in,
                                      struct model_operation *operation, uint64_t *unit) {
    struct spirv_memory_view view = decode(g, in);
    const struct spirv_type *pointer = pointer_type(g, in, view.pointer);
    struct grid_value address = grid_value_of(g, in, view.pointer);
    address.physical = pointer->storage_class == SpvStorageClassPhysicalStorageBuffer;
    if (!is_shared(pointer->storage_class, address.root) || address.layout.stride)
        grid_refuse(g, in, "a cooperative matrix within another matrix, or in private memory, through a pointer");
    address.lowest = address.highest = 0;
    *operation = plain_operation(g, in, &view, view.kind == SPIRV_MEMORY_STORE);
    operation->object = address.root ? address.root->name : NULL;
    *unit = pointer->is_untyped ? 1 : grid_extent(g, grid_type(g, in, pointer->element));
    grid_note_access(g, address.root, view.kind == SPIRV_MEMORY_STORE ? GRID_MATRIX_STORE : GRID_MATRIX_LOAD);
    return address;
}

void grid_compile_memory(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_memory_view view = decode(g, in);
    if (!compile_view(g, in, &view))
        grid_refuse(g, in, "an instruction that is not known here");
}

static const struct chain_row {
    uint16_t opcode;
    uint8_t first_index;
} chains[] = {
    {SpvOpAccessChain, 1}, {SpvOpInBoundsAccessChain, 1}, {SpvOpPtrAccessChain, 2}, {SpvOpInBoundsPtrAccessChain, 2}};

static void chain(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    access_chain(g, in, ((const struct chain_row *)row)->first_index);
}

static const struct grid_row rows[] = {{SpvOpPtrDiff, pointer_difference}, {SpvOpArrayLength, array_length}};

const struct grid_table grid_access_tables[] = {GRID_TABLE(chains, chain), GRID_ROWS(rows), {NULL}};
