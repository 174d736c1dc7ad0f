/* Variables of a module and where they lie in memory. */
#include "translator/program/grid_reader.h"

#include "mmra/base/text.h"
#include "translator/option_names.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The coordinates of a texel, then its component if it has several. */
static void put_texel(const struct grid_image *image, uint64_t offset, char *text, size_t size) {
    uint64_t index = offset / grid_texel_bytes(image), part = offset % grid_texel_bytes(image);
    for (uint32_t k = 0; k < image->coordinates && size > 1; index /= image->extents[k++]) {
        size_t length = (size_t)snprintf(text, size, "[%" PRIu64 "]", index % image->extents[k]);
        text += length;
        size = length < size ? size - length : 0;
    }
    if (image->components > 1 && size > 1)
        snprintf(text, size, "[%" PRIu64 "]", part * image->components / grid_texel_bytes(image));
}

/* The member that an offset lies in: the last that begins there or before. */
static uint32_t member_at(struct grid_reader *g, const struct spirv_type *type, uint64_t offset) {
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < type->count; i++)
        if (grid_member(g, type, i)->offset <= offset &&
            (found == UINT32_MAX || grid_member(g, type, i)->offset >= grid_member(g, type, found)->offset))
            found = i;
    return found == UINT32_MAX ? 0 : found;
}

/* The rows of a row-major matrix lie apart: its column comes from where in its row an offset lies. */
static uint64_t take_index(uint64_t stride, struct spirv_matrix_layout layout, bool matrix, uint64_t *offset) {
    uint64_t rows = matrix && layout.row_major && layout.stride ? *offset / layout.stride * layout.stride : 0;
    uint64_t index = (*offset - rows) / stride;
    *offset = (*offset - rows) % stride + rows;
    return index;
}

void grid_put_path(struct grid_reader *g, const struct grid_variable *variable, uint64_t offset, char *text,
                   size_t size) {
    const struct spirv_type *type = variable->type;
    struct spirv_matrix_layout layout = {0, false};
    size_t length = 0;
    while (length + 1 < size) {
        uint64_t index = 0;
        if (type->opcode == SpvOpTypeStruct && type->count == 0) {
            break;
        } else if (type->opcode == SpvOpTypeStruct) {
            index = member_at(g, type, offset);
            offset -= grid_member(g, type, (uint32_t)index)->offset;
            layout = grid_member(g, type, (uint32_t)index)->matrix;
            type = grid_type(g, NULL, type->members[index]);
        } else if (type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeMatrix ||
                   type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray) {
            index = take_index(grid_stride(g, type, layout), layout, type->opcode == SpvOpTypeMatrix, &offset);
            type = grid_type(g, NULL, type->element);
        } else {
            if (variable->image)
                put_texel(variable->image, offset, text + length, size - length);
            break;
        }
        length += (size_t)snprintf(text + length, size - length, "[%" PRIu64 "]", index);
    }
}

/* ---- variables ---- */

static bool is_listed(const struct spirv_entry_point *entry, spirv_id variable) {
    for (uint32_t i = 0; entry && i < entry->interface_count; i++)
        if (entry->interface[i] == variable)
            return true;
    return false;
}

/* Whether the invocations of a patch or workgroup share an input or output: all outputs, and inputs that are arrayed by
 * vertex, which built-ins that are no blocks are not (stages.md). */
static bool is_shared(struct grid_reader *g, const struct spirv_instruction *in, uint32_t storage_class) {
    const struct spirv_entry_point *entry = g->mesh ? g->mesh : g->entry;
    const struct grid_stage *stage = grid_stage_of(entry->execution_model);
    const struct spirv_type *type = grid_type(g, in, grid_type(g, in, in->type)->element);
    if (!is_listed(entry, in->result))
        return false;
    if (storage_class == SpvStorageClassOutput)
        return stage->shares_outputs;
    return stage->shares_inputs && type->opcode == SpvOpTypeArray &&
           !spirv_find_decoration(g->module, in->result, SPIRV_NO_MEMBER, SpvDecorationPatch) &&
           !spirv_find_decoration(g->module, in->result, SPIRV_NO_MEMBER, SpvDecorationBuiltIn);
}

