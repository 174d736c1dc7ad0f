#include "mmra/print/ir_printer.h"

static void text_kept(struct text *text, struct mmra_string string) {
    text_bytes(text, string.bytes, string.length);
}

/* ---- names ---- */

enum name_form { NAME_UNKNOWN, NAME_PLAIN, NAME_QUOTED };

static bool is_name_start(unsigned char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '-' || byte == '$' || byte == '.' ||
           byte == '_';
}

static enum name_form form_of(struct mmra_string name) {
    if (!name.length || !is_name_start((unsigned char)name.bytes[0]))
        return NAME_QUOTED;
    for (uint32_t i = 1; i < name.length; i++) {
        unsigned char byte = (unsigned char)name.bytes[i];
        if (!is_name_start(byte) && !(byte >= '0' && byte <= '9'))
            return NAME_QUOTED;
    }
    return NAME_PLAIN;
}

/* Quoted, or long. */
static char *put_other_name(struct ir_printer *printer, char *at, struct mmra_string name, enum name_form form) {
    ir_leave_line(printer, at);
    if (form == NAME_QUOTED)
        text_escaped(&printer->text, name);
    else
        text_bytes(&printer->text, name.bytes, name.length);
    return ir_go_on(printer);
}

static char *put_name(struct ir_printer *printer, char *at, ir_string name, uint32_t number) {
    if (!name) {
        *at++ = '_';
        return text_put_unsigned(at, number);
    }
    struct mmra_string string = printer->module->strings[name];
    uint8_t *form = &printer->name_forms[name];
    if (*form == NAME_UNKNOWN)
        *form = (uint8_t)form_of(string);
    bool quoted = *form == NAME_QUOTED;
    if (quoted)
        *at++ = '"';
    if (quoted || string.length > IR_LINE_ROOM / 8) {
        at = put_other_name(printer, at, string, *form);
    } else {
        text_copy(at, string.bytes, string.length);
        at += string.length;
    }
    if (number) {
        *at++ = '.';
        at = text_put_unsigned(at, number);
    }
    if (quoted)
        *at++ = '"';
    return at;
}

void ir_print_kept(struct ir_printer *printer, ir_string string) {
    if (!string)
        return;
    text_char(&printer->text, ' ');
    text_kept(&printer->text, printer->module->strings[string]);
}

char *ir_put_kept(struct ir_printer *printer, char *at, ir_string string) {
    if (!string)
        return at;
    ir_leave_line(printer, at);
    ir_print_kept(printer, string);
    return ir_go_on(printer);
}

static void print_name(struct ir_printer *printer, char sigil, ir_string name, uint32_t number) {
    text_char(&printer->text, sigil);
    ir_leave_line(printer, put_name(printer, ir_go_on(printer), name, number));
}

/* ---- types ---- */

static void write_type(struct ir_printer *printer, const struct ir_type_info *type);

static void print_type_list(struct ir_printer *printer, const ir_type *types, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            TEXT_LITERAL(&printer->text, ", ");
        ir_print_type(printer, types[i]);
    }
}

static void print_struct_body(struct ir_printer *printer, const struct ir_type_info *type) {
    struct text *text = &printer->text;
    if (type->packed)
        text_char(text, '<');
    if (type->member_count) {
        TEXT_LITERAL(text, "{ ");
        print_type_list(printer, type->members, type->member_count);
        TEXT_LITERAL(text, " }");
    } else {
        TEXT_LITERAL(text, "{}");
    }
    if (type->packed)
        text_char(text, '>');
}

static bool is_named(const struct ir_type_info *type) {
    return type->kind == IR_TYPE_STRUCT && (type->name || type->number);
}

static void print_sequence_type(struct ir_printer *printer, const struct ir_type_info *type, const char *brackets) {
    struct text *text = &printer->text;
    text_char(text, brackets[0]);
    text_unsigned(text, type->count);
    TEXT_LITERAL(text, " x ");
    ir_print_type(printer, type->element);
    text_char(text, brackets[1]);
}

static void print_pointer_type(struct text *text, uint32_t address_space) {
    TEXT_LITERAL(text, "ptr");
    if (!address_space)
        return;
    TEXT_LITERAL(text, " addrspace(");
    text_unsigned(text, address_space);
    text_char(text, ')');
}

static void print_function_type(struct ir_printer *printer, const struct ir_type_info *type) {
    struct text *text = &printer->text;
    ir_print_type(printer, type->element);
    TEXT_LITERAL(text, " (");
    print_type_list(printer, type->members, type->member_count);
    if (type->variadic)
        text_string(text, type->member_count ? ", ..." : "...");
    text_char(text, ')');
}

static const char *const simple_type_names[] = {
    [IR_TYPE_VOID] = "void",     [IR_TYPE_HALF] = "half",   [IR_TYPE_BFLOAT] = "bfloat",     [IR_TYPE_FLOAT] = "float",
    [IR_TYPE_DOUBLE] = "double", [IR_TYPE_LABEL] = "label", [IR_TYPE_METADATA] = "metadata",
};

