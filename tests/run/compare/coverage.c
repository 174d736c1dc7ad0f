/* Which pixels a primitive of a mesh covers. What drivers may round in different ways is in doubt: a pixel's centre on
 * an edge, a line that lies askew, a primitive that the view volume cuts. */
#include <math.h>
#include <stddef.h>

#include "compare/draw.h"

/* A part of a pixel. Drivers round corners to fractions of a pixel, and nearer to an edge a centre may lie on both
 * sides. */
static const double MARGIN = 1.0 / 128;

struct place {
    double x, y;
};

static struct place place_of(const float *clip) {
    return (struct place){((double)clip[0] / (double)clip[3] + 1) * VIEWPORT_SIZE / 2 + VIEWPORT_ORIGIN,
                          ((double)clip[1] / (double)clip[3] + 1) * VIEWPORT_SIZE / 2 + VIEWPORT_ORIGIN};
}

/* (Vulkan, "Primitive Clipping": 0 <= z <= w) */
enum coverage volume_coverage(const struct mesh_primitive *primitive) {
    uint32_t before = 0, behind = 0, corners = primitive->corners;
    for (uint32_t i = 0; i < corners; i++) {
        const float *clip = primitive->clip[i];
        if (!(clip[3] > 0) || !isfinite(clip[0]) || !isfinite(clip[1]) || !isfinite(clip[2]) || !isfinite(clip[3]))
            return IN_DOUBT;
        before += clip[2] < 0;
        behind += clip[2] > clip[3];
    }
    if (before == corners || behind == corners)
        return NOT_COVERED;
    return before + behind ? IN_DOUBT : COVERED;
}

/* From the distance to the nearest edge, which is positive inside. */
static enum coverage by_distance(double distance) {
    if (fabs(distance) < MARGIN)
        return IN_DOUBT;
    return distance > 0 ? COVERED : NOT_COVERED;
}

static enum coverage point_covers(struct place at, struct place pixel) {
    return by_distance(0.5 - fmax(fabs(at.x - pixel.x), fabs(at.y - pixel.y)));
}

/* Whether an end lies before the centre of its pixel, but in its diamond. */
static bool is_plain_end(double along, double direction) {
    double turned = along * direction, part = turned - floor(turned);
    return part > MARGIN && part < 0.5 - MARGIN;
}

/* As a rectangle around it, one pixel wide. Only of lines on rows and columns of centres, which begin in the diamond of
 * their first pixel and end behind that of their last one, drivers agree on both. */
static enum coverage line_covers(struct place from, struct place to, struct place pixel) {
    bool is_row = from.y == to.y;
    double first = is_row ? from.x : from.y, last = is_row ? to.x : to.y, at = is_row ? pixel.x : pixel.y;
    double across = is_row ? from.y : from.x, beside = is_row ? pixel.y : pixel.x;
    double direction = last < first ? -1 : 1;
    if ((!is_row && from.x != to.x) || fabs(across - floor(across) - 0.5) > MARGIN || first == last ||
        !is_plain_end(first, direction) || !is_plain_end(last, direction))
        return IN_DOUBT;
    bool covered = (at - first) * direction >= 0 && (last - at) * direction >= 0 && fabs(across - beside) < 0.5;
    return covered ? COVERED : NOT_COVERED;
}

static double side(struct place a, struct place b, struct place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static enum coverage triangle_covers(const struct place *places, struct place pixel) {
    double whole = side(places[0], places[1], places[2]), nearest = INFINITY;
    if (whole == 0)
        return NOT_COVERED;
    for (uint32_t i = 0; i < 3; i++) {
        struct place from = places[i], to = places[(i + 1) % 3];
        double distance = side(from, to, pixel) / hypot(to.x - from.x, to.y - from.y);
        nearest = fmin(nearest, whole < 0 ? -distance : distance);
    }
    return by_distance(nearest);
}

enum coverage pixel_coverage(const struct mesh_primitive *primitive, uint32_t x, uint32_t y) {
    struct place places[3], pixel = {x + 0.5, y + 0.5};
    for (uint32_t i = 0; i < primitive->corners; i++)
        places[i] = place_of(primitive->clip[i]);
    return primitive->corners == 1   ? point_covers(places[0], pixel)
           : primitive->corners == 2 ? line_covers(places[0], places[1], pixel)
                                     : triangle_covers(places, pixel);
}
