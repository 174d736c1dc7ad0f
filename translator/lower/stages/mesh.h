/* Task and mesh shaders: the payload and the launch (mesh.c; docs/guide/stages.md). */
#ifndef TRANSLATOR_MESH_H
#define TRANSLATOR_MESH_H

#include "translator/lower/functions/functions.h"
#include "translator/lower/opcode_rows.h"

/* At the beginning of the function of a mesh shader, which needs these environment items: makes visible what its task
 * wrote. */
void mesh_begin(struct lowering *l, const struct lowered_function *needs);

#endif
