#include "host/machine_images.h"

#include <math.h>
#include <string.h>

#include "host/functions.h"
#include "host/shape.h"
#include "mmra/base/float_format.h"
#include "mmra/machine/machine_wave.h"

/* A row is a kind of image as instructions name it: what the host calls its shape, and how many coordinates there are,
 * without a sample's number. */
static const struct {
    uint32_t shape, coordinates;
} dimensions[] = {[MACHINE_1D] = {SpvDim1D, 1},
                  [MACHINE_2D] = {SpvDim2D, 2},
                  [MACHINE_3D] = {SpvDim3D, 3},
                  [MACHINE_1D_ARRAY] = {SpvDim1D | SMMRA_HOST_SHAPE_ARRAYED, 2},
                  [MACHINE_2D_ARRAY] = {SpvDim2D | SMMRA_HOST_SHAPE_ARRAYED, 3},
                  [MACHINE_CUBE] = {SpvDimCube, 3},
                  [MACHINE_2D_MSAA] = {SpvDim2D | SMMRA_HOST_SHAPE_MULTISAMPLED, 2},
                  [MACHINE_2D_MSAA_ARRAY] = {SpvDim2D | SMMRA_HOST_SHAPE_ARRAYED | SMMRA_HOST_SHAPE_MULTISAMPLED, 3}};

/* The instructions of gfx9 leave it to the descriptor, but for layers. */
static uint8_t dimension_of(const struct smmra_host_image *image, const struct machine_instruction *i) {
    if (i->dimension != MACHINE_UNSAID || i->path != MACHINE_IMAGE)
        return i->dimension;
    switch (image->dim) {
    case SpvDim1D:
        return i->layered ? MACHINE_1D_ARRAY : MACHINE_1D;
    case SpvDim3D:
        return MACHINE_3D;
    case SpvDimCube:
        return MACHINE_CUBE;
    default:
        return image->samples > 1 ? i->layered ? MACHINE_2D_MSAA_ARRAY : MACHINE_2D_MSAA
               : i->layered       ? MACHINE_2D_ARRAY
                                  : MACHINE_2D;
    }
}

struct access {
    const struct smmra_host_image *image;
    uint32_t shape;
    i32x4 coordinate;
    int32_t lod, sample;
};

static struct access access_of(const struct smmra_host_image *image, const struct machine_registers *g,
                               const struct machine_instruction *i, uint32_t lane) {
    struct access a = {.image = image, .shape = SpvDimBuffer};
    if (i->path != MACHINE_IMAGE) {
        a.coordinate[0] = (int32_t)machine_lane(g, &i->source[0], lane);
        return a;
    }
    uint32_t count = dimensions[i->dimension].coordinates;
    a.shape = dimensions[i->dimension].shape;
    for (uint32_t k = 0; k < count && !i->asks_size; k++)
        a.coordinate[k] = (int32_t)machine_coordinate(g, i, lane, k);
    if (a.shape & SMMRA_HOST_SHAPE_MULTISAMPLED)
        a.sample = (int32_t)machine_coordinate(g, i, lane, count);
    if (i->has_level || i->asks_size)
        a.lod = (int32_t)machine_coordinate(g, i, lane, i->asks_size ? 0 : count);
    return a;
}

/* The half of a component that an instruction with d16 gives: floats are converted, integers have their low half. */
static uint32_t half_of_component(const struct smmra_host_image *image, int32_t component) {
    float value;
    memcpy(&value, &component, sizeof value);
    bool is_integer = host_format_of(image->format)->numeric >= NUMERIC_UINT;
    return is_integer ? (uint32_t)component & 0xFFFF : (uint32_t)mmra_float_bits(value, 16);
}

/* Two to a register, the first one low. Of an odd number the last high half stays. */
static uint32_t load_halves(const struct smmra_host_image *image, const struct machine_registers *g,
                            const struct machine_instruction *i, uint32_t lane, i32x4 value) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        if (!(i->components >> k & 1))
            continue;
        uint32_t *to = &g->vectors[(i->target.number + count / 2) * g->lanes + lane], shift = 16 * (count % 2);
        *to = (*to & ~(UINT32_C(0xFFFF) << shift)) | half_of_component(image, value[k]) << shift;
        count++;
    }
    return i->target.number + (count + 1) / 2;
}

