/* The functions that the translation of a ray query calls (docs/guide/stages.md, "What the shell gives"): their
 * definitions in IR, which pass vectors through memory, and what these call. */
#include <stdio.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "host/rays.h"

/* ---- what a query is asked ---- */

static const struct question {
    const char *name, *type;
    bool of_hit; /* the candidate or the committed one: a parameter says */
} questions[] = {
    [ASKED_TYPE] = {"intersection.type", "i32", true},
    [ASKED_FLAGS] = {"flags", "i32", false},
    [ASKED_CUSTOM] = {"instance.custom.index", "i32", true},
    [ASKED_INSTANCE] = {"instance.id", "i32", true},
    [ASKED_RECORD] = {"record.offset", "i32", true},
    [ASKED_GEOMETRY] = {"geometry.index", "i32", true},
    [ASKED_PRIMITIVE] = {"primitive.index", "i32", true},
    [ASKED_FRONT] = {"front.face", "i1", true},
    [ASKED_OPAQUE] = {"candidate.is.opaque", "i1", false},
    [ASKED_T_MIN] = {"t.min", "float", false},
    [ASKED_T] = {"intersection.t", "float", true},
    [ASKED_BARYCENTRICS] = {"barycentrics", "<2 x float>", true},
    [ASKED_OBJECT_DIRECTION] = {"object.ray.direction", "<3 x float>", true},
    [ASKED_OBJECT_ORIGIN] = {"object.ray.origin", "<3 x float>", true},
    [ASKED_WORLD_DIRECTION] = {"world.ray.direction", "<3 x float>", false},
    [ASKED_WORLD_ORIGIN] = {"world.ray.origin", "<3 x float>", false},
    [ASKED_TO_WORLD] = {"object.to.world", "[4 x <3 x float>]", true},
    [ASKED_TO_OBJECT] = {"world.to.object", "[4 x <3 x float>]", true},
};

bool ray_question_named(const char *name, size_t length, uint32_t *question) {
    for (*question = 0; *question < sizeof questions / sizeof *questions; ++*question)
        if (strlen(questions[*question].name) == length && memcmp(questions[*question].name, name, length) == 0)
            return true;
    return false;
}

/* ---- their IR ---- */

/* Memory has four floats for each vector of three, as LLVM lays out an array of them. */
static void print_question(FILE *out, uint32_t number) {
    const struct question *question = &questions[number];
    fprintf(out, "\ndefine %s @smmra.ray.query.%s(ptr %%query%s) {\n  %%to = alloca [16 x i32], align 16\n",
            question->type, question->name, question->of_hit ? ", i32 %committed" : "");
    fprintf(out, "  call void @smmra_host_ray_ask(ptr %%query, i32 %s, i32 %u, ptr %%to)\n",
            question->of_hit ? "%committed" : "0", number);
    if (strcmp(question->type, "i1") == 0)
        fputs("  %word = load i32, ptr %to\n  %value = trunc i32 %word to i1\n  ret i1 %value\n}\n", out);
    else
        fprintf(out, "  %%value = load %s, ptr %%to, align 16\n  ret %s %%value\n}\n", question->type, question->type);
}

void print_ray_queries(FILE *out) {
    fputs("\ndeclare void @smmra_host_ray_ask(ptr, i32, i32, ptr)\n"
          "declare void @smmra_host_ray_begin(ptr, i64, i32, i32, ptr, float, ptr, float)\n"
          "declare i32 @smmra_host_ray_proceed(ptr)\n"
          "declare void @smmra_host_ray_end(ptr)\n"
          "declare void @smmra_host_ray_confirm(ptr)\n"
          "declare void @smmra_host_ray_generate(ptr, float)\n"
          "\ndefine void @smmra.ray.query.initialize(ptr %query, i64 %scene, i32 %flags, i32 %mask, "
          "<3 x float> %origin, float %min, <3 x float> %direction, float %max) {\n"
          "  %from = alloca [4 x float], align 16\n  %along = alloca [4 x float], align 16\n"
          "  store <3 x float> %origin, ptr %from, align 16\n  store <3 x float> %direction, ptr %along, align 16\n"
          "  call void @smmra_host_ray_begin(ptr %query, i64 %scene, i32 %flags, i32 %mask, ptr %from, float %min, "
          "ptr %along, float %max)\n  ret void\n}\n"
          "\ndefine i1 @smmra.ray.query.proceed(ptr %query) {\n  %word = call i32 @smmra_host_ray_proceed(ptr %query)\n"
          "  %value = trunc i32 %word to i1\n  ret i1 %value\n}\n"
          "\ndefine void @smmra.ray.query.terminate(ptr %query) {\n"
          "  call void @smmra_host_ray_end(ptr %query)\n  ret void\n}\n"
          "\ndefine void @smmra.ray.query.confirm.intersection(ptr %query) {\n"
          "  call void @smmra_host_ray_confirm(ptr %query)\n  ret void\n}\n"
          "\ndefine void @smmra.ray.query.generate.intersection(ptr %query, float %t) {\n"
          "  call void @smmra_host_ray_generate(ptr %query, float %t)\n  ret void\n}\n",
          out);
    for (uint32_t i = 0; i < sizeof questions / sizeof *questions; i++)
        print_question(out, i);
}

