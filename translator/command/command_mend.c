/* Changes of a source by its lines. The run of a change is all that is known of it. A change adds synchronization and
 * takes none away, so that what was ordered before it is ordered after it. */
#include "translator/command/command_mend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/text.h"

/* ---- lines ---- */

struct line {
    const char *text;
    const char *before; /* what it was; NULL: it is new */
};

struct draft {
    struct line *lines;
    size_t count;
    bool is_open; /* the last line has no end */
};

static void read_lines(struct draft *draft, const struct source *source, struct arena *arena) {
    const char *at = source->text, *end = at + source->length;
    size_t most = 1;
    for (const char *c = at; c < end; c++)
        most += *c == '\n';
    draft->lines = arena_allocate_array(arena, most, sizeof *draft->lines);
    draft->count = 0;
    draft->is_open = at < end && end[-1] != '\n';
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        length -= length && at[length - 1] == '\r'; /* git apply --ignore-whitespace */
        const char *text = arena_copy_string(arena, at, length);
        draft->lines[draft->count++] = (struct line){text, text};
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

static int indentation_of(const char *line) {
    return (int)strspn(line, " \t");
}

/* The last character that is no blank and in no comment; 0: there is none. */
static char last_of(const char *line) {
    const char *comment = strstr(line, "//");
    size_t length = comment ? (size_t)(comment - line) : strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length ? line[length - 1] : '\0';
}

static bool begins_with(const char *line, const char *word) {
    line += indentation_of(line);
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && !isalnum((unsigned char)line[length]) && line[length] != '_';
}

/* Whether a statement can stand before the line: one ends, or a block begins or ends, in the line before. */
static bool is_between(const struct draft *draft, size_t at) {
    if (at >= draft->count || begins_with(draft->lines[at].text, "else"))
        return false;
    while (at && !last_of(draft->lines[at - 1].text))
        at--;
    return at && strchr(";{}", last_of(draft->lines[at - 1].text));
}

/* The line before which the statement of a line (from 1) begins, and the one after it; the count of lines: none. */
static size_t before_statement(const struct draft *draft, uint32_t line) {
    size_t at = line - 1;
    while (at && !is_between(draft, at))
        at--;
    return at ? at : draft->count;
}

static size_t after_statement(const struct draft *draft, uint32_t line) {
    size_t at = line;
    while (at < draft->count && !is_between(draft, at))
        at++;
    return at;
}

/* ---- edits ---- */

enum { MOST_EDITS = 24 };

struct edit {
    size_t at; /* the line, from 0 */
    bool is_new;
    const char *text;
};

struct edits {
    struct edit items[MOST_EDITS];
    size_t count;
};

static void add_edit(struct edits *edits, size_t at, bool is_new, const char *text) {
    if (text && edits->count < MOST_EDITS)
        edits->items[edits->count++] = (struct edit){at, is_new, text};
}

static const char *edit_at(const struct edits *edits, size_t at, bool is_new, size_t left_out) {
    for (size_t i = 0; i < edits->count; i++)
        if (i != left_out && edits->items[i].at == at && edits->items[i].is_new == is_new)
            return edits->items[i].text;
    return NULL;
}

/* The draft with all edits but one. */
static struct draft edited(const struct draft *draft, const struct edits *edits, size_t left_out, struct arena *arena) {
    struct draft result = {arena_allocate_array(arena, draft->count + MOST_EDITS, sizeof *result.lines), 0,
                           draft->is_open};
    for (size_t i = 0; i < draft->count; i++) {
        const char *before = edit_at(edits, i, true, left_out), *instead = edit_at(edits, i, false, left_out);
        if (before)
            result.lines[result.count++] = (struct line){before, NULL};
        result.lines[result.count] = draft->lines[i];
        if (instead)
            result.lines[result.count].text = instead;
        result.count++;
    }
    return result;
}

/* ---- what can be changed ---- */

/* Words of a language: what makes a workgroup wait and what orders memory alone, and by which declarations a buffer is
 * known that can be coherent. */
static const struct words {
    const char *wait, *wait_for_buffers, *order, *coherent;
    const char *declarations[6];
} all_words[] = {
    [SOURCE_WGSL] = {0},
    [SOURCE_GLSL] = {"barrier();",
                     "memoryBarrier(); barrier(); memoryBarrier();",
                     "memoryBarrier();",
                     "coherent ",
                     {"buffer", "image2D", "uimage2D", "iimage2D", "imageBuffer", "uimageBuffer"}},
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
    if (at >= s->draft.count || edit_at(edits, at, true, SIZE_MAX))
        return;
    struct text text;
    const char *line = s->draft.lines[at].text;
    if (at && line[indentation_of(line)] == '}')
        line = s->draft.lines[at - 1].text;
    text_init(&text, s->arena, 64);
    text_format(&text, "%.*s%s", indentation_of(line), line, statement);
    add_edit(edits, at, true, text_finish(&text));
}

/* The word in the line, outside of comments and of longer words. */
static const char *find_word(const char *line, const char *word) {
    const char *comment = strstr(line, "//");
    for (const char *at = line; (at = strstr(at, word)) && (!comment || at < comment); at++) {
        char next = at[strlen(word)];
        bool begins = at == line || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !isalnum((unsigned char)next) && next != '_')
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
        add_edit(edits, i, false, text_finish(&text));
    }
}

