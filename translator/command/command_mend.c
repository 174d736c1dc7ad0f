/* Changes of a source by its lines. The run of a change is all that is known of it. A change adds synchronization and
 * takes none away, so that what was ordered before it is ordered after it. */
#include "translator/command/command_mend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/text.h"

/* ---- lines and what stands in them ---- */

/* A line, or while changes are sought a part of one: a statement, the head of one, or a brace. */
struct line {
    const char *text;
    const char *before; /* what it was; NULL: it is new */
    uint32_t number;    /* of the source's line, from 1 */
    int depth;          /* braces that are open where it begins */
    bool joins;         /* a part that is not the first of its line */
};

struct draft {
    struct line *lines;
    size_t count;
    bool is_open; /* the last line has no end */
};

static int indentation_of(const char *line) {
    return (int)strspn(line, " \t");
}

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool begins_with(const char *line, const char *word) {
    line += indentation_of(line);
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && !is_letter(line[length]);
}

static bool is_head(const char *line) {
    return begins_with(line, "if") || begins_with(line, "while") || begins_with(line, "for") ||
           begins_with(line, "else");
}

/* Where the part of a line that begins here ends: after a semicolon, a brace, or the parenthesis of a condition. */
static const char *end_of_part(const char *text) {
    int depth = 0;
    for (const char *at = text; *at && strncmp(at, "//", 2) != 0 && strncmp(at, "/*", 2) != 0; at++) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth == 0 && (strchr(";{}", *at) || (*at == ')' && is_head(text))))
            return at[1 + strspn(at + 1, " \t")] && strncmp(at + 1 + strspn(at + 1, " \t"), "//", 2) != 0
                       ? at + 1
                       : text + strlen(text);
    }
    return text + strlen(text);
}

/* Braces that the part opens, less those that it closes. */
static int opened_by(const char *part) {
    int opened = 0;
    for (const char *at = part; *at && strncmp(at, "//", 2) != 0; at++)
        opened += (*at == '{') - (*at == '}');
    return opened;
}

static void add_parts(struct draft *draft, const char *text, uint32_t number, struct arena *arena) {
    const char *at = text;
    do {
        const char *end = begins_with(text, "#") ? at + strlen(at) : end_of_part(at);
        const char *part = arena_copy_string(arena, at, (size_t)(end - at));
        const struct line *before = draft->count ? &draft->lines[draft->count - 1] : NULL;
        int depth = before ? before->depth + opened_by(before->text) : 0;
        draft->lines[draft->count++] = (struct line){part, part, number, depth, at != text};
        at = end;
    } while (*at);
}

static size_t count_parts(const struct source *source) {
    size_t most = 1;
    for (size_t i = 0; i < source->length; i++)
        most += source->text[i] == '\n' || strchr(";{})", source->text[i]);
    return most;
}

static void read_lines(struct draft *draft, const struct source *source, struct arena *arena) {
    const char *at = source->text, *end = at + source->length;
    draft->lines = arena_allocate_array(arena, count_parts(source), sizeof *draft->lines);
    draft->count = 0;
    draft->is_open = at < end && end[-1] != '\n';
    for (uint32_t number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        length -= length && at[length - 1] == '\r'; /* git apply --ignore-whitespace */
        add_parts(draft, arena_copy_string(arena, at, length), number, arena);
        at = stop ? stop + 1 : end;
    }
}

static const char *text_of(const struct draft *draft, struct arena *arena, size_t *length) {
    struct text text;
    text_init(&text, arena, 4096);
    for (size_t i = 0; i < draft->count; i++)
        text_format(&text, "%s\n", draft->lines[i].text);
    const char *result = text_finish(&text);
    *length = strlen(result);
    return result;
}

/* The last character that is no blank and in no comment; 0: there is none. */
static char last_of(const char *line) {
    const char *comment = strstr(line, "//");
    size_t length = comment ? (size_t)(comment - line) : strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length ? line[length - 1] : '\0';
}

static bool is_empty(const struct line *line) {
    return !last_of(line->text);
}

/* The part before this one that is not empty, or NULL. */
static const struct line *part_before(const struct draft *draft, size_t at) {
    while (at && is_empty(&draft->lines[at - 1]))
        at--;
    return at ? &draft->lines[at - 1] : NULL;
}

