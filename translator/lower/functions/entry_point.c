/* An entry point as an amdgpu_kernel, or as a function amdgpu_gfx (docs/guide/stages.md): its first parameters are the
 * resources that it reaches, in order of set, then binding, each followed by its byte size where OpArrayLength asks, or
 * always with --abi=buffer; then push constants, and what else that ABI has instead of the implicit kernel arguments
 * (docs/reference/architecture.md, "Resources"). */
#include "translator/lower/functions/entry_point.h"

#include <stdio.h>

#include "mmra/base/sort.h"
#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/functions/driver_kernel.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/host_kernel.h"
#include "translator/lower/functions/meeting_places.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/names.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/mesh.h"
#include "translator/lower/stages/shared_outputs.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* A future parameter. Several variables at one set and binding share it, if their descriptors are of one kind and
 * number: descriptors of different kinds lie at different distances. */
struct kernel_parameter {
    uint32_t set, binding;
    uint32_t item; /* number of the first environment item that it serves */
    uint8_t kind;  /* enum environment_kind */
    ir_type type;
    smmra_resource resource; /* but for the kernel and the position */
};

/* The kernel being lowered. */
struct kernel {
    const struct chosen_entry *entry;
    const struct lowered_function *needs;
    struct kernel_parameter *parameters;
    uint32_t parameter_count;
};

/* Memory that a kind of environment item stands for; NULL: it is none that the shell gives. */
static const struct shell_memory {
    uint8_t kind; /* enum environment_kind */
    smmra_resource_kind resource;
} shell_memories[] = {
    {ENVIRONMENT_TASK_PAYLOAD, SMMRA_RESOURCE_TASK_PAYLOAD},
    {ENVIRONMENT_RAY_PAYLOAD, SMMRA_RESOURCE_RAY_PAYLOAD},
    {ENVIRONMENT_HIT_ATTRIBUTE, SMMRA_RESOURCE_HIT_ATTRIBUTE},
    {ENVIRONMENT_CALLABLE_DATA, SMMRA_RESOURCE_CALLABLE_DATA},
    {ENVIRONMENT_SHADER_RECORD, SMMRA_RESOURCE_SHADER_RECORD},
    {ENVIRONMENT_WORKGROUP, SMMRA_RESOURCE_WORKGROUP_MEMORY},
};

static const struct shell_memory *shell_memory_of(uint8_t kind) {
    for (size_t i = 0; i < sizeof shell_memories / sizeof *shell_memories; i++)
        if (shell_memories[i].kind == kind)
            return &shell_memories[i];
    return NULL;
}

static uint32_t binding_decoration(struct lowering *l, spirv_id variable, SpvDecoration decoration) {
    const struct spirv_decoration *found = spirv_find_decoration(l->spirv, variable, SPIRV_NO_MEMBER, decoration);
    if (!found || !found->operand_count) {
        struct spirv_instruction in = spirv_defining(l->spirv, variable);
        FAIL_INVALID(l, &in, "the resource has no %s decoration", spirv_decoration_name(decoration));
    }
    return found->operands[0];
}

/* SPV_EXT_descriptor_heap: the built-in of a heap that a variable is; 0: it is none. */
static uint32_t heap_of(struct lowering *l, spirv_id variable) {
    uint32_t builtin = spirv_decoration_operand(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0);
    return builtin == SPIRV_BUILTIN_RESOURCE_HEAP || builtin == SPIRV_BUILTIN_SAMPLER_HEAP ? builtin : 0;
}

/* 1 for a single buffer, 0 for a runtime-sized array. */
static uint32_t descriptor_count(const struct spirv_type *pointee, bool *is_array) {
    *is_array = pointee->opcode == SpvOpTypeArray || pointee->opcode == SpvOpTypeRuntimeArray;
    if (!*is_array)
        return 1;
    return pointee->length > UINT32_MAX ? UINT32_MAX : (uint32_t)pointee->length;
}

