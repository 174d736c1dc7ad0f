/* Per-vertex inputs: those of tessellation and geometry shaders that are arrayed over vertices, and of fragment shaders
 * that are PerVertexKHR. The function has no parameters for them; each load asks the shell (docs/guide/stages.md). */
#ifndef TRANSLATOR_VERTEX_INPUTS_H
#define TRANSLATOR_VERTEX_INPUTS_H

#include "translator/lower/memory/pointers.h"

/* The value behind a pointer into such a variable. */
ir_value vertex_input_load(struct lowering *l, const struct pointer *pointer);

#endif
