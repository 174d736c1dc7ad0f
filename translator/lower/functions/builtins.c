/* The built-ins of compute: values of the kernel, made where it begins (SPIR-V 3.21; Vulkan, "Built-In
 * Variables"). */
#include "translator/lower/budget.h"
#include "translator/lower/functions/builtin_components.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/stages.h"
#include "translator/lower/stages/vertex_inputs.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

static const uint16_t pure = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READNONE;

static ir_value vector_of(struct lowering *l, const ir_value components[3]) {
    ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, i32_type(l), 3));
    for (uint32_t i = 0; i < 3; i++)
        vector = emit_insert_element(l, vector, components[i], i);
    return vector;
}

/* `given`: a parameter of the kernel; 0: intrinsics read the processor's registers. */
static void read_numbers(struct lowering *l, const char *const names[3], ir_value given, ir_value components[3]) {
    for (uint32_t i = 0; i < 3; i++)
        components[i] =
            given ? emit_extract_element(l, given, i) : emit_intrinsic(l, names[i], i32_type(l), NULL, 0, pure);
}

ir_value builtin_distance_from_first(struct lowering *l) {
    ir_value ids[3];
    if (l->options->abi == SMMRA_ABI_DRIVER)
        FAIL_UNSUPPORTED(l, &l->current, "cooperative matrices of the workgroup, with %s=driver",
                         OPTION_NAME(l->options, ABI));
    read_numbers(l, l->target->local_id, 0, ids);
    return emit2(l, IR_OR, i32_type(l), emit2(l, IR_OR, i32_type(l), ids[0], ids[1]), ids[2]);
}

static uint32_t builtin_of(struct lowering *l, spirv_id target, uint32_t member) {
    return spirv_decoration_operand(l->spirv, target, member, SpvDecorationBuiltIn, SMMRA_NONE);
}

/* Returns the components that are used of the built-in that is being made; one that is made of all three uses all. */
static uint32_t components_used(struct lowering *l) {
    uint32_t builtin =
        l->current.opcode == SpvOpVariable ? builtin_of(l, l->current.result, SPIRV_NO_MEMBER) : SMMRA_NONE;
    bool is_by_component = builtin == SpvBuiltInWorkgroupId || builtin == SpvBuiltInLocalInvocationId ||
                           builtin == SpvBuiltInGlobalInvocationId;
    return is_by_component ? builtin_components_used(l, l->current.result) : (uint32_t)ALL_COMPONENTS;
}

/* With --abi=driver numbers come from the table of the driver's arguments. */
static ir_value require_given(struct lowering *l, ir_value given, uint8_t lacks, const char *what) {
    bool is_driver = l->options->abi == SMMRA_ABI_DRIVER;
    if (is_driver && (!given || (lacks && lacks & components_used(l))))
        FAIL_UNSUPPORTED(l, &l->current, "the driver's table has no argument for %s, which the shader uses", what);
    return given;
}

/* A shader that is no kernel gets these as parameters. */
static void read_lane(struct lowering *l, ir_value components[3]) {
    ir_value given = l->kernel.stage->is_kernel
                         ? require_given(l, l->kernel.local_id, l->kernel.driver.lacks_local_id, "LocalInvocationId")
                         : interface_input(l, l->kernel.interface, SpvBuiltInLocalInvocationId);
    read_numbers(l, l->target->local_id, given, components);
}

static ir_value constant(struct lowering *l, uint32_t value) {
    return ir_integer(l->ir, i32_type(l), value);
}

static ir_value size_of_dimension(struct lowering *l, uint32_t dimension) {
    return ir_integer(l->ir, i32_type(l), l->kernel.workgroup_size[dimension]);
}

/* Offsets in bytes into the implicit kernel arguments, from code object version 5 on, which is LLVM 22's default
 * (AMDGPU usage, "Kernel Argument Metadata"). */
enum { HIDDEN_BLOCK_COUNT = 0, HIDDEN_GLOBAL_OFFSET = 40 };

static ir_value load_argument(struct lowering *l, ir_value arguments, uint32_t offset, ir_type type, uint32_t bytes) {
    return emit_descriptor_load(l, type, emit_offset(l, arguments, offset), bytes);
}

