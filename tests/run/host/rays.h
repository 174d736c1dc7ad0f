/* Rays through a fixed scene of triangles and boxes, one after the other: what a driver's runtime does with an
 * acceleration structure (Vulkan, "Ray Traversal"). */
#ifndef TESTS_HOST_RAYS_H
#define TESTS_HOST_RAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCENE_MOST_GEOMETRIES = 3, SCENE_MOST_PRIMITIVES = 4 };

/* Flags as Vulkan numbers them. */
enum {
    RAY_OPAQUE = 1,
    RAY_NO_OPAQUE = 2,
    RAY_TERMINATE_ON_FIRST_HIT = 4,
    RAY_SKIP_CLOSEST_HIT = 8,
    RAY_CULL_BACK = 0x10,
    RAY_CULL_FRONT = 0x20,
    RAY_CULL_OPAQUE = 0x40,
    RAY_CULL_NO_OPAQUE = 0x80,
    RAY_SKIP_TRIANGLES = 0x100,
    RAY_SKIP_BOXES = 0x200
};
enum { INSTANCE_NO_FACING_CULL = 1, INSTANCE_FLIP_FACING = 2, INSTANCE_OPAQUE = 4, INSTANCE_NO_OPAQUE = 8 };

struct scene_geometry {
    bool is_opaque;
    uint32_t count;
    float corners[SCENE_MOST_PRIMITIVES][3][3]; /* of a box, the least and the greatest */
};

struct scene_object {
    bool has_boxes;
    uint32_t geometry_count;
    struct scene_geometry geometries[SCENE_MOST_GEOMETRIES];
};

struct scene_instance {
    float to_world[3][4], to_object[3][4]; /* rows */
    uint32_t custom, mask, record, flags, object;
};

struct scene {
    const struct scene_object *objects;
    const struct scene_instance *instances;
    uint32_t object_count, instance_count;
};

extern const struct scene host_scene;

enum { HIT_NONE, HIT_TRIANGLE, HIT_GENERATED }; /* of a candidate, one less */

struct ray_hit {
    uint32_t type, instance, geometry, primitive;
    float t, u, v;
    bool is_front, is_opaque;
};

/* What an object of a query holds; no more than 256 bytes. */
struct ray_query {
    const struct scene *scene;
    uint32_t flags, mask;
    float origin[3], t_min, direction[3], t_max;
    uint32_t instance, geometry, primitive; /* the next one */
    bool has_ended;
    struct ray_hit candidate, committed;
};

void ray_begin(struct ray_query *query, const struct scene *scene, uint32_t flags, uint32_t mask, const float *origin,
               float t_min, const float *direction, float t_max);
/* Whether there is a candidate that the shader must judge. */
bool ray_proceed(struct ray_query *query);
void ray_confirm(struct ray_query *query);
void ray_generate(struct ray_query *query, float t);
/* How far it goes by now. */
float ray_farthest(const struct ray_query *query);
/* A point (w = 1) or a direction (w = 0) by a matrix of rows. */
void ray_transform(const float matrix[3][4], const float *from, float w, float *to);

#endif
