/* The invocations of a fragment shader: where they are, and their inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

enum { LANES = TARGET_WIDTH * TARGET_HEIGHT };

static const struct drawn_stage *drawn; /* what smmra_host_interpolate and smmra_host_load_vertex ask */
static const struct host_dispatch *dispatched;
static struct fragment *fragments;

/* ---- vertices ---- */

/* Floats in quarters, of which 16 pixels make steps that binary fractions hold. Distances keep everything. */
static uint64_t random_component(uint64_t *state, const smmra_interface *about) {
    uint64_t bits = host_random(state), result = 0;
    bool distance = about->builtin == SpvBuiltInClipDistance || about->builtin == SpvBuiltInCullDistance;
    double value = (double)((int64_t)(bits % 65) - (distance ? -1 : 32)) / 4;
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
    if (is_fragment(shader))
        place_corners(stage, settings);
    for (uint32_t i = 0; i < stage->input_count; i++)
        for (uint32_t v = 0; v < stage->primitive_count * stage->corners_each; v++)
            for (uint32_t c = 0; c < MAX_COMPONENTS; c++)
                stage->values[i].vertices[v][c] = random_component(&state, &stage->values[i].about);
}

/* ---- where ---- */

/* Lanes as llvmpipe has them: blocks of four by four pixels, in each the quads row by row. */
static void place_lane(struct fragment *fragment, uint32_t lane) {
    uint32_t block = lane / 16, quad = lane / 4 % 4;
    fragment->x = block % 2 * 4 + quad % 2 * 2 + lane % 2;
    fragment->y = block / 2 * 4 + quad / 2 * 2 + lane / 2 % 2;
}

static uint32_t passes_of(const struct drawn_stage *stage) {
    return stage->sample_shading ? stage->samples : 1;
}

/* A workgroup is a primitive in a view, or one sample of all its pixels. */
static void place_fragment(const struct drawn_stage *stage, struct fragment *fragment, uint32_t number) {
    uint32_t workgroup = number / LANES, passes = passes_of(stage);
    fragment->sample = workgroup % passes;
    fragment->primitive = workgroup / passes % stage->primitive_count;
    fragment->view = workgroup / passes / stage->primitive_count;
    fragment->layer = stage->views > 1 ? fragment->view : fragment->primitive % stage->layers;
    place_lane(fragment, number % LANES);
    double at[2] = {0.5, 0.5};
    if (stage->sample_shading)
        sample_location(stage->samples, fragment->sample, at);
    fragment->at[0] = fragment->x + at[0];
    fragment->at[1] = fragment->y + at[1];
    fragment->weights = weights_at(stage, fragment->primitive, fragment->at);
    fragment->coverage = coverage_of(stage, fragment->primitive, fragment->x, fragment->y);
    if (stage->sample_shading)
        fragment->coverage &= 1u << fragment->sample;
}

/* ---- inputs ---- */

static void set_float(uint8_t *to, double value) {
    float narrow = (float)value;
    memcpy(to, &narrow, sizeof narrow);
}

/* The centre, unless the shader asks for another place and is not run for each sample. Centroid: a sample that is
 * covered, where not all are. */
static struct weights weights_of(const struct drawn_stage *stage, const struct stage_value *value,
                                 const struct fragment *fragment) {
    uint32_t all = (1u << stage->samples) - 1;
    if (!(value->about.decorations & SMMRA_DECORATION_CENTROID) || stage->sample_shading || fragment->coverage == all ||
        !fragment->coverage)
        return fragment->weights;
    double at[2];
    sample_location(stage->samples, (uint32_t)__builtin_ctz(fragment->coverage), at);
    at[0] += fragment->x;
    at[1] += fragment->y;
    return weights_at(stage, fragment->primitive, at);
}

static void set_per_vertex(const struct stage_value *value, uint32_t first, uint8_t *to) {
    uint32_t bytes = value->about.width / 8;
    for (uint32_t v = 0; v < value->about.vertices; v++)
        for (uint32_t c = 0; c < value->about.components; c++)
            memcpy(to + v * value->stride + c * bytes, &value->vertices[first + v][c], bytes);
}

/* What is not Flat is floats of 32 bits. */
static void set_input(const struct drawn_stage *stage, const struct stage_value *value, const struct fragment *fragment,
                      uint8_t *to) {
    const smmra_interface *about = &value->about;
    uint32_t first = fragment->primitive * stage->corners_each, bytes = about->width / 8;
    struct weights weights = weights_of(stage, value, fragment);
    if (about->vertices) {
        set_per_vertex(value, first, to);
        return;
    }
    for (uint32_t c = 0; c < about->components * value->elements; c++) {
        if (about->decorations & SMMRA_DECORATION_FLAT)
            memcpy(to + c * bytes, &value->vertices[first][c], bytes);
        else
            set_float(to + c * bytes, interpolate(stage, value, fragment->primitive, c, &weights));
    }
}

