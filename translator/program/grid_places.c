/* What debug information adds to a module as a litmus program: the places of its operations, and the names that the
 * shader's source has for its memory. */
#include <stdio.h>
#include <stdlib.h>

#include "mmra/base/sort.h"
#include "mmra/base/text.h"
#include "translator/program/grid_reader.h"

enum { SOURCE_LANGUAGE_SLANG = 11 }; /* SPIR-V 3.2; Debian 12's headers do not name it */

static int compare_members(const void *a, const void *b) {
    const struct grid_member_name *x = a, *y = b;
    if (x->structure != y->structure)
        return x->structure < y->structure ? -1 : 1;
    return x->member < y->member ? -1 : x->member > y->member;
}

static void read_language(struct grid_reader *g, uint32_t language) {
    g->is_hlsl |= language == SpvSourceLanguageHLSL;
    if (language == SpvSourceLanguageHLSL || language == SOURCE_LANGUAGE_SLANG)
        g->litmus->program.language = PROGRAM_HLSL;
}

/* They stand before all types. */
static void read_member_names(struct grid_reader *g) {
    const struct spirv_module *module = g->module;
    uint32_t capacity = 0, first = module->function_count ? module->functions[0].word : module->word_count;
    for (uint32_t word = 5; word < first; word += module->words[word] >> 16) {
        uint32_t opcode = module->words[word] & 0xFFFF;
        if (opcode == SpvOpMemberName)
            *ARENA_PUSH(g->arena, g->members, g->member_count, capacity) =
                (struct grid_member_name){module->words[word + 1], module->words[word + 2], word};
        if (opcode == SpvOpSource)
            read_language(g, module->words[word + 1]);
    }
    mmra_sort(g->arena, g->members, g->member_count, sizeof *g->members, compare_members);
}

static void read_debug_globals(struct grid_reader *g) {
    for (uint32_t i = 0; i < g->places.definition_count; i++) {
        spirv_id id = g->places.definitions[i].id, variable = spirv_debug_variable(&g->places, id);
        uint32_t index = variable ? spirv_index(g->module, variable) : 0;
        if (!index)
            continue;
        if (!g->debug_globals)
            g->debug_globals =
                arena_allocate_array(g->arena, g->module->definition_count + 1, sizeof *g->debug_globals);
        g->debug_globals[index] = id;
    }
}

void grid_read_places(struct grid_reader *g) {
    read_member_names(g);
    if (g->source || !g->module->first_string)
        return;
    spirv_places_read(&g->places, g->module->words, g->module->word_count, g->arena);
    g->known = arena_allocate_array(g->arena, g->places.count + 1, sizeof *g->known);
    read_debug_globals(g);
}

static const struct model_place *known_place(struct grid_reader *g, uint32_t word) {
    const struct spirv_place *item = g->places.count ? spirv_place_of(&g->places, word) : NULL;
    struct spirv_source source;
    if (!item)
        return NULL;
    const struct model_place **known = &g->known[item - g->places.items];
    if (!*known && spirv_source_of(&g->places, word, g->arena, &source)) {
        struct model_place *place = arena_allocate_array(g->arena, 1, sizeof *place);
        *place = (struct model_place){source.file, source.line, source.column, source.function, source.text, NULL};
        *known = place;
    }
    return *known;
}

/* In a function that is called each call has places of its own. */
const struct model_place *grid_place(struct grid_reader *g, uint32_t word) {
    const struct model_place *known = known_place(g, word);
    if (!known || !g->caller)
        return known;
    struct model_place *place = arena_allocate_array(g->arena, 1, sizeof *place);
    *place = *known;
    place->caller = g->caller;
    return place;
}

/* ---- names ---- */

const char *grid_member_name(const struct grid_reader *g, spirv_id structure, uint32_t member) {
    const struct grid_member_name wanted = {structure, member, 0};
    const struct grid_member_name *found =
        g->member_count ? bsearch(&wanted, g->members, g->member_count, sizeof wanted, compare_members) : NULL;
    return found ? (const char *)(g->module->words + found->word + 3) : NULL;
}