/* Whether a statement can stand before the part: one ends, or a block begins or ends, before it, in a function. */
static bool is_between(const struct draft *draft, size_t at) {
    const struct line *before = at < draft->count ? part_before(draft, at) : NULL;
    return before && draft->lines[at].depth > 0 && !begins_with(draft->lines[at].text, "else") &&
           strchr(";{}", last_of(before->text));
}

/* Whether the part is a statement that a condition has for its body, without braces. */
static bool is_body(const struct draft *draft, size_t at) {
    const struct line *before = at < draft->count ? part_before(draft, at) : NULL;
    return before && is_head(before->text) && strchr(")e", last_of(before->text)) &&
           strchr(draft->lines[at].text, '\0')[-1] == ';';
}

static size_t first_of_line(const struct draft *draft, uint32_t number) {
    size_t at = 0;
    while (at < draft->count && draft->lines[at].number < number)
        at++;
    return at;
}

/* The part before which the statement of a line (from 1) begins, and the one after it; the count of parts: none. */
static size_t before_statement(const struct draft *draft, uint32_t line) {
    size_t at = first_of_line(draft, line);
    while (at && at < draft->count && draft->lines[at].depth && !is_between(draft, at))
        at--;
    return is_between(draft, at) ? at : draft->count;
}

static size_t after_statement(const struct draft *draft, uint32_t line) {
    size_t at = first_of_line(draft, line + 1);
    while (at < draft->count && !is_between(draft, at))
        at++;
    return at;
}

/* ---- edits ---- */

enum { MOST_EDITS = 24 };

/* A statement before a part, a text in its place, or a statement before it in braces with it. */
enum place { BEFORE, INSTEAD, IN_BRACES };

struct edit {
    size_t at; /* the part */
    enum place place;
    const char *text;
};

struct edits {
    struct edit items[MOST_EDITS];
    size_t count;
};

static void add_edit(struct edits *edits, size_t at, enum place place, const char *text) {
    if (text && edits->count < MOST_EDITS)
        edits->items[edits->count++] = (struct edit){at, place, text};
}

static const char *edit_at(const struct edits *edits, size_t at, enum place place, size_t left_out) {
    for (size_t i = 0; i < edits->count; i++)
        if (i != left_out && edits->items[i].at == at && edits->items[i].place == place)
            return edits->items[i].text;
    return NULL;
}

/* The lines with all edits but one. */
static struct draft edited(const struct draft *draft, const struct edits *edits, size_t left_out, struct arena *arena) {
    struct draft result = {arena_allocate_array(arena, draft->count + MOST_EDITS, sizeof *result.lines), 0,
                           draft->is_open};
    for (size_t i = 0; i < draft->count;) {
        const char *added = edit_at(edits, i, BEFORE, left_out);
        struct text before, after;
        text_init(&before, arena, 160);
        text_init(&after, arena, 160);
        if (added)
            result.lines[result.count++] = (struct line){.text = added};
        size_t first = i;
        do {
            const char *text = edit_at(edits, i, INSTEAD, left_out), *braced = edit_at(edits, i, IN_BRACES, left_out);
            const char *inner = first < i ? edit_at(edits, i, BEFORE, left_out) : NULL;
            text = text ? text : draft->lines[i].text;
            int blanks = indentation_of(text);
            text_string(&before, draft->lines[i].before);
            if (inner)
                text_format(&after, " %s", inner);
            text_format(&after, braced ? "%.*s{ %s%s }" : "%.*s%s%s", blanks, text, braced ? braced : "",
                        text + blanks);
        } while (++i < draft->count && draft->lines[i].joins);
        struct line *line = &result.lines[result.count++];
        *line = (struct line){.text = text_finish(&after), .before = text_finish(&before)};
        if (strcmp(line->text, line->before) == 0)
            line->text = line->before;
    }
    return result;
}

/* ---- what can be changed ---- */

/* Words of a language: what makes a workgroup wait and what orders memory alone, and by which declarations a buffer is
 * known that can be coherent. */
static const struct words {
    const char *wait, *wait_for_buffers, *order, *coherent;
    const char *declarations[6];
    bool has_atomics; /* functions of the names below */
} all_words[] = {
    [SOURCE_WGSL] = {0},
    [SOURCE_GLSL] = {"barrier();",
                     "memoryBarrier(); barrier(); memoryBarrier();",
                     "memoryBarrier();",
                     "coherent ",
                     {"buffer", "image2D", "uimage2D", "iimage2D", "imageBuffer", "uimageBuffer"},
                     true},
    [SOURCE_HLSL] = {"GroupMemoryBarrierWithGroupSync();",
                     "AllMemoryBarrierWithGroupSync();",
                     "AllMemoryBarrier();",
                     "globallycoherent ",
                     {"RWStructuredBuffer", "RWByteAddressBuffer", "RWBuffer", "RWTexture1D", "RWTexture2D",
                      "RWTexture3D"}},
};

