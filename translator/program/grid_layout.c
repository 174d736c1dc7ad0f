/* Types, images and variables as they lie in memory, and how many invocations there are: what all the others ask. */
#include "translator/program/grid_reader.h"

enum { MAX_LEAVES = 65536, MAX_ITEMS = 4096, ADDRESS_BYTES = 8 };

/* ---- types: what they contain, counted once for each time that it is contained ---- */

/* A type that holds one twice that holds another twice, and so on, is short to write and long to walk. Of the elements
 * of an array one counts: where their number matters it has a bound of its own. */
void grid_check_types(struct grid_reader *g) {
    const struct spirv_module *module = g->module;
    uint32_t *items = arena_allocate_array(g->arena, module->declaration_count + 1, sizeof *items);
    for (uint32_t index = 1; index <= module->declaration_count;
         index++) { /* a type stands after those that it contains */
        const struct spirv_type *type = module->types[index];
        items[index] = 1;
        if (type && (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray))
            items[index] += items[spirv_index(module, type->element)];
        for (uint32_t i = 0; type && type->opcode == SpvOpTypeStruct && i < type->count && items[index] <= MAX_ITEMS;
             i++)
            items[index] += items[spirv_index(module, type->members[i])];
        if (items[index] > MAX_ITEMS)
            grid_refuse(g, NULL, "a type of more than %d members", MAX_ITEMS);
    }
}

/* ---- layout ---- */

/* Only addresses, of all that threads share, are no numbers; images lie apart (grid_stride). */
static uint64_t opaque_bytes(void *user, const struct spirv_type *type) {
    (void)user;
    bool address = type->opcode == SpvOpTypePointer || type->opcode == SpvOpTypeAccelerationStructureKHR;
    return address ? ADDRESS_BYTES : 0;
}

/* Arrays of blocks that an input or output is: one for each vertex or primitive, in one memory. */
static void note_interface_arrays(struct grid_reader *g) {
    g->interface_array_count = 0;
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(g->module, g->module->globals[i]);
        const struct spirv_type *pointer = spirv_type_of_value(g->module, in.result);
        if (pointer->storage_class == SpvStorageClassInput || pointer->storage_class == SpvStorageClassOutput)
            *ARENA_PUSH(g->arena, g->interface_arrays, g->interface_array_count, g->interface_array_capacity) =
                pointer->element;
    }
}

static bool is_interface_array(const struct grid_reader *g, spirv_id type) {
    for (uint32_t i = 0; i < g->interface_array_count; i++)
        if (g->interface_arrays[i] == type)
            return true;
    return false;
}

void grid_lay_out(struct grid_reader *g) {
    spirv_lay_out(g->module, &(struct spirv_opaque_sizes){opaque_bytes, NULL}, g->arena, &g->layouts);
    note_interface_arrays(g);
}

_Noreturn static void refuse_memory(struct grid_reader *g, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeImage || type->opcode == SpvOpTypeSampledImage)
        grid_refuse(g, NULL, "an image that is no variable, and no element of an array that is one");
    grid_refuse(g, NULL, "shared memory that holds other than numbers, booleans and buffer addresses");
}

/* Half of what 64 bits count, so that a sum of two does not wrap. */
static uint64_t within_addresses(struct grid_reader *g, uint64_t bytes) {
    if (bytes > INT64_MAX)
        grid_refuse(g, NULL, "memory of 2^63 bytes or more");
    return bytes;
}

static const struct spirv_layout *layout_of(struct grid_reader *g, const struct spirv_type *type) {
    const struct spirv_layout *layout = spirv_layout_of(&g->layouts, type->id);
    if (!layout->alignment)
        refuse_memory(g, grid_type(g, NULL, layout->misfit ? layout->misfit : type->id));
    within_addresses(g, layout->size);
    within_addresses(g, layout->stride);
    return layout;
}

uint64_t grid_span(struct grid_reader *g, uint64_t count, uint64_t stride) {
    return within_addresses(g, mmra_product(count, stride));
}

/* No more than lies between two variables. */
uint64_t grid_size(struct grid_reader *g, const struct spirv_type *type) {
    uint64_t size = layout_of(g, type)->size;
    return size < GRID_VARIABLE_STRIDE ? size : GRID_VARIABLE_STRIDE;
}

const struct spirv_member_layout *grid_member(struct grid_reader *g, const struct spirv_type *structure,
                                              uint32_t member) {
    return &layout_of(g, structure)->members[member];
}

