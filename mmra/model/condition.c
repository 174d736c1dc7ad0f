#include "mmra/model/condition.h"
#include "mmra/base/bits.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 64, LONGEST = 1000 };

struct parser {
    struct program *program;
    const struct observations *observations;
    const char *at, *end;
    const char *message;
    uint32_t depth, nodes;
};

void observe_all(struct program *program, struct observations *observations) {
    memset(observations, 0, sizeof *observations);
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t r = 0; r < program->threads[t].register_count; r++)
            if (program->threads[t].registers[r].name)
                *ARENA_PUSH(program->arena, observations->items, observations->count, observations->capacity) =
                    (struct observed){t, r};
    for (uint32_t cell = 0; cell < program->cell_count; cell++)
        if (program->cells[cell].observed)
            *ARENA_PUSH(program->arena, observations->items, observations->count, observations->capacity) =
                (struct observed){MODEL_NONE, cell};
}

/* ---- lexing ---- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '%' || c == '@' || c == '-' || c == '[' || c == ']' || c == '$';
}

static void skip_space(struct parser *p) {
    while (p->at < p->end && is_space(*p->at))
        p->at++;
}

static bool take(struct parser *p, const char *token) {
    skip_space(p);
    size_t length = strlen(token);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, token, length) != 0)
        return false;
    bool word = is_name(token[0]);
    if (word && (size_t)(p->end - p->at) > length && is_name(p->at[length]))
        return false;
    p->at += length;
    return true;
}

static bool take_any(struct parser *p, const char *const *tokens) {
    for (; *tokens; tokens++)
        if (take(p, *tokens))
            return true;
    return false;
}

static size_t name_length(struct parser *p) {
    skip_space(p);
    const char *end = p->at;
    while (end < p->end && is_name(*end))
        end++;
    return (size_t)(end - p->at);
}

static void *fail(struct parser *p, const char *what) {
    if (!p->message) {
        char text[160];
        snprintf(text, sizeof text, "%s at \"%.*s\"", what, (int)(p->end - p->at < 40 ? p->end - p->at : 40), p->at);
        p->message = arena_copy_string(p->program->arena, text, strlen(text));
    }
    return NULL;
}

/* ---- operands ---- */

static bool same_name(const char *name, const char *bytes, size_t length) {
    if (length && (*bytes == '%' || *bytes == '@')) { /* the sigils of IR may be left out */
        bytes++;
        length--;
    }
    return strlen(name) == length && memcmp(name, bytes, length) == 0;
}

static bool find_observed(const struct parser *p, const char *thread, size_t thread_length, const char *name,
                          size_t length, uint64_t *index) {
    const struct program *program = p->program;
    for (uint32_t i = 0; i < p->observations->count; i++) {
        const struct observed *o = &p->observations->items[i];
        bool in_cell = o->thread == MODEL_NONE;
        const char *candidate =
            in_cell ? program->cells[o->number].name : program->threads[o->thread].registers[o->number].name;
        if (in_cell != !thread || !same_name(candidate, name, length))
            continue;
        if (!in_cell && !same_name(program->threads[o->thread].name, thread, thread_length))
            continue;
        *index = i;
        return true;
    }
    return false;
}

/* The text need not go on after the number, nor end in a NUL. */
static bool parse_number(const char *bytes, size_t length, uint64_t *value) {
    char copy[32], *end;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    *value = (uint64_t)strtoll(copy, &end, 0);
    return end == copy + length;
}

static bool parse_operand(struct parser *p, struct condition_operand *operand) {
    size_t length = name_length(p);
    if (length == 0) {
        fail(p, "a register, a location or a number is missing");
        return false;
    }
    const char *name = p->at;
    p->at += length;
    memset(operand, 0, sizeof *operand);
    if (*name == '-' || (*name >= '0' && *name <= '9')) {
        operand->constant = true;
        if (parse_number(name, length, &operand->value))
            return true;
        p->at = name;
        fail(p, "this is no number");
        return false;
    }
    const char *thread = NULL;
    size_t thread_length = 0;
    if (take(p, ":")) {
        thread = name;
        thread_length = length;
        length = name_length(p);
        name = p->at;
        p->at += length;
    }
    if (find_observed(p, thread, thread_length, name, length, &operand->value))
        return true;
    p->at = thread ? thread : name;
    fail(p, "no such register or location");
    return false;
}

/* ---- expressions ---- */

struct condition *condition_new(struct program *program, uint8_t kind, struct condition *a, struct condition *b) {
    struct condition *condition = arena_allocate_array(program->arena, 1, sizeof *condition);
    condition->kind = kind;
    condition->a = a;
    condition->b = b;
    return condition;
}

static struct condition *parse_or(struct parser *p);

static struct condition *parse_comparison(struct parser *p) {
    static const struct {
        const char *token;
        enum condition_kind kind;
    } operators[] = {{"==", CONDITION_EQUAL},    {"!=", CONDITION_UNEQUAL}, {"<=", CONDITION_AT_MOST},
                     {">=", CONDITION_AT_LEAST}, {"=", CONDITION_EQUAL},    {"<", CONDITION_LESS},
                     {">", CONDITION_GREATER}};
    struct condition_operand left, right;
    if (!parse_operand(p, &left))
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (!take(p, operators[i].token))
            continue;
        if (!parse_operand(p, &right))
            return NULL;
        struct condition *condition = condition_new(p->program, operators[i].kind, NULL, NULL);
        condition->left = left;
        condition->right = right;
        return condition;
    }
    return fail(p, "a comparison is missing");
}

