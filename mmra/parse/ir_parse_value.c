/* Values: names, constants, and constant expressions. */
#include "mmra/parse/ir_parser.h"

static ir_value text_value(struct ir_parser *p, ir_type type, const char *from) {
    return ir_text_value(p->module, type, ir_slice(p, from));
}

/* Whether the constant has another kind than its type. A type that is not known (fp128, scalable vectors) may have any.
 */
static bool require_type(struct ir_parser *p, struct ir_place place, ir_type type, bool fits, const char *what) {
    return fits || p->module->types[type].kind == IR_TYPE_OPAQUE ||
           ir_fail(p, place, "%s is no constant of this type", what, strlen(what));
}

static bool is_floating_type(const struct ir_parser *p, ir_type type) {
    uint8_t kind = p->module->types[type].kind;
    return kind >= IR_TYPE_HALF && kind <= IR_TYPE_DOUBLE;
}

static const struct ir_type_info *info_of(const struct ir_parser *p, ir_type type) {
    return &p->module->types[type];
}

static bool is_word_type(const struct ir_parser *p, ir_type type, enum ir_type_kind kind) {
    return info_of(p, type)->kind == kind;
}

/* ---- numbers ---- */

static ir_value floating_value(struct ir_parser *p, ir_type type) {
    const char *from = p->at;
    uint64_t bits;
    if (!require_type(p, ir_here(p), type, is_floating_type(p, type), "a floating-point number"))
        return 0;
    bool known = ir_scan_floating(&p->at, (enum ir_type_kind)info_of(p, type)->kind, &bits);
    return known ? ir_floating(p->module, type, bits) : text_value(p, type, from);
}

static bool begins_floating(const char *at) {
    return (at[0] == '0' && at[1] == 'x') || at[0] == 'f' ||
           ((at[0] == '-' || at[0] == '+') && at[1] >= 'a' && at[1] <= 'z');
}