static enum grid_variable_kind kind_of(struct grid_reader *g, const struct spirv_instruction *in,
                                       uint32_t storage_class) {
    switch (storage_class) {
    case SpvStorageClassTaskPayloadWorkgroupEXT:
        return GRID_PAYLOAD;
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassUniform:
    case SpvStorageClassPushConstant:
    case SpvStorageClassUniformConstant:
        return GRID_SHARED;
    case SpvStorageClassWorkgroup:
        return GRID_WORKGROUP;
    case SpvStorageClassInput:
    case SpvStorageClassOutput:
        return is_shared(g, in, storage_class) ? GRID_WORKGROUP : GRID_PRIVATE;
    case SpvStorageClassPrivate:
    case SpvStorageClassFunction:
    case SpvStorageClassRayPayloadKHR: /* these go with the ray */
    case SpvStorageClassIncomingRayPayloadKHR:
    case SpvStorageClassHitAttributeKHR:
    case SpvStorageClassCallableDataKHR:
    case SpvStorageClassIncomingCallableDataKHR:
        return GRID_PRIVATE;
    default:
        grid_refuse(g, in, "a variable of storage class %s",
                    spirv_storage_class_name(storage_class) ? spirv_storage_class_name(storage_class) : "unknown");
    }
}

static struct grid_variable *new_variable(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = spirv_type_of_value(g->module, in->result);
    struct grid_variable *variable = arena_allocate_array(g->arena, 1, sizeof *variable);
    if (pointer->opcode != SpvOpTypePointer)
        grid_refuse(g, in, "its type is no pointer");
    variable->id = in->result;
    variable->name = grid_name(g, in->result) + 1;
    variable->storage_class = pointer->storage_class;
    variable->type = grid_type(g, in, pointer->element);
    variable->kind = (uint8_t)kind_of(g, in, pointer->storage_class);
    if (pointer->storage_class == SpvStorageClassUniformConstant &&
        variable->type->opcode != SpvOpTypeAccelerationStructureKHR)
        grid_require_image(g, in, variable->type);
    return variable;
}

/* Whether all such variables share one memory in each workgroup. */
static bool is_workgroup_block(const struct grid_reader *g, const struct grid_variable *variable) {
    struct spirv_instruction in = spirv_defining(g->module, variable->id);
    return spirv_is_common_block(g->module, &in);
}

static void require_alike(struct grid_reader *g, spirv_id a, spirv_id b) {
    struct spirv_instruction first = spirv_defining(g->module, a), second = spirv_defining(g->module, b);
    if ((first.operand_count > 1) != (second.operand_count > 1))
        grid_refuse(g, &second, "Workgroup blocks, which share one memory, of which only some have an initializer");
}

struct descriptor_key {
    const struct litmus_spirv *of;
    uint32_t set, binding;
};

static bool is_descriptor(const void *key, uint32_t item) {
    const struct descriptor_key *k = key;
    return k->of->memory[item].set == k->set && k->of->memory[item].binding == k->binding;
}

/* The first memory of the descriptor; what comes next is noted as that if there is none. */
static const struct litmus_memory *first_of_descriptor(struct grid_reader *g, const struct litmus_memory *memory) {
    const struct descriptor_key key = {g->output, memory->set, memory->binding};
    uint32_t hash = mmra_hash_end(mmra_hash_mix(mmra_hash_mix(mmra_hash_key(g), key.set), key.binding));
    uint32_t found = mmra_index_find(&g->descriptors, hash, is_descriptor, &key);
    if (found != MMRA_INDEX_NONE)
        return &g->output->memory[found];
    mmra_index_add(&g->descriptors, g->arena, hash, g->output->memory_count);
    return NULL;
}

