/* Cube maps: directions, faces, and what lies beyond a face's edges. */
#ifndef TESTS_HOST_CUBE_H
#define TESTS_HOST_CUBE_H

#include <stdbool.h>
#include <stdint.h>

struct cube_place {
    uint32_t face;
    float s, t; /* 0 to 1 */
};

struct cube_place cube_place_of(const float direction[3]);

/* The change of s and t on the direction's face when the direction changes by `change`. */
void cube_change(const float direction[3], const float change[3], float result[2]);

/* The texel (*i, *j), at most one beyond an edge of a face that is `size` wide, as one of the face that it
 * lies in. False: it is beyond two edges, where no texel is. */
bool cube_texel(uint32_t *face, int64_t *i, int64_t *j, uint32_t size);

#endif