/* What the descriptor gives for each component: one of the texel's, or a constant of the format's kind. */
static i32x4 selected(const struct machine_bound *bound, i32x4 value) {
    float one = 1;
    int32_t unit = 1;
    i32x4 result;
    if (host_format_of(bound->image->format)->numeric < NUMERIC_UINT)
        memcpy(&unit, &one, sizeof unit);
    for (uint32_t k = 0; k < 4; k++)
        result[k] = bound->select[k] < MACHINE_SELECT_ZERO    ? value[bound->select[k]]
                    : bound->select[k] == MACHINE_SELECT_ZERO ? 0
                                                              : unit;
    return result;
}

/* Components of a register list are those of the mask, in order. */
static void load_components(const struct smmra_host_image *image, const struct machine_registers *g,
                            const struct machine_instruction *i, uint32_t lane, i32x4 value) {
    uint32_t next = i->short_data ? load_halves(image, g, i, lane, value) : i->target.number;
    for (uint32_t k = 0; k < 4 && !i->short_data; k++)
        if (i->components >> k & 1)
            g->vectors[next++ * g->lanes + lane] = (uint32_t)value[k];
    if (i->tells_residency) /* everything is resident */
        g->vectors[next * g->lanes + lane] = 0;
}

static uint32_t first_component(const struct machine_instruction *i) {
    return i->components & 1 ? 0 : i->components & 2 ? 1 : i->components & 4 ? 2 : 3;
}

/* Gives a component of four samples in a row. */
static void load_samples(const struct machine_bound *bound, const struct machine_registers *g,
                         const struct machine_instruction *i, uint32_t lane, const struct access *a) {
    for (uint32_t k = 0; k < 4; k++) {
        i32x4 value = smmra_host_image_read(a->image, a->shape, a->coordinate, a->lod, a->sample + (int32_t)k);
        g->vectors[(i->target.number + k) * g->lanes + lane] = (uint32_t)selected(bound, value)[first_component(i)];
    }
}

/* What a half means as a component: a float, or an integer with the format's sign. */
static int32_t component_of_half(const struct smmra_host_image *image, uint32_t half) {
    uint8_t numeric = host_format_of(image->format)->numeric;
    float value = (float)mmra_float_value(half, 16);
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return numeric == NUMERIC_UINT ? (int32_t)half : numeric == NUMERIC_SINT ? (int16_t)half : bits;
}

/* The next component that a store gives; two halves share a register. */
static int32_t given_component(const struct smmra_host_image *image, const struct machine_registers *g,
                               const struct machine_instruction *i, uint32_t lane, uint32_t number) {
    uint32_t at = i->source[1].number + (i->short_data ? number / 2 : number), word = g->vectors[at * g->lanes + lane];
    return i->short_data ? component_of_half(image, word >> (16 * (number % 2)) & 0xFFFF) : (int32_t)word;
}

/* A component that the mask leaves out is 0, and on gfx12 as the first component (LLVM's
 * GCNSubtarget::hasDefaultComponentZero and hasDefaultComponentBroadcast). */
static i32x4 stored_components(const struct machine_bound *bound, const struct machine_registers *g,
                               const struct machine_instruction *i, uint32_t lane) {
    uint32_t next = 0;
    int32_t rest = bound->spreads_component ? given_component(bound->image, g, i, lane, 0) : 0;
    i32x4 value = {rest, rest, rest, rest};
    for (uint32_t k = 0; k < 4; k++)
        if (i->components >> k & 1)
            value[k] = given_component(bound->image, g, i, lane, next++);
    return value;
}

/* Width, height and depth, in whose place layers stand, and levels. A processor counts the faces of cubes as layers. */
static i32x4 size_of(const struct access *a, uint8_t dimension) {
    i32x4 size = smmra_host_image_size(a->image, a->shape, a->lod);
    if (dimension == MACHINE_CUBE)
        size[2] = (int32_t)a->image->layers;
    size[3] = (int32_t)a->image->levels;
    return size;
}

