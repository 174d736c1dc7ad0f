/* Which components of a built-in the module looks at: a driver fills no registers for others. */
#ifndef TRANSLATOR_BUILTIN_COMPONENTS_H
#define TRANSLATOR_BUILTIN_COMPONENTS_H

#include "translator/lower/lowering.h"

enum { ALL_COMPONENTS = 7 };

/* A bit for each of x, y and z of an Input variable that is a vector: never too few. */
uint32_t builtin_components_used(struct lowering *l, spirv_id variable);

#endif
