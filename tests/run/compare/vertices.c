/* Vertex shaders: buffers of attributes, the invocations of two draws or one, and their outputs, which the driver
 * captures one vertex after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

/* ---- buffers ---- */

uint8_t shape_of_value(const smmra_interface *about) {
    bool is_float = about->scalar == SMMRA_SCALAR_FLOAT;
    return about->width == 64 ? is_float ? SHAPE_FLOAT64 : SHAPE_INT64 : is_float ? SHAPE_FLOAT32 : SHAPE_INT32;
}

uint32_t add_drawn_buffer(struct shader *shader, uint32_t kind, uint64_t size) {
    if (shader->buffer_count == MAX_BUFFERS)
        return NO_BUFFER;
    struct buffer *buffer = &shader->buffers[shader->buffer_count];
    buffer->kind = kind;
    buffer->size = size;
    buffer->shape = calloc(size, 1);
    return buffer->shape ? shader->buffer_count++ : NO_BUFFER;
}

/* Each Location has one attribute, with four components for each vertex. */
static bool add_attributes(struct shader *shader, char *message) {
    struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (about->builtin != SMMRA_NONE)
            continue;
        if (about->width != 32 || about->location >= MAX_LOCATIONS) {
            snprintf(message, MESSAGE_SIZE, "there is no format for the vertices' input at location %u",
                     about->location);
            return false;
        }
        uint32_t *number = &stage->attributes[about->location];
        if (*number == NO_BUFFER)
            *number = add_drawn_buffer(shader, BUFFER_VERTICES, (FIRST_VERTEX + VERTICES) * ATTRIBUTE_BYTES);
        if (*number == NO_BUFFER)
            return false;
        struct buffer *buffer = &shader->buffers[*number];
        buffer->binding = about->location;
        for (uint32_t k = 0; k < buffer->size; k += 4)
            buffer->shape[k] = shape_of_value(about);
    }
    return true;
}

static bool is_captured(const struct stage_value *value, uint32_t stream) {
    return value->captured != NOT_CAPTURED && value->about.stream == stream;
}

static void shape_record(const struct drawn_stage *stage, uint32_t stream, uint8_t *shape) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        for (uint32_t k = 0; k < value->element_bytes * value->elements && is_captured(value, stream);
             k += value->about.width / 8)
            shape[value->captured + k] = shape_of_value(&value->about);
    }
}

static uint32_t count_invocations(const struct drawn_stage *stage) {
    return stage->draws * stage->views * INSTANCES * VERTICES;
}

static bool add_stream(struct shader *shader, uint32_t stream, uint32_t count) {
    struct drawn_stage *stage = &shader->stage;
    uint32_t bytes = stage->captured_bytes[stream];
    if (bytes == 0)
        return true;
    stage->captured[stream] = add_drawn_buffer(shader, BUFFER_CAPTURED, (uint64_t)count * bytes);
    if (stage->captured[stream] == NO_BUFFER)
        return false;
    for (uint32_t i = 0; i < count; i++)
        shape_record(stage, stream, shader->buffers[stage->captured[stream]].shape + (size_t)i * bytes);
    return true;
}

bool add_captured(struct shader *shader, uint32_t count, char *message) {
    bool added = true;
    if (!capture_outputs(shader)) {
        snprintf(message, MESSAGE_SIZE, "there are more outputs than can be captured");
        return false;
    }
    for (uint32_t stream = 0; stream < MAX_STREAMS && added; stream++)
        added = add_stream(shader, stream, count);
    return added;
}

bool add_vertices(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    (void)settings;
    stage->draws = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInDrawIndex) ? 2 : 1;
    stage->views = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInViewIndex) ? 2 : 1;
    stage->layers = stage->views;
    /* several views are without feedback: buffers alone are compared */
    return add_attributes(shader, message) &&
           (stage->views > 1 || add_captured(shader, count_invocations(stage), message));
}

/* ---- invocations ---- */

struct vertex {
    uint32_t draw, view, instance, number;
};

static struct vertex vertex_of(const struct drawn_stage *stage, uint32_t invocation) {
    return (struct vertex){.number = invocation % VERTICES,
                           .instance = invocation / VERTICES % INSTANCES,
                           .view = invocation / VERTICES / INSTANCES % stage->views,
                           .draw = invocation / VERTICES / INSTANCES / stage->views};
}

static uint32_t builtin_of(const struct vertex *vertex, uint32_t builtin) {
    switch (builtin) {
    case SpvBuiltInVertexIndex:
        return FIRST_VERTEX + vertex->number;
    case SpvBuiltInInstanceIndex:
        return FIRST_INSTANCE + vertex->instance;
    case SpvBuiltInBaseVertex:
        return FIRST_VERTEX;
    case SpvBuiltInBaseInstance:
        return FIRST_INSTANCE;
    case SpvBuiltInDrawIndex:
        return vertex->draw;
    case SpvBuiltInViewIndex:
        return vertex->view;
    default:
        return 0;
    }
}

static void set_inputs(const struct shader *shader, const struct vertex *vertex, uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        const smmra_interface *about = &value->about;
        if (about->builtin == SMMRA_NONE) {
            const uint8_t *attributes = shader->buffers[stage->attributes[about->location]].live;
            memcpy(record + value->offset,
                   attributes + (FIRST_VERTEX + vertex->number) * ATTRIBUTE_BYTES + about->component * 4,
                   value->element_bytes);
        } else {
            uint32_t number = builtin_of(vertex, about->builtin);
            memcpy(record + value->offset, &number, sizeof number);
        }
    }
}

bool make_vertices(struct shader *shader, struct host_dispatch *dispatch) {
    struct drawn_stage *stage = &shader->stage;
    uint32_t count = count_invocations(stage);
    if (!make_invocations(stage, dispatch, count, 1))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct vertex vertex = vertex_of(stage, i);
        set_inputs(shader, &vertex, dispatch->invocations[i].inputs);
    }
    memcpy(dispatch->local_size, (uint32_t[]){VERTICES, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){count / VERTICES, 1, 1}, sizeof dispatch->group_count);
    return true;
}

void capture_record(const struct drawn_stage *stage, uint32_t stream, uint8_t *outputs, uint8_t *captured) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        for (uint32_t k = 0; k < value->elements && is_captured(value, stream); k++)
            memcpy(captured + value->captured + k * value->element_bytes, element_at(stage, value, outputs, 0, k),
                   value->element_bytes);
    }
}

void take_vertices(struct shader *shader, const struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    uint32_t count = count_invocations(stage);
    for (uint32_t i = 0; i < count && stage->captured[0] != NO_BUFFER; i++)
        capture_record(stage, 0, dispatch->invocations[i].outputs,
                       shader->buffers[stage->captured[0]].live + (size_t)i * stage->captured_bytes[0]);
}