static const uint32_t atomics[] = {
    [MACHINE_RMW_XCHG] = SpvOpAtomicExchange, [MACHINE_COMPARE_SWAP] = SpvOpAtomicCompareExchange,
    [MACHINE_RMW_ADD] = SpvOpAtomicIAdd,      [MACHINE_RMW_SUB] = SpvOpAtomicISub,
    [MACHINE_RMW_UMIN] = SpvOpAtomicUMin,     [MACHINE_RMW_MIN] = SpvOpAtomicSMin,
    [MACHINE_RMW_UMAX] = SpvOpAtomicUMax,     [MACHINE_RMW_MAX] = SpvOpAtomicSMax,
    [MACHINE_RMW_AND] = SpvOpAtomicAnd,       [MACHINE_RMW_OR] = SpvOpAtomicOr,
    [MACHINE_RMW_XOR] = SpvOpAtomicXor,       [MACHINE_RMW_FADD] = SpvOpAtomicFAddEXT,
    [MACHINE_RMW_FMIN] = SpvOpAtomicFMinEXT,  [MACHINE_RMW_FMAX] = SpvOpAtomicFMaxEXT};

static void modify(const struct access *a, const struct machine_registers *g, const struct machine_instruction *i,
                   uint32_t lane) {
    struct machine_operand value = {MACHINE_VECTOR, i->dwords, i->source[1].number}, compared = value;
    compared.number = (uint16_t)(value.number + i->dwords);
    bool compares = i->rmw == MACHINE_COMPARE_SWAP;
    uint64_t old = smmra_host_image_atomic(a->image, a->shape | (i->dwords == 2 ? SMMRA_HOST_SHAPE_64_BIT : 0),
                                           atomics[i->rmw], a->coordinate, a->sample, machine_lane(g, &value, lane),
                                           compares ? machine_lane(g, &compared, lane) : 0);
    if (i->returns)
        machine_set_lane(g, &i->target, lane, old);
}

/* ---- samples ---- */

/* Operands before the coordinates have registers of their own, also if two coordinates of 16 bits (a16) share one. Then
 * `next` counts halves of registers, else registers. */
static uint32_t next_register(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                              uint32_t *next) {
    if (!i->short_coordinates)
        return machine_coordinate(g, i, lane, (*next)++);
    uint32_t half = (*next + 1) & ~1u;
    *next = half + 2;
    return machine_coordinate(g, i, lane, half) | machine_coordinate(g, i, lane, half + 1) << 16;
}

static float float_of(uint32_t bits, bool is_short) {
    return (float)mmra_float_value(is_short ? bits & 0xFFFF : bits, is_short ? 16 : 32);
}

static float next_coordinate(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                             uint32_t *next) {
    return float_of(machine_coordinate(g, i, lane, (*next)++), i->short_coordinates);
}

/* Takes the gradients along one direction. Of 16 bits two stand in a register, the next direction in another. */
static void next_gradients(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                           uint32_t count, uint32_t *next, f32x4 *gradients) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < count; k++) {
        bits = i->short_gradients && k % 2 ? bits >> 16 : next_register(g, i, lane, next);
        (*gradients)[k] = float_of(bits, i->short_gradients);
    }
}

/* A vector that has these components along a face's axes, the major one and those of s and t. */
static f32x4 along_face(float face, float major, float s, float t) {
    const float directions[6][3] = {{major, -t, -s}, {-major, -t, s}, {s, major, t},
                                    {s, -major, -t}, {s, -t, major},  {-s, -t, -major}};
    const float *direction = directions[face < 6 ? (uint32_t)face : 0];
    return (f32x4){direction[0], direction[1], direction[2], 0};
}

/* A processor takes the place on a face of a cube, from 1 to 2, and the face, to which 8 for each cube is added; the
 * host takes a direction and the cube (ISA guides, V_CUBESC_F32 and the three after it). Gradients are those of the
 * place: along the face a direction whose major component is 1 changes twice as much. */
static void turn_to_directions(f32x4 *coordinate, f32x4 *dx, f32x4 *dy) {
    f32x4 place = *coordinate;
    float cube = floorf(place[2] / 8), face = place[2] - 8 * cube;
    *coordinate = along_face(face, 1, 2 * (place[0] - 1.5F), 2 * (place[1] - 1.5F));
    (*coordinate)[3] = cube;
    *dx = along_face(face, 0, 2 * (*dx)[0], 2 * (*dx)[1]);
    *dy = along_face(face, 0, 2 * (*dy)[0], 2 * (*dy)[1]);
}

struct sample {
    uint32_t shape, spatial; /* spatial: how many coordinates have gradients */
    f32x4 coordinate, dx, dy;
    float lod, least_lod, reference;
    i32x4 offset;
};

