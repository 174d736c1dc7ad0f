/* Geometry shaders: vertices that are emitted while the shader runs (geometry.c; docs/guide/stages.md). */
#ifndef TRANSLATOR_GEOMETRY_H
#define TRANSLATOR_GEOMETRY_H

#include "translator/lower/functions/entry_point.h"
#include "translator/lower/opcode_rows.h"

/* When it is known what each function needs: one that emits needs the outputs of the entry point too. */
void geometry_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count);

#endif