static smmra_resource describe(struct lowering *l, const struct kernel_parameter *parameter) {
    const struct environment_item *item = &l->environment[parameter->item];
    struct spirv_instruction variable = spirv_defining(l->spirv, item->variable);
    const struct spirv_type *pointee = type_of(l, type_of_operand(l, variable.result)->element);
    if (heap_of(l, item->variable))
        return (smmra_resource){.kind = heap_of(l, item->variable) == SPIRV_BUILTIN_SAMPLER_HEAP
                                            ? SMMRA_RESOURCE_SAMPLER_HEAP
                                            : SMMRA_RESOURCE_RESOURCE_HEAP};
    bool is_array;
    smmra_resource resource = {
        .set = parameter->set, .binding = parameter->binding, .descriptor_count = descriptor_count(pointee, &is_array)};
    if (is_array)
        pointee = type_of(l, pointee->element);
    resource.byte_size = layout_of(l, pointee->id)->size;
    if (parameter->kind == ENVIRONMENT_PUSH_CONSTANTS) {
        resource.kind = SMMRA_RESOURCE_PUSH_CONSTANTS;
        resource.set = resource.binding = 0;
    } else if (shell_memory_of(parameter->kind)) {
        resource.kind = shell_memory_of(parameter->kind)->resource;
        resource.set = resource.binding = 0;
        resource.descriptor_count = 1;
        resource.byte_size = parameter->kind == ENVIRONMENT_WORKGROUP
                                 ? l->workgroup_bytes
                                 : layout_of(l, type_of(l, type_of_operand(l, variable.result)->element)->id)->size;
    } else if (parameter->kind == ENVIRONMENT_BYTE_SIZE) {
        resource.kind = SMMRA_RESOURCE_SIZE;
    } else if (pointee->opcode == SpvOpTypeAccelerationStructureKHR) {
        resource.kind = SMMRA_RESOURCE_ACCELERATION_STRUCTURE;
    } else if (image_is_opaque_type(pointee)) {
        resource.kind = image_resource_kind(l, pointee);
        if (resource.kind == SMMRA_RESOURCE_INPUT_ATTACHMENT)
            resource.input_attachment = spirv_decoration_operand(l->spirv, item->variable, SPIRV_NO_MEMBER,
                                                                 SpvDecorationInputAttachmentIndex, 0);
    } else if (is_array) {
        resource.kind = SMMRA_RESOURCE_DESCRIPTOR_ARRAY;
    } else {
        bool constant = pointer_of(l, item->variable)->is_read_only;
        resource.kind = constant ? SMMRA_RESOURCE_UNIFORM_BUFFER : SMMRA_RESOURCE_STORAGE_BUFFER;
    }
    return resource;
}

static struct kernel_parameter parameter_for(struct lowering *l, uint32_t number) {
    const struct environment_item *item = &l->environment[number];
    struct kernel_parameter parameter = {.item = number, .kind = item->kind, .type = item->type};
    if (item->kind == ENVIRONMENT_PUSH_CONSTANTS || shell_memory_of(item->kind)) {
        parameter.set = parameter.binding = UINT32_MAX;
    } else if (heap_of(l, item->variable)) { /* after all sets, that of resources first */
        parameter.set = UINT32_MAX;
        parameter.binding = heap_of(l, item->variable) == SPIRV_BUILTIN_SAMPLER_HEAP;
    } else {
        parameter.set = binding_decoration(l, item->variable, SpvDecorationDescriptorSet);
        parameter.binding = binding_decoration(l, item->variable, SpvDecorationBinding);
    }
    parameter.resource = describe(l, &parameter);
    return parameter;
}

static int compare_parameters(const void *a, const void *b) {
    const struct kernel_parameter *x = a, *y = b;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    if (x->binding != y->binding)
        return x->binding < y->binding ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    if (x->resource.kind != y->resource.kind)
        return x->resource.kind < y->resource.kind ? -1 : 1;
    if (x->resource.descriptor_count != y->resource.descriptor_count)
        return x->resource.descriptor_count < y->resource.descriptor_count ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

static bool same_parameter(const struct kernel_parameter *x, const struct kernel_parameter *y) {
    return x->set == y->set && x->binding == y->binding && x->kind == y->kind && x->type == y->type &&
           x->resource.kind == y->resource.kind && x->resource.descriptor_count == y->resource.descriptor_count;
}

static bool is_parameter(enum environment_kind kind) {
    return kind == ENVIRONMENT_RESOURCE || kind == ENVIRONMENT_BYTE_SIZE || kind == ENVIRONMENT_PUSH_CONSTANTS ||
           shell_memory_of(kind);
}

static bool is_num_workgroups(struct lowering *l, spirv_id id, uint32_t member) {
    return spirv_decoration_operand(l->spirv, id, member, SpvDecorationBuiltIn, SMMRA_NONE) == SpvBuiltInNumWorkgroups;
}

/* The variable is the built-in, or has it as a member. */
static bool needs_num_workgroups(struct lowering *l, const struct environment_item *item) {
    if (item->kind != ENVIRONMENT_BUILTIN)
        return false;
    const struct spirv_type *type = type_of(l, type_of_operand(l, item->variable)->element);
    bool found = is_num_workgroups(l, item->variable, SPIRV_NO_MEMBER);
    uint32_t members = type->opcode == SpvOpTypeStruct ? type->count : 0;
    budget_spend(l, members, "entry points use built-ins of too many members; declare each built-in once");
    for (uint32_t i = 0; i < members; i++)
        found |= is_num_workgroups(l, type->id, i);
    return found;
}

/* With --abi=buffer, and on the host, at most two parameters replace the implicit kernel arguments. */
static uint32_t add_dispatch_parameters(struct lowering *l, const struct lowered_function *needs,
                                        struct kernel_parameter *parameters) {
    uint32_t count = 0;
    struct kernel_parameter parameter = {.set = UINT32_MAX,
                                         .binding = UINT32_MAX,
                                         .type = ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT),
                                         .resource = {.descriptor_count = 1, .byte_size = 12}};
    if ((l->options->abi != SMMRA_ABI_BUFFER && l->target->kernel_convention) || !l->kernel.stage->is_kernel)
        return 0;
    parameter.kind = ENVIRONMENT_NUM_WORKGROUPS;
    parameter.resource.kind = SMMRA_RESOURCE_NUM_WORKGROUPS;
    for (uint32_t i = 0; i < needs->item_count && !count; i++)
        if (needs_num_workgroups(l, &l->environment[needs->items[i]]))
            parameters[count++] = parameter;
    parameter.kind = ENVIRONMENT_DISPATCH_BASE;
    parameter.resource.kind = SMMRA_RESOURCE_DISPATCH_BASE;
    if (l->options->flags & SMMRA_FLAG_DISPATCH_BASE)
        parameters[count++] = parameter;
    return count;
}

