/* Geometry shaders: the invocations of a few primitives, what each emits, and the primitives of which transform
 * feedback captures the vertices (Vulkan, "Geometry Shading", "Transform Feedback"). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

enum { PRIMITIVES = 4, MAX_ALL_CAPTURED = 1 << 20 };

/* A vertex, or the end of a primitive. */
struct emission {
    uint32_t stream;
    bool ends;
    uint8_t *record;
};

struct emissions {
    struct emission *all;
    uint32_t count, capacity;
};

static const struct drawn_stage *drawn; /* what smmra_host_emit asks */
static const struct host_dispatch *dispatched;
static struct emissions *emitted; /* of each invocation */

/* ---- buffers ---- */

static uint32_t count_invocations(const struct drawn_stage *stage) {
    return stage->primitive_count * stage->invocations;
}

static uint32_t corners_of_input(const struct drawn_stage *stage) {
    static const struct {
        uint32_t mode, corners;
    } inputs[] = {{SpvExecutionModeInputPoints, 1},
                  {SpvExecutionModeInputLines, 2},
                  {SpvExecutionModeTriangles, 3},
                  {SpvExecutionModeInputLinesAdjacency, 4},
                  {SpvExecutionModeInputTrianglesAdjacency, 6}};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (mode_of(stage, inputs[i].mode, 0))
            return inputs[i].corners;
    return 0;
}

bool add_geometry(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    stage->primitive_count = settings->primitives ? settings->primitives : PRIMITIVES;
    stage->corners_each = corners_of_input(stage);
    stage->invocations = mode_of(stage, SpvExecutionModeInvocations, 1);
    stage->output_vertices = mode_of(stage, SpvExecutionModeOutputVertices, 1);
    stage->output_corners = mode_of(stage, SpvExecutionModeOutputTriangleStrip, 0) ? 3
                            : mode_of(stage, SpvExecutionModeOutputLineStrip, 0)   ? 2
                                                                                   : 1;
    uint64_t vertices = (uint64_t)count_invocations(stage) * stage->output_vertices * stage->output_corners;
    if (stage->primitive_count > PRIMITIVES || vertices * MAX_CAPTURED > MAX_ALL_CAPTURED) {
        snprintf(message, MESSAGE_SIZE, "there are more vertices than are captured");
        return false;
    }
    return add_captured(shader, (uint32_t)vertices, message);
}

/* ---- invocations ---- */

void set_corners(const struct drawn_stage *stage, const struct stage_value *value, uint32_t primitive,
                 uint8_t *record) {
    uint32_t bytes = value->about.width / 8, length = value->about.array_length ? value->about.array_length : 1;
    for (uint32_t v = 0; v < stage->corners_each && v < value->about.vertices; v++)
        for (uint32_t e = 0; e < length; e++)
            for (uint32_t c = 0; c < value->about.components; c++)
                memcpy(element_at(stage, value, record, v, e) + c * bytes,
                       &value->vertices[primitive * stage->corners_each + v][e + c], bytes);
}

static void set_inputs(const struct drawn_stage *stage, uint32_t invocation, uint8_t *record) {
    uint32_t primitive = invocation / stage->invocations, number;
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        if (value->about.vertices) {
            set_corners(stage, value, primitive, record);
            continue;
        }
        number = value->about.builtin == SpvBuiltInPrimitiveId    ? primitive
                 : value->about.builtin == SpvBuiltInInvocationId ? invocation % stage->invocations
                                                                  : 0;
        memcpy(record + value->offset, &number, value->element_bytes);
    }
}

bool make_geometry(struct shader *shader, struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    uint32_t count = count_invocations(stage);
    drawn = stage;
    dispatched = dispatch;
    emitted = calloc(count, sizeof *emitted);
    if (!emitted || !make_invocations(stage, dispatch, count, 1))
        return false;
    for (uint32_t i = 0; i < count; i++)
        set_inputs(stage, i, dispatch->invocations[i].inputs);
    memcpy(dispatch->local_size, (uint32_t[]){stage->primitive_count, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){stage->invocations, 1, 1}, sizeof dispatch->group_count);
    return true;
}

/* ---- what the shell gives (docs/guide/stages.md) ---- */

static struct emission *append(uint32_t stream) {
    struct emissions *own = &emitted[host_current_invocation() - dispatched->invocations];
    if (own->count == own->capacity) {
        own->capacity = own->capacity * 2 + 8;
        own->all = realloc(own->all, own->capacity * sizeof *own->all);
        if (!own->all)
            abort();
    }
    own->all[own->count] = (struct emission){.stream = stream};
    return &own->all[own->count++];
}

void smmra_host_emit(uint32_t stream, const uint8_t *record) {
    struct emission *emission = append(stream);
    emission->record = malloc(drawn->output_bytes + 1);
    if (!emission->record)
        abort();
    memcpy(emission->record, record, drawn->output_bytes);
}

void smmra_host_end_primitive(uint32_t stream) {
    append(stream)->ends = true;
}

/* ---- assembly ---- */

/* The strip that an invocation is at, and how much is captured of its stream. */
struct strip {
    const struct shader *shader;
    uint32_t stream, length;
    uint8_t *records[3]; /* the last ones */
    uint64_t captured;   /* bytes */
};

static void capture_vertex(struct strip *strip, uint8_t *record) {
    const struct drawn_stage *stage = &strip->shader->stage;
    uint32_t bytes = stage->captured_bytes[strip->stream];
    const struct buffer *buffer = &strip->shader->buffers[stage->captured[strip->stream]];
    if (strip->captured + bytes <= buffer->size)
        capture_record(stage, strip->stream, record, buffer->live + strip->captured);
    strip->captured += bytes;
}

/* A primitive is complete with each vertex after the first ones; every second triangle has its later vertices the other
 * way round (Vulkan, "Triangle Strips"). */
static void add_to_strip(struct strip *strip, uint8_t *record) {
    uint32_t corners = strip->shader->stage.output_corners;
    bool turned = corners == 3 && strip->length % 2 == 1;
    strip->records[0] = strip->records[1];
    strip->records[1] = strip->records[2];
    strip->records[2] = record;
    if (++strip->length < corners)
        return;
    for (uint32_t i = 3 - corners; i < 3; i++)
        capture_vertex(strip, strip->records[turned && i > 0 ? 3 - i : i]);
}

static void take_stream(struct shader *shader, uint32_t stream) {
    struct strip strip = {.shader = shader, .stream = stream};
    for (uint32_t i = 0; i < count_invocations(&shader->stage); i++) {
        strip.length = 0;
        for (uint32_t k = 0; k < emitted[i].count; k++) {
            const struct emission *emission = &emitted[i].all[k];
            if (emission->stream != stream)
                continue;
            if (emission->ends)
                strip.length = 0;
            else
                add_to_strip(&strip, emission->record);
        }
    }
}

void take_geometry(struct shader *shader, const struct host_dispatch *dispatch) {
    (void)dispatch;
    for (uint32_t stream = 0; stream < MAX_STREAMS; stream++)
        if (shader->stage.captured[stream] != NO_BUFFER)
            take_stream(shader, stream);
}