/* `X += E;` and the like, `X = E;` and `... = X;` by GLSL's atomic functions. */
static const struct atomic {
    const char *sign, *function, *operand;
} atomics[] = {
    {" += ", "atomicAdd", NULL}, {" |= ", "atomicOr", NULL}, {" &= ", "atomicAnd", NULL},
    {" ^= ", "atomicXor", NULL}, {"++;", "atomicAdd", "1"},  {" = ", "atomicExchange", NULL},
};

/* `type name`, before the sign. */
static bool is_declaration(const char *line, const char *sign) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *type = line + indentation_of(line), *name = type + strspn(type, letters);
    return name > type && *name == ' ' && name + 1 + strspn(name + 1, letters) == sign;
}

/* The line with its access made atomic; NULL: it is not of a form that is known. A statement that the compiler does not
 * take so is none of these after all. */
static const char *atomic_line(const char *line, const char *zero, struct arena *arena) {
    const char *sign = NULL, *end = strrchr(line, ';');
    const struct atomic *row = atomics;
    int indentation = indentation_of(line);
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics && !sign; i++)
        sign = strstr(line, (row = &atomics[i])->sign);
    if (!sign || !end || find_word(line, "for") || find_word(line, "if") || find_word(line, "while") ||
        strstr(line, "atomic"))
        return NULL;
    const char *operand = sign + strlen(row->sign), *left = line + indentation;
    bool declares = is_declaration(line, sign) && strcmp(row->sign, " = ") == 0;
    int read = (int)strcspn(operand, ",;"), length = (int)(sign - left);
    struct text text;
    text_init(&text, arena, 128);
    if (declares)
        text_format(&text, "%.*s = atomicOr(%.*s, %s)%s", (int)(sign - line), line, read, operand, zero,
                    operand + read);
    else if (row->operand)
        text_format(&text, "%.*s%s(%.*s, %s);", indentation, line, row->function, length, left, row->operand);
    else
        text_format(&text, "%.*s%s(%.*s, %.*s);", indentation, line, row->function, length, left, (int)(end - operand),
                    operand);
    return text_finish(&text);
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
    WAIT_AFTER_EARLIER = 64,
    ORDER = 128 /* in place of waiting */
};

static struct edits edits_of(struct search *s, const uint32_t lines[2], unsigned kind) {
    struct edits edits = {.count = 0};
    uint32_t earlier = lines[0] < lines[1] ? lines[0] : lines[1], later = lines[0] ^ lines[1] ^ earlier;
    const char *statement = kind & ORDER      ? s->words->order
                            : kind & COHERENT ? s->words->wait_for_buffers
                                              : s->words->wait;
    if (kind & WAIT_BEFORE_EARLIER)
        add_statement(s, &edits, before_statement(&s->draft, earlier), statement);
    if (kind & WAIT_BEFORE_LATER)
        add_statement(s, &edits, before_statement(&s->draft, later), statement);
    if (kind & WAIT_AFTER_LATER)
        add_statement(s, &edits, after_statement(&s->draft, later), statement);
    if (kind & WAIT_AFTER_EARLIER)
        add_statement(s, &edits, after_statement(&s->draft, earlier), statement);
    if (kind & COHERENT)
        add_coherent(s, &edits);
    for (int i = 0; i < 2 && kind & (ATOMIC | ATOMIC_SIGNED); i++)
        if (!i || lines[0] != lines[1])
            add_edit(&edits, lines[i] - 1, false,
                     atomic_line(s->draft.lines[lines[i] - 1].text, kind & ATOMIC ? "0u" : "0", s->arena));
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

static int compare_changes(const void *one, const void *other) {
    const struct mend_change *a = one, *b = other;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line) : b->is_new - a->is_new;
}

static void note_changes(struct mend *mend, const struct edits *edits, struct arena *arena) {
    struct mend_change *changes = arena_allocate_array(arena, edits->count, sizeof *changes);
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->items[i];
        struct text text;
        text_init(&text, arena, 64);
        text_format(&text, edit->is_new ? "%s\n" : "%s", edit->text);
        changes[i] = (struct mend_change){edit->at + 1, edit->is_new, text_finish(&text)};
    }
    qsort(changes, edits->count, sizeof *changes, compare_changes);
    mend->changes = changes;
    mend->count = edits->count;
}

void mend_find(const struct source *source, const uint32_t lines[2], mend_judge *judge, void *user, struct arena *arena,
               struct mend *mend) {
    static const unsigned kinds[] = {
        WAIT_BEFORE_LATER,
        WAIT_BEFORE_LATER | WAIT_AFTER_LATER,
        WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER,
        WAIT_BEFORE_EARLIER,
        ATOMIC,
        ATOMIC_SIGNED,
        COHERENT,
        COHERENT | ORDER | WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER | WAIT_AFTER_EARLIER,
        COHERENT | WAIT_BEFORE_LATER,
        COHERENT | WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER,
    };
    struct search s = {&all_words[source->language], {0}, judge, user, arena, mend};
    *mend = (struct mend){0};
    read_lines(&s.draft, source, arena);
    if (!s.words->wait || !lines[0] || !lines[1] || lines[0] > s.draft.count || lines[1] > s.draft.count)
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !mend->diff && !mend->is_over; i++) {
        struct edits edits = edits_of(&s, lines, kinds[i]);
        if (!edits.count || !is_clean(&s, &edits, SIZE_MAX))
            continue;
        reduce(&s, &edits);
        const struct draft changed = edited(&s.draft, &edits, SIZE_MAX, arena);
        mend->diff = difference(&changed, source->path, arena);
        note_changes(mend, &edits, arena);
    }
}
