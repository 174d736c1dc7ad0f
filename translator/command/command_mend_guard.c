/* As in command_mend_draft.c, nothing is parsed: what is not of a known form makes no change, and a text that the
 * compiler does not take is no mend. An edit that is missing would change what the shader computes, so that one that
 * fails makes all of them fail. */
#include "translator/command/command_mend_guard.h"

#include <ctype.h>
#include <string.h>

#include "mmra/base/text.h"

/* ---- parts and statements ---- */

static bool is_empty(const struct draft *draft, size_t at) {
    const char *text = draft_bare(draft, at);
    return !*text || strncmp(text, "//", 2) == 0;
}

size_t guard_skip_empty(const struct guard *g, size_t at) {
    while (at < g->draft->count && is_empty(g->draft, at))
        at++;
    return at;
}

bool guard_is_barrier(const char *part) {
    return draft_find_word(part, "barrier") || (strstr(part, "BarrierWithGroupSync") && !strstr(part, "//"));
}

/* Whether a statement may end with the part. */
static bool has_end(const struct draft *draft, size_t at) {
    const char *comment = strstr(draft->lines[at].text, "//"), *text = draft->lines[at].text;
    size_t length = comment ? (size_t)(comment - text) : strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return length && strchr(";}", text[length - 1]);
}

size_t guard_statement_end(const struct guard *g, size_t at) {
    const struct draft *draft = g->draft;
    int depth = draft->lines[at].depth;
    for (; at + 1 < draft->count; at++) {
        size_t next = guard_skip_empty(g, at + 1);
        if (next < draft->count && draft->lines[next].depth < depth)
            return at + 1;
        if (has_end(draft, at) && draft->lines[at + 1].depth == depth &&
            !(next < draft->count && draft_begins_with(draft->lines[next].text, "else")))
            return at + 1;
    }
    return draft->count;
}

/* ---- functions ---- */

/* The name before the first parenthesis. */
static const char *called(const char *text, struct arena *arena) {
    const char *open = strchr(text, '('), *begin = open;
    while (begin && begin > text && draft_is_letter(begin[-1]))
        begin--;
    return open && begin < open ? arena_copy_string(arena, begin, (size_t)(open - begin)) : NULL;
}

static void find_functions(struct guard *g) {
    const struct draft *draft = g->draft;
    for (size_t i = 0; i + 1 < draft->count; i++) {
        size_t brace = strchr(draft->lines[i].text, '{') ? i : guard_skip_empty(g, i + 1);
        const char *name = draft->lines[i].depth == 0 ? called(draft->lines[i].text, g->arena) : NULL;
        if (!name || is_empty(draft, i) || *draft_bare(draft, i) == '#' || brace + 1 >= draft->count ||
            !strchr(draft->lines[brace].text, '{') || draft->lines[brace + 1].depth != 1 ||
            strncmp(draft_bare(draft, i), "layout", 6) == 0 || g->function_count == MOST_FUNCTIONS)
            continue;
        struct guard_function *f = &g->functions[g->function_count++];
        *f = (struct guard_function){name, i, brace + 1, brace + 1, false};
        while (f->end + 1 < draft->count && draft->lines[f->end + 1].depth > 0)
            f->end++;
        i = f->end;
    }
}

struct guard_function *guard_function_of(struct guard *g, size_t at) {
    for (size_t i = 0; i < g->function_count; i++)
        if (at >= g->functions[i].begin && at < g->functions[i].end)
            return &g->functions[i];
    return NULL;
}

bool guard_waits(const struct guard *g, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        bool waits = guard_is_barrier(g->draft->lines[i].text);
        for (size_t k = 0; k < g->function_count && !waits; k++)
            waits = g->functions[k].waits && draft_find_word(g->draft->lines[i].text, g->functions[k].name);
        if (waits)
            return true;
    }
    return false;
}

void guard_begin(struct guard *g, const struct draft *draft, struct edits *edits, struct arena *arena) {
    static const char *const names[] = {"takes_part", "is_active", "takes_part_here", NULL};
    *g = (struct guard){.draft = draft, .edits = edits, .arena = arena};
    find_functions(g);
    for (size_t round = 0; round < g->function_count; round++) /* callers come after what they call */
        for (size_t i = 0; i < g->function_count; i++)
            g->functions[i].waits = guard_waits(g, g->functions[i].begin, g->functions[i].end);
    for (size_t i = 0; names[i] && !g->name; i++) {
        bool is_taken = false;
        for (size_t k = 0; k < draft->count; k++)
            is_taken |= strstr(draft->lines[k].text, names[i]) != NULL;
        g->name = is_taken ? NULL : names[i];
    }
    g->failed = !g->name;
}

/* ---- edits ---- */

