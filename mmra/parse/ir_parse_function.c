#include "mmra/ir/ir_intrinsic.h"
#include "mmra/parse/ir_parser.h"

/* ---- the header ---- */

/* Linkage, visibility, calling convention and attributes of the result: all that stands before the result's
 * type. */
static void take_before_type(struct ir_parser *p, struct ir_function_info *function) {
    ir_skip(p);
    const char *from = p->at;
    for (; !ir_at_type(p) && !p->failed; ir_skip(p)) {
        function->kernel |=
            ir_at_word(p, "amdgpu_kernel", 13) || ir_at_word(p, "spir_kernel", 11) || ir_at_word(p, "amdgpu_cs", 9);
        function->internal |= ir_at_word(p, "internal", 8) || ir_at_word(p, "private", 7);
        if (!ir_skip_attribute(p))
            ir_fail(p, ir_here(p), "expected the type of the function", "", 0);
    }
    function->before_type = ir_slice(p, from);
}

static void take_parameter_attribute(struct ir_parser *p, struct ir_parameter *parameter) {
    struct ir_parser ahead = *p;
    if (ir_at_word(p, "byref", 5) && p->at[5] == '(') {
        p->at += 6;
        parameter->byref = ir_take_type(p);
        ir_expect(p, ')');
        return;
    }
    for (int i = 0; i < IR_PARAMETER_WORDS; i++)
        if (ir_at_word(p, ir_parameter_words[i].word, strlen(ir_parameter_words[i].word)))
            parameter->attributes |= (uint8_t)ir_parameter_words[i].attribute;
    if (ir_at_word(p, "align", 5)) {
        ahead.at += 5;
        ir_skip_blanks(&ahead);
        if (*ahead.at >= '0' && *ahead.at <= '9') {
            p->at = ahead.at;
            ir_take_alignment(p, &parameter->alignment_log2);
            return;
        }
    }
    /* an address space is the type's; printed behind a pointer to space 0 it would be taken for that */
    if (ir_at_word(p, "addrspace", 9) || !ir_skip_attribute(p))
        ir_fail(p, ir_here(p), "expected a parameter's name or attribute", "", 0);
}

struct draft_parameter {
    ir_type type;
    struct ir_parameter parameter;
    struct ir_name name;
};

static void take_parameter(struct ir_parser *p, struct draft_parameter *draft) {
    *draft = (struct draft_parameter){.parameter.alignment_log2 = IR_NO_ALIGNMENT};
    struct ir_place place = ir_here(p);
    draft->type = ir_take_type(p);
    uint8_t kind = p->module->types[draft->type].kind;
    if (kind == IR_TYPE_VOID || kind == IR_TYPE_LABEL || kind == IR_TYPE_FUNCTION)
        ir_fail(p, place, "no parameter has this type", "", 0);
    ir_skip(p);
    const char *from = p->at;
    for (; *p->at != '%' && *p->at != ',' && *p->at != ')' && !p->failed; ir_skip(p))
        take_parameter_attribute(p, &draft->parameter);
    draft->parameter.attribute_text = ir_slice(p, from);
    if (*p->at == '%') {
        p->at++;
        draft->name = ir_take_name(p);
    }
}

struct draft_parameters {
    struct draft_parameter *items;
    uint32_t count, capacity;
    bool variadic;
};

static void take_parameters(struct ir_parser *p, struct draft_parameters *drafts) {
    ir_expect(p, '(');
    if (ir_accept(p, ')'))
        return;
    do {
        if (ir_accept_dots(p)) {
            drafts->variadic = true;
            break;
        }
        take_parameter(p, ARENA_PUSH(p->arena, drafts->items, drafts->count, drafts->capacity));
    } while (ir_accept(p, ','));
    ir_expect(p, ')');
}

static ir_type function_type(struct ir_parser *p, ir_type result, const struct draft_parameters *drafts) {
    ir_type *members = arena_allocate_array(p->arena, drafts->count, sizeof *members);
    for (uint32_t i = 0; i < drafts->count; i++)
        members[i] = drafts->items[i].type;
    return ir_type_intern(p->module, &(struct ir_type_info){.kind = IR_TYPE_FUNCTION,
                                                            .element = result,
                                                            .members = members,
                                                            .member_count = drafts->count,
                                                            .variadic = drafts->variadic});
}

/* prefix i32 7, prologue ..., personality ptr @f */
static bool take_constant_part(struct ir_parser *p) {
    if (!ir_accept_word(p, "prefix") && !ir_accept_word(p, "prologue") && !ir_accept_word(p, "personality"))
        return false;
    ir_type type = ir_take_type(p);
    ir_skip(p); /* in which address space a function is, the data layout may say */
    ir_take_value(p, *p->at == '@' ? p->unknown_type : type);
    return true;
}

/* Whether a word that may follow the parameters (an attribute, for example) is at the cursor or begins a following
 * line. Then the cursor is moved to it. */
static bool more_after_arguments(struct ir_parser *p, bool defined) {
    ir_skip_blanks(p);
    const char *next = ir_next_token(p->at);
    if (next == p->at)
        return *next != '{' && (defined || !ir_begins_definition(next));
    if (defined ? *next == '{' || ir_begins_definition(next) : !ir_continues_declaration(next))
        return false;
    ir_skip_to(p, next);
    return true;
}

