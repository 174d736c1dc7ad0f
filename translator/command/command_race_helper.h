/* race: an election of fragments that may elect a helper invocation, in words. */
#ifndef TRANSLATOR_COMMAND_RACE_HELPER_H
#define TRANSLATOR_COMMAND_RACE_HELPER_H

#include "translator/program/litmus_helpers.h"

/* A warning at what is lost then; as a member of a JSON object, after one. `lost` NULL: nothing is. */
void helper_print(const struct model_operation *lost, uint8_t language, const char *path);
void helper_put_json(const struct model_operation *lost);

#endif
