/* A ray tracing pipeline: which entry points belong together, and which records stand for them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"

/* ---- groups ---- */

static enum ray_table table_of(uint32_t model) {
    return model == SpvExecutionModelRayGenerationKHR ? TABLE_GENERATION
           : model == SpvExecutionModelMissKHR        ? TABLE_MISS
           : model == SpvExecutionModelCallableKHR    ? TABLE_CALLABLE
                                                      : TABLE_HIT;
}

static struct ray_group *find_group(struct ray_program *program, enum ray_table table, bool of_boxes, uint32_t number) {
    for (uint32_t i = 0; i < program->group_count; i++) {
        struct ray_group *group = &program->groups[i];
        if (group->table == table && group->of_boxes == of_boxes && group->number == number)
            return group;
    }
    if (program->group_count == MAX_RAY_GROUPS)
        return NULL;
    struct ray_group *group = &program->groups[program->group_count++];
    *group = (struct ray_group){table, of_boxes, number, NO_ENTRY, NO_ENTRY, NO_ENTRY, NO_ENTRY};
    return group;
}

static uint32_t *member_of(struct ray_group *group, uint32_t model) {
    switch (model) {
    case SpvExecutionModelClosestHitKHR:
        return &group->closest_hit;
    case SpvExecutionModelAnyHitKHR:
        return &group->any_hit;
    case SpvExecutionModelIntersectionKHR:
        return &group->intersection;
    default:
        return &group->general;
    }
}

static bool join_group(struct ray_program *program, uint32_t index) {
    const struct ray_entry *entry = &program->entries[index];
    size_t digits = strcspn(entry->name, "0123456789");
    struct ray_group *group = find_group(program, table_of(entry->stage.model), strncmp(entry->name, "box_", 4) == 0,
                                         (uint32_t)strtoul(entry->name + digits, NULL, 10));
    if (!group || *member_of(group, entry->stage.model) != NO_ENTRY)
        return false;
    *member_of(group, entry->stage.model) = index;
    return true;
}

/* ---- records ---- */

/* `count` records, which stand for the groups of that kind in turn; none of them if there are no such groups. */
static void add_records(struct ray_program *program, enum ray_table table, bool of_boxes, uint32_t count) {
    uint32_t found[MAX_RAY_GROUPS], found_count = 0;
    for (uint32_t i = 0; i < program->group_count; i++)
        if (program->groups[i].table == table && program->groups[i].of_boxes == of_boxes)
            found[found_count++] = i;
    for (uint32_t i = 0; i < count && program->record_counts[table] < MAX_RECORDS; i++)
        program->records[table][program->record_counts[table]++] = found_count ? found[i % found_count] : NO_GROUP;
}

static int compare_groups(const void *a, const void *b) {
    const struct ray_group *left = a, *right = b;
    return (left->number > right->number) - (left->number < right->number);
}

/* More records than groups: what a shader finds in a record tells them apart. */
static void choose_records(struct ray_program *program) {
    qsort(program->groups, program->group_count, sizeof *program->groups, compare_groups);
    add_records(program, TABLE_GENERATION, false, 1);
    add_records(program, TABLE_MISS, false, 4);
    add_records(program, TABLE_HIT, false, BOX_RECORD);
    add_records(program, TABLE_HIT, true, MAX_RECORDS - BOX_RECORD);
    add_records(program, TABLE_CALLABLE, false, 4);
}

const struct ray_group *ray_group_of(const struct ray_program *program, enum ray_table table, uint32_t record) {
    uint32_t group = record < program->record_counts[table] ? program->records[table][record] : NO_GROUP;
    return group == NO_GROUP ? NULL : &program->groups[group];
}

uint32_t record_word(enum ray_table table, uint32_t record, uint32_t word) {
    return (((uint32_t)table * MAX_RECORDS + record) * RECORD_WORDS + word + 1) * 2654435761u >> 20;
}

/* ---- reading ---- */

static uint32_t *parameter_of(struct ray_memory *memory, smmra_resource_kind kind) {
    switch (kind) {
    case SMMRA_RESOURCE_RAY_PAYLOAD:
        return &memory->payload;
    case SMMRA_RESOURCE_HIT_ATTRIBUTE:
        return &memory->attributes;
    case SMMRA_RESOURCE_CALLABLE_DATA:
        return &memory->data;
    case SMMRA_RESOURCE_SHADER_RECORD:
        return &memory->record;
    default:
        return NULL;
    }
}

static struct ray_memory memory_of(const smmra_translated_entry *from) {
    struct ray_memory memory = {NO_ENTRY, NO_ENTRY, NO_ENTRY, NO_ENTRY};
    for (size_t i = 0; i < from->resource_count; i++) {
        uint32_t *parameter = parameter_of(&memory, from->resources[i]->kind);
        if (parameter)
            *parameter = from->resources[i]->parameter;
    }
    return memory;
}

/* The names are the module's: those of the translation do not live long enough. */
static const char *name_in_module(const struct shader *shader, const char *name) {
    for (uint32_t i = 0; i < shader->module.entry_point_count; i++)
        if (strcmp(shader->module.entry_points[i].name, name) == 0)
            return shader->module.entry_points[i].name;
    return "";
}

bool read_ray_program(struct shader *shader, const smmra_translated_entry *const *entries, size_t count,
                      char *message) {
    struct ray_program *program = shader->program = calloc(1, sizeof *program);
    snprintf(message, MESSAGE_SIZE,
             "there are more entry points than can be compared, or several of one name, or of one that is no word");
    if (!program || count > MAX_RAY_ENTRIES)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct ray_entry *entry = &program->entries[program->entry_count++];
        entry->name = name_in_module(shader, entries[i]->name);
        entry->memory = memory_of(entries[i]);
        entry->stage.model = entries[i]->execution_model;
        if (strcmp(entries[i]->name, entries[i]->function) != 0 || !join_group(program, (uint32_t)i) ||
            !stage_take(&entry->stage, entries[i], message))
            return false;
    }
    choose_records(program);
    *message = '\0';
    return true;
}
