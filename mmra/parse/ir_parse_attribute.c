#include "mmra/parse/ir_parser.h"

/* align 4, cc 10: words that a number may follow without brackets. */
static bool takes_number(struct mmra_string word) {
    return mmra_string_among(word, "align cc alignstack dereferenceable gc");
}

static void skip_string_attribute(struct ir_parser *p) {
    ir_skip_quoted(p);
    const char *next = ir_next_token(p->at);
    if (*next != '=')
        return;
    ir_skip_to(p, next + 1);
    ir_skip(p);
    if (*p->at == '"')
        ir_skip_quoted(p);
}

bool ir_skip_attribute(struct ir_parser *p) {
    if (*p->at == '"') {
        skip_string_attribute(p);
        return true;
    }
    if (*p->at == '#' || *p->at == '!') {
        p->at++;
        struct mmra_string kind = ir_take_kind(p);
        if (kind.length ? *p->at == '(' : *p->at == '{') /* !DILocation(...), !{...} */
            ir_skip_balanced(p);
        return true;
    }
    struct mmra_string word = ir_take_word(p);
    if (!word.length)
        return false;
    const char *next = ir_next_visible(p->at);
    if (*next == '(') { /* sret (%T) */
        ir_skip_to(p, next);
        ir_skip_balanced(p);
    } else if (takes_number(word)) {
        ir_skip_blanks(p);
        if (*p->at >= '0' && *p->at <= '9')
            ir_take_word(p);
        else if (*p->at == '"')
            ir_skip_quoted(p);
    }
    return true;
}

static uint16_t attribute_of(struct mmra_string word) {
    if (mmra_string_equal(word, mmra_string_of("readnone")))
        return IR_FUNCTION_READNONE;
    for (int i = 0; i < IR_ATTRIBUTE_WORDS; i++)
        if (mmra_string_equal(word, mmra_string_of(ir_attribute_words[i].word)))
            return ir_attribute_words[i].attribute;
    return 0;
}

/* The end of the word at `at`, its bracketed part included: "memory(none)". */
static const char *end_of_word(const char *at, const char *end) {
    while (at < end && ir_is_word_byte(*at))
        at++;
    if (at < end && *at == '(')
        for (uint32_t depth = 0; at < end; at++) {
            depth += *at == '(';
            depth -= *at == ')';
            if (!depth)
                return at + 1;
        }
    return at;
}

uint16_t ir_attributes_in(struct mmra_string text, uint32_t *group) {
    const char *at = text.bytes, *end = at + text.length;
    uint16_t attributes = 0;
    while (at < end) {
        if (*at == '"') {
            const char *close = memchr(at + 1, '"', (size_t)(end - at) - 1);
            at = close ? close + 1 : end;
        } else if (*at == '#' && group) {
            uint64_t number = 0;
            for (at++; at < end && *at >= '0' && *at <= '9'; at++)
                number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(*at - '0');
            if (number < UINT32_MAX)
                *group = (uint32_t)number + 1;
        } else if (*at == ';') {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            at = newline ? newline : end;
        } else if (ir_is_word_byte(*at)) {
            const char *from = at;
            at = end_of_word(at, end);
            attributes |= attribute_of((struct mmra_string){from, (uint32_t)(at - from)});
        } else {
            at++;
        }
    }
    return attributes;
}

/* ---- groups ---- */

/* After "attributes": #3 = { ... } */
void ir_take_group(struct ir_parser *p) {
    uint64_t number = 0;
    ir_expect(p, '#');
    ir_take_unsigned(p, &number);
    ir_expect(p, '=');
    ir_skip(p);
    if (*p->at != '{')
        ir_fail(p, ir_here(p), "expected '{'", "", 0);
    if (number >= UINT32_MAX)
        ir_fail(p, ir_here(p), "this number is too large", "", 0);
    if (p->failed)
        return;
    const char *from = p->at + 1;
    ir_skip_balanced(p);
    if (p->failed)
        return;
    struct ir_parser inside = *p;
    while (*from == ' ')
        from++;
    inside.at = from < p->at - 1 ? p->at - 1 : from;
    struct ir_parsed_group group = {.number = (uint32_t)number, .text = ir_slice(&inside, from)};
    group.attributes = ir_attributes_in(p->module->strings[group.text], NULL);
    *ARENA_PUSH(p->arena, p->parsed->groups, p->parsed->group_count, p->parsed->group_capacity) = group;
}

static uint16_t attributes_of(const struct ir_module *module, uint32_t number) {
    const struct ir_parsed_group *group = ir_parsed_group_of(module, number);
    return group ? group->attributes : 0;
}

void ir_end_groups(struct ir_parser *p) {
    struct ir_module *module = p->module;
    ir_index_groups(module);
    for (ir_function i = 1; i < module->function_count; i++)
        module->functions[i].attributes |= attributes_of(module, module->functions[i].attribute_group);
    for (uint32_t i = 0; i < module->instruction_count; i++)
        if (attributes_of(module, p->parsed->instructions[i].attribute_group) & IR_FUNCTION_CONVERGENT)
            module->instructions[i].flags |= IR_CONVERGENT;
}
