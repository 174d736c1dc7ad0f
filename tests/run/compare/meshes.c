/* Task and mesh shaders: workgroups that share outputs. A mesh's primitives cover pixels of a small image, in each of
 * which a fragment shader of the comparer's own stores what the primitive and its first vertex have. What a task hands
 * on is stored by a mesh shader of the comparer's own. */
#include <pthread.h>
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

/* The payload of one workgroup after the other's. Each invocation comes here once, at its end. Invocations may run all
 * at once, so the last one alone takes the payload: it finds all that was written, and leaves nothing to the next
 * workgroup. */
static uint32_t payload[MAX_PAYLOAD_WORDS];
static struct {
    pthread_mutex_t lock;
    uint32_t invocations; /* of the workgroup */
} ended = {.lock = PTHREAD_MUTEX_INITIALIZER};

void smmra_host_emit_mesh_tasks(uint32_t x, uint32_t y, uint32_t z) {
    pthread_mutex_lock(&ended.lock);
    uint32_t group = group_here();
    if (++ended.invocations == dispatched->local_size[0]) {
        memcpy(said.counts[group], (uint32_t[]){x, y, z}, sizeof *said.counts);
        memcpy(said.payloads[group], payload, sizeof payload);
        memset(payload, HOST_GARBAGE, sizeof payload);
        ended.invocations = 0;
    }
    pthread_mutex_unlock(&ended.lock);
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
        found = stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, builtins[*corners]);
    return found;
}

/* Floats of 32 bits may differ within the bounds. */
static void shape_floats(struct shader *shader, const struct stage_value *value) {
    const struct drawn_stage *stage = &shader->stage;
    uint8_t *shape = shader->buffers[stage->patch_outputs].shape;
    if (value->captured == NOT_CAPTURED || value->about.scalar != SMMRA_SCALAR_FLOAT || value->about.width != 32)
        return;
    for (uint32_t slot = 0; slot < TARGET_WIDTH * TARGET_HEIGHT; slot++)
        for (uint32_t k = 0; k < value->about.components; k++)
            shape[((size_t)slot * stage->patch_words + value->captured + k) * 4] = SHAPE_FLOAT32;
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
    if (!stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInPosition) || !find_indices(stage, &corners)) {
        snprintf(message, MESSAGE_SIZE, "only meshes with positions and indices are compared");
        return false;
    }
    if (!add_outputs(shader, TARGET_WIDTH * TARGET_HEIGHT))
        return false;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        shape_floats(shader, &stage->values[i]);
    return true;
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
    memset(payload, HOST_GARBAGE, sizeof payload);
    for (uint32_t i = 0; i < MAX_PAYLOAD_WORDS && stage->model == SpvExecutionModelMeshEXT; i++)
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

/* Why it cannot be told what the mesh shows; NULL: it can. */
static const char *doubt;
static bool shown[TARGET_WIDTH * TARGET_HEIGHT];

const char *mesh_doubt(void) {
    return doubt;
}

/* Stores the outputs of the primitive, or of the vertex that provokes. */
static void store_outputs(const struct drawn_stage *stage, uint8_t *record, uint32_t primitive, uint32_t vertex,
                          uint8_t *words) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t which = value->about.decorations & SMMRA_DECORATION_PER_PRIMITIVE ? primitive : vertex;
        if (value->captured != NOT_CAPTURED)
            memcpy(words + value->captured * 4, element_at(stage, value, record, which, 0), value->element_bytes);
    }
}

static uint32_t word_of(struct drawn_stage *stage, uint8_t *record, uint32_t builtin, uint32_t which) {
    const struct stage_value *value = stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, builtin);
    uint32_t word = 0;
    if (value && value->about.used)
        memcpy(&word, element_at(stage, value, record, which, 0), value->element_bytes < 4 ? value->element_bytes : 4);
    return word;
}

/* Distances that all corners have below 0 hide the primitive; a clip distance that some have cuts it. */
static enum coverage distance_coverage(struct drawn_stage *stage, uint8_t *record, uint32_t builtin, const uint32_t *at,
                                       uint32_t corners) {
    const struct stage_value *value = stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, builtin);
    enum coverage coverage = COVERED;
    for (uint32_t k = 0; value && value->about.used && (k == 0 || k < value->about.array_length); k++) {
        uint32_t outside = 0;
        for (uint32_t i = 0; i < corners; i++) {
            float distance;
            memcpy(&distance, element_at(stage, value, record, at[i], k), sizeof distance);
            outside += !(distance >= 0);
        }
        if (outside == corners)
            return NOT_COVERED;
        if (outside && builtin == SpvBuiltInClipDistance)
            coverage = IN_DOUBT;
    }
    return coverage;
}

/* Says what of a primitive that is seen Vulkan leaves undefined, or the comparer does not draw. */
static const char *doubt_of_seen(struct drawn_stage *stage, uint8_t *record, uint32_t primitive, uint32_t corners,
                                 uint32_t first) {
    float size = 1;
    uint32_t bits = corners == 1 ? word_of(stage, record, SpvBuiltInPointSize, first) : 0;
    if (word_of(stage, record, SpvBuiltInLayer, primitive) >= stage->layers)
        return "a primitive of the mesh has a layer that is not there";
    if (word_of(stage, record, SpvBuiltInViewportIndex, primitive) >= MESH_VIEWPORTS)
        return "a primitive of the mesh has a viewport that is not there";
    if (bits)
        memcpy(&size, &bits, sizeof size);
    return size < 1 || size > 1 ? "the mesh has points that are not of one pixel" : NULL;
}

