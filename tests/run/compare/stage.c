/* What a stage takes and gives, as the library tells a driver (smmra_translated_entry), and the images that fragments
 * are drawn to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"

/* ---- records ---- */

/* As LLVM lays out a vector in an array. */
static uint32_t stride_of(uint32_t bytes) {
    uint32_t stride = 1;
    while (stride < bytes)
        stride *= 2;
    return stride;
}

static void place(struct stage_value *value, uint32_t *bytes) {
    const smmra_interface *about = &value->about;
    value->element_bytes = about->width == 1 ? 1 : about->width / 8 * about->components;
    value->stride = stride_of(value->element_bytes);
    value->elements = (about->array_length ? about->array_length : 1) * (about->vertices ? about->vertices : 1);
    value->offset = (*bytes + 15) / 16 * 16;
    *bytes = value->offset + value->stride * value->elements;
}

/* A value that lies in memory, to which the parameter after the resources points. */
static void place_in_memory(struct drawn_stage *stage, struct stage_value *value) {
    const smmra_interface *about = &value->about;
    value->memory = about->position - stage->resource_count;
    if (value->memory >= MAX_MEMORIES)
        return;
    struct stage_memory *memory = &stage->memories[value->memory];
    uint32_t elements = about->array_length ? about->array_length : 1;
    uint64_t end = about->offset + (about->vertices ? about->vertices - 1 : 0) * about->vertex_stride;
    uint32_t bytes = (uint32_t)end + elements * (about->width == 1 ? 1 : about->width / 8 * about->components);
    memory->bytes = memory->bytes > bytes ? memory->bytes : bytes;
    memory->is_output = about->direction == SMMRA_DIRECTION_OUTPUT;
    memory->is_shared = about->address_space == 3;
    stage->memory_count = stage->memory_count > value->memory ? stage->memory_count : value->memory + 1;
}

static void place_pointers(struct drawn_stage *stage) {
    for (uint32_t i = 0; i < stage->memory_count; i++) {
        stage->memories[i].record = (stage->input_bytes + 7) / 8 * 8;
        stage->input_bytes = stage->memories[i].record + 8;
    }
}

uint8_t *element_at(const struct drawn_stage *stage, const struct stage_value *value, uint8_t *record, uint32_t vertex,
                    uint32_t element) {
    uint32_t length = value->about.array_length ? value->about.array_length : 1;
    uint8_t *memory;
    if (value->memory == NO_MEMORY)
        return record + value->offset + (vertex * length + element) * value->stride;
    memcpy(&memory, record + stage->memories[value->memory].record, sizeof memory);
    return memory + value->about.offset + vertex * value->about.vertex_stride + element * value->element_bytes;
}

uint32_t mode_of(const struct drawn_stage *stage, uint32_t mode, uint32_t otherwise) {
    for (uint32_t i = 0; i < stage->mode_count; i++)
        if (stage->modes[i].mode == mode)
            return stage->modes[i].operand_count ? stage->modes[i].operands[0] : 1;
    return otherwise;
}

struct stage_value *stage_builtin(struct drawn_stage *stage, smmra_direction direction, uint32_t builtin) {
    for (uint32_t i = 0; i < stage->value_count; i++)
        if (stage->values[i].about.direction == direction && stage->values[i].about.builtin == builtin)
            return &stage->values[i];
    return NULL;
}

/* Less than 0 if `a` must stand before `b`. */
static int64_t compare_places(const smmra_interface *a, const smmra_interface *b) {
    bool a_built_in = a->builtin != SMMRA_NONE, b_built_in = b->builtin != SMMRA_NONE;
    if (a_built_in || b_built_in)
        return a_built_in != b_built_in ? a_built_in - b_built_in : (int64_t)a->builtin - b->builtin;
    if (a->location != b->location)
        return (int64_t)a->location - b->location;
    return a->index != b->index ? (int64_t)a->index - b->index : (int64_t)a->component - b->component;
}

/* `counts`: of values that are inputs, that are outputs, and of pointers that came before. */
static bool position_as_promised(const struct drawn_stage *stage, const struct stage_value *value, uint32_t counts[3]) {
    bool input = value->about.direction == SMMRA_DIRECTION_INPUT;
    if (input && value->about.vertices)
        return value->memory == NO_MEMORY && value->about.position == SMMRA_NONE;
    if (value->memory == NO_MEMORY)
        return value->about.position == (input ? stage->resource_count + stage->memory_count : 0) + counts[!input]++;
    bool in_order = value->memory <= counts[2];
    counts[2] += value->memory == counts[2];
    return in_order && value->memory < MAX_MEMORIES && stage->memories[value->memory].is_output == !input;
}

