#include "mmra/print/ir_printer.h"

/* ---- attribute groups ---- */

struct group_key {
    const struct ir_printer *printer;
    struct ir_attribute_group group;
};

static bool equal_group(const void *context, uint32_t item) {
    const struct group_key *key = context;
    const struct ir_module *module = key->printer->module;
    const struct ir_attribute_group *other = &key->printer->groups[item];
    return other->attributes == key->group.attributes &&
           mmra_string_equal(ir_string_get(module, other->text), ir_string_get(module, key->group.text));
}

static uint32_t find_group(struct ir_printer *printer, struct ir_attribute_group group) {
    struct arena *arena = printer->module->arena;
    struct mmra_string text = ir_string_get(printer->module, group.text);
    struct group_key key = {printer, group};
    uint32_t hash = mmra_hash_end(mmra_hash_bytes(printer->module->key ^ group.attributes, text.bytes, text.length));
    uint32_t found = mmra_index_find(&printer->group_index, hash, equal_group, &key);
    if (found != MMRA_INDEX_NONE)
        return found;
    *ARENA_PUSH(arena, printer->groups, printer->group_count, printer->group_capacity) = group;
    mmra_index_add(&printer->group_index, arena, hash, printer->group_count - 1);
    return printer->group_count - 1;
}

void ir_print_attribute_group(struct ir_printer *printer, uint16_t attributes, ir_string text) {
    if (!attributes && !text)
        return;
    TEXT_LITERAL(&printer->text, " #");
    text_unsigned(&printer->text, find_group(printer, (struct ir_attribute_group){attributes, text}));
}

/* Functions' groups have the first numbers, as in LLVM; those of calls follow as they are met. */
static void number_function_groups(struct ir_printer *printer) {
    if (printer->module->parsed)
        return;
    for (uint32_t i = 1; i < printer->module->function_count; i++) {
        const struct ir_function_info *function = &printer->module->functions[i];
        mmra_work(printer->module->watch, 2);
        if (function->attributes || function->attribute_text)
            find_group(printer, (struct ir_attribute_group){function->attributes, function->attribute_text});
    }
}

static void print_parsed_groups(struct ir_printer *printer) {
    const struct ir_parsed *parsed = printer->module->parsed;
    struct text *text = &printer->text;
    for (uint32_t i = 0; i < parsed->group_count; i++) {
        text_string(text, i ? "attributes #" : "\nattributes #");
        text_unsigned(text, parsed->groups[i].number);
        TEXT_LITERAL(text, " = {");
        ir_print_kept(printer, parsed->groups[i].text);
        TEXT_LITERAL(text, " }\n");
    }
}

static void print_groups(struct ir_printer *printer) {
    struct text *text = &printer->text;
    if (printer->module->parsed) {
        print_parsed_groups(printer);
        return;
    }
    for (uint32_t i = 0; i < printer->group_count; i++) {
        const struct ir_attribute_group *group = &printer->groups[i];
        text_string(text, i ? "attributes #" : "\nattributes #");
        text_unsigned(text, i);
        TEXT_LITERAL(text, " = {");
        for (size_t k = 0; k < IR_ATTRIBUTE_WORDS; k++) {
            if (!(group->attributes & ir_attribute_words[k].attribute))
                continue;
            text_char(text, ' ');
            text_string(text, ir_attribute_words[k].word);
        }
        if (group->text) {
            struct mmra_string string = ir_string_get(printer->module, group->text);
            text_char(text, ' ');
            text_bytes(text, string.bytes, string.length);
        }
        TEXT_LITERAL(text, " }\n");
    }
}

/* ---- functions ---- */

static void print_parameter_attributes(struct ir_printer *printer, const struct ir_parameter *parameter) {
    struct text *text = &printer->text;
    for (int i = 0; i < IR_PARAMETER_WORDS; i++)
        if (parameter->attributes & ir_parameter_words[i].attribute) {
            text_char(text, ' ');
            text_string(text, ir_parameter_words[i].word);
        }
    if (parameter->byref) {
        TEXT_LITERAL(text, " byref(");
        ir_print_type(printer, parameter->byref);
        text_char(text, ')');
    }
    if (parameter->alignment_log2 != IR_NO_ALIGNMENT) {
        TEXT_LITERAL(text, " align ");
        text_unsigned(text, UINT64_C(1) << parameter->alignment_log2);
    }
}

