/* Findings, and the comments that silence them: what every rule builds on. */
#include "mmra/check/checker.h"

/* ---- comments that silence ---- */

static const char silence_words[] = "mmra-check: off ";

/* A comment line "mmra-check: off RULE, RULE: reason" becomes one of these. */
struct silence {
    struct mmra_string rules, reason;
};

static struct mmra_string trimmed(const char *from, const char *to) {
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    return (struct mmra_string){from, (uint32_t)(to - from)};
}

/* The next silencing line of the comment from *at on. */
static bool next_silence(struct mmra_watch *watch, struct mmra_string comment, uint32_t *at, struct silence *silence) {
    enum { LENGTH = sizeof silence_words - 1 };
    for (; *at + LENGTH <= comment.length; ++*at) {
        const char *from = comment.bytes + *at;
        mmra_work_at(watch, *at);
        if (*from != 'm' || memcmp(from, silence_words, LENGTH) != 0)
            continue;
        const char *newline = memchr(from, '\n', comment.length - *at);
        const char *end = newline ? newline : comment.bytes + comment.length;
        const char *colon = memchr(from + LENGTH, ':', (size_t)(end - from) - LENGTH);
        silence->rules = trimmed(from + LENGTH, colon ? colon : end);
        silence->reason = trimmed(colon ? colon + 1 : end, end);
        *at = (uint32_t)(end - comment.bytes);
        return true;
    }
    return false;
}

/* The next of the names between commas. */
static bool next_name(struct mmra_string *rules, struct mmra_string *name) {
    if (!rules->length)
        return false;
    const char *end = rules->bytes + rules->length, *comma = memchr(rules->bytes, ',', rules->length);
    *name = trimmed(rules->bytes, comma ? comma : end);
    *rules = comma ? trimmed(comma + 1, end) : (struct mmra_string){end, 0};
    return true;
}

static bool comment_silences(const struct checker *c, ir_string string, enum check_rule rule) {
    struct silence silence;
    struct mmra_string name;
    uint32_t at = 0;
    if (!string || rule == CHECK_SILENCE)
        return false;
    while (next_silence(c->module->watch, ir_string_get(c->module, string), &at, &silence))
        while (silence.reason.length && next_name(&silence.rules, &name))
            if (check_find_rule(name.bytes, name.length) == rule)
                return true;
    return false;
}

void check_silences(struct checker *c, ir_string string, ir_function function, uint32_t instruction) {
    struct silence silence;
    struct mmra_string name;
    uint32_t at = 0;
    while (next_silence(c->module->watch, ir_string_get(c->module, string), &at, &silence)) {
        const char *wrong = !silence.rules.length ? "no rule" : !silence.reason.length ? "no reason" : NULL;
        while (!wrong && next_name(&silence.rules, &name))
            if (check_find_rule(name.bytes, name.length) == CHECK_RULE_COUNT)
                wrong = "no such rule";
        if (!wrong)
            continue;
        if (instruction == CHECK_NO_INSTRUCTION)
            check_report_function(c, CHECK_SILENCE, function, wrong);
        else
            check_report(c, CHECK_SILENCE, instruction, wrong);
    }
}

/* ---- findings ---- */

/* "load atomic", "fence", "call @f": names come from the text and may be anything, so they are escaped. */
static void describe(const struct checker *c, struct text *text, const struct ir_instruction *instruction) {
    ir_function called = check_called(c, instruction);
    const char *name = ir_opcode_name(instruction->opcode);
    text_string(text, *name ? name : "instruction");
    if (instruction->ordering != IR_NOT_ATOMIC && instruction->opcode != IR_FENCE &&
        (instruction->opcode == IR_LOAD || instruction->opcode == IR_STORE))
        text_string(text, " atomic");
    if (instruction->ordering != IR_NOT_ATOMIC) {
        text_char(text, ' ');
        text_string(text, ir_ordering_name(instruction->ordering));
    }
    if (called) {
        text_string(text, " @");
        text_escaped(text, ir_string_get(c->module, ir_value_get(c->module, c->module->functions[called].value)->name));
    }
}

