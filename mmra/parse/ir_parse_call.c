#include "mmra/parse/ir_parser.h"

/* ---- arguments ---- */

/* Words with which a value begins; any other word before a value is an attribute. */
static bool begins_value(const struct ir_parser *p) {
    static const char *const words[] = {"true",          "false",         "null",
                                        "undef",         "poison",        "zeroinitializer",
                                        "none",          "splat",         "getelementptr",
                                        "inttoptr",      "ptrtoint",      "ptrtoaddr",
                                        "addrspacecast", "bitcast",       "trunc",
                                        "add",           "sub",           "mul",
                                        "xor",           "shl",           "extractelement",
                                        "insertelement", "shufflevector", "blockaddress",
                                        "asm",           "no_cfi",        "dso_local_equivalent",
                                        "ptrauth"};
    char first = *p->at;
    if (first == '"')
        return false;
    if ((first == 'u' || first == 's') && p->at[1] == '0' && p->at[2] == 'x')
        return true;
    if (!ir_is_word_byte(first) || (first >= '0' && first <= '9') || first == '-' || p->at[1] == '"')
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (first == words[i][0] && ir_at_word(p, words[i], strlen(words[i])))
            return true;
    return false;
}

/* The attributes at the cursor as one text, or 0. */
static ir_string take_argument_attributes(struct ir_parser *p) {
    const char *from = p->at;
    while (!p->failed && !begins_value(p)) {
        if (ir_at_word(p, "addrspace", 9) || !ir_skip_attribute(p))
            ir_fail(p, ir_here(p), "expected an argument or an attribute of it", "", 0);
        ir_skip(p);
    }
    return ir_slice(p, from);
}

/* At '(' : pushes the arguments. The attributes stand beside them if any argument has some. */
static void take_arguments(struct ir_parser *p, struct ir_parsed_instruction *beside, uint32_t *flags) {
    struct ir_parsed *parsed = p->parsed;
    uint32_t first = parsed->argument_text_count;
    bool any = false;
    ir_expect(p, '(');
    if (ir_accept(p, ')'))
        return;
    do {
        if (ir_accept_dots(p)) {
            *flags |= IR_FORWARDS_REST;
            break;
        }
        ir_type type = ir_take_type(p);
        ir_skip(p);
        ir_string text = type == p->metadata ? 0 : take_argument_attributes(p);
        *ARENA_PUSH(p->arena, parsed->argument_texts, parsed->argument_text_count, parsed->argument_text_capacity) =
            text;
        any |= text != 0;
        ir_push(p, ir_take_value(p, type));
    } while (ir_accept(p, ','));
    ir_expect(p, ')');
    if (any)
        beside->argument_texts = first + 1;
    else
        parsed->argument_text_count = first;
}

/* ---- what follows them ---- */

/* Finds the token of "convergencectrl"(token %t) among the operand bundles: the text after its '%'; NULL if no bundle
 * has one. */
static const char *token_in_bundles(const char *from, const char *to) {
    static const char kind[] = "\"convergencectrl\"";
    size_t length = sizeof kind - 1;
    for (const char *at = from; at + length < to; at++) {
        if (memcmp(at, kind, length) != 0)
            continue;
        const char *percent = memchr(at, '%', (size_t)(to - at));
        return percent ? percent + 1 : NULL;
    }
    return NULL;
}

/* At the '[' of operand bundles: goes after them. Gives their token, or 0. */
static ir_value take_bundles(struct ir_parser *p) {
    const struct ir_parser begin = *p;
    ir_skip_balanced(p);
    if (p->failed)
        return 0;
    const char *token = token_in_bundles(begin.at, p->at);
    if (!token)
        return 0;
    const struct ir_parser end = *p;
    p->at = begin.at;
    p->line = begin.line;
    p->line_start = begin.line_start;
    ir_skip_to(p, token);
    struct ir_name name = ir_take_name(p);
    ir_value value = ir_use_local(p, &name, p->unknown_type);
    if (p->failed)
        return 0;
    p->at = end.at;
    p->line = end.line;
    p->line_start = end.line_start;
    return value;
}

static void take_after_arguments(struct ir_parser *p, struct ir_parsed_instruction *beside, uint32_t *flags) {
    const char *from = p->at, *to = from;
    for (;;) {
        const char *next = ir_next_visible(p->at);
        if (*next == '[' || (*next == '#' && next[1] >= '0' && next[1] <= '9'))
            ir_skip_to(p, next);
        ir_skip_blanks(p);
        if (*p->at == '[') {
            beside->token = take_bundles(p);
        } else if (*p->at == '!' || (ir_is_word_byte(*p->at) && ir_begins_statement(p, p->at)) ||
                   !ir_skip_attribute(p)) {
            break;
        }
        to = p->at;
    }
    if (p->failed || to == from)
        return;
    from = ir_next_visible(from);
    struct ir_parser at_end = *p;
    at_end.at = to;
    beside->after_arguments = ir_slice(&at_end, from);
    struct mmra_string text = p->module->strings[beside->after_arguments];
    if (ir_attributes_in(text, &beside->attribute_group) & IR_FUNCTION_CONVERGENT)
        *flags |= IR_CONVERGENT;
}

/* ---- the call ---- */

/* Fast-math flags, calling convention, attributes of the result, address space: all that stands before the
 * type. */
static ir_string take_before_type(struct ir_parser *p, uint32_t *flags) {
    ir_skip(p);
    const char *from = p->at;
    *flags = ir_take_flags(p, IR_FAST_MATH);
    for (ir_skip(p); !ir_at_type(p) && !p->failed; ir_skip(p))
        if (!ir_skip_attribute(p))
            ir_fail(p, ir_here(p), "expected the type of the call", "", 0);
    return ir_slice(p, from);
}

static void push_callee(struct ir_parser *p) {
    ir_skip(p);
    bool named = *p->at == '%' || *p->at == '@'; /* in which address space it is, the call does not say */
    ir_push(p, ir_take_value(p, named ? p->unknown_type : p->pointers[0]));
}

struct ir_instruction *ir_take_call(struct ir_parser *p, uint32_t tail) {
    struct ir_parsed_instruction beside = {0};
    uint32_t base = p->scratch_count, flags;
    beside.before_type = take_before_type(p, &flags);
    ir_type type = ir_take_type(p), whole = 0;
    if (p->module->types[type].kind == IR_TYPE_FUNCTION) {
        whole = type;
        type = p->module->types[whole].element;
    }
    push_callee(p);
    take_arguments(p, &beside, &flags);
    if (!p->failed)
        take_after_arguments(p, &beside, &flags);
    struct ir_instruction *instruction = ir_append_gathered(p, IR_CALL, type, base);
    instruction->accessed = whole;
    instruction->flags = flags | tail;
    *ir_beside(p) = beside;
    return instruction;
}
