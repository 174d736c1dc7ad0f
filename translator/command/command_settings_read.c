/* A part of TOML: tables, and keys with strings, numbers, booleans and lists of them. What else TOML has is refused by
 * name. A key is a row of a table here, and what it says becomes options of the command. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_settings.h"

enum { MOST_ITEMS = 256 };

struct reader {
    struct settings *settings;
    struct arena *arena;
    const char *start, *at, *end;
    uint32_t line;
    struct settings_table *table;   /* NULL: no header has come */
    struct settings_known *finding; /* of [[... .known]]; NULL: none is open */
    uint32_t finding_keys;
    jmp_buf failed;
};

/* ---- failing ---- */

__attribute__((format(printf, 2, 3))) _Noreturn static void fail(struct reader *r, const char *format, ...) {
    struct settings *settings = r->settings;
    const char *line = r->at;
    va_list values;
    va_start(values, format);
    vsnprintf(settings->fault, sizeof settings->fault, format, values);
    va_end(values);
    while (line > r->start && line[-1] != '\n')
        line--;
    settings->fault_line = r->line;
    settings->fault_column = (uint32_t)(r->at - line) + 1;
    longjmp(r->failed, 1);
}

/* ---- characters ---- */

static bool is_at(const struct reader *r, char c) {
    return r->at < r->end && *r->at == c;
}

static void skip_blanks(struct reader *r) {
    while (is_at(r, ' ') || is_at(r, '\t'))
        r->at++;
    if (is_at(r, '#'))
        while (r->at < r->end && *r->at != '\n')
            r->at++;
    if (is_at(r, '\r') && r->at + 1 < r->end && r->at[1] == '\n')
        r->at++;
}

/* Between the items of a list a line may end. */
static void skip_lines(struct reader *r) {
    for (skip_blanks(r); is_at(r, '\n'); skip_blanks(r)) {
        r->at++;
        r->line++;
    }
}

static void require(struct reader *r, char c, const char *where) {
    if (!is_at(r, c))
        fail(r, "'%c' is missing %s", c, where);
    r->at++;
}

