/* Between the stages: the vertices of the primitives that are drawn, rasterization, interpolation, and what becomes of
 * a fragment's outputs (Vulkan, "Rasterization" and "Fragment Operations"). Coordinates and values are such that
 * nothing is rounded, on the driver neither, but where w differs between vertices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

enum { LANES = TARGET_WIDTH * TARGET_HEIGHT, LEG = 16 };

/* One invocation's place. */
struct fragment {
    uint32_t primitive, x, y, layer;
    uint32_t coverage;     /* a bit for each sample; 0: it is a helper */
    double at[2], depth;   /* in pixels */
    double weight[3];      /* of the vertices, linear in the image */
    double perspective[3]; /* the same with each w */
};

static struct fragment *fragments;

/* ---- vertices ---- */

/* Two triangles with their right angles in opposite corners, one clockwise and one not, between which a diagonal of
 * pixels is left out: so there are helper invocations. Legs of 16 pixels give areas that are powers of two, and no
 * sample lies on an edge. Further pairs lie over the first. */
static void place_corners(struct drawn_stage *stage, const struct settings *settings) {
    static const double beyond = 4.21875; /* how far the right angle is outside of the image */
    static const double depths[3] = {0.25, 0.5, 0.75};
    for (uint32_t i = 0; i < stage->primitive_count; i++) {
        struct corner *corner = &stage->corners[i * 3];
        double leg = i & 1 ? -LEG : LEG, origin = i & 1 ? TARGET_WIDTH + beyond : -beyond;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t which = i & 1 ? (3 - k) % 3 : k;
            corner[k] = (struct corner){origin + (which == 1 ? leg : 0), origin + (which == 2 ? leg : 0),
                                        depths[(k + i / 2) % 3], 1};
            if (settings->perspective)
                corner[k].w = 1 << (k + i) % 3;
        }
    }
}

/* Floats in quarters, of which 16 pixels make steps that binary fractions hold. */
static uint64_t random_component(uint64_t *state, const smmra_interface *about) {
    uint64_t bits = host_random(state), result = 0;
    double value = (double)((int64_t)(bits % 65) - 32) / 4;
    float narrow = (float)value;
    if (about->scalar != SMMRA_SCALAR_FLOAT)
        return bits & 7 ? bits >> 8 & 15 : about->width == 64 ? bits : bits & UINT32_MAX;
    if (about->width == 64)
        memcpy(&result, &value, sizeof value);
    else
        memcpy(&result, &narrow, sizeof narrow);
    return result;
}

void fill_vertices(struct shader *shader, const struct settings *settings) {
    struct drawn_stage *stage = &shader->stage;
    uint64_t state = settings->seed * 7919;
    place_corners(stage, settings);
    for (uint32_t i = 0; i < stage->input_count; i++)
        for (uint32_t v = 0; v < stage->primitive_count * 3; v++)
            for (uint32_t c = 0; c < 4; c++)
                stage->values[i].vertices[v][c] = random_component(&state, &stage->values[i].about);
}

/* ---- rasterization ---- */

