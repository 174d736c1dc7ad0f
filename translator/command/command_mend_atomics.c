/* Accesses of a variable by GLSL's atomic functions, found by its name. */
#include <ctype.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* Operators that change a variable, and GLSL's function that does so atomically. */
static const struct atomic {
    const char *sign, *function, *operand;
} atomics[] = {
    {"+=", "atomicAdd", NULL}, {"|=", "atomicOr", NULL}, {"&=", "atomicAnd", NULL},
    {"^=", "atomicXor", NULL}, {"++", "atomicAdd", "1"}, {"=", "atomicExchange", NULL},
};

/* Past the indexes and members that follow a variable's name. */
static const char *end_of_path(const char *at) {
    while (*at == '[' || (*at == '.' && draft_is_letter(at[1]))) {
        int depth = 0;
        if (*at == '.') {
            for (at++; draft_is_letter(*at);)
                at++;
            continue;
        }
        do
            depth += (*at == '[') - (*at == ']');
        while (depth && *++at);
        if (depth) /* the text ends before */
            break;
        at++;
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
    if (!row || !end || at != part + draft_indentation(part))
        return NULL;
    operand = sign + strlen(row->sign);
    operand += strspn(operand, " ");
    if (draft_find_word(operand, name) || (row->operand && operand != end))
        return NULL;
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "%.*s%s(%.*s, ", draft_indentation(part), part, row->function, (int)(path_end - at), at);
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
    while (function > part && draft_is_letter(function[-1]))
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
const char *mend_atomic_part(const char *part, const char *name, const char *zero, struct arena *arena) {
    const char *at = draft_find_word(part, name), *from = part;
    const char *change = at ? atomic_change(part, name, at, arena) : NULL;
    struct text text;
    bool is_changed = false;
    if (change)
        return change;
    text_init(&text, arena, 128);
    for (; at; at = draft_find_word(from, name)) {
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

static bool line_has(const struct draft *draft, uint32_t line, const char *name) {
    for (size_t i = draft_first_of_line(draft, line); i < draft->count && draft->lines[i].number == line; i++)
        if (draft_find_word(draft->lines[i].text, name))
            return true;
    return false;
}

/* A variable's name is followed by neither another name, as a type is, nor a parenthesis or brace, as a function. */
static bool is_variable(const char *part, const char *at, const char *end) {
    const char *next = end + strspn(end, " ");
    return !isdigit((unsigned char)*at) && strncmp(at, "gl_", 3) != 0 && (at == part || at[-1] != '.') &&
           !(*next == '(' || *next == '{' || draft_is_letter(*next));
}

/* Names of variables that both lines have, of which one may be what they race for. */
size_t mend_find_names(const struct draft *draft, const uint32_t lines[2], const char *names[MOST_NAMES],
                       struct arena *arena) {
    size_t count = 0;
    for (size_t i = draft_first_of_line(draft, lines[0]); i < draft->count && draft->lines[i].number == lines[0]; i++)
        for (const char *part = draft->lines[i].text, *at = part, *end; *at && count < MOST_NAMES; at = end) {
            for (end = at; draft_is_letter(*end);)
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
