/* Changes after which an array is large enough, or is not accessed beyond its end. */
#include <ctype.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* An array as the source declares it. */
struct array {
    const char *name, *type, *length; /* length: as it stands there; "": a runtime array */
    size_t at;                        /* the part of its declaration */
};

/* ---- the arrays of a line ---- */

/* The bracket that closes the one at `open`; NULL: not in this text. */
static const char *closing(const char *open) {
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
        if (!depth)
            return at;
    }
    return NULL;
}

/* The beginning of the word that ends there. */
static const char *word_before(const char *text, const char *end) {
    while (end > text && draft_is_letter(end[-1]))
        end--;
    return end;
}

/* A type stands before the name, and the length after it. */
static bool is_declared(const struct draft *draft, size_t at, const char *name, struct array *array,
                        struct arena *arena) {
    const char *text = draft->lines[at].text, *found = draft_find_word(text, name);
    const char *open = found ? found + strlen(name) : NULL, *end = open && *open == '[' ? closing(open) : NULL;
    const char *type_end = found;
    while (type_end && type_end > text && type_end[-1] == ' ')
        type_end--;
    const char *type = end && type_end < found ? word_before(text, type_end) : type_end;
    if (!end || type == type_end || isdigit((unsigned char)*type) || draft_begins_with(type, "return"))
        return false;
    *array = (struct array){name, arena_copy_string(arena, type, (size_t)(type_end - type)),
                            arena_copy_string(arena, open + 1, (size_t)(end - open - 1)), at};
    return true;
}

/* The `number`-th array that the line accesses. */
static bool find_array(const struct draft *draft, uint32_t line, uint32_t number, struct array *array,
                       struct arena *arena) {
    for (size_t i = draft_first_of_line(draft, line); i < draft->count && draft->lines[i].number == line; i++)
        for (const char *text = draft->lines[i].text, *open = text; (open = strchr(open, '[')); open++) {
            const char *begin = word_before(text, open);
            const char *name = arena_copy_string(arena, begin, (size_t)(open - begin));
            bool found = false;
            for (size_t k = 0; k < draft->count && !found && *name; k++)
                found = is_declared(draft, k, name, array, arena);
            if (found && array->at != i && number-- == 0)
                return true;
        }
    return false;
}

/* ---- a length that follows a specialization constant ---- */

/* Puts the constant in place of its default, where the length is made of that. */
static void follow_constant(const struct draft *draft, const struct array *array, uint32_t number, struct edits *edits,
                            struct arena *arena) {
    for (size_t i = 0; i < array->at; i++) {
        const char *text = draft->lines[i].text, *sign = strchr(text, '='), *end = strchr(text, ';');
        sign = strstr(text, "constant_id") && sign ? strchr(sign + 1, '=') : NULL; /* after that of the number */
        const char *name_end = sign, *value = sign ? sign + 1 + strspn(sign + 1, " ") : NULL;
        while (name_end && name_end > text && name_end[-1] == ' ')
            name_end--;
        if (!sign || !end || value >= end)
            continue;
        const char *name = word_before(text, name_end);
        const char *number_text = arena_copy_string(arena, value, (size_t)(end - value));
        const char *declared = draft->lines[array->at].text, *open = draft_find_word(declared, array->name);
        const char *in = open ? draft_find_word(open + strlen(array->name), number_text) : NULL;
        if (!in || number-- > 0)
            continue;
        struct text changed;
        text_init(&changed, arena, 160);
        text_format(&changed, "%.*s%.*s%s", (int)(in - declared), declared, (int)(name_end - name), name,
                    in + strlen(number_text));
        draft_add_edit(edits, array->at, INSTEAD, text_finish(&changed));
        return;
    }
}

/* ---- a guard ---- */

/* Returns where a path begins that ends with the name. */
static const char *path_of(const char *text, const char *at) {
    while (at > text && (draft_is_letter(at[-1]) || at[-1] == '.'))
        at--;
    return at;
}

