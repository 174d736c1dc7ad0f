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

static struct ir_instruction *take_like(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    ir_type type = ir_push_typed(p);
    for (uint32_t i = 1; i < ir_opcodes[opcode].operands; i++) {
        ir_expect(p, ',');
        ir_push(p, ir_take_value(p, type));
    }
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, type, base);
    instruction->flags = flags;
    return instruction;
}

static struct ir_instruction *take_cast(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    ir_push_typed(p);
    ir_expect_word(p, "to");
    ir_type type = ir_take_type(p);
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, type, base);
    instruction->flags = flags;
    return instruction;
}

static uint8_t take_predicate(struct ir_parser *p, enum ir_opcode opcode) {
    const char *const *names = opcode == IR_ICMP ? ir_integer_predicates : ir_float_predicates;
    uint8_t count = opcode == IR_ICMP ? IR_INTEGER_PREDICATE_COUNT : IR_FLOAT_PREDICATE_COUNT;
    struct ir_place place = ir_here(p);
    ir_skip(p);
    struct mmra_string word = ir_take_word(p);
    for (uint8_t i = 0; i < count; i++)
        if (strlen(names[i]) == word.length && memcmp(names[i], word.bytes, word.length) == 0)
            return i;
    ir_fail(p, place, "'%s' is no predicate", word.bytes, word.length);
    return 0;
}

static struct ir_instruction *take_comparison(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    uint8_t predicate = take_predicate(p, opcode);
    ir_type type = ir_push_typed(p);
    ir_expect(p, ',');
    ir_push(p, ir_take_value(p, type));
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, with_scalar(p, type, p->i1), base);
    instruction->detail = predicate;
    instruction->flags = flags;
    return instruction;
}

static ir_type result_of_typed(const struct ir_parser *p, enum ir_opcode opcode, const ir_type *types) {
    switch (opcode) {
    case IR_SELECT:
        return types[1];
    case IR_INSERTELEMENT:
        return types[0];
    case IR_EXTRACTELEMENT:
        return info_of(p, types[0])->kind == IR_TYPE_VECTOR ? info_of(p, types[0])->element : p->unknown_type;
    default:
        return 0;
    }
}

/* That what has been pushed there is a block, or will be. */
static void require_label(struct ir_parser *p, struct ir_place place, uint32_t pushed) {
    if (p->failed)
        return;
    const struct ir_value_info *info = ir_value_get(p->module, p->scratch[pushed]);
    if (info->type != p->label || info->kind > IR_VALUE_BLOCK)
        ir_fail(p, place, "where a block must be named (such as label %name) is none", "", 0);
}

enum { MAX_TYPED_OPERANDS = 3 };

static struct ir_instruction *take_typed(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count, count = 0;
    uint32_t wanted = ir_opcodes[opcode].operands;
    ir_type types[MAX_TYPED_OPERANDS] = {0};
    struct ir_place place = ir_here(p);
    do
        types[count++] = ir_push_typed(p);
    while (count < MAX_TYPED_OPERANDS && ir_more_operands(p));
    if (opcode == IR_BR ? count == 2 : count != wanted)
        ir_fail(p, place, "'%s' has another number of operands", ir_opcodes[opcode].name,
                strlen(ir_opcodes[opcode].name));
    for (uint32_t k = count / 2; opcode == IR_BR && k < count; k++)
        require_label(p, place, base + k);
    if (opcode == IR_BR && count > 1 && types[0] != p->i1)
        ir_fail(p, place, "the condition of 'br' is an i1", "", 0);
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, result_of_typed(p, opcode, types), base);
    instruction->flags = flags;
    return instruction;
}

static struct ir_instruction *take_shuffle(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    ir_type vector = ir_push_typed(p);
    ir_expect(p, ',');
    ir_push_typed(p);
    ir_expect(p, ',');
    ir_type mask = ir_push_typed(p);
    bool known = info_of(p, vector)->kind == IR_TYPE_VECTOR;
    ir_type type = known ? with_scalar(p, mask, info_of(p, vector)->element) : p->unknown_type;
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, type, base);
    instruction->flags = flags;
    return instruction;
}

static struct ir_instruction *take_phi(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    ir_type type = ir_take_type(p);
    if (*ir_next_token(p->at) == '[') /* a block that nothing leads to has none */
        do {
            ir_expect(p, '[');
            ir_push(p, ir_take_value(p, type));
            ir_expect(p, ',');
            ir_push(p, ir_take_value(p, p->label));
            ir_expect(p, ']');
        } while (ir_more_operands(p));
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, type, base);
    instruction->flags = flags;
    return instruction;
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

