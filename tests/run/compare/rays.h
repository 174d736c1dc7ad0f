/* Ray tracing pipelines: the entry points of one module, the records of shader binding tables that choose among them,
 * and what a shader may ask of a ray. docs/evidence/comparer.md, "Rays". */
#ifndef TESTS_COMPARE_RAYS_H
#define TESTS_COMPARE_RAYS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "compare/draw.h"

enum {
    LAUNCH_WIDTH = 8, /* a column of the scene each, and a row for each instance of it */
    LAUNCH_HEIGHT = 6,
    LAUNCH_DEPTH = 2,
    LAUNCHED = LAUNCH_WIDTH * LAUNCH_HEIGHT * LAUNCH_DEPTH,
    MAX_RAY_ENTRIES = 16,
    MAX_RAY_GROUPS = 16,
    MAX_RECORDS = 24, /* of a table */
    RECORD_WORDS = 8, /* that shaders read in a record */
    SCENE_WORD = 6,   /* of the record of ray generation: from there on the address of the scene */
    BOX_RECORD = 12,  /* records of hits from here on are of boxes, those before of triangles (host/rays.c) */
    RAY_DEPTH = 4,    /* of calls that trace */
    NO_ENTRY = 0xFFFF,
    NO_GROUP = 0xFFFF
};

enum ray_table { TABLE_GENERATION, TABLE_MISS, TABLE_HIT, TABLE_CALLABLE, TABLES };

/* What a record stands for: entry points, or NO_ENTRY. Of hits, those of its number; of other tables `general`. */
struct ray_group {
    enum ray_table table;
    bool of_boxes;
    uint32_t number;
    uint32_t general, closest_hit, any_hit, intersection;
};

/* Parameters that are memory of the invocation; NO_ENTRY: there is none. */
struct ray_memory {
    uint32_t payload, attributes, data, record;
};

struct ray_entry {
    const char *name;
    struct drawn_stage stage;
    struct ray_memory memory;
    uint64_t arguments[HOST_MOST_ARGUMENTS]; /* the resources */
    void *shell;
};

/* Entry points are named by what they are for: "miss1", "closest0", "box_any0". The number is that of the group. */
struct ray_program {
    struct ray_entry entries[MAX_RAY_ENTRIES];
    struct ray_group groups[MAX_RAY_GROUPS];
    uint32_t entry_count, group_count;
    uint32_t record_counts[TABLES], records[TABLES][MAX_RECORDS]; /* the group of each record, or NO_GROUP */
};

/* ray_program.c: of the entry points that were translated. False: why not is in `message`. */
bool read_ray_program(struct shader *shader, const smmra_translated_entry *const *entries, size_t count, char *message);
/* NULL: the table has no such record, or it stands for nothing. */
const struct ray_group *ray_group_of(const struct ray_program *program, enum ray_table table, uint32_t record);
uint32_t record_word(enum ray_table table, uint32_t record, uint32_t word);

/* ---- on the host ---- */

/* What the intersection of a query, and so of a ray, is asked. */
enum ray_question {
    ASKED_TYPE,
    ASKED_FLAGS,
    ASKED_CUSTOM,
    ASKED_INSTANCE,
    ASKED_RECORD,
    ASKED_GEOMETRY,
    ASKED_PRIMITIVE,
    ASKED_FRONT,
    ASKED_OPAQUE,
    ASKED_T_MIN, /* from here on floats */
    ASKED_T,
    ASKED_BARYCENTRICS,
    ASKED_OBJECT_DIRECTION,
    ASKED_OBJECT_ORIGIN,
    ASKED_WORLD_DIRECTION,
    ASKED_WORLD_ORIGIN,
    ASKED_TO_WORLD,
    ASKED_TO_OBJECT
};

/* ray_shaders.c: runs an entry point with these arguments and inputs; NULL: the host's shell does. */
extern void (*ray_run_entry)(uint32_t entry, const uint64_t *arguments, const uint8_t *inputs);
/* The words of all records. */
const void *ray_records(size_t *size);

/* ray_calls.c: the definitions of the functions that ray queries call; what "smmra.ray.query." and such a name ask, or
 * false: nothing. */
void print_ray_queries(FILE *out);
bool ray_question_named(const char *name, size_t length, uint32_t *question);

/* ray_shaders.c: the definitions of those that the shaders of a pipeline call; the invocations of ray generation. */
void print_ray_calls(FILE *out);
bool make_rays(struct shader *shader, struct host_dispatch *dispatch);

#pragma GCC visibility push(default)
void smmra_host_ray_begin(void *query, uint64_t scene, uint32_t flags, uint32_t mask, const float *origin, float t_min,
                          const float *direction, float t_max);
uint32_t smmra_host_ray_proceed(void *query);
void smmra_host_ray_end(void *query);
void smmra_host_ray_confirm(void *query);
void smmra_host_ray_generate(void *query, float t);
void smmra_host_ray_ask(const void *query, uint32_t committed, uint32_t asked, void *to);
void smmra_host_ray_trace(uint64_t scene, const uint32_t *numbers, const float *origin, float t_min,
                          const float *direction, float t_max, void *payload);
void smmra_host_ray_callable(uint32_t index, void *data);
uint32_t smmra_host_ray_report(float t, uint32_t kind);
void smmra_host_ray_ignore(void);
void smmra_host_ray_terminate(void);
float smmra_host_ray_t_max(void);
#pragma GCC visibility pop

#endif
