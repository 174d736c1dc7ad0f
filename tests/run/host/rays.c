#include "host/rays.h"

#include <string.h>

/* ---- the scene: small numbers, powers of two, so that nothing is rounded ---- */

#define RIGHT_TRIANGLE(x, y, z)                                                                                        \
    {                                                                                                                  \
        {x, y, z}, {(x) + 4, y, z}, {                                                                                  \
            x, (y) + 4, z                                                                                              \
        }                                                                                                              \
    }
#define LEFT_TRIANGLE(x, y, z)                                                                                         \
    {                                                                                                                  \
        {x, y, z}, {x, (y) + 4, z}, {                                                                                  \
            (x) + 4, y, z                                                                                              \
        }                                                                                                              \
    }

/* Triangles that face both ways, before and behind each other; boxes. */
static const struct scene_object objects[] = {
    {.geometry_count = 3,
     .geometries = {{true, 3, {RIGHT_TRIANGLE(0, 0, 0), LEFT_TRIANGLE(4, 0, 0), RIGHT_TRIANGLE(0, 0, 2)}},
                    {false, 2, {RIGHT_TRIANGLE(8, 0, 1), LEFT_TRIANGLE(12, 0, 1)}},
                    {false, 1, {RIGHT_TRIANGLE(0, 0, 4)}}}},
    {.has_boxes = true,
     .geometry_count = 2,
     .geometries = {{true, 2, {{{0, 0, 0}, {4, 4, 2}}, {{8, 0, 0}, {12, 4, 2}}}},
                    {false, 1, {{{4, 0, 0}, {8, 4, 4}}}}}},
};

static const struct scene_instance instances[] = {
    {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, 5, 0x01, 0, 0, 0},
    /* twice as large, and moved */
    {{{2, 0, 0, 0}, {0, 2, 0, 16}, {0, 0, 2, 1}},
     {{0.5F, 0, 0, 0}, {0, 0.5F, 0, -8}, {0, 0, 0.5F, -0.5F}},
     9,
     0x02,
     3,
     INSTANCE_NO_FACING_CULL,
     0},
    /* turned by a right angle, the other way round */
    {{{0, -1, 0, 0}, {1, 0, 0, 32}, {0, 0, 1, 0}},
     {{0, 1, 0, -32}, {-1, 0, 0, 0}, {0, 0, 1, 0}},
     0xABCDEF,
     0x04,
     4,
     INSTANCE_FLIP_FACING,
     0},
    {{{1, 0, 0, 0}, {0, 1, 0, 48}, {0, 0, 1, 0}}, {{1, 0, 0, 0}, {0, 1, 0, -48}, {0, 0, 1, 0}}, 7, 0x08, 12, 0, 1},
    {{{1, 0, 0, 0}, {0, 1, 0, 64}, {0, 0, 1, 0}},
     {{1, 0, 0, 0}, {0, 1, 0, -64}, {0, 0, 1, 0}},
     8,
     0x10,
     0,
     INSTANCE_NO_OPAQUE,
     0},
    {{{1, 0, 0, 0}, {0, 1, 0, 80}, {0, 0, 1, 0}},
     {{1, 0, 0, 0}, {0, 1, 0, -80}, {0, 0, 1, 0}},
     10,
     0x20,
     0,
     INSTANCE_OPAQUE,
     0},
};

const struct scene host_scene = {objects, instances, sizeof objects / sizeof *objects,
                                 sizeof instances / sizeof *instances};

/* ---- intersection ---- */

void ray_transform(const float matrix[3][4], const float *from, float w, float *to) {
    for (uint32_t i = 0; i < 3; i++)
        to[i] = matrix[i][0] * from[0] + matrix[i][1] * from[1] + matrix[i][2] * from[2] + matrix[i][3] * w;
}

static void subtract(const float *a, const float *b, double *to) {
    for (uint32_t i = 0; i < 3; i++)
        to[i] = (double)a[i] - (double)b[i];
}

