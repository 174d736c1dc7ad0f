#include "mmra/ir_printer.h"

static const uint32_t *operands_of(const struct ir_printer *printer,
                                   const struct ir_instruction *instruction) {
    return printer->module->operands + instruction->operands;
}

static void print_word(struct text *text, const char *word) {
    text_char(text, ' ');
    text_string(text, word);
}

static void print_flags(struct text *text, uint32_t flags) {
    for (uint32_t i = 0; flags && i < IR_FLAG_WORDS; i++) {
        if ((flags & ir_flag_words[i].flag) != ir_flag_words[i].flag)
            continue;
        print_word(text, ir_flag_words[i].word);
        flags &= ~ir_flag_words[i].flag;
    }
}

static void print_typed_list(struct ir_printer *printer, const ir_value *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            TEXT_LITERAL(&printer->text, ", ");
        ir_print_typed_value(printer, values[i]);
    }
}

static void print_text_form(struct ir_printer *printer, const struct ir_instruction *instruction) {
    ir_print_value(printer, operands_of(printer, instruction)[0]);
}

/* The operands after the first without their type. */
static void print_like(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const ir_value *operands = operands_of(printer, instruction);
    text_char(&printer->text, ' ');
    ir_print_typed_value(printer, operands[0]);
    for (uint32_t i = 1; i < instruction->operand_count; i++) {
        TEXT_LITERAL(&printer->text, ", ");
        ir_print_value(printer, operands[i]);
    }
}

static void print_cast(struct ir_printer *printer, const struct ir_instruction *instruction) {
    print_like(printer, instruction);
    TEXT_LITERAL(&printer->text, " to ");
    ir_print_type(printer, instruction->type);
}

static void print_comparison(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const char *const *predicates =
        instruction->opcode == IR_ICMP ? ir_integer_predicates : ir_float_predicates;
    print_word(&printer->text, predicates[instruction->detail]);
    print_like(printer, instruction);
}

static void print_typed(struct ir_printer *printer, const struct ir_instruction *instruction) {
    if (!instruction->operand_count)
        return;
    text_char(&printer->text, ' ');
    print_typed_list(printer, operands_of(printer, instruction), instruction->operand_count);
}

static void print_shuffle(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const ir_value *operands = operands_of(printer, instruction);
    text_char(&printer->text, ' ');
    print_typed_list(printer, operands, 2);
    TEXT_LITERAL(&printer->text, ", ");
    ir_print_shuffle_mask(printer, operands[2]);
}

static void print_phi(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const ir_value *operands = operands_of(printer, instruction);
    text_char(&printer->text, ' ');
    ir_print_type(printer, instruction->type);
    for (uint32_t i = 0; i + 1 < instruction->operand_count; i += 2) {
        text_string(&printer->text, i ? ", [ " : " [ ");
        ir_print_value(printer, operands[i]);
        TEXT_LITERAL(&printer->text, ", ");
        ir_print_value(printer, operands[i + 1]);
        TEXT_LITERAL(&printer->text, " ]");
    }
}

static void print_indexed(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const uint32_t *operands = operands_of(printer, instruction);
    uint32_t values = ir_opcodes[instruction->opcode].operands;
    text_char(&printer->text, ' ');
    print_typed_list(printer, operands, values);
    for (uint32_t i = values; i < instruction->operand_count; i++) {
        TEXT_LITERAL(&printer->text, ", ");
        text_unsigned(&printer->text, operands[i]);
    }
}

/* ---- memory ---- */

static void print_alignment(struct text *text, uint8_t alignment_log2) {
    if (alignment_log2 == IR_NO_ALIGNMENT)
        return;
    TEXT_LITERAL(text, ", align ");
    text_unsigned(text, UINT64_C(1) << alignment_log2);
}

/* ` syncscope("agent")`, and nothing for the system scope */
static void print_scope(struct ir_printer *printer, const struct ir_instruction *instruction) {
    struct text *text = &printer->text;
    bool one_as = instruction->flags & IR_ONE_ADDRESS_SPACE;
    if (instruction->scope == MMRA_SCOPE_SYSTEM && !one_as)
        return;
    TEXT_LITERAL(text, " syncscope(\"");
    if (instruction->scope == MMRA_SCOPE_UNKNOWN) {
        text_escaped(text, ir_string_get(printer->module, ir_notes_of(printer->module, instruction)->scope_name));
    } else {
        text_string(text, mmra_scope_name(instruction->scope));
        if (one_as)
            text_string(text, instruction->scope == MMRA_SCOPE_SYSTEM ? "one-as" : "-one-as");
    }
    TEXT_LITERAL(text, "\")");
}

