/* race, report: findings that the settings know (command_settings.h). */
#ifndef TRANSLATOR_COMMAND_RACE_KNOWN_H
#define TRANSLATOR_COMMAND_RACE_KNOWN_H

#include "translator/command/command_settings.h"
#include "translator/program/litmus_race.h"

enum { MOST_KNOWN = 64, MOST_KNOWN_PLACES = 16 };

/* Pairs of instructions that have raced, and what is known of each; NULL: it is a finding. */
struct race_known {
    const char *path;
    struct known_pair {
        uint32_t words[2], lines[2];
        const struct settings_known *known;
    } pairs[MOST_KNOWN];
    struct known_place {
        uint32_t line;
        const struct settings_known *known;
    } places[MOST_KNOWN_PLACES]; /* of other findings */
    uint32_t place_count;
    uint32_t pair_count, count; /* of those, so many are known */
};

/* A race_program's `allows`, whose user is a race_known. */
bool known_allows(void *user, const struct model_operation *first, const struct model_operation *second);
/* The places that never ran without those that are known. */
const smmra_place *const *known_leave_out(const char *path, const smmra_place *const *places, size_t *count,
                                          struct arena *arena);
/* Why the settings know a finding of the library; NULL: they do not. */
const char *known_finding(const char *path, const smmra_litmus_finding *finding);
/* Whether they know what is found at one place, by its code; it is then told with what is known. */
bool known_at(struct race_known *known, const char *code, const struct model_place *place);
/* As lines of text, and as messages where messages are data; as a member of a JSON object, after one. */
void known_print(const struct race_known *known);
void known_put_json(const struct race_known *known);

#endif