/* Sorts what the function needs into parameters, and gives every item its parameter's position in item_parameter. */
static void choose_parameters(struct lowering *l, struct kernel *kernel, uint32_t *item_parameter) {
    const struct lowered_function *needs = kernel->needs;
    struct kernel_parameter *all = arena_allocate(l->arena, (needs->item_count + 2) * sizeof *all);
    uint32_t count = 0, distinct = 0;
    for (uint32_t i = 0; i < needs->item_count; i++)
        if (is_parameter(l->environment[needs->items[i]].kind))
            all[count++] = parameter_for(l, needs->items[i]);
    mmra_sort(l->arena, all, count, sizeof *all, compare_parameters);
    for (uint32_t i = 0; i < count; i++) {
        struct kernel_parameter parameter = all[i];
        if (distinct == 0 || !same_parameter(&all[distinct - 1], &parameter))
            all[distinct++] = parameter;
        item_parameter[parameter.item] = distinct - 1;
    }
    kernel->parameters = all;
    kernel->parameter_count = distinct + add_dispatch_parameters(l, needs, all + distinct);
}

/* ---- what the parameters are, as data and as metadata ---- */

static bool is_of_dispatch(const struct kernel_parameter *parameter) {
    return parameter->kind == ENVIRONMENT_NUM_WORKGROUPS || parameter->kind == ENVIRONMENT_DISPATCH_BASE;
}

/* !{!"main", i32 0, !"storage_buffer", i32 set, i32 binding, i32 descriptors, i64 bytes} */
static void add_resource(struct lowering *l, const smmra_resource *resource) {
    ir_type i32 = ir_type_integer(l->ir, 32), i64 = ir_type_integer(l->ir, 64);
    const char *kind = smmra_resource_kind_name(resource->kind);
    uint32_t count = resource->kind == SMMRA_RESOURCE_INPUT_ATTACHMENT ? 8 : 7;
    ir_metadata operands[8] = {
        ir_metadata_string(l->ir, resource->kernel, strlen(resource->kernel)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i32, resource->parameter)),
        ir_metadata_string(l->ir, kind, strlen(kind)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i32, resource->set)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i32, resource->binding)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i32, resource->descriptor_count)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i64, resource->byte_size)),
        ir_metadata_value(l->ir, ir_integer(l->ir, i32, resource->input_attachment)),
    };
    ir_add_named_metadata(l->ir, "spirv.resources", ir_metadata_tuple(l->ir, operands, count));
    *ARENA_PUSH(l->arena, l->resources, l->resource_count, l->resource_capacity) = *resource;
}

enum { MAX_BYTES_BY_VALUE = 4096 };

/* Bytes of the descriptors that a parameter points to; 0: it points to none, or nobody knows how many. */
static uint64_t descriptor_bytes(const smmra_resource *resource) {
    switch (resource->kind) {
    case SMMRA_RESOURCE_DESCRIPTOR_ARRAY:
    case SMMRA_RESOURCE_ACCELERATION_STRUCTURE:
        return resource->descriptor_count * (uint64_t)BUFFER_DESCRIPTOR_BYTES;
    case SMMRA_RESOURCE_STORAGE_IMAGE:
    case SMMRA_RESOURCE_SAMPLED_IMAGE:
    case SMMRA_RESOURCE_SAMPLER:
    case SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER:
    case SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER:
    case SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER:
        return resource->descriptor_count * resource->byte_size;
    default:
        return 0;
    }
}

