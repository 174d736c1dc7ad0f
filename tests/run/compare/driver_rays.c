/* A ray tracing pipeline on the device, and its shader binding tables. */
#include <string.h>

#include "compare/driver.h"

/* ---- the pipeline ---- */

static VkShaderStageFlagBits stage_bit(uint32_t model) {
    switch (model) {
    case SpvExecutionModelRayGenerationKHR:
        return VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    case SpvExecutionModelIntersectionKHR:
        return VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
    case SpvExecutionModelAnyHitKHR:
        return VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
    case SpvExecutionModelClosestHitKHR:
        return VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
    case SpvExecutionModelMissKHR:
        return VK_SHADER_STAGE_MISS_BIT_KHR;
    default:
        return VK_SHADER_STAGE_CALLABLE_BIT_KHR;
    }
}

static uint32_t number_of(uint32_t entry) {
    return entry == NO_ENTRY ? VK_SHADER_UNUSED_KHR : entry;
}

static VkRayTracingShaderGroupCreateInfoKHR group_info(const struct ray_group *group) {
    return (VkRayTracingShaderGroupCreateInfoKHR){
        .sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR,
        .type = group->table != TABLE_HIT ? VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR
                : group->of_boxes         ? VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR
                                          : VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR,
        .generalShader = number_of(group->general),
        .closestHitShader = number_of(group->closest_hit),
        .anyHitShader = number_of(group->any_hit),
        .intersectionShader = number_of(group->intersection)};
}

static bool create_pipeline(struct run *run, const VkSpecializationInfo *specialization) {
    const struct ray_program *program = run->shader->program;
    VkPipelineShaderStageCreateInfo stages[MAX_RAY_ENTRIES];
    VkRayTracingShaderGroupCreateInfoKHR groups[MAX_RAY_GROUPS];
    for (uint32_t i = 0; i < program->entry_count; i++)
        stages[i] = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = stage_bit(program->entries[i].stage.model),
                                                      .module = run->module,
                                                      .pName = program->entries[i].name,
                                                      .pSpecializationInfo = specialization};
    for (uint32_t i = 0; i < program->group_count; i++)
        groups[i] = group_info(&program->groups[i]);
    VkRayTracingPipelineCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
                                              .stageCount = program->entry_count,
                                              .pStages = stages,
                                              .groupCount = program->group_count,
                                              .pGroups = groups,
                                              .maxPipelineRayRecursionDepth = RAY_DEPTH,
                                              .layout = run->pipeline_layout};
    return run->driver->create_ray_pipelines(run->driver->device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL,
                                             &run->pipeline) == VK_SUCCESS;
}

/* ---- tables ---- */

static uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* A record that stands for nothing has a handle of zeros. */
static bool write_record(struct run *run, enum ray_table table, uint32_t record, uint8_t *to) {
    const struct driver *driver = run->driver;
    const struct ray_program *program = run->shader->program;
    uint32_t group = program->records[table][record];
    memset(to, 0, driver->handle_bytes);
    for (uint32_t word = 0; word < RECORD_WORDS; word++) {
        uint32_t value = record_word(table, record, word);
        memcpy(to + driver->handle_bytes + word * sizeof value, &value, sizeof value);
    }
    VkDeviceAddress scene = scene_address(run);
    if (table == TABLE_GENERATION)
        memcpy(to + driver->handle_bytes + SCENE_WORD * sizeof(uint32_t), &scene, sizeof scene);
    return group == NO_GROUP ||
           driver->group_handles(driver->device, run->pipeline, group, 1, driver->handle_bytes, to) == VK_SUCCESS;
}

static bool make_table(struct run *run, enum ray_table table) {
    const struct driver *driver = run->driver;
    uint32_t count = run->shader->program->record_counts[table];
    uint64_t stride = round_up(driver->handle_bytes + RECORD_WORDS * sizeof(uint32_t),
                               table == TABLE_GENERATION ? driver->table_alignment : driver->handle_alignment);
    struct device_buffer *made =
        new_traced_buffer(run, stride * count + driver->table_alignment, VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR);
    if (!made)
        return false;
    VkDeviceAddress address = address_of_buffer(run, made), start = round_up(address, driver->table_alignment);
    run->traced.tables[table] = (VkStridedDeviceAddressRegionKHR){start, stride, stride * count};
    for (uint32_t i = 0; i < count; i++)
        if (!write_record(run, table, i, made->mapped + (start - address) + i * stride))
            return false;
    return true;
}

bool make_ray_pipeline(struct run *run, const VkSpecializationInfo *specialization) {
    if (!run->driver->has_ray_pipelines || !create_pipeline(run, specialization))
        return false;
    for (uint32_t table = 0; table < TABLES; table++)
        if (!make_table(run, (enum ray_table)table))
            return false;
    return true;
}

void record_rays(struct run *run) {
    const VkStridedDeviceAddressRegionKHR *tables = run->traced.tables;
    run->driver->trace_rays(run->commands, &tables[TABLE_GENERATION], &tables[TABLE_MISS], &tables[TABLE_HIT],
                            &tables[TABLE_CALLABLE], LAUNCH_WIDTH, LAUNCH_HEIGHT, LAUNCH_DEPTH);
}
