/* Tessellation: the invocations of a control shader share a patch's inputs and outputs, which a shader of the
 * comparer's own stores on the driver; those of an evaluation shader are where the driver has them, and are captured.
 */
#define _DEFAULT_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "compare/compare.h"

static void set_patches(struct drawn_stage *stage) {
    stage->primitive_count = PATCHES;
    stage->corners_each = PATCH_VERTICES;
    stage->output_vertices = mode_of(stage, SpvExecutionModeOutputVertices, 1);
}

static uint32_t builtin_of(uint32_t builtin, uint32_t patch, uint32_t invocation) {
    switch (builtin) {
    case SpvBuiltInPrimitiveId:
        return patch;
    case SpvBuiltInInvocationId:
        return invocation;
    case SpvBuiltInPatchVertices:
        return PATCH_VERTICES;
    default:
        return 0;
    }
}

/* ---- control: a patch's outputs, in words ---- */

/* The words of an output at one vertex, or of the patch. */
static uint32_t words_of(const struct stage_value *value) {
    uint32_t elements = value->about.array_length ? value->about.array_length : 1;
    return elements * value->about.components * (value->about.width / 32);
}

static uint32_t vertices_of(const struct drawn_stage *stage, const struct stage_value *value) {
    return value->about.vertices ? stage->output_vertices : 1;
}

/* The partners and the captures have no words for them. */
static bool has_narrow(const struct drawn_stage *stage, char *message) {
    for (uint32_t i = 0; i < stage->value_count; i++)
        if (stage->values[i].about.used && stage->values[i].about.width < 32) {
            snprintf(message, MESSAGE_SIZE, "it has inputs or outputs of less than 32 bits");
            return true;
        }
    return false;
}

/* Values that are compared, in `captured` where their words begin. */
static void place_words(struct drawn_stage *stage) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        struct stage_value *value = &stage->values[i];
        if (!value->about.used)
            continue;
        value->captured = stage->patch_words;
        stage->patch_words += words_of(value) * vertices_of(stage, value);
    }
}

static void shape_words(const struct drawn_stage *stage, uint8_t *shape) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t bytes = value->about.width / 8, count = words_of(value) * vertices_of(stage, value) * 4 / bytes;
        for (uint32_t k = 0; k < count && value->captured != NOT_CAPTURED; k++)
            shape[value->captured * 4 + k * bytes] = shape_of_value(&value->about);
    }
}

/* The host's process writes it, and this one reads it. */
static uint32_t *shared_number(void) {
    static uint32_t *number;
    if (number)
        return number;
    void *memory = mmap(NULL, sizeof *number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return number = memory == MAP_FAILED ? NULL : memory;
}

bool add_control(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    (void)settings;
    set_patches(stage);
    if (has_narrow(stage, message))
        return false;
    if (!stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInTessLevelOuter)) {
        snprintf(message, MESSAGE_SIZE, "it gives no tessellation levels");
        return false;
    }
    place_words(stage);
    if (!(stage->outer_levels = shared_number()))
        return false;
    stage->patch_outputs = add_drawn_buffer(shader, BUFFER_STORAGE, (uint64_t)PATCHES * stage->patch_words * 4);
    if (stage->patch_outputs == NO_BUFFER)
        return false;
    struct buffer *buffer = &shader->buffers[stage->patch_outputs];
    buffer->set = PATCH_SET;
    buffer->descriptor_count = 1;
    for (uint32_t patch = 0; patch < PATCHES; patch++)
        shape_words(stage, buffer->shape + (size_t)patch * stage->patch_words * 4);
    return true;
}

bool make_control(struct shader *shader, struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    uint32_t each = stage->output_vertices;
    if (!make_invocations(stage, dispatch, PATCHES * each, each))
        return false;
    for (uint32_t n = 0; n < PATCHES * each; n++)
        for (uint32_t i = 0; i < stage->input_count; i++) {
            const struct stage_value *value = &stage->values[i];
            uint32_t number = builtin_of(value->about.builtin, n / each, n % each);
            if (value->about.vertices)
                set_corners(stage, value, n / each, dispatch->invocations[n].inputs);
            else
                memcpy(element_at(stage, value, dispatch->invocations[n].inputs, 0, 0), &number, sizeof number);
        }
    memcpy(dispatch->local_size, (uint32_t[]){each, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){PATCHES, 1, 1}, sizeof dispatch->group_count);
    return true;
}

/* Whether the patch is evaluated at all: none of the outer levels that its kind has discards it (Vulkan, "Tessellator
 * Patch Discard"). */
static bool is_evaluated(const struct drawn_stage *stage, const struct stage_value *outer, uint8_t *record) {
    for (uint32_t i = 0; i < *stage->outer_levels; i++) {
        float level;
        memcpy(&level, element_at(stage, outer, record, 0, i), sizeof level);
        if (!(level > 0))
            return false;
    }
    return true;
}

/* If the shader has no mode for that: of the kind with the most levels that evaluates a patch. */
static void choose_levels(struct drawn_stage *stage, const struct stage_value *outer,
                          const struct host_dispatch *dispatch) {
    uint32_t least = mode_of(stage, SpvExecutionModeTriangles, 0) ? 3
                     : mode_of(stage, SpvExecutionModeQuads, 0)   ? 4
                                                                  : 2;
    uint32_t most = mode_of(stage, SpvExecutionModeIsolines, 0) ? 2 : least == 3 ? 3 : 4;
    for (*stage->outer_levels = most; *stage->outer_levels > least; --*stage->outer_levels)
        for (uint32_t patch = 0; patch < PATCHES; patch++)
            if (is_evaluated(stage, outer, dispatch->invocations[patch * stage->output_vertices].inputs))
                return;
}