static ir_value number_value(struct ir_parser *p, ir_type type) {
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    if (begins_floating(from))
        return floating_value(p, type);
    if (from[1] == '0' && from[2] == 'x') { /* u0x1F, s0xFF: how many bits they have is LLVM's matter */
        ir_take_word(p);
        require_type(p, place, type, info_of(p, type)->kind == IR_TYPE_INTEGER, "an integer");
        return text_value(p, type, from);
    }
    bool negative = *p->at == '-', large = false;
    uint64_t number = 0;
    p->at += negative || *p->at == '+';
    for (; *p->at >= '0' && *p->at <= '9'; p->at++) {
        uint64_t digit = (uint64_t)(*p->at - '0');
        large |= number > (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    if (*p->at == '.') {
        p->at = from;
        return floating_value(p, type);
    }
    if (!require_type(p, place, type, info_of(p, type)->kind == IR_TYPE_INTEGER, "an integer"))
        return 0;
    if (p->at - from == negative) {
        ir_fail(p, ir_here(p), "expected a value", "", 0);
        return 0;
    }
    if (large || info_of(p, type)->kind != IR_TYPE_INTEGER || info_of(p, type)->width > 64)
        return text_value(p, type, from);
    return ir_integer(p->module, type, negative ? 0 - number : number);
}

/* ---- aggregates ---- */

static ir_value value_at_depth(struct ir_parser *p, ir_type type, unsigned depth);

static uint32_t elements_until(struct ir_parser *p, char close, unsigned depth) {
    uint32_t count = 0;
    if (ir_accept(p, close))
        return 0;
    do {
        ir_type type = ir_take_type(p);
        ir_push(p, value_at_depth(p, type, depth + 1));
        count++;
    } while (ir_accept(p, ','));
    ir_expect(p, close);
    return count;
}

/* The type of element `index` of an aggregate; 0: it has no such. */
static ir_type type_of_element(const struct ir_parser *p, ir_type type, uint32_t index) {
    const struct ir_type_info *info = info_of(p, type);
    if (info->kind == IR_TYPE_STRUCT)
        return index < info->member_count ? info->members[index] : 0;
    return index < info->count ? info->element : 0;
}

/* Whether the elements, from `base` of the scratch on, have the number and the types that the type demands. */
static bool elements_fit(const struct ir_parser *p, ir_type type, char open, bool packed, uint32_t base,
                         uint32_t count) {
    const struct ir_type_info *info = info_of(p, type);
    uint8_t kind = open == '{' || packed ? IR_TYPE_STRUCT : open == '<' ? IR_TYPE_VECTOR : IR_TYPE_ARRAY;
    if (info->kind != kind || (kind == IR_TYPE_STRUCT ? info->member_count : info->count) != count ||
        (kind == IR_TYPE_STRUCT && info->packed != packed))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        ir_type wanted = type_of_element(p, type, i), given = p->module->values[p->scratch[base + i]].type;
        if (given != wanted && info_of(p, wanted)->kind != IR_TYPE_OPAQUE && info_of(p, given)->kind != IR_TYPE_OPAQUE)
            return false;
    }
    return true;
}

static ir_value aggregate_value(struct ir_parser *p, ir_type type, unsigned depth) {
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    char open = *p->at++;
    char close = open == '<' ? '>' : open == '[' ? ']' : '}';
    uint32_t base = p->scratch_count;
    bool packed = open == '<' && ir_accept(p, '{');
    uint32_t count = elements_until(p, packed ? '}' : close, depth);
    if (packed)
        ir_expect(p, '>');
    p->scratch_count = base;
    if (!p->failed)
        require_type(p, place, type, elements_fit(p, type, open, packed, base, count), "this aggregate");
    if (!count) /* which LLVM does not take for zeroinitializer */
        return text_value(p, type, from);
    return p->failed ? 0 : ir_aggregate(p->module, type, p->scratch + base, count);
}

/* splat (i32 7) */
static ir_value splat_value(struct ir_parser *p, ir_type type, unsigned depth) {
    const char *from = p->at;
    const struct ir_type_info info = *info_of(p, type);
    struct ir_place place = ir_here(p);
    enum { LARGEST_SPLAT = 1024 };
    p->at += 5;
    ir_expect(p, '(');
    ir_type element_type = ir_take_type(p);
    ir_value element = value_at_depth(p, element_type, depth + 1);
    ir_expect(p, ')');
    if (!p->failed)
        require_type(p, place, type, info.kind == IR_TYPE_VECTOR && info.element == element_type, "this splat");
    if (info.kind != IR_TYPE_VECTOR || !info.count || info.count > LARGEST_SPLAT)
        return text_value(p, type, from);
    uint32_t base = p->scratch_count;
    for (uint64_t i = 0; i < info.count; i++)
        ir_push(p, element);
    p->scratch_count = base;
    return p->failed ? 0 : ir_aggregate(p->module, type, p->scratch + base, (uint32_t)info.count);
}

/* ---- constant expressions ----
 *
 * What they are computed from is read, with its types; their text is kept beside it and printed. Forms that are not
 * known (blockaddress, dso_local_equivalent, no_cfi, ptrauth) and inline assembly are only text. */

/* asm sideeffect alignstack inteldialect unwind "text", "constraints" */
static ir_value assembly_value(struct ir_parser *p, ir_type type) {
    const char *from = p->at;
    for (; ir_is_word_byte(*p->at); ir_skip(p))
        ir_take_word(p);
    ir_take_quoted(p);
    ir_expect(p, ',');
    ir_skip(p);
    ir_take_quoted(p);
    return p->failed ? 0 : text_value(p, type, from);
}

/* Words, then brackets or a name. */
static ir_value other_value(struct ir_parser *p, ir_type type) {
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    for (; ir_is_word_byte(*p->at); ir_skip(p))
        ir_take_word(p);
    if (*p->at == '(') {
        ir_skip_balanced(p);
    } else if (*p->at == '@') { /* dso_local_equivalent @f, no_cfi @f */
        p->at++;
        ir_take_name(p);
    } else {
        ir_fail(p, place, "expected a value", "", 0);
    }
    return p->failed ? 0 : text_value(p, type, from);
}

static bool is_expression(enum ir_opcode opcode) {
    return (opcode >= IR_FNEG && opcode <= IR_ADDRSPACECAST) || (opcode >= IR_ICMP && opcode <= IR_SELECT) ||
           (opcode >= IR_EXTRACTELEMENT && opcode <= IR_SHUFFLEVECTOR) || opcode == IR_GETELEMENTPTR;
}

/* `inrange(-8, 8)` before the brackets, or before LLVM 19 `inrange` before an index: it says how far from the address
 * accesses may go, which those that are in bounds of their object anyway need not know. */
static void skip_range(struct ir_parser *p) {
    ir_skip(p);
    if (!ir_at_word(p, "inrange", 7))
        return;
    ir_take_word(p);
    ir_skip(p);
    if (*p->at == '(')
        ir_skip_balanced(p);
}

static void take_predicate(struct ir_parser *p, struct ir_instruction *expression) {
    bool integers = expression->opcode == IR_ICMP;
    uint8_t count = integers ? IR_INTEGER_PREDICATE_COUNT : IR_FLOAT_PREDICATE_COUNT;
    struct ir_place place = ir_here(p);
    struct mmra_string word = ir_take_word(p);
    for (uint8_t i = 0; i < count; i++)
        if (mmra_string_equal(word, mmra_string_of(integers ? ir_integer_predicates[i] : ir_float_predicates[i]))) {
            expression->detail = i;
            return;
        }
    ir_fail(p, place, "'%s' is no predicate", word.bytes, word.length);
}

/* Operands up to the closing bracket, or up to the "to" of a cast; returns how many. */
static uint32_t take_operands(struct ir_parser *p, unsigned depth) {
    uint32_t count = 0;
    do {
        skip_range(p);
        ir_type type = ir_take_type(p);
        ir_skip(p);
        if (*p->at == '%')
            ir_fail(p, ir_here(p), "a constant is not computed from a local value", "", 0);
        ir_push(p, value_at_depth(p, type, depth + 1));
        count++;
    } while (!p->failed && ir_accept(p, ','));
    return count;
}

static ir_type type_of_pushed(const struct ir_parser *p, uint32_t at) {
    return p->module->values[p->scratch[at]].type;
}

/* `like` with other elements: what a comparison of two vectors gives, and an address with a vector of indexes. */
static ir_type with_elements(struct ir_parser *p, ir_type like, ir_type element) {
    const struct ir_type_info *info = ir_type_get(p->module, like);
    return info->kind == IR_TYPE_VECTOR   ? ir_type_vector(p->module, element, info->count)
           : info->kind == IR_TYPE_OPAQUE ? p->unknown_type
                                          : element;
}

/* The type of an address: indexes may make a vector of it. */
static ir_type type_of_address(struct ir_parser *p, uint32_t base, uint32_t count) {
    ir_type type = type_of_pushed(p, base);
    for (uint32_t i = 1; i < count && ir_type_get(p->module, type)->kind == IR_TYPE_POINTER; i++)
        type = with_elements(p, type_of_pushed(p, base + i), type);
    return type;
}

/* How many operands an opcode has, and the type that it gives to those from `base` of the scratch on. */
static ir_type type_of_result(struct ir_parser *p, enum ir_opcode opcode, uint32_t base, uint32_t count) {
    bool one = opcode == IR_FNEG;
    bool three = opcode == IR_SELECT || opcode == IR_INSERTELEMENT || opcode == IR_SHUFFLEVECTOR;
    if (count != (one ? 1 : three ? 3 : 2) && opcode != IR_GETELEMENTPTR)
        ir_fail(p, ir_here(p), "'%s' has another number of operands", ir_opcode_name(opcode),
                strlen(ir_opcode_name(opcode)));
    if (p->failed)
        return 0;
    ir_type first = type_of_pushed(p, base);
    const struct ir_type_info *info = ir_type_get(p->module, first);
    switch (opcode) {
    case IR_GETELEMENTPTR:
        return type_of_address(p, base, count);
    case IR_ICMP:
    case IR_FCMP:
        return with_elements(p, first, p->i1);
    case IR_SELECT:
        return type_of_pushed(p, base + 1);
    case IR_EXTRACTELEMENT:
        return info->kind == IR_TYPE_VECTOR ? info->element : p->unknown_type;
    case IR_SHUFFLEVECTOR:
        return info->kind == IR_TYPE_VECTOR ? with_elements(p, type_of_pushed(p, base + 2), info->element)
                                            : p->unknown_type;
    default:
        return first;
    }
}

/* The brackets: (TYPE VALUE to TYPE) of a cast, (TYPE, TYPE VALUE, ...) of getelementptr, (TYPE VALUE, ...) of all
 * others. Returns the type of the result. */
static ir_type take_brackets(struct ir_parser *p, struct ir_instruction *expression, unsigned depth) {
    enum ir_opcode opcode = (enum ir_opcode)expression->opcode;
    uint32_t base = p->scratch_count;
    ir_expect(p, '(');
    if (opcode == IR_GETELEMENTPTR) {
        expression->accessed = ir_take_type(p);
        ir_expect(p, ',');
    }
    uint32_t count = take_operands(p, depth);
    bool casts = opcode >= IR_TRUNC && opcode <= IR_ADDRSPACECAST;
    if (casts)
        ir_expect_word(p, "to");
    ir_type type = casts ? ir_take_type(p) : type_of_result(p, opcode, base, count);
    ir_expect(p, ')');
    return type;
}

static ir_value take_expression(struct ir_parser *p, ir_type type, unsigned depth) {
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    uint32_t base = p->scratch_count;
    if (ir_at_word(p, "asm", 3))
        return assembly_value(p, type);
    enum ir_opcode opcode = ir_find_opcode(p, ir_take_word(p));
    if (!is_expression(opcode)) {
        p->at = from;
        return other_value(p, type);
    }
    struct ir_instruction expression = {.opcode = (uint8_t)opcode, .source = place.line};
    expression.alignment_log2 = IR_NO_ALIGNMENT;
    expression.flags = ir_take_flags(p, ir_opcodes[opcode].flags);
    skip_range(p);
    ir_skip(p);
    if (opcode == IR_ICMP || opcode == IR_FCMP)
        take_predicate(p, &expression);
    expression.type = take_brackets(p, &expression, depth);
    uint32_t count = p->scratch_count - base;
    p->scratch_count = base;
    if (!p->failed && expression.type != type && ir_type_get(p->module, type)->kind != IR_TYPE_OPAQUE &&
        ir_type_get(p->module, expression.type)->kind != IR_TYPE_OPAQUE)
        ir_fail(p, place, "this expression is no constant of this type", "", 0);
    if (type != p->unknown_type)
        expression.type = type;
    return p->failed ? 0 : ir_expression(p->module, &expression, p->scratch + base, count, ir_slice(p, from));
}

/* ---- words ---- */

static ir_value truth(struct ir_parser *p, struct ir_place place, ir_type type, uint64_t bits) {
    bool fits = is_word_type(p, type, IR_TYPE_INTEGER) && info_of(p, type)->width == 1;
    return fits ? ir_integer(p->module, type, bits) : (require_type(p, place, type, false, "a truth value"), 0);
}

/* null is a pointer; the others are of any type that has values. */
static void require_values(struct ir_parser *p, struct ir_place place, ir_type type, bool null) {
    uint8_t kind = info_of(p, type)->kind;
    bool none = kind == IR_TYPE_VOID || kind == IR_TYPE_LABEL || kind == IR_TYPE_METADATA || kind == IR_TYPE_FUNCTION;
    require_type(p, place, type, !none && (!null || kind == IR_TYPE_POINTER), null ? "null" : "this word");
}

static ir_value word_value(struct ir_parser *p, ir_type type, unsigned depth) {
    struct ir_module *module = p->module;
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    struct mmra_string word = ir_take_word(p);
    static const struct {
        const char *word;
        uint8_t length;
        enum { WORD_TRUE, WORD_FALSE, WORD_NULL, WORD_ZERO, WORD_UNDEF, WORD_POISON, WORD_SPLAT, WORD_NONE } meaning;
    } words[] = {{"true", 4, WORD_TRUE},
                 {"false", 5, WORD_FALSE},
                 {"null", 4, WORD_NULL},
                 {"poison", 6, WORD_POISON},
                 {"zeroinitializer", 15, WORD_ZERO},
                 {"undef", 5, WORD_UNDEF},
                 {"splat", 5, WORD_SPLAT},
                 {"none", 4, WORD_NONE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i].length != word.length || memcmp(words[i].word, word.bytes, word.length) != 0)
            continue;
        switch (words[i].meaning) {
        case WORD_TRUE:
            return truth(p, place, type, 1);
        case WORD_FALSE:
            return truth(p, place, type, 0);
        case WORD_NULL:
        case WORD_ZERO:
            require_values(p, place, type, words[i].meaning == WORD_NULL);
            return ir_zero(module, type);
        case WORD_UNDEF:
            require_values(p, place, type, false);
            return ir_undef(module, type);
        case WORD_POISON:
            require_values(p, place, type, false);
            return ir_poison(module, type);
        case WORD_NONE:
            return text_value(p, type, from);
        case WORD_SPLAT:
            p->at = from;
            return splat_value(p, type, depth);
        }
    }
    p->at = from;
    return take_expression(p, type, depth);
}