static bool is_bare(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static const char *read_bare(struct reader *r, const char *what) {
    const char *begin = r->at;
    while (r->at < r->end && is_bare(*r->at))
        r->at++;
    if (r->at == begin)
        fail(r, "%s is missing: letters, digits, '_' and '-', or a string in double quotes", what);
    return arena_copy_string(r->arena, begin, (size_t)(r->at - begin));
}

/* ---- values ---- */

static char read_escape(struct reader *r) {
    static const char letters[] = "\"\\tnr", meant[] = "\"\\\t\n\r";
    const char *found = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
    if (!found)
        fail(r, "an escape that is none of \\\", \\\\, \\t, \\n and \\r: write a backslash as \\\\");
    r->at++;
    return meant[found - letters];
}

static const char *read_string(struct reader *r) {
    struct text text;
    text_init(&text, r->arena, 32);
    r->at++;
    if (is_at(r, '"') && r->at + 1 < r->end && r->at[1] == '"')
        fail(r, "a string of several lines: write it in one line, with \\n");
    while (!is_at(r, '"')) {
        if (r->at == r->end || *r->at == '\n' || *r->at == '\r')
            fail(r, "a string has no end: write \" there");
        if (!*r->at)
            fail(r, "a string has a byte 0: leave it out");
        const char c = *r->at++;
        text_char(&text, c == '\\' ? read_escape(r) : c);
    }
    r->at++;
    return text_finish(&text);
}

enum kind { STRING, NUMBER, KINDS };
static const char *const kind_names[] = {[STRING] = "a string in double quotes", [NUMBER] = "a whole number"};

/* A number stays in its digits. */
static const char *read_scalar(struct reader *r, enum kind kind) {
    const char *begin = r->at;
    if (is_at(r, '\''))
        fail(r, "a string in single quotes: write double quotes");
    if ((kind == STRING) != is_at(r, '"'))
        fail(r, "%s is missing", kind_names[kind]);
    if (kind == STRING)
        return read_string(r);
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    if (r->at == begin || (r->at < r->end && (is_bare(*r->at) || *r->at == '.')))
        fail(r, "%s is missing: digits alone", kind_names[kind]);
    return arena_copy_string(r->arena, begin, (size_t)(r->at - begin));
}

struct list {
    const char *items[MOST_ITEMS];
    uint32_t count;
};

static void add_item(struct reader *r, struct list *list, enum kind kind) {
    if (list->count == MOST_ITEMS)
        fail(r, "more than %d values in a list: leave some out", MOST_ITEMS);
    list->items[list->count++] = read_scalar(r, kind);
}

/* Reads one value, or a list of them. */
static void read_values(struct reader *r, struct list *list, enum kind kind) {
    list->count = 0;
    if (!is_at(r, '[')) {
        add_item(r, list, kind);
        return;
    }
    r->at++;
    for (skip_lines(r); !is_at(r, ']'); skip_lines(r)) {
        add_item(r, list, kind);
        skip_lines(r);
        if (!is_at(r, ']'))
            require(r, ',', "between the values of a list, or ']' after them");
    }
    r->at++;
}

/* ---- keys ---- */

/* A key of a shader's table stands for an option. */
static const struct key {
    const char *name, *option;
    enum kind kind;
    uint32_t most; /* values */
    bool joined;   /* by commas, as one value of the option */
} keys[] = {{"groups", "--groups", NUMBER, 3, true},         {"local", "--local", NUMBER, 3, true},
            {"subgroup", "--subgroup", NUMBER, 1, false},    {"entry", "--entry", STRING, 1, false},
            {"input", "--input", STRING, MOST_ITEMS, false}, {"size", "--size", STRING, MOST_ITEMS, false},
            {"spec", "--spec", STRING, MOST_ITEMS, false},   {"include", "-I", STRING, MOST_ITEMS, false},
            {"define", "-D", STRING, MOST_ITEMS, false},     {"glsl450", "--glsl450", STRING, 1, false},
            {"target-env", "--target-env", STRING, 1, false}};
enum { KEYS = sizeof keys / sizeof *keys };

/* And by one of a known finding. */
enum { FINDING, AT, WHY, KNOWN_KEYS };
static const char *const known_keys[] = {[FINDING] = "finding", [AT] = "at", [WHY] = "why"};

_Noreturn static void fail_at_key(struct reader *r, const char *given, struct nearest nearest) {
    r->at -= strlen(given);
    if (nearest.name)
        fail(r, "there is no key '%.64s': did you mean '%s'?", given, nearest.name);
    fail(r,
         r->finding ? "there is no key '%.64s': a known finding has finding, at and why"
                    : "there is no key '%.64s': groups, local, subgroup, entry, input, size, spec, include, define, "
                      "glsl450 and target-env are there",
         given);
}

static void add_word(struct reader *r, const char *option, const char *value, uint32_t line) {
    struct settings_table *t = r->table;
    *ARENA_PUSH(r->arena, t->words, t->word_count, t->word_capacity) = (struct settings_word){option, value, line};
}

static void take_values(struct reader *r, const struct key *key, const struct list *list, uint32_t line) {
    struct text joined;
    if ((!list->count && key->most <= 3) || list->count > key->most)
        fail(r, "%s takes %s", key->name, key->joined ? "one to three whole numbers" : kind_names[key->kind]);
    if (!key->joined) {
        for (uint32_t i = 0; i < list->count; i++)
            add_word(r, key->option, list->items[i], line);
        return;
    }
    text_init(&joined, r->arena, 32);
    for (uint32_t i = 0; i < list->count; i++)
        text_format(&joined, "%s%s", i ? "," : "", list->items[i]);
    add_word(r, key->option, text_finish(&joined), line);
}

static uint32_t find_key(struct reader *r, const char *name) {
    struct nearest nearest = {.given = name};
    for (uint32_t i = 0; i < (r->finding ? (uint32_t)KNOWN_KEYS : (uint32_t)KEYS); i++) {
        const char *here = r->finding ? known_keys[i] : keys[i].name;
        nearest_consider(&nearest, here);
        if (strcmp(here, name) == 0)
            return i;
    }
    fail_at_key(r, name, nearest);
}

/* A fault that ends a run hides all that comes after it, so it cannot be known. */
static bool can_be_known(const char *code) {
    static const char *const codes[] = {"race", "never-ran", "order", "helper-elected"};
    for (uint32_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

static void take_known(struct reader *r, uint32_t key, const struct list *list) {
    struct settings_known *known = r->finding;
    if (!list->count || (key != AT && list->count != 1))
        fail(r, "%s takes %s", known_keys[key], kind_names[STRING]);
    if (key == FINDING && !can_be_known(list->items[0]))
        fail(r,
             "'%.64s' cannot be known: race, never-ran, order and helper-elected can, as what else is wrong ends a run",
             list->items[0]);
    for (uint32_t i = 0; i < list->count; i++)
        if (!*list->items[i])
            fail(r, "%s is empty: say it", known_keys[key]);
    if (key == FINDING)
        known->finding = list->items[0];
    else if (key == WHY)
        known->why = list->items[0];
    else {
        known->at = arena_allocate_array(r->arena, list->count, sizeof *known->at);
        memcpy(known->at, list->items, list->count * sizeof *known->at);
        known->at_count = list->count;
    }
}

static void read_pair(struct reader *r) {
    struct list list;
    const uint32_t line = r->line;
    if (is_at(r, '"'))
        fail(r, "a key in quotes: keys are bare words");
    const char *name = read_bare(r, "a key");
    if (!r->table)
        fail(r, "'%.64s' stands before all tables: write [all], or the name of a shader as [\"blur.comp\"], before it",
             name);
    const uint32_t key = find_key(r, name);
    const uint64_t bit = UINT64_C(1) << key, seen = r->finding ? r->finding_keys : r->table->keys;
    if (seen & bit)
        fail(r, "'%s' is there twice: leave one out; a list has several values", name);
    skip_blanks(r);
    if (is_at(r, '.'))
        fail(r, "a key with a point: write a table");
    require(r, '=', "after a key");
    skip_blanks(r);
    read_values(r, &list, r->finding ? STRING : keys[key].kind);
    if (r->finding) {
        r->finding_keys |= (uint32_t)bit;
        take_known(r, key, &list);
    } else {
        r->table->keys |= bit;
        take_values(r, &keys[key], &list, line);
    }
}

/* ---- tables ---- */

static void end_finding(struct reader *r) {
    for (uint32_t i = 0; r->finding && i < KNOWN_KEYS; i++)
        if (!(r->finding_keys >> i & 1)) {
            r->line = r->finding->line;
            fail(r, "the known finding of line %u has no '%s': %s", r->finding->line, known_keys[i],
                 i == FINDING ? "say its code"
                 : i == AT    ? "say a part of the line of each access, so that no other finding is taken for it"
                              : "say why it is right");
        }
    r->finding = NULL;
    r->finding_keys = 0;
}

/* "all" and "\"all\"" are not the same. */
static const char *read_name(struct reader *r) {
    if (is_at(r, '"')) {
        const char *name = read_string(r);
        if (!*name)
            fail(r, "a table without a name: write the path of a shader");
        return name;
    }
    const char *bare = read_bare(r, "the name of a table");
    if (strcmp(bare, "all") != 0)
        fail(r, "there is no table '%.64s': write [all], or the path of a shader in quotes, as [\"%.64s.comp\"]", bare,
             bare);
    return NULL;
}

static struct settings_table *find_table(const struct reader *r, const char *name) {
    for (uint32_t i = 0; i < r->settings->table_count; i++) {
        struct settings_table *table = &r->settings->tables[i];
        if (name && table->name ? strcmp(table->name, name) == 0 : name == table->name)
            return table;
    }
    return NULL;
}

static struct settings_table *add_table(struct reader *r, const char *name) {
    struct settings *s = r->settings;
    struct settings_table *table = ARENA_PUSH(r->arena, s->tables, s->table_count, s->table_capacity);
    *table = (struct settings_table){.name = name, .line = r->line};
    return table;
}

/* [["blur.comp".known]] is of the shader above. */
static void begin_finding(struct reader *r, const char *name) {
    require(r, '.', "after the name: a table in two brackets is [[\"blur.comp\".known]]");
    if (strcmp(read_bare(r, "'known'"), "known") != 0)
        fail(r, "a table in two brackets is [[\"blur.comp\".known]], a finding that is known");
    struct settings_table *table = find_table(r, name);
    r->table = table ? table : add_table(r, name);
    r->finding = ARENA_PUSH(r->arena, r->table->known, r->table->known_count, r->table->known_capacity);
    *r->finding = (struct settings_known){.line = r->line};
}

static void read_header(struct reader *r) {
    end_finding(r);
    r->at++;
    const bool is_finding = is_at(r, '[');
    r->at += is_finding;
    skip_blanks(r);
    const char *name = read_name(r);
    if (is_finding) {
        begin_finding(r, name);
    } else {
        struct settings_table *table = find_table(r, name);
        if (is_at(r, '.'))
            fail(r, "a table in a table: a known finding stands in two brackets, [[\"blur.comp\".known]]");
        if (table)
            fail(r, "the table of line %u is there again: say all of one shader in one place, what is known last",
                 table->line);
        r->table = add_table(r, name);
    }
    skip_blanks(r);
    require(r, ']', "after the name of a table");
    if (is_finding)
        require(r, ']', "after the name of a known finding");
}

static void read_line(struct reader *r) {
    skip_blanks(r);
    if (is_at(r, '['))
        read_header(r);
    else if (r->at < r->end && *r->at != '\n')
        read_pair(r);
    skip_blanks(r);
    if (r->at < r->end && *r->at != '\n')
        fail(r, "what follows belongs to a line of its own");
    r->at += r->at < r->end;
    r->line++;
}

bool settings_read(struct settings *settings, struct arena *arena, const char *text, size_t length) {
    struct reader r = {
        .settings = settings, .arena = arena, .start = text, .at = text, .end = text + length, .line = 1};
    *settings = (struct settings){.fault_line = 0};
    if (setjmp(r.failed))
        return false;
    while (r.at < r.end)
        read_line(&r);
    end_finding(&r);
    return true;
}