bool has_level(const struct drawn_stage *stage, const struct stage_value *value, uint32_t element) {
    uint32_t outer = stage->outer_levels ? *stage->outer_levels : 4;
    if (value->about.builtin == SpvBuiltInTessLevelOuter)
        return element < outer;
    return value->about.builtin != SpvBuiltInTessLevelInner || element < outer - 2;
}

static void take_words(const struct drawn_stage *stage, uint8_t *record, uint8_t *words) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t elements = value->about.array_length ? value->about.array_length : 1;
        uint8_t *to = words + value->captured * 4;
        if (value->captured == NOT_CAPTURED)
            continue;
        for (uint32_t v = 0; v < vertices_of(stage, value); v++)
            for (uint32_t e = 0; e < elements; e++, to += value->element_bytes)
                if (has_level(stage, value, e))
                    memcpy(to, element_at(stage, value, record, v, e), value->element_bytes);
    }
    clear_unwritten(words, stage->patch_words);
}

void take_control(struct shader *shader, const struct host_dispatch *dispatch) {
    struct drawn_stage *stage = &shader->stage;
    const struct stage_value *outer = stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInTessLevelOuter);
    choose_levels(stage, outer, dispatch);
    for (uint32_t patch = 0; patch < PATCHES; patch++) {
        uint8_t *record = dispatch->invocations[patch * stage->output_vertices].inputs;
        if (is_evaluated(stage, outer, record))
            take_words(stage, record,
                       shader->buffers[stage->patch_outputs].live + (size_t)patch * stage->patch_words * 4);
    }
}

/* ---- evaluation ---- */

float level_of(uint32_t patch, uint32_t level) {
    static const float levels[PATCHES][LEVELS] = {
        {2, 3, 1, 2.5F, 2, 3}, {1, 1, 1, 1, 1, 1}, {3.25F, 2, 4, 1.5F, 3.5F, 2}};
    return levels[patch][level];
}

bool add_evaluation(struct shader *shader, const struct settings *settings, char *message) {
    (void)settings;
    set_patches(&shader->stage);
    return !has_narrow(&shader->stage, message) && add_captured(shader, MAX_EVALUATED, message);
}

static void set_levels(const struct drawn_stage *stage, const struct stage_value *value, uint32_t patch,
                       uint8_t *record) {
    uint32_t first = value->about.builtin == SpvBuiltInTessLevelInner ? 4 : 0;
    for (uint32_t i = 0; i < value->about.array_length; i++) {
        float level = level_of(patch, first + i);
        memcpy(element_at(stage, value, record, 0, i), &level, sizeof level);
    }
}

/* What a patch has lies in `vertices` at the number of the patch. */
static void set_of_patch(const struct drawn_stage *stage, const struct stage_value *value, uint32_t patch,
                         uint8_t *record) {
    uint32_t bytes = value->about.width / 8;
    for (uint32_t c = 0; c < value->about.components; c++)
        memcpy(element_at(stage, value, record, 0, 0) + c * bytes, &value->vertices[patch][c], bytes);
}

static void set_evaluated(const struct drawn_stage *stage, const struct stage_value *value,
                          const struct evaluated *evaluated, uint8_t *record) {
    uint32_t builtin = value->about.builtin, number = builtin_of(builtin, evaluated->patch, 0);
    if (value->about.vertices)
        set_corners(stage, value, evaluated->patch, record);
    else if (builtin == SMMRA_NONE)
        set_of_patch(stage, value, evaluated->patch, record);
    else if (builtin == SpvBuiltInTessLevelOuter || builtin == SpvBuiltInTessLevelInner)
        set_levels(stage, value, evaluated->patch, record);
    else if (builtin == SpvBuiltInTessCoord)
        memcpy(element_at(stage, value, record, 0, 0), evaluated->at, sizeof evaluated->at);
    else
        memcpy(element_at(stage, value, record, 0, 0), &number, sizeof number);
}

bool make_evaluation(struct shader *shader, struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    if (!make_invocations(stage, dispatch, stage->evaluated_count, 1))
        return false;
    for (uint32_t n = 0; n < stage->evaluated_count; n++)
        for (uint32_t i = 0; i < stage->input_count; i++)
            set_evaluated(stage, &stage->values[i], &stage->evaluated[n], dispatch->invocations[n].inputs);
    memcpy(dispatch->local_size, (uint32_t[]){1, 1, 1}, sizeof dispatch->local_size);
    memcpy(dispatch->group_count, (uint32_t[]){stage->evaluated_count, 1, 1}, sizeof dispatch->group_count);
    return true;
}

void take_evaluation(struct shader *shader, const struct host_dispatch *dispatch) {
    const struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = 0; i < stage->evaluated_count && stage->captured[0] != NO_BUFFER; i++)
        capture_record(stage, 0, dispatch->invocations[i].outputs,
                       shader->buffers[stage->captured[0]].live + (size_t)i * stage->captured_bytes[0]);
}