/* Returns how many bytes of the item lie among the kernel's arguments; 0 if the arguments point to it. */
static uint64_t bytes_by_value(const struct lowering *l, const smmra_resource *resource) {
    if (resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS)
        return resource->byte_size;
    bool wanted = l->options->flags & SMMRA_FLAG_DESCRIPTORS_BY_VALUE && !l->kernel.interface;
    uint64_t bytes = wanted ? descriptor_bytes(resource) : 0;
    return bytes <= MAX_BYTES_BY_VALUE ? bytes : 0;
}

static void set_attributes(struct lowering *l, struct ir_parameter *parameter, const smmra_resource *resource) {
    bool of_dispatch =
        resource->kind == SMMRA_RESOURCE_NUM_WORKGROUPS || resource->kind == SMMRA_RESOURCE_DISPATCH_BASE;
    uint32_t alignment =
        resource->kind == SMMRA_RESOURCE_STORAGE_BUFFER || resource->kind == SMMRA_RESOURCE_UNIFORM_BUFFER
            ? l->buffer_alignment
        : of_dispatch ? 4
                      : 16;
    bool differs = resource->kind >= SMMRA_RESOURCE_RAY_PAYLOAD && resource->kind <= SMMRA_RESOURCE_SHADER_RECORD;
    uint8_t uniform = l->kernel.interface && l->target->kernel_convention && !differs ? IR_PARAMETER_INREG : 0;
    parameter->attributes = IR_PARAMETER_NOUNDEF | uniform;
    if (resource->kind == SMMRA_RESOURCE_SIZE)
        return;
    parameter->alignment_log2 = 0;
    while (1u << parameter->alignment_log2 < alignment)
        parameter->alignment_log2++;
    uint64_t bytes = bytes_by_value(l, resource);
    if ((resource->kind != SMMRA_RESOURCE_PUSH_CONSTANTS && !bytes) || uniform)
        return;
    parameter->attributes = 0;
    if (l->target->kernel_convention)
        parameter->byref = ir_type_array(l->ir, ir_type_integer(l->ir, 8), bytes);
}

/* ---- which objects are apart ---- */

/* SPIR-V 2.18.2: memory object declarations are no aliases of each other unless one is Aliased. A physical address may
 * be in any object. Only passes for a released LLVM and a known
 * processor ask. */
void objects_init(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    bool asked = profile_get(l->map.options.profile)->released && l->options->mcpu && l->target->kernel_convention;
    l->separate_objects = asked && spirv->addressing_model == SpvAddressingModelLogical;
    for (uint32_t i = 0; i < spirv->decoration_count && l->separate_objects; i++) {
        uint32_t decoration = spirv->decorations[i].decoration;
        mmra_work_at(&l->watch, i);
        l->separate_objects = decoration != SpvDecorationAliased && decoration != SpvDecorationAliasedPointer;
    }
}

enum { MAX_MEMBERS_TO_ASK = 64 };

/* The variable is NonWritable, or each member of its block is. */
static bool is_unwritten(struct lowering *l, spirv_id variable) {
    const struct spirv_type *block = type_of(l, type_of_operand(l, variable)->element);
    if (spirv_find_decoration(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationNonWritable))
        return true;
    if (block->opcode != SpvOpTypeStruct || block->count > MAX_MEMBERS_TO_ASK)
        return false;
    for (uint32_t i = 0; i < block->count; i++)
        if (!spirv_find_decoration(l->spirv, block->id, i, SpvDecorationNonWritable))
            return false;
    return block->count;
}

/* Whether another parameter has the same set and binding, and so the same memory; they are sorted by these. */
static bool shares_binding(const struct kernel *kernel, uint32_t position) {
    const struct kernel_parameter *all = kernel->parameters, *one = &all[position];
    for (uint32_t i = position ? position - 1 : 0; i < kernel->parameter_count && i <= position + 1; i++)
        if (i != position && all[i].set == one->set && all[i].binding == one->binding && all[i].kind == one->kind)
            return true;
    return false;
}

/* Several variables may share a parameter. */
static void mark_objects(struct lowering *l, const struct kernel *kernel, struct ir_parameter *parameters,
                         const uint32_t *item_parameter) {
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct ir_type_info *type = ir_type_get(l->ir, kernel->parameters[i].type);
        if (kernel->parameters[i].kind == ENVIRONMENT_RESOURCE && type->kind == IR_TYPE_POINTER &&
            type->width == ADDRESS_SPACE_GLOBAL && !shares_binding(kernel, i))
            parameters[i].attributes |= IR_PARAMETER_SEPARATE | IR_PARAMETER_UNWRITTEN;
    }
    for (uint32_t i = 0; i < kernel->needs->item_count; i++) {
        const struct environment_item *item = &l->environment[kernel->needs->items[i]];
        if (item->kind == ENVIRONMENT_RESOURCE && !is_unwritten(l, item->variable))
            parameters[item_parameter[kernel->needs->items[i]]].attributes &= (uint8_t)~IR_PARAMETER_UNWRITTEN;
    }
}

