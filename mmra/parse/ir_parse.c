#include "mmra/ir/ir_operand_types.h"
#include "mmra/parse/ir_parser.h"

/* ---- lines of the top level ---- */

static void take_target(struct ir_parser *p) {
    bool triple = ir_accept_word(p, "triple");
    if (!triple)
        ir_expect_word(p, "datalayout");
    ir_expect(p, '=');
    ir_skip(p);
    struct mmra_string string = ir_take_quoted(p);
    ir_string text = ir_text(p->module, string.bytes, string.length);
    if (triple)
        p->module->triple = text;
    else
        p->module->data_layout = text;
}

static void keep_line(struct ir_parser *p, const char *from, struct text *rest) {
    ir_skip_to_line_end(p);
    if (p->failed)
        return;
    ir_string kept = ir_slice(p, from);
    struct mmra_string line = ir_string_get(p->module, kept);
    text_bytes(rest, line.bytes, line.length);
    text_char(rest, '\n');
}

/* Goes to the end of the global's line, and of those that belong to it. */
static void skip_global(struct ir_parser *p) {
    for (ir_skip_to_line_end(p); !p->failed; ir_skip_to_line_end(p)) {
        const char *next = ir_next_token(p->at), *last = p->at;
        while (last > p->line_start && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r'))
            last--;
        if (!ir_continues_global(last, next))
            return;
        ir_skip_to(p, next);
    }
}

/* Reads what follows the type: its initializer, unless another module defines the global. The initializer is checked;
 * its text is kept. */
static void read_initializer(struct ir_parser *p, struct ir_global *global, bool elsewhere) {
    uint8_t kind = ir_type_get(p->module, global->type)->kind;
    if (kind == IR_TYPE_VOID || kind == IR_TYPE_LABEL || kind == IR_TYPE_METADATA || kind == IR_TYPE_FUNCTION)
        ir_fail(p, ir_here(p), "no global has this type", "", 0);
    if (!elsewhere && !p->failed)
        global->initializer = ir_take_value(p, global->type);
}

/* Reads what follows "alias" or "ifunc": `TYPE, ptr @name`, or a constant expression, which needs no type before it.
 * The alias is in the address space of what it names. */
static void read_alias(struct ir_parser *p, struct ir_global *global, uint64_t *space) {
    global->alias = true;
    global->type = ir_take_type(p);
    ir_expect(p, ',');
    ir_skip(p);
    global->initializer = ir_take_value(p, ir_at_type(p) ? ir_take_type(p) : p->unknown_type);
    *space = ir_type_get(p->module, ir_type_of(p->module, global->initializer))->width;
}

/* Looks through `linkage addrspace(3) global TYPE ...`; the text of the line is what will be printed. */
static void read_global(struct ir_parser *p, struct ir_global *global, uint64_t *space) {
    bool elsewhere = false, hidden = false;
    for (ir_skip(p); p->at != p->end && !ir_begins_definition(p->at); ir_skip(p)) {
        bool constant = ir_at_word(p, "constant", 8);
        if (constant || ir_at_word(p, "global", 6)) {
            p->at += constant ? 8 : 6;
            global->constant = constant;
            global->type = ir_take_type(p);
            if (global->internal && hidden)
                ir_fail(p, ir_here(p), "what is internal or private is not hidden or protected", "", 0);
            read_initializer(p, global, elsewhere);
            return;
        }
        if (ir_at_word(p, "alias", 5) || ir_at_word(p, "ifunc", 5)) {
            p->at += 5;
            read_alias(p, global, space);
            return;
        }
        if (ir_at_word(p, "addrspace", 9)) {
            p->at += 9;
            ir_expect(p, '(');
            if (*p->at == '"')
                ir_skip_quoted(p);
            else
                ir_take_unsigned(p, space);
            ir_expect(p, ')');
            continue;
        }
        global->appending |= ir_at_word(p, "appending", 9);
        global->internal |= ir_at_word(p, "internal", 8) || ir_at_word(p, "private", 7);
        elsewhere |= ir_at_word(p, "external", 8) || ir_at_word(p, "extern_weak", 11);
        hidden |= ir_at_word(p, "hidden", 6) || ir_at_word(p, "protected", 9);
        if (!ir_skip_attribute(p))
            break;
    }
    ir_fail(p, ir_here(p), "expected 'global' or 'constant'", "", 0);
}

static void take_global(struct ir_parser *p) {
    struct ir_module *module = p->module;
    struct ir_global global = {.alignment_log2 = IR_NO_ALIGNMENT, .line = p->line};
    uint64_t space = 0;
    p->at++;
    struct ir_name name = ir_take_name(p);
    ir_expect(p, '=');
    ir_skip(p);
    const char *from = p->at;
    read_global(p, &global, &space);
    skip_global(p);
    if (!p->failed && space >= 1 << 24)
        ir_fail(p, name.place, "address spaces are below 2^24", "", 0);
    if (p->failed)
        return;
    global.text = ir_slice(p, from);
    global.value =
        ir_define_global(p, &name, ir_type_pointer(module, (uint32_t)space), IR_VALUE_GLOBAL, module->global_count);
    *ARENA_PUSH(p->arena, module->globals, module->global_count, module->global_capacity) = global;
}

static void take_word_line(struct ir_parser *p) {
    static const struct {
        const char *word;
        bool at_the_end;
    } kept[] = {{"source_filename", false}, {"module", false}, {"uselistorder", true}, {"uselistorder_bb", true}};
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    struct mmra_string word = ir_take_word(p);
    if (mmra_string_equal(word, mmra_string_of("define"))) {
        ir_take_function(p, true);
    } else if (mmra_string_equal(word, mmra_string_of("declare"))) {
        ir_take_function(p, false);
    } else if (mmra_string_equal(word, mmra_string_of("attributes"))) {
        ir_take_group(p);
    } else if (mmra_string_equal(word, mmra_string_of("target"))) {
        take_target(p);
    } else {
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            if (mmra_string_equal(word, mmra_string_of(kept[i].word))) {
                keep_line(p, from, kept[i].at_the_end ? &p->tail : &p->rest);
                return;
            }
        ir_fail(p, place, "expected a definition, not '%s'", from, word.length ? word.length : 1);
    }
}

static void take_top_level(struct ir_parser *p) {
    const char *from = p->at;
    bool word = ir_is_word_byte(*p->at) && *p->at != '$';
    if (*p->at == ';') {
        ir_take_comment(p);
        return;
    }
    if (!word)
        ir_comment_so_far(p); /* it belongs to nothing that keeps one */
    if (word)
        take_word_line(p);
    else if (*p->at == '@')
        take_global(p);
    else if (*p->at == '%')
        ir_take_type_definition(p);
    else if (*p->at == '!')
        ir_take_metadata_line(p);
    else if (*p->at == '$') /* a comdat */
        keep_line(p, from, &p->rest);
    else if (*p->at == '^') /* of a module's summary */
        keep_line(p, from, &p->tail);
    else
        ir_fail(p, ir_here(p), "expected a definition, not '%s'", p->at, 1);
}

/* ---- the module ---- */

/* Refuses a constant expression on types that do not fit, as LLVM's parser does. */
static void check_expressions(struct ir_parser *p) {
    struct ir_module *module = p->module;
    if (p->failed || !module->expression_count)
        return;
    struct ir_shapes shapes = ir_learn_shapes(module, p->arena);
    for (uint32_t i = 0; i < module->expression_count && !p->failed; i++) {
        const struct ir_instruction *expression = &module->expressions[i];
        const char *name = ir_opcode_name((enum ir_opcode)expression->opcode);
        if (ir_misfit(&shapes, expression))
            ir_fail(p, (struct ir_place){p->end, expression->source, 1},
                    "'%s' has operands of other types than this constant expression takes", name, strlen(name));
    }
}

/* The comment at the beginning of the file, up to the first empty line, is the module's. */
static void take_head_comment(struct ir_parser *p) {
    while (*p->at == ';') {
        ir_take_comment(p);
        if (*p->at == '\n')
            ir_next_line(p);
    }
    p->module->comment = ir_comment_so_far(p);
}

/* Reads the tag sets of the instructions' nodes. Many instructions share a node, so each node is read once. */
static void read_tags(struct ir_parser *p) {
    struct ir_module *module = p->module;
    mmra_set *sets = arena_allocate_array(p->arena, module->metadata_count, sizeof *sets);
    bool *known = arena_allocate_array(p->arena, module->metadata_count, sizeof *known);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        ir_metadata node = p->parsed->instructions[i].mmra;
        if (!node)
            continue;
        if (!known[node])
            ir_tags_of_metadata(module, node, &sets[node]);
        known[node] = true;
        module->instructions[i].mmra = sets[node];
    }
}