struct search {
    const struct words *words;
    struct draft draft;
    mend_judge *judge;
    void *user;
    struct arena *arena;
    struct mend *mend;
};

/* Indented as the line after it, or where a block ends there, as the one before. */
static void add_statement(struct search *s, struct edits *edits, size_t at, const char *statement) {
    if (at >= s->draft.count || edit_at(edits, at, BEFORE, SIZE_MAX))
        return;
    struct text text;
    const char *line = s->draft.lines[at].text;
    if (at && line[indentation_of(line)] == '}')
        line = s->draft.lines[at - 1].text;
    text_init(&text, s->arena, 64);
    text_format(&text, "%.*s%s", s->draft.lines[at].joins ? 0 : indentation_of(line), line, statement);
    add_edit(edits, at, BEFORE, text_finish(&text));
}

/* Before each statement of the line, also where it is all that a condition is about, and before the one after it. */
static void add_to_line(struct search *s, struct edits *edits, uint32_t line, const char *statement, bool in_braces) {
    size_t begin = before_statement(&s->draft, line), end = after_statement(&s->draft, line);
    for (size_t at = begin < s->draft.count ? begin : first_of_line(&s->draft, line); at <= end && at < s->draft.count;
         at++)
        if (is_between(&s->draft, at))
            add_statement(s, edits, at, statement);
        else if (in_braces && is_body(&s->draft, at) && !edit_at(edits, at, IN_BRACES, SIZE_MAX)) {
            struct text text;
            text_init(&text, s->arena, 64);
            text_format(&text, "%s ", statement);
            add_edit(edits, at, IN_BRACES, text_finish(&text));
        }
}

/* The word in the line, outside of comments and of longer words. */
static const char *find_word(const char *line, const char *word) {
    const char *comment = strstr(line, "//");
    for (const char *at = line; (at = strstr(at, word)) && (!comment || at < comment); at++) {
        char next = at[strlen(word)];
        if ((at == line || !is_letter(at[-1])) && !is_letter(next))
            return at;
    }
    return NULL;
}

/* Makes every buffer coherent that is not. */
static void add_coherent(struct search *s, struct edits *edits) {
    for (size_t i = 0; i < s->draft.count; i++) {
        const char *line = s->draft.lines[i].text, *at = NULL;
        for (size_t k = 0; k < sizeof s->words->declarations / sizeof *s->words->declarations && !at; k++)
            at = find_word(line, s->words->declarations[k]);
        if (!at || strstr(line, "coherent") || begins_with(line, "#"))
            continue;
        struct text text;
        text_init(&text, s->arena, 128);
        text_format(&text, "%.*s%s%s", (int)(at - line), line, s->words->coherent, at);
        add_edit(edits, i, INSTEAD, text_finish(&text));
    }
}

/* What changes a variable, and GLSL's function that does so atomically. */
static const struct atomic {
    const char *sign, *function, *operand;
} atomics[] = {
    {"+=", "atomicAdd", NULL}, {"|=", "atomicOr", NULL}, {"&=", "atomicAnd", NULL},
    {"^=", "atomicXor", NULL}, {"++", "atomicAdd", "1"}, {"=", "atomicExchange", NULL},
};

/* Past the indexes and members that follow a variable's name. */
static const char *end_of_path(const char *at) {
    while (*at == '[' || (*at == '.' && is_letter(at[1]))) {
        int depth = 0;
        if (*at == '.')
            for (at++; is_letter(*at);)
                at++;
        else
            do
                depth += (*at == '[') - (*at == ']');
            while (*at++ && depth);
        if (depth)
            break;
    }
    return at;
}

/* The statement that changes the variable, made atomic; NULL: none does, or not so that one function could. What it is
 * changed by must not come from itself: that would be two accesses. */
