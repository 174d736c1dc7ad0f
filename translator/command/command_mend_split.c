/* Changes after which all invocations have read before one of them writes: what a statement reads is kept, a barrier
 * comes, and then it is written. */
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* `PATH = VALUE;` or with another operator before the sign, of an array or a variable, and the condition before it. */
struct assignment {
    const char *path, *sign, *value, *type;
    const char *condition; /* NULL: none */
    size_t head, at;       /* the parts of the condition, or of the statement, and of that */
};

enum { MOST_KEPT = 6 };

struct split {
    const struct draft *draft;
    const struct mend_words *words;
    struct edits *edits;
    struct arena *arena;
    uint32_t kept; /* values that are kept */
};

static const char *piece(struct split *s, const char *begin, const char *end) {
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    return arena_copy_string(s->arena, begin, (size_t)(end - begin));
}

/* The text in the parentheses of an `if` that ends with them, or with a brace after them. */
static const char *condition_of(struct split *s, size_t at) {
    const char *head = draft_bare(s->draft, at), *open = strchr(head, '('), *end = open ? strrchr(open, ')') : NULL;
    return end && draft_begins_with(head, "if") ? piece(s, open + 1, end) : NULL;
}

/* Finds the sign of an assignment, which may have an operator before it; NULL: it is none. */
static const char *find_sign(const char *statement) {
    int depth = 0;
    for (const char *at = statement; *at && *at != ';'; at++) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth || *at != '=')
            continue;
        return at[1] == '=' ? NULL : at > statement && strchr("+-*/|&^", at[-1]) ? at - 1 : at;
    }
    return NULL;
}

static bool read_assignment(struct split *s, size_t at, struct assignment *a) {
    const char *statement = draft_bare(s->draft, at), *sign = find_sign(statement), *stop = strchr(statement, ';');
    size_t name = 0, declared;
    bool is_array;
    if (!sign || !stop || stop[1 + strspn(stop + 1, " ")])
        return false;
    while (draft_is_letter(statement[name]))
        name++;
    const char *value = strchr(sign, '=') + 1;
    *a = (struct assignment){.path = piece(s, statement, sign),
                             .sign = piece(s, sign, value),
                             .value = piece(s, value, stop),
                             .head = at,
                             .at = at};
    a->type = mend_find_type(s->draft, arena_copy_string(s->arena, statement, name), &declared, &is_array, s->arena);
    if (draft_is_body(s->draft, at)) {
        while (a->head && (a->head == at || !*draft_bare(s->draft, a->head)))
            a->head--;
        a->condition = condition_of(s, a->head);
        if (!a->condition)
            return false;
    }
    return name && a->type && declared != at && draft_is_between(s->draft, a->head);
}

static void add_line(struct split *s, size_t at, size_t like, const char *statement) {
    const char *line = s->draft->lines[like].text;
    struct text text;
    text_init(&text, s->arena, 160);
    text_format(&text, "%.*s%s", draft_indentation(line), line, statement);
    draft_add_edit(s->edits, at, BEFORE, text_finish(&text));
}

/* The value is read, all wait, and it is written; who leaves the statement out reads nothing. */
static void keep(struct split *s, const struct assignment *a, const char *condition, const char *wait) {
    struct text name, read, write;
    text_init(&name, s->arena, 32);
    text_init(&read, s->arena, 160);
    text_init(&write, s->arena, 160);
    text_format(&name, s->kept ? "kept_value_%u" : "kept_value", s->kept + 1);
    s->kept++;
    const char *kept = text_finish(&name);
    if (condition)
        text_format(&read, "%s %s = %s ? %s : %s(0);", a->type, kept, condition, a->value, a->type);
    else
        text_format(&read, "%s %s = %s;", a->type, kept, a->value);
    add_line(s, a->head, a->head, text_finish(&read));
    add_line(s, a->head, a->head, wait);
    text_format(&write, "%.*s", draft_indentation(s->draft->lines[a->at].text), s->draft->lines[a->at].text);
    if (condition && !a->condition) /* of a block that is no more */
        text_format(&write, "if (%s) ", condition);
    text_format(&write, "%s %s %s;", a->path, a->sign, kept);
    draft_add_edit(s->edits, a->at, INSTEAD, text_finish(&write));
}

static bool names_kept(const struct draft *draft) {
    for (size_t i = 0; i < draft->count; i++)
        if (strstr(draft->lines[i].text, "kept_value"))
            return true;
    return false;
}

/* The statement of the line whose value comes of the variable that it changes. */
static void split_one(struct split *s, uint32_t line, bool of_buffers) {
    for (size_t i = draft_first_of_line(s->draft, line); i < s->draft->count && s->draft->lines[i].number == line;
         i++) {
        struct assignment a;
        size_t name = 0;
        if (!read_assignment(s, i, &a))
            continue;
        while (draft_is_letter(a.path[name]))
            name++;
        if (!draft_find_word(a.value, arena_copy_string(s->arena, a.path, name)))
            continue;
        keep(s, &a, a.condition, of_buffers ? s->words->wait_for_buffers : s->words->wait);
        if (of_buffers)
            mend_add_coherent(s->draft, s->words, s->edits, s->arena);
        return;
    }
}

/* The block alone remains of a condition and its block. */
static void put_brace(struct split *s, size_t head, size_t brace) {
    const char *line = s->draft->lines[head].text;
    struct text text;
    text_init(&text, s->arena, 32);
    text_format(&text, "%.*s{", draft_indentation(line), line);
    draft_add_edit(s->edits, head, INSTEAD, text_finish(&text));
    if (head != brace)
        draft_add_edit(s->edits, brace, INSTEAD, "");
}

/* A block of such statements, which some invocations do in the belief that they do each of them together. */
static void split_block(struct split *s, uint32_t line) {
    const struct draft *draft = s->draft;
    size_t at = draft_first_of_line(draft, line), brace = at, end = at;
    while (brace && brace < draft->count &&
           (draft->lines[brace].depth >= draft->lines[at].depth || !strchr(draft->lines[brace].text, '{')))
        brace--;
    size_t head = brace;
    while (head && head < draft->count && !draft_is_between(draft, head))
        head--;
    const char *condition = head < draft->count && draft->lines[head].depth > 0 ? condition_of(s, head) : NULL;
    if (!condition)
        return;
    while (end + 1 < draft->count && draft->lines[end + 1].depth > draft->lines[brace].depth)
        end++;
    for (size_t i = brace + 1; i < end; i++) {
        struct assignment a;
        if (!*draft_bare(draft, i))
            continue;
        if (!read_assignment(s, i, &a) || a.condition || s->kept == MOST_KEPT) {
            s->edits->count = 0;
            return;
        }
        if (s->kept)
            add_line(s, i, i, s->words->wait);
        keep(s, &a, condition, s->words->wait);
    }
    put_brace(s, head, brace);
}

bool mend_split_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number,
                       const struct mend_words *words, struct edits *edits, struct arena *arena) {
    enum { ONE, ONE_OF_BUFFERS, BLOCK, ALL };
    struct split s = {.draft = draft, .words = words, .edits = edits, .arena = arena};
    if (number >= ALL)
        return false;
    if (names_kept(draft))
        return true;
    if (number == BLOCK)
        split_block(&s, fault->lines[0]);
    else if (fault->lines[0] == fault->lines[1])
        split_one(&s, fault->lines[0], number == ONE_OF_BUFFERS);
    return true;
}
