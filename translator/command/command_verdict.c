#include "translator/command/command_verdict.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SHOWN = 20 };

struct verdict_scope verdict_scope_of(const char *path, const smmra_litmus_summary *summary) {
    return (struct verdict_scope){.path = path,
                                  .reading = summary->reading,
                                  .never_ran = summary->never_ran,
                                  .never_ran_count = summary->never_ran_count,
                                  .never_ran_is_known = summary->never_ran_is_known,
                                  .groups_by_default = summary->groups_by_default ? summary->groups[0] : 0,
                                  .is_wrong = summary->faults != 0};
}

static const char *reading_of(const struct verdict_scope *scope) {
    static char text[VERDICT_TEXT];
    return verdict_reading_text(text, scope->reading, scope->drivers);
}

void verdict_print_reading(const struct verdict_scope *scope) {
    const char *text = reading_of(scope);
    if (text)
        printf("  %s\n", text);
}

void verdict_print_assumption(const char *path, const char *assumption) {
    if (!assumption)
        return;
    printf("  taken for granted: %s\n", assumption);
    if (message_is_data())
        message_found("taken-for-granted", (struct message_place){.path = path}, SMMRA_SEVERITY_NOTE, assumption);
}

void verdict_print_never_ran(const struct verdict_scope *scope) {
    if (!scope->never_ran_count)
        return;
    printf("  never ran, so nothing is said of them:");
    for (size_t i = 0; i < scope->never_ran_count && i < MOST_SHOWN; i++) {
        const smmra_place *place = scope->never_ran[i];
        if (place->source)
            printf("%s %s:%u", i ? "," : "", printable(place->source->file, 256), place->source->line);
        else
            printf("%s word %u", i ? "," : "", place->word);
    }
    printf("%s (--input and --groups let them run)\n", scope->never_ran_count > MOST_SHOWN ? " and more" : "");
}

void verdict_print_groups(const struct verdict_scope *scope) {
    const char *one = scope->of_patches ? "patch" : "workgroup", *all = scope->of_patches ? "patches" : "workgroups";
    if (scope->groups_by_default == 2)
        printf("  two %s ran, as they share storage and --groups was not given\n", all);
    else if (scope->fell_back)
        printf("  one %s ran, as two were not explored to the end: races between %s need --groups 2\n", one, all);
    else if (scope->groups_by_default == 1 && !scope->is_wrong)
        printf("  one %s ran: races between %s need --groups 2 or more\n", one, all);
}

/* A single message names all lines. */
static void put_never_ran(const struct verdict_scope *scope) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    struct message message = {.rule = "never-ran",
                              .place = {.path = scope->path},
                              .severity = SMMRA_SEVERITY_NOTE,
                              .text = "operations on memory that no invocation came to: nothing is said of them",
                              .notes = notes};
    for (size_t i = 0; i < scope->never_ran_count && i < MESSAGE_MAX_NOTES; i++) {
        const smmra_place *place = scope->never_ran[i];
        notes[message.note_count++] =
            (struct message_note){{scope->path, 0, 0, place->word, place->source}, place->message};
    }
    if (message.note_count)
        message_put(stdout, &message);
}

void verdict_put_messages(const struct verdict_scope *scope) {
    if (!message_is_data())
        return;
    put_never_ran(scope);
    const char *text = reading_of(scope);
    if (!text && scope->reading && strcmp(scope->reading, "vulkan") != 0)
        text = "GLSL450 as drivers read it (--glsl450=conservative)";
    if (text)
        message_found("reading", (struct message_place){.path = scope->path}, SMMRA_SEVERITY_NOTE, text);
}

void verdict_put_json(const struct verdict_scope *scope) {
    json_put(", \"reading\": %s, \"drivers_race\": %i, \"never_ran\": ", scope->reading,
             !scope->drivers   ? SMMRA_LITMUS_VERDICT_NOT_ASKED
             : *scope->drivers ? SMMRA_LITMUS_VERDICT_YES
                               : SMMRA_LITMUS_VERDICT_NO);
    json_put(scope->never_ran_is_known ? "[" : "null");
    for (size_t i = 0; i < scope->never_ran_count; i++) {
        const smmra_place *place = scope->never_ran[i];
        json_put(", {\"word\": %u", place->word);
        if (place->source)
            json_put(", \"line\": %u, \"file\": %s", place->source->line, place->source->file);
        json_put("}");
    }
    json_put(scope->never_ran_is_known ? "]" : "");
}