static const char *message_of(struct checker *c, enum check_rule rule, const struct ir_instruction *instruction,
                              ir_function function, const char *detail) {
    struct text text;
    text_init(&text, c->arena, 256);
    if (instruction) {
        describe(c, &text, instruction);
        text_string(&text, ": ");
    } else if (function) {
        text_string(&text, "@");
        text_escaped(&text,
                     ir_string_get(c->module, ir_value_get(c->module, c->module->functions[function].value)->name));
        text_string(&text, ": ");
    }
    text_format(&text, detail ? "%s (%s); " : "%s%s; ", check_rules[rule].summary, detail ? detail : "");
    text_string(&text, check_advice(rule, c->language));
    return text_finish(&text);
}

static struct check_finding *add_finding(struct checker *c, enum check_rule rule) {
    enum check_severity severity = c->severity[rule];
    c->summary.findings[severity]++;
    if (c->reported[rule]++ >= c->options->most_findings)
        return NULL;
    struct check_finding *finding = ARENA_PUSH(c->arena, c->findings, c->finding_count, c->finding_capacity);
    *finding = (struct check_finding){.rule = rule, .severity = severity, .instruction = CHECK_NO_INSTRUCTION};
    return finding;
}

static void place_of(const struct checker *c, uint32_t instruction, uint32_t *line, uint32_t *column) {
    *line = c->module->parsed ? c->module->instructions[instruction].source : 0;
    *column = c->module->parsed ? c->module->parsed->instructions[instruction].column : 0;
}

/* The function that holds the instruction: functions' blocks, and so their instructions, stand in order. */
static ir_function function_of(const struct checker *c, uint32_t instruction) {
    const struct ir_module *module = c->module;
    for (ir_function f = 1; f < module->function_count; f++) {
        const struct ir_function_info *function = &module->functions[f];
        if (!function->block_count)
            continue;
        const struct ir_block *last = &module->blocks[function->first_block + function->block_count - 1];
        if (instruction >= module->blocks[function->first_block].first_instruction &&
            instruction < last->first_instruction + last->instruction_count)
            return f;
    }
    return 0;
}

/* A finding that no comment of the function, and none of the instruction, silences; NULL: it is not to be reported. */
static struct check_finding *find(struct checker *c, enum check_rule rule, ir_function function, ir_string comment) {
    if (!check_is_on(c, rule))
        return NULL;
    if (comment_silences(c, comment, rule) || comment_silences(c, c->module->functions[function].comment, rule)) {
        c->summary.silenced++;
        return NULL;
    }
    struct check_finding *finding = add_finding(c, rule);
    if (finding)
        finding->function = function;
    return finding;
}

struct check_finding *check_report(struct checker *c, enum check_rule rule, uint32_t index, const char *detail) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    ir_function function = c->function || !check_is_on(c, rule) ? c->function : function_of(c, index);
    struct check_finding *finding = find(c, rule, function, ir_comment_of(c->module, instruction));
    if (!finding)
        return NULL;
    finding->instruction = index;
    finding->source = instruction->source;
    place_of(c, index, &finding->line, &finding->column);
    finding->message = message_of(c, rule, instruction, 0, detail);
    return finding;
}

struct check_finding *check_report_function(struct checker *c, enum check_rule rule, ir_function function,
                                            const char *detail) {
    struct check_finding *finding = find(c, rule, function, 0);
    if (!finding)
        return NULL;
    finding->line = c->module->functions[function].line;
    finding->column = c->module->functions[function].column;
    finding->message = message_of(c, rule, NULL, function, detail);
    return finding;
}

void check_relate(struct checker *c, struct check_finding *finding, uint32_t instruction, const char *message) {
    if (!finding)
        return;
    struct check_related *related =
        ARENA_PUSH(c->arena, finding->related, finding->related_count, finding->related_capacity);
    *related = (struct check_related){
        .instruction = instruction, .source = c->module->instructions[instruction].source, .message = message};
    place_of(c, instruction, &related->line, &related->column);
}