/* Offsets of six bits, a bias, a reference, gradients, coordinates and the level or the least one stand in this order.
 */
static struct sample sample_of(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane) {
    struct sample s = {.shape = dimensions[i->dimension].shape};
    uint32_t next = 0, spatial = i->dimension == MACHINE_CUBE ? 2 : shape_dimensions(s.shape);
    s.spatial = i->dimension == MACHINE_CUBE ? 3 : spatial; /* of a direction */
    if (i->has_offsets) {
        uint32_t packed = next_register(g, i, lane, &next);
        for (uint32_t k = 0; k < 3; k++)
            s.offset[k] = (int32_t)((packed >> (8 * k) & 63) ^ 32) - 32;
    }
    if (i->lod == MACHINE_LOD_BIAS)
        s.lod = float_of(next_register(g, i, lane, &next), i->short_coordinates);
    if (i->compares) {
        s.shape |= SMMRA_HOST_SHAPE_COMPARED;
        s.reference = float_of(next_register(g, i, lane, &next), false);
    }
    if (i->lod == MACHINE_LOD_GRADIENTS) {
        next_gradients(g, i, lane, spatial, &next, &s.dx);
        next_gradients(g, i, lane, spatial, &next, &s.dy);
    }
    for (uint32_t k = 0; k < dimensions[i->dimension].coordinates; k++)
        s.coordinate[k] = next_coordinate(g, i, lane, &next);
    if (i->lod == MACHINE_LOD_GIVEN)
        s.lod = next_coordinate(g, i, lane, &next);
    if (i->least_lod)
        s.least_lod = next_coordinate(g, i, lane, &next);
    bool given = i->lod == MACHINE_LOD_GIVEN || i->lod == MACHINE_LOD_ZERO;
    s.shape |= given ? SMMRA_HOST_SHAPE_LOD_EXPLICIT : SMMRA_HOST_SHAPE_LOD_GRADIENTS;
    if (i->dimension == MACHINE_CUBE)
        turn_to_directions(&s.coordinate, &s.dx, &s.dy);
    return s;
}

/* In the lane's own row and column of the quad, as the host's (tests/run/host/quads.c). A processor takes the registers
 * of all four lanes, whatever EXEC says: LLVM's SIWholeQuadMode computes the operands in whole quads, and samples
 * where EXEC has the live lanes again. A coordinate that helpers did not compute is what their registers held before.
 */
static void take_gradients(struct sample *s, const struct machine_registers *g, const struct machine_instruction *i,
                           uint32_t lane) {
    f32x4 dx = sample_of(g, i, lane | 1).coordinate - sample_of(g, i, lane & ~1u).coordinate;
    f32x4 dy = sample_of(g, i, lane | 2).coordinate - sample_of(g, i, lane & ~2u).coordinate;
    for (uint32_t k = 0; k < s->spatial; k++) {
        s->dx[k] = dx[k];
        s->dy[k] = dy[k];
    }
}

static i32x4 sampled(const struct machine_bound *bound, const struct machine_instruction *i, const struct sample *s) {
    const struct smmra_host_image *image = bound->image;
    struct smmra_host_sampler own = *bound->sampler;
    const struct smmra_host_sampler *sampler = &own;
    if (i->least_lod) /* of the sampler's and the instruction's the greater one counts */
        own.least_lod = fmaxf(own.least_lod, s->least_lod);
    i32x4 x = {s->offset[0], s->offset[0], s->offset[0], s->offset[0]}, result;
    i32x4 y = {s->offset[1], s->offset[1], s->offset[1], s->offset[1]};
    if (i->lod == MACHINE_LOD_ASKED) {
        struct host_level level = host_level_of(image, sampler, s->shape, (const float *)&s->coordinate,
                                                (const float *)&s->dx, (const float *)&s->dy);
        f32x4 levels = {level.accessed, level.unbounded, 0, 0};
        memcpy(&result, &levels, sizeof result);
        return result;
    }
    if (i->gathers)
        return smmra_host_image_gather(image, sampler, s->shape, bound->select[first_component(i)], s->coordinate,
                                       s->reference, x, y);
    result =
        smmra_host_image_sample(image, sampler, s->shape, s->coordinate, s->lod, s->reference, s->offset, s->dx, s->dy);
    return selected(bound, result);
}