static struct condition *parse_primary(struct parser *p) {
    static const char *const nots[] = {"~", "not", NULL};
    if (++p->depth > DEEPEST || ++p->nodes > LONGEST)
        return fail(p, "the condition is too long or nested too deep");
    struct condition *result = NULL;
    if (take_any(p, nots)) {
        struct condition *negated = parse_primary(p);
        result = negated ? condition_new(p->program, CONDITION_NOT, negated, NULL) : NULL;
    } else if (take(p, "(")) {
        result = parse_or(p);
        if (result && !take(p, ")"))
            result = fail(p, "a closing parenthesis is missing");
    } else if (take(p, "true")) {
        result = condition_new(p->program, CONDITION_TRUE, NULL, NULL);
    } else {
        result = parse_comparison(p);
    }
    p->depth--;
    return result;
}

static struct condition *parse_and(struct parser *p) {
    static const char *const ands[] = {"/\\", "and", "&&", NULL};
    struct condition *a = parse_primary(p);
    while (a && take_any(p, ands)) {
        struct condition *b = parse_primary(p);
        a = b ? condition_new(p->program, CONDITION_AND, a, b) : NULL;
    }
    return a;
}

static struct condition *parse_or(struct parser *p) {
    static const char *const ors[] = {"\\/", "or", "||", NULL};
    struct condition *a = parse_and(p);
    while (a && take_any(p, ors)) {
        struct condition *b = parse_and(p);
        a = b ? condition_new(p->program, CONDITION_OR, a, b) : NULL;
    }
    return a;
}

struct condition *condition_parse(struct program *program, const struct observations *observations, const char *text,
                                  const char *end, const char **message) {
    struct parser p = {.program = program, .observations = observations, .at = text, .end = end};
    struct condition *result = parse_or(&p);
    skip_space(&p);
    if (result && p.at != p.end)
        result = fail(&p, "what is this");
    *message = p.message;
    return result;
}

/* ---- evaluation ---- */

static enum condition_answer compare(const struct condition *c, const struct outcome_value *outcome) {
    const struct condition_operand *operands[2] = {&c->left, &c->right};
    uint64_t value[2];
    for (int i = 0; i < 2; i++) {
        const struct outcome_value *o = operands[i]->constant ? NULL : &outcome[operands[i]->value];
        if (o && !o->known)
            return CONDITION_UNKNOWN;
        if (o && o->undefined)
            return CONDITION_NO;
        value[i] = o ? o->value : operands[i]->value;
    }
    /* Registers hold fewer than 64 bits: a negative constant is compared in the narrower width. */
    if (c->right.constant && !c->left.constant && value[0] <= UINT32_MAX)
        value[1] &= UINT32_MAX;
    const bool answers[] = {[CONDITION_EQUAL] = value[0] == value[1],
                            [CONDITION_UNEQUAL] = value[0] != value[1],
                            [CONDITION_LESS] = value[0]<value[1], [CONDITION_GREATER] = value[0]> value[1],
                            [CONDITION_AT_MOST] = value[0] <= value[1],
                            [CONDITION_AT_LEAST] = value[0] >= value[1]};
    return answers[c->kind] ? CONDITION_YES : CONDITION_NO;
}

/* Recursive, but no deeper than a condition may be long. */
enum condition_answer condition_holds(const struct condition *condition, const struct outcome_value *outcome) {
    switch (condition->kind) {
    case CONDITION_TRUE:
        return CONDITION_YES;
    case CONDITION_NOT: {
        enum condition_answer a = condition_holds(condition->a, outcome);
        return a == CONDITION_UNKNOWN ? a : a == CONDITION_YES ? CONDITION_NO : CONDITION_YES;
    }
    case CONDITION_AND:
    case CONDITION_OR: {
        enum condition_answer a = condition_holds(condition->a, outcome), b = condition_holds(condition->b, outcome);
        if (a == CONDITION_UNKNOWN || b == CONDITION_UNKNOWN)
            return CONDITION_UNKNOWN;
        bool yes = condition->kind == CONDITION_AND ? a && b : a || b;
        return yes ? CONDITION_YES : CONDITION_NO;
    }
    default:
        return compare(condition, outcome);
    }
}

/* ---- comparing conditions ---- */

static uint64_t hash_operand(const struct condition_operand *operand, const uint32_t *names) {
    return operand->constant ? mmra_mixed_bits(operand->value + 1) : mmra_mixed_bits(~(uint64_t)names[operand->value]);
}

/* Sums up all that operators of this kind connect. */
static uint64_t sum_connected(const struct condition *condition, uint8_t kind, const uint32_t *names) {
    if (condition->kind != kind)
        return mmra_mixed_bits(condition_hash(condition, names));
    return sum_connected(condition->a, kind, names) + sum_connected(condition->b, kind, names);
}

uint64_t condition_hash(const struct condition *condition, const uint32_t *names) {
    uint64_t kind = mmra_mixed_bits(condition->kind + 17), left, right;
    switch (condition->kind) {
    case CONDITION_TRUE:
        return kind;
    case CONDITION_NOT:
        return mmra_mixed_bits(kind + condition_hash(condition->a, names));
    case CONDITION_AND:
    case CONDITION_OR:
        return mmra_mixed_bits(kind + sum_connected(condition, condition->kind, names));
    default:
        left = hash_operand(&condition->left, names);
        right = hash_operand(&condition->right, names);
        return condition->kind <= CONDITION_UNEQUAL ? mmra_mixed_bits(kind + left + right)
                                                    : mmra_mixed_bits(kind + mmra_mixed_bits(left) * 3 + right);
    }
}
