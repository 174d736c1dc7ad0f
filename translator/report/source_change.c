/* Finds the statement in the source that a suggestion is about, and says the suggestion in the source's language. */
#include "translator/report/source_change.h"

#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "spirv/module.h"
#include "spirv/places.h"
#include "translator/report/source_calls.h"

enum { LINES_BEFORE = 8, LINES_BEHIND = 16, WINDOW = LINES_BEFORE + LINES_BEHIND + 1, LONGEST_LINE = 1024 };

/* All changes of a module are made from this. */
struct source {
    const uint32_t *words;
    size_t count;
    struct spirv_places places;
    bool is_hlsl;
    source_reader *read_line;
    void *user;
};

/* The lines around a place: the module has them, or a file. */
struct window {
    struct arena *arena;
    uint32_t first; /* the number of the first line */
    const char *lines[WINDOW];
};

static void keep_line(void *user, uint32_t number, const char *line) {
    struct window *w = user;
    if (number >= w->first && number - w->first < WINDOW)
        w->lines[number - w->first] = arena_copy_string(w->arena, line, strlen(line));
}

static void read_window(struct window *w, struct source *source, const struct suggestion *s) {
    const struct spirv_place *place = spirv_place_of(&source->places, s->word);
    w->first = s->place->line > LINES_BEFORE ? s->place->line - LINES_BEFORE : 1;
    if (place && place->file)
        spirv_source_lines(&source->places, place->file, w->arena, keep_line, w);
    bool is_known = w->lines[s->place->line - w->first];
    for (uint32_t i = 0; i < WINDOW && !is_known && source->read_line; i++) {
        char line[LONGEST_LINE];
        const smmra_source wanted = {.file = s->place->file, .line = w->first + i};
        if (source->read_line(source->user, &wanted, line, sizeof line))
            keep_line(w, w->first + i, line);
    }
    if (!w->lines[s->place->line - w->first] && s->place->text)
        w->lines[s->place->line - w->first] = s->place->text;
}

/* The lines of the widest call that has the place: compilers name its first line, or its last. */
static void find_statement(struct window *w, uint32_t at, struct source_statement *statement) {
    struct source_calls calls = {.arena = w->arena};
    uint32_t first = at, last = at;
    struct text text;
    for (uint32_t i = 0; i < WINDOW; i++)
        source_calls_read(&calls, i, w->lines[i] ? w->lines[i] : "");
    for (size_t i = 0; i < calls.count; i++)
        if (calls.items[i].first <= at && at <= calls.items[i].last && w->lines[calls.items[i].last]) {
            first = calls.items[i].first < first ? calls.items[i].first : first;
            last = calls.items[i].last > last ? calls.items[i].last : last;
        }
    text_init(&text, w->arena, 256);
    for (uint32_t i = first; i <= last; i++) {
        text_string(&text, w->lines[i] ? w->lines[i] : "");
        text_char(&text, i == last ? '\0' : '\n');
    }
    *statement = (struct source_statement){.lines = text.start,
                                           .line_before = first ? w->lines[first - 1] : NULL,
                                           .line_behind = last + 1 < WINDOW ? w->lines[last + 1] : NULL,
                                           .line = w->first + first};
}

/* ---- instructions ---- */

enum { OTHER, ATOMIC, CONTROL_BARRIER, MEMORY_BARRIER };

static int kind_of(uint32_t word) {
    SpvOp opcode = (SpvOp)(word & 0xFFFF);
    const char *name = spirv_opcode_name(opcode);
    return opcode == SpvOpControlBarrier               ? CONTROL_BARRIER
           : opcode == SpvOpMemoryBarrier              ? MEMORY_BARRIER
           : name && strncmp(name, "OpAtomic", 8) == 0 ? ATOMIC
                                                       : OTHER;
}

/* Several calls of a line are told from each other by their order, which is that of the instructions. */
static void count_calls(struct source *source, const struct suggestion *s, struct source_statement *statement) {
    const struct spirv_place *place = spirv_place_of(&source->places, s->word);
    const uint32_t *words = source->words;
    if (!place || s->word >= source->count)
        return;
    for (uint32_t at = 5; at < source->count && words[at] >> 16; at += words[at] >> 16) {
        const struct spirv_place *other =
            kind_of(words[at]) == kind_of(words[s->word]) ? spirv_place_of(&source->places, at) : NULL;
        if (!other || other->line != place->line || other->file != place->file)
            continue;
        statement->call += at < s->word;
        statement->calls++;
    }
}