static ir_value implicit_argument(struct lowering *l, uint32_t offset, ir_type type, uint32_t bytes) {
    if (l->has_shaders)
        FAIL_UNSUPPORTED(l, &l->current,
                         "a kernel that asks how large the grid is: its implicit arguments are those of another system "
                         "where the module has shaders; translate it apart (%s=compute) or with %s=buffer",
                         OPTION_NAME(l->options, STAGES), OPTION_NAME(l->options, ABI));
    ir_value arguments =
        emit_intrinsic(l, l->target->implicit_arguments, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT), NULL, 0, pure);
    return load_argument(l, arguments, offset, type, bytes);
}

/* vkCmdDispatchBase counts in workgroups, the implicit arguments in invocations. */
static ir_value dispatch_base(struct lowering *l, uint32_t dimension) {
    if (l->kernel.dispatch_base)
        return load_argument(l, l->kernel.dispatch_base, 4 * dimension, i32_type(l), 4);
    ir_value offset = implicit_argument(l, HIDDEN_GLOBAL_OFFSET + 8 * dimension, ir_type_integer(l->ir, 64), 8);
    return emit2(l, IR_UDIV, i32_type(l), emit1(l, IR_TRUNC, i32_type(l), offset), size_of_dimension(l, dimension));
}

static void workgroup_ids(struct lowering *l, ir_value components[3]) {
    if (!l->kernel.stage->is_kernel) {
        ir_value given = interface_input(l, l->kernel.interface, SpvBuiltInWorkgroupId);
        for (uint32_t i = 0; i < 3; i++)
            components[i] = emit_extract_element(l, given, i);
        return;
    }
    ir_value all = require_given(l, l->kernel.workgroup_id, l->kernel.driver.lacks_group_id, "WorkgroupId");
    read_numbers(l, l->target->workgroup_id, all, components);
    for (uint32_t i = 0; i < 3 && l->options->flags & SMMRA_FLAG_DISPATCH_BASE; i++)
        components[i] = emit2(l, IR_ADD, i32_type(l), components[i], dispatch_base(l, i));
}

/* (z * size.y + y) * size.x + x */
static ir_value index_of(struct lowering *l, const ir_value components[3]) {
    ir_value index = emit2(l, IR_MUL, i32_type(l), components[2], size_of_dimension(l, 1));
    index = emit2(l, IR_ADD, i32_type(l), index, components[1]);
    index = emit2(l, IR_MUL, i32_type(l), index, size_of_dimension(l, 0));
    return emit2(l, IR_ADD, i32_type(l), index, components[0]);
}

/* The lanes of the processor are numbered row by row. With DerivativeGroupQuads, four in a row must be 2 x 2
 * invocations: lane n of a layer is in quad n / 4, and the quads are numbered row by row. Width and height are even
 * then. */
static void local_ids(struct lowering *l, ir_value components[3]) {
    read_lane(l, components);
    if (!l->kernel.derivative_quads)
        return;
    ir_value lane = emit2(l, IR_MUL, i32_type(l), components[1], size_of_dimension(l, 0));
    lane = emit2(l, IR_ADD, i32_type(l), lane, components[0]);
    ir_value quad = emit2(l, IR_LSHR, i32_type(l), lane, constant(l, 2));
    ir_value width = constant(l, l->kernel.workgroup_size[0] / 2), one = constant(l, 1);
    ir_value x = emit2(l, IR_SHL, i32_type(l), emit2(l, IR_UREM, i32_type(l), quad, width), one);
    ir_value y = emit2(l, IR_SHL, i32_type(l), emit2(l, IR_UDIV, i32_type(l), quad, width), one);
    components[0] = emit2(l, IR_OR, i32_type(l), x, emit2(l, IR_AND, i32_type(l), lane, one));
    ir_value high = emit2(l, IR_AND, i32_type(l), emit2(l, IR_LSHR, i32_type(l), lane, one), one);
    components[1] = emit2(l, IR_OR, i32_type(l), y, high);
}

static ir_value local_invocation_id(struct lowering *l) {
    ir_value components[3];
    local_ids(l, components);
    return vector_of(l, components);
}