static void set_weights(const double weight[3], uint8_t *to) {
    for (uint32_t i = 0; i < 3; i++)
        set_float(to + 4 * i, weight[i]);
}

static void set_position(const struct drawn_stage *stage, uint32_t builtin, const struct fragment *fragment,
                         uint8_t *to) {
    const struct corner *point = &stage->corners[fragment->primitive];
    double at[2];
    switch (builtin) {
    case SpvBuiltInFragCoord:
        set_float(to, fragment->at[0]);
        set_float(to + 4, fragment->at[1]);
        set_float(to + 8, fragment->weights.depth);
        set_float(to + 12, fragment->weights.reciprocal_w);
        return;
    case SpvBuiltInPointCoord:
        set_float(to, 0.5 + (fragment->at[0] - point->x) / FEEDER_POINT_SIZE);
        set_float(to + 4, 0.5 + (fragment->at[1] - point->y) / FEEDER_POINT_SIZE);
        return;
    default:
        sample_location(stage->samples, fragment->sample, at);
        set_float(to, at[0]);
        set_float(to + 4, at[1]);
    }
}

static uint32_t number_of(const struct drawn_stage *stage, uint32_t builtin, const struct fragment *fragment) {
    switch (builtin) {
    case SpvBuiltInPrimitiveId:
        return fragment->primitive;
    case SpvBuiltInLayer:
        return fragment->layer;
    case SpvBuiltInViewportIndex:
        return fragment->primitive % 2;
    case SpvBuiltInViewIndex:
        return fragment->view;
    case SpvBuiltInSampleId:
        return fragment->sample;
    case SpvBuiltInSampleMask:
        return fragment->coverage;
    case SpvBuiltInFrontFacing:
        return is_front(stage, fragment->primitive);
    case SpvBuiltInFragInvocationCountEXT:
        return passes_of(stage);
    default:
        return 0;
    }
}

static void set_builtin(const struct drawn_stage *stage, const struct stage_value *value,
                        const struct fragment *fragment, uint8_t *to) {
    uint32_t number;
    switch (value->about.builtin) {
    case SpvBuiltInFragCoord:
    case SpvBuiltInPointCoord:
    case SpvBuiltInSamplePosition:
        set_position(stage, value->about.builtin, fragment, to);
        return;
    case SpvBuiltInClipDistance:
    case SpvBuiltInCullDistance:
        set_input(stage, value, fragment, to);
        return;
    case SpvBuiltInBaryCoordKHR:
        set_weights(fragment->weights.perspective, to);
        return;
    case SpvBuiltInBaryCoordNoPerspKHR:
        set_weights(fragment->weights.linear, to);
        return;
    case SpvBuiltInFragSizeEXT:
        memcpy(to, (uint32_t[]){1, 1}, 8);
        return;
    default:
        number = number_of(stage, value->about.builtin, fragment);
        memcpy(to, &number, value->element_bytes);
    }
}

static void set_inputs(const struct drawn_stage *stage, const struct fragment *fragment, uint8_t *record) {
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        if (value->about.builtin == SMMRA_NONE)
            set_input(stage, value, fragment, record + value->offset);
        else
            set_builtin(stage, value, fragment, record + value->offset);
    }
}

/* ---- what the shell gives (docs/guide/stages.md) ---- */

static struct fragment *current_fragment(void) {
    return &fragments[host_current_invocation() - dispatched->invocations];
}

void smmra_host_interpolate(uint32_t place, uint32_t location, uint32_t component, uint32_t count, uint32_t sample,
                            float x, float y, float *to) {
    struct fragment *fragment = current_fragment();
    double at[2] = {0.5 + (double)x, 0.5 + (double)y};
    if (place == INTERPOLATE_SAMPLE)
        sample_location(drawn->samples, sample, at);
    if (place == INTERPOLATE_CENTROID && fragment->coverage && fragment->coverage != (1u << drawn->samples) - 1)
        sample_location(drawn->samples, (uint32_t)__builtin_ctz(fragment->coverage), at);
    at[0] += fragment->x;
    at[1] += fragment->y;
    struct weights weights = weights_at(drawn, fragment->primitive, at);
    for (uint32_t i = 0; i < drawn->input_count; i++) {
        const struct stage_value *value = &drawn->values[i];
        for (uint32_t c = 0; c < count && value->about.location == location; c++)
            if (component + c >= value->about.component &&
                component + c < value->about.component + value->about.components)
                to[c] =
                    interpolate(drawn, value, fragment->primitive, component + c - value->about.component, &weights);
    }
}

static bool lies_at(const smmra_interface *about, bool of_builtin, uint32_t location, uint32_t component) {
    if (!about->vertices || of_builtin != (about->builtin != SMMRA_NONE))
        return false;
    return of_builtin ? about->builtin == location : about->location == location && about->component == component;
}