/* ---- what it calls ---- */

_Static_assert(sizeof(struct ray_query) <= 256, "docs/guide/stages.md: the object of a query is 256 bytes");

void smmra_host_ray_begin(void *query, uint64_t scene, uint32_t flags, uint32_t mask, const float *origin, float t_min,
                          const float *direction, float t_max) {
    ray_begin(query, (const struct scene *)(uintptr_t)scene, flags, mask, origin, t_min, direction, t_max);
}

uint32_t smmra_host_ray_proceed(void *query) {
    return ray_proceed(query);
}

void smmra_host_ray_end(void *query) {
    ((struct ray_query *)query)->has_ended = true;
}

void smmra_host_ray_confirm(void *query) {
    ray_confirm(query);
}

void smmra_host_ray_generate(void *query, float t) {
    ray_generate(query, t);
}

static uint32_t number_of(const struct ray_query *query, const struct ray_hit *hit, uint32_t committed,
                          uint32_t asked) {
    const struct scene_instance *instance = &query->scene->instances[hit->instance];
    switch (asked) {
    case ASKED_TYPE:
        return committed ? hit->type : hit->type - 1;
    case ASKED_FLAGS:
        return query->flags;
    case ASKED_CUSTOM:
        return instance->custom;
    case ASKED_INSTANCE:
        return hit->instance;
    case ASKED_RECORD:
        return instance->record;
    case ASKED_GEOMETRY:
        return hit->geometry;
    case ASKED_PRIMITIVE:
        return hit->primitive;
    case ASKED_FRONT:
        return hit->is_front;
    default:
        return query->candidate.is_opaque;
    }
}

static void write_columns(const float rows[3][4], float *to) {
    for (uint32_t column = 0; column < 4; column++)
        for (uint32_t row = 0; row < 3; row++)
            to[column * 4 + row] = rows[row][column];
}

static void write_floats(const struct ray_query *query, const struct ray_hit *hit, uint32_t asked, float *to) {
    const struct scene_instance *instance = &query->scene->instances[hit->instance];
    switch (asked) {
    case ASKED_T_MIN:
        to[0] = query->t_min;
        return;
    case ASKED_T:
        to[0] = hit->type == HIT_NONE ? query->t_max : hit->t;
        return;
    case ASKED_BARYCENTRICS:
        to[0] = hit->u;
        to[1] = hit->v;
        return;
    case ASKED_OBJECT_DIRECTION:
        ray_transform(instance->to_object, query->direction, 0, to);
        return;
    case ASKED_OBJECT_ORIGIN:
        ray_transform(instance->to_object, query->origin, 1, to);
        return;
    case ASKED_WORLD_DIRECTION:
        memcpy(to, query->direction, sizeof query->direction);
        return;
    case ASKED_WORLD_ORIGIN:
        memcpy(to, query->origin, sizeof query->origin);
        return;
    default:
        write_columns(asked == ASKED_TO_WORLD ? instance->to_world : instance->to_object, to);
    }
}

void smmra_host_ray_ask(const void *query, uint32_t committed, uint32_t asked, void *to) {
    const struct ray_query *asks = query;
    const struct ray_hit *hit = committed ? &asks->committed : &asks->candidate;
    if (asked >= ASKED_T_MIN) {
        write_floats(asks, hit, asked, to);
        return;
    }
    uint32_t number = number_of(asks, hit, committed, asked);
    memcpy(to, &number, sizeof number);
}