static ir_value workgroup_id(struct lowering *l) {
    ir_value components[3];
    workgroup_ids(l, components);
    return vector_of(l, components);
}

static ir_value workgroup_size(struct lowering *l) {
    ir_value components[3];
    for (uint32_t i = 0; i < 3; i++)
        components[i] = size_of_dimension(l, i);
    return ir_aggregate(l->ir, ir_type_vector(l->ir, i32_type(l), 3), components, 3);
}

/* WorkgroupId * WorkgroupSize + LocalInvocationId */
static ir_value global_invocation_id(struct lowering *l) {
    ir_value groups[3], locals[3];
    workgroup_ids(l, groups);
    local_ids(l, locals);
    for (uint32_t i = 0; i < 3; i++) {
        ir_value start = emit2(l, IR_MUL, i32_type(l), groups[i], size_of_dimension(l, i));
        locals[i] = emit2(l, IR_ADD, i32_type(l), start, locals[i]);
    }
    return vector_of(l, locals);
}

ir_value builtin_local_invocation_index(struct lowering *l) {
    ir_value locals[3];
    local_ids(l, locals);
    return index_of(l, locals);
}

/* This is one load: LLVM 22's preloading of kernel arguments for gfx942 crashes if a kernel without parameters loads a
 * component and does not use it. */
static ir_value num_workgroups(struct lowering *l) {
    ir_type three = ir_type_vector(l->ir, i32_type(l), 3);
    if (!l->kernel.stage->is_kernel)
        return interface_input(l, l->kernel.interface, SpvBuiltInNumWorkgroups);
    if (l->options->abi == SMMRA_ABI_DRIVER)
        return require_given(l, l->kernel.grid, 0, "the grid's size");
    return l->kernel.num_workgroups ? load_argument(l, l->kernel.num_workgroups, 0, three, 4)
                                    : implicit_argument(l, HIDDEN_BLOCK_COUNT, three, 4);
}

/* Invocations fill wavefronts in the order of the processor's lanes, which is that of LocalInvocationIndex except with
 * quads. */
static ir_value subgroup_id(struct lowering *l) {
    ir_value lanes[3];
    read_lane(l, lanes);
    ir_value size = subgroup_size(l);
    return emit2(l, IR_UDIV, i32_type(l), index_of(l, lanes), size);
}

/* ceil(invocations / size) */
static ir_value num_subgroups(struct lowering *l) {
    uint32_t invocations = l->kernel.workgroup_size[0] * l->kernel.workgroup_size[1] * l->kernel.workgroup_size[2];
    ir_value size = subgroup_size(l), last = ir_integer(l->ir, i32_type(l), invocations - 1);
    ir_value full = emit2(l, IR_UDIV, i32_type(l), last, size);
    return emit2(l, IR_ADD, i32_type(l), full, ir_integer(l->ir, i32_type(l), 1));
}

/* Vulkan 1.1, "Device Groups": a pipeline knows its devices, and a kernel is made for each. */
static ir_value device_index(struct lowering *l) {
    return ir_integer(l->ir, i32_type(l), l->options->device_index);
}

/* A call where it is loaded; where the entry point begins, nothing needs it. */
static ir_value ray_t_max(struct lowering *l) {
    if (l->current.opcode == SpvOpVariable)
        return ir_poison(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT));
    return emit_shell_call(l, "smmra.ray.t.max", ir_type_simple(l->ir, IR_TYPE_FLOAT), NULL, 0);
}

static ir_value helper_invocation(struct lowering *l) {
    return fragment_is_helper(l);
}

/* Which entry points have a built-in. */
enum builtin_owner { OF_ALL, OF_WORKGROUPS, OF_FRAGMENTS, OF_RAYS };