static const char *atomic_change(const char *part, const char *name, const char *at, struct arena *arena) {
    const char *path_end = end_of_path(at + strlen(name)), *sign = path_end + strspn(path_end, " "), *operand = NULL;
    const char *end = strchr(sign, ';');
    const struct atomic *row = NULL;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics && !row; i++)
        if (strncmp(sign, atomics[i].sign, strlen(atomics[i].sign)) == 0 && strncmp(sign, "==", 2) != 0)
            row = &atomics[i];
    if (!row || !end || at != part + indentation_of(part))
        return NULL;
    operand = sign + strlen(row->sign);
    operand += strspn(operand, " ");
    if (find_word(operand, name) || (row->operand && operand != end))
        return NULL;
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "%.*s%s(%.*s, ", indentation_of(part), part, row->function, (int)(path_end - at), at);
    if (row->operand)
        text_string(&text, row->operand);
    else
        text_format(&text, "%.*s", (int)(end - operand), operand);
    text_format(&text, ")%s", end);
    return text_finish(&text);
}

/* Whether an atomic function has it for its operand: `atomicAdd(NAME`. */
static bool is_atomic_operand(const char *part, const char *at) {
    const char *function = at > part && at[-1] == '(' ? at - 1 : part;
    while (function > part && is_letter(function[-1]))
        function--;
    return at > part && at[-1] == '(' && strncmp(function, "atomic", 6) == 0;
}

static bool is_assignment(const char *sign) {
    bool changes = *sign && strchr("+-*/%|&^", *sign);
    return (*sign == '=' && sign[1] != '=') ||
           (changes && (sign[1] == '=' || (sign[1] == *sign && strchr("+-", *sign))));
}

/* The part with its accesses of the variable made atomic; NULL: it has none of a form that is known. A text that the
 * compiler does not take is no mend. */
static const char *atomic_part(const char *part, const char *name, const char *zero, struct arena *arena) {
    const char *at = find_word(part, name), *from = part;
    const char *change = at ? atomic_change(part, name, at, arena) : NULL;
    struct text text;
    bool is_changed = false;
    if (change)
        return change;
    text_init(&text, arena, 128);
    for (; at; at = find_word(from, name)) {
        const char *end = end_of_path(at + strlen(name)), *sign = end + strspn(end, " ");
        bool reads = !is_atomic_operand(part, at);
        if (reads && is_assignment(sign))
            return NULL;
        text_format(&text, "%.*s", (int)(at - from), from);
        text_format(&text, reads ? "atomicOr(%.*s, %s)" : "%.*s", (int)(end - at), at, zero);
        is_changed |= reads;
        from = end;
    }
    text_string(&text, from);
    return is_changed ? text_finish(&text) : NULL;
}

/* ---- which variable ---- */

enum { MOST_NAMES = 6 };

static bool line_has(const struct draft *draft, uint32_t line, const char *name) {
    for (size_t i = first_of_line(draft, line); i < draft->count && draft->lines[i].number == line; i++)
        if (find_word(draft->lines[i].text, name))
            return true;
    return false;
}

/* A variable's name is followed by neither another name, as a type is, nor a parenthesis or brace, as a function. */
static bool is_variable(const char *part, const char *at, const char *end) {
    const char *next = end + strspn(end, " ");
    return !isdigit((unsigned char)*at) && strncmp(at, "gl_", 3) != 0 && (at == part || at[-1] != '.') &&
           !(*next == '(' || *next == '{' || is_letter(*next));
}

/* Names of variables that both lines have, of which one may be what they race for. */
static size_t find_names(const struct draft *draft, const uint32_t lines[2], const char *names[MOST_NAMES],
                         struct arena *arena) {
    size_t count = 0;
    for (size_t i = first_of_line(draft, lines[0]); i < draft->count && draft->lines[i].number == lines[0]; i++)
        for (const char *part = draft->lines[i].text, *at = part, *end; *at && count < MOST_NAMES; at = end) {
            for (end = at; is_letter(*end);)
                end++;
            const char *name = end > at ? arena_copy_string(arena, at, (size_t)(end - at)) : NULL;
            bool is_new = name && is_variable(part, at, end) && line_has(draft, lines[1], name);
            for (size_t k = 0; k < count && is_new; k++)
                is_new = strcmp(names[k], name) != 0;
            if (is_new)
                names[count++] = name;
            end += end == at;
        }
    return count;
}

/* ---- the search ---- */

