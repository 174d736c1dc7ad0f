/* Accesses of a variable by the atomic functions of GLSL or HLSL, found by its name. */
#include <ctype.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* Operators that change a variable, and the functions that do so atomically; NULL: a language has none that could stand
 * in the operator's place. */
static const struct atomic {
    const char *sign, *functions[2], *operand;
} atomics[] = {
    {"+=", {"atomicAdd", "InterlockedAdd"}, NULL}, {"|=", {"atomicOr", "InterlockedOr"}, NULL},
    {"&=", {"atomicAnd", "InterlockedAnd"}, NULL}, {"^=", {"atomicXor", "InterlockedXor"}, NULL},
    {"++", {"atomicAdd", "InterlockedAdd"}, "1"},  {"=", {"atomicExchange", NULL}, NULL},
};

/* `PATH = max(PATH, OPERAND)` and the like. */
static const struct {
    const char *name, *functions[2];
} calls[] = {{"max", {"atomicMax", "InterlockedMax"}}, {"min", {"atomicMin", "InterlockedMin"}}};

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

/* Finds what the variable is changed by. */
struct change {
    const char *function, *operand;
    bool stores; /* the operand takes its place, whatever was there */
};

static const char *copied(struct arena *arena, const char *from, const char *end) {
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    return arena_copy_string(arena, from, (size_t)(end - from));
}

/* The comma between two arguments that begin here; NULL: there are not two. */
static const char *find_comma(const char *at) {
    for (int depth = 0; *at && depth >= 0; at++) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (*at == ',' && !depth)
            return at;
    }
    return NULL;
}

/* `max(PATH, OPERAND)` and the like, or the other way round. */
static bool read_call(struct change *change, const char *value, const char *path, int language, struct arena *arena) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *open = value + strlen(calls[i].name), *end = strrchr(value, ')');
        const bool is_call = strncmp(value, calls[i].name, strlen(calls[i].name)) == 0 && *open == '(';
        const char *comma = is_call ? find_comma(open + 1) : NULL;
        if (!comma || !end || end < comma || end[1])
            continue;
        const char *first = copied(arena, open + 1, comma), *second = copied(arena, comma + 1, end);
        const char *operand = strcmp(first, path) == 0 ? second : strcmp(second, path) == 0 ? first : NULL;
        if (operand)
            *change = (struct change){calls[i].functions[language], operand, false};
        return operand != NULL;
    }
    return false;
}

/* `PATH + OPERAND`, where there is one operator, so that nothing binds otherwise. */
static bool read_sum(struct change *change, const char *value, const char *path, int language, struct arena *arena) {
    const size_t length = strlen(path);
    const char *sign = strncmp(value, path, length) == 0 ? value + length + strspn(value + length, " ") : "";
    if (!*sign || strpbrk(sign + 1, "+-*/%|&^<>=?"))
        return false;
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (*atomics[i].sign == *sign && atomics[i].sign[1] == '=') {
            *change =
                (struct change){atomics[i].functions[language], copied(arena, sign + 1, value + strlen(value)), false};
            return true;
        }
    return false;
}

/* Literals are the same whoever stores them. */
static bool is_literal(const char *text) {
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return true;
    for (const char *at = text; *at; at++)
        if (draft_is_letter(*at) && !isdigit((unsigned char)*at) && (at == text || !draft_is_letter(at[-1])))
            return false;
    return true;
}

/* The statement that changes the variable, made atomic; NULL: none does, or not so that one function could. What it is
 * changed by must not come from itself: that would be two accesses. */
static const char *atomic_change(const char *part, const char *name, const char *at, const struct atomic_form *form,
                                 bool *by_chance) {
    const char *path_end = end_of_path(at + strlen(name)), *sign = path_end + strspn(path_end, " ");
    const char *end = strchr(sign, ';'), *path = copied(form->arena, at, path_end);
    const struct atomic *row = NULL;
    struct change change = {0};
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics && !row; i++)
        if (strncmp(sign, atomics[i].sign, strlen(atomics[i].sign)) == 0 && strncmp(sign, "==", 2) != 0)
            row = &atomics[i];
    if (!row || !end || at != part + draft_indentation(part))
        return NULL;
    change = (struct change){row->functions[form->language], copied(form->arena, sign + strlen(row->sign), end),
                             *row->sign == '='};
    if (row->operand && *change.operand)
        return NULL;
    if (row->operand)
        change.operand = row->operand;
    else if (*row->sign == '=' && !read_call(&change, change.operand, path, form->language, form->arena))
        read_sum(&change, change.operand, path, form->language, form->arena);
    if (!change.function || draft_find_word(change.operand, name))
        return NULL;
    *by_chance |= change.stores && !is_literal(change.operand);
    struct text text;
    text_init(&text, form->arena, 128);
    text_format(&text, "%.*s%s(%s, %s)%s", draft_indentation(part), part, change.function, path, change.operand, end);
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

