/* No parser: statements end as those of C do, and a text that the compiler does not take is no mend. */
#include "translator/command/command_mend_draft.h"

#include <ctype.h>
#include <string.h>

#include "mmra/base/text.h"

/* ---- lines and what stands in them ---- */

int draft_indentation(const char *line) {
    return (int)strspn(line, " \t");
}

const char *draft_bare(const struct draft *draft, size_t at) {
    return draft->lines[at].text + draft_indentation(draft->lines[at].text);
}

bool draft_is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

bool draft_begins_with(const char *line, const char *word) {
    line += draft_indentation(line);
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && !draft_is_letter(line[length]);
}

static bool is_head(const char *line) {
    return draft_begins_with(line, "if") || draft_begins_with(line, "while") || draft_begins_with(line, "for") ||
           draft_begins_with(line, "else");
}

/* The end of the part of a line that begins here: after a semicolon, a brace, or the parenthesis of a condition. */
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
        const char *end = draft_begins_with(text, "#") ? at + strlen(at) : end_of_part(at);
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

void draft_read(struct draft *draft, const struct source *source, struct arena *arena) {
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

const char *draft_text(const struct draft *draft, struct arena *arena, size_t *length) {
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
bool draft_is_between(const struct draft *draft, size_t at) {
    const struct line *before = at < draft->count ? part_before(draft, at) : NULL;
    return before && draft->lines[at].depth > 0 && !draft_begins_with(draft->lines[at].text, "else") &&
           strchr(";{}", last_of(before->text));
}

/* Whether the part is a statement that a condition has for its body, without braces. */
bool draft_is_body(const struct draft *draft, size_t at) {
    const struct line *before = at < draft->count ? part_before(draft, at) : NULL;
    return before && is_head(before->text) && strchr(")e", last_of(before->text)) &&
           strchr(draft->lines[at].text, '\0')[-1] == ';';
}

size_t draft_first_of_line(const struct draft *draft, uint32_t number) {
    size_t at = 0;
    while (at < draft->count && draft->lines[at].number < number)
        at++;
    return at;
}

/* The part before which the statement of a line (from 1) begins, and the one after it; the count of parts: none. */
size_t draft_before_statement(const struct draft *draft, uint32_t line) {
    size_t at = draft_first_of_line(draft, line);
    while (at && at < draft->count && draft->lines[at].depth && !draft_is_between(draft, at))
        at--;
    return draft_is_between(draft, at) ? at : draft->count;
}

size_t draft_after_statement(const struct draft *draft, uint32_t line) {
    size_t at = draft_first_of_line(draft, line + 1);
    while (at < draft->count && !draft_is_between(draft, at))
        at++;
    return at;
}

/* ---- edits ---- */

void draft_add_edit(struct edits *edits, size_t at, enum place place, const char *text) {
    if (text && edits->count < MOST_EDITS)
        edits->items[edits->count++] = (struct edit){at, place, text};
}

const char *draft_edit_at(const struct edits *edits, size_t at, enum place place, size_t left_out) {
    for (size_t i = 0; i < edits->count; i++)
        if (i != left_out && edits->items[i].at == at && edits->items[i].place == place)
            return edits->items[i].text;
    return NULL;
}

/* The lines with all edits but one. */
struct draft draft_edited(const struct draft *draft, const struct edits *edits, size_t left_out, struct arena *arena) {
    struct draft result = {arena_allocate_array(arena, draft->count + MOST_EDITS, sizeof *result.lines), 0,
                           draft->is_open};
    for (size_t i = 0; i < draft->count;) {
        struct text before, after;
        text_init(&before, arena, 160);
        text_init(&after, arena, 160);
        for (size_t k = 0; k < edits->count; k++)
            if (k != left_out && edits->items[k].at == i && edits->items[k].place == BEFORE)
                result.lines[result.count++] = (struct line){.text = edits->items[k].text};
        size_t first = i;
        do {
            const char *text = draft_edit_at(edits, i, INSTEAD, left_out),
                       *braced = draft_edit_at(edits, i, IN_BRACES, left_out);
            const char *inner = first < i ? draft_edit_at(edits, i, BEFORE, left_out) : NULL;
            text = text ? text : draft->lines[i].text;
            int blanks = draft_indentation(text);
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

/* The word in the line, outside of comments and of longer words. */
const char *draft_find_word(const char *line, const char *word) {
    const char *comment = strstr(line, "//");
    for (const char *at = line; (at = strstr(at, word)) && (!comment || at < comment); at++) {
        char next = at[strlen(word)];
        if ((at == line || !draft_is_letter(at[-1])) && !draft_is_letter(next))
            return at;
    }
    return NULL;
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

const char *draft_difference(const struct draft *draft, const char *path, struct arena *arena) {
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
void draft_note_changes(struct mend *mend, const struct draft *draft, struct arena *arena) {
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
