#include "spirv/places.h"

#include <stdlib.h>
#include <string.h>

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "spirv/reader.h"

enum { MAX_SCOPES = 256 }; /* that are nested: a chain may be a cycle */
enum { MIN_SEARCHED = 1 << 20, SEARCHED_PER_WORD = 64 };

/* Sets with a later number have the instructions of version 100 under their numbers, and others. */
bool spirv_is_debug_set(const char *name) {
    static const char before_number[] = "NonSemantic.Shader.DebugInfo.";
    size_t length = sizeof before_number - 1;
    return strncmp(name, before_number, length) == 0 && strtoul(name + length, NULL, 10) >= 100;
}

/* ---- the walk ---- */

struct walk {
    struct spirv_places *places;
    struct spirv_place now;
    uint32_t last;  /* item that was added; 0 before the first */
    bool is_second; /* the arrays have been allocated */
};

uint32_t spirv_places_length(const struct spirv_places *places, uint32_t word) {
    uint32_t length = places->words[word] >> 16;
    return length <= places->word_count - word ? length : 0;
}

static bool is_debug(const struct spirv_places *places, uint32_t word, uint32_t length) {
    const uint32_t *words = places->words + word;
    return (words[0] & 0xFFFF) == SpvOpExtInst && length >= 5 && words[3] == places->debug_set && places->debug_set;
}

static void define(struct walk *walk, spirv_id id, uint32_t word) {
    struct spirv_places *places = walk->places;
    if (walk->is_second)
        places->definitions[places->definition_count] = (struct spirv_debug_definition){id, word};
    places->definition_count++;
}

/* Definitions stand before all functions, and their ids before their uses. */
static void note_definition(struct walk *walk, uint32_t word, uint32_t length) {
    struct spirv_places *places = walk->places;
    const uint32_t *words = places->words + word;
    uint32_t opcode = words[0] & 0xFFFF;
    if (opcode == SpvOpExtInstImport && length >= 3 && spirv_string_words(words + 2, length - 2) &&
        spirv_is_debug_set((const char *)(words + 2)))
        places->debug_set = words[1];
    else if (opcode == SpvOpString && length >= 3)
        define(walk, words[1], word);
    else if (opcode == SpvOpConstant && length == 4 && places->debug_set)
        define(walk, words[2], word);
    else if (is_debug(places, word, length))
        define(walk, words[2], word);
}

static void set_line(struct walk *walk, spirv_id file, uint32_t line, uint32_t column) {
    walk->now.file = line ? file : 0;
    walk->now.line = line;
    walk->now.column = column;
}

/* The definitions are sorted only when the second walk comes to the functions; the first only counts. */
static void note_debug(struct walk *walk, uint32_t word, uint32_t length) {
    const struct spirv_places *places = walk->places;
    const uint32_t *operands = places->words + word + 5;
    uint32_t number = places->words[word + 4];
    if (!walk->is_second)
        return;
    if (number == NonSemanticShaderDebugInfo100DebugLine && length >= 10)
        set_line(walk, spirv_debug_operand(places, operands[0], 0), spirv_debug_number(places, operands[1], UINT32_MAX),
                 spirv_debug_number(places, operands[3], UINT32_MAX));
    else if (number == NonSemanticShaderDebugInfo100DebugNoLine)
        set_line(walk, 0, 0, 0);
    else if (number == NonSemanticShaderDebugInfo100DebugScope && length >= 6) {
        walk->now.scope = operands[0];
        walk->now.inlined = length >= 7 ? operands[1] : 0;
    } else if (number == NonSemanticShaderDebugInfo100DebugNoScope) {
        walk->now.scope = walk->now.inlined = 0;
    }
}

static bool is_same(const struct spirv_place *a, const struct spirv_place *b) {
    return a->file == b->file && a->line == b->line && a->column == b->column && a->scope == b->scope &&
           a->inlined == b->inlined && a->function == b->function;
}

