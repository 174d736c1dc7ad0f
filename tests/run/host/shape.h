/* The `shape` of an image that kernels pass: what the instruction knows of it. */
#ifndef TESTS_HOST_SHAPE_H
#define TESTS_HOST_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include <spirv/unified1/spirv.h>

enum {
    SHAPE_DIM = 7, /* SpvDim */
    SHAPE_ARRAYED = 1 << 3,
    SHAPE_MULTISAMPLED = 1 << 4,
    SHAPE_COMPARED = 1 << 5, /* with a depth reference */
    SHAPE_RESULT = 3 << 6,   /* float, signed or unsigned; the image's format tells as well */
    SHAPE_LOD = 3 << 8,
    SHAPE_LOD_BIAS = 1 << 8,
    SHAPE_LOD_EXPLICIT = 2 << 8,
    SHAPE_LOD_GRADIENTS = 3 << 8,
    SHAPE_64_BIT = 1 << 10,
    SHAPE_SAMPLED = 1 << 11 /* not a storage image or storage texel buffer: its descriptor may differ from these */
};

/* How many coordinates a texel's place in a level has. */
static inline uint32_t shape_dimensions(uint32_t shape) {
    switch (shape & SHAPE_DIM) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1;
    case SpvDim3D:
        return 3;
    default:
        return 2;
    }
}

/* Whether the integer coordinate after these chooses a layer; a cube's face is one. */
static inline bool shape_has_layer(uint32_t shape) {
    return shape & SHAPE_ARRAYED || (shape & SHAPE_DIM) == SpvDimCube;
}

#endif
