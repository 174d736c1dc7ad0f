/* The host's half of a ray tracing pipeline: what a driver's traversal does (Vulkan, "Ray Tracing" and "Ray Traversal")
 * around the functions that its shaders become. A call is a call of C, and an invocation goes on in its own thread. */
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "host/rays.h"

enum { MAX_ATTRIBUTE_BYTES = 32, MAX_INPUT_BYTES = 1024, INVOCATIONS_TOGETHER = 16, FRONT_KIND = 0xFE };

/* One ray, from OpTraceRayKHR to its end. */
struct ray {
    struct ray_query query;
    uint32_t offset, stride, miss;
    void *payload;
    uint32_t committed_kind;
    _Alignas(16) uint8_t committed_attributes[MAX_ATTRIBUTE_BYTES];
};

/* One shader that runs for it; or, without a ray, a callable one. */
struct frame {
    struct ray *ray;
    bool committed; /* it is of the closest hit, else of a candidate */
    bool is_any_hit;
    uint32_t record;  /* in its table */
    uint32_t kind;    /* of the hit */
    void *attributes; /* of the hit */
    void *data;       /* of a callable */
    bool ignored, terminated;
};

static const struct ray_program *program;
static const struct host_dispatch *dispatched;
static _Thread_local struct frame *here;

/* ---- built-ins ---- */

static const struct {
    uint32_t builtin, asked, bytes; /* `asked`: enum ray_question */
} answered[] = {
    {SpvBuiltInInstanceId, ASKED_INSTANCE, 4},
    {SpvBuiltInPrimitiveId, ASKED_PRIMITIVE, 4},
    {SpvBuiltInInstanceCustomIndexKHR, ASKED_CUSTOM, 4},
    {SpvBuiltInRayGeometryIndexKHR, ASKED_GEOMETRY, 4},
    {SpvBuiltInIncomingRayFlagsKHR, ASKED_FLAGS, 4},
    {SpvBuiltInRayTminKHR, ASKED_T_MIN, 4},
    {SpvBuiltInWorldRayOriginKHR, ASKED_WORLD_ORIGIN, 12},
    {SpvBuiltInWorldRayDirectionKHR, ASKED_WORLD_DIRECTION, 12},
    {SpvBuiltInObjectRayOriginKHR, ASKED_OBJECT_ORIGIN, 12},
    {SpvBuiltInObjectRayDirectionKHR, ASKED_OBJECT_DIRECTION, 12},
    {SpvBuiltInObjectToWorldKHR, ASKED_TO_WORLD, 64},
    {SpvBuiltInWorldToObjectKHR, ASKED_TO_OBJECT, 64},
};

static void set_launch(uint32_t builtin, uint32_t number, void *to) {
    const uint32_t id[] = {number % LAUNCH_WIDTH, number / LAUNCH_WIDTH % LAUNCH_HEIGHT,
                           number / LAUNCH_WIDTH / LAUNCH_HEIGHT};
    static const uint32_t size[] = {LAUNCH_WIDTH, LAUNCH_HEIGHT, LAUNCH_DEPTH};
    memcpy(to, builtin == SpvBuiltInLaunchIdKHR ? id : size, sizeof size);
}

static void set_value(uint32_t builtin, const struct frame *frame, uint32_t number, uint8_t *to) {
    _Alignas(16) uint8_t answer[64];
    if (builtin == SpvBuiltInLaunchIdKHR || builtin == SpvBuiltInLaunchSizeKHR)
        set_launch(builtin, number, to);
    else if (builtin == SpvBuiltInHitKindKHR)
        memcpy(to, &frame->kind, sizeof frame->kind);
    else if (builtin == SpvBuiltInCullMaskKHR)
        memcpy(to, &frame->ray->query.mask, sizeof frame->ray->query.mask);
    for (size_t i = 0; i < sizeof answered / sizeof *answered; i++) {
        if (answered[i].builtin != builtin)
            continue;
        smmra_host_ray_ask(&frame->ray->query, frame->committed, answered[i].asked, answer);
        memcpy(to, answer, answered[i].bytes);
    }
}