static const struct builtin_row {
    SpvBuiltIn builtin;
    ir_value (*make)(struct lowering *l);
    uint8_t only; /* enum builtin_owner */
} builtin_rows[] = {
    {SpvBuiltInNumWorkgroups, num_workgroups, OF_WORKGROUPS},
    {SpvBuiltInWorkgroupSize, workgroup_size, OF_WORKGROUPS},
    {SpvBuiltInWorkgroupId, workgroup_id, OF_WORKGROUPS},
    {SpvBuiltInLocalInvocationId, local_invocation_id, OF_WORKGROUPS},
    {SpvBuiltInGlobalInvocationId, global_invocation_id, OF_WORKGROUPS},
    {SpvBuiltInLocalInvocationIndex, builtin_local_invocation_index, OF_WORKGROUPS},
    {SpvBuiltInSubgroupSize, subgroup_size},
    {SpvBuiltInSubgroupLocalInvocationId, subgroup_lane},
    {SpvBuiltInSubgroupId, subgroup_id, OF_WORKGROUPS},
    {SpvBuiltInNumSubgroups, num_subgroups, OF_WORKGROUPS},
    {SpvBuiltInDeviceIndex, device_index},
    {SpvBuiltInHelperInvocation, helper_invocation, OF_FRAGMENTS},
    {SpvBuiltInRayTmaxKHR, ray_t_max, OF_RAYS},
};

static bool stage_has(const struct stage *stage, uint8_t owner) {
    return owner == OF_WORKGROUPS  ? stage->has_workgroup
           : owner == OF_FRAGMENTS ? stage->has_quads
           : owner == OF_RAYS      ? stage->has_rays
                                   : true;
}

/* 0 for a built-in that is not known here, or that the stage does not have. */
static ir_value make_builtin(struct lowering *l, uint32_t builtin) {
    for (size_t i = 0; i < sizeof builtin_rows / sizeof *builtin_rows; i++)
        if (builtin_rows[i].builtin == builtin)
            return stage_has(l->kernel.stage, builtin_rows[i].only) ? builtin_rows[i].make(l) : 0;
    return subgroup_mask_builtin(l, builtin);
}

/* A block is judged by its first member. */
bool builtin_is_made(struct lowering *l, const struct spirv_instruction *variable) {
    const struct spirv_type *type = type_of(l, type_of(l, variable->type)->element);
    bool block = type->opcode == SpvOpTypeStruct;
    uint32_t builtin = builtin_of(l, block ? type->id : variable->result, block ? 0 : SPIRV_NO_MEMBER);
    for (size_t i = 0; i < sizeof builtin_rows / sizeof *builtin_rows; i++)
        if (builtin_rows[i].builtin == builtin)
            return true;
    return subgroup_has_mask_builtin(builtin);
}

/* Which inputs of a shader with workgroups the value of a built-in is made from. */
static const struct {
    SpvBuiltIn builtin;
    SpvBuiltIn inputs[2];
    uint8_t count;
} sources[] = {
    {SpvBuiltInNumWorkgroups, {SpvBuiltInNumWorkgroups}, 1},
    {SpvBuiltInWorkgroupId, {SpvBuiltInWorkgroupId}, 1},
    {SpvBuiltInLocalInvocationId, {SpvBuiltInLocalInvocationId}, 1},
    {SpvBuiltInLocalInvocationIndex, {SpvBuiltInLocalInvocationId}, 1},
    {SpvBuiltInSubgroupId, {SpvBuiltInLocalInvocationId}, 1},
    {SpvBuiltInGlobalInvocationId, {SpvBuiltInWorkgroupId, SpvBuiltInLocalInvocationId}, 2},
};

static bool is_made_from(uint32_t builtin, uint32_t input) {
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (uint32_t k = 0; sources[i].builtin == builtin && k < sources[i].count; k++)
            if (sources[i].inputs[k] == input)
                return true;
    return false;
}

bool builtin_needs_input(struct lowering *l, spirv_id variable, uint32_t input) {
    const struct spirv_type *type = type_of(l, type_of_operand(l, variable)->element);
    bool needs = is_made_from(builtin_of(l, variable, SPIRV_NO_MEMBER), input);
    for (uint32_t i = 0; type->opcode == SpvOpTypeStruct && i < type->count && !needs; i++)
        needs = is_made_from(builtin_of(l, type->id, i), input);
    return needs;
}

