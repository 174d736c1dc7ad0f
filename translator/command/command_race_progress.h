/* race: which progress of workgroups a module needs, in words. */
#ifndef TRANSLATOR_COMMAND_RACE_PROGRESS_H
#define TRANSLATOR_COMMAND_RACE_PROGRESS_H

#include "translator/program/litmus_progress.h"

/* Why it is not known whether a module ends where no more is promised; NULL: it is, or all workgroups go on. */
const char *progress_unknown(const struct litmus_progress *progress, uint32_t promised);
/* "never ends under obe" */
const char *progress_headline(uint32_t promised);
/* As lines of text, and a message where messages are data; as a member of a JSON object. */
void progress_print(struct litmus_race *race, const struct litmus_progress *progress, uint32_t promised,
                    const char *path);
void progress_put_json(struct litmus_race *race, const struct litmus_progress *progress, uint32_t promised);

#endif