bool grid_is_descriptor_array(struct grid_reader *g, const struct spirv_type *type, uint64_t *stride) {
    *stride = GRID_DESCRIPTOR_STRIDE;
    if ((type->opcode != SpvOpTypeArray && type->opcode != SpvOpTypeRuntimeArray) || !type->id)
        return false;
    const struct spirv_type *element = grid_type(g, NULL, type->element);
    return !is_interface_array(g, type->id) &&
           !spirv_find_decoration(g->module, type->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride) &&
           (spirv_find_decoration(g->module, element->id, SPIRV_NO_MEMBER, SpvDecorationBlock) ||
            spirv_find_decoration(g->module, element->id, SPIRV_NO_MEMBER, SpvDecorationBufferBlock) ||
            element->opcode == SpvOpTypeImage || element->opcode == SpvOpTypeSampledImage ||
            element->opcode == SpvOpTypeSampler);
}

uint64_t grid_array_stride(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout) {
    uint64_t stride;
    if (grid_is_descriptor_array(g, type, &stride))
        return stride;
    if (!type->id) /* of grid_addressed_type */
        return type->length;
    layout_of(g, type);
    return spirv_element_stride(&g->layouts, type, layout);
}

/* Into a vector it is a component of the last column of a matrix, which the layout is of. */
uint64_t grid_stride(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout) {
    uint64_t stride = type->opcode == SpvOpTypeMatrix   ? spirv_matrix_steps(&g->layouts, type, layout).column
                      : type->opcode != SpvOpTypeVector ? grid_array_stride(g, type, layout)
                      : layout.row_major                ? layout.stride
                                                        : layout_of(g, type)->stride;
    if (stride == 0)
        grid_refuse(g, NULL, "an array in memory whose elements are 0 bytes apart");
    return stride;
}

uint64_t grid_extent(struct grid_reader *g, const struct spirv_type *type) {
    const struct spirv_layout *layout = spirv_layout_of(&g->layouts, type->id);
    bool stretched = spirv_matrix_in(g->module, type->id); /* by its member's MatrixStride, which it does not have */
    return !layout->alignment || layout->is_unbounded || stretched ? 0 : grid_size(g, type);
}

uint64_t grid_pointer_stride(struct grid_reader *g, const struct spirv_type *pointer, spirv_id pointee) {
    if (pointee)
        layout_of(g, grid_type(g, NULL, pointee));
    return spirv_pointer_stride(&g->layouts, pointer, pointee);
}

static void add_leaf(struct grid_reader *g, const struct spirv_type *type, uint64_t offset,
                     struct grid_leaves *leaves) {
    bool boolean = type->opcode == SpvOpTypeBool, pointer = type->opcode == SpvOpTypePointer;
    if (pointer && type->is_untyped)
        grid_refuse(g, NULL, "an untyped pointer in memory: nothing says what it points to");
    if (leaves->count == MAX_LEAVES)
        grid_refuse(g, NULL, "a variable of more than %d scalars", MAX_LEAVES);
    *ARENA_PUSH(g->arena, leaves->items, leaves->count, leaves->capacity) =
        (struct grid_leaf){offset, (uint8_t)grid_size(g, type), (uint8_t)(boolean ? 1 : grid_size(g, type) * 8),
                           type->opcode == SpvOpTypeFloat, pointer ? grid_type(g, NULL, type->element) : NULL};
}

static void add_texels(struct grid_reader *g, const struct spirv_type *image, uint64_t offset,
                       const struct grid_image *size, struct grid_leaves *leaves) {
    for (uint64_t i = 0; i < grid_texel_count(size) * size->components; i++)
        add_leaf(g, grid_type(g, NULL, image->element), offset + i * grid_texel_bytes(size) / size->components, leaves);
}

void grid_add_leaves(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout,
                     uint64_t offset, const struct grid_variable *variable, struct grid_leaves *leaves) {
    uint64_t count = type->opcode == SpvOpTypeArray          ? type->length
                     : type->opcode != SpvOpTypeRuntimeArray ? type->count
                     : variable                              ? variable->runtime_length
                                                             : 0;
    switch (type->opcode) {
    case SpvOpTypeBool:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpTypePointer:
    case SpvOpTypeAccelerationStructureKHR:
        add_leaf(g, type, offset, leaves);
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        for (uint64_t i = 0; i < count; i++) {
            uint32_t before = leaves->count;
            grid_add_leaves(g, grid_type(g, NULL, type->element), layout, offset + i * grid_stride(g, type, layout),
                            variable, leaves);
            if (leaves->count == before)
                break; /* nor has any other element a scalar */
        }
        break;
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            grid_add_leaves(g, grid_type(g, NULL, type->members[i]), grid_member(g, type, i)->matrix,
                            offset + grid_member(g, type, i)->offset, variable, leaves);
        break;
    case SpvOpTypeImage:
    case SpvOpTypeSampledImage:
        if (!variable || !variable->image)
            refuse_memory(g, type);
        add_texels(g, grid_image_type(g, type), offset, variable->image, leaves);
        break;
    case SpvOpTypeSampler:
        break;
    default:
        refuse_memory(g, type);
    }
}