static void print_parameter(struct ir_printer *printer, const struct ir_parameter *parameter, bool named) {
    ir_print_type(printer, ir_type_of(printer->module, parameter->value));
    if (!printer->module->parsed) /* else the text has all of them */
        print_parameter_attributes(printer, parameter);
    ir_print_kept(printer, parameter->attribute_text);
    if (named) {
        text_char(&printer->text, ' ');
        ir_leave_line(printer, ir_put_new_value(printer, ir_go_on(printer), parameter->value));
    }
}

static void print_parameters(struct ir_printer *printer, const struct ir_function_info *function) {
    struct text *text = &printer->text;
    text_char(text, '(');
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (i)
            TEXT_LITERAL(text, ", ");
        print_parameter(printer, &function->parameters[i], function->defined);
    }
    if (ir_type_get(printer->module, function->type)->variadic)
        text_string(text, function->parameter_count ? ", ..." : "...");
    text_char(text, ')');
}

static void print_after_arguments(struct ir_printer *printer, const struct ir_function_info *function) {
    if (printer->module->parsed) {
        ir_print_kept(printer, function->after_arguments);
        return;
    }
    ir_print_attribute_group(printer, function->attributes, function->attribute_text);
    if (function->reqd_work_group_size) {
        TEXT_LITERAL(&printer->text, " !reqd_work_group_size ");
        ir_print_metadata_reference(printer, function->reqd_work_group_size);
    }
    if (function->subprogram) {
        TEXT_LITERAL(&printer->text, " !dbg ");
        ir_print_metadata_reference(printer, function->subprogram);
    }
    ir_print_kept(printer, function->attachments);
}

static void print_signature(struct ir_printer *printer, const struct ir_function_info *function) {
    struct text *text = &printer->text;
    text_string(text, function->defined ? "define" : "declare");
    ir_print_kept(printer, function->before_type);
    if (function->internal && !printer->module->parsed)
        TEXT_LITERAL(text, " internal");
    if (function->kernel && !printer->module->parsed)
        text_string(text, function->shader ? " amdgpu_cs" : " amdgpu_kernel");
    if (function->graphics)
        TEXT_LITERAL(text, " amdgpu_gfx");
    text_char(text, ' ');
    ir_print_type(printer, ir_type_get(printer->module, function->type)->element);
    text_char(text, ' ');
    ir_print_value(printer, function->value);
    print_parameters(printer, function);
    print_after_arguments(printer, function);
}

/* ---- bodies ---- */

static void print_label(struct ir_printer *printer, const struct ir_block *block, bool first) {
    const struct ir_value_info *label = &printer->module->values[block->label];
    if (!first)
        text_char(&printer->text, '\n');
    if (!label->name && !label->number) {
        printer->next_temporary++;
        if (first)
            return; /* an entry block without a name needs no label */
    }
    ir_leave_line(printer, ir_put_label(printer, ir_go_on(printer), block->label));
    TEXT_LITERAL(&printer->text, ":\n");
}

static void print_body(struct ir_printer *printer, const struct ir_function_info *function) {
    const struct ir_module *module = printer->module;
    TEXT_LITERAL(&printer->text, " {\n");
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = &module->blocks[function->first_block + b];
        print_label(printer, block, b == 0);
        for (uint32_t done = 0, some; done < block->instruction_count; done += some) {
            some = block->instruction_count - done;
            some = some < MMRA_WORK_PER_QUESTION ? some : MMRA_WORK_PER_QUESTION;
            ir_print_instructions(printer, &module->instructions[block->first_instruction + done], some);
            mmra_work(module->watch, some);
        }
    }
    text_char(&printer->text, '}');
}

static void print_function(struct ir_printer *printer, const struct ir_function_info *function) {
    text_char(&printer->text, '\n');
    if (function->comment)
        text_comment(&printer->text, "", ir_string_get(printer->module, function->comment));
    printer->next_temporary = 0;
    printer->unnumbered = function;
    printer->located = function->subprogram ? function : NULL;
    print_signature(printer, function);
    if (printer->module->lines && function->defined) {
        ir_begin_lines(printer);
        ir_print_function_lines(printer);
    }
    if (function->defined)
        print_body(printer, function);
    text_char(&printer->text, '\n');
}

/* ---- the module ---- */

static void print_quoted_line(struct ir_printer *printer, const char *what, ir_string string) {
    if (!string)
        return;
    text_string(&printer->text, what);
    TEXT_LITERAL(&printer->text, " = \"");
    text_escaped(&printer->text, ir_string_get(printer->module, string));
    TEXT_LITERAL(&printer->text, "\"\n");
}