static double cross(const struct corner *a, const struct corner *b, double x, double y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Whether the point is inside; the weights there of the three vertices. */
static bool locate(const struct corner corners[3], double x, double y, double weight[3]) {
    double area = cross(&corners[0], &corners[1], corners[2].x, corners[2].y);
    weight[0] = cross(&corners[1], &corners[2], x, y) / area;
    weight[1] = cross(&corners[2], &corners[0], x, y) / area;
    weight[2] = cross(&corners[0], &corners[1], x, y) / area;
    return weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
}

/* Lanes as llvmpipe has them: blocks of four by four pixels, in each the quads row by row. */
static void place_lane(struct fragment *fragment, uint32_t lane) {
    uint32_t block = lane / 16, quad = lane / 4 % 4;
    fragment->x = block % 2 * 4 + quad % 2 * 2 + lane % 2;
    fragment->y = block / 2 * 4 + quad / 2 * 2 + lane / 2 % 2;
}

static void rasterize(const struct drawn_stage *stage, struct fragment *fragment) {
    const struct corner *corners = &stage->corners[fragment->primitive * 3];
    double weight[3], sum = 0;
    fragment->at[0] = fragment->x + 0.5;
    fragment->at[1] = fragment->y + 0.5;
    fragment->coverage = locate(corners, fragment->at[0], fragment->at[1], weight);
    fragment->depth = 0;
    for (uint32_t i = 0; i < 3; i++) {
        fragment->weight[i] = weight[i];
        fragment->depth += weight[i] * corners[i].z;
        sum += weight[i] / corners[i].w;
    }
    for (uint32_t i = 0; i < 3; i++)
        fragment->perspective[i] = weight[i] / corners[i].w / sum;
}

/* ---- inputs ---- */

static void set_float(uint8_t *to, double value) {
    float narrow = (float)value;
    memcpy(to, &narrow, sizeof narrow);
}

static double float_of(uint64_t bits) {
    float value;
    uint32_t word = (uint32_t)bits;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Without Flat it is a float of 32 bits. */
static void set_input(const struct stage_value *value, const struct fragment *fragment, uint8_t *to) {
    const smmra_interface *about = &value->about;
    const double *weight = about->decorations & SMMRA_NO_PERSPECTIVE ? fragment->weight : fragment->perspective;
    uint32_t first = fragment->primitive * 3, bytes = about->width / 8;
    for (uint32_t c = 0; c < about->components; c++) {
        double sum = 0;
        for (uint32_t k = 0; k < 3; k++)
            sum += weight[k] * float_of(value->vertices[first + k][c]);
        if (about->decorations & SMMRA_FLAT)
            memcpy(to + c * bytes, &value->vertices[first][c], bytes);
        else
            set_float(to + c * bytes, sum);
    }
}

static double reciprocal_w(const struct drawn_stage *stage, const struct fragment *fragment) {
    double sum = 0;
    for (uint32_t i = 0; i < 3; i++)
        sum += fragment->weight[i] / stage->corners[fragment->primitive * 3 + i].w;
    return sum;
}

static bool is_front(const struct drawn_stage *stage, const struct fragment *fragment) {
    const struct corner *corners = &stage->corners[fragment->primitive * 3];
    return cross(&corners[0], &corners[1], corners[2].x, corners[2].y) < 0; /* counterclockwise, with y downwards */
}

static void set_builtin(const struct drawn_stage *stage, const struct stage_value *value,
                        const struct fragment *fragment, uint8_t *to) {
    uint32_t number = 0;
    switch (value->about.builtin) {
    case SpvBuiltInFragCoord:
        set_float(to, fragment->at[0]);
        set_float(to + 4, fragment->at[1]);
        set_float(to + 8, fragment->depth);
        set_float(to + 12, reciprocal_w(stage, fragment));
        return;
    case SpvBuiltInFrontFacing:
        *to = is_front(stage, fragment);
        return;
    case SpvBuiltInPrimitiveId:
        number = fragment->primitive;
        break;
    case SpvBuiltInLayer:
        number = fragment->layer;
        break;
    case SpvBuiltInSampleMask:
        number = fragment->coverage;
        break;
    default:
        break;
    }
    memcpy(to, &number, sizeof number);
}

static void set_inputs(const struct drawn_stage *stage, const struct fragment *fragment, uint8_t *record) {
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        if (value->about.builtin == SMMRA_NONE)
            set_input(value, fragment, record + value->offset);
        else
            set_builtin(stage, value, fragment, record + value->offset);
    }
}

/* ---- invocations ---- */

static bool quad_is_empty(const struct fragment *first) {
    return !(first[0].coverage | first[1].coverage | first[2].coverage | first[3].coverage);
}

bool make_fragments(struct shader *shader, struct host_dispatch *dispatch) {
    struct drawn_stage *stage = &shader->stage;
    uint32_t count = stage->primitive_count * LANES;
    fragments = calloc(count, sizeof *fragments);
    dispatch->invocations = calloc(count, sizeof *dispatch->invocations);
    uint8_t *records = calloc(count, stage->input_bytes + stage->output_bytes + 1);
    if (!fragments || !dispatch->invocations || !records)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        fragments[i].primitive = i / LANES;
        place_lane(&fragments[i], i % LANES);
        rasterize(stage, &fragments[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct host_invocation *invocation = &dispatch->invocations[i];
        invocation->absent = quad_is_empty(&fragments[i / 4 * 4]);
        invocation->helper = !fragments[i].coverage;
        invocation->inputs = records + (size_t)i * stage->input_bytes;
        invocation->outputs = records + (size_t)count * stage->input_bytes + (size_t)i * stage->output_bytes;
        set_inputs(stage, &fragments[i], invocation->inputs);
    }
    memcpy(dispatch->local_size, (uint32_t[]){LANES, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){stage->primitive_count, 1, 1}, sizeof dispatch->group_count);
    return true;
}

/* ---- outputs ---- */

static void write_colours(struct shader *shader, const struct fragment *fragment, const uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        const smmra_interface *about = &value->about;
        if (about->builtin != SMMRA_NONE || !about->used)
            continue;
        const struct host_image *image = &shader->buffers[stage->targets[about->location]].image.host;
        int64_t at[3] = {fragment->x, fragment->y, 0};
        uint8_t *texel = host_texel_at(image, 0, at, fragment->layer, 0);
        memcpy(texel + about->component * 4, record + value->offset, value->element_bytes);
    }
}

void merge_fragments(struct shader *shader, const struct host_dispatch *dispatch) {
    uint32_t count = shader->stage.primitive_count * LANES;
    for (uint32_t i = 0; i < count; i++) {
        const struct host_invocation *invocation = &dispatch->invocations[i];
        if (!invocation->absent && !invocation->helper && !invocation->ended)
            write_colours(shader, &fragments[i], invocation->outputs);
    }
}