/* The decorated object: a variable, or a member of a struct type. */
static ir_value decorated_builtin(struct lowering *l, spirv_id target, uint32_t member, spirv_id type) {
    uint32_t builtin = builtin_of(l, target, member);
    if (builtin == SMMRA_NONE)
        FAIL_UNSUPPORTED(l, &l->current, "an Input variable of a compute shader must be a built-in");
    const char *name = spirv_builtin_name(builtin);
    ir_value value = make_builtin(l, builtin);
    if (!value)
        FAIL_UNSUPPORTED(l, &l->current, "built-in %s (%u) is not supported", name ? name : "?", builtin);
    if (ir_type_of(l->ir, value) != lower_type(l, type))
        FAIL_INVALID(l, &l->current, "built-in %s has the wrong type", name);
    return value;
}

ir_value lower_builtin(struct lowering *l, spirv_id variable) {
    l->current = spirv_defining(l->spirv, variable);
    const struct spirv_type *type = type_of(l, type_of(l, l->current.type)->element);
    if (type->opcode != SpvOpTypeStruct)
        return decorated_builtin(l, variable, SPIRV_NO_MEMBER, type->id);
    ir_value block = ir_poison(l->ir, lower_type(l, type->id));
    budget_spend(l, type->count, "entry points use built-ins of too many members; declare each built-in once");
    mmra_work(&l->watch, type->count);
    for (uint32_t i = 0; i < type->count; i++)
        block = emit_insert_value(l, block, decorated_builtin(l, type->id, i, type->members[i]), i);
    return block;
}

/* An invocation may be demoted; a ray may have got shorter, and the invocation of a ray tracing shader may be in
 * another lane than before. */
bool builtin_changes(struct lowering *l, spirv_id variable) {
    uint32_t builtin = l->has_quads || l->has_rays ? builtin_of(l, variable, SPIRV_NO_MEMBER) : SMMRA_NONE;
    bool of_lane = builtin == SpvBuiltInSubgroupLocalInvocationId || subgroup_has_mask_builtin(builtin);
    return (l->has_quads && builtin == SpvBuiltInHelperInvocation) || builtin == SpvBuiltInRayTmaxKHR ||
           (l->has_rays && of_lane);
}

/* Reads a built-in that changes while the invocation runs; 0 if it is none of these. */
static ir_value ask_anew(struct lowering *l, spirv_id variable) {
    if (!builtin_changes(l, variable))
        return 0;
    uint32_t builtin = builtin_of(l, variable, SPIRV_NO_MEMBER);
    switch (builtin) {
    case SpvBuiltInHelperInvocation:
        return fragment_is_helper(l);
    case SpvBuiltInRayTmaxKHR:
        return ray_t_max(l);
    case SpvBuiltInSubgroupLocalInvocationId:
        return subgroup_lane(l);
    default:
        return subgroup_mask_builtin(l, builtin);
    }
}

/* Extracts from the variable's value along the access chain's steps. */
ir_value lower_interface_load(struct lowering *l, const struct pointer *pointer) {
    uint32_t item = environment_item_of(l, pointer->interface_variable);
    if (item && l->environment[item - 1].is_per_vertex)
        return vertex_input_load(l, pointer);
    ir_value value = item ? l->environment[item - 1].value : 0;
    if (!value)
        FAIL_INVALID(l, &l->current, "the built-in %%%u is not of this function's interface",
                     pointer->interface_variable);
    ir_value anew = ask_anew(l, pointer->interface_variable);
    value = anew ? anew : value;
    for (uint32_t i = 0; i < pointer->step_count; i++) {
        uint64_t index;
        const struct ir_type_info *type = ir_type_get(l->ir, ir_type_of(l->ir, value));
        bool is_constant = spirv_integer_constant(l->spirv, pointer->steps[i], &index);
        if (type->kind == IR_TYPE_STRUCT && is_constant && index < type->member_count)
            value = emit_extract_value(l, value, (uint32_t)index);
        else if (type->kind != IR_TYPE_VECTOR)
            FAIL_UNSUPPORTED(l, &l->current, "an access chain goes into a built-in that is not a vector");
        else if (is_constant)
            value = emit_extract_element(l, value, (uint32_t)(index < UINT32_MAX ? index : UINT32_MAX));
        else
            value = emit2(l, IR_EXTRACTELEMENT, type->element, value, lower_value(l, pointer->steps[i]));
    }
    return value;
}