/* ---- images ---- */

const struct spirv_type *grid_image_type(struct grid_reader *g, const struct spirv_type *type) {
    if (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)
        type = grid_type(g, NULL, type->element);
    if (type->opcode == SpvOpTypeSampledImage)
        type = grid_type(g, NULL, type->element);
    return type->opcode == SpvOpTypeImage ? type : NULL;
}

uint64_t grid_texel_count(const struct grid_image *image) {
    return image->extents[0] * image->extents[1] * image->extents[2];
}

uint32_t grid_texel_bytes(const struct grid_image *image) {
    return image->components * image->component_bytes;
}

uint64_t grid_texel_stride(const struct grid_image *image, uint32_t coordinate) {
    uint64_t stride = grid_texel_bytes(image);
    for (uint32_t k = 0; k < coordinate; k++)
        stride *= image->extents[k];
    return stride;
}

/* ---- variables and invocations ---- */

const struct litmus_memory *grid_memory(const struct grid_reader *g, const struct grid_variable *variable) {
    uint32_t which = variable->kind == GRID_WORKGROUP && !g->shared        ? g->at.workgroup
                     : variable->kind == GRID_PAYLOAD && g->at.launched_by ? g->at.launched_by - 1
                     : variable->kind == GRID_PAYLOAD && g->at.model == SpvExecutionModelTaskEXT && !g->shared
                         ? g->at.workgroup
                         : 0;
    return &g->output->memory[variable->first_memory + which];
}

uint64_t grid_workgroup_count(const struct grid_reader *g) {
    return mmra_volume(g->output->grid.groups);
}

uint64_t grid_invocation_count(const struct grid_reader *g) {
    return mmra_product(grid_workgroup_count(g), mmra_volume(g->output->grid.local));
}

uint32_t grid_decoration_of(const struct grid_reader *g, spirv_id id, SpvDecoration which) {
    return id ? spirv_decoration_operand(g->module, id, SPIRV_NO_MEMBER, which, UINT32_MAX) : UINT32_MAX;
}

bool grid_is_alias(const struct grid_reader *g, const struct grid_variable *a, const struct grid_variable *b) {
    uint32_t binding = grid_decoration_of(g, a->id, SpvDecorationBinding);
    return a == b || (binding != UINT32_MAX && binding == grid_decoration_of(g, b->id, SpvDecorationBinding) &&
                      grid_decoration_of(g, a->id, SpvDecorationDescriptorSet) ==
                          grid_decoration_of(g, b->id, SpvDecorationDescriptorSet));
}

static const struct spirv_type *array_at_end(struct grid_reader *g, const struct spirv_type *type,
                                             struct spirv_member_layout *member) {
    *member = (struct spirv_member_layout){0};
    if (type->opcode == SpvOpTypeStruct && type->count) {
        *member = *grid_member(g, type, type->count - 1);
        type = grid_type(g, NULL, type->members[type->count - 1]);
    }
    return type->opcode == SpvOpTypeRuntimeArray ? type : NULL;
}

/* Its last element may be followed by padding, which is part of a buffer's size. */
uint64_t grid_end_of_array(struct grid_reader *g, const struct grid_variable *variable, uint64_t length) {
    struct spirv_member_layout member;
    const struct spirv_type *array = array_at_end(g, variable->type, &member);
    return array ? member.offset + grid_span(g, length, grid_array_stride(g, array, member.matrix)) : 0;
}

bool grid_is_inner_array(struct grid_reader *g, const struct grid_variable *variable, const struct grid_part *part) {
    struct spirv_member_layout of_variable, of_part;
    const struct spirv_type *last = array_at_end(g, variable->type, &of_variable);
    return last != array_at_end(g, part->type, &of_part) || part->offset + of_part.offset != of_variable.offset;
}