static void print_global(struct ir_printer *printer, const struct ir_global *global) {
    struct text *text = &printer->text;
    uint32_t address_space = ir_type_get(printer->module, ir_type_of(printer->module, global->value))->width;
    ir_print_value(printer, global->value);
    TEXT_LITERAL(text, " = ");
    if (global->text) {
        struct mmra_string line = ir_string_get(printer->module, global->text);
        text_bytes(text, line.bytes, line.length);
        text_char(text, '\n');
        return;
    }
    text_string(text, !global->initializer ? "external " : global->internal ? "internal " : "");
    if (address_space) {
        TEXT_LITERAL(text, "addrspace(");
        text_unsigned(text, address_space);
        TEXT_LITERAL(text, ") ");
    }
    text_string(text, global->constant ? "constant " : "global ");
    ir_print_type(printer, global->type);
    if (global->initializer) {
        text_char(text, ' ');
        ir_print_value(printer, global->initializer);
    }
    if (global->alignment_log2 != IR_NO_ALIGNMENT) {
        TEXT_LITERAL(text, ", align ");
        text_unsigned(text, UINT64_C(1) << global->alignment_log2);
    }
    text_char(text, '\n');
}

/* The list has pointers to address space 0, as LLVM itself makes it. */
static void print_kept_globals(struct ir_printer *printer) {
    const struct ir_module *module = printer->module;
    struct text *text = &printer->text;
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->global_count; i++)
        count += module->globals[i].kept;
    if (!count)
        return;
    TEXT_LITERAL(text, "@llvm.compiler.used = appending global [");
    text_unsigned(text, count);
    for (uint32_t i = 0, printed = 0; i < module->global_count; i++) {
        if (!module->globals[i].kept)
            continue;
        text_string(text, printed++ ? ", ptr addrspacecast (" : " x ptr] [ptr addrspacecast (");
        ir_print_typed_value(printer, module->globals[i].value);
        TEXT_LITERAL(text, " to ptr)");
    }
    TEXT_LITERAL(text, "], section \"llvm.metadata\"\n");
}

static void print_tail(struct ir_printer *printer) {
    if (!printer->module->parsed || !printer->module->parsed->tail)
        return;
    struct mmra_string tail = ir_string_get(printer->module, printer->module->parsed->tail);
    text_char(&printer->text, '\n');
    text_bytes(&printer->text, tail.bytes, tail.length);
}

static void print_head(struct ir_printer *printer) {
    const struct ir_module *module = printer->module;
    if (module->comment)
        text_comment(&printer->text, "", ir_string_get(module, module->comment));
    print_quoted_line(printer, "target datalayout", module->data_layout);
    print_quoted_line(printer, "target triple", module->triple);
    if (module->module_asm_and_rest) {
        struct mmra_string rest = ir_string_get(module, module->module_asm_and_rest);
        text_bytes(&printer->text, rest.bytes, rest.length);
    }
}

/* A line of a translated shader is about 60 bytes long, of one with long names 67: growing is the exception. */
enum { EXPECTED_LINE = 70, EXPECTED_REST = 1024 };

static void printer_init(struct ir_printer *printer, struct ir_module *module, struct arena *arena) {
    *printer = (struct ir_printer){.module = module};
    ir_print_metadata_init(printer);
    printer->types = arena_allocate_array(module->arena, module->type_count, sizeof *printer->types);
    printer->values = arena_allocate_array(module->arena, module->value_count, sizeof *printer->values);
    printer->name_forms = arena_allocate_array(module->arena, module->string_count, 1);
    text_init(&printer->text, arena, (size_t)module->instruction_count * EXPECTED_LINE + EXPECTED_REST);
}

const char *ir_print(struct ir_module *module, size_t *length) {
    return ir_print_in(module, module->arena, length);
}

const char *ir_print_in(struct ir_module *module, struct arena *arena, size_t *length) {
    struct ir_printer printer;
    printer_init(&printer, module, arena);
    ir_number_named_metadata(&printer);
    number_function_groups(&printer);
    print_head(&printer);
    ir_print_type_definitions(&printer);
    if (module->global_count && text_length(&printer.text))
        text_char(&printer.text, '\n');
    for (uint32_t i = 0; i < module->global_count; i++)
        print_global(&printer, &module->globals[i]);
    print_kept_globals(&printer);
    for (uint32_t i = 1; i < module->function_count; i++)
        if (!module->functions[i].implicit)
            print_function(&printer, &module->functions[i]);
    print_groups(&printer);
    ir_print_all_metadata(&printer);
    if (module->lines)
        ir_print_lines(&printer);
    print_tail(&printer);
    *length = text_length(&printer.text);
    text_char(&printer.text, '\0');
    return printer.text.start;
}