/* What docs/guide/stages.md promises of the order of parameters and members, and of what a Location holds. */
static bool is_as_promised(const struct drawn_stage *stage) {
    uint32_t counts[3] = {0};
    for (uint32_t i = 0; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        bool input = i < stage->input_count;
        bool first = i == 0 || i == stage->input_count;
        if (about->direction != (input ? SMMRA_DIRECTION_INPUT : SMMRA_DIRECTION_OUTPUT) ||
            about->width * about->components > 128 || !position_as_promised(stage, &stage->values[i], counts) ||
            (!first && compare_places(&stage->values[i - 1].about, about) > 0))
            return false;
    }
    return true;
}

/* ---- images that are drawn to ---- */

static uint32_t add_target(struct shader *shader, uint32_t format, bool is_depth, bool is_stencil) {
    struct image image = {.host = {.format = format,
                                   .dim = SpvDim2D,
                                   .width = TARGET_WIDTH,
                                   .height = TARGET_HEIGHT,
                                   .depth = 1,
                                   .layers = shader->stage.layers,
                                   .levels = 1,
                                   .samples = shader->stage.samples},
                          .is_arrayed = shader->stage.layers > 1,
                          .is_compared = is_depth,
                          .is_stencil = is_stencil,
                          .is_target = true};
    if (!add_image(shader, &image))
        return NO_BUFFER;
    shader->buffers[shader->buffer_count - 1].kind = BUFFER_TARGET;
    return shader->buffer_count - 1;
}

/* The attachments have four components; the shader may write fewer. */
static bool add_colours(struct shader *shader, char *message) {
    static const uint32_t formats[] = {[SMMRA_SCALAR_FLOAT] = SpvImageFormatRgba32f,
                                       [SMMRA_SCALAR_SINT] = SpvImageFormatRgba32i,
                                       [SMMRA_SCALAR_UINT] = SpvImageFormatRgba32ui};
    struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (about->builtin != SMMRA_NONE)
            continue;
        if (about->location >= MAX_TARGETS || about->scalar == SMMRA_SCALAR_BOOL || about->width != 32) {
            snprintf(message, MESSAGE_SIZE, "no image can be drawn to at location %u", about->location);
            return false;
        }
        if (stage->targets[about->location] == NO_BUFFER)
            stage->targets[about->location] = add_target(shader, formats[about->scalar], false, false);
        if (stage->targets[about->location] == NO_BUFFER)
            return false;
        shader->buffers[stage->targets[about->location]].binding = about->location;
    }
    return true;
}

/* ---- from the translation ---- */

static void copy_interface(struct drawn_stage *stage, const smmra_translated_entry *entry) {
    for (size_t i = 0; i < entry->resource_count; i++) {
        if (entry->resources[i]->parameter >= stage->resource_count)
            stage->resource_count = entry->resources[i]->parameter + 1;
        if (entry->resources[i]->kind == SMMRA_RESOURCE_TASK_PAYLOAD)
            stage->payload_words = (uint32_t)(entry->resources[i]->byte_size / 4);
        if (is_of_invocation(entry->resources[i]->kind) && entry->resources[i]->kind != SMMRA_RESOURCE_SHADER_RECORD &&
            entry->resources[i]->parameter < HOST_MOST_ARGUMENTS)
            stage->own_bytes[entry->resources[i]->parameter] = (uint32_t)entry->resources[i]->byte_size;
    }
    for (size_t i = 0; i < entry->interface_count; i++) {
        struct stage_value *value = &stage->values[stage->value_count++];
        value->about = *entry->interfaces[i];
        value->is_given = !*value->about.name;
        value->about.name = "";
        bool input = value->about.direction == SMMRA_DIRECTION_INPUT;
        stage->input_count += input;
        value->memory = NO_MEMORY;
        value->captured = NOT_CAPTURED;
        place(value, input ? &stage->input_bytes : &stage->output_bytes);
        if (value->about.address_space != SMMRA_NONE)
            place_in_memory(stage, value);
    }
    place_pointers(stage);
    for (size_t i = 0; i < entry->mode_count && i < MAX_MODES; i++)
        stage->modes[stage->mode_count++] = *entry->modes[i];
    stage->early_tests = mode_of(stage, SpvExecutionModeEarlyFragmentTests, 0);
}

/* Vulkan, "Sample Shading". */
static bool has_sample_shading(struct drawn_stage *stage) {
    bool shading = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInSampleId) ||
                   stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInSamplePosition);
    for (uint32_t i = 0; i < stage->input_count; i++)
        shading |= (stage->values[i].about.decorations & SMMRA_DECORATION_SAMPLE) != 0;
    return shading;
}

/* In a variable of its own. Input attachments take Layer too, but llvmpipe reads the first one of them. */
static bool asks_for_layer(struct drawn_stage *stage) {
    const struct stage_value *layer = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInLayer);
    return layer && !layer->is_given;
}

