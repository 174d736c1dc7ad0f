/* The functions that the IR of SMMRA_TARGET_HOST calls (spirv_mmra.h). The program that runs it defines them, so that
 * its code can wait for other invocations and reach images. The library has none of them. They are as experimental as
 * the target, and have the calling convention of x86-64's System V ABI; GCC and Clang read this header.
 *
 * An i1 comes as a byte of which only the lowest bit is defined. `place` is a number in the order in which an
 * invocation comes to such calls: of those that wait in calls while no other of their subgroup runs, those with the
 * first place go on together, and are the active ones (docs/evidence/comparing.md, "The host target"). */
#ifndef SPIRV_MMRA_HOST_H
#define SPIRV_MMRA_HOST_H

#include "spirv_mmra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* smmra_translated_entry.function and workgroup_function. */
typedef void smmra_host_invocation(const uint64_t *arguments, const uint32_t *workgroup_id, const uint32_t *local_id);
typedef void smmra_host_workgroup(const uint64_t *arguments, const uint32_t *workgroup_id);

/* ---- invocations beside each other ---- */

/* Returns when all invocations of the workgroup that have not ended wait here. */
void smmra_host_workgroup_barrier(void);
/* Returns when the active ones wait here. */
void smmra_host_wave_barrier(uint32_t place);
/* How many invocations a subgroup has, at most 64, and the caller's number in it. */
uint32_t smmra_host_wave_size(void);
uint32_t smmra_host_lane(void);
/* Bit n is that of lane n, and 0 if that is not active. */
uint64_t smmra_host_ballot(uint8_t predicate, uint32_t place);
/* The word of the first active lane; of that lane, which may be another for each caller. Of one that is not active, or
 * does not exist, any word. */
uint32_t smmra_host_read_first_lane(uint32_t word, uint32_t place);
uint32_t smmra_host_read_lane(uint32_t word, uint32_t lane, uint32_t place);
/* Lane n of a quad gets the word of lane `lanes >> 2 * n & 3` of it; of one that is not active 0 if `bounds` says so,
 * else any. Rows and banks are AMDGPU's, and all. */
uint32_t smmra_host_permute(uint32_t word, uint32_t lanes, uint32_t rows, uint32_t banks, uint8_t bounds,
                            uint32_t place);

/* ---- fragments, which compute shaders do not call ---- */

/* Ends the invocation unless it goes on; makes it a helper; says whether it is none. */
void smmra_host_kill(uint8_t going_on);
void smmra_host_demote(uint8_t going_on);
uint8_t smmra_host_live(void);
/* The word, which is to be computed in helpers too. */
uint32_t smmra_host_whole_quad(uint32_t word);

/* ---- images ----
 *
 * An image or sampler is what the first eight bytes of its descriptor point to; what lies there is the program's.
 * Coordinates are SPIR-V's: the spatial ones, then the layer; of a cube a direction and then the cube, but x, y and the
 * face for integer coordinates. Components have 32 bits; an image of 64-bit integers has one, whose halves are the
 * first two. Out of bounds, writes do nothing, and reads give what zeros in memory mean: a component that the format
 * lacks is as ever. */

struct smmra_host_image;
struct smmra_host_sampler;

/* `shape`: what an instruction knows of its image. */
enum {
    SMMRA_HOST_SHAPE_DIM = 7, /* SPIR-V's number; that of an input attachment is 2D */
    SMMRA_HOST_SHAPE_ARRAYED = 1 << 3,
    SMMRA_HOST_SHAPE_MULTISAMPLED = 1 << 4,
    SMMRA_HOST_SHAPE_COMPARED = 1 << 5, /* with a depth reference */
    SMMRA_HOST_SHAPE_RESULT = 3 << 6,   /* times 1 << 6: 0 float, 1 signed, 2 unsigned; the format tells as well */
    SMMRA_HOST_SHAPE_RESULT_ONE = 1 << 6,
    SMMRA_HOST_SHAPE_LOD = 3 << 8, /* 0: the base level */
    SMMRA_HOST_SHAPE_LOD_BIAS = 1 << 8,
    SMMRA_HOST_SHAPE_LOD_EXPLICIT = 2 << 8,
    SMMRA_HOST_SHAPE_LOD_GRADIENTS = 3 << 8,
    SMMRA_HOST_SHAPE_64_BIT = 1 << 10,
    SMMRA_HOST_SHAPE_SAMPLED = 1 << 11 /* not a storage image or storage texel buffer: its descriptor may differ */
};

typedef int32_t smmra_host_int4 __attribute__((vector_size(16)));
typedef float smmra_host_float2 __attribute__((vector_size(8)));
typedef float smmra_host_float4 __attribute__((vector_size(16)));

smmra_host_int4 smmra_host_image_read(const struct smmra_host_image *image, uint32_t shape, smmra_host_int4 coordinate,
                                      int32_t lod, int32_t sample);
void smmra_host_image_write(const struct smmra_host_image *image, uint32_t shape, smmra_host_int4 coordinate,
                            int32_t lod, int32_t sample, smmra_host_int4 value);
/* `operation` is SPIR-V's opcode. */
uint64_t smmra_host_image_atomic(const struct smmra_host_image *image, uint32_t shape, uint32_t operation,
                                 smmra_host_int4 coordinate, int32_t sample, uint64_t value, uint64_t comparator);
smmra_host_int4 smmra_host_image_sample(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                        uint32_t shape, smmra_host_float4 coordinate, float lod_or_bias, float compare,
                                        smmra_host_int4 offset, smmra_host_float4 dx, smmra_host_float4 dy);
/* The level of detail is by the differences of the coordinates in the quad, plus the bias. */
smmra_host_int4 smmra_host_image_sample_in_quad(const struct smmra_host_image *image,
                                                const struct smmra_host_sampler *sampler, uint32_t shape,
                                                smmra_host_float4 coordinate, float bias, float compare,
                                                smmra_host_int4 offset, uint32_t place);
/* As OpImageQueryLod has it: the level that is accessed, and the level of detail. */
smmra_host_float2 smmra_host_image_level(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                         uint32_t shape, smmra_host_float4 coordinate, uint32_t place);
/* Texel i is moved by (offset_x[i], offset_y[i]). */
smmra_host_int4 smmra_host_image_gather(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                        uint32_t shape, uint32_t component, smmra_host_float4 coordinate, float compare,
                                        smmra_host_int4 offset_x, smmra_host_int4 offset_y);
/* As OpImageQuerySizeLod has it. */
smmra_host_int4 smmra_host_image_size(const struct smmra_host_image *image, uint32_t shape, int32_t lod);
int32_t smmra_host_image_levels(const struct smmra_host_image *image);
int32_t smmra_host_image_samples(const struct smmra_host_image *image, uint32_t shape);

#ifdef __cplusplus
}
#endif

#endif