static bool is_clean(struct search *s, const struct edits *edits, size_t left_out) {
    bool clean = false;
    size_t length;
    const struct draft changed = edited(&s->draft, edits, left_out, s->arena);
    const char *text = text_of(&changed, s->arena, &length);
    s->mend->tried++;
    s->mend->is_over |= !s->judge(s->user, text, length, &clean);
    return clean;
}

/* Takes back each edit that the run does without. */
static void reduce(struct search *s, struct edits *edits) {
    for (size_t i = edits->count; i-- > 0 && !s->mend->is_over;)
        if (edits->count > 1 && is_clean(s, edits, i)) {
            memmove(&edits->items[i], &edits->items[i + 1], (edits->count - i - 1) * sizeof *edits->items);
            edits->count--;
        }
}

/* Kinds of changes, in the order in which they are tried. */
enum {
    WAIT_BEFORE_LATER = 1,
    WAIT_BEFORE_EARLIER = 2,
    WAIT_AFTER_LATER = 4,
    COHERENT = 8,
    ATOMIC = 16,
    ATOMIC_SIGNED = 32,
    ORDER = 64,        /* before and after each statement of the two lines */
    PAIRS = 128,       /* of variables are made atomic */
    WAIT_BETWEEN = 256 /* before and after each statement of the two lines, but in no condition */
};

/* The accesses of the one or two variables in the line. */
static void add_atomics(struct search *s, struct edits *edits, uint32_t line, const char *const names[2],
                        bool is_signed) {
    for (size_t i = first_of_line(&s->draft, line); i < s->draft.count && s->draft.lines[i].number == line; i++) {
        const char *text = NULL;
        for (int k = 0; k < 2 && names[k]; k++) {
            const char *changed =
                atomic_part(text ? text : s->draft.lines[i].text, names[k], is_signed ? "0" : "0u", s->arena);
            text = changed ? changed : text;
        }
        add_edit(edits, i, INSTEAD, text);
    }
}

static struct edits edits_of(struct search *s, const uint32_t lines[2], unsigned kind, const char *const names[2]) {
    struct edits edits = {.count = 0};
    uint32_t earlier = lines[0] < lines[1] ? lines[0] : lines[1], later = lines[0] ^ lines[1] ^ earlier;
    const char *statement = kind & COHERENT ? s->words->wait_for_buffers : s->words->wait;
    if (kind & WAIT_BEFORE_EARLIER)
        add_statement(s, &edits, before_statement(&s->draft, earlier), statement);
    if (kind & WAIT_BEFORE_LATER)
        add_statement(s, &edits, before_statement(&s->draft, later), statement);
    if (kind & WAIT_AFTER_LATER)
        add_statement(s, &edits, after_statement(&s->draft, later), statement);
    if (kind & COHERENT)
        add_coherent(s, &edits);
    for (int i = 0; i < 2 && (!i || lines[0] != lines[1]); i++) {
        if (kind & (ATOMIC | ATOMIC_SIGNED))
            add_atomics(s, &edits, lines[i], names, kind & ATOMIC_SIGNED);
        if (kind & (ORDER | WAIT_BETWEEN))
            add_to_line(s, &edits, lines[i], kind & ORDER ? s->words->order : statement, kind & ORDER);
    }
    return edits;
}

/* ---- the difference ---- */

enum { CONTEXT = 3 };

static bool is_changed(const struct line *line) {
    return line->before != line->text;
}

/* A line of the difference; the last one of a file may have no end. */
static void put_line(struct text *text, const struct draft *draft, size_t at, char sign, const char *line) {
    text_format(text, "%c%s\n", sign, line);
    if (draft->is_open && at + 1 == draft->count)
        text_string(text, "\\ No newline at end of file\n");
}

static void put_hunk(struct text *text, const struct draft *draft, size_t first, size_t end, const size_t numbers[2]) {
    size_t before = 0, after = end - first;
    for (size_t i = first; i < end; i++)
        before += draft->lines[i].before != NULL;
    text_format(text, "@@ -%zu,%zu +%zu,%zu @@\n", numbers[0], before, numbers[1], after);
    for (size_t i = first; i < end; i++) {
        const struct line *line = &draft->lines[i];
        if (is_changed(line) && line->before)
            put_line(text, draft, i, '-', line->before);
        put_line(text, draft, i, is_changed(line) ? '+' : ' ', line->text);
    }
}

/* Whether a change is at most so many lines on. */
static bool is_near(const struct draft *draft, size_t at, size_t most) {
    for (size_t i = at; i < draft->count && i <= at + most; i++)
        if (is_changed(&draft->lines[i]))
            return true;
    return false;
}

