/* The place of the source that an instruction of a parsed module was compiled from, as !dbg says. Nodes are kept as
 * text, which is read here when somebody asks. */
#ifndef MMRA_IR_SOURCE_H
#define MMRA_IR_SOURCE_H

#include "mmra/ir/ir.h"

struct ir_source {
    const char *file; /* with its directory; hostile */
    uint32_t line, column;
    const char *function; /* NULL: not known */
};

/* False: nothing is known. The strings are in `arena`. */
bool ir_source_of_instruction(const struct ir_module *module, uint32_t instruction, struct arena *arena,
                              struct ir_source *source);
/* Its line alone; 0: not known. */
uint32_t ir_line_of_instruction(const struct ir_module *module, uint32_t instruction);
/* Finds the place of the function's definition. */
bool ir_source_of_function(const struct ir_module *module, ir_function function, struct arena *arena,
                           struct ir_source *source);

#endif
