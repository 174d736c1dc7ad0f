/* Which stages are litmus programs, and what an invocation of each is: where it stands, what its built-ins hold, and
 * how the mesh workgroups of a task are launched (models.md, "Stages"). */
#include "translator/program/grid_reader.h"

#include <stdio.h>
#include <string.h>

static const struct grid_stage stages[] = {
    {.model = SpvExecutionModelGLCompute, .name = "compute", .thread = "workgroup"},
    {.model = SpvExecutionModelFragment, .name = "fragment", .thread = "fragment", .groups = PROGRAM_ALONE},
    {.model = SpvExecutionModelTessellationControl,
     .name = "tessellation control",
     .thread = "patch",
     .groups = PROGRAM_PATCHES,
     .size = SpvExecutionModeOutputVertices,
     .shares_inputs = true,
     .shares_outputs = true},
    {.model = SpvExecutionModelTaskEXT, .name = "task", .thread = "task workgroup"},
    {.model = SpvExecutionModelMeshEXT, .name = "mesh", .thread = "mesh workgroup", .shares_outputs = true},
    {.model = SpvExecutionModelRayGenerationKHR,
     .name = "ray generation",
     .thread = "ray generation",
     .groups = PROGRAM_ALONE,
     .has_calls = true},
};

const struct grid_stage *grid_stage_of(uint32_t model) {
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].model == model)
            return &stages[i];
    return NULL;
}

const char *litmus_stage_name(const struct litmus_spirv *program) {
    const struct grid_stage *stage = grid_stage_of(program->model);
    return stage ? stage->name : "unknown";
}

/* ---- entry points ---- */

/* The one that is run; a task shader is run with the mesh shader of its module. */
void grid_choose_entry(struct grid_reader *g, const char *name) {
    for (uint32_t i = 0; i < g->module->entry_point_count; i++) {
        const struct spirv_entry_point *entry = &g->module->entry_points[i];
        if (name ? strcmp(entry->name, name) != 0 : !grid_stage_of(entry->execution_model))
            continue;
        bool task = g->entry && g->entry->execution_model == SpvExecutionModelTaskEXT;
        bool mesh = g->entry && g->entry->execution_model == SpvExecutionModelMeshEXT;
        if (task && !g->mesh && entry->execution_model == SpvExecutionModelMeshEXT) {
            g->mesh = entry;
        } else if (mesh && !g->mesh && entry->execution_model == SpvExecutionModelTaskEXT) {
            g->mesh = g->entry;
            g->entry = entry;
        } else if (g->entry) {
            grid_refuse(g, NULL, "a module with several entry points: choose one with %s",
                        OPTION_NAME(g->options, ENTRY));
        } else {
            g->entry = entry;
        }
    }
    if (!g->entry && name && g->module->entry_point_count)
        grid_refuse(g, NULL, "an entry point \"%.60s\" (%s), which the module has not; it has \"%.60s\"%s", name,
                    OPTION_NAME(g->options, ENTRY), g->module->entry_points[0].name,
                    g->module->entry_point_count > 1 ? " and others" : "");
    if (!g->entry)
        grid_refuse(
            g, NULL,
            "it has no entry point of a compute, fragment, tessellation control, task, mesh or ray generation shader");
    if (!grid_stage_of(g->entry->execution_model))
        grid_refuse(
            g, NULL,
            "an entry point of a stage other than compute, fragment, tessellation control, task, mesh and ray generation");
    g->output->model = g->entry->execution_model;
    g->litmus->program.groups = grid_stage_of(g->output->model)->groups;
    g->litmus->program.call_level = grid_stage_of(g->output->model)->has_calls ? VULKAN_SUBGROUP : 0;
    if (g->output->model == SpvExecutionModelRayGenerationKHR && g->shared)
        grid_refuse(g, NULL, "a %s shader as a whole dispatch", litmus_stage_name(g->output));
    if (g->mesh && g->shared)
        grid_refuse(g, NULL,
                    "a task and a mesh shader of one module as a whole dispatch: each runs in a module of its own");
    g->reading.shares_outputs = grid_stage_of(g->output->model)->shares_outputs || g->mesh;
    g->reading.patch = g->output->model == SpvExecutionModelTessellationControl;
    g->reading.task = g->output->model == SpvExecutionModelTaskEXT;
}

