/* This file prints where instructions come from, as debug information: the line of an instruction is the word of the
 * SPIR-V instruction that it comes from, so that LLVM's passes and backend carry it to the machine code. */
#include "mmra/print/ir_printer.h"

/* Nodes of their own, behind all others. */
enum { FIRST_NODE = 1 << 30 };
enum { NODE_UNIT, NODE_FILE, NODE_TYPE, NODE_VERSION, NODE_FUNCTIONS };

static uint32_t node_of(const struct ir_printer *printer) {
    return FIRST_NODE + NODE_FUNCTIONS + (uint32_t)(printer->unnumbered - printer->module->functions);
}

void ir_print_function_lines(struct ir_printer *printer) {
    text_string(&printer->text, " !dbg !");
    text_unsigned(&printer->text, node_of(printer));
}

char *ir_put_line_of(const struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    at = TEXT_PUT(at, ", !dbg !DILocation(");
    at = TEXT_PUT(at, "line: ");
    at = text_put_unsigned(at, instruction->source);
    at = TEXT_PUT(at, ", scope: !");
    at = text_put_unsigned(at, printer->line_scope);
    *at++ = ')';
    return at;
}

void ir_begin_lines(struct ir_printer *printer) {
    printer->line_scope = node_of(printer);
}

static void print_node(struct ir_printer *printer, uint32_t node, const char *text) {
    text_char(&printer->text, '!');
    text_unsigned(&printer->text, FIRST_NODE + node);
    text_string(&printer->text, " = ");
    text_string(&printer->text, text);
}

static void print_reference(struct ir_printer *printer, const char *field, uint32_t node) {
    text_string(&printer->text, field);
    text_unsigned(&printer->text, FIRST_NODE + node);
}

static void print_functions(struct ir_printer *printer) {
    for (uint32_t i = 1; i < printer->module->function_count; i++) {
        if (!printer->module->functions[i].defined)
            continue;
        print_node(printer, NODE_FUNCTIONS + i, "distinct !DISubprogram(");
        print_reference(printer, "file: !", NODE_FILE);
        print_reference(printer, ", type: !", NODE_TYPE);
        print_reference(printer, ", spFlags: DISPFlagDefinition, unit: !", NODE_UNIT);
        text_string(&printer->text, ")\n");
    }
}

void ir_print_lines(struct ir_printer *printer) {
    struct text *text = &printer->text;
    print_reference(printer, "\n!llvm.dbg.cu = !{!", NODE_UNIT);
    print_reference(printer, "}\n!llvm.module.flags = !{!", NODE_VERSION);
    text_string(text, "}\n\n");
    print_node(printer, NODE_UNIT, "distinct !DICompileUnit(language: DW_LANG_C, ");
    print_reference(printer, "file: !", NODE_FILE);
    text_string(text, ", emissionKind: LineTablesOnly)\n");
    print_node(printer, NODE_FILE, "!DIFile(filename: \"SPIR-V words\", directory: \"\")\n");
    print_node(printer, NODE_TYPE, "!DISubroutineType(types: null)\n");
    print_node(printer, NODE_VERSION, "!{i32 2, !\"Debug Info Version\", i32 3}\n");
    print_functions(printer);
}