/* Another instruction, which has the place that holds now. The first walk cannot tell which differ. */
static void note_instruction(struct walk *walk, uint32_t word, bool changed) {
    struct spirv_places *places = walk->places;
    if (!changed)
        return;
    if (!walk->is_second) {
        places->count++;
        return;
    }
    if (places->count ? is_same(&places->items[places->count - 1], &walk->now) : !walk->now.file)
        return;
    places->items[places->count] = walk->now;
    places->items[places->count++].word = word;
}

static int compare_definitions(const void *a, const void *b) {
    spirv_id left = ((const struct spirv_debug_definition *)a)->id;
    spirv_id right = ((const struct spirv_debug_definition *)b)->id;
    return left < right ? -1 : left > right;
}

static void begin_functions(struct walk *walk, struct arena *arena) {
    struct spirv_places *places = walk->places;
    if (walk->is_second)
        mmra_sort(arena, places->definitions, places->definition_count, sizeof *places->definitions,
                  compare_definitions);
}

/* Walks over one instruction; `changed`: the place may be another than that of the last one that is no debug
 * information. */
static void walk_instruction(struct walk *walk, uint32_t word, uint32_t length, bool *changed) {
    const uint32_t *words = walk->places->words + word;
    switch (words[0] & 0xFFFF) {
    case SpvOpLine:
        if (length >= 4)
            set_line(walk, words[1], words[2], words[3]);
        *changed = true;
        return;
    case SpvOpNoLine:
        set_line(walk, 0, 0, 0);
        *changed = true;
        return;
    case SpvOpFunction:
        walk->now.function = word;
        walk->now.scope = walk->now.inlined = 0;
        *changed = true;
        break;
    }
    if (is_debug(walk->places, word, length)) {
        note_debug(walk, word, length);
        *changed = true;
        return;
    }
    note_instruction(walk, word, *changed);
    *changed = false;
    if ((words[0] & 0xFFFF) == SpvOpFunctionEnd) {
        walk->now = (struct spirv_place){0};
        *changed = true;
    }
}

static void walk_all(struct walk *walk, struct arena *arena) {
    struct spirv_places *places = walk->places;
    bool in_functions = false, changed = false;
    uint32_t next = 0, length;
    walk->now = (struct spirv_place){0};
    places->count = places->definition_count = places->debug_set = 0;
    for (uint32_t word = SPIRV_HEADER_WORDS; word < places->word_count; word += length) {
        length = spirv_places_length(places, word);
        if (!length)
            break;
        spirv_ask(arena->watch, word, &next);
        if (!in_functions && (places->words[word] & 0xFFFF) == SpvOpFunction) {
            begin_functions(walk, arena);
            in_functions = true;
        }
        if (!in_functions)
            note_definition(walk, word, length);
        walk_instruction(walk, word, length, &changed);
    }
    if (!in_functions)
        begin_functions(walk, arena);
}

void spirv_places_read(struct spirv_places *places, const uint32_t *words, uint32_t word_count, struct arena *arena) {
    struct walk walk = {.places = places};
    *places = (struct spirv_places){
        .words = words, .word_count = word_count, .work_left = MIN_SEARCHED + (uint64_t)SEARCHED_PER_WORD * word_count};
    walk_all(&walk, arena);
    places->items = arena_allocate(arena, (places->count + (size_t)1) * sizeof *places->items);
    places->definitions = arena_allocate(arena, (places->definition_count + (size_t)1) * sizeof *places->definitions);
    walk.is_second = true;
    walk_all(&walk, arena);
}

const struct spirv_place *spirv_place_of(const struct spirv_places *places, uint32_t word) {
    uint32_t end = COUNT_UP_TO(places->items, places->count, word, word);
    return end && places->items[end - 1].file ? &places->items[end - 1] : NULL;
}

/* ---- definitions ---- */

uint32_t spirv_debug_index(const struct spirv_places *places, spirv_id id) {
    uint32_t at = COUNT_BELOW(places->definitions, places->definition_count, id, id);
    return at < places->definition_count && places->definitions[at].id == id ? at + 1 : 0;
}

/* The word of the definition; 0: there is none. */
static uint32_t find(const struct spirv_places *places, spirv_id id) {
    uint32_t index = spirv_debug_index(places, id);
    return index ? places->definitions[index - 1].word : 0;
}

