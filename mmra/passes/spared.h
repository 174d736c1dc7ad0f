/* A pass for backends that read amdgcn-av: releases before which nothing is left in a cache, and acquires after which
 * nothing is read from one, need not touch the caches. mapping.md 10, "Fences that stay in the workgroup". */
#ifndef MMRA_SPARED_H
#define MMRA_SPARED_H

#include "mmra/ir/ir.h"

void spared_apply(struct ir_module *module);

#endif