void clear_drawing(struct drawn_stage *stage) {
    stage->samples = stage->layers = stage->views = stage->draws = 1;
    stage->depth = stage->stencil = NO_BUFFER;
    for (uint32_t i = 0; i < MAX_TARGETS; i++)
        stage->targets[i] = NO_BUFFER;
    for (uint32_t i = 0; i < MAX_STREAMS; i++)
        stage->captured[i] = NO_BUFFER;
    for (uint32_t i = 0; i < MAX_LOCATIONS; i++)
        stage->attributes[i] = NO_BUFFER;
}

/* How much is drawn, by what the shader asks for. */
static void choose_drawing(struct drawn_stage *stage, const struct settings *settings) {
    bool masks = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInSampleMask) ||
                 stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInSampleMask);
    stage->sample_shading = has_sample_shading(stage);
    stage->samples = settings->samples ? settings->samples : stage->sample_shading || masks ? MAX_SAMPLES : 1;
    stage->views = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInViewIndex) ? 2 : 1;
    stage->layers = stage->views > 1 || asks_for_layer(stage) ? 2 : 1;
    stage->corners_each = stage_builtin(stage, SMMRA_DIRECTION_INPUT, SpvBuiltInPointCoord) ? 1 : 3;
    stage->primitive_count = settings->primitives ? settings->primitives : 2;
    stage->depth_compare = settings->depth ? settings->depth - 1 : COMPARE_ALWAYS;
}

static bool add_targets(struct shader *shader, const struct settings *settings, char *message) {
    struct drawn_stage *stage = &shader->stage;
    choose_drawing(stage, settings);
    if (settings->depth || stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInFragDepth))
        stage->depth = add_target(shader, SpvImageFormatR32f, true, false);
    if (stage_builtin(stage, SMMRA_DIRECTION_OUTPUT, SpvBuiltInFragStencilRefEXT))
        stage->stencil = add_target(shader, SpvImageFormatR8ui, false, true);
    if (stage->primitive_count > MAX_PRIMITIVES || (stage->depth != NO_BUFFER && stage->stencil != NO_BUFFER)) {
        snprintf(message, MESSAGE_SIZE, "too much is drawn, or depth and stencil at once");
        return false;
    }
    return add_colours(shader, message);
}

/* ---- the stages ---- */

const struct drawn_kind *kind_of(uint32_t model) {
    static const struct drawn_kind kinds[] = {
        {SpvExecutionModelVertex, SMMRA_STAGE_VERTEX, add_vertices, make_vertices, take_vertices},
        {SpvExecutionModelFragment, SMMRA_STAGE_FRAGMENT, add_targets, make_fragments, merge_fragments},
        {SpvExecutionModelGeometry, SMMRA_STAGE_GEOMETRY, add_geometry, make_geometry, take_geometry},
        {SpvExecutionModelTessellationControl, SMMRA_STAGE_TESSELLATION_CONTROL, add_control, make_control,
         take_control},
        {SpvExecutionModelTessellationEvaluation, SMMRA_STAGE_TESSELLATION_EVALUATION, add_evaluation, make_evaluation,
         take_evaluation},
        {SpvExecutionModelTaskEXT, SMMRA_STAGE_TASK, add_task, make_mesh, take_task},
        {SpvExecutionModelMeshEXT, SMMRA_STAGE_MESH, add_mesh, make_mesh, take_mesh},
        {SpvExecutionModelRayGenerationKHR, SMMRA_STAGE_RAY_GENERATION, NULL, make_rays, NULL},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].model == model)
            return &kinds[i];
    return NULL;
}

bool stage_take(struct drawn_stage *stage, const smmra_translated_entry *entry, char *message) {
    if (entry->interface_count > MAX_VALUES) {
        snprintf(message, MESSAGE_SIZE, "there are more inputs and outputs than can be compared");
        return false;
    }
    copy_interface(stage, entry);
    snprintf(stage->function, sizeof stage->function, "%s", entry->function);
    if (is_as_promised(stage))
        return true;
    snprintf(message, MESSAGE_SIZE, "inputs and outputs are not in the order of docs/guide/stages.md");
    return false;
}

bool stage_read(struct shader *shader, const struct settings *settings, char *message) {
    smmra_options options = host_options(shader, settings, message);
    smmra_translation *translation;
    size_t count;
    if (*settings->on) /* whose Workgroup memory is no parameter */
        options.target = SMMRA_TARGET_AMDGCN;
    shader->refused = smmra_translate(shader->words, shader->word_count, &options, &translation);
    if (shader->refused != SMMRA_SUCCESS)
        return true; /* the build says so again */
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    bool taken = has_ray_stages(shader) ? read_ray_program(shader, entries, count, message)
                                        : stage_take(&shader->stage, entries[0], message);
    smmra_translation_destroy(translation);
    clear_drawing(&shader->stage);
    if (shader->stage.payload_words > MAX_PAYLOAD_WORDS) {
        snprintf(message, MESSAGE_SIZE, "its payload is larger than those that are compared");
        return false;
    }
    const struct drawn_kind *kind = kind_of(shader->stage.model);
    return taken && (!kind->add || kind->add(shader, settings, message));
}