static bool has_vertices(const uint32_t *at, uint32_t corners, uint32_t vertices) {
    bool has = true;
    for (uint32_t i = 0; i < corners; i++)
        has &= at[i] < vertices;
    return has;
}

static enum coverage primitive_coverage(struct drawn_stage *stage, uint8_t *record, uint32_t primitive,
                                        const uint32_t *at, struct mesh_primitive *to) {
    const struct stage_value *position = stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInPosition);
    for (uint32_t i = 0; i < to->corners; i++)
        memcpy(to->clip[i], element_at(stage, position, record, at[i], 0), sizeof to->clip[i]);
    enum coverage coverages[] = {volume_coverage(to),
                                 distance_coverage(stage, record, SpvBuiltInClipDistance, at, to->corners),
                                 distance_coverage(stage, record, SpvBuiltInCullDistance, at, to->corners),
                                 word_of(stage, record, SpvBuiltInCullPrimitiveEXT, primitive) ? NOT_COVERED : COVERED};
    enum coverage coverage = COVERED;
    for (uint32_t i = 0; i < sizeof coverages / sizeof *coverages && coverage != NOT_COVERED; i++)
        coverage = coverages[i] == COVERED ? coverage : coverages[i];
    return coverage;
}

/* Which one of two primitives a pixel shows is open, but if both leave the same there. */
static void show_pixel(struct shader *shader, uint8_t *record, uint32_t primitive, uint32_t vertex, uint32_t slot) {
    static uint32_t before[MAX_VALUES * MAX_COMPONENTS * 2];
    struct drawn_stage *stage = &shader->stage;
    size_t size = (size_t)stage->patch_words * 4;
    uint8_t *words = shader->buffers[stage->patch_outputs].live + slot * size;
    memcpy(before, words, size);
    memcpy(words, (uint32_t[]){1}, 4);
    store_outputs(stage, record, primitive, vertex, words);
    if (shown[slot] && memcmp(before, words, size) != 0)
        doubt = "primitives of the mesh cover the same pixel";
    shown[slot] = true;
}

/* Why not, if it is in doubt. */
static enum coverage judge_primitive(struct drawn_stage *stage, uint8_t *record, uint32_t primitive, const uint32_t *at,
                                     struct mesh_primitive *to) {
    enum coverage coverage = primitive_coverage(stage, record, primitive, at, to);
    if (coverage == NOT_COVERED)
        return coverage;
    const char *reason = coverage == IN_DOUBT ? "a primitive of the mesh crosses the bounds of what is seen"
                                              : doubt_of_seen(stage, record, primitive, to->corners, at[0]);
    doubt = reason ? reason : doubt;
    return reason ? IN_DOUBT : COVERED;
}

static void draw_primitive(struct shader *shader, uint8_t *record, uint32_t primitive, uint32_t vertices) {
    struct drawn_stage *stage = &shader->stage;
    struct mesh_primitive drawn;
    uint32_t at[3];
    const struct stage_value *indices = find_indices(stage, &drawn.corners);
    memcpy(at, element_at(stage, indices, record, primitive, 0), drawn.corners * 4);
    bool has = has_vertices(at, drawn.corners, vertices);
    if (!has)
        doubt = "an index of the mesh is of no vertex";
    enum coverage whole = has ? judge_primitive(stage, record, primitive, at, &drawn) : IN_DOUBT;
    for (uint32_t slot = 0; slot < TARGET_WIDTH * TARGET_HEIGHT && whole == COVERED; slot++) {
        enum coverage coverage = pixel_coverage(&drawn, slot % TARGET_WIDTH, slot / TARGET_WIDTH);
        if (coverage == IN_DOUBT)
            doubt = drawn.corners == 2 ? "a line of the mesh lies askew between pixels"
                                       : "an edge of the mesh lies on the centre of a pixel";
        if (coverage == COVERED)
            show_pixel(shader, record, primitive, at[0], slot);
    }
}

/* More than it declares is undefined. */
static bool is_within(const struct drawn_stage *stage, const uint32_t *counts) {
    return counts[0] <= mode_of(stage, SpvExecutionModeOutputVertices, 0) &&
           counts[1] <= mode_of(stage, SpvExecutionModeOutputPrimitivesEXT, 0);
}

void take_mesh(struct shader *shader, const struct host_dispatch *dispatch) {
    doubt = NULL;
    memset(shown, 0, sizeof shown);
    for (uint32_t group = 0; group < MAX_MESH_GROUPS; group++) {
        const uint32_t *counts = said.counts[group];
        uint8_t *record = dispatch->invocations[group * group_size(shader)].inputs;
        bool within = is_within(&shader->stage, counts);
        if (said.given[group] && !within)
            doubt = "the mesh has more vertices or primitives than it declares";
        for (uint32_t primitive = 0; said.given[group] && within && primitive < counts[1]; primitive++)
            draw_primitive(shader, record, primitive, counts[0]);
    }
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
        clear_unwritten(words, stage->patch_words);
    }
}
