/* Places in the source of a module, for messages, findings and debug information. */
#ifndef TRANSLATOR_SOURCES_H
#define TRANSLATOR_SOURCES_H

#include "translator/lower/lowering.h"

/* Sets l->places, in `arena`. */
void sources_read(struct lowering *l, struct arena *arena);

/* The place of a word, copied to `arena`; NULL: none is known. `places` may be NULL. */
const smmra_source *sources_at(struct spirv_places *places, uint32_t word, struct arena *arena);

#endif
