/* A pass for backends: fences whose scope is beyond the workgroup, and that tell no other workgroup of anything, nor
 * learn anything of one. mapping.md 10, "Fences that stay in the workgroup". */
#ifndef MMRA_REACH_H
#define MMRA_REACH_H

#include "mmra/ir/ir.h"

void reach_apply(struct ir_module *module);

#endif