/* ---- the workgroup's size ---- */

/* Without tokens LLVM may let invocations run apart for longer than the mode allows. On the host each runs by itself,
 * and the ends of iterations hold together who is in one (meeting_places.h). */
static void read_convergence(struct lowering *l, const struct spirv_execution_mode *mode) {
    bool on_host = l->options->target == SMMRA_TARGET_HOST;
    l->with_tokens |= mode->mode == SPIRV_MODE_MAXIMALLY_RECONVERGES && !on_host && !l->target->for_models;
    l->reconverges_on_host |= mode->mode == SPIRV_MODE_MAXIMALLY_RECONVERGES && on_host;
}

/* Finds both in one pass over the module, as there may be as many entry points as functions. */
void workgroup_sizes_init(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    l->with_tokens = l->options->convergence == SMMRA_CONVERGENCE_TOKENS;
    for (uint32_t i = 1; i <= spirv->declaration_count && !l->workgroup_size_constant; i++) {
        const struct spirv_constant *size = spirv->constants[i];
        const struct spirv_decoration *decoration =
            size && spirv->definitions[i].decoration_count
                ? spirv_find_decoration(spirv, spirv->definitions[i].id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn)
                : NULL;
        if (decoration && decoration->operand_count && decoration->operands[0] == SpvBuiltInWorkgroupSize &&
            size->kind == SPIRV_CONSTANT_COMPOSITE && size->element_count == 3)
            l->workgroup_size_constant = size;
    }
    l->local_sizes = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *l->local_sizes);
    l->quads = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *l->quads);
    for (uint32_t i = 0; i < spirv->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &spirv->execution_modes[i];
        const struct spirv_function *function = spirv_function_of_id(spirv, mode->entry_point);
        read_convergence(l, mode);
        if (function && mode->operand_count == 3 &&
            (mode->mode == SpvExecutionModeLocalSize || mode->mode == SpvExecutionModeLocalSizeId))
            l->local_sizes[function - spirv->functions] = mode->operands;
        if (function && mode->mode == SpvExecutionModeDerivativeGroupQuadsNV)
            l->quads[function - spirv->functions] =
                spirv_has_capability(spirv, SpvCapabilityComputeDerivativeGroupQuadsNV);
    }
}

/* A constant decorated as built-in WorkgroupSize wins over LocalSize (SPIR-V 3.21). */
static bool read_workgroup_size(struct lowering *l, spirv_id function) {
    const struct spirv_constant *constant = l->workgroup_size_constant;
    const uint32_t *local = l->local_sizes[spirv_function_of_id(l->spirv, function) - l->spirv->functions];
    for (uint32_t i = 0; i < 3 && (constant || local); i++)
        l->kernel.workgroup_size[i] = constant ? (uint32_t)constant->elements[i]->bits : local[i];
    return constant || local;
}

/* AMDGPU's largest workgroup; llc rejects larger ones. */
enum { LARGEST_WORKGROUP = 1024 };

static uint32_t find_workgroup_size(struct lowering *l, spirv_id function) {
    if (!read_workgroup_size(l, function))
        FAIL_INVALID(l, NULL, "entry point %%%u has no workgroup size; it needs LocalSize or LocalSizeId", function);
    uint64_t total = 1;
    for (uint32_t i = 0; i < 3; i++) {
        total *= l->kernel.workgroup_size[i];
        if (total == 0 || total > LARGEST_WORKGROUP)
            FAIL_UNSUPPORTED(l, NULL,
                             "entry point %%%u has a workgroup of %u x %u x %u; 1 to %u invocations are possible",
                             function, l->kernel.workgroup_size[0], l->kernel.workgroup_size[1],
                             l->kernel.workgroup_size[2], (unsigned)LARGEST_WORKGROUP);
    }
    return (uint32_t)total;
}

void workgroup_sizes_include(struct lowering *l, spirv_id function) {
    uint32_t total = find_workgroup_size(l, function);
    if (total > l->largest_workgroup)
        l->largest_workgroup = total;
    if (!l->smallest_workgroup || total < l->smallest_workgroup)
        l->smallest_workgroup = total;
}

