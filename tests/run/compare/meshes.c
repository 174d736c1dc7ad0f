/* Task and mesh shaders: workgroups that share outputs. A mesh's primitives cover pixels of a small image, in each of
 * which a fragment shader of the comparer's own stores what the primitive and its first vertex have. What a task hands
 * on is stored by a mesh shader of the comparer's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

enum { TASK_COUNTS = 3 };

/* What the workgroups say, by their number. */
static struct {
    uint32_t counts[MAX_MESH_GROUPS][3];
    uint32_t payloads[MAX_MESH_GROUPS][MAX_PAYLOAD_WORDS];
    bool given[MAX_MESH_GROUPS];
} said;
static const struct host_dispatch *dispatched;

static uint32_t group_size(const struct shader *shader) {
    return shader->local_size[0] * shader->local_size[1] * shader->local_size[2];
}

static uint32_t group_here(void) {
    size_t number = (size_t)(host_current_invocation() - dispatched->invocations);
    uint32_t group = (uint32_t)(number / dispatched->local_size[0]);
    said.given[group] = true;
    return group;
}

void smmra_host_set_mesh_outputs(uint32_t vertices, uint32_t primitives) {
    memcpy(said.counts[group_here()], (uint32_t[]){vertices, primitives, 0}, sizeof *said.counts);
}

/* One workgroup's payload after the other's; the last invocation that comes here finds all that was written. */
static uint32_t payload[MAX_PAYLOAD_WORDS];

void smmra_host_emit_mesh_tasks(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t group = group_here();
    memcpy(said.counts[group], (uint32_t[]){x, y, z}, sizeof *said.counts);
    memcpy(said.payloads[group], payload, sizeof payload);
}

/* ---- buffers ---- */

static bool add_outputs(struct shader *shader, uint32_t slots) {
    struct drawn_stage *stage = &shader->stage;
    stage->patch_outputs = add_drawn_buffer(shader, BUFFER_STORAGE, (uint64_t)slots * stage->patch_words * 4);
    if (stage->patch_outputs == NO_BUFFER)
        return false;
    struct buffer *buffer = &shader->buffers[stage->patch_outputs];
    buffer->set = PATCH_SET;
    buffer->descriptor_count = 1;
    for (uint32_t slot = 0; slot < slots; slot++)
        for (uint32_t k = 0; k < stage->patch_words; k++)
            buffer->shape[((size_t)slot * stage->patch_words + k) * 4] = SHAPE_INT32;
    return true;
}

/* What the fragment shader finds of an output. */
static bool is_stored(const struct stage_value *value) {
    return value->about.used && value->about.width >= 32 &&
           (value->about.builtin == SMMRA_NONE || value->about.builtin == SpvBuiltInPrimitiveId ||
            value->about.builtin == SpvBuiltInLayer || value->about.builtin == SpvBuiltInViewportIndex);
}

/* How many corners the primitives have, and which output has their vertices. */
static const struct stage_value *find_indices(struct drawn_stage *stage, uint32_t *corners) {
    static const uint32_t builtins[] = {SpvBuiltInPrimitivePointIndicesEXT, SpvBuiltInPrimitiveLineIndicesEXT,
                                        SpvBuiltInPrimitiveTriangleIndicesEXT};
    const struct stage_value *found = NULL;
    for (*corners = 0; !found && *corners < 3; ++*corners)
        found = stage_builtin(stage, SMMRA_OUTPUT, builtins[*corners]);
    return found;
}

bool add_mesh(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    (void)settings;
    stage->layers = 2;
    stage->patch_words = 1; /* that something is there */
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        struct stage_value *value = &stage->values[i];
        if (!is_stored(value))
            continue;
        value->captured = stage->patch_words;
        stage->patch_words += value->about.components * value->about.width / 32;
    }
    uint32_t corners;
    if (!stage_builtin(stage, SMMRA_OUTPUT, SpvBuiltInPosition) || !find_indices(stage, &corners)) {
        snprintf(message, MESSAGE_SIZE, "only meshes with positions and indices are compared");
        return false;
    }
    return add_outputs(shader, TARGET_WIDTH * TARGET_HEIGHT);
}

/* The payload, and how many workgroups. */
bool add_task(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    (void)settings;
    if (stage->payload_words == 0) {
        snprintf(message, MESSAGE_SIZE, "only tasks with a payload are compared");
        return false;
    }
    stage->patch_words = stage->payload_words + TASK_COUNTS;
    return add_outputs(shader, MAX_MESH_GROUPS);
}

/* ---- invocations ---- */

static void set_places(const struct shader *shader, uint32_t number, uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    const uint32_t *size = shader->local_size;
    uint32_t group = number / group_size(shader), local = number % group_size(shader);
    const uint32_t places[][3] = {{group % MESH_GROUPS_X, group / MESH_GROUPS_X, 0},
                                  {local % size[0], local / size[0] % size[1], local / size[0] / size[1]},
                                  {MESH_GROUPS_X, MESH_GROUPS_Y, 1}};
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t which = value->about.builtin == SpvBuiltInWorkgroupId         ? 0
                         : value->about.builtin == SpvBuiltInLocalInvocationId ? 1
                                                                               : 2;
        if (value->about.components == 3)
            memcpy(element_at(stage, value, record, 0, 0), places[which], sizeof places[which]);
    }
}

void *host_payload(void) {
    return payload;
}

uint32_t payload_word(uint32_t word) {
    return word * 2654435761u >> 20;
}