static void write_type(struct ir_printer *printer, const struct ir_type_info *type) {
    struct text *text = &printer->text;
    switch (type->kind) {
    case IR_TYPE_INTEGER:
        text_char(text, 'i');
        text_unsigned(text, type->width);
        break;
    case IR_TYPE_POINTER:
        print_pointer_type(text, type->width);
        break;
    case IR_TYPE_VECTOR:
        print_sequence_type(printer, type, "<>");
        break;
    case IR_TYPE_ARRAY:
        print_sequence_type(printer, type, "[]");
        break;
    case IR_TYPE_STRUCT:
        if (type->name_is_text)
            text_kept(text, printer->module->strings[type->name]);
        else if (is_named(type))
            print_name(printer, '%', type->name, type->number);
        else
            print_struct_body(printer, type);
        break;
    case IR_TYPE_FUNCTION:
        print_function_type(printer, type);
        break;
    case IR_TYPE_OPAQUE:
        text_kept(text, printer->module->strings[type->name]);
        break;
    default:
        text_string(text, simple_type_names[type->kind]);
        break;
    }
}

void ir_spell_type(struct ir_printer *printer, ir_type type) {
    size_t start = text_length(&printer->text);
    write_type(printer, &printer->module->types[type]);
    ir_note_written(&printer->types[type], start, text_length(&printer->text));
}

char *ir_put_other_type(struct ir_printer *printer, char *at, ir_type type) {
    ir_leave_line(printer, at);
    ir_print_type(printer, type);
    return ir_go_on(printer);
}

static void print_type_definition(struct ir_printer *printer, ir_type type) {
    const struct ir_type_info *info = &printer->module->types[type];
    ir_print_type(printer, type);
    TEXT_LITERAL(&printer->text, " = type ");
    if (info->bodiless)
        TEXT_LITERAL(&printer->text, "opaque");
    else
        print_struct_body(printer, info);
    text_char(&printer->text, '\n');
}

/* For a parsed module, in the order of its text: types may be used before they are defined. */
void ir_print_type_definitions(struct ir_printer *printer) {
    const struct ir_module *module = printer->module;
    const struct ir_parsed *parsed = module->parsed;
    uint32_t count = parsed ? parsed->named_type_count : module->type_count;
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        ir_type type = parsed ? parsed->named_types[i] : i;
        if (!is_named(&module->types[type]))
            continue;
        if (!any && text_length(&printer->text))
            text_char(&printer->text, '\n');
        any = true;
        print_type_definition(printer, type);
    }
}

/* ---- values ---- */

static void print_integer(struct ir_printer *printer, const struct ir_value_info *value) {
    uint32_t width = printer->module->types[value->type].width;
    if (width == 1)
        text_string(&printer->text, value->bits ? "true" : "false");
    else if (width >= 64)
        text_signed(&printer->text, (int64_t)value->bits);
    else if (value->bits >> (width - 1))
        text_signed(&printer->text, (int64_t)(value->bits | ~UINT64_C(0) << width));
    else
        text_unsigned(&printer->text, value->bits);
}

static void print_elements(struct ir_printer *printer, const struct ir_value_info *value, const char *open,
                           const char *close) {
    const ir_value *elements = printer->module->operands + (value->bits >> 32);
    text_string(&printer->text, open);
    for (uint32_t i = 0; i < (uint32_t)value->bits; i++) {
        mmra_work(printer->module->watch, 2);
        if (i)
            TEXT_LITERAL(&printer->text, ", ");
        ir_print_typed_value(printer, elements[i]);
    }
    text_string(&printer->text, close);
}

static bool is_splat(const struct ir_module *module, const struct ir_value_info *value) {
    const ir_value *elements = module->operands + (value->bits >> 32);
    uint8_t kind = ir_value_get(module, elements[0])->kind;
    for (uint32_t i = 1; i < (uint32_t)value->bits; i++)
        if (elements[i] != elements[0])
            return false;
    return kind == IR_VALUE_INTEGER || kind == IR_VALUE_FLOATING;
}

static void print_aggregate(struct ir_printer *printer, const struct ir_value_info *value) {
    const struct ir_type_info *type = &printer->module->types[value->type];
    if (type->kind == IR_TYPE_ARRAY) {
        print_elements(printer, value, "[", "]");
    } else if (type->kind == IR_TYPE_STRUCT) {
        print_elements(printer, value, type->packed ? "<{ " : "{ ", type->packed ? " }>" : " }");
    } else if (is_splat(printer->module, value)) {
        TEXT_LITERAL(&printer->text, "splat (");
        ir_print_typed_value(printer, printer->module->operands[value->bits >> 32]);
        text_char(&printer->text, ')');
    } else {
        print_elements(printer, value, "<", ">");
    }
}

void ir_print_shuffle_mask(struct ir_printer *printer, ir_value mask) {
    const struct ir_value_info *value = &printer->module->values[mask];
    if (value->kind != IR_VALUE_AGGREGATE) {
        ir_print_typed_value(printer, mask);
        return;
    }
    ir_print_type(printer, value->type);
    print_elements(printer, value, " <", ">");
}