/* mapping.md 8a. LLVM must not think that a workgroup of several waves has one: then it would drop barriers. */
static void set_workgroup_size(struct lowering *l, ir_function function, uint32_t total) {
    char text[64] = "alwaysinline"; /* on the host, where nothing asks for the size */
    if (l->has_partial_waves) {
        function_set_attribute_text(l, function, "\"amdgpu-flat-work-group-size\"=\"1,1024\"");
        return;
    }
    if (l->target->kernel_convention)
        snprintf(text, sizeof text, "\"amdgpu-flat-work-group-size\"=\"%u,%u\"", total, total);
    function_set_attribute_text(l, function, text);
    ir_metadata sizes[3];
    for (uint32_t i = 0; i < 3; i++)
        sizes[i] = ir_metadata_value(l->ir, ir_integer(l->ir, ir_type_integer(l->ir, 32), l->kernel.workgroup_size[i]));
    l->ir->functions[function].reqd_work_group_size = ir_metadata_tuple(l->ir, sizes, 3);
}

/* ---- the kernel ---- */

/* What a call of ray tracing hands over is as aligned as what it is to the shader that gets it (environment.c): a
 * parameter, whose shader knows no more of it. */
static uint32_t private_alignment(struct lowering *l, uint32_t storage_class, spirv_id type) {
    enum { HANDED_OVER_ALIGNMENT = 16 };
    bool handed_over = storage_class == SpvStorageClassRayPayloadKHR || storage_class == SpvStorageClassCallableDataKHR;
    return handed_over ? HANDED_OVER_ALIGNMENT : variable_alignment(l, type);
}

/* Gives a variable memory of this function, with what it holds at first; 0: nothing. */
static ir_value put_into_memory(struct lowering *l, spirv_id variable, uint32_t storage_class, ir_value initially) {
    spirv_id type = type_of_operand(l, variable)->element;
    emit_alloca(l, variable, type, private_alignment(l, storage_class, type));
    ir_value address = lowered_id_of(l, variable)->value;
    l->ids[spirv_index(l->spirv, variable)].value = 0; /* of this function only */
    struct spirv_memory_view view = memory_initializing_store(storage_class);
    if (initially)
        lower_store(l, &view, type, initially, address, pointer_of(l, variable));
    return address;
}

static ir_value make_builtin_item(struct lowering *l, const struct environment_item *item) {
    ir_value value = lower_builtin(l, item->variable);
    if (item->is_in_memory)
        return put_into_memory(l, item->variable, SpvStorageClassInput, value);
    if (ir_value_get(l->ir, value)->kind == IR_VALUE_INSTRUCTION)
        name_give(l, value, item->variable);
    return value;
}

static ir_value make_variable_item(struct lowering *l, const struct environment_item *item) {
    struct spirv_instruction in = spirv_defining(l->spirv, item->variable);
    ir_value initially = in.operand_count > 1 ? lower_value(l, in.operands[1]) : 0;
    return put_into_memory(l, item->variable, in.operands[0], initially);
}

/* On the host. */
static ir_value make_workgroup_item(struct lowering *l, const struct environment_item *item) {
    ir_value address = emit_offset(l, l->kernel.workgroup_memory, item->offset);
    if (item->offset)
        name_give(l, address, item->variable);
    return address;
}

/* Finds for a driver's kernel what bind_parameters finds among the parameters of other kernels. */
static void receive_from_driver(struct lowering *l, const struct lowered_function *needs) {
    const struct driver_arguments *driver = &l->kernel.driver;
    ir_value *values = arena_allocate_array(l->arena, (size_t)driver->resource_count + 1, sizeof *values);
    driver_kernel_begin(l);
    for (uint32_t i = 0; i < driver->resource_count; i++)
        values[i] = driver_kernel_resource(l, &driver->resources[i]);
    for (uint32_t i = 0; i < needs->item_count; i++) {
        struct environment_item *item = &l->environment[needs->items[i]];
        if (!is_parameter(item->kind))
            continue;
        item->value = values[l->kernel.item_parameter[needs->items[i]]];
        name_give(l, item->value, item->variable);
    }
}

/* Items that are not parameters are made where the kernel begins: Private variables and built-ins. */
static void kernel_prologue(struct lowering *l) {
    const struct lowered_function *needs = &l->functions[l->body.function - l->spirv->functions];
    if (is_driver_kernel(l))
        receive_from_driver(l, needs);
    for (uint32_t i = 0; i < needs->item_count; i++) {
        struct environment_item *item = &l->environment[needs->items[i]];
        if (item->kind == ENVIRONMENT_GIVEN)
            continue;
        l->current = spirv_defining(l->spirv, item->variable);
        if (item->kind == ENVIRONMENT_WORKGROUP)
            item->value = make_workgroup_item(l, item);
        else if (item->kind == ENVIRONMENT_BUILTIN)
            item->value = make_builtin_item(l, item);
        else if (item->kind == ENVIRONMENT_INTERFACE && !l->kernel.interface)
            lower_builtin(l, item->variable); /* fails: a kernel has no others than those that it makes */
        else if (item->kind == ENVIRONMENT_PRIVATE || (item->kind == ENVIRONMENT_INTERFACE && !item->value))
            item->value = make_variable_item(l, item);
    }
    if (l->kernel.interface)
        interface_receive(l, l->kernel.interface);
    if (l->kernel.zeroing)
        emit_zeroing(l, l->kernel.zeroing);
    if (l->kernel.initializes)
        shared_outputs_initialize(l, needs);
    mesh_begin(l, needs);
}