static void set_inputs(const struct ray_entry *entry, const struct frame *frame, uint32_t number, uint8_t *record) {
    for (uint32_t i = 0; i < entry->stage.input_count; i++) {
        const struct stage_value *value = &entry->stage.values[i];
        set_value(value->about.builtin, frame, number, record + value->offset);
    }
}

/* ---- calls ---- */

/* The words of every record. */
static _Alignas(16) uint32_t record_words[TABLES][MAX_RECORDS][RECORD_WORDS];

const void *ray_records(size_t *size) {
    *size = sizeof record_words;
    return record_words;
}

void (*ray_run_entry)(uint32_t entry, const uint64_t *arguments, const uint8_t *inputs);

static void set_argument(uint64_t *arguments, uint32_t parameter, const void *memory) {
    if (parameter != NO_ENTRY)
        arguments[parameter] = (uint64_t)(uintptr_t)memory;
}

static void call_entry(uint32_t number, enum ray_table table, struct frame *frame) {
    const struct ray_entry *entry = &program->entries[number];
    const struct ray_memory *memory = &entry->memory;
    uint32_t invocation = (uint32_t)(host_current_invocation() - dispatched->invocations);
    uint64_t arguments[HOST_MOST_ARGUMENTS];
    _Alignas(16) uint8_t inputs[MAX_INPUT_BYTES];
    struct frame *outer = here;
    void (*shell)(const uint64_t *, const uint8_t *, uint8_t *);
    memcpy(arguments, entry->arguments, sizeof arguments);
    memcpy(&shell, &entry->shell, sizeof shell);
    set_argument(arguments, memory->payload, frame->ray ? frame->ray->payload : NULL);
    set_argument(arguments, memory->attributes, frame->attributes);
    set_argument(arguments, memory->data, frame->data);
    set_argument(arguments, memory->record, record_words[table][frame->record]);
    memset(inputs, HOST_GARBAGE, sizeof inputs);
    set_inputs(entry, frame, invocation, inputs);
    here = frame;
    if (ray_run_entry)
        ray_run_entry(number, arguments, inputs);
    else
        shell(arguments, inputs, NULL);
    here = outer;
}

static uint32_t record_of(const struct ray *ray, const struct ray_hit *hit) {
    return ray->query.scene->instances[hit->instance].record + ray->offset + hit->geometry * ray->stride;
}

static const struct ray_group *group_of(const struct ray *ray, const struct ray_hit *hit) {
    return ray_group_of(program, TABLE_HIT, record_of(ray, hit));
}

/* ---- traversal ---- */

/* Whether the candidate is accepted: any-hit shaders may ignore those that are not opaque. */
static bool consider(struct ray *ray, const struct ray_group *group, uint32_t kind, const void *attributes) {
    struct ray_hit candidate = ray->query.candidate;
    _Alignas(16) uint8_t own[MAX_ATTRIBUTE_BYTES];
    memcpy(own, attributes, sizeof own);
    struct frame frame = {
        .ray = ray, .is_any_hit = true, .record = record_of(ray, &candidate), .kind = kind, .attributes = own};
    if (!candidate.is_opaque && group && group->any_hit != NO_ENTRY)
        call_entry(group->any_hit, TABLE_HIT, &frame);
    if (frame.ignored)
        return false;
    ray->committed_kind = kind;
    memcpy(ray->committed_attributes, own, sizeof own);
    ray_confirm(&ray->query);
    ray->query.has_ended |= frame.terminated;
    return true;
}

static uint32_t triangle_kind(const struct ray_hit *hit) {
    return FRONT_KIND + !hit->is_front;
}