/* ---- recorded ranges of one buffer ---- */

static const smmra_litmus_range *range_of(const struct grid_reader *g, const struct litmus_memory *memory) {
    for (uint32_t i = 0; memory->binding != UINT32_MAX && i < g->options->range_count; i++)
        if (g->options->ranges[i].set == memory->set && g->options->ranges[i].binding == memory->binding)
            return &g->options->ranges[i];
    return NULL;
}

/* Finds how far after the first range of its buffer a range begins; false: they lie too far apart. */
static bool find_distance(const struct grid_reader *g, const smmra_litmus_range *range, uint64_t *distance) {
    uint64_t least = range->offset, most = range->offset;
    for (uint32_t i = 0; i < g->options->range_count; i++) {
        const smmra_litmus_range *other = &g->options->ranges[i];
        least = other->buffer == range->buffer && other->offset < least ? other->offset : least;
        most = other->buffer == range->buffer && other->offset > most ? other->offset : most;
    }
    *distance = range->offset - least;
    return most - least < GRID_VARIABLE_STRIDE / 2;
}

static bool is_array(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray;
}

/* The memory of a buffer address that holds the first byte of a range; NULL: there is none. */
static const struct grid_addressed *addressed_of(const struct grid_reader *g, const smmra_litmus_range *range) {
    for (uint32_t i = 0; range->address && i < g->addressed_count; i++) {
        const struct grid_addressed *at = &g->addressed[i];
        if (range->address >= at->address && range->address - at->address < at->data->length)
            return at;
    }
    return NULL;
}

/* Returns where a variable's range lies, in the place of its buffer, if `own` is a place that is free. */
static uint64_t address_in_buffer(struct grid_reader *g, const struct grid_variable *variable,
                                  const struct litmus_memory *memory, uint64_t own) {
    const smmra_litmus_range *range = g->shared && !is_array(variable->type) ? range_of(g, memory) : NULL;
    uint64_t distance, theirs;
    if (range && addressed_of(g, range))
        return range->address;
    if (!range || !find_distance(g, range, &distance))
        return own;
    for (uint32_t i = 0; i < g->output->memory_count; i++) {
        const struct litmus_memory *other = &g->output->memory[i];
        const smmra_litmus_range *of = is_array(g->owners[i]->type) ? NULL : range_of(g, other);
        if (of && of->buffer == range->buffer && find_distance(g, of, &theirs))
            return other->address - theirs + distance;
    }
    return own + distance;
}

/* Variables of one descriptor are one memory, and so are the blocks of a workgroup, and the payload of the task and
 * that of its mesh shader. */
static uint64_t choose_address(struct grid_reader *g, const struct grid_variable *variable,
                               const struct litmus_memory *memory) {
    bool block = is_workgroup_block(g, variable), payload = variable->kind == GRID_PAYLOAD;
    const struct litmus_memory *first = memory->binding != UINT32_MAX ? first_of_descriptor(g, memory) : NULL;
    if (first)
        return first->address;
    for (uint32_t i = 0; (block || payload) && i < g->output->memory_count; i++) {
        const struct litmus_memory *other = &g->output->memory[i];
        if (payload && other->storage_class == memory->storage_class && other->workgroup == memory->workgroup)
            return other->address;
        if (block && other->workgroup == memory->workgroup && is_workgroup_block(g, g->owners[i])) {
            require_alike(g, other->variable, memory->variable);
            return other->address;
        }
    }
    return address_in_buffer(g, variable, memory, (uint64_t)(g->output->memory_count + 1) * GRID_VARIABLE_STRIDE);
}