static struct ir_instruction *take_indexed(struct ir_parser *p, enum ir_opcode opcode, uint32_t flags) {
    uint32_t base = p->scratch_count;
    ir_type aggregate = ir_push_typed(p), type = aggregate;
    ir_expect(p, ',');
    if (opcode == IR_INSERTVALUE) {
        ir_push_typed(p);
        ir_expect(p, ',');
    }
    do
        type = take_index(p, type);
    while (ir_more_operands(p));
    struct ir_instruction *instruction =
        ir_append_gathered(p, opcode, opcode == IR_INSERTVALUE ? aggregate : type, base);
    instruction->flags = flags;
    return instruction;
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
    static const char *const words[] = {"invoke",     "indirectbr", "resume",     "callbr",
                                        "cleanupret", "catchret",   "catchswitch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (mmra_string_equal(word, mmra_string_of(words[i])))
            return true;
    return false;
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
    static const char *const words[] = {"alloca",   "getelementptr", "va_arg",     "landingpad",
                                        "catchpad", "cleanuppad",    "catchswitch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (mmra_string_equal(word, mmra_string_of(words[i])))
            return true;
    if (!mmra_string_equal(word, mmra_string_of("invoke")) && !mmra_string_equal(word, mmra_string_of("callbr")))
        return false;
    struct ir_parser ahead = *p;
    ahead.at = word.bytes + word.length;
    for (ir_skip(&ahead); !ir_at_type(&ahead) && !ahead.failed && ir_skip_attribute(&ahead); ir_skip(&ahead))
        ;
    return ahead.at < p->at && !ir_at_word(&ahead, "void", 4);
}

/* Whether LLVM has the instruction: one that the model has may be written in a way that it does not have. */
static bool is_instruction(struct ir_parser *p, struct mmra_string word) {
    static const char *const words[] = {"va_arg",     "landingpad",   "catchpad",
                                        "cleanuppad", "uselistorder", "uselistorder_bb"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (mmra_string_equal(word, mmra_string_of(words[i])))
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

/* The forms of which only the flags are read before. NULL: the instruction is written in a way that the model does not
 * have. */
static struct ir_instruction *take_plain(struct ir_parser *p, enum ir_opcode opcode) {
    if (opcode == IR_UNREACHABLE) /* which ends here: the next line may be a label */
        return ir_append_gathered(p, opcode, 0, p->scratch_count);
    uint32_t flags = ir_take_flags(p, ir_opcodes[opcode].flags);
    ir_skip(p);
    if (ir_opcodes[opcode].form != IR_FORM_COMPARISON && !ir_at_type(p))
        return NULL;
    switch (ir_opcodes[opcode].form) {
    case IR_FORM_LIKE:
        return take_like(p, opcode, flags);
    case IR_FORM_CAST:
        return take_cast(p, opcode, flags);
    case IR_FORM_COMPARISON:
        return take_comparison(p, opcode, flags);
    case IR_FORM_SHUFFLE:
        return take_shuffle(p, opcode, flags);
    case IR_FORM_PHI:
        return take_phi(p, opcode, flags);
    case IR_FORM_EXTRACT_VALUE:
    case IR_FORM_INSERT_VALUE:
        return take_indexed(p, opcode, flags);
    case IR_FORM_SWITCH:
        return take_switch(p);
    case IR_FORM_RET:
        return take_ret(p);
    default:
        return take_typed(p, opcode, flags);
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
    uint8_t form = ir_opcodes[opcode].form;
    if (form == IR_FORM_CALL)
        instruction = ir_take_call(p, tail);
    else if (form >= IR_FORM_ALLOCA && form <= IR_FORM_FENCE)
        instruction = ir_take_memory_operation(p, opcode);
    else if (form != IR_FORM_TEXT)
        instruction = take_plain(p, opcode);
    if (instruction || p->failed)
        return p->failed ? NULL : instruction;
    p->at = from;
    p->line = line;
    p->line_start = line_start;
    p->scratch_count = scratch;
    return take_opaque(p, word, has_result);
}

static const struct {
    const char *kind;
    uint8_t annotation;
} annotation_kinds[] = {{"thread.private", IR_THREAD_PRIVATE},
                        {"nontemporal", IR_NONTEMPORAL},
                        {"invariant.load", IR_INVARIANT_LOAD},
                        {"amdgpu.no.fine.grained.memory", IR_NO_FINE_GRAINED_MEMORY},
                        {"amdgpu.no.remote.memory", IR_NO_REMOTE_MEMORY}};

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
        if (mmra_string_equal(kind, mmra_string_of("mmra")))
            ir_beside(p)->mmra = node;
        for (size_t i = 0; i < sizeof annotation_kinds / sizeof *annotation_kinds; i++)
            if (mmra_string_equal(kind, mmra_string_of(annotation_kinds[i].kind)))
                instruction->annotations |= annotation_kinds[i].annotation;
        end = p->at;
    }
    if (end > from) {
        struct ir_parser at_end = *p;
        at_end.at = end;
        ir_set_attachments(p->module, instruction, ir_slice(&at_end, from));
    }
}

/* A comment behind the instruction on its line counts as standing before it. */
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
