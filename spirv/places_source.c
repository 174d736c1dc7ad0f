/* Places for people: names of functions, and lines of sources that a module has in itself: in OpSource, or in
 * DebugSource. */
#include <string.h>

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

#include "spirv/places.h"
#include "spirv/reader.h"

enum { MAX_LINE = 1024 }; /* bytes of a line that are shown */

/* ---- the text: pieces, one after the other ---- */

struct pieces {
    struct spirv_places *places;
    struct arena *arena; /* whose watch is asked */
    const char *at;      /* in the piece that is read */
    uint32_t word;       /* after it */
    bool is_debug;
};

static bool begin_source(struct pieces *p, uint32_t word) {
    p->at = spirv_places_string(p->places, word, 4);
    p->word = word + spirv_places_length(p->places, word);
    p->is_debug = false;
    return p->at;
}

static bool begin_debug_source(struct pieces *p, uint32_t word) {
    uint32_t length = spirv_places_length(p->places, word);
    p->at = length >= 7 ? spirv_debug_string(p->places, p->places->words[word + 6]) : NULL;
    p->word = word + length;
    p->is_debug = true;
    return p->at;
}

/* OpSource or DebugSource that has the text of a file. */
static bool begin(struct pieces *p, spirv_id file) {
    struct spirv_places *places = p->places;
    for (uint32_t word = SPIRV_HEADER_WORDS, length; word < places->word_count; word += length) {
        const uint32_t *words = places->words + word;
        uint32_t opcode = words[0] & 0xFFFF;
        length = spirv_places_length(places, word);
        if (!length || opcode == SpvOpFunction || !places->work_left)
            return false;
        places->work_left--;
        if (opcode == SpvOpSource && length >= 5 && words[3] == file && begin_source(p, word))
            return true;
        if (opcode == SpvOpExtInst && length >= 7 && words[3] == places->debug_set && places->debug_set &&
            words[4] == NonSemanticShaderDebugInfo100DebugSource && words[5] == file && begin_debug_source(p, word))
            return true;
    }
    return false;
}

/* The piece that goes on: OpSourceContinued, or DebugSourceContinued, after the one before. */
static const char *next_piece(struct pieces *p) {
    const struct spirv_places *places = p->places;
    uint32_t word = p->word, length = word < places->word_count ? spirv_places_length(places, word) : 0;
    const uint32_t *words = places->words + word;
    p->word = word + length;
    if (length < 2)
        return NULL;
    if (!p->is_debug)
        return (words[0] & 0xFFFF) == SpvOpSourceContinued ? spirv_places_string(places, word, 1) : NULL;
    bool goes_on = (words[0] & 0xFFFF) == SpvOpExtInst && length >= 6 && words[3] == places->debug_set &&
                   words[4] == NonSemanticShaderDebugInfo100DebugSourceContinued;
    return goes_on ? spirv_debug_string(places, words[5]) : NULL;
}

/* The next byte; 0 at the end, or when enough has been searched. */
static char next_byte(struct pieces *p) {
    if (!p->places->work_left)
        return '\0';
    if (--p->places->work_left % SPIRV_WORK_PER_QUESTION == 0)
        mmra_work(p->arena->watch, MMRA_WORK_PER_QUESTION);
    while (p->at && !*p->at)
        p->at = next_piece(p);
    return p->at ? *p->at++ : '\0';
}

/* Reads a line: what fits, NUL-terminated. False at the end. */
static bool next_line(struct pieces *p, char line[MAX_LINE]) {
    size_t length = 0;
    char c = next_byte(p);
    if (!c)
        return false;
    for (; c && c != '\n'; c = next_byte(p))
        if (length < MAX_LINE - 1)
            line[length++] = c;
    if (length && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return true;
}

/* "#line N" or "#line N "file"": the next line's number; and whether it is of the file. */
static bool read_line_directive(const char *line, const char *file, uint32_t *number, bool *is_here) {
    uint32_t value = 0;
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "line", 4) != 0)
        return false;
    line += 4 + strspn(line + 4, " \t");
    if (*line < '0' || *line > '9')
        return false;
    for (; *line >= '0' && *line <= '9' && value < UINT32_MAX / 16; line++)
        value = value * 10 + (uint32_t)(*line - '0');
    const char *name = strchr(line, '"');
    size_t length = name ? strcspn(name + 1, "\"") : 0;
    *is_here = !name || (file && strlen(file) == length && memcmp(file, name + 1, length) == 0);
    *number = value;
    return true;
}

void spirv_source_lines(struct spirv_places *places, spirv_id file, struct arena *arena,
                        void (*visit)(void *user, uint32_t number, const char *line), void *user) {
    struct pieces p = {.places = places, .arena = arena};
    const char *name = spirv_debug_string(places, file);
    char line[MAX_LINE];
    uint32_t number = 1;
    bool is_here = true;
    for (bool more = begin(&p, file); more && next_line(&p, line);)
        if (!read_line_directive(line, name, &number, &is_here)) {
            if (is_here)
                visit(user, number, line);
            number++;
        }
}

/* The last line of that number counts: glslang writes comments before "#line 1". */
static bool find_line(struct spirv_places *places, spirv_id file, uint32_t wanted, struct arena *arena,
                      char found[MAX_LINE]) {
    struct pieces pieces = {.places = places, .arena = arena};
    const char *name = spirv_debug_string(places, file);
    char line[MAX_LINE];
    uint32_t number = 1;
    bool is_here = true, is_found = false;
    if (!begin(&pieces, file))
        return false;
    while (next_line(&pieces, line)) {
        if (read_line_directive(line, name, &number, &is_here))
            continue;
        if (is_here && number == wanted) {
            memcpy(found, line, MAX_LINE);
            is_found = true;
        }
        number++;
    }
    return is_found;
}

/* ---- functions ---- */

/* Without what glslang writes after it: "sum(u1;". */
static const char *name_of_function(struct spirv_places *places, uint32_t function) {
    uint32_t id = places->word_count - function > 2 ? places->words[function + 2] : 0;
    for (uint32_t word = SPIRV_HEADER_WORDS, length; word < function; word += length) {
        length = spirv_places_length(places, word);
        if (!length || !places->work_left)
            break;
        places->work_left--;
        if ((places->words[word] & 0xFFFF) == SpvOpName && length >= 3 && places->words[word + 1] == id)
            return spirv_places_string(places, word, 2);
    }
    return NULL;
}

static const char *function_of(struct spirv_places *places, const struct spirv_place *place) {
    const char *name =
        spirv_debug_string(places, spirv_debug_operand(places, spirv_debug_function(places, place->scope), 0));
    return name || !place->function ? name : name_of_function(places, place->function);
}

bool spirv_source_of(struct spirv_places *places, uint32_t word, struct arena *arena, struct spirv_source *source) {
    const struct spirv_place *place = spirv_place_of(places, word);
    const char *file = place ? spirv_debug_string(places, place->file) : NULL;
    char line[MAX_LINE];
    if (!file || !*file)
        return false;
    *source = (struct spirv_source){.file = file, .line = place->line, .column = place->column};
    const char *function = function_of(places, place);
    if (function && *function)
        source->function = arena_copy_string(arena, function, strcspn(function, "("));
    if (find_line(places, place->file, place->line, arena, line))
        source->text = arena_copy_string(arena, line, strlen(line));
    return true;
}
