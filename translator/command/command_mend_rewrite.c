/* Changes of racing statements of GLSL: an index that each invocation has for itself, and one atomic in place of a read
 * and a write. */
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

struct rewrite {
    const struct draft *draft;
    const struct mend_fault *fault;
    const char *name; /* of the variable */
    struct edits *edits;
    struct arena *arena;
};

static const char *said(struct rewrite *r, const char *format, const char *a, const char *b, const char *c) {
    struct text text;
    text_init(&text, r->arena, 160);
    text_format(&text, format, a, b, c);
    return text_finish(&text);
}

static const char *piece(struct rewrite *r, const char *begin, const char *end) {
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    return arena_copy_string(r->arena, begin, (size_t)(end - begin));
}

/* The parenthesis or bracket that closes the one at `open`; NULL: not in this part. */
static const char *closing(const char *open) {
    int depth = 0;
    for (const char *at = open; at && *at; at++) {
        depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
        if (!depth)
            return at;
    }
    return NULL;
}

static void put(struct rewrite *r, size_t at, const char *text) {
    const char *part = r->draft->lines[at].text;
    const char *indentation = arena_copy_string(r->arena, part, (size_t)draft_indentation(part));
    draft_add_edit(r->edits, at, INSTEAD, *text ? said(r, "%s%s%s", indentation, text, "") : "");
}

/* The text with what stands between two of its places replaced. */
static const char *replaced(struct rewrite *r, const char *text, const char *from, const char *to, const char *with) {
    return said(r, "%s%s%s", arena_copy_string(r->arena, text, (size_t)(from - text)), with, to);
}

/* ---- an index that several invocations have ---- */

/* `NAME[INDEX] =` in one of the racing lines: the index, which begins after the bracket. */
static const char *stored_index(struct rewrite *r, size_t at, const char **end) {
    const char *part = r->draft->lines[at].text, *found = draft_find_word(part, r->name);
    const char *open = found ? found + strlen(r->name) : NULL;
    *end = open && *open == '[' ? closing(open) : NULL;
    const char *sign = *end ? *end + 1 + strspn(*end + 1, " ") : "";
    return *sign == '=' && sign[1] != '=' ? open + 1 : NULL;
}

/* Finds where a variable is set to a built-in one, and puts the built-in's name into the part; NULL: it is not. */
static const char *set_to(const char *part, const char *variable, const char *builtin) {
    const char *at = draft_find_word(part, variable), *found;
    at = at ? at + strlen(variable) + strspn(at + strlen(variable), " ") : "";
    found = *at == '=' ? at + 1 + strspn(at + 1, " ") : "";
    return strncmp(found, builtin, strlen(builtin)) == 0 && !draft_is_letter(found[strlen(builtin)]) ? found : NULL;
}

/* Puts another built-in variable in the place of the one that the index is, or is set to. */
static void exchange(struct rewrite *r, size_t at, const char *builtin, const char *other, bool in_place) {
    const char *end, *index = stored_index(r, at, &end);
    const char *variable = index ? piece(r, index, end) : NULL;
    if (!variable)
        return;
    if (strcmp(variable, builtin) == 0) {
        draft_add_edit(r->edits, at, INSTEAD, replaced(r, r->draft->lines[at].text, index, end, other));
        return;
    }
    for (size_t i = 0; i < r->draft->count; i++) {
        const char *part = r->draft->lines[i].text, *found = set_to(part, variable, builtin);
        if (found && in_place)
            draft_add_edit(r->edits, at, INSTEAD, replaced(r, r->draft->lines[at].text, index, end, other));
        else if (found)
            draft_add_edit(r->edits, i, INSTEAD, replaced(r, part, found, found + strlen(builtin), other));
        if (found)
            return;
    }
}

/* One row or column of a workgroup is not its only one; the workgroup is not the only one of the grid. */
static void change_index(struct rewrite *r, size_t at, uint32_t kind) {
    static const struct {
        const char *builtin, *other;
        bool in_place, of_two_groups;
    } changes[] = {{"gl_LocalInvocationID.x", "gl_LocalInvocationIndex", false, false},
                   {"gl_LocalInvocationIndex", "gl_GlobalInvocationID.x", true, true},
                   {"gl_LocalInvocationID.x", "gl_GlobalInvocationID.x", true, true},
                   {"gl_LocalInvocationIndex", "gl_GlobalInvocationID.x", false, true},
                   {"gl_LocalInvocationID.x", "gl_GlobalInvocationID.x", false, true}};
    if (changes[kind].of_two_groups == r->fault->is_of_two_groups)
        exchange(r, at, changes[kind].builtin, changes[kind].other, changes[kind].in_place);
}

/* ---- one atomic in place of a read and a write ---- */

/* A read of the variable begins with the one, up to its name, and a write of the same element ends with the other. */
struct access {
    const char *begin, *end; /* in its part */
    const char *element;     /* of a buffer its path, of an image its arguments */
    bool is_image;
};

