#include "mmra/parse/ir_parser.h"

static const struct ir_type_info *info_of(const struct ir_parser *p, ir_type type) {
    return &p->module->types[type];
}

/* `like` with its scalar replaced: what a comparison of two vectors gives. */
static ir_type with_scalar(struct ir_parser *p, ir_type like, ir_type scalar) {
    if (info_of(p, like)->kind == IR_TYPE_VECTOR)
        return ir_type_vector(p->module, scalar, info_of(p, like)->count);
    return info_of(p, like)->kind == IR_TYPE_OPAQUE ? p->unknown_type : scalar;
}

/* ---- forms ---- */

/* The word at the cursor, which is one of so many. */
static uint8_t take_word_of(struct ir_parser *p, const char *const *words, uint8_t count, const char *message) {
    struct ir_place place = ir_here(p);
    ir_skip(p);
    struct mmra_string word = ir_take_word(p);
    for (uint8_t i = 0; i < count; i++)
        if (mmra_string_equal(word, mmra_string_of(words[i])))
            return i;
    ir_fail(p, place, message, word.bytes, word.length);
    return 0;
}

/* That what has been pushed there is a block, or will be. */
static void require_label(struct ir_parser *p, struct ir_place place, uint32_t pushed) {
    if (p->failed)
        return;
    const struct ir_value_info *info = ir_value_get(p->module, p->scratch[pushed]);
    if (info->type != p->label || info->kind > IR_VALUE_BLOCK)
        ir_fail(p, place, "where a block must be named (such as label %name) is none", "", 0);
}

/* It holds what is read of an instruction before that is appended. */
struct reading {
    struct ir_instruction draft;
    ir_type types[3]; /* of the first operands that have one */
    uint32_t base, count;
    ir_type found; /* the type that is written, or found by indexes */
    bool atomic;
    struct ir_place place;
};

static ir_type take_operand(struct ir_parser *p, struct reading *r) {
    ir_type type = ir_push_typed(p);
    if (r->count < 3)
        r->types[r->count++] = type;
    return type;
}

/* None, or the two blocks after a condition. */
static void take_blocks(struct ir_parser *p, struct reading *r) {
    while (r->count < 3 && ir_more_operands(p))
        take_operand(p, r);
    if (r->count == 2)
        ir_fail(p, r->place, "'br' has another number of operands", "", 0);
    for (uint32_t k = r->count / 2; k < r->count; k++)
        require_label(p, r->place, r->base + k);
    if (r->count > 1 && r->types[0] != p->i1)
        ir_fail(p, r->place, "the condition of 'br' is an i1", "", 0);
}

static void take_ways(struct ir_parser *p, ir_type type) {
    if (*ir_next_token(p->at) != '[') /* a block that nothing leads to has none */
        return;
    do {
        ir_expect(p, '[');
        ir_push(p, ir_take_value(p, type));
        ir_expect(p, ',');
        ir_push(p, ir_take_value(p, p->label));
        ir_expect(p, ']');
    } while (ir_more_operands(p));
}

/* The type of a pointer after indexes: they may make a vector of it. */
static ir_type take_indexes(struct ir_parser *p, ir_type type) {
    while (ir_more_operands(p)) {
        struct ir_type_info index = *info_of(p, ir_push_typed(p));
        if (index.kind == IR_TYPE_OPAQUE) /* a scalable vector */
            type = p->unknown_type;
        else if (index.kind == IR_TYPE_VECTOR && info_of(p, type)->kind == IR_TYPE_POINTER)
            type = ir_type_vector(p->module, type, index.count);
    }
    return type;
}

/* The type inside `type` at the next index, which is pushed. */
static ir_type take_index(struct ir_parser *p, ir_type type) {
    struct ir_place place = ir_here(p);
    uint64_t index;
    ir_skip(p);
    if (!ir_take_unsigned(p, &index))
        return 0;
    if (index > UINT32_MAX)
        index = UINT32_MAX;
    ir_push(p, (uint32_t)index);
    const struct ir_type_info *info = info_of(p, type);
    if (info->kind == IR_TYPE_ARRAY)
        return info->element;
    if (info->kind == IR_TYPE_STRUCT && index < info->member_count)
        return info->members[index];
    ir_fail(p, place, "there is no element of this index", "", 0);
    return 0;
}

static ir_type take_numbers(struct ir_parser *p, ir_type type) {
    ir_expect(p, ',');
    do
        type = take_index(p, type);
    while (ir_more_operands(p));
    return type;
}

