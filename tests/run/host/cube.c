#include "host/cube.h"

#include <math.h>

/* Vulkan, "Cube Map Face Selection": which component is sc, tc and rc on each face, and their signs. */
static const struct face {
    uint8_t s_axis, t_axis, major_axis;
    int8_t s_sign, t_sign, major_sign;
} faces[] = {
    {2, 1, 0, -1, -1, 1}, {2, 1, 0, 1, -1, -1}, {0, 2, 1, 1, 1, 1},
    {0, 2, 1, 1, -1, -1}, {0, 1, 2, 1, -1, 1},  {0, 1, 2, -1, -1, -1},
};

/* Among equal components z comes first, then y. */
static uint32_t face_of(const float direction[3]) {
    float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    uint32_t axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (direction[axis] < 0);
}

struct cube_place cube_place_of(const float direction[3]) {
    uint32_t number = face_of(direction);
    const struct face *face = &faces[number];
    float major = fabsf(direction[face->major_axis]);
    return (struct cube_place){number, 0.5f * face->s_sign * direction[face->s_axis] / major + 0.5f,
                               0.5f * face->t_sign * direction[face->t_axis] / major + 0.5f};
}

/* Vulkan, "Cube Map Derivative Transformation". */
void cube_change(const float direction[3], const float change[3], float result[2]) {
    const struct face *face = &faces[face_of(direction)];
    float major = fabsf(direction[face->major_axis]);
    float major_change = face->major_sign * change[face->major_axis];
    float s = face->s_sign * direction[face->s_axis], s_change = face->s_sign * change[face->s_axis];
    float t = face->t_sign * direction[face->t_axis], t_change = face->t_sign * change[face->t_axis];
    result[0] = 0.5f * (major * s_change - s * major_change) / (major * major);
    result[1] = 0.5f * (major * t_change - t * major_change) / (major * major);
}

/* The texel's middle, seen from the cube's, is a direction, which goes through the face that it lies in. */
bool cube_texel(uint32_t *face, int64_t *i, int64_t *j, uint32_t size) {
    bool beyond_s = *i < 0 || *i >= (int64_t)size, beyond_t = *j < 0 || *j >= (int64_t)size;
    if (beyond_s && beyond_t)
        return false;
    if (!beyond_s && !beyond_t)
        return true;
    const struct face *from = &faces[*face];
    float direction[3];
    direction[from->s_axis] = from->s_sign * ((2 * (float)*i + 1) / (float)size - 1);
    direction[from->t_axis] = from->t_sign * ((2 * (float)*j + 1) / (float)size - 1);
    direction[from->major_axis] = from->major_sign;
    struct cube_place place = cube_place_of(direction);
    *face = place.face;
    *i = (int64_t)(place.s * (float)size);
    *j = (int64_t)(place.t * (float)size);
    return true;
}
