#include "mmra/base/noinline.h"
#include "mmra/print/ir_printer.h"

static const uint32_t *operands_of(const struct ir_printer *printer, const struct ir_instruction *instruction) {
    return printer->module->operands + instruction->operands;
}

static char *put_word(char *at, const char *word) {
    *at++ = ' ';
    return text_put_string(at, word);
}

static char *put_flags(char *at, uint32_t flags) {
    uint32_t first = flags & ~(uint32_t)IR_FAST_MATH ? 0 : IR_FIRST_MATH_WORD;
    for (uint32_t i = first; flags && i < IR_FLAG_WORDS; i++) {
        if ((flags & ir_flag_words[i].flag) != ir_flag_words[i].flag)
            continue;
        at = put_word(at, ir_flag_words[i].word);
        flags &= ~ir_flag_words[i].flag;
    }
    return at;
}

/* After a space, with commas between them. */
static char *put_typed_list(struct ir_printer *printer, char *at, const ir_value *values, uint32_t count) {
    *at++ = ' ';
    at = ir_put_typed_value(printer, at, values[0]);
    for (uint32_t i = 1; i < count; i++) {
        at = ir_make_room(printer, at);
        at = TEXT_PUT(at, ", ");
        at = ir_put_typed_value(printer, at, values[i]);
    }
    return at;
}

static char *put_mask(struct ir_printer *printer, char *at, ir_value mask) {
    ir_leave_line(printer, at);
    ir_print_shuffle_mask(printer, mask);
    return ir_go_on(printer);
}

/* [ value, block ], ... */
static char *put_ways(struct ir_printer *printer, char *at, const ir_value *from, const ir_value *end) {
    for (const ir_value *next = from; next + 1 < end; next += 2) {
        mmra_work(printer->module->watch, 2);
        at = ir_make_room(printer, at);
        at = next > from ? TEXT_PUT(at, ", [ ") : TEXT_PUT(at, " [ ");
        at = ir_put_value(printer, at, next[0]);
        at = TEXT_PUT(at, ", ");
        at = ir_put_value(printer, at, next[1]);
        at = TEXT_PUT(at, " ]");
    }
    return at;
}

static char *put_numbers(struct ir_printer *printer, char *at, const uint32_t *from, const uint32_t *end) {
    for (const uint32_t *next = from; next < end; next++) {
        at = ir_make_room(printer, at);
        at = TEXT_PUT(at, ", ");
        at = text_put_unsigned(at, *next);
    }
    return at;
}

/* ---- memory ---- */

static char *put_alignment(char *at, uint8_t alignment_log2) {
    if (alignment_log2 == IR_NO_ALIGNMENT)
        return at;
    at = TEXT_PUT(at, ", align ");
    return text_put_unsigned(at, UINT64_C(1) << alignment_log2);
}

static char *put_unknown_scope(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    ir_string name = ir_notes_of(printer->module, instruction)->scope_name;
    ir_leave_line(printer, at);
    text_escaped(&printer->text, ir_string_get(printer->module, name));
    return ir_go_on(printer);
}

/* ` syncscope("agent")`, and nothing for the system scope */
static char *put_scope(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    bool one_as = instruction->flags & IR_ONE_ADDRESS_SPACE;
    if (instruction->scope == MMRA_SCOPE_SYSTEM && !one_as)
        return at;
    at = TEXT_PUT(at, " syncscope(\"");
    if (instruction->scope == MMRA_SCOPE_UNKNOWN) {
        at = put_unknown_scope(printer, at, instruction);
    } else {
        at = text_put_string(at, mmra_scope_name(instruction->scope));
        if (one_as)
            at = instruction->scope == MMRA_SCOPE_SYSTEM ? TEXT_PUT(at, "one-as") : TEXT_PUT(at, "-one-as");
    }
    return TEXT_PUT(at, "\")");
}

static char *put_scope_and_ordering(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    at = put_scope(printer, at, instruction);
    return put_word(at, ir_ordering_name(instruction->ordering));
}