static ir_value named_value(struct ir_parser *p, ir_type type) {
    bool global = *p->at++ == '@';
    struct ir_name name = ir_take_name(p);
    if (global && type == p->label)
        ir_fail(p, ir_here(p), "a block is named by %, not by @", "", 0);
    else if (global && type != p->unknown_type && p->module->types[type].kind != IR_TYPE_POINTER)
        ir_fail(p, name.place, "'%s' is a pointer, which the instruction does not take", name.name.bytes,
                name.name.length);
    return global ? ir_use_global(p, &name, type) : ir_use_local(p, &name, type);
}

static ir_value metadata_value(struct ir_parser *p) {
    ir_skip(p);
    if (*p->at == '!')
        return ir_metadata_operand(p->module, ir_take_metadata(p));
    ir_value value = ir_take_typed_value(p); /* metadata ptr %x */
    return p->failed ? 0 : ir_metadata_operand(p->module, ir_metadata_value(p->module, value));
}

static ir_value value_at_depth(struct ir_parser *p, ir_type type, unsigned depth) {
    mmra_work(p->module->watch, 1);
    ir_skip(p);
    if (p->failed || depth > IR_MAX_DEPTH) {
        ir_fail(p, ir_here(p), "constants are nested too deep", "", 0);
        return 0;
    }
    if (is_word_type(p, type, IR_TYPE_METADATA))
        return metadata_value(p);
    char first = *p->at;
    if (first == '%' || first == '@')
        return named_value(p, type);
    if ((first >= '0' && first <= '9') || first == '-' || first == '+' ||
        ((first == 'u' || first == 's' || first == 'f') && p->at[1] == '0' && p->at[2] == 'x'))
        return number_value(p, type);
    if (first == '<' || first == '[' || first == '{')
        return aggregate_value(p, type, depth);
    if (first == 'c' && p->at[1] == '"') {
        const char *from = p->at++;
        ir_skip_quoted(p);
        return p->failed ? 0 : text_value(p, type, from);
    }
    return word_value(p, type, depth);
}

ir_value ir_take_value(struct ir_parser *p, ir_type type) {
    return value_at_depth(p, type, 0);
}

ir_value ir_take_typed_value(struct ir_parser *p) {
    mmra_work(p->module->watch, 1);
    ir_type type = ir_take_type(p);
    return ir_take_value(p, type);
}

ir_type ir_push_typed(struct ir_parser *p) {
    ir_type type = ir_take_type(p);
    ir_push(p, ir_take_value(p, type));
    return type;
}