static bool is_unnamed(const struct ir_value_info *value) {
    return !value->name && !value->number;
}

static void number_value(struct ir_printer *printer, ir_value value, uint32_t *next) {
    if (!is_unnamed(&printer->module->values[value]))
        return;
    if (!printer->values[value].length)
        printer->values[value].start = *next;
    ++*next;
}

/* LLVM's order: parameters, then blocks and results as they stand. */
static void number_function(struct ir_printer *printer, const struct ir_function_info *function) {
    const struct ir_module *module = printer->module;
    uint32_t next = 0;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        number_value(printer, function->parameters[i].value, &next);
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = &module->blocks[function->first_block + b];
        const struct ir_instruction *instructions = module->instructions + block->first_instruction;
        number_value(printer, block->label, &next);
        for (uint32_t i = 0; i < block->instruction_count; i++)
            if (instructions[i].type)
                number_value(printer, instructions[i].result, &next);
    }
}

/* The number of a value that is used before it is defined. Most are not, and take their numbers as they are printed. */
static uint32_t temporary_of(struct ir_printer *printer, ir_value value) {
    const struct ir_parsed *parsed = printer->module->parsed;
    if (parsed) /* what was parsed has its numbers already */
        return value < parsed->temporary_count ? parsed->temporaries[value] : 0;
    if (printer->unnumbered)
        number_function(printer, printer->unnumbered);
    printer->unnumbered = NULL;
    return printer->values[value].start;
}

/* Prints a value that has a name, or a number in place of one, for the first time. */
static char *put_named(struct ir_printer *printer, char *at, ir_value value, uint32_t temporary) {
    const struct ir_value_info *info = &printer->module->values[value];
    size_t start = (size_t)(at - printer->text.start);
    *at++ = info->kind == IR_VALUE_FUNCTION || info->kind == IR_VALUE_GLOBAL ? '@' : '%';
    at = is_unnamed(info) ? text_put_unsigned(at, temporary) : put_name(printer, at, info->name, info->number);
    if (value)
        ir_note_written(&printer->values[value], start, (size_t)(at - printer->text.start));
    return at;
}

static void write_constant(struct ir_printer *printer, const struct ir_value_info *value) {
    struct text *text = &printer->text;
    struct mmra_string string;
    switch (value->kind) {
    case IR_VALUE_INTEGER:
        print_integer(printer, value);
        break;
    case IR_VALUE_FLOATING:
        ir_print_floating(text, printer->module->types[value->type].kind, value->bits);
        break;
    case IR_VALUE_ZERO:
        text_string(text, printer->module->types[value->type].kind == IR_TYPE_POINTER ? "null" : "zeroinitializer");
        break;
    case IR_VALUE_UNDEF:
        TEXT_LITERAL(text, "undef");
        break;
    case IR_VALUE_AGGREGATE:
        print_aggregate(printer, value);
        break;
    case IR_VALUE_METADATA:
        ir_print_metadata_reference(printer, (ir_metadata)value->bits);
        break;
    case IR_VALUE_TEXT:
    case IR_VALUE_EXPRESSION:
        string = ir_string_get(printer->module, value->kind == IR_VALUE_TEXT ? (ir_string)value->bits : value->name);
        text_bytes(text, string.bytes, string.length);
        break;
    default:
        TEXT_LITERAL(text, "poison");
        break;
    }
}

char *ir_put_other_value(struct ir_printer *printer, char *at, ir_value value) {
    const struct ir_value_info *info = &printer->module->values[value];
    struct ir_written *written = &printer->values[value];
    if (!written->length && info->kind >= IR_VALUE_INSTRUCTION && info->kind <= IR_VALUE_GLOBAL)
        return put_named(printer, at, value, is_unnamed(info) ? temporary_of(printer, value) : 0);
    ir_leave_line(printer, at);
    if (!ir_print_again(printer, *written)) {
        size_t start = text_length(&printer->text);
        write_constant(printer, info);
        ir_note_written(written, start, text_length(&printer->text));
    }
    return ir_go_on(printer);
}

char *ir_put_new_value(struct ir_printer *printer, char *at, ir_value value) {
    bool unnamed = is_unnamed(&printer->module->values[value]);
    uint32_t temporary = printer->next_temporary;
    printer->next_temporary += unnamed;
    if (printer->values[value].length || (value && unnamed && printer->module->parsed))
        return ir_put_value(printer, at, value);
    return put_named(printer, at, value, temporary);
}

char *ir_put_label(struct ir_printer *printer, char *at, ir_value label) {
    const struct ir_value_info *value = &printer->module->values[label];
    struct ir_written written = printer->values[label];
    if (ir_is_short(written)) /* as all numbers are */
        return text_put_piece(at, printer->text.start + written.start + 1, written.length - 1);
    return is_unnamed(value) ? text_put_unsigned(at, temporary_of(printer, label))
                             : put_name(printer, at, value->name, value->number);
}