static uint64_t bytes_of_leaves(struct grid_reader *g, const struct grid_variable *variable) {
    struct grid_leaves leaves = {0};
    uint64_t bytes = 0;
    grid_add_leaves(g, variable->type, (struct spirv_matrix_layout){0, false}, 0, variable, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        if (leaves.items[i].offset + leaves.items[i].bytes > bytes)
            bytes = leaves.items[i].offset + leaves.items[i].bytes;
    return bytes;
}

/* Without a list of its scalars, of which it may have many. */
static uint64_t whole_bytes(struct grid_reader *g, const struct grid_variable *variable) {
    const struct spirv_type *type = variable->type;
    bool array = type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray;
    uint64_t count = type->opcode == SpvOpTypeArray ? type->length : array ? variable->runtime_length : 1;
    uint64_t image = variable->image ? grid_texel_count(variable->image) * grid_texel_bytes(variable->image) : 0;
    if (variable->storage_class == SpvStorageClassUniformConstant)
        return image && array ? count * GRID_DESCRIPTOR_STRIDE : image;
    uint64_t stride = array ? grid_array_stride(g, type, (struct spirv_matrix_layout){0, false}) : 0;
    if (array && type->opcode == SpvOpTypeArray && stride && count > GRID_VARIABLE_STRIDE / stride)
        return GRID_VARIABLE_STRIDE;
    return array ? grid_span(g, count, stride) : grid_size(g, type);
}

/* After the end of a buffer that has an address, other memory begins. */
static void keep_in_buffer(const struct grid_reader *g, struct litmus_memory *memory) {
    const smmra_litmus_range *range = g->addressed_count ? range_of(g, memory) : NULL;
    const struct grid_addressed *at = range && range->address == memory->address ? addressed_of(g, range) : NULL;
    uint64_t most = at ? at->address + at->data->length - memory->address : UINT64_MAX;
    memory->bytes = memory->bytes < most ? memory->bytes : most;
}

static void add_memory(struct grid_reader *g, struct grid_variable *variable, uint32_t workgroup) {
    struct litmus_spirv *out = g->output;
    struct litmus_memory memory = {.variable = variable->id,
                                   .workgroup = workgroup,
                                   .storage_class = variable->storage_class,
                                   .set = grid_decoration_of(g, variable->id, SpvDecorationDescriptorSet),
                                   .binding = grid_decoration_of(g, variable->id, SpvDecorationBinding),
                                   .name = variable->name,
                                   .debug_name = variable->id ? spirv_name(g->module, variable->id) : NULL};
    if (variable->storage_class == SpvStorageClassWorkgroup && variable->given &&
        spirv_defining(g->module, variable->id).operand_count <= 1)
        memory.given = variable->name;
    char name[LITMUS_MOST_NAME + 16];
    snprintf(name, sizeof name, "%s@%u", variable->name, workgroup);
    if (workgroup)
        memory.name = arena_copy_string(g->arena, name, strlen(name));
    memory.address = choose_address(g, variable, &memory);
    memory.bytes = g->shared ? whole_bytes(g, variable) : bytes_of_leaves(g, variable);
    uint64_t end = grid_end_of_array(g, variable, variable->runtime_length);
    memory.bytes = end > memory.bytes ? end : memory.bytes;
    keep_in_buffer(g, &memory);
    if (variable->image)
        grid_describe_images(g, variable, &memory);
    *ARENA_PUSH(g->arena, out->memory, out->memory_count, out->memory_capacity) = memory;
    *ARENA_PUSH(g->arena, g->owners, g->owner_count, g->owner_capacity) = variable;
}

static void place(struct grid_reader *g, struct grid_variable *variable) {
    bool of_group = variable->kind == GRID_WORKGROUP && !g->shared;
    bool of_task = variable->kind == GRID_PAYLOAD && g->output->model == SpvExecutionModelTaskEXT && !g->shared;
    uint32_t groups = of_group  ? (uint32_t)(grid_workgroup_count(g) + grid_mesh_count(g))
                      : of_task ? (uint32_t)grid_workgroup_count(g)
                                : 1;
    variable->first_memory = g->output->memory_count;
    grid_settle_length(g, variable);
    if (variable->storage_class == SpvStorageClassUniformConstant &&
        variable->type->opcode != SpvOpTypeAccelerationStructureKHR)
        grid_place_image(g, variable);
    grid_make_initial(g, variable);
    for (uint32_t w = 0; w < groups; w++)
        add_memory(g, variable, w);
}

/* ---- what buffer addresses in memory point to: memory of its own for each, as far as a list of two ---- */

static void add_target(struct grid_reader *g, uint32_t memory, const struct grid_leaf *leaf) {
    struct grid_variable *owner = g->owners[memory], *target = arena_allocate_array(g->arena, 1, sizeof *target);
    char name[LITMUS_MOST_NAME + 128], path[96] = "";
    grid_put_path(g, owner, leaf->offset, path, sizeof path);
    snprintf(name, sizeof name, "%s%s@", g->output->memory[memory].name, path);
    *target = (struct grid_variable){.kind = GRID_SHARED,
                                     .type = grid_addressed_type(g, leaf->points_to),
                                     .storage_class = SpvStorageClassPhysicalStorageBuffer,
                                     .name = arena_copy_string(g->arena, name, strlen(name)),
                                     .first_memory = g->output->memory_count,
                                     .depth = owner->depth + 1,
                                     .pointed_by = owner,
                                     .pointer = arena_copy_string(g->arena, path, strlen(path))};
    grid_give_target(g, owner, leaf->offset, target);
    grid_settle_length(g, target);
    grid_make_initial(g, target);
    add_memory(g, target, 0);
    const struct litmus_memory *made = &g->output->memory[g->output->memory_count - 1];
    *ARENA_PUSH(g->arena, g->targets, g->target_count, g->target_capacity) =
        (struct grid_target){.pointer = g->output->memory[memory].address + leaf->offset,
                             .address = made->address,
                             .from = memory,
                             .to = g->output->memory_count - 1};
    g->targets_begin = g->target_count == 1 ? made->address : g->targets_begin;
    g->targets_end = made->address + made->bytes;
}

static bool has_pointers(struct grid_reader *g, const struct spirv_type *type) {
    switch (type->opcode) {
    case SpvOpTypePointer:
        return true;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return has_pointers(g, grid_type(g, NULL, type->element));
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            if (has_pointers(g, grid_type(g, NULL, type->members[i])))
                return true;
        return false;
    default:
        return false;
    }
}

/* A verdict says what it takes for granted. Drivers order more than the specification demands of a module without the
 * Vulkan memory model. */
static void note_assumptions(struct grid_reader *g) {
    struct text text;
    text_init(&text, g->arena, 128);
    text_format(&text, "GLSL450 is read as drivers read it, who order more than the specification (%s=strict)",
                OPTION_NAME(g->options, GLSL450));
    if (g->module->memory_model != SpvMemoryModelVulkan && g->reading.as_drivers)
        litmus_assume(g->litmus, g->arena, text_finish(&text));
}

/* Addresses in memory are those that the device had. Variables lie below all of them. */
static void keep_addresses(struct grid_reader *g) {
    uint64_t most = (uint64_t)(g->output->memory_count + 1) * GRID_VARIABLE_STRIDE, end = 0;
    for (uint32_t i = 0; i < g->addressed_count; i++) {
        const struct grid_addressed *at = &g->addressed[i];
        if (at->address < most || at->data->length > UINT64_MAX / 2 - at->address)
            grid_refuse(g, NULL, "a recorded buffer address where variables lie, or beyond all memory");
        end = at->address + at->data->length > end ? at->address + at->data->length : end;
    }
    g->targets_begin = g->addressed[0].address;
    g->targets_end = end;
}

static void place_targets(struct grid_reader *g) {
    enum { DEEPEST = 2, MAX_TARGETS = 64 };
    if (g->addressed_count) {
        keep_addresses(g);
        note_assumptions(g);
        return;
    }
    for (uint32_t m = 0; m < g->output->memory_count; m++) {
        const struct grid_variable *owner = g->owners[m];
        struct grid_leaves leaves = {0};
        if (owner->kind == GRID_WORKGROUP || owner->depth == DEEPEST || !has_pointers(g, owner->type))
            continue;
        grid_add_leaves(g, owner->type, (struct spirv_matrix_layout){0, false}, 0, owner, &leaves);
        for (uint32_t i = 0; i < leaves.count && g->target_count < MAX_TARGETS; i++)
            if (leaves.items[i].points_to)
                add_target(g, m, &leaves.items[i]);
    }
    note_assumptions(g);
    if (!g->target_count)
        g->targets_begin = g->targets_end = UINT64_MAX; /* nowhere */
}

/* A value for memory that was not made must not be lost. */
static void require_targets(struct grid_reader *g) {
    for (uint32_t m = 0; m < g->owner_count; m++)
        for (const struct grid_given *given = g->owners[m]->given; given; given = given->next)
            if (given->part.rest)
                grid_wrong(g, given->says.line, "%s: %.*s leads through more than two buffer addresses, or too many",
                           given->says.what, (int)given->says.name_length, given->says.name);
}

void grid_place_variables(struct grid_reader *g) {
    g->variables = arena_allocate_array(g->arena, g->module->definition_count + 1, sizeof *g->variables);
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(g->module, g->module->globals[i]);
        g->variables[spirv_index(g->module, in.result)] = new_variable(g, &in);
    }
    grid_read_inputs(g);
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        spirv_id id = spirv_instruction_at(g->module, g->module->globals[i]).result;
        struct grid_variable *variable = g->variables[spirv_index(g->module, id)];
        if (variable->kind != GRID_PRIVATE)
            place(g, variable);
    }
    place_targets(g);
    require_targets(g);
}