bool make_mesh(struct shader *shader, struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    uint32_t each = group_size(shader), count = MAX_MESH_GROUPS * each;
    dispatched = dispatch;
    memset(&said, 0, sizeof said);
    for (uint32_t i = 0; i < MAX_PAYLOAD_WORDS; i++)
        payload[i] = payload_word(i);
    if (!make_invocations(stage, dispatch, count, each))
        return false;
    for (uint32_t i = 0; i < count; i++)
        set_places(shader, i, dispatch->invocations[i].inputs);
    memcpy(dispatch->local_size, (uint32_t[]){each, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){MAX_MESH_GROUPS, 1, 1}, sizeof dispatch->group_count);
    return true;
}

/* ---- which pixels ---- */

struct place {
    double x, y;
};

static struct place place_of(const struct drawn_stage *stage, const struct stage_value *position, uint8_t *record,
                             uint32_t vertex) {
    float clip[4];
    memcpy(clip, element_at(stage, position, record, vertex, 0), sizeof clip);
    return (struct place){((double)clip[0] / (double)clip[3] + 1) * VIEWPORT_SIZE / 2 + VIEWPORT_ORIGIN,
                          ((double)clip[1] / (double)clip[3] + 1) * VIEWPORT_SIZE / 2 + VIEWPORT_ORIGIN};
}

static double side(struct place a, struct place b, struct place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* As a rectangle around it, one pixel wide. Lines of the tests lie on rows or columns of centres; each begins in the
 * diamond of its first pixel, and ends behind that of its last one, so drivers agree on both. */
static bool line_covers(struct place from, struct place to, struct place pixel) {
    double x = to.x - from.x, y = to.y - from.y, length = x * x + y * y;
    double along = ((pixel.x - from.x) * x + (pixel.y - from.y) * y) / length, across = side(from, to, pixel);
    return along >= 0 && along <= 1 && across * across < length / 4;
}

/* No pixel's centre of the tests lies on an edge. */
static bool covers(const struct place *places, uint32_t corners, struct place pixel) {
    if (corners == 1)
        return places[0].x - 0.5 < pixel.x && pixel.x < places[0].x + 0.5 && places[0].y - 0.5 < pixel.y &&
               pixel.y < places[0].y + 0.5;
    if (corners == 2)
        return line_covers(places[0], places[1], pixel);
    double whole = side(places[0], places[1], places[2]);
    for (uint32_t i = 0; i < 3; i++)
        if (side(places[i], places[(i + 1) % 3], pixel) * whole <= 0)
            return false;
    return true;
}

/* Of the primitive, or of the vertex that provokes. */
static void store_outputs(const struct drawn_stage *stage, uint8_t *record, uint32_t primitive, uint32_t vertex,
                          uint8_t *words) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t which = value->about.decorations & SMMRA_PER_PRIMITIVE ? primitive : vertex;
        if (value->captured != NOT_CAPTURED)
            memcpy(words + value->captured * 4, element_at(stage, value, record, which, 0), value->element_bytes);
    }
}

static bool is_culled(struct drawn_stage *stage, uint8_t *record, uint32_t primitive) {
    const struct stage_value *culled = stage_builtin(stage, SMMRA_OUTPUT, SpvBuiltInCullPrimitiveEXT);
    return culled && *element_at(stage, culled, record, primitive, 0);
}

static void draw_primitive(struct shader *shader, uint8_t *record, uint32_t primitive) {
    struct drawn_stage *stage = &shader->stage;
    uint32_t corners, at[3];
    const struct stage_value *indices = find_indices(stage, &corners),
                             *position = stage_builtin(stage, SMMRA_OUTPUT, SpvBuiltInPosition);
    struct place places[3];
    memcpy(at, element_at(stage, indices, record, primitive, 0), corners * 4);
    for (uint32_t i = 0; i < corners; i++)
        places[i] = place_of(stage, position, record, at[i]);
    for (uint32_t slot = 0; slot < TARGET_WIDTH * TARGET_HEIGHT && !is_culled(stage, record, primitive); slot++) {
        struct place pixel = {slot % TARGET_WIDTH + 0.5, slot / TARGET_WIDTH + 0.5};
        uint8_t *words = shader->buffers[stage->patch_outputs].live + (size_t)slot * stage->patch_words * 4;
        if (!covers(places, corners, pixel))
            continue;
        memcpy(words, (uint32_t[]){1}, 4);
        store_outputs(stage, record, primitive, at[0], words);
    }
}

void take_mesh(struct shader *shader, const struct host_dispatch *dispatch) {
    for (uint32_t group = 0; group < MAX_MESH_GROUPS; group++)
        for (uint32_t primitive = 0; said.given[group] && primitive < said.counts[group][1]; primitive++)
            draw_primitive(shader, dispatch->invocations[group * group_size(shader)].inputs, primitive);
}

/* ---- tasks ---- */

/* The first word of the payload says where. */
void take_task(struct shader *shader, const struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    uint8_t *live = shader->buffers[stage->patch_outputs].live;
    (void)dispatch;
    for (uint32_t group = 0; group < MAX_MESH_GROUPS; group++) {
        const uint32_t *counts = said.counts[group];
        uint8_t *words = live + (size_t)(said.payloads[group][0] % MAX_MESH_GROUPS) * stage->patch_words * 4;
        if (!said.given[group] || counts[0] * counts[1] * counts[2] == 0)
            continue;
        memcpy(words, counts, sizeof said.counts[group]);
        memcpy(words + sizeof said.counts[group], said.payloads[group], stage->payload_words * 4);
    }
}