static ir_function new_driver_kernel(struct lowering *l, const struct kernel *kernel) {
    smmra_resource *resources = arena_allocate_array(l->arena, (size_t)kernel->parameter_count + 1, sizeof *resources);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        resources[i] = kernel->parameters[i].resource;
        resources[i].kernel = kernel->entry->point->name;
        resources[i].parameter = SMMRA_NONE;
        add_resource(l, &resources[i]);
    }
    return driver_kernel_new(l, kernel->entry, resources, kernel->parameter_count);
}

static ir_function new_kernel(struct lowering *l, const struct kernel *kernel) {
    const struct interface *interface = l->kernel.interface;
    uint32_t count = kernel->parameter_count + (interface ? interface->parameter_count : 0);
    ir_type *types = arena_allocate(l->arena, ((size_t)count + 1 + HOST_NUMBERS) * sizeof *types);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        types[i] = kernel->parameters[i].type;
    if (interface)
        interface_parameter_types(interface, types + kernel->parameter_count);
    if (is_host_kernel(l))
        return host_kernel_new(l, kernel->entry, types, count);
    if (is_driver_kernel(l))
        return new_driver_kernel(l, kernel);
    ir_type type = ir_type_function(l->ir, interface ? interface->result : 0, types, count);
    ir_function function = ir_new_function(l->ir, kernel->entry->name, kernel->entry->number, type);
    l->ir->functions[function].kernel = l->target->kernel_convention && !interface;
    l->ir->functions[function].graphics = l->target->kernel_convention && interface;
    return function;
}

static void bind_dispatch_parameter(struct lowering *l, uint8_t kind, ir_value value) {
    bool count = kind == ENVIRONMENT_NUM_WORKGROUPS;
    *(count ? &l->kernel.num_workgroups : &l->kernel.dispatch_base) = value;
    l->ir->values[value].name = ir_text_of(l->ir, count ? "smmra_num_workgroups" : "smmra_dispatch_base");
}

static void bind_workgroup_memory(struct lowering *l, ir_value value) {
    l->kernel.workgroup_memory = value;
    l->ir->values[value].name = ir_text_of(l->ir, "smmra_workgroup_memory");
}

static void bind_parameters(struct lowering *l, const struct kernel *kernel, ir_function function,
                            const uint32_t *item_parameter) {
    struct ir_parameter *parameters = l->ir->functions[function].parameters;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct environment_item *item = &l->environment[kernel->parameters[i].item];
        smmra_resource resource = kernel->parameters[i].resource;
        resource.kernel = kernel->entry->point->name;
        resource.parameter = i;
        set_attributes(l, &parameters[i], &resource);
        add_resource(l, &resource);
        if (is_of_dispatch(&kernel->parameters[i]))
            bind_dispatch_parameter(l, kernel->parameters[i].kind, parameters[i].value);
        else if (item->kind == ENVIRONMENT_WORKGROUP)
            bind_workgroup_memory(l, parameters[i].value);
        else if (item->kind == ENVIRONMENT_BYTE_SIZE)
            name_byte_size(l, parameters[i].value, item->variable);
        else
            name_give(l, parameters[i].value, item->variable);
    }
    if (l->separate_objects && l->kernel.stage->is_kernel) /* no lane ends before its function does */
        mark_objects(l, kernel, parameters, item_parameter);
    for (uint32_t i = 0; i < kernel->needs->item_count; i++) {
        struct environment_item *item = &l->environment[kernel->needs->items[i]];
        item->value = is_parameter(item->kind) ? parameters[item_parameter[kernel->needs->items[i]]].value : 0;
    }
}

static bool has_derivative_quads(struct lowering *l, const struct spirv_function *function) {
    bool found = l->quads[function - l->spirv->functions];
    if (found && (l->kernel.workgroup_size[0] % 2 || l->kernel.workgroup_size[1] % 2))
        FAIL_INVALID(l, NULL, "with DerivativeGroupQuads, width and height of the workgroup are even");
    return found;
}