/* `NAME++` in an expression, whose value is the old one: of GLSL. */
static bool is_counted(const char *sign) {
    return strncmp(sign, "++", 2) == 0;
}

const char *mend_atomic_part(const char *part, const char *name, const struct atomic_form *form, bool *by_chance) {
    const char *at = draft_find_word(part, name), *from = part;
    const char *change = at ? atomic_change(part, name, at, form, by_chance) : NULL;
    struct text text;
    bool is_changed = false;
    if (change || form->language)
        return change;
    text_init(&text, form->arena, 128);
    for (; at; at = draft_find_word(from, name)) {
        const char *end = end_of_path(at + strlen(name)), *sign = end + strspn(end, " ");
        bool reads = !is_atomic_operand(part, at), counts = reads && is_counted(sign);
        if (reads && !counts && is_assignment(sign))
            return NULL;
        text_format(&text, "%.*s", (int)(at - from), from);
        if (counts)
            text_format(&text, "atomicAdd(%.*s, %s)", (int)(end - at), at, form->is_signed ? "1" : "1u");
        else
            text_format(&text, reads ? "atomicOr(%.*s, %s)" : "%.*s", (int)(end - at), at,
                        form->is_signed ? "0" : "0u");
        is_changed |= reads;
        from = counts ? sign + 2 : end;
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

static void add_names(const struct draft *draft, const struct mend_fault *fault, const char *part,
                      const char *names[MOST_NAMES], size_t *count, struct arena *arena) {
    for (const char *at = part, *end; *at && *count < MOST_NAMES; at = end) {
        for (end = at; draft_is_letter(*end);)
            end++;
        const char *name = end > at ? arena_copy_string(arena, at, (size_t)(end - at)) : NULL;
        bool is_new =
            name && strcmp(name, "return") != 0 && is_variable(part, at, end) && line_has(draft, fault->lines[1], name);
        for (size_t k = 0; k < *count && is_new; k++)
            is_new = strcmp(names[k], name) != 0;
        if (is_new)
            names[(*count)++] = name;
        end += end == at;
    }
}

size_t mend_find_names(const struct draft *draft, const struct mend_fault *fault, const char *names[MOST_NAMES],
                       bool is_one, struct arena *arena) {
    const uint32_t line = fault->lines[0];
    size_t count = 0;
    for (size_t i = draft_first_of_line(draft, line); i < draft->count && draft->lines[i].number == line; i++)
        add_names(draft, fault, draft->lines[i].text, names, &count, arena);
    for (size_t i = 0; i < count && is_one && fault->memory; i++)
        if (draft_find_word(fault->memory, names[i])) {
            names[0] = names[i];
            return 1;
        }
    return count;
}

/* A type stands before the name, and a length, a value, another name or the end after it; the type may be that of names
 * before it. */
const char *mend_find_type(const struct draft *draft, const char *name, size_t *at, bool *is_array,
                           struct arena *arena) {
    static const char *const others[] = {"return", "in", "out", "inout", "else"};
    for (*at = 0; *at < draft->count; ++*at) {
        const char *text = draft->lines[*at].text, *found = draft_find_word(text, name), *type, *end;
        const char *next = found ? found + strlen(name) + strspn(found + strlen(name), " ") : "";
        if (!*next || !strchr("[;,=", *next) || strncmp(next, "==", 2) == 0)
            continue;
        for (end = found; end > text && end[-1] == ' ';)
            end--;
        for (; end > text && end[-1] == ','; end = type) { /* TYPE FIRST, NAME */
            for (type = end - 1; type > text && (draft_is_letter(type[-1]) || strchr("[]", type[-1]));)
                type--;
            while (type > text && type[-1] == ' ')
                type--;
        }
        for (type = end; type > text && draft_is_letter(type[-1]);)
            type--;
        const char *word = arena_copy_string(arena, type, (size_t)(end - type));
        bool is_type = end < found && *word && !isdigit((unsigned char)*word);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            is_type &= strcmp(word, others[i]) != 0;
        *is_array = *next == '[';
        if (is_type)
            return word;
    }
    return NULL;
}
