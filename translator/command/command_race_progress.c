#include "translator/command/command_race_progress.h"

#include <stdio.h>

#include "translator/command/command_modules.h"

static const char not_known[] = "whether it ends with less progress than `fair` is not known: a run takes too long";

const char *progress_unknown(const struct litmus_progress *progress, uint32_t promised) {
    return promised && progress->is_unknown && !progress->fails[promised] ? not_known : NULL;
}

const char *progress_headline(uint32_t promised) {
    static char text[64];
    snprintf(text, sizeof text, "never ends under `%s`", litmus_progress_names[promised]);
    return text;
}

void progress_print(struct litmus_race *race, const struct litmus_progress *progress, uint32_t promised,
                    const char *path) {
    const char *text = litmus_progress_text(race, progress);
    if (text) {
        const bool fails = progress->fails[promised]; /* else it is said to programs alone */
        if (fails || message_is_data())
            module_found("progress", fails ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_NOTE, path, progress->wait.at, text);
        printf("  progress: it needs `%s`: %s", litmus_progress_names[progress->needs], text);
        module_print_place(progress->wait.at);
        printf("  %s\n", litmus_progress_advice(race, progress->needs));
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
        json_put(", \"needs\": %s, \"suffices\": %d, ", litmus_progress_names[progress->needs],
                 !progress->fails[promised]);
        module_put_json(litmus_progress_text(race, progress), wait->at);
    }
    json_put("}");
}