static void judge(struct ray *ray) {
    const struct ray_hit *candidate = &ray->query.candidate;
    const struct ray_group *group = group_of(ray, candidate);
    _Alignas(16) uint8_t attributes[MAX_ATTRIBUTE_BYTES];
    struct frame frame = {.ray = ray, .record = record_of(ray, candidate), .attributes = attributes};
    memset(attributes, HOST_GARBAGE, sizeof attributes);
    if (candidate->type == HIT_TRIANGLE) {
        memcpy(attributes, (float[]){candidate->u, candidate->v}, 2 * sizeof(float));
        consider(ray, group, triangle_kind(candidate), attributes);
    } else if (group && group->intersection != NO_ENTRY) {
        call_entry(group->intersection, TABLE_HIT, &frame);
    }
}

static void finish(struct ray *ray) {
    const struct ray_hit *hit = &ray->query.committed;
    struct frame frame = {.ray = ray, .committed = true, .record = ray->miss, .attributes = ray->committed_attributes};
    const struct ray_group *miss = ray_group_of(program, TABLE_MISS, ray->miss);
    if (hit->type == HIT_NONE) {
        if (miss)
            call_entry(miss->general, TABLE_MISS, &frame);
        return;
    }
    const struct ray_group *group = group_of(ray, hit);
    if (ray->query.flags & RAY_SKIP_CLOSEST_HIT || !group || group->closest_hit == NO_ENTRY)
        return;
    frame.record = record_of(ray, hit);
    frame.kind = ray->committed_kind;
    if (hit->type == HIT_TRIANGLE) { /* no shader need have seen it */
        frame.kind = triangle_kind(hit);
        memcpy(ray->committed_attributes, (float[]){hit->u, hit->v}, 2 * sizeof(float));
    }
    call_entry(group->closest_hit, TABLE_HIT, &frame);
}

/* ---- what shaders call ---- */

/* docs/guide/stages.md: what is handed over is aligned. */
static void require_aligned(const void *memory) {
    if ((uintptr_t)memory % 16 != 0)
        abort();
}

/* `numbers`: flags, cull mask, offset, stride, miss index; of the last four as many bits count as Vulkan says. */
void smmra_host_ray_trace(uint64_t scene, const uint32_t *numbers, const float *origin, float t_min,
                          const float *direction, float t_max, void *payload) {
    struct ray ray = {
        .offset = numbers[2] & 0xF, .stride = numbers[3] & 0xF, .miss = numbers[4] & 0xFFFF, .payload = payload};
    require_aligned(payload);
    memset(ray.committed_attributes, HOST_GARBAGE, sizeof ray.committed_attributes);
    ray_begin(&ray.query, (const struct scene *)(uintptr_t)scene, numbers[0], numbers[1], origin, t_min, direction,
              t_max);
    while (ray_proceed(&ray.query))
        judge(&ray);
    finish(&ray);
}

void smmra_host_ray_callable(uint32_t index, void *data) {
    const struct ray_group *group = ray_group_of(program, TABLE_CALLABLE, index);
    struct frame frame = {.record = index, .data = data};
    require_aligned(data);
    if (group)
        call_entry(group->general, TABLE_CALLABLE, &frame);
}

uint32_t smmra_host_ray_report(float t, uint32_t kind) {
    struct ray *ray = here->ray;
    if (t < ray->query.t_min || t > ray_farthest(&ray->query))
        return false;
    ray->query.candidate.t = t;
    return consider(ray, group_of(ray, &ray->query.candidate), kind, here->attributes);
}

void smmra_host_ray_ignore(void) {
    here->ignored = true;
}

void smmra_host_ray_terminate(void) {
    here->terminated = true;
}

/* For an any-hit shader, how far its candidate is; else how far the ray goes now. */
float smmra_host_ray_t_max(void) {
    const struct ray_query *query = &here->ray->query;
    return here->is_any_hit ? query->candidate.t : ray_farthest(query);
}

