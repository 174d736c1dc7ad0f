#include "translator/command/command_race_known.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 1024 };

/* The line of the source at a place; false: none is known. */
static bool read_line(const char *path, const struct model_place *place, char line[LINE]) {
    if (!place)
        return false;
    const smmra_source source = litmus_source_of(place);
    const struct message_place at = {.path = path, .source = &source};
    return source_line(&at, line, LINE);
}

static const struct settings_known *ask(const struct race_known *known, const struct model_operation *first,
                                        const struct model_operation *second) {
    char lines[2][LINE];
    const char *const both[] = {lines[0], lines[1]};
    if (!settings_path() || !read_line(known->path, first->place, lines[0]) ||
        !read_line(known->path, second->place, lines[1]))
        return NULL;
    return settings_allow("race", both, 2);
}

bool known_allows(void *user, const struct model_operation *first, const struct model_operation *second) {
    struct race_known *known = user;
    for (uint32_t i = 0; i < known->pair_count; i++) {
        const uint32_t *words = known->pairs[i].words;
        if ((words[0] == first->origin && words[1] == second->origin) ||
            (words[0] == second->origin && words[1] == first->origin))
            return known->pairs[i].known;
    }
    if (known->pair_count == MOST_KNOWN)
        return false;
    struct known_pair *pair = &known->pairs[known->pair_count++];
    *pair = (struct known_pair){.words = {first->origin, second->origin}, .known = ask(known, first, second)};
    if (!pair->known)
        return false;
    pair->lines[0] = first->place->line;
    pair->lines[1] = second->place->line;
    known->count++;
    return true;
}

const smmra_place *const *known_leave_out(const char *path, const smmra_place *const *places, size_t *count,
                                          struct arena *arena) {
    const smmra_place **left = arena_allocate_array(arena, *count + 1, sizeof(const smmra_place *));
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        char line[LINE];
        const char *const one[] = {line};
        const struct message_place at = {.path = path, .source = places[i]->source};
        if (!settings_path() || !at.source || !source_line(&at, line, sizeof line) ||
            !settings_allow("never-ran", one, 1))
            left[kept++] = places[i];
    }
    *count = kept;
    return left;
}

bool known_at(struct race_known *known, const char *code, const struct model_place *place) {
    char line[LINE];
    const char *const one[] = {line};
    const bool can = settings_path() && known->place_count < MOST_KNOWN_PLACES && read_line(known->path, place, line);
    const struct settings_known *found = can ? settings_allow(code, one, 1) : NULL;
    if (found)
        known->places[known->place_count++] = (struct known_place){place->line, found};
    return found;
}

const char *known_finding(const char *path, const smmra_litmus_finding *finding) {
    char lines[2][LINE];
    const char *const both[] = {lines[0], lines[1]};
    if (!settings_path() || finding->fault != SMMRA_LITMUS_FAULT_RACE || finding->place_count < 2)
        return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        const struct message_place at = {.path = path, .source = finding->places[i]->source};
        if (!at.source || !source_line(&at, lines[i], LINE))
            return NULL;
    }
    const struct settings_known *known = settings_allow("race", both, 2);
    return known ? known->why : NULL;
}

/* "a known race of lines 12 and 13: all store 1 (shaders/spirv-mmra.toml:7)" */
static void print(const struct race_known *known, const struct settings_known *one, const char *what) {
    char text[512];
    snprintf(text, sizeof text, "a known %s: %s (%s:%u)", what, printable(one->why, 256), settings_path(), one->line);
    printf("  %s\n", printable(text, sizeof text));
    if (message_is_data())
        message_found(one->finding, (struct message_place){.path = known->path}, SMMRA_SEVERITY_NOTE, text);
}

void known_print(const struct race_known *known) {
    char what[64];
    for (uint32_t i = 0; i < known->pair_count; i++) {
        const struct known_pair *pair = &known->pairs[i];
        snprintf(what, sizeof what, "race of lines %u and %u", pair->lines[0], pair->lines[1]);
        if (pair->known)
            print(known, pair->known, what);
    }
    for (uint32_t i = 0; i < known->place_count; i++) {
        snprintf(what, sizeof what, "%s at line %u", known->places[i].known->finding, known->places[i].line);
        print(known, known->places[i].known, what);
    }
}

void known_put_json(const struct race_known *known) {
    if (!known->count && !known->place_count)
        return;
    json_put(", \"known\": [");
    for (uint32_t i = 0; i < known->pair_count; i++)
        if (known->pairs[i].known)
            json_put(", {\"rule\": %s, \"lines\": [%u, %u], \"why\": %s}", "race", known->pairs[i].lines[0],
                     known->pairs[i].lines[1], known->pairs[i].known->why);
    for (uint32_t i = 0; i < known->place_count; i++)
        json_put(", {\"rule\": %s, \"lines\": [%u], \"why\": %s}", known->places[i].known->finding,
                 known->places[i].line, known->places[i].known->why);
    json_put("]");
}
