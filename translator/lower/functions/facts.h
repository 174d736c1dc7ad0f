/* The facts of an entry point; smmra_facts of the public header says what each means. */
#ifndef TRANSLATOR_FACTS_H
#define TRANSLATOR_FACTS_H

#include "translator/lower/stages/interface.h"

/* Finds the facts of the entry point whose kernel is open, from its modes and its interface. */
void facts_find(struct lowering *l, struct interface_entry *entry);

#endif