/* Memory has four floats for a vector of three. */
void print_ray_calls(FILE *out) {
    fputs("\ndeclare void @smmra_host_ray_trace(i64, ptr, ptr, float, ptr, float, ptr)\n"
          "declare void @smmra_host_ray_callable(i32, ptr)\n"
          "declare i32 @smmra_host_ray_report(float, i32)\n"
          "declare void @smmra_host_ray_ignore()\n"
          "declare void @smmra_host_ray_terminate()\n"
          "declare float @smmra_host_ray_t_max()\n"
          "\ndefine void @smmra.ray.trace(i64 %scene, i32 %flags, i32 %mask, i32 %offset, i32 %stride, i32 %miss, "
          "<3 x float> %origin, float %min, <3 x float> %direction, float %max, ptr %payload) {\n"
          "  %numbers = alloca [5 x i32], align 4\n"
          "  %from = alloca [4 x float], align 16\n  %along = alloca [4 x float], align 16\n"
          "  store <3 x float> %origin, ptr %from, align 16\n  store <3 x float> %direction, ptr %along, align 16\n",
          out);
    static const char *const numbers[] = {"flags", "mask", "offset", "stride", "miss"};
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        fprintf(out, "  %%at%u = getelementptr i32, ptr %%numbers, i64 %u\n  store i32 %%%s, ptr %%at%u\n", i, i,
                numbers[i], i);
    fputs("  call void @smmra_host_ray_trace(i64 %scene, ptr %numbers, ptr %from, float %min, ptr %along, float %max, "
          "ptr %payload)\n  ret void\n}\n"
          "\ndefine void @smmra.ray.execute.callable(i32 %index, ptr %data) {\n"
          "  call void @smmra_host_ray_callable(i32 %index, ptr %data)\n  ret void\n}\n"
          "\ndefine i1 @smmra.ray.report.intersection(float %t, i32 %kind) {\n"
          "  %word = call i32 @smmra_host_ray_report(float %t, i32 %kind)\n"
          "  %value = trunc i32 %word to i1\n  ret i1 %value\n}\n"
          "\ndefine void @smmra.ray.ignore.intersection() {\n  call void @smmra_host_ray_ignore()\n  ret void\n}\n"
          "\ndefine void @smmra.ray.terminate() {\n  call void @smmra_host_ray_terminate()\n  ret void\n}\n"
          "\ndefine float @smmra.ray.t.max() {\n  %value = call float @smmra_host_ray_t_max()\n"
          "  ret float %value\n}\n",
          out);
}

/* ---- the launch ---- */

static void write_records(void) {
    const struct scene *scene = &host_scene;
    for (uint32_t table = 0; table < TABLES; table++)
        for (uint32_t i = 0; i < MAX_RECORDS * RECORD_WORDS; i++)
            record_words[table][i / RECORD_WORDS][i % RECORD_WORDS] =
                record_word((enum ray_table)table, i / RECORD_WORDS, i % RECORD_WORDS);
    memcpy(&record_words[TABLE_GENERATION][0][SCENE_WORD], &scene, sizeof scene);
}

bool make_rays(struct shader *shader, struct host_dispatch *dispatch) {
    const struct ray_group *generation = ray_group_of(shader->program, TABLE_GENERATION, 0);
    program = shader->program;
    dispatched = dispatch;
    write_records();
    const struct ray_entry *entry = &program->entries[generation->general];
    memcpy(dispatch->arguments, entry->arguments, sizeof dispatch->arguments);
    set_argument(dispatch->arguments, entry->memory.record, record_words[TABLE_GENERATION][0]);
    dispatch->kernel = entry->shell;
    if (!make_invocations(&entry->stage, dispatch, LAUNCHED, 1))
        return false;
    for (uint32_t i = 0; i < LAUNCHED; i++)
        set_inputs(entry, NULL, i, dispatch->invocations[i].inputs);
    memcpy(dispatch->local_size, (uint32_t[]){INVOCATIONS_TOGETHER, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){LAUNCHED / INVOCATIONS_TOGETHER, 1, 1}, sizeof dispatch->group_count);
    return true;
}