static char *put_alloca(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    *at++ = ' ';
    at = ir_put_type(printer, at, instruction->accessed);
    if (instruction->operand_count) {
        at = TEXT_PUT(at, ", ");
        at = ir_put_typed_value(printer, at, operands_of(printer, instruction)[0]);
    }
    at = put_alignment(at, instruction->alignment_log2);
    uint32_t address_space = ir_type_get(printer->module, instruction->type)->width;
    if (!address_space)
        return at;
    at = TEXT_PUT(at, ", addrspace(");
    at = text_put_unsigned(at, address_space);
    return TEXT_PUT(at, ")");
}

/* ---- calls and control flow ---- */

/* The result type, or the whole type of a variadic function: only there the parameters must be spelled out. */
static ir_type callee_type_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    const struct ir_value_info *callee = ir_value_get(module, module->operands[instruction->operands]);
    if (instruction->accessed)
        return instruction->accessed;
    if (callee->kind == IR_VALUE_FUNCTION && !module->parsed) { /* else the call says all that it said */
        ir_type type = module->functions[callee->index].type;
        if (ir_type_get(module, type)->variadic)
            return type;
    }
    return instruction->type;
}

static char *put_arguments(struct ir_printer *printer, char *at, const ir_value *arguments, uint32_t count,
                           const ir_string *texts) {
    for (uint32_t i = 0; i < count; i++) {
        at = ir_make_room(printer, at);
        if (i)
            at = TEXT_PUT(at, ", ");
        at = ir_put_type(printer, at, printer->module->values[arguments[i]].type);
        at = ir_put_kept(printer, at, texts ? texts[i] : 0);
        *at++ = ' ';
        at = ir_put_value(printer, at, arguments[i]);
    }
    return at;
}

static char *put_call_attributes(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    if (!(instruction->flags & (IR_CONVERGENT | IR_NODUPLICATE)))
        return at;
    ir_leave_line(printer, at);
    ir_print_attribute_group(printer,
                             (instruction->flags & IR_CONVERGENT ? IR_FUNCTION_CONVERGENT : 0) |
                                 (instruction->flags & IR_NODUPLICATE ? IR_FUNCTION_NODUPLICATE : 0),
                             0);
    return ir_go_on(printer);
}

static bool calls_graphics(const struct ir_module *module, ir_value callee) {
    const struct ir_value_info *value = ir_value_get(module, callee);
    return value->kind == IR_VALUE_FUNCTION && module->functions[value->index].graphics;
}

static char *put_call(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    const struct ir_parsed *parsed = printer->module->parsed;
    const struct ir_parsed_instruction *kept =
        parsed ? &parsed->instructions[instruction - printer->module->instructions] : NULL;
    const ir_value *operands = operands_of(printer, instruction);
    bool texts = kept && kept->argument_texts;
    at = ir_put_kept(printer, at, kept ? kept->before_type : 0);
    if (calls_graphics(printer->module, operands[0]))
        at = TEXT_PUT(at, " amdgpu_gfx");
    *at++ = ' ';
    at = ir_put_type(printer, at, callee_type_of(printer->module, instruction));
    *at++ = ' ';
    at = ir_put_value(printer, at, operands[0]);
    *at++ = '(';
    bool token = instruction->flags & IR_TOKEN;
    at = put_arguments(printer, at, operands + 1, instruction->operand_count - 1 - token,
                       texts ? &parsed->argument_texts[kept->argument_texts - 1] : NULL);
    if (instruction->flags & IR_FORWARDS_REST)
        at = instruction->operand_count > 1 ? TEXT_PUT(at, ", ...") : TEXT_PUT(at, "...");
    *at++ = ')';
    at = kept ? ir_put_kept(printer, at, kept->after_arguments) : put_call_attributes(printer, at, instruction);
    if (token) {
        at = TEXT_PUT(at, " [ \"convergencectrl\"(");
        at = ir_put_typed_value(printer, at, operands[instruction->operand_count - 1]);
        at = TEXT_PUT(at, ") ]");
    }
    return at;
}