/* A vertex that the primitive does not have holds anything. */
void smmra_host_load_vertex(uint8_t of_builtin, uint32_t location, uint32_t component, uint32_t vertex, uint8_t *to) {
    bool builtin = of_builtin & 1;
    for (uint32_t i = 0; i < drawn->input_count; i++) {
        const struct stage_value *value = &drawn->values[i];
        if (!lies_at(&value->about, builtin, location, component))
            continue;
        if (vertex < drawn->corners_each && vertex < value->about.vertices)
            memcpy(to, element_at(drawn, value, host_current_invocation()->inputs, vertex, builtin ? component : 0),
                   value->element_bytes);
        else
            memset(to, HOST_GARBAGE, value->element_bytes);
        return;
    }
    fprintf(stderr, "no per-vertex input is at %u, component %u\n", location, component);
    abort();
}

/* ---- invocations ---- */

/* Bytes that nobody has written. */
static uint8_t *unwritten(size_t bytes) {
    uint8_t *memory = malloc(bytes);
    return memory ? memset(memory, HOST_GARBAGE, bytes) : NULL;
}

void clear_unwritten(uint8_t *words, uint32_t count) {
    static const uint8_t garbage[] = {HOST_GARBAGE, HOST_GARBAGE, HOST_GARBAGE, HOST_GARBAGE};
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(words + 4 * i, garbage, 4) == 0)
            memset(words + 4 * i, 0, 4);
}

/* An invocation's own memory, or that of its group; both begin at addresses that 16 divides. */
static bool make_memories(const struct drawn_stage *stage, struct host_dispatch *dispatch, uint32_t count,
                          uint32_t group) {
    for (uint32_t m = 0; m < stage->memory_count; m++) {
        const struct stage_memory *memory = &stage->memories[m];
        uint32_t each = memory->is_shared ? group : 1, bytes = (memory->bytes + 15) / 16 * 16;
        uint8_t *all = unwritten((size_t)(count / each + 1) * bytes);
        if (!all)
            return false;
        for (uint32_t i = 0; i < count; i++) {
            uint8_t *own = all + (size_t)(i / each) * bytes;
            memcpy(dispatch->invocations[i].inputs + memory->record, &own, sizeof own);
        }
    }
    return true;
}

bool make_invocations(const struct drawn_stage *stage, struct host_dispatch *dispatch, uint32_t count, uint32_t group) {
    drawn = stage;
    dispatch->invocations = calloc(count, sizeof *dispatch->invocations);
    uint8_t *records = unwritten((size_t)count * (stage->input_bytes + stage->output_bytes + 1));
    if (!dispatch->invocations || !records)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        dispatch->invocations[i].inputs = records + (size_t)i * stage->input_bytes;
        dispatch->invocations[i].outputs =
            records + (size_t)count * stage->input_bytes + (size_t)i * stage->output_bytes;
    }
    return make_memories(stage, dispatch, count, group);
}

/* As LLVM decides it: by what works on quads. Interpolation does in a driver's shell, but not at a vertex. */
bool has_whole_quads(const char *ir) {
    static const char *const names[] = {"@smmra_host_whole_quad(",       "@smmra_host_image_sample_in_quad(",
                                        "@smmra_host_image_level(",      "@smmra.interpolate.at.centroid.",
                                        "@smmra.interpolate.at.sample.", "@smmra.interpolate.at.offset."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(ir, names[i]))
            return true;
    return false;
}

static bool quad_is_empty(const struct fragment *first) {
    return !(first[0].coverage | first[1].coverage | first[2].coverage | first[3].coverage);
}

bool make_fragments(struct shader *shader, struct host_dispatch *dispatch) {
    struct drawn_stage *stage = &shader->stage;
    uint32_t groups = stage->primitive_count * passes_of(stage) * stage->views, count = groups * LANES;
    fragments = calloc(count, sizeof *fragments);
    dispatched = dispatch;
    if (!fragments || !make_invocations(stage, dispatch, count, 1))
        return false;
    for (uint32_t i = 0; i < count; i++)
        place_fragment(stage, &fragments[i], i);
    if (stage->early_tests)
        test_fragments(shader, fragments, count);
    for (uint32_t i = 0; i < count; i++) {
        struct host_invocation *invocation = &dispatch->invocations[i];
        invocation->absent = stage->whole_quads ? quad_is_empty(&fragments[i / 4 * 4]) : !fragments[i].coverage;
        invocation->helper = !fragments[i].coverage;
        set_inputs(stage, &fragments[i], invocation->inputs);
    }
    memcpy(dispatch->local_size, (uint32_t[]){LANES, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){groups, 1, 1}, sizeof dispatch->group_count);
    return true;
}

void merge_fragments(struct shader *shader, const struct host_dispatch *dispatch) {
    uint32_t count = dispatch->group_count[0] * LANES;
    for (uint32_t i = 0; i < count; i++) {
        const struct host_invocation *invocation = &dispatch->invocations[i];
        if (!invocation->absent && !invocation->helper && !invocation->ended)
            write_fragment(shader, &fragments[i], invocation->outputs);
    }
}