static void print_scope_and_ordering(struct ir_printer *printer, const struct ir_instruction *instruction) {
    print_scope(printer, instruction);
    print_word(&printer->text, ir_ordering_name(instruction->ordering));
}

static void print_alloca(struct ir_printer *printer, const struct ir_instruction *instruction) {
    text_char(&printer->text, ' ');
    ir_print_type(printer, instruction->accessed);
    if (instruction->operand_count) {
        TEXT_LITERAL(&printer->text, ", ");
        ir_print_typed_value(printer, operands_of(printer, instruction)[0]);
    }
    print_alignment(&printer->text, instruction->alignment_log2);
    uint32_t address_space = ir_type_get(printer->module, instruction->type)->width;
    if (address_space) {
        TEXT_LITERAL(&printer->text, ", addrspace(");
        text_unsigned(&printer->text, address_space);
        text_char(&printer->text, ')');
    }
}

static void print_access(struct ir_printer *printer, const struct ir_instruction *instruction) {
    if (instruction->opcode == IR_LOAD) {
        text_char(&printer->text, ' ');
        ir_print_type(printer, instruction->type);
        text_char(&printer->text, ',');
    }
    print_typed(printer, instruction);
    if (instruction->ordering != IR_NOT_ATOMIC)
        print_scope_and_ordering(printer, instruction);
    print_alignment(&printer->text, instruction->alignment_log2);
}

static void print_getelementptr(struct ir_printer *printer, const struct ir_instruction *instruction) {
    text_char(&printer->text, ' ');
    ir_print_type(printer, instruction->accessed);
    text_char(&printer->text, ',');
    print_typed(printer, instruction);
}

static void print_atomicrmw(struct ir_printer *printer, const struct ir_instruction *instruction) {
    print_word(&printer->text, ir_rmw_names[instruction->detail]);
    print_typed(printer, instruction);
    print_scope_and_ordering(printer, instruction);
    print_alignment(&printer->text, instruction->alignment_log2);
}

static void print_cmpxchg(struct ir_printer *printer, const struct ir_instruction *instruction) {
    print_typed(printer, instruction);
    print_scope_and_ordering(printer, instruction);
    print_word(&printer->text, ir_ordering_name(instruction->failure_ordering));
    print_alignment(&printer->text, instruction->alignment_log2);
}

static void print_fence(struct ir_printer *printer, const struct ir_instruction *instruction) {
    print_scope_and_ordering(printer, instruction);
}

/* ---- calls and control flow ---- */

/* The result type, or all of a variadic function's type: only there must the parameters be said. */
static void print_callee_type(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const struct ir_module *module = printer->module;
    const struct ir_value_info *callee = ir_value_get(module, operands_of(printer, instruction)[0]);
    if (instruction->accessed) {
        ir_print_type(printer, instruction->accessed);
        return;
    }
    if (callee->kind == IR_VALUE_FUNCTION && !module->parsed) { /* else the call says all that it said */
        ir_type type = module->functions[callee->index].type;
        if (ir_type_get(module, type)->variadic) {
            ir_print_type(printer, type);
            return;
        }
    }
    ir_print_type(printer, instruction->type);
}

static void print_arguments(struct ir_printer *printer, const ir_value *arguments, uint32_t count,
                            const ir_string *texts) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            TEXT_LITERAL(&printer->text, ", ");
        ir_print_type(printer, printer->module->values[arguments[i]].type);
        ir_print_kept(printer, texts ? texts[i] : 0);
        text_char(&printer->text, ' ');
        ir_print_value(printer, arguments[i]);
    }
}

static void print_call(struct ir_printer *printer, const struct ir_instruction *instruction) {
    struct text *text = &printer->text;
    const struct ir_parsed *parsed = printer->module->parsed;
    const struct ir_parsed_instruction *kept =
        parsed ? &parsed->instructions[instruction - printer->module->instructions] : NULL;
    const ir_value *operands = operands_of(printer, instruction);
    bool texts = kept && kept->argument_texts;
    ir_print_kept(printer, kept ? kept->before_type : 0);
    text_char(text, ' ');
    print_callee_type(printer, instruction);
    text_char(text, ' ');
    ir_print_value(printer, operands[0]);
    text_char(text, '(');
    bool token = instruction->flags & IR_TOKEN;
    print_arguments(printer, operands + 1, instruction->operand_count - 1 - token,
                    texts ? &parsed->argument_texts[kept->argument_texts - 1] : NULL);
    if (instruction->flags & IR_FORWARDS_REST)
        text_string(text, instruction->operand_count > 1 ? ", ..." : "...");
    text_char(text, ')');
    if (kept)
        ir_print_kept(printer, kept->after_arguments);
    else if (instruction->flags & IR_CONVERGENT)
        ir_print_attribute_group(
            printer, IR_FUNCTION_CONVERGENT | (instruction->flags & IR_NODUPLICATE ? IR_FUNCTION_NODUPLICATE : 0), 0);
    if (token) {
        TEXT_LITERAL(text, " [ \"convergencectrl\"(");
        ir_print_typed_value(printer, operands[instruction->operand_count - 1]);
        TEXT_LITERAL(text, ") ]");
    }
}