static bool is_word(const char *name, const char *word, size_t length) {
    return name && strlen(name) == length && memcmp(name, word, length) == 0;
}

static spirv_id debug_global(const struct grid_reader *g, const struct grid_variable *variable) {
    return g->debug_globals && variable->id ? g->debug_globals[spirv_index(g->module, variable->id)] : 0;
}

spirv_id grid_debug_type(const struct grid_reader *g, const struct grid_variable *variable) {
    return spirv_debug_operand(&g->places, debug_global(g, variable), 1);
}

/* The OpName, or what debug information calls it; NULL: neither. */
static const char *source_name(const struct grid_reader *g, const struct grid_variable *variable) {
    const char *name = variable->id ? spirv_name(g->module, variable->id) : NULL, *debug_name = NULL;
    if (!(name && *name))
        debug_name = spirv_debug_string(&g->places, spirv_debug_operand(&g->places, debug_global(g, variable), 0));
    return debug_name ? debug_name : name;
}

bool grid_is_called(const struct grid_reader *g, const struct grid_variable *variable, const char *name,
                    size_t length) {
    const char *own = variable->id ? spirv_name(g->module, variable->id) : NULL, *debug_name = source_name(g, variable);
    if (is_word(variable->name, name, length))
        return true;
    return !(own && *own) && is_word(debug_name, name, length);
}

/* `debug_name`: of a member that has no other. */
static void put_index(struct grid_reader *g, struct text *text, const struct spirv_type *type, uint32_t index,
                      const char *debug_name) {
    const char *name = type->opcode == SpvOpTypeStruct ? grid_member_name(g, type->id, index) : NULL;
    if (type->opcode == SpvOpTypeStruct && !name)
        name = debug_name;
    if (type->opcode == SpvOpTypeStruct && text_length(text))
        text_char(text, '.');
    if (type->opcode == SpvOpTypeStruct && !(name && *name)) {
        text_string(text, "member");
        text_unsigned(text, index);
    } else if (name) {
        text_string(text, name);
    } else if (type->opcode == SpvOpTypeVector && type->count <= 4) {
        text_char(text, '.');
        text_char(text, "xyzw"[index]);
    } else {
        text_char(text, '[');
        text_unsigned(text, index);
        text_char(text, ']');
    }
}

static const struct spirv_type *part_of(const struct grid_reader *g, const struct spirv_type *type, uint32_t index) {
    if (type->opcode == SpvOpTypeStruct)
        return index < type->count ? spirv_type_of_id(g->module, type->members[index]) : NULL;
    bool is_composite = type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeMatrix ||
                        type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray;
    return is_composite ? spirv_type_of_id(g->module, type->element) : NULL;
}

/* A block without a name is known by its members. */
const char *grid_label(struct grid_reader *g, const struct grid_variable *variable, const char *path) {
    const struct spirv_type *type = variable->type;
    const char *debug_name, *name = variable->id           ? source_name(g, variable)
                                    : variable->pointed_by ? grid_label(g, variable->pointed_by, variable->pointer)
                                                           : variable->name;
    spirv_id debug_type = grid_debug_type(g, variable);
    struct text text;
    text_init(&text, g->arena, 64);
    if (name)
        text_string(&text, name);
    while (*path == '[' && type) {
        char *end;
        uint32_t index = (uint32_t)strtoul(path + 1, &end, 10);
        const struct spirv_type *part = part_of(g, type, index);
        if (!part)
            break;
        debug_type = spirv_debug_part(&g->places, debug_type, index, &debug_name);
        put_index(g, &text, type, index, debug_name);
        type = part;
        path = end + 1;
    }
    text_string(&text, path); /* of an image: its texel */
    if (!text_length(&text))
        return NULL;
    return text_finish(&text);
}

const char *grid_memory_name(struct grid_reader *g, uint32_t memory) {
    const struct grid_variable *variable = g->owners[memory];
    char path[32] = "";
    if (variable->type->opcode == SpvOpTypeStruct)
        snprintf(path, sizeof path, "[%u]", variable->type->count - 1);
    const char *label = grid_label(g, variable, path);
    return label ? label : variable->name;
}
