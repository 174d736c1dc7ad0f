/* What an entry point does: smmra_facts of the public header says of each what it means. */
#ifndef TRANSLATOR_FACTS_H
#define TRANSLATOR_FACTS_H

#include "translator/lower/stages/interface.h"

/* Those of an entry point whose kernel is open, with its modes and its interface. */
void facts_find(struct lowering *l, struct interface_entry *entry);

#endif