/* ---- private memory ---- */

struct grid_variable *grid_private_variable(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_variable *variable = new_variable(g, in);
    if (variable->kind != GRID_PRIVATE)
        grid_refuse(g, in, "a variable of a function whose storage class is not Function");
    struct grid_value registers = grid_new_value(g, in, variable->type);
    variable->parts = registers.parts;
    variable->count = registers.count;
    if (in->operand_count > 1) {
        struct grid_value initial = grid_value_of(g, in, in->operands[1]);
        for (uint32_t i = 0; i < variable->count && i < initial.count; i++)
            grid_copy(g, variable->parts[i], initial.parts[i].operand);
    }
    return variable;
}

static uint32_t builtin_of(const struct grid_reader *g, spirv_id id) {
    return grid_decoration_of(g, id, SpvDecorationBuiltIn);
}

/* ---- built-ins of shared code: registers with names ---- */

#define BUILTIN_NAME "built-in "

bool grid_is_builtin(const char *name, uint32_t *builtin, uint32_t *component) {
    size_t length = strlen(BUILTIN_NAME);
    char *end;
    if (!name || strncmp(name, BUILTIN_NAME, length) != 0)
        return false;
    *builtin = (uint32_t)strtoul(name + length, &end, 10);
    *component = (uint32_t)strtoul(end + 1, NULL, 10);
    return true;
}