static const char *take_samples(const struct machine_bound *bound, const struct machine_registers *g,
                                const struct machine_instruction *i, uint64_t exec, uint32_t *at) {
    struct machine_instruction all = *i;
    i32x4 results[MACHINE_MAX_LANES];
    all.components = i->gathers ? 15 : i->components;
    bool of_quad = i->lod <= MACHINE_LOD_ASKED;
    if (!bound->sampler || (of_quad && i->gathers))
        return bound->sampler ? "gathering at a level that the quad gives" : "a sampler";
    if (i->gathers && bound->select[first_component(i)] >= MACHINE_SELECT_ZERO)
        return "gathering a component that is constant";
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        if (!(exec >> lane & 1))
            continue;
        struct sample s = sample_of(g, i, lane);
        if (i->dimension == MACHINE_CUBE)
            s.shape |= bound->image->layers > 6 ? SMMRA_HOST_SHAPE_ARRAYED : 0;
        if (of_quad)
            take_gradients(&s, g, i, lane);
        *at = lane;
        results[lane] = sampled(bound, i, &s);
    }
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        if (exec >> lane & 1)
            load_components(bound->image, g, &all, lane, results[lane]); /* coordinates may lie in these registers */
    return NULL;
}

static void access_texel(const struct machine_bound *bound, const struct machine_registers *g,
                         const struct machine_instruction *i, uint32_t lane) {
    struct access a = access_of(bound->image, g, i, lane);
    if (i->operation == MACHINE_RMW)
        modify(&a, g, i, lane);
    else if (i->operation == MACHINE_STORE)
        smmra_host_image_write(a.image, a.shape, a.coordinate, a.lod, a.sample, stored_components(bound, g, i, lane));
    else if (i->of_samples)
        load_samples(bound, g, i, lane, &a);
    else if (i->asks_size)
        load_components(a.image, g, i, lane, size_of(&a, i->dimension));
    else
        load_components(a.image, g, i, lane,
                        selected(bound, smmra_host_image_read(a.image, a.shape, a.coordinate, a.lod, a.sample)));
}

static bool selects_all(const struct machine_bound *bound) {
    uint32_t count = host_format_components(host_format_of(bound->image->format));
    for (uint32_t k = 0; k < count; k++)
        if (bound->select[k] != k)
            return false;
    return true;
}

/* An atomic is of whole texels; stores write the components in their order. */
static const char *not_known(const struct machine_bound *bound, const struct machine_registers *g,
                             const struct machine_instruction *i) {
    bool modifies = i->operation == MACHINE_RMW, loads = i->operation == MACHINE_LOAD;
    bool texels = i->path == MACHINE_TEXELS;
    if (modifies && !(i->rmw < sizeof atomics / sizeof *atomics && atomics[i->rmw]))
        return "such an atomic";
    if (modifies && host_format_size(host_format_of(bound->image->format)) != 4u * i->dwords)
        return "an atomic of another width than the texel's";
    if (!loads && !selects_all(bound))
        return "writing where the descriptor exchanges components (DST_SEL)";
    if (texels &&
        (!i->index_in_register || i->offset_in_register || i->offset || (uint32_t)machine_lane(g, &i->soffset, 0)))
        return "a texel of a buffer that is not found by its index alone";
    return NULL;
}

struct toucher {
    const struct machine_bound *bound;
    uint32_t lane;
};

static void touch(void *user, uint8_t *texel) {
    const struct toucher *toucher = user;
    const struct machine_bound *bound = toucher->bound;
    bound->touched(bound->user, toucher->lane, texel, host_format_size(host_format_of(bound->image->format)));
}

const char *host_access_image(const struct machine_bound *bound, const struct machine_registers *g,
                              const struct machine_instruction *one, uint64_t exec) {
    struct machine_instruction said = *one;
    struct machine_bound own = *bound;
    struct smmra_host_image image = *bound->image;
    struct toucher toucher = {.bound = bound};
    said.dimension = dimension_of(bound->image, one);
    own.image = &image;
    if (bound->touched) {
        image.touched = touch;
        image.user = &toucher;
    }
    const char *fault = not_known(bound, g, one);
    if (fault || one->samples)
        return fault ? fault : take_samples(&own, g, &said, exec, &toucher.lane);
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        if (exec >> lane & 1) {
            toucher.lane = lane;
            access_texel(&own, g, &said, lane);
        }
    return NULL;
}
