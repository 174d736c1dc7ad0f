#include "translator/command/command_race_progress.h"

#include <stdio.h>

#include "translator/command/command.h"

static const char not_known[] = "whether it ends with less progress than `fair` is not known: a run takes too long";

const char *progress_unknown(const struct litmus_progress *progress, uint32_t promised) {
    return promised && progress->is_unknown && !progress->fails[promised] ? not_known : NULL;
}

const char *progress_headline(uint32_t promised) {
    static char text[64];
    snprintf(text, sizeof text, "never ends under `%s`", litmus_progress_names[promised]);
    return text;
}

static smmra_source source_of(const struct model_place *place) {
    return (smmra_source){place->file, place->line, place->column, place->function, place->text};
}

/* The message is an error if no more is promised, and else one for programs alone. */
static void put_message(const struct litmus_progress *progress, uint32_t promised, const char *path, const char *text) {
    const struct model_operation *at = progress->wait.at;
    const bool fails = progress->fails[promised];
    smmra_source source;
    struct message_place place = {.path = path, .word = at->origin};
    if (at->place) {
        source = source_of(at->place);
        place.source = &source;
    }
    if (fails || message_is_data())
        message_found("progress", place, fails ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_NOTE, text);
}

void progress_print(struct litmus_race *race, const struct litmus_progress *progress, uint32_t promised,
                    const char *path) {
    const char *text = litmus_progress_text(race, progress);
    if (text) {
        const struct model_place *place = progress->wait.at->place;
        put_message(progress, promised, path, text);
        printf("  progress: it needs `%s`: %s", litmus_progress_names[progress->needs], text);
        if (place)
            printf(" (%s:%u)", printable(place->file, 256), place->line);
        printf("\n  %s\n", litmus_progress_advice(progress->needs));
    } else if (progress->is_told) {
        printf("  progress: %s\n", not_known);
    }
}

void progress_put_json(struct litmus_race *race, const struct litmus_progress *progress, uint32_t promised) {
    const struct race_wait *wait = &progress->wait;
    if (!progress->is_told)
        return;
    json_put(", \"progress\": {\"assumed\": %s, \"known\": %d", litmus_progress_names[promised], !progress->is_unknown);
    if (wait->at) {
        json_put(", \"needs\": %s, \"suffices\": %d, \"message\": %s, \"word\": %u",
                 litmus_progress_names[progress->needs], !progress->fails[promised],
                 litmus_progress_text(race, progress), wait->at->origin);
        if (wait->at->place)
            json_put(", \"file\": %s, \"line\": %u", wait->at->place->file, wait->at->place->line);
    }
    json_put("}");
}