static struct ir_instruction *take_switch(struct ir_parser *p) {
    uint32_t base = p->scratch_count;
    struct ir_place place = ir_here(p);
    ir_type type = ir_push_typed(p);
    ir_expect(p, ',');
    ir_push_typed(p);
    require_label(p, place, base + 1);
    ir_expect(p, '[');
    while (!ir_accept(p, ']') && !p->failed) {
        place = ir_here(p);
        if (ir_push_typed(p) != type)
            ir_fail(p, place, "a case is of another type than what 'switch' looks at", "", 0);
        ir_expect(p, ',');
        ir_push_typed(p);
        require_label(p, place, p->scratch_count - 1);
    }
    return ir_append_gathered(p, IR_SWITCH, 0, base);
}

static struct ir_instruction *take_ret(struct ir_parser *p) {
    uint32_t base = p->scratch_count;
    ir_type type = ir_take_type(p);
    if (type)
        ir_push(p, ir_take_value(p, type));
    return ir_append_gathered(p, IR_RET, 0, base);
}

/* ---- instructions kept as text ---- */

static bool is_opaque_terminator(struct mmra_string word) {
    return mmra_string_among(word, "invoke indirectbr resume callbr cleanupret catchret catchswitch");
}

/* Pushes the values that the text from `from` to the cursor names: the blocks of a terminator, or else those values
 * that are known. */
static void push_named_values(struct ir_parser *p, const char *from, bool terminator) {
    struct ir_parser text = *p;
    const char *to = p->at;
    bool label = false;
    for (text.at = from; text.at < to;) {
        if (*text.at == '"') {
            text.at++;
            while (text.at < to && *text.at != '"')
                text.at++;
            text.at++;
        } else if (*text.at == '%' && (ir_is_word_byte(text.at[1]) || text.at[1] == '"')) {
            p->at = text.at + 1;
            struct ir_name name = ir_take_name(p);
            text.at = p->failed ? to : p->at;
            p->at = p->failed ? p->end : to;
            ir_value value = label ? ir_use_local(p, &name, p->label) : !terminator ? ir_find_local(p, &name) : 0;
            if (value)
                ir_push(p, value);
            label = false;
        } else if (ir_is_word_byte(*text.at)) {
            struct mmra_string word = ir_take_word(&text);
            label = terminator && mmra_string_equal(word, mmra_string_of("label"));
        } else {
            text.at++;
        }
    }
}

/* Whether the instruction from `word` to the cursor has a result, named or not: then it takes a number. */
static bool gives_result(const struct ir_parser *p, struct mmra_string word) {
    if (mmra_string_among(word, "alloca getelementptr va_arg landingpad catchpad cleanuppad catchswitch"))
        return true;
    if (!mmra_string_among(word, "invoke callbr"))
        return false;
    struct ir_parser ahead = *p;
    ahead.at = word.bytes + word.length;
    for (ir_skip(&ahead); !ir_at_type(&ahead) && !ahead.failed && ir_skip_attribute(&ahead); ir_skip(&ahead))
        ;
    return ahead.at < p->at && !ir_at_word(&ahead, "void", 4);
}

/* Whether LLVM has the instruction: one that the model has may be written in a way that it does not have. */
static bool is_instruction(struct ir_parser *p, struct mmra_string word) {
    if (mmra_string_among(word, "va_arg landingpad catchpad cleanuppad uselistorder uselistorder_bb"))
        return true;
    char next = *ir_next_token(word.bytes + word.length); /* a word that is not modelled, as in alloca inalloca */
    return is_opaque_terminator(word) || (ir_find_opcode(p, word) != IR_OPAQUE && next >= 'a' && next <= 'z');
}

static struct ir_instruction *take_opaque(struct ir_parser *p, struct mmra_string word, bool has_result) {
    const char *from = p->at;
    if (*from != '#' && !is_instruction(p, word)) { /* #dbg_value(...) */
        ir_fail(p, ir_here(p), "'%s' is no instruction, or is written wrong", word.bytes, word.length);
        return NULL;
    }
    bool terminator = is_opaque_terminator(word);
    uint32_t base = p->scratch_count;
    for (ir_skip_to_line_end(p); !p->failed; ir_skip_to_line_end(p)) {
        const char *next = ir_next_token(p->at);
        if (ir_begins_statement(p, next))
            break;
        ir_skip_to(p, next);
    }
    if (p->failed || p->at == from) {
        ir_fail(p, ir_here(p), "expected an instruction", "", 0);
        return NULL;
    }
    ir_push(p, ir_text_value(p->module, 0, ir_slice(p, from)));
    push_named_values(p, from, terminator);
    return ir_append_gathered(p, terminator ? IR_OPAQUE_TERMINATOR : IR_OPAQUE,
                              has_result || gives_result(p, word) ? p->unknown_type : 0, base);
}