/* Attributes, section, metadata and so on: up to the body, or to the end of a declaration. */
static void take_after_arguments(struct ir_parser *p, struct ir_function_info *function, bool defined,
                                 uint64_t *space) {
    const char *from = ir_next_visible(p->at);
    while (!p->failed && more_after_arguments(p, defined)) {
        if (ir_at_word(p, "addrspace", 9)) {
            p->at += 9;
            ir_expect(p, '(');
            ir_take_unsigned(p, space);
            ir_expect(p, ')');
        } else if (!take_constant_part(p) && !ir_skip_attribute(p)) {
            break;
        }
    }
    function->after_arguments = from < p->at ? ir_slice(p, from) : 0;
    if (!defined && ir_next_token(p->at) == p->at && !ir_begins_definition(p->at))
        ir_fail(p, ir_here(p), "expected an attribute of the function or the end of the line", "", 0);
    struct mmra_string text = p->module->strings[function->after_arguments];
    function->attributes = ir_attributes_in(text, &function->attribute_group);
}

static void define_parameters(struct ir_parser *p, struct ir_function_info *function,
                              const struct draft_parameters *drafts, bool defined) {
    function->parameter_count = drafts->count;
    function->parameters = arena_allocate_array(p->arena, drafts->count, sizeof *function->parameters);
    for (uint32_t i = 0; i < drafts->count && !p->failed; i++) {
        struct ir_parameter *parameter = &function->parameters[i];
        *parameter = drafts->items[i].parameter;
        parameter->value =
            defined ? ir_define_local(p, &drafts->items[i].name, drafts->items[i].type, IR_VALUE_PARAMETER, i)
                    : ir_new_value(p->module, drafts->items[i].type, 0, 0);
        p->module->values[parameter->value].kind = IR_VALUE_PARAMETER;
        p->module->values[parameter->value].index = i;
    }
}

/* ---- the body ---- */

static void begin_block(struct ir_parser *p, const struct ir_name *name) {
    ir_value label = ir_define_local(p, name, p->label, IR_VALUE_BLOCK, p->module->block_count);
    if (!p->failed)
        ir_begin_block(p->module, label);
}

/* `name:`, `"name":` or `12:` at the cursor. */
static bool take_label(struct ir_parser *p, struct ir_name *name) {
    const char *at = p->at;
    if (*at == '"') {
        for (at++; *at != '"' && *at != '\n' && at != p->end; at++)
            ;
        if (*at == '"')
            at++;
    } else {
        while (ir_is_word_byte(*at))
            at++;
    }
    if (*at != ':' || at == p->at)
        return false;
    *name = ir_take_name(p);
    if (!p->failed)
        p->at++;
    return true;
}

/* LLVM itself writes the comment after a label, which says where control comes from. */
static void skip_rest_of_line(struct ir_parser *p) {
    ir_skip_blanks(p);
    if (*p->at == ';')
        while (p->at != p->end && *p->at != '\n')
            p->at++;
}

/* Blanks and newlines; comments are kept for the instruction that follows. */
static void skip_to_statement(struct ir_parser *p) {
    for (;;) {
        ir_skip_blanks(p);
        if (*p->at == '\n')
            ir_next_line(p);
        else if (*p->at == ';')
            ir_take_comment(p);
        else
            return;
    }
}

static void take_statement(struct ir_parser *p, bool first, bool *ended) {
    struct ir_module *module = p->module;
    /* which alone may follow a terminator */
    bool order_of_uses = !first && *ended && ir_at_word(p, "uselistorder", 12);
    if (*ended && !order_of_uses)
        begin_block(p, &(struct ir_name){0});
    if (!p->failed)
        ir_take_instruction(p);
    if (!p->failed && !order_of_uses)
        *ended = ir_is_terminator(module->instructions[module->instruction_count - 1].opcode);
}

static void take_body(struct ir_parser *p) {
    bool ended = true;
    ir_skip_blanks(p);
    for (bool first = true;; first = false) {
        struct ir_name name = {0};
        struct ir_place place;
        skip_to_statement(p);
        place = ir_here(p);
        bool end = *p->at == '}' || p->at == p->end, label = !end && take_label(p, &name);
        if ((end || label) && !ended)
            ir_fail(p, place, "the block before this does not end in a terminator", "", 0);
        if (end && first)
            ir_fail(p, place, "this function has no block", "", 0);
        if (end)
            break;
        if (label) {
            begin_block(p, &name);
            skip_rest_of_line(p);
            ended = false;
        } else {
            take_statement(p, first, &ended);
        }
    }
    ir_comment_so_far(p);
    ir_expect(p, '}');
}

/* ---- the function ---- */

void ir_take_function(struct ir_parser *p, bool defined) {
    struct ir_module *module = p->module;
    struct ir_place place = ir_here(p);
    struct ir_function_info function = {.comment = ir_comment_so_far(p), .line = place.line, .column = 1};
    struct draft_parameters drafts = {0};
    take_before_type(p, &function);
    ir_type result = ir_take_type(p);
    ir_skip(p);
    if (*p->at != '@') {
        ir_fail(p, ir_here(p), "expected the name of the function", "", 0);
        return;
    }
    p->at++;
    struct ir_name name = ir_take_name(p);
    ir_begin_locals(p);
    take_parameters(p, &drafts);
    uint64_t space = 0;
    take_after_arguments(p, &function, defined, &space);
    if (space >= 1 << 24)
        ir_fail(p, place, "address spaces are below 2^24", "", 0);
    if (p->failed)
        return;
    ir_function index = module->function_count;
    function.type = function_type(p, result, &drafts);
    function.intrinsic = ir_find_intrinsic(name.name);
    function.value = ir_define_global(p, &name, ir_type_pointer(module, (uint32_t)space), IR_VALUE_FUNCTION, index);
    define_parameters(p, &function, &drafts, defined);
    *ARENA_PUSH(p->arena, module->functions, module->function_count, module->function_capacity) = function;
    if (!defined || p->failed)
        return;
    ir_begin_function(module, index);
    if (ir_expect(p, '{'))
        take_body(p);
    ir_end_function(module, index);
    ir_end_locals(p);
}
