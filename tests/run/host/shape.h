/* Reads from the `shape` of an image, which kernels pass (spirv_mmra_host.h), how its coordinates stand. */
#ifndef TESTS_HOST_SHAPE_H
#define TESTS_HOST_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include <spirv/unified1/spirv.h>

#include "translator/spirv_mmra_host.h"

/* How many coordinates a texel's place in a level has. */
static inline uint32_t shape_dimensions(uint32_t shape) {
    switch (shape & SMMRA_HOST_SHAPE_DIM) {
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
    return shape & SMMRA_HOST_SHAPE_ARRAYED || (shape & SMMRA_HOST_SHAPE_DIM) == SpvDimCube;
}

#endif