static void print_switch(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const ir_value *operands = operands_of(printer, instruction);
    text_char(&printer->text, ' ');
    print_typed_list(printer, operands, 2);
    TEXT_LITERAL(&printer->text, " [\n");
    for (uint32_t i = 2; i + 1 < instruction->operand_count; i += 2) {
        TEXT_LITERAL(&printer->text, "    ");
        print_typed_list(printer, operands + i, 2);
        text_char(&printer->text, '\n');
    }
    TEXT_LITERAL(&printer->text, "  ]");
}

static void print_ret(struct ir_printer *printer, const struct ir_instruction *instruction) {
    if (instruction->operand_count)
        print_typed(printer, instruction);
    else
        TEXT_LITERAL(&printer->text, " void");
}

typedef void (*print_form)(struct ir_printer *, const struct ir_instruction *);

static const print_form print_forms[IR_FORM_COUNT] = {
    [IR_FORM_TEXT] = print_text_form,
    [IR_FORM_LIKE] = print_like,
    [IR_FORM_CAST] = print_cast,
    [IR_FORM_COMPARISON] = print_comparison,
    [IR_FORM_TYPED] = print_typed,
    [IR_FORM_SHUFFLE] = print_shuffle,
    [IR_FORM_PHI] = print_phi,
    [IR_FORM_EXTRACT_VALUE] = print_indexed,
    [IR_FORM_INSERT_VALUE] = print_indexed,
    [IR_FORM_ALLOCA] = print_alloca,
    [IR_FORM_LOAD] = print_access,
    [IR_FORM_STORE] = print_access,
    [IR_FORM_GETELEMENTPTR] = print_getelementptr,
    [IR_FORM_ATOMICRMW] = print_atomicrmw,
    [IR_FORM_CMPXCHG] = print_cmpxchg,
    [IR_FORM_FENCE] = print_fence,
    [IR_FORM_CALL] = print_call,
    [IR_FORM_SWITCH] = print_switch,
    [IR_FORM_RET] = print_ret,
};

/* ---- the line ---- */

/* A result that nothing names still takes a number, as LLVM's parser will give it one. */
static void print_result(struct ir_printer *printer, const struct ir_instruction *instruction) {
    if (instruction->result) {
        ir_print_value(printer, instruction->result);
    } else {
        text_char(&printer->text, '%');
        text_unsigned(&printer->text, printer->next_temporary);
    }
    const struct ir_value_info *value = &printer->module->values[instruction->result];
    if (!value->name && !value->number)
        printer->next_temporary++;
    TEXT_LITERAL(&printer->text, " = ");
}

static void print_opcode(struct ir_printer *printer, const struct ir_instruction *instruction) {
    struct text *text = &printer->text;
    const struct ir_opcode_info *opcode = &ir_opcodes[instruction->opcode];
    uint32_t flags = instruction->flags;
    if (opcode->form == IR_FORM_CALL && flags & (IR_TAIL | IR_MUSTTAIL | IR_NOTAIL))
        text_string(text, flags & IR_TAIL ? "tail " : flags & IR_MUSTTAIL ? "musttail " : "notail ");
    text_bytes(text, opcode->name, opcode->name_length);
    if (instruction->ordering != IR_NOT_ATOMIC &&
        (opcode->form == IR_FORM_LOAD || opcode->form == IR_FORM_STORE))
        TEXT_LITERAL(text, " atomic");
    if (opcode->form != IR_FORM_CALL ||
        !printer->module->parsed) /* else they stand among the words kept as text */
        print_flags(text, flags & opcode->flags);
}

void ir_print_instruction(struct ir_printer *printer, const struct ir_instruction *instruction) {
    struct text *text = &printer->text;
    ir_string comment = ir_comment_of(printer->module, instruction);
    if (comment)
        text_comment(text, "  ", ir_string_get(printer->module, comment));
    TEXT_LITERAL(text, "  ");
    if (instruction->type)
        print_result(printer, instruction);
    print_opcode(printer, instruction);
    print_forms[ir_opcodes[instruction->opcode].form](printer, instruction);
    ir_print_attachments(printer, instruction);
    text_char(text, '\n');
}
