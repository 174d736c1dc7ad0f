#include "translator/command/command_race_helper.h"

#include <stdio.h>

#include "translator/command/command_modules.h"

static const char *text_of(const struct model_operation *lost) {
    return lost->flags & MODEL_ATOMIC
               ? "no fragment may do this atomic: the elected invocation may be a helper, whose atomics do nothing"
               : "no fragment may do this store: the elected invocation may be a helper, whose stores do nothing";
}

void helper_print(const struct model_operation *lost, uint8_t language, const char *path) {
    struct message_note notes[1];
    char advice[96];
    smmra_source source;
    if (!lost)
        return;
    struct message message = {.rule = "helper-elected",
                              .severity = SMMRA_SEVERITY_WARNING,
                              .text = text_of(lost),
                              .place = module_place(path, lost->origin, lost->place, &source),
                              .notes = notes,
                              .note_count = 1};
    snprintf(advice, sizeof advice, "elect among fragments alone: inside of if (!%s) { ... }",
             language_words(language)->is_helper);
    notes[0] = (struct message_note){{.path = path}, advice};
    message_put(stdout, &message);
}

void helper_put_json(const struct model_operation *lost) {
    if (!lost)
        return;
    json_put(", \"helper_elected\": {");
    module_put_json(text_of(lost), lost);
    json_put("}");
}