uint32_t spirv_debug_instruction(const struct spirv_places *places, spirv_id id, uint32_t *number) {
    uint32_t word = find(places, id);
    if (!word || !is_debug(places, word, spirv_places_length(places, word)))
        return 0;
    *number = places->words[word + 4];
    return word;
}

uint32_t spirv_debug_operand(const struct spirv_places *places, spirv_id id, uint32_t index) {
    uint32_t number, word = spirv_debug_instruction(places, id, &number);
    return word && index < spirv_places_length(places, word) - 5 ? places->words[word + 5 + index] : 0;
}

static uint32_t number_of(const struct spirv_places *places, spirv_id id) {
    uint32_t word = find(places, id);
    return word && (places->words[word] & 0xFFFF) == SpvOpConstant ? places->words[word + 3] : 0;
}

uint32_t spirv_debug_number(const struct spirv_places *places, spirv_id id, uint32_t index) {
    return number_of(places, index == UINT32_MAX ? id : spirv_debug_operand(places, id, index));
}

const char *spirv_places_string(const struct spirv_places *places, uint32_t word, uint32_t skipped) {
    uint32_t length = spirv_places_length(places, word);
    bool ends = length > skipped && spirv_string_words(places->words + word + skipped, length - skipped);
    return ends ? (const char *)(places->words + word + skipped) : NULL;
}

const char *spirv_debug_string(const struct spirv_places *places, spirv_id id) {
    uint32_t word = find(places, id);
    return word && (places->words[word] & 0xFFFF) == SpvOpString ? spirv_places_string(places, word, 2) : NULL;
}

/* Operands of NonSemantic.Shader.DebugInfo.100, counted from the first after the instruction's number. */
enum { GLOBAL_VARIABLE = 7, COMPOSITE_MEMBERS = 9, MEMBER_TYPE = 1, TYPEDEF_BASE = 1 };

spirv_id spirv_debug_variable(const struct spirv_places *places, spirv_id id) {
    uint32_t number;
    bool is_global =
        spirv_debug_instruction(places, id, &number) && number == NonSemanticShaderDebugInfo100DebugGlobalVariable;
    return is_global ? spirv_debug_operand(places, id, GLOBAL_VARIABLE) : 0;
}

spirv_id spirv_debug_part(const struct spirv_places *places, spirv_id type, uint32_t index, const char **name) {
    *name = NULL;
    for (int depth = 0; depth < MAX_SCOPES; depth++) {
        uint32_t number;
        if (!spirv_debug_instruction(places, type, &number))
            return 0;
        switch (number) {
        case NonSemanticShaderDebugInfo100DebugTypeQualifier:
            type = spirv_debug_operand(places, type, 0);
            break;
        case NonSemanticShaderDebugInfo100DebugTypedef:
            type = spirv_debug_operand(places, type, TYPEDEF_BASE);
            break;
        case NonSemanticShaderDebugInfo100DebugTypeArray:
        case NonSemanticShaderDebugInfo100DebugTypeVector:
        case NonSemanticShaderDebugInfo100DebugTypeMatrix:
            return spirv_debug_operand(places, type, 0);
        case NonSemanticShaderDebugInfo100DebugTypeComposite:
            type = index < places->word_count ? spirv_debug_operand(places, type, COMPOSITE_MEMBERS + index) : 0;
            *name = spirv_debug_string(places, spirv_debug_operand(places, type, 0));
            return spirv_debug_operand(places, type, MEMBER_TYPE);
        default:
            return 0;
        }
    }
    return 0;
}

spirv_id spirv_debug_function(const struct spirv_places *places, spirv_id scope) {
    for (int depth = 0; depth < MAX_SCOPES; depth++) {
        uint32_t number;
        if (!spirv_debug_instruction(places, scope, &number))
            return 0;
        if (number == NonSemanticShaderDebugInfo100DebugFunction)
            return scope;
        if (number == NonSemanticShaderDebugInfo100DebugLexicalBlock)
            scope = spirv_debug_operand(places, scope, 3);
        else if (number == NonSemanticShaderDebugInfo100DebugLexicalBlockDiscriminator)
            scope = spirv_debug_operand(places, scope, 2);
        else
            return 0;
    }
    return 0;
}
