#include "mmra/base/search.h"
#include "mmra/print/ir_printer.h"

/* A parsed module keeps its numbers and its order: text that is kept as it stood may refer to them. */
static void keep_numbers(struct ir_printer *printer) {
    const struct ir_parsed *parsed = printer->module->parsed;
    printer->nodes = parsed->nodes;
    printer->node_count = parsed->node_count;
    for (uint32_t i = 0; i < printer->module->metadata_count; i++)
        printer->node_numbers[i] = printer->module->metadata[i].number;
}

/* Makes every node that printing may need: afterwards the module is only read. */
void ir_print_metadata_init(struct ir_printer *printer) {
    struct ir_module *module = printer->module;
    ir_value one = ir_integer(module, ir_type_integer(module, 32), 1);
    ir_metadata one_operand = ir_metadata_value(module, one);
    printer->empty_node = ir_metadata_tuple(module, NULL, 0);
    printer->one_node = ir_metadata_tuple(module, &one_operand, 1);
    printer->set_nodes = arena_allocate_array(module->arena, module->tags.count, sizeof *printer->set_nodes);
    for (mmra_set set = 0; set < module->tags.count; set++)
        printer->set_nodes[set] = ir_metadata_of_tags(module, set);
    if (!module->parsed)
        printer->attachments =
            arena_allocate_array(module->arena, module->tags.count, IR_ANNOTATIONS * sizeof *printer->attachments);
    printer->node_numbers = arena_allocate_array(module->arena, module->metadata_count, sizeof(uint32_t));
    printer->node_number_count = module->metadata_count;
    if (module->parsed)
        keep_numbers(printer);
}

static bool is_inline(const struct ir_metadata_info *node) {
    return node->kind == IR_METADATA_STRING || node->kind == IR_METADATA_VALUE;
}

/* Numbers a node, then its operands, as LLVM does. Nodes are built from their operands up, so they nest as
 * deep as their builder made them; what is waiting is kept in a list, not on the stack. */
static void number_node(struct ir_printer *printer, ir_metadata root) {
    struct ir_module *module = printer->module;
    ir_metadata *waiting = NULL;
    uint32_t count = 0, capacity = 0;
    *ARENA_PUSH(module->arena, waiting, count, capacity) = root;
    while (count) {
        ir_metadata metadata = waiting[--count];
        const struct ir_metadata_info *node = &module->metadata[metadata];
        if (!metadata || is_inline(node) || printer->node_numbers[metadata])
            continue;
        *ARENA_PUSH(module->arena, printer->nodes, printer->node_count, printer->node_capacity) = metadata;
        printer->node_numbers[metadata] = printer->node_count;
        for (uint32_t i = node->operand_count; i > 0; i--)
            *ARENA_PUSH(module->arena, waiting, count, capacity) = node->operands[i - 1];
    }
}

void ir_number_named_metadata(struct ir_printer *printer) {
    const struct ir_module *module = printer->module;
    if (module->parsed)
        return;
    for (uint32_t i = 0; i < module->named_metadata_count; i++)
        for (uint32_t k = 0; k < module->named_metadata[i].operand_count; k++)
            number_node(printer, module->named_metadata[i].operands[k]);
}

/* A node, which is numbered where it is printed first. */
static void print_number(struct ir_printer *printer, ir_metadata node) {
    if (!printer->node_numbers[node])
        number_node(printer, node);
    text_char(&printer->text, '!');
    text_unsigned(&printer->text, printer->node_numbers[node] - 1);
}

static void print_quoted(struct ir_printer *printer, ir_string string) {
    text_char(&printer->text, '"');
    text_escaped(&printer->text, ir_string_get(printer->module, string));
    text_char(&printer->text, '"');
}

void ir_print_metadata_reference(struct ir_printer *printer, ir_metadata metadata) {
    struct text *text = &printer->text;
    const struct ir_metadata_info *node = &printer->module->metadata[metadata];
    if (!metadata) {
        TEXT_LITERAL(text, "null");
        return;
    }
    if (node->kind == IR_METADATA_STRING) {
        text_char(text, '!');
        print_quoted(printer, node->text);
        return;
    }
    if (node->kind == IR_METADATA_VALUE) {
        ir_print_typed_value(printer, node->value);
        return;
    }
    if (!printer->node_numbers[metadata] && printer->module->parsed) { /* it stood where it was used */
        struct mmra_string string = ir_string_get(printer->module, node->text);
        text_bytes(text, string.bytes, string.length);
        return;
    }
    print_number(printer, metadata);
}

static void print_attachment(struct ir_printer *printer, const char *kind, ir_metadata node) {
    TEXT_LITERAL(&printer->text, ", !");
    text_string(&printer->text, kind);
    text_char(&printer->text, ' ');
    print_number(printer, node);
}