/* Reads from its execution modes how many invocations go together. */
void grid_read_size(const struct grid_reader *g, const struct spirv_entry_point *entry, uint32_t size[3]) {
    uint32_t wanted = grid_stage_of(entry->execution_model)->size;
    for (uint32_t i = 0; i < g->module->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &g->module->execution_modes[i];
        bool local = mode->mode == SpvExecutionModeLocalSize || mode->mode == SpvExecutionModeLocalSizeId;
        if (mode->entry_point != entry->function)
            continue;
        if (wanted ? mode->mode == wanted && mode->operand_count : local && mode->operand_count == 3)
            memcpy(size, mode->operands, (wanted ? 1 : 3) * sizeof *size);
    }
}

/* Mesh workgroups of each task's workgroup: what OpEmitMeshTasksEXT says, wherever it stands. */
static void read_launched(struct grid_reader *g) {
    bool found = false;
    uint32_t count[3] = {0, 0, 0};
    for (uint32_t word = 5; word < g->module->word_count;) {
        struct spirv_instruction in = spirv_instruction_at(g->module, word);
        word += in.length ? in.length : 1;
        if (in.opcode != SpvOpEmitMeshTasksEXT || in.operand_count < 3)
            continue;
        for (uint32_t i = 0; i < 3; i++) {
            uint64_t bits;
            if (!spirv_integer_constant(g->module, in.operands[i], &bits))
                grid_refuse(g, &in, "a number of mesh workgroups that is computed");
            if (bits > MODEL_MAX_THREADS || (found && count[i] != bits))
                grid_refuse(g, &in, "several numbers of mesh workgroups, or more than %d", MODEL_MAX_THREADS);
            count[i] = (uint32_t)bits;
        }
        found = true;
    }
    memcpy(g->mesh_groups, count, sizeof count);
}

void grid_settle_mesh(struct grid_reader *g) {
    for (uint32_t i = 0; i < 3; i++)
        g->mesh_size[i] = 1;
    if (!g->mesh)
        return;
    read_launched(g);
    grid_read_size(g, g->mesh, g->mesh_size);
}

uint64_t grid_mesh_count(const struct grid_reader *g) {
    return g->mesh ? mmra_product(mmra_volume(g->mesh_groups), grid_workgroup_count(g)) : 0;
}

uint64_t grid_mesh_invocations(const struct grid_reader *g) {
    return mmra_product(grid_mesh_count(g), mmra_volume(g->mesh_size));
}

/* ---- the launch: between all of a task's workgroup and all that it launches. It orders the payload ---- */

void grid_append_launch(struct grid_reader *g, const struct spirv_instruction *in) {
    struct program_instruction *launch = grid_append(g, PROGRAM_BARRIER);
    launch->operation = (struct model_operation){.kind = MODEL_BARRIER | MODEL_FENCE,
                                                 .flags = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE |
                                                          MODEL_SEMANTICS_VISIBLE,
                                                 .scope = VULKAN_DEVICE,
                                                 .fixed = true,
                                                 .semantics = 1 << 1,
                                                 .text = in ? "OpEmitMeshTasksEXT" : "the mesh workgroup is launched"};
    if (in) {
        launch->operation.line = grid_line(g, in->word);
        launch->operation.origin = grid_word(g, in->word);
        launch->operation.place = grid_place(g, in->word);
    }
    launch->barrier_mode = PROGRAM_BARRIER_NUMBERED;
    launch->barrier = litmus_launch_of(&g->at);
}

uint32_t litmus_launch_of(const struct litmus_spirv_thread *at) {
    return at->model == SpvExecutionModelTaskEXT   ? at->workgroup + 1
           : at->model == SpvExecutionModelMeshEXT ? at->launched_by
                                                   : 0;
}

/* ---- built-ins ---- */

/* Bits of the lanes of this subgroup that stand to this one as a mask says; false for another built-in. */
static bool mask_value(uint32_t lane, uint32_t subgroup, uint32_t builtin, uint32_t values[LITMUS_MAX_BUILTIN]) {
    uint64_t eq = lane < 64 ? UINT64_C(1) << lane : 0, all = UINT64_MAX;
    if (subgroup < 64)
        all = (UINT64_C(1) << subgroup) - 1;
    uint64_t mask = builtin == SpvBuiltInSubgroupEqMask   ? eq
                    : builtin == SpvBuiltInSubgroupGeMask ? all & ~(eq - 1)
                    : builtin == SpvBuiltInSubgroupGtMask ? all & ~(eq | (eq - 1))
                    : builtin == SpvBuiltInSubgroupLeMask ? eq | (eq - 1)
                                                          : eq - 1;
    values[0] = (uint32_t)mask;
    values[1] = (uint32_t)(mask >> 32);
    values[2] = values[3] = 0;
    return builtin >= SpvBuiltInSubgroupEqMask && builtin <= SpvBuiltInSubgroupLtMask;
}