static const char *indented(const struct guard *g, size_t like, const char *statement) {
    struct text text;
    const char *line = g->draft->lines[like].text;
    text_init(&text, g->arena, 128);
    text_format(&text, "%.*s%s", draft_indentation(line), line, statement);
    return text_finish(&text);
}

static void add(struct guard *g, size_t at, enum place place, const char *text) {
    g->failed |= g->edits->count == MOST_EDITS || at >= g->draft->count;
    draft_add_edit(g->edits, at, place, text);
}

void guard_add_before(struct guard *g, size_t at, size_t like, const char *statement) {
    add(g, at, BEFORE, indented(g, like, statement));
}

void guard_put(struct guard *g, size_t at, size_t like, const char *text) {
    add(g, at, INSTEAD, *text ? indented(g, like, text) : "");
}

/* ---- the condition before statements ---- */

/* Statements that the condition is put before, from `begin` on. */
struct run {
    size_t begin, end, statements;
};

static void put_condition(struct guard *g, struct run *run) {
    struct text text;
    text_init(&text, g->arena, 128);
    text_format(&text, "if (%s) ", g->name);
    if (run->statements == 1) {
        text_string(&text, draft_bare(g->draft, run->begin));
        guard_put(g, run->begin, run->begin, text_finish(&text));
    } else if (run->statements) {
        text_string(&text, "{");
        guard_add_before(g, run->begin, run->begin, text_finish(&text));
        guard_add_before(g, run->end, run->begin, "}");
    }
    run->statements = 0;
}

/* The end of a declaration's name, where a type stands before it; NULL: it is none. */
static const char *declared(const char *text, const char **type, size_t *type_length) {
    static const char *const others[] = {"return", "else", "if", "for", "while", "do", "switch", "case", "discard"};
    int words = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (draft_begins_with(text, others[i]))
            return NULL;
    for (;; words++) {
        const char *end = text;
        while (draft_is_letter(*end))
            end++;
        const char *next = end + strspn(end, " ");
        if (end == text)
            return NULL;
        if (!draft_is_letter(*next))
            return words && *next && strchr("=;[,", *next) && strncmp(next, "==", 2) != 0 ? next : NULL;
        *type = text;
        *type_length = (size_t)(end - text);
        text = next;
    }
}

/* Sets the variable to its value where the condition holds, and to the zero of its type elsewhere, where nobody reads
 * it. */
static void put_declaration(struct guard *g, size_t at, const char *next, const char *type, size_t type_length) {
    const char *text = draft_bare(g->draft, at), *value = next + 1, *end = strchr(value, ';');
    if (*next != '=' || !end || !strpbrk(value, "[(")) {
        g->failed |= *next == ',' || (*next == '[' && strchr(next, '='));
        return;
    }
    int depth = 0;
    for (const char *c = value; c < end; c++) {
        depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
        g->failed |= *c == ',' && !depth;
    }
    struct text changed;
    text_init(&changed, g->arena, 160);
    value += strspn(value, " ");
    text_format(&changed, "%.*s = %s ? %.*s : %.*s(0)%s", (int)(next - text - (next > text && next[-1] == ' ')), text,
                g->name, (int)(end - value), value, (int)type_length, type, end);
    guard_put(g, at, at, text_finish(&changed));
}

static void guard_statement(struct guard *g, size_t at, size_t end, struct run *run) {
    size_t type_length = 0;
    const char *type = NULL, *next = declared(draft_bare(g->draft, at), &type, &type_length);
    bool waits = guard_waits(g, at, end);
    if (*draft_bare(g->draft, at) == '#') {
        g->failed = true;
    } else if (!waits && !next && !draft_begins_with(g->draft->lines[at].text, "return")) {
        run->begin = run->statements ? run->begin : at;
        run->end = end;
        run->statements++;
        return;
    }
    put_condition(g, run);
    if (!waits && next)
        put_declaration(g, at, next, type, type_length);
    for (size_t i = at; waits && i < end; i++) { /* each block of a statement that has a barrier in it */
        size_t inner = i + 1;
        if (!strchr(g->draft->lines[i].text, '{') || g->draft->lines[i].depth != g->draft->lines[at].depth)
            continue;
        while (inner < end && g->draft->lines[inner].depth > g->draft->lines[at].depth)
            inner++;
        guard_range(g, i + 1, inner - 1);
    }
}

void guard_range(struct guard *g, size_t begin, size_t end) {
    struct run run = {0, 0, 0};
    for (size_t at = guard_skip_empty(g, begin); at < end && !g->failed;) {
        size_t next = guard_statement_end(g, at);
        next = next < end ? next : end;
        guard_statement(g, at, next, &run);
        at = guard_skip_empty(g, next);
    }
    put_condition(g, &run);
}