/* A function that is several entry points is lowered once, like any other function, and each kernel calls it. */
static void call_shared_body(struct lowering *l, const struct lowered_function *body) {
    uint32_t *operands = arena_allocate(l->arena, (body->item_count + 2) * sizeof *operands);
    uint32_t count = body->item_count + 1;
    emit_open_block(l, emit_new_block(l));
    l->at.token = 0;
    if (body->convergent || l->kernel.zeroing || l->kernel.initializes)
        tokens_begin_own_function(l);
    kernel_prologue(l);
    operands[0] = l->ir->functions[body->ir].value;
    for (uint32_t i = 0; i < body->item_count; i++)
        operands[1 + i] = l->environment[body->items[i]].value;
    ir_type result = ir_type_get(l->ir, l->ir->functions[body->ir].type)->element;
    if (places_are_in(l, l->body.function))
        operands[count++] = emit_place(l, body->place_count);
    emit_instruction(l, IR_CALL, result, operands, count);
    if (body->convergent)
        mark_convergent_call(l);
    if (l->kernel.interface)
        interface_return(l, l->kernel.interface);
    else
        emit_instruction(l, IR_RET, 0, NULL, 0);
}

static void begin_kernel(struct lowering *l, const struct spirv_function *function, uint32_t item_count) {
    l->body.function = function;
    l->current = spirv_instruction_at(l->spirv, function->word);
    l->body.convergent = false;
    l->body.helpers = helpers_of(l, (uint32_t)(function - l->spirv->functions));
    budget_spend(l, item_count, "too many entry points use too many variables; translate one entry point at a time");
    mmra_work(&l->watch, 64 + 8 * item_count);
    if (function->parameter_count || type_of(l, type_of(l, function->type)->element)->opcode != SpvOpTypeVoid)
        FAIL_INVALID(l, &l->current, "an entry point takes no parameters and returns nothing");
    names_begin_function(l);
}

/* Checks parameters and, of a kernel, the workgroup, and counts its invocations, before the function is made. */
static uint32_t begin_stage(struct lowering *l, struct kernel *kernel, const struct spirv_function *function) {
    const struct spirv_entry_point *point = kernel->entry->point;
    uint32_t total = 0;
    l->kernel.stage = stage_of_model(point->execution_model);
    l->kernel.interface = NULL;
    l->kernel.derivative_quads = false;
    l->kernel.zeroing = 0;
    l->kernel.workgroup_memory = 0;
    l->kernel.initializes = l->kernel.stage->shares_outputs && shared_outputs_are_initialized(l, kernel->needs);
    if (l->kernel.stage->has_workgroup) {
        total = find_workgroup_size(l, point->function);
        l->kernel.derivative_quads = has_derivative_quads(l, function);
    }
    if (!l->kernel.stage->is_kernel)
        l->kernel.interface = interface_make(l, l->kernel.stage, kernel->entry, kernel->needs);
    choose_parameters(l, kernel, l->kernel.item_parameter);
    if (l->kernel.stage->has_workgroup)
        l->kernel.zeroing = lower_zeroing(l, point, total);
    return total;
}

void lower_kernel(struct lowering *l, const struct chosen_entry *entry) {
    const struct spirv_function *function = spirv_function_of_id(l->spirv, entry->point->function);
    struct lowered_function *needs = &l->functions[function - l->spirv->functions];
    struct kernel kernel = {.entry = entry, .needs = needs};
    if (!l->kernel.item_parameter)
        l->kernel.item_parameter =
            arena_allocate(l->arena, (l->environment_count + 1) * sizeof *l->kernel.item_parameter);
    begin_kernel(l, function, needs->item_count);
    uint32_t first_resource = l->resource_count, total = begin_stage(l, &kernel, function);
    ir_function ir = new_kernel(l, &kernel);
    if (!is_driver_kernel(l))
        bind_parameters(l, &kernel, ir, l->kernel.item_parameter);
    if (l->kernel.interface)
        interface_bind(l, l->kernel.interface, ir, kernel.parameter_count, needs);
    interface_describe(l, entry, l->kernel.interface, first_resource);
    l->body.interface = l->kernel.interface;
    l->body.is_entry = true;
    ir_begin_function(l->ir, ir);
    places_begin(l, 0);
    if (needs->ir)
        call_shared_body(l, needs);
    else
        lower_body(l, kernel_prologue);
    places_end(l, !needs->ir);
    l->ir->functions[ir].source = needs->ir ? 0 : function->word;
    ir_end_function(l->ir, ir);
    if (l->kernel.stage->is_kernel)
        set_workgroup_size(l, ir, total);
    else
        function_set_attribute_text(l, ir, function_shader_attributes(l, false));
    l->ir->functions[ir].attributes = IR_FUNCTION_NOUNWIND | (l->body.convergent ? IR_FUNCTION_CONVERGENT : 0);
    if (is_host_kernel(l))
        host_kernel_end(l, entry, ir);
    for (uint32_t i = 0; i < needs->item_count; i++)
        l->environment[needs->items[i]].value = 0;
}