static void cross(const double *a, const double *b, double *to) {
    for (uint32_t i = 0; i < 3; i++)
        to[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Möller and Trumbore's; no ray of the tests meets an edge. */
static bool meets_triangle(const float (*corners)[3], const float *origin, const float *along, struct ray_hit *hit) {
    static const float zero[3];
    double first[3], second[3], direction[3], to[3], p[3], q[3];
    subtract(corners[1], corners[0], first);
    subtract(corners[2], corners[0], second);
    subtract(along, zero, direction);
    subtract(origin, corners[0], to);
    cross(direction, second, p);
    cross(to, first, q);
    double determinant = dot(first, p);
    if (determinant == 0)
        return false;
    double u = dot(to, p) / determinant, v = dot(direction, q) / determinant;
    hit->t = (float)(dot(second, q) / determinant);
    hit->u = (float)u;
    hit->v = (float)v;
    hit->is_front = determinant > 0;
    return u >= 0 && v >= 0 && u + v <= 1;
}

/* Whether some of the ray between t_min and t_max is in the box. */
static bool meets_box(const float (*corners)[3], const float *origin, const float *along, double t_min, double t_max) {
    for (uint32_t i = 0; i < 3; i++) {
        double least = (double)(corners[0][i] - origin[i]), most = (double)(corners[1][i] - origin[i]);
        if (along[i] == 0) {
            if (least > 0 || most < 0)
                return false;
            continue;
        }
        least /= (double)along[i];
        most /= (double)along[i];
        t_min = least < most ? least > t_min ? least : t_min : most > t_min ? most : t_min;
        t_max = least < most ? most < t_max ? most : t_max : least < t_max ? least : t_max;
    }
    return t_min <= t_max;
}

/* ---- traversal ---- */

static bool is_opaque(const struct ray_query *query, const struct scene_instance *instance, bool opaque) {
    if (instance->flags & INSTANCE_OPAQUE)
        opaque = true;
    if (instance->flags & INSTANCE_NO_OPAQUE)
        opaque = false;
    return query->flags & RAY_OPAQUE ? true : query->flags & RAY_NO_OPAQUE ? false : opaque;
}

static bool is_culled(const struct ray_query *query, const struct scene_instance *instance, bool boxes, bool opaque) {
    return !(instance->mask & query->mask) || (query->flags & (boxes ? RAY_SKIP_BOXES : RAY_SKIP_TRIANGLES)) ||
           (query->flags & (opaque ? RAY_CULL_OPAQUE : RAY_CULL_NO_OPAQUE));
}

float ray_farthest(const struct ray_query *query) {
    return query->committed.type == HIT_NONE ? query->t_max : query->committed.t;
}

static bool meets(const struct ray_query *query, const struct scene_instance *instance, bool boxes,
                  const float (*corners)[3], struct ray_hit *hit) {
    float origin[3], direction[3];
    ray_transform(instance->to_object, query->origin, 1, origin);
    ray_transform(instance->to_object, query->direction, 0, direction);
    if (boxes)
        return meets_box(corners, origin, direction, (double)query->t_min, (double)ray_farthest(query));
    if (!meets_triangle(corners, origin, direction, hit) || hit->t <= query->t_min || hit->t >= ray_farthest(query))
        return false;
    hit->is_front ^= (instance->flags & INSTANCE_FLIP_FACING) != 0;
    return instance->flags & INSTANCE_NO_FACING_CULL ||
           !(query->flags & (hit->is_front ? RAY_CULL_FRONT : RAY_CULL_BACK));
}

/* Whether the primitive is a candidate; one that is committed to is none. */
static bool visit(struct ray_query *query, const struct scene_object *object) {
    const struct scene_instance *instance = &query->scene->instances[query->instance];
    const struct scene_geometry *geometry = &object->geometries[query->geometry];
    bool opaque = is_opaque(query, instance, geometry->is_opaque);
    struct ray_hit hit = {object->has_boxes ? HIT_GENERATED : HIT_TRIANGLE, query->instance, query->geometry,
                          query->primitive, .is_opaque = opaque};
    if (is_culled(query, instance, object->has_boxes, opaque) ||
        !meets(query, instance, object->has_boxes, geometry->corners[query->primitive], &hit))
        return false;
    query->candidate = hit;
    if (object->has_boxes || !opaque)
        return true;
    ray_confirm(query);
    return false;
}

/* To the next primitive. */
static void advance(struct ray_query *query, const struct scene_object *object) {
    if (++query->primitive < object->geometries[query->geometry].count)
        return;
    query->primitive = 0;
    if (++query->geometry < object->geometry_count)
        return;
    query->geometry = 0;
    query->instance++;
}

void ray_begin(struct ray_query *query, const struct scene *scene, uint32_t flags, uint32_t mask, const float *origin,
               float t_min, const float *direction, float t_max) {
    *query = (struct ray_query){.scene = scene, .flags = flags, .mask = mask & 0xFF, .t_min = t_min, .t_max = t_max};
    memcpy(query->origin, origin, sizeof query->origin);
    memcpy(query->direction, direction, sizeof query->direction);
}

bool ray_proceed(struct ray_query *query) {
    while (!query->has_ended && query->instance < query->scene->instance_count) {
        const struct scene_object *object = &query->scene->objects[query->scene->instances[query->instance].object];
        bool candidate = visit(query, object);
        advance(query, object);
        if (candidate)
            return true;
    }
    query->has_ended = true;
    return false;
}

void ray_confirm(struct ray_query *query) {
    query->committed = query->candidate;
    query->has_ended |= (query->flags & RAY_TERMINATE_ON_FIRST_HIT) != 0;
}

void ray_generate(struct ray_query *query, float t) {
    query->candidate.t = t;
    ray_confirm(query);
}
