/* A module with at least one instruction of every opcode and every way to write it: for the printer, the
 * parser and whoever wants to see the IR being built. */
#ifndef IR_SAMPLE_H
#define IR_SAMPLE_H

#include "mmra/ir/ir.h"

/* What ir_print makes of it stands in ir_sample.ll, to the byte. */
void ir_sample_build(struct ir_module *module);

#endif