/* The values of a built-in of three components; false for another built-in. */
static bool place_value(const struct litmus_spirv_thread *at, uint32_t builtin, uint32_t values[LITMUS_MAX_BUILTIN]) {
    for (int i = 0; i < 3; i++) {
        switch (builtin) {
        case SpvBuiltInNumWorkgroups:
            values[i] = at->groups[i];
            break;
        case SpvBuiltInWorkgroupSize:
            values[i] = at->size[i];
            break;
        case SpvBuiltInWorkgroupId:
            values[i] = at->group[i];
            break;
        case SpvBuiltInLocalInvocationId:
            values[i] = at->local[i];
            break;
        case SpvBuiltInGlobalInvocationId:
            values[i] = at->group[i] * at->size[i] + at->local[i];
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Fragments are of one pixel, or in the second reading of pixels in a row. Where --groups has several numbers, these
 * are the pixels across and down, and the primitives, as for `race`. */
static void find_pixel(const struct litmus_spirv_thread *at, uint32_t pixel[2]) {
    bool placed = at->in_a_row || at->groups[1] > 1 || at->groups[2] > 1;
    pixel[0] = placed ? at->group[0] : 0;
    pixel[1] = placed ? at->group[1] : 0;
}

uint32_t litmus_pixel_of(const struct litmus_spirv_thread *at) {
    uint32_t pixel[2];
    find_pixel(at, pixel);
    return pixel[1] * at->groups[0] + pixel[0];
}

/* FragCoord is the middle of the pixel; an integer holds the fragment's number, whatever it is. */
static uint32_t fragment_values(const struct litmus_spirv_thread *at, uint32_t builtin,
                                uint32_t values[LITMUS_MAX_BUILTIN]) {
    uint32_t pixel[2];
    find_pixel(at, pixel);
    const float place[LITMUS_MAX_BUILTIN] = {(float)pixel[0] + 0.5f, (float)pixel[1] + 0.5f, 0, 1};
    for (uint32_t i = 0; i < LITMUS_MAX_BUILTIN; i++)
        values[i] = at->workgroup;
    if (builtin == SpvBuiltInFragCoord)
        memcpy(values, place, sizeof place);
    return LITMUS_MAX_BUILTIN;
}

uint32_t litmus_builtin_values(const struct litmus_spirv_thread *at, uint32_t subgroup, uint32_t builtin,
                               uint32_t values[LITMUS_MAX_BUILTIN]) {
    uint32_t invocations = (uint32_t)mmra_volume(at->size);
    if (at->model == SpvExecutionModelFragment)
        return fragment_values(at, builtin, values);
    if (mask_value(at->local_index % subgroup, subgroup, builtin, values))
        return LITMUS_MAX_BUILTIN;
    if (place_value(at, builtin, values))
        return 3;
    switch (builtin) {
    case SpvBuiltInLocalInvocationIndex:
        values[0] = at->local_index;
        return 1;
    case SpvBuiltInSubgroupSize:
        values[0] = subgroup;
        return 1;
    case SpvBuiltInSubgroupId:
        values[0] = at->local_index / subgroup;
        return 1;
    case SpvBuiltInSubgroupLocalInvocationId:
        values[0] = at->local_index % subgroup;
        return 1;
    case SpvBuiltInNumSubgroups:
        values[0] = invocations / subgroup + (invocations % subgroup != 0);
        return 1;
    case SpvBuiltInDeviceIndex:
        values[0] = 0;
        return 1;
    default:
        break;
    }
    if (builtin == SpvBuiltInLaunchIdKHR || builtin == SpvBuiltInLaunchSizeKHR) {
        memcpy(values, builtin == SpvBuiltInLaunchIdKHR ? at->group : at->groups, 3 * sizeof *values);
        return 3;
    }
    if (at->model != SpvExecutionModelTessellationControl)
        return 0;
    values[0] = builtin == SpvBuiltInInvocationId  ? at->local_index
                : builtin == SpvBuiltInPrimitiveId ? at->workgroup
                                                   : invocations;
    return builtin == SpvBuiltInInvocationId || builtin == SpvBuiltInPrimitiveId || builtin == SpvBuiltInPatchVertices;
}