/* ---- words ---- */

static SpvSourceLanguage language_of(const uint32_t *words, size_t count) {
    for (size_t at = 5; at < count && words[at] >> 16; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == SpvOpSource && at + 1 < count)
            return (SpvSourceLanguage)words[at + 1];
    return SpvSourceLanguageUnknown;
}

static const struct said {
    const char *part, *glsl, *hlsl;
} sayings[] = {
    {"Coherent", "declare the buffer that this accesses coherent",
     "declare the buffer that this accesses globallycoherent"},
    {"MakePointer", "declare the memory devicecoherent", "declare the memory globallycoherent"},
    {"MakeTexel", "declare the image devicecoherent", "declare the image globallycoherent"},
    {"NonPrivate", "declare it nonprivate", "declare it globallycoherent"},
};

/* Says what to do if no line alone can be changed; NULL: only SPIR-V can say it. */
static const char *say_declaration(const char *suggestion, bool is_hlsl) {
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
        if (strncmp(suggestion, "add ", 4) == 0 && strstr(suggestion, sayings[i].part))
            return is_hlsl ? sayings[i].hlsl : sayings[i].glsl;
    return NULL;
}

/* "write `barrier(); memoryBarrierBuffer();`", in one line. */
static const char *say_change(struct arena *arena, const char *before, const char *after) {
    bool is_named = strstr(before, "gl_S") || !strstr(after, "gl_S");
    struct text text;
    text_init(&text, arena, 128);
    text_string(&text, "write `");
    for (bool blank = true; *after; after++) {
        bool is_blank = *after == ' ' || *after == '\t' || *after == '\n';
        if (!is_blank && blank && text.next[-1] != '`')
            text_char(&text, ' ');
        if (!is_blank)
            text_char(&text, *after >= ' ' && *after < 0x7F ? *after : '?');
        blank = is_blank;
    }
    text_string(&text, is_named ? "`" : "`, with GL_KHR_memory_scope_semantics");
    return text_finish(&text);
}

/* ---- changes ---- */

static void make_change(struct arena *arena, struct source *source, const struct suggestions *found, uint32_t i,
                        struct source_change *changes) {
    const struct suggestion *s = &found->items[i];
    struct source_change *change = &changes[i];
    struct window window = {.arena = arena};
    struct source_statement statement;
    change->is_last = true;
    change->said = say_declaration(s->what, source->is_hlsl);
    if (change->said || !s->place || !s->place->line)
        return;
    read_window(&window, source, s);
    if (!window.lines[s->place->line - window.first])
        return;
    find_statement(&window, s->place->line - window.first, &statement);
    const char *lines = statement.lines;
    struct source_change *earlier = NULL;
    for (uint32_t k = 0; k < i; k++)
        if (changes[k].after && changes[k].is_last && changes[k].line == statement.line &&
            strcmp(found->items[k].place->file, s->place->file) == 0)
            earlier = &changes[k];
    lines = earlier ? earlier->after : lines;
    count_calls(source, s, &statement);
    change->after = (source->is_hlsl ? hlsl_change : glsl_change)(arena, &statement, lines, s);
    if (!change->after)
        return;
    if (earlier)
        earlier->is_last = false;
    change->before = statement.lines;
    change->line = statement.line;
    change->said = say_change(arena, change->before, change->after);
}

struct source_change *source_changes(struct arena *arena, const uint32_t *words, size_t count, source_reader *read_line,
                                     void *user, const struct suggestions *found) {
    struct source_change *changes = arena_allocate_array(arena, found->count + 1, sizeof *changes);
    struct source source = {.words = words,
                            .count = count,
                            .is_hlsl = language_of(words, count) == SpvSourceLanguageHLSL,
                            .read_line = read_line,
                            .user = user};
    spirv_places_read(&source.places, words, (uint32_t)count, arena);
    for (uint32_t i = 0; i < found->count; i++)
        make_change(arena, &source, found, i, changes);
    return changes;
}

const char *source_suggestion(struct arena *arena, const struct suggestion *suggestion,
                              const struct source_change *change) {
    char text[1024];
    if (!change->said)
        return suggestion->what;
    snprintf(text, sizeof text, "%s (SPIR-V: %s)", change->said, suggestion->what);
    return arena_copy_string(arena, text, strlen(text));
}
