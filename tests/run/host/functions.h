/* The functions that IR of --target=host calls; translator/lower/target.c names them. */
#ifndef TESTS_HOST_FUNCTIONS_H
#define TESTS_HOST_FUNCTIONS_H

#include <stdint.h>

#include "host/images.h"

/* Kernels, in shared objects, find them in the program. */
#pragma GCC visibility push(default)

void smmra_host_workgroup_barrier(void);
/* `place`: a number in the order in which an invocation comes to such calls. Of those that wait in calls while no other
 * of their subgroup runs, those with the first place go on together (docs/guide/comparing.md, "The host target"). */
void smmra_host_wave_barrier(uint32_t place);
uint32_t smmra_host_wave_size(void);
uint32_t smmra_host_count_below_low(uint32_t mask, uint32_t base);
uint32_t smmra_host_count_below_high(uint32_t mask, uint32_t base);
uint64_t smmra_host_ballot(uint8_t predicate,
                           uint32_t place); /* of an i1 in a register only the lowest bit is defined */
uint32_t smmra_host_read_first_lane(uint32_t word, uint32_t place);
uint32_t smmra_host_read_lane(uint32_t word, uint32_t lane, uint32_t place);
uint32_t smmra_host_shuffle(uint32_t word, uint32_t lane, uint32_t place);

/* ---- fragments ---- */

void smmra_host_kill(uint8_t going_on);
void smmra_host_demote(uint8_t going_on);
uint8_t smmra_host_live(void);
/* Computed in helpers too, as all is here. */
uint32_t smmra_host_whole_quad(uint32_t word);
/* Lane n of a quad gets the word of lane `lanes >> 2 * n & 3`; rows, banks and bounds are AMDGPU's, and all. */
uint32_t smmra_host_permute(uint32_t word, uint32_t lanes, uint32_t rows, uint32_t banks, uint8_t bounds,
                            uint32_t place);
/* Between the interlock's begin and end no other invocation is. */
void smmra_host_interlock(uint8_t begin);

/* ---- images ----
 *
 * `shape` is shape.h's. Coordinates are SPIR-V's: the spatial ones, then the layer; of a cube a direction and
 * then the cube, but x, y and the face for integer coordinates. Components have 32 bits; an image of 64-bit
 * integers has one, whose halves are the first two. Out of bounds, writes do nothing, and
 * reads give what zeros in memory mean: a component that the format lacks is as ever. */

typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef float f32x2 __attribute__((vector_size(8)));
typedef float f32x4 __attribute__((vector_size(16)));

i32x4 smmra_host_image_read(const struct host_image *image, uint32_t shape, i32x4 coordinate, int32_t lod,
                            int32_t sample);
void smmra_host_image_write(const struct host_image *image, uint32_t shape, i32x4 coordinate, int32_t lod,
                            int32_t sample, i32x4 value);
/* `operation` is the SpvOp. */
uint64_t smmra_host_image_atomic(const struct host_image *image, uint32_t shape, uint32_t operation, i32x4 coordinate,
                                 int32_t sample, uint64_t value, uint64_t comparator);
i32x4 smmra_host_image_sample(const struct host_image *image, const struct host_sampler *sampler, uint32_t shape,
                              f32x4 coordinate, float lod_or_bias, float compare, i32x4 offset, f32x4 dx, f32x4 dy);
/* The level of detail is by the differences of the coordinates in the quad, plus the bias. */
i32x4 smmra_host_image_sample_in_quad(const struct host_image *image, const struct host_sampler *sampler,
                                      uint32_t shape, f32x4 coordinate, float bias, float compare, i32x4 offset,
                                      uint32_t place);
/* As OpImageQueryLod has it: the level that is accessed, and the level of detail. */
f32x2 smmra_host_image_level(const struct host_image *image, const struct host_sampler *sampler, uint32_t shape,
                             f32x4 coordinate, uint32_t place);
/* Texel i is moved by (offset_x[i], offset_y[i]). */
i32x4 smmra_host_image_gather(const struct host_image *image, const struct host_sampler *sampler, uint32_t shape,
                              uint32_t component, f32x4 coordinate, float compare, i32x4 offset_x, i32x4 offset_y);
/* As OpImageQuerySizeLod has it. */
i32x4 smmra_host_image_size(const struct host_image *image, uint32_t shape, int32_t lod);
int32_t smmra_host_image_levels(const struct host_image *image);
int32_t smmra_host_image_samples(const struct host_image *image, uint32_t shape);

#pragma GCC visibility pop

#endif