static char *put_switch(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    const ir_value *operands = operands_of(printer, instruction);
    at = put_typed_list(printer, at, operands, 2);
    at = TEXT_PUT(at, " [\n");
    for (uint32_t i = 2; i + 1 < instruction->operand_count; i += 2) {
        mmra_work(printer->module->watch, 2);
        at = TEXT_PUT(at, "   "); /* the list makes room */
        at = put_typed_list(printer, at, operands + i, 2);
        *at++ = '\n';
    }
    return TEXT_PUT(at, "  ]");
}

static char *put_ret(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    return instruction->operand_count ? put_typed_list(printer, at, operands_of(printer, instruction), 1)
                                      : TEXT_PUT(at, " void");
}

/* ---- the parts of a pattern ---- */

static char *put_own_form(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    switch (instruction->opcode) {
    case IR_ALLOCA:
        return put_alloca(printer, at, instruction);
    case IR_CALL:
        return put_call(printer, at, instruction);
    case IR_SWITCH:
        return put_switch(printer, at, instruction);
    case IR_RET:
        return put_ret(printer, at, instruction);
    default: /* kept as text */
        return ir_put_value(printer, at, operands_of(printer, instruction)[0]);
    }
}

static NOINLINE char *put_more(struct ir_printer *printer, char *at, const ir_value *from, const ir_value *end) {
    for (; from < end; from++) {
        at = ir_make_room(printer, at);
        at = TEXT_PUT(at, ", ");
        at = ir_put_typed_value(printer, at, *from);
    }
    return at;
}

/* The parts that few instructions have; `next` is the first operand that no part has put yet. */
static NOINLINE char *put_rare_part(struct ir_printer *printer, char *at, const struct ir_instruction *instruction,
                                    char part, const uint32_t *next, const uint32_t *end) {
    switch (part) {
    case 'p':
        return put_word(
            at, (instruction->opcode == IR_ICMP ? ir_integer_predicates : ir_float_predicates)[instruction->detail]);
    case 'r':
        return put_word(at, ir_rmw_names[instruction->detail]);
    case 'f':
        return put_word(at, ir_ordering_name(instruction->failure_ordering));
    case 'm':
        return put_mask(printer, TEXT_PUT(at, ", "), *next);
    case 'x':
        return put_ways(printer, at, next, end);
    case 'i':
        return put_numbers(printer, at, next, end);
    default:
        return put_own_form(printer, at, instruction);
    }
}

static char *put_pattern(struct ir_printer *printer, char *at, const struct ir_instruction *instruction,
                         const char *pattern) {
    const uint32_t *next = operands_of(printer, instruction), *end = next + instruction->operand_count;
    for (; *pattern > '='; pattern++)
        switch (*pattern) {
        case 'a':
        case 'n':
            if (*pattern == 'n')
                *at++ = ',';
            *at++ = ' ';
            at = ir_put_typed_value(printer, at, *next++);
            break;
        case 'v':
            at = ir_put_value(printer, TEXT_PUT(at, ", "), *next++);
            break;
        case 't':
            *at++ = ' ';
            at = ir_put_type(printer, at, instruction->type);
            break;
        case 'u':
            *at++ = ' ';
            at = ir_put_type(printer, at, instruction->accessed);
            break;
        case '>':
            at = ir_put_type(printer, TEXT_PUT(at, " to "), instruction->type);
            break;
        case 'g':
        case 'o':
            at = put_more(printer, at, next, end);
            break;
        case 's':
            if (instruction->ordering != IR_NOT_ATOMIC)
                at = put_scope_and_ordering(printer, at, instruction);
            break;
        case 'l':
            at = put_alignment(at, instruction->alignment_log2);
            break;
        default:
            at = put_rare_part(printer, at, instruction, *pattern, next, end);
        }
    return at;
}

/* ---- the line ---- */