/* Refuses, by name, other forms that users often give in place of LLVM's text. */
static void refuse_other_forms(struct ir_parser *p) {
    static const struct {
        const char *beginning, *message;
    } forms[] = {{"BC\xC0\xDE", "this is LLVM's bitcode; llvm-dis writes it as text"},
                 {"\xDE\xC0\x17\x0B", "this is LLVM's bitcode in its wrapper; llvm-dis writes it as text"},
                 {"\x03\x02\x23\x07", "this is SPIR-V, and not the IR that it becomes; translate it"},
                 {"\x07\x23\x02\x03", "this is SPIR-V, and not the IR that it becomes; translate it"},
                 {"\xEF\xBB\xBF", "the text begins with a byte order mark, which LLVM does not read; take it away"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strncmp(p->start, forms[i].beginning, strlen(forms[i].beginning)) == 0)
            ir_fail(p, ir_here(p), forms[i].message, "", 0);
}

/* NUL ends the text for the parser, so none may stand before its end. LLVM writes it as \00. */
static void refuse_nul(struct ir_parser *p) {
    const char *nul = memchr(p->start, '\0', (size_t)(p->end - p->start));
    if (!nul)
        return;
    struct ir_place place = {nul, 1, 1};
    for (const char *at = p->start; at < nul; at++) {
        place.line += *at == '\n';
        place.column = *at == '\n' ? 1 : place.column + 1;
    }
    ir_fail(p, place, "the text holds a NUL byte", "", 0);
}

/* An instruction takes more bytes of text than this, as a rule: then no array of instructions or names is
 * outgrown. */
enum { BYTES_OF_INSTRUCTION = 32 };

static void reserve(struct ir_parser *p, uint32_t instructions) {
    struct ir_module *module = p->module;
    ir_module_reserve(module, instructions);
    p->parsed->instructions = arena_allocate(p->arena, (size_t)instructions * sizeof *p->parsed->instructions);
    p->parsed->instruction_capacity = instructions;
    struct mmra_string *strings = arena_allocate(p->arena, ((size_t)instructions * 2 + 64) * sizeof *strings);
    if (module->string_count > 64)
        return;
    memcpy(strings, module->strings, module->string_count * sizeof *strings);
    module->strings = strings;
    module->string_capacity = instructions * 2 + 64;
}

static void parser_init(struct ir_parser *p, struct ir_module *module, const char *text, size_t length,
                        struct ir_parse_error *error) {
    *p = (struct ir_parser){.module = module, .arena = module->arena, .error = error, .line = 1};
    p->parsed = module->parsed = arena_allocate_array(p->arena, 1, sizeof *p->parsed);
    p->parsed->text = arena_copy_string(p->arena, text, length);
    p->parsed->length = length;
    p->start = p->at = p->line_start = p->parsed->text;
    p->end = p->start + length;
    p->globals.generation = p->locals.generation = 1;
    p->i1 = ir_type_integer(module, 1);
    p->i32 = ir_type_integer(module, 32);
    p->label = ir_type_simple(module, IR_TYPE_LABEL);
    p->metadata = ir_type_simple(module, IR_TYPE_METADATA);
    for (uint32_t space = 0; space < sizeof p->pointers / sizeof *p->pointers; space++)
        p->pointers[space] = ir_type_pointer(module, space);
    *ARENA_PUSH(p->arena, module->types, module->type_count, module->type_capacity) =
        (struct ir_type_info){.kind = IR_TYPE_OPAQUE, .name = ir_text_of(module, "opaque")};
    p->unknown_type = module->type_count - 1;
    /* Never NULL: those from a base on may be none, and NULL + 0 is undefined (C11 6.5.6). */
    arena_grow(p->arena, &p->scratch, 0, &p->scratch_capacity, sizeof *p->scratch);
    text_init(&p->comment, p->arena, 256);
    text_init(&p->rest, p->arena, 256);
    text_init(&p->tail, p->arena, 256);
    reserve(p, (uint32_t)(length / BYTES_OF_INSTRUCTION));
}

bool ir_parse(struct ir_module *module, const char *text, size_t length, struct ir_parse_error *error) {
    struct ir_parser p;
    *error = (struct ir_parse_error){0};
    if (length >= UINT32_MAX) {
        memcpy(error->message, "the text is larger than 4 GB", 29);
        return false;
    }
    parser_init(&p, module, text, length, error);
    refuse_other_forms(&p);
    refuse_nul(&p);
    take_head_comment(&p);
    while (!p.failed) {
        ir_skip_blanks(&p);
        if (*p.at == '\n')
            ir_next_line(&p);
        else if (p.at == p.end)
            break;
        else
            take_top_level(&p);
    }
    ir_end_types(&p);
    ir_end_globals(&p);
    ir_end_metadata(&p);
    ir_end_groups(&p);
    check_expressions(&p);
    if (text_length(&p.rest))
        module->module_asm_and_rest = ir_text(module, p.rest.start, text_length(&p.rest));
    if (text_length(&p.tail))
        p.parsed->tail = ir_text(module, p.tail.start, text_length(&p.tail));
    if (!p.failed)
        read_tags(&p);
    return !p.failed;
}