const char *grid_builtin_name(struct arena *arena, uint32_t builtin, uint32_t component) {
    char name[48];
    snprintf(name, sizeof name, BUILTIN_NAME "%u.%u", builtin, component);
    return arena_copy_string(arena, name, strlen(name));
}

uint32_t grid_builtin_value(const struct grid_reader *g, uint32_t builtin, uint32_t component) {
    uint32_t values[LITMUS_MAX_BUILTIN];
    if (grid_is_draw(g))
        return grid_draw_value(g, builtin, component);
    uint32_t known = litmus_builtin_values(&g->at, g->output->grid.subgroup, builtin, values);
    return component < known ? values[component] : 0;
}

static bool is_of_workgroup(uint32_t builtin) {
    return builtin == SpvBuiltInWorkgroupId || builtin == SpvBuiltInGlobalInvocationId ||
           builtin == SpvBuiltInPrimitiveId;
}

static bool is_of_grid(uint32_t builtin) {
    return builtin == SpvBuiltInNumWorkgroups || builtin == SpvBuiltInWorkgroupSize ||
           builtin == SpvBuiltInSubgroupSize || builtin == SpvBuiltInNumSubgroups || builtin == SpvBuiltInDeviceIndex;
}

struct program_operand grid_builtin(struct grid_reader *g, uint32_t builtin, uint32_t component) {
    if (!g->shared || is_of_grid(builtin) || (g->by_local && !is_of_workgroup(builtin)))
        return program_constant(grid_builtin_value(g, builtin, component));
    return program_in_register(
        program_register(&g->litmus->program, grid_thread(g), grid_builtin_name(g->arena, builtin, component)));
}

