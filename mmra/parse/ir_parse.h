/* Reading LLVM's textual IR, of LLVM 15 and later: all that LLVM 22's parser takes, so pointers with types too, which
 * are read as it reads them (i32* is ptr), lines broken anywhere, and intrinsics that nothing declares.
 *
 * Everything that ir_print writes is read so that printing it again gives the same bytes, comments before
 * functions and instructions included. In any other IR every function, block, terminator, memory operation,
 * fence, call, attribute, metadata node and scope is read; what struct ir_module does not model is kept as
 * text and printed back. Comments elsewhere are dropped; one after an instruction on its line is kept as if
 * it stood before it. */
#ifndef MMRA_IR_PARSE_H
#define MMRA_IR_PARSE_H

#include "mmra/ir/ir.h"

struct ir_parse_error {
    uint32_t line, column; /* from 1; the column counts bytes */
    char message[200];
};

/* Reads `text` into `module`, which ir_module_init has made. The text is copied. On failure says where and
 * why, and the module holds what was read before. */
bool ir_parse(struct ir_module *module, const char *text, size_t length, struct ir_parse_error *error);

#endif