static const char *difference(const struct draft *draft, const char *path, struct arena *arena) {
    struct text text;
    size_t old = 1;
    text_init(&text, arena, 1024);
    text_format(&text, "--- %s\n+++ %s\n", path, path);
    for (size_t i = 0; i < draft->count;) {
        size_t end = i;
        while (is_near(draft, end, end == i ? CONTEXT : 2 * CONTEXT) && end < draft->count)
            for (end += !is_changed(&draft->lines[end]); end < draft->count && is_changed(&draft->lines[end]);)
                end++;
        size_t stop = end > i && end + CONTEXT < draft->count ? end + CONTEXT : end > i ? draft->count : i;
        if (stop > i)
            put_hunk(&text, draft, i, stop, (const size_t[]){old, i + 1});
        for (stop += stop == i; i < stop; i++)
            old += draft->lines[i].before != NULL;
    }
    return text_finish(&text);
}

/* The changed lines by the numbers that they have in the source. */
static void note_changes(struct mend *mend, const struct draft *draft, struct arena *arena) {
    struct mend_change *changes = arena_allocate_array(arena, draft->count, sizeof *changes);
    size_t number = 1;
    for (size_t i = 0; i < draft->count; number += draft->lines[i++].before != NULL) {
        const struct line *line = &draft->lines[i];
        struct text text;
        if (!is_changed(line))
            continue;
        text_init(&text, arena, 64);
        text_format(&text, line->before ? "%s" : "%s\n", line->text);
        changes[mend->count++] = (struct mend_change){number, !line->before, text_finish(&text)};
    }
    mend->changes = changes;
}

/* Whether the changes leave nothing wrong; the mend then has the fewest of them. */
static bool is_mended(struct search *s, struct edits *edits, const char *path) {
    if (!edits->count || !is_clean(s, edits, SIZE_MAX))
        return false;
    reduce(s, edits);
    const struct draft changed = edited(&s->draft, edits, SIZE_MAX, s->arena);
    s->mend->diff = difference(&changed, path, s->arena);
    note_changes(s->mend, &changed, s->arena);
    return true;
}

/* Changes in the order in which they are tried: what waits, what orders, and what is atomic, first alone and then
 * together. */
static const unsigned kinds[] = {
    WAIT_BEFORE_LATER,
    WAIT_BEFORE_LATER | WAIT_AFTER_LATER,
    WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER,
    WAIT_BEFORE_EARLIER,
    WAIT_BETWEEN,
    COHERENT,
    COHERENT | ORDER,
    COHERENT | WAIT_BEFORE_LATER,
    COHERENT | WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER,
    ATOMIC,
    ATOMIC_SIGNED,
    ATOMIC | ORDER,
    ATOMIC_SIGNED | ORDER,
    ATOMIC | ORDER | COHERENT,
    ATOMIC | ORDER | PAIRS,
};

/* A kind of change, of each variable or pair of them that it may be about. */
static bool is_mended_by(struct search *s, const uint32_t lines[2], unsigned kind, const char *path) {
    const char *names[MOST_NAMES] = {NULL};
    bool is_atomic = kind & (ATOMIC | ATOMIC_SIGNED), found = false;
    size_t count = !is_atomic ? 1 : s->words->has_atomics ? find_names(&s->draft, lines, names, s->arena) : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = kind & PAIRS ? i + 1 : i; k < (kind & PAIRS ? count : i + 1); k++) {
            const char *const pair[2] = {names[i], k > i ? names[k] : NULL};
            struct edits edits = edits_of(s, lines, kind, pair);
            found = found || (!s->mend->is_over && is_mended(s, &edits, path));
        }
    return found;
}

void mend_find(const struct source *source, const uint32_t lines[2], mend_judge *judge, void *user, struct arena *arena,
               struct mend *mend) {
    struct search s = {&all_words[source->language], {0}, judge, user, arena, mend};
    *mend = (struct mend){0};
    read_lines(&s.draft, source, arena);
    uint32_t last = s.draft.count ? s.draft.lines[s.draft.count - 1].number : 0;
    if (!s.words->wait || !lines[0] || !lines[1] || lines[0] > last || lines[1] > last)
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !mend->is_over; i++)
        if (is_mended_by(&s, lines, kinds[i], source->path))
            return;
}