static bool find_read(struct rewrite *r, const char *part, struct access *read) {
    const char *image = draft_find_word(part, "imageLoad"), *found = draft_find_word(part, r->name);
    const char *end = found ? found + strlen(r->name) : NULL;
    if (image && image[9] == '(' && found == image + 10 && (end = closing(image + 9)) && strncmp(end, ").x", 3) == 0) {
        *read = (struct access){image, end + 3, piece(r, image + 10, end), true};
        return true;
    }
    while (end && (*end == '[' || *end == '.'))
        end = *end == '.'    ? end + 1 + strspn(end + 1, "abcdefghijklmnopqrstuvwxyz_0123456789")
              : closing(end) ? closing(end) + 1
                             : NULL;
    *read = (struct access){found, end, found && end ? piece(r, found, end) : NULL, false};
    return found && end;
}

/* `ELEMENT = VARIABLE + OPERAND;`, or the image's: the operand; NULL: it is another. */
static const char *added_operand(struct rewrite *r, const char *part, const struct access *read, const char *variable) {
    const char *begin = read->is_image ? said(r, "imageStore(%s, uvec4(%s + ", read->element, variable, "")
                                       : said(r, "%s = %s + ", read->element, variable, "");
    const char *at = part + draft_indentation(part), *value = at + strlen(begin);
    size_t length = strncmp(at, begin, strlen(begin)) == 0 ? strcspn(value, read->is_image ? ",)" : ";") : 0;
    const char *operand = length ? piece(r, value, value + length) : NULL;
    return operand && !draft_find_word(operand, variable) && !draft_find_word(operand, r->name) ? operand : NULL;
}

/* `T V = ELEMENT; ... ELEMENT = V + OPERAND;` becomes one atomic, whose value is the old one. */
static void change_pair(struct rewrite *r, size_t at) {
    const char *part = r->draft->lines[at].text;
    struct access read;
    const char *sign = find_read(r, part, &read) ? read.begin : part;
    while (sign > part && sign[-1] == ' ')
        sign--;
    if (sign == part || sign[-1] != '=' || read.end[strspn(read.end, " ")] != ';')
        return;
    const char *name_end = sign - 1, *name;
    while (name_end > part && name_end[-1] == ' ')
        name_end--;
    for (name = name_end; name > part && draft_is_letter(name[-1]);)
        name--;
    const char *variable = piece(r, name, name_end);
    for (size_t i = at + 1; i < r->draft->count && *variable && r->draft->lines[i].depth; i++) {
        const char *operand = added_operand(r, r->draft->lines[i].text, &read, variable);
        if (!operand)
            continue;
        draft_add_edit(r->edits, at, INSTEAD,
                       replaced(r, part, read.begin, read.end,
                                said(r, read.is_image ? "imageAtomicAdd(%s, %s)" : "atomicAdd(%s, %s)", read.element,
                                     operand, "")));
        put(r, i, "");
        return;
    }
}

/* `if (OPERAND > PATH) PATH = OPERAND;` is a maximum. */
static void change_maximum(struct rewrite *r, size_t at) {
    static const struct {
        const char *sign;
        bool greater;
    } signs[] = {{" > ", true}, {" >= ", true}, {" < ", false}, {" <= ", false}};
    const char *head = draft_bare(r->draft, at), *open = strchr(head, '('), *end = open ? closing(open) : NULL;
    size_t body = at + 1;
    if (!draft_begins_with(head, "if") || !end || end[1 + strspn(end + 1, " ")] || body >= r->draft->count)
        return;
    const char *then = draft_bare(r->draft, body), *sign = strstr(then, " = "), *stop = strchr(then, ';');
    if (!sign || !stop || stop < sign || !draft_is_body(r->draft, body))
        return;
    const char *path = piece(r, then, sign), *operand = piece(r, sign + 3, stop);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *at_sign = strstr(open, signs[i].sign);
        if (!at_sign || at_sign > end)
            continue;
        const char *left = piece(r, open + 1, at_sign), *right = piece(r, at_sign + strlen(signs[i].sign), end);
        const bool is_left = strcmp(left, operand) == 0 && strcmp(right, path) == 0;
        const bool is_right = strcmp(left, path) == 0 && strcmp(right, operand) == 0;
        if (!is_left && !is_right)
            continue;
        put(r, at,
            said(r, is_left == signs[i].greater ? "atomicMax(%s, %s)%s" : "atomicMin(%s, %s)%s", path, operand, stop));
        draft_add_edit(r->edits, body, INSTEAD, "");
        return;
    }
}

/* ---- all of them ---- */

enum { INDEXES = 5, PAIR = INDEXES, MAXIMUM, ALL };

bool mend_rewrite_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number,
                         const struct mend_words *words, struct edits *edits, struct arena *arena) {
    const char *names[MOST_NAMES] = {NULL};
    const uint32_t kind = number % ALL, of = number / ALL; /* of a race that is counting, one atomic alone is a mend */
    const size_t count = words->language ? 0 : mend_find_names(draft, fault, names, true, arena);
    if (of >= count)
        return false;
    struct rewrite r = {draft, fault, names[of], edits, arena};
    for (size_t i = 0; i < draft->count && !edits->count; i++) {
        if (draft->lines[i].number != fault->lines[0] && draft->lines[i].number != fault->lines[1])
            continue;
        if (kind < INDEXES && !fault->is_counting)
            change_index(&r, i, kind);
        else if (kind == PAIR)
            change_pair(&r, i);
        else if (kind == MAXIMUM)
            change_maximum(&r, i);
    }
    return true;
}