static ir_metadata location_of(struct ir_printer *printer, const struct ir_instruction *instruction) {
    const struct ir_function_info *function = printer->located;
    uint32_t end = COUNT_UP_TO(function->lines, function->line_count, source, instruction->source);
    return end ? function->lines[end - 1].location : 0;
}

char *ir_put_location(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    ir_metadata location = location_of(printer, instruction);
    if (!location && instruction->opcode == IR_CALL)
        location = printer->located->no_line;
    if (!location)
        return at;
    ir_leave_line(printer, at);
    print_attachment(printer, "dbg", location);
    return ir_go_on(printer);
}

static void print_known_attachments(struct ir_printer *printer, uint8_t annotations, mmra_set set) {
    for (int i = 0; i < IR_ANNOTATION_WORDS; i++) {
        uint16_t annotation = ir_annotation_words[i].attribute;
        if (annotation ? annotations & annotation : set)
            print_attachment(printer, ir_annotation_words[i].word,
                             !annotation                    ? printer->set_nodes[set]
                             : annotation == IR_NONTEMPORAL ? printer->one_node
                                                            : printer->empty_node);
    }
}

char *ir_put_other_attachments(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    const struct ir_module *module = printer->module;
    ir_leave_line(printer, at);
    if (!module->parsed) { /* else all of them stand in the notes, in their own order */
        struct ir_written *written = ir_written_attachments(printer, instruction);
        size_t start = text_length(&printer->text);
        if (!ir_print_again(printer, *written)) {
            print_known_attachments(printer, instruction->annotations, instruction->mmra);
            ir_note_written(written, start, text_length(&printer->text));
        }
    }
    if (instruction->notes) {
        if (ir_notes_of(module, instruction)->loop)
            print_attachment(printer, "llvm.loop", ir_notes_of(module, instruction)->loop);
        struct mmra_string attachments = ir_string_get(module, ir_notes_of(module, instruction)->attachments);
        text_bytes(&printer->text, attachments.bytes, attachments.length);
    }
    return ir_go_on(printer);
}

static void print_operands(struct ir_printer *printer, const ir_metadata *operands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            TEXT_LITERAL(&printer->text, ", ");
        ir_print_metadata_reference(printer, operands[i]);
    }
}

/* A string is a field of the record, without the '!' of metadata. */
static void print_field(struct ir_printer *printer, ir_metadata operand) {
    const struct ir_metadata_info *node = &printer->module->metadata[operand];
    if (node->kind == IR_METADATA_STRING)
        print_quoted(printer, node->text);
    else
        ir_print_metadata_reference(printer, operand);
}

static void print_record(struct ir_printer *printer, const struct ir_metadata_info *node) {
    struct mmra_string rest = ir_string_get(printer->module, node->text);
    for (uint32_t i = 0;; i++) {
        const char *mark = memchr(rest.bytes, IR_OPERAND_MARK, rest.length);
        uint32_t length = mark ? (uint32_t)(mark - rest.bytes) : rest.length;
        text_bytes(&printer->text, rest.bytes, length);
        if (!mark || i == node->operand_count)
            return;
        print_field(printer, node->operands[i]);
        rest = (struct mmra_string){mark + 1, rest.length - length - 1};
    }
}

static void print_node(struct ir_printer *printer, ir_metadata metadata) {
    struct text *text = &printer->text;
    const struct ir_metadata_info *node = &printer->module->metadata[metadata];
    ir_print_metadata_reference(printer, metadata);
    TEXT_LITERAL(text, " = ");
    if (node->kind == IR_METADATA_RECORD) {
        print_record(printer, node);
    } else if (node->text) {
        struct mmra_string string = ir_string_get(printer->module, node->text);
        text_bytes(text, string.bytes, string.length);
    } else {
        bool loop = node->kind == IR_METADATA_LOOP;
        if (loop)
            TEXT_LITERAL(text, "distinct ");
        TEXT_LITERAL(text, "!{");
        if (loop)
            ir_print_metadata_reference(printer, metadata);
        if (loop && node->operand_count)
            TEXT_LITERAL(text, ", ");
        print_operands(printer, node->operands, node->operand_count);
        text_char(text, '}');
    }
    text_char(text, '\n');
}

void ir_print_all_metadata(struct ir_printer *printer) {
    const struct ir_module *module = printer->module;
    struct text *text = &printer->text;
    for (uint32_t i = 0; i < module->named_metadata_count; i++) {
        const struct ir_named_metadata *named = &module->named_metadata[i];
        struct mmra_string name = ir_string_get(module, named->name);
        text_string(text, i ? "!" : "\n!");
        text_bytes(text, name.bytes, name.length);
        TEXT_LITERAL(text, " = !{");
        print_operands(printer, named->operands, named->operand_count);
        TEXT_LITERAL(text, "}\n");
    }
    for (uint32_t i = 0; i < printer->node_count; i++) {
        if (!i)
            text_char(text, '\n');
        print_node(printer, printer->nodes[i]);
    }
}
