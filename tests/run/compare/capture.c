/* The copy of a vertex, tessellation evaluation or geometry shader that the driver runs: transform feedback captures
 * each of its outputs, one tightly behind the other (Vulkan, "Transform Feedback"). */
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

enum { MAX_GLOBALS = 256 };

/* Words that are added to a section of the module. */
struct words {
    uint32_t *words;
    size_t count, capacity;
};

struct walk {
    struct shader *shader;
    const struct spirv_module *module;
    struct words decorations;
    uint32_t bytes[MAX_STREAMS]; /* captured so far */
    uint32_t stream;             /* of the variable */
};

static void add_word(struct words *to, uint32_t word) {
    if (to->count == to->capacity) {
        to->capacity = to->capacity * 2 + 64;
        to->words = realloc(to->words, to->capacity * sizeof *to->words);
        if (!to->words)
            abort();
    }
    to->words[to->count++] = word;
}

static void add_words(struct words *to, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        add_word(to, words[i]);
}

/* `member`: SPIRV_NO_MEMBER for the id itself. */
static void decorate(struct walk *walk, spirv_id id, uint32_t member, SpvDecoration decoration, uint32_t value) {
    bool of_member = member != SPIRV_NO_MEMBER;
    add_word(&walk->decorations, of_member ? 5u << 16 | SpvOpMemberDecorate : 4u << 16 | SpvOpDecorate);
    add_word(&walk->decorations, id);
    if (of_member)
        add_word(&walk->decorations, member);
    add_word(&walk->decorations, (uint32_t)decoration);
    add_word(&walk->decorations, value);
}

/* ---- which values lie where ---- */

struct place {
    uint32_t builtin, location, component;
};

static uint32_t decoration_of(const struct walk *walk, spirv_id id, uint32_t member, SpvDecoration kind,
                              uint32_t otherwise) {
    const struct spirv_decoration *found = spirv_find_decoration(walk->module, id, member, kind);
    return found ? found->operands[0] : otherwise;
}

static struct place place_of(const struct walk *walk, spirv_id id, uint32_t member, struct place outer) {
    return (struct place){decoration_of(walk, id, member, SpvDecorationBuiltIn, outer.builtin),
                          decoration_of(walk, id, member, SpvDecorationLocation, outer.location),
                          decoration_of(walk, id, member, SpvDecorationComponent, 0)};
}

static struct stage_value *value_at(struct walk *walk, const struct place *place) {
    struct drawn_stage *stage = &walk->shader->stage;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (place->builtin != SMMRA_NONE ? about->builtin == place->builtin
                                         : about->location == place->location && about->component == place->component)
            return &stage->values[i];
    }
    return NULL;
}

static void capture(struct walk *walk, struct place *place) {
    struct stage_value *value = value_at(walk, place);
    if (!value)
        return;
    value->captured = walk->bytes[walk->stream];
    walk->bytes[walk->stream] += value->element_bytes * value->elements;
    place->location++;
}

static void capture_parts(struct walk *walk, const struct spirv_type *type, struct place *place) {
    uint64_t count = type->opcode == SpvOpTypeMatrix ? type->count : type->length;
    bool parts = place->builtin == SMMRA_NONE;
    switch (parts ? type->opcode : SpvOpTypeVoid) {
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            capture_parts(walk, spirv_type_of_id(walk->module, type->members[i]), place);
        return;
    case SpvOpTypeArray:
    case SpvOpTypeMatrix:
        for (uint64_t i = 0; i < count; i++)
            capture_parts(walk, spirv_type_of_id(walk->module, type->element), place);
        return;
    case SpvOpTypeVector:
        capture(walk, place);
        if (spirv_type_of_id(walk->module, type->element)->width == 64 && type->count > 2)
            capture(walk, place); /* the rest, in the next Location */
        return;
    default:
        capture(walk, place);
    }
}

/* A variable, or a member of a block, at an Offset that its alignment allows. */
static void capture_at(struct walk *walk, spirv_id id, uint32_t member, const struct spirv_type *type,
                       struct place *place) {
    const struct stage_value *value = value_at(walk, place);
    if (!value || value->about.stream >= MAX_STREAMS)
        return;
    uint32_t *bytes = &walk->bytes[walk->stream = value->about.stream];
    *bytes = (*bytes + 7) / 8 * 8;
    decorate(walk, id, member, SpvDecorationOffset, *bytes);
    capture_parts(walk, type, place);
}

static bool is_block(const struct walk *walk, const struct spirv_type *type) {
    return type->opcode == SpvOpTypeStruct &&
           spirv_find_decoration(walk->module, type->id, SPIRV_NO_MEMBER, SpvDecorationBlock);
}

