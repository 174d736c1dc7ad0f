/* Between vertices and fragments: the primitives that are drawn, which samples they cover, and interpolation (Vulkan,
 * "Rasterization"). Coordinates and values are such that nothing is rounded, on the driver neither, but where w differs
 * between vertices. */
#include <math.h>
#include <string.h>

#include "compare/compare.h"

enum { LEG = 16, POINT_SIZE = FEEDER_POINT_SIZE };

/* ---- vertices ---- */

/* Two triangles with their right angles in opposite corners, one clockwise and one not, between which a diagonal of
 * pixels is left out: so there are helper invocations. Legs of 16 pixels give areas that are powers of two, and no
 * sample lies on an edge. Further pairs lie over the first. */
static void place_triangle(struct drawn_stage *stage, uint32_t number) {
    static const double beyond = 4.21875; /* how far the right angle is outside of the image */
    static const double depths[3] = {0.25, 0.5, 0.75};
    struct corner *corner = &stage->corners[number * 3];
    bool second = number & 1;
    double leg = second ? -LEG : LEG, origin = second ? TARGET_WIDTH + beyond : -beyond;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t which = second ? (3 - k) % 3 : k;
        corner[k] = (struct corner){origin + (which == 1 ? leg : 0), origin + (which == 2 ? leg : 0),
                                    depths[(k + number / 2) % 3], 1};
    }
}

/* Squares of four pixels that do not touch. */
static void place_point(struct drawn_stage *stage, uint32_t number) {
    stage->corners[number] = (struct corner){number & 1 ? 6.25 : 1.75, number & 2 ? 6.25 : 1.75, 0.25, 1};
}

void place_corners(struct drawn_stage *stage, const struct settings *settings) {
    for (uint32_t i = 0; i < stage->primitive_count; i++) {
        if (stage->corners_each == 1) {
            place_point(stage, i);
            continue;
        }
        place_triangle(stage, i);
        for (uint32_t k = 0; k < 3 && settings->perspective; k++)
            stage->corners[i * 3 + k].w = 1 << (k + i) % 3;
    }
}

/* ---- coverage ---- */

/* Vulkan, "Multisampling": the standard locations. */
void sample_location(uint32_t samples, uint32_t sample, double at[2]) {
    static const double four[4][2] = {{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}};
    at[0] = samples == 4 ? four[sample][0] : 0.5;
    at[1] = samples == 4 ? four[sample][1] : 0.5;
}

static double cross(const struct corner *a, const struct corner *b, double x, double y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Counterclockwise, with y downwards. */
bool is_front(const struct drawn_stage *stage, uint32_t primitive) {
    const struct corner *corners = &stage->corners[primitive * 3];
    return stage->corners_each == 1 || cross(&corners[0], &corners[1], corners[2].x, corners[2].y) < 0;
}

static bool in_point(const struct corner *corner, double x, double y) {
    return fabs(x - corner->x) < POINT_SIZE / 2.0 && fabs(y - corner->y) < POINT_SIZE / 2.0;
}

/* Whether the primitive covers the place; the weights there of its corners. */
static bool locate(const struct drawn_stage *stage, uint32_t primitive, const double at[2], double weight[3]) {
    const struct corner *corners = &stage->corners[primitive * stage->corners_each];
    weight[0] = 1, weight[1] = weight[2] = 0;
    if (stage->corners_each == 1)
        return in_point(corners, at[0], at[1]);
    double area = cross(&corners[0], &corners[1], corners[2].x, corners[2].y);
    for (uint32_t i = 0; i < 3; i++)
        weight[i] = cross(&corners[(i + 1) % 3], &corners[(i + 2) % 3], at[0], at[1]) / area;
    return weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
}

uint32_t coverage_of(const struct drawn_stage *stage, uint32_t primitive, uint32_t x, uint32_t y) {
    uint32_t coverage = 0;
    double weight[3];
    for (uint32_t i = 0; i < stage->samples; i++) {
        double at[2];
        sample_location(stage->samples, i, at);
        at[0] += x;
        at[1] += y;
        coverage |= (locate(stage, primitive, at, weight) ? 1u : 0u) << i;
    }
    return coverage;
}

/* ---- interpolation ---- */

struct weights weights_at(const struct drawn_stage *stage, uint32_t primitive, const double at[2]) {
    const struct corner *corners = &stage->corners[primitive * stage->corners_each];
    struct weights weights = {.reciprocal_w = 0};
    locate(stage, primitive, at, weights.linear);
    for (uint32_t i = 0; i < stage->corners_each; i++) {
        weights.depth += weights.linear[i] * corners[i].z;
        weights.reciprocal_w += weights.linear[i] / corners[i].w;
    }
    for (uint32_t i = 0; i < stage->corners_each; i++)
        weights.perspective[i] = weights.linear[i] / corners[i].w / weights.reciprocal_w;
    return weights;
}

static double float_of(uint64_t bits) {
    float value;
    uint32_t word = (uint32_t)bits;
    memcpy(&value, &word, sizeof value);
    return value;
}

float interpolate(const struct drawn_stage *stage, const struct stage_value *value, uint32_t primitive,
                  uint32_t component, const struct weights *weights) {
    const double *weight =
        value->about.decorations & SMMRA_DECORATION_NO_PERSPECTIVE ? weights->linear : weights->perspective;
    double sum = 0;
    for (uint32_t i = 0; i < stage->corners_each; i++)
        sum += weight[i] * float_of(value->vertices[primitive * stage->corners_each + i][component]);
    return (float)sum;
}
