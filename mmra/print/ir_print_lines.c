/* This file prints where instructions come from, as debug information: the line of an instruction is the word of the
 * SPIR-V instruction that it comes from, so that LLVM's passes and backend carry it to the machine code. */
#include "mmra/print/ir_printer.h"

/* Nodes of their own, after all others. */
enum { NODE_UNIT = 1 << 30, NODE_FILE, NODE_TYPE, NODE_VERSION, NODE_FUNCTIONS };

static uint32_t node_of(const struct ir_printer *printer) {
    return NODE_FUNCTIONS + (uint32_t)(printer->unnumbered - printer->module->functions);
}

void ir_print_function_lines(struct ir_printer *printer) {
    text_format(&printer->text, " !dbg !%u", node_of(printer));
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

void ir_print_lines(struct ir_printer *printer) {
    struct text *text = &printer->text;
    text_format(text, "\n!llvm.dbg.cu = !{!%d}\n!llvm.module.flags = !{!%d}\n\n", NODE_UNIT, NODE_VERSION);
    text_format(text,
                "!%d = distinct !DICompileUnit(language: DW_LANG_C, file: !%d, emissionKind: LineTablesOnly)\n"
                "!%d = !DIFile(filename: \"SPIR-V words\", directory: \"\")\n"
                "!%d = !DISubroutineType(types: null)\n"
                "!%d = !{i32 2, !\"Debug Info Version\", i32 3}\n",
                NODE_UNIT, NODE_FILE, NODE_FILE, NODE_TYPE, NODE_VERSION);
    for (uint32_t i = 1; i < printer->module->function_count; i++)
        if (printer->module->functions[i].defined)
            text_format(text,
                        "!%u = distinct !DISubprogram(file: !%d, type: !%d, spFlags: DISPFlagDefinition, unit: !%d)\n",
                        NODE_FUNCTIONS + i, NODE_FILE, NODE_TYPE, NODE_UNIT);
}
