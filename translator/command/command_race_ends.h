/* race: results that differ between orders though there is no race, in words. */
#ifndef TRANSLATOR_COMMAND_RACE_ENDS_H
#define TRANSLATOR_COMMAND_RACE_ENDS_H

#include "translator/program/litmus_orders.h"

/* As lines of text, and as messages where messages are data; as a member of a JSON object, after one. */
void ends_print(struct litmus_race *race, const struct race_ends *ends, const char *path);
void ends_put_json(struct litmus_race *race, const struct race_ends *ends);

#endif