static bool is_assigned(const char *after) {
    after += strspn(after, " ");
    bool changes = *after && strchr("+-*/%|&^", *after);
    return (*after == '=' && after[1] != '=') || (changes && (after[1] == '=' || after[1] == *after));
}

/* The part with each access of the array guarded: a statement that writes it or gives it to an atomic function by a
 * condition before it, a read by the zero of its type. NULL: it has none, or one of another form. */
static const char *guarded(const struct draft *draft, size_t at, const struct array *array, struct arena *arena) {
    const char *text = draft->lines[at].text, *from = text + draft_indentation(text), *found = from;
    struct text head, rest;
    bool any = false;
    text_init(&head, arena, 160);
    text_init(&rest, arena, 160);
    text_format(&head, "%.*s", draft_indentation(text), text);
    for (; (found = draft_find_word(found, array->name)); found = from) {
        const char *open = found + strlen(array->name), *end = *open == '[' ? closing(open) : NULL;
        const char *path = path_of(text, found);
        const int path_length = (int)(open - path), index_length = end ? (int)(end - open - 1) : 0;
        bool is_first = path == text + draft_indentation(text);
        bool is_operand = path > text && path[-1] == '(' && strstr(text, "atomic");
        if (!end || strpbrk(arena_copy_string(arena, open + 1, (size_t)index_length), "=") || strstr(text, "++]"))
            return NULL;
        if (is_operand || is_assigned(end + 1)) {
            if (!(is_first || is_operand) || !(draft_is_between(draft, at) || draft_is_body(draft, at)) ||
                (is_operand &&
                 !draft_begins_with(text, arena_copy_string(arena, word_before(text, path - 1),
                                                            (size_t)(path - 1 - word_before(text, path - 1))))))
                return NULL;
            text_format(&head, "if (%.*s < %.*s.length()) ", index_length, open + 1, path_length, path);
            text_format(&rest, "%.*s", (int)(end + 1 - from), from);
        } else {
            text_format(&rest, "%.*s(%.*s < %.*s.length() ? %.*s : %s(0))", (int)(path - from), from, index_length,
                        open + 1, path_length, path, (int)(end + 1 - path), path, array->type);
        }
        from = end + 1;
        any = true;
    }
    text_format(&head, "%s%s", text_finish(&rest), from);
    return any ? text_finish(&head) : NULL;
}

/* In the line, or wherever the array is accessed. */
static void guard_accesses(const struct draft *draft, const struct array *array, uint32_t line, struct edits *edits,
                           struct arena *arena) {
    for (size_t i = 0; i < draft->count; i++) {
        const char *text =
            i != array->at && (!line || draft->lines[i].number == line) ? guarded(draft, i, array, arena) : NULL;
        if (text && edits->count == MOST_EDITS) {
            edits->count = 0;
            return;
        }
        draft_add_edit(edits, i, INSTEAD, text);
    }
}

/* ---- all of them ---- */

enum { ARRAYS = 3, CONSTANTS = 2, GUARDS = 2 };

const char *mend_bounds_remark(uint32_t number) {
    return number % (CONSTANTS + GUARDS) < CONSTANTS
               ? NULL
               : "what lies beyond the array is left out; a larger array keeps it";
}

bool mend_bounds_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, struct edits *edits,
                        struct arena *arena) {
    const uint32_t kind = number % (CONSTANTS + GUARDS);
    struct array array;
    if (number >= ARRAYS * (CONSTANTS + GUARDS))
        return false;
    if (!find_array(draft, fault->lines[0], number / (CONSTANTS + GUARDS), &array, arena))
        return true;
    if (kind < CONSTANTS && *array.length)
        follow_constant(draft, &array, kind, edits, arena);
    else if (kind >= CONSTANTS)
        guard_accesses(draft, &array, kind == CONSTANTS ? fault->lines[0] : 0, edits, arena);
    return true;
}