static void capture_variable(struct walk *walk, const struct spirv_instruction *variable) {
    const struct spirv_type *type =
        spirv_type_of_id(walk->module, spirv_type_of_id(walk->module, variable->type)->element);
    struct place place = place_of(walk, variable->result, SPIRV_NO_MEMBER, (struct place){SMMRA_NONE, SMMRA_NONE, 0});
    if (!is_block(walk, type)) {
        capture_at(walk, variable->result, SPIRV_NO_MEMBER, type, &place);
        return;
    }
    for (uint32_t i = 0; i < type->count; i++) {
        struct place of_member = place_of(walk, type->id, i, place);
        capture_at(walk, type->id, i, spirv_type_of_id(walk->module, type->members[i]), &of_member);
        place.location = of_member.location;
    }
}

/* ---- the edited module ---- */

/* Whether the id is an output variable, or the block of one. */
static bool is_output(const struct spirv_module *module, spirv_id id) {
    for (uint32_t i = 0; i < module->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(module, module->globals[i]);
        if (variable.operands[0] == SpvStorageClassOutput &&
            (variable.result == id || spirv_type_of_id(module, variable.type)->element == id))
            return true;
    }
    return false;
}

/* Whatever the shader says of transform feedback itself. */
static bool is_of_feedback(const struct spirv_module *module, const uint32_t *instruction) {
    uint32_t opcode = instruction[0] & 0xFFFF, place = opcode == SpvOpDecorate ? 2 : 3;
    if ((opcode != SpvOpDecorate && opcode != SpvOpMemberDecorate) || !is_output(module, instruction[1]))
        return false;
    return instruction[place] == SpvDecorationXfbBuffer || instruction[place] == SpvDecorationXfbStride ||
           instruction[place] == SpvDecorationOffset;
}

static bool is_annotation_or_later(uint32_t opcode) {
    return (opcode >= SpvOpDecorate && opcode <= SpvOpGroupMemberDecorate) || opcode == SpvOpDecorateId ||
           (opcode >= SpvOpTypeVoid && opcode <= SpvOpTypeForwardPointer);
}

static void edit(struct words *to, const struct walk *walk, const uint32_t *words, size_t count, spirv_id entry) {
    bool entries = false, capable = false, decorated = false;
    add_words(to, words, 5);
    for (size_t at = 5; at < count && words[at] >> 16; at += words[at] >> 16) {
        uint32_t opcode = words[at] & 0xFFFF;
        if (!capable && opcode == SpvOpCapability) {
            add_words(to, (uint32_t[]){2u << 16 | SpvOpCapability, SpvCapabilityTransformFeedback}, 2);
            capable = true;
        }
        if (entries && opcode != SpvOpEntryPoint) {
            add_words(to, (uint32_t[]){3u << 16 | SpvOpExecutionMode, entry, SpvExecutionModeXfb}, 3);
            entries = false;
        }
        entries |= opcode == SpvOpEntryPoint;
        if (!decorated && is_annotation_or_later(opcode)) {
            add_words(to, walk->decorations.words, walk->decorations.count);
            decorated = true;
        }
        if (!is_of_feedback(walk->module, words + at))
            add_words(to, words + at, words[at] >> 16);
    }
}

/* Each stream has the buffer of its number. */
static void decorate_variables(struct walk *walk, const uint32_t *streams) {
    const struct spirv_module *module = walk->module;
    for (uint32_t i = 0; i < module->global_count && i < MAX_GLOBALS; i++) {
        struct spirv_instruction variable = spirv_instruction_at(module, module->globals[i]);
        uint32_t stride = streams[i] < MAX_STREAMS ? walk->shader->stage.captured_bytes[streams[i]] : 0;
        if (!stride)
            continue;
        decorate(walk, variable.result, SPIRV_NO_MEMBER, SpvDecorationXfbBuffer, streams[i]);
        decorate(walk, variable.result, SPIRV_NO_MEMBER, SpvDecorationXfbStride, stride);
    }
}

/* Every output has a Location or is a built-in; one entry point's is the whole module. */
bool capture_outputs(struct shader *shader) {
    struct walk walk = {.shader = shader, .module = &shader->driver_module};
    struct words edited = {0};
    const struct spirv_module *module = walk.module;
    uint32_t most = 0, streams[MAX_GLOBALS]; /* MAX_STREAMS: nothing of it is captured */
    for (uint32_t i = 0; i < module->global_count && i < MAX_GLOBALS; i++) {
        struct spirv_instruction variable = spirv_instruction_at(module, module->globals[i]);
        walk.stream = MAX_STREAMS;
        if (variable.operands[0] == SpvStorageClassOutput)
            capture_variable(&walk, &variable);
        streams[i] = walk.stream;
    }
    for (uint32_t i = 0; i < MAX_STREAMS; i++) {
        shader->stage.captured_bytes[i] = (walk.bytes[i] + 7) / 8 * 8;
        most = most > shader->stage.captured_bytes[i] ? most : shader->stage.captured_bytes[i];
    }
    decorate_variables(&walk, streams);
    edit(&edited, &walk, shader->driver_words, shader->driver_word_count, module->entry_points[0].function);
    free(walk.decorations.words);
    if (most) {
        free(shader->driver_words);
        shader->driver_words = edited.words;
        shader->driver_word_count = edited.count;
    } else {
        free(edited.words);
    }
    return most <= MAX_CAPTURED && module->global_count <= MAX_GLOBALS;
}