/* Most results have no name but a number, and have not been used before. */
static inline char *put_result(struct ir_printer *printer, char *at, ir_value result) {
    const struct ir_value_info *value = &printer->module->values[result];
    struct ir_written *written = &printer->values[result];
    if (!result || value->name || written->length || printer->module->parsed)
        return ir_put_new_value(printer, at, result);
    size_t start = (size_t)(at - printer->text.start);
    *at++ = '%';
    if (value->number)
        *at++ = '_';
    at = text_put_unsigned(at, value->number ? value->number : printer->next_temporary++);
    ir_note_written(written, start, (size_t)(at - printer->text.start));
    return at;
}

static char *put_opcode(const struct ir_printer *printer, char *at, const struct ir_instruction *instruction,
                        const struct ir_opcode_info *opcode) {
    uint32_t flags = instruction->flags;
    if (flags & (IR_TAIL | IR_MUSTTAIL | IR_NOTAIL))
        at = text_put_string(at, flags & IR_TAIL ? "tail " : flags & IR_MUSTTAIL ? "musttail " : "notail ");
    at = text_put_piece(at, opcode->name, opcode->name_length);
    if (instruction->ordering != IR_NOT_ATOMIC && (instruction->opcode == IR_LOAD || instruction->opcode == IR_STORE))
        at = TEXT_PUT(at, " atomic");
    if (flags & opcode->flags &&
        (instruction->opcode != IR_CALL || !printer->module->parsed)) /* else they stand among the words kept as text */
        at = put_flags(at, flags & opcode->flags);
    return at;
}

enum { LONG_COMMENT = 4096 };

static char *put_comment(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    ir_string comment = ir_comment_of(printer->module, instruction);
    if (!comment)
        return at;
    struct mmra_string rest = ir_string_get(printer->module, comment), piece = rest;
    mmra_work(printer->module->watch, 8 + (rest.length < LONG_COMMENT ? rest.length / 16 : 0));
    ir_leave_line(printer, at);
    for (const char *newline = rest.bytes; newline && piece.length > LONG_COMMENT;
         rest = piece) { /* of fences that became one */
        newline = memchr(piece.bytes + LONG_COMMENT, '\n', piece.length - LONG_COMMENT);
        if (!newline)
            break;
        rest.length = (uint32_t)(newline - rest.bytes);
        text_comment(&printer->text, "  ", rest);
        mmra_work(printer->module->watch, rest.length / 16);
        piece = (struct mmra_string){newline + 1, piece.length - rest.length - 1};
    }
    text_comment(&printer->text, "  ", piece);
    return ir_go_on(printer);
}

static inline char *put_instruction(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    const struct ir_opcode_info *opcode = &ir_opcodes[instruction->opcode];
    if (instruction->notes)
        at = put_comment(printer, at, instruction);
    at = TEXT_PUT(at, "  ");
    if (instruction->type) {
        at = put_result(printer, at, instruction->result);
        at = TEXT_PUT(at, " = ");
    }
    at = put_opcode(printer, at, instruction, opcode);
    at = put_pattern(printer, at, instruction, opcode->pattern);
    return ir_put_attachments(printer, at, instruction);
}

/* Functions with debug information alone have it, and others do not pay for it. */
static NOINLINE char *put_source(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    return printer->line_scope ? ir_put_line_of(printer, at, instruction) : ir_put_location(printer, at, instruction);
}

void ir_print_instructions(struct ir_printer *printer, const struct ir_instruction *instructions, uint32_t count) {
    struct ir_module *module = printer->module;
    bool has_source = printer->located || printer->line_scope;
    char *at = ir_go_on(printer);
    for (uint32_t i = 0; i < count; i++) {
        module->printing = &instructions[i];
        at = put_instruction(printer, ir_make_room(printer, at), &instructions[i]);
        if (has_source)
            at = put_source(printer, at, &instructions[i]);
        *at++ = '\n';
    }
    module->printing = NULL;
    ir_leave_line(printer, at);
}