/* ---- the parts of a pattern (ir_rows.h) ---- */

static void take_part(struct ir_parser *p, enum ir_opcode opcode, char part, struct reading *r) {
    switch (part) {
    case 'n':
    case 'm':
        ir_expect(p, ',');
        take_operand(p, r);
        break;
    case 'a':
        take_operand(p, r);
        break;
    case 'v':
        ir_expect(p, ',');
        ir_push(p, ir_take_value(p, r->types[0]));
        break;
    case 't':
        r->found = ir_take_type(p);
        break;
    case 'u':
        r->draft.accessed = ir_take_type(p);
        break;
    case '>':
        ir_expect_word(p, "to");
        r->found = ir_take_type(p);
        break;
    case 'g':
        r->found = take_indexes(p, r->types[0]);
        break;
    case 'i':
        r->found = take_numbers(p, r->types[0]);
        break;
    case 'o':
        take_blocks(p, r);
        break;
    case 'x':
        take_ways(p, r->found);
        break;
    case 'p':
        r->draft.detail =
            opcode == IR_ICMP
                ? take_word_of(p, ir_integer_predicates, IR_INTEGER_PREDICATE_COUNT, "'%s' is no predicate")
                : take_word_of(p, ir_float_predicates, IR_FLOAT_PREDICATE_COUNT, "'%s' is no predicate");
        break;
    case 'r':
        r->draft.detail = take_word_of(p, ir_rmw_names, IR_RMW_COUNT, "'%s' is no atomic operation");
        break;
    case 's':
        if (r->atomic)
            ir_take_scope_and_ordering(p, &r->draft);
        break;
    case 'f':
        r->draft.failure_ordering = ir_take_ordering(p);
        break;
    case 'l':
        ir_take_optional_alignment(p, &r->draft);
        break;
    }
}

static ir_type result_of(struct ir_parser *p, char result, const struct reading *r) {
    const struct ir_type_info *first = info_of(p, r->types[0]);
    bool is_vector = first->kind == IR_TYPE_VECTOR;
    switch (result) {
    case '0':
    case '1':
        return r->types[result - '0'];
    case 'b':
        return with_scalar(p, r->types[0], p->i1);
    case 'e':
        return is_vector ? first->element : p->unknown_type;
    case 'h':
        return is_vector ? with_scalar(p, r->types[2], first->element) : p->unknown_type;
    case 'c':
        return ir_type_struct(p->module, (ir_type[]){r->types[2], p->i1}, 2);
    default:
        return r->found;
    }
}

static struct ir_instruction *take_pattern(struct ir_parser *p, enum ir_opcode opcode, struct reading *r) {
    const char *part = ir_opcodes[opcode].pattern;
    for (; *part > '='; part++)
        take_part(p, opcode, *part, r);
    return ir_append_draft(p, opcode, *part ? result_of(p, part[1], r) : 0, r->base, &r->draft);
}

/* NULL: the instruction is written in a way that the model does not have. */
static struct ir_instruction *take_plain(struct ir_parser *p, enum ir_opcode opcode) {
    if (opcode == IR_UNREACHABLE) /* which ends here: the next line may be a label */
        return ir_append_gathered(p, opcode, 0, p->scratch_count);
    struct reading r = {.draft.alignment_log2 = IR_NO_ALIGNMENT, .base = p->scratch_count};
    bool reads_or_writes = opcode == IR_LOAD || opcode == IR_STORE;
    r.atomic = !reads_or_writes || ir_accept_word(p, "atomic");
    if (opcode == IR_CMPXCHG && ir_accept_word(p, "weak"))
        r.draft.flags = IR_WEAK;
    if (ir_opcodes[opcode].flags & IR_VOLATILE)
        r.draft.flags |= ir_accept_word(p, "volatile") ? IR_VOLATILE : 0;
    else
        r.draft.flags = ir_take_flags(p, ir_opcodes[opcode].flags);
    ir_skip(p);
    char first = ir_opcodes[opcode].pattern[0];
    bool of_memory = reads_or_writes || opcode == IR_CMPXCHG, other = first == 'p' || first == 'r' || first == 's';
    if (!of_memory && !other && !ir_at_type(p))
        return NULL;
    if (opcode == IR_BR)
        r.place = ir_here(p);
    switch (opcode) {
    case IR_ALLOCA:
        return ir_take_alloca(p);
    case IR_SWITCH:
        return take_switch(p);
    case IR_RET:
        return take_ret(p);
    default:
        return take_pattern(p, opcode, &r);
    }
}