static void fill_parts(struct grid_reader *g, uint32_t builtin, struct litmus_part *parts, uint32_t count) {
    uint32_t values[LITMUS_MAX_BUILTIN];
    uint32_t known = litmus_builtin_values(&g->at, g->output->grid.subgroup, builtin, values);
    for (uint32_t i = 0; i < count; i++)
        parts[i].operand = i < known ? grid_builtin(g, builtin, i) : (struct program_operand){PROGRAM_UNDEFINED, 0};
}

/* Gives integers and FragCoord their values; other inputs stay undefined. */
static void fill_of_fragment(struct grid_reader *g, const struct spirv_instruction *in, uint32_t builtin,
                             const struct spirv_type *type, struct litmus_part *parts, uint32_t count) {
    uint32_t values[LITMUS_MAX_BUILTIN];
    while (type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeArray)
        type = grid_type(g, in, type->element);
    bool known = type->opcode == SpvOpTypeInt || builtin == SpvBuiltInFragCoord;
    litmus_builtin_values(&g->at, g->output->grid.subgroup, builtin, values);
    for (uint32_t i = 0; i < count; i++)
        parts[i].operand =
            known ? program_constant(values[i % LITMUS_MAX_BUILTIN]) : (struct program_operand){PROGRAM_UNDEFINED, 0};
    g->has_place |= builtin == SpvBuiltInFragCoord;
}

/* An input's parts, or those of its members; what is no built-in of compute, and nothing that is known of a fragment,
 * stays undefined until it is asked for. */
static void fill_input(struct grid_reader *g, const struct spirv_instruction *in, uint32_t builtin,
                       const struct spirv_type *type, struct litmus_part *parts, uint32_t count) {
    uint32_t at = 0;
    if (type->opcode != SpvOpTypeStruct && g->at.model == SpvExecutionModelFragment)
        fill_of_fragment(g, in, builtin, type, parts, count);
    else if (type->opcode != SpvOpTypeStruct)
        fill_parts(g, builtin, parts, count);
    for (uint32_t m = 0; type->opcode == SpvOpTypeStruct && m < type->count; m++) {
        const struct spirv_type *member = grid_type(g, in, type->members[m]);
        uint32_t of_member = spirv_decoration_operand(g->module, type->id, m, SpvDecorationBuiltIn, UINT32_MAX);
        uint32_t parts_of_member = grid_count_parts(g, in, member);
        fill_input(g, in, of_member, member, parts + at, parts_of_member);
        at += parts_of_member;
    }
}

static void begin_input(struct grid_reader *g, const struct spirv_instruction *in, struct grid_variable *variable) {
    if (grid_is_draw(g))
        grid_fill_draw_input(g, in, variable);
    else
        fill_input(g, in, builtin_of(g, variable->id), variable->type, variable->parts, variable->count);
}

void grid_begin_private(struct grid_reader *g) {
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(g->module, g->module->globals[i]);
        uint32_t index = spirv_index(g->module, in.result);
        if (g->variables[index]->kind != GRID_PRIVATE)
            continue;
        g->variables[index] = grid_private_variable(g, &in);
        if (g->variables[index]->storage_class == SpvStorageClassInput)
            begin_input(g, &in, g->variables[index]);
    }
}