static uint32_t tail_flag(struct mmra_string word) {
    return mmra_string_equal(word, mmra_string_of("tail"))       ? IR_TAIL
           : mmra_string_equal(word, mmra_string_of("musttail")) ? IR_MUSTTAIL
           : mmra_string_equal(word, mmra_string_of("notail"))   ? IR_NOTAIL
                                                                 : 0;
}

static struct ir_instruction *take_operation(struct ir_parser *p, bool has_result) {
    const char *from = p->at;
    uint32_t line = p->line, scratch = p->scratch_count;
    const char *line_start = p->line_start;
    struct ir_instruction *instruction = NULL;
    struct mmra_string word = ir_take_word(p);
    uint32_t tail = tail_flag(word);
    if (tail) {
        ir_skip(p);
        word = ir_take_word(p);
    }
    enum ir_opcode opcode = ir_find_opcode(p, word);
    if (opcode == IR_CALL)
        instruction = ir_take_call(p, tail);
    else if (ir_opcodes[opcode].pattern[0] != 'T')
        instruction = take_plain(p, opcode);
    if (instruction || p->failed)
        return p->failed ? NULL : instruction;
    p->at = from;
    p->line = line;
    p->line_start = line_start;
    p->scratch_count = scratch;
    return take_opaque(p, word, has_result);
}

/* All attachments `, !kind node`. Their text is kept; those that have a meaning here are also read. */
static void take_attachments(struct ir_parser *p, struct ir_instruction *instruction) {
    if (!ir_at_comma(p))
        return;
    const char *from = p->at, *end = from;
    while (ir_at_comma(p)) {
        p->at++;
        ir_skip(p);
        if (*p->at != '!') {
            ir_fail(p, ir_here(p), "expected metadata or the end of the instruction", "", 0);
            return;
        }
        p->at++;
        struct mmra_string kind = ir_take_kind(p);
        ir_skip(p);
        if (*p->at != '!') {
            ir_fail(p, ir_here(p), "expected a metadata node", "", 0);
            return;
        }
        ir_metadata node = ir_take_metadata(p);
        for (int i = 0; i < IR_ANNOTATION_WORDS; i++) {
            const struct ir_attribute_word *known = &ir_annotation_words[i];
            if (*kind.bytes != *known->word || !mmra_string_equal(kind, mmra_string_of(known->word)))
                continue;
            instruction->annotations |= known->attribute;
            if (!known->attribute)
                ir_beside(p)->mmra = node;
        }
        end = p->at;
    }
    if (end > from) {
        struct ir_parser at_end = *p;
        at_end.at = end;
        ir_set_attachments(p->module, instruction, ir_slice(&at_end, from));
    }
}

/* A comment after the instruction on its line counts as standing before it. */
static void take_trailing_comment(struct ir_parser *p, struct ir_instruction *instruction) {
    ir_skip_blanks(p);
    if (*p->at != ';' || p->failed)
        return;
    ir_string above = ir_comment_of(p->module, instruction);
    if (above) {
        struct mmra_string before = ir_string_get(p->module, above);
        text_bytes(&p->comment, before.bytes, before.length);
        p->has_comment = true;
    }
    ir_take_comment(p);
    ir_set_comment(p->module, instruction, ir_comment_so_far(p));
}

void ir_take_instruction(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    struct ir_name result = {0};
    ir_string comment = ir_comment_so_far(p);
    bool has_result = *p->at == '%';
    if (has_result) {
        p->at++;
        result = ir_take_name(p);
        ir_expect(p, '=');
        ir_skip(p);
    }
    struct ir_instruction *instruction = p->failed ? NULL : take_operation(p, has_result);
    if (!instruction)
        return;
    instruction->source = place.line;
    ir_set_comment(p->module, instruction, comment);
    ir_beside(p)->column = place.column;
    if (has_result && !instruction->type)
        ir_fail(p, place, "an instruction without a result has a name", "", 0);
    take_attachments(p, instruction);
    if (!p->failed && instruction->type)
        instruction->result =
            ir_define_local(p, &result, instruction->type, IR_VALUE_INSTRUCTION, p->module->instruction_count - 1);
    take_trailing_comment(p, instruction);
    ir_skip_blanks(p);
    if (*p->at != '\n' && p->at != p->end && !ir_begins_statement(p, p->at))
        ir_fail(p, ir_here(p), "expected the end of the line", "", 0);
}
