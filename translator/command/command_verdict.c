#include "translator/command/command_verdict.h"

#include <stdio.h>
#include <string.h>

#include "translator/internal_flags.h"

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
    return verdict_reading_text(text, scope->reading, scope->drivers, INTERNAL_FLAG_COMMAND);
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

/* If several places are in one file, the first names it. */
static void print_never_ran(const smmra_place *place, const smmra_place *before) {
    const smmra_source *source = place->source, *last = before ? before->source : NULL;
    if (before)
        printf(",");
    if (!source)
        printf(" word %u", place->word);
    else if (last && strcmp(last->file, source->file) == 0)
        printf(" %u", source->line);
    else
        printf(" %s:%u", printable(source->file, 256), source->line);
}

/* Those of which the same is to be said, from this one on; the first of them says it. */
static void print_alike(const struct verdict_scope *scope, size_t first) {
    const char *text = scope->never_ran[first]->message;
    const smmra_place *before = NULL;
    size_t shown = 0;
    printf(" ");
    for (size_t i = first; i < scope->never_ran_count; i++) {
        if (strcmp(scope->never_ran[i]->message, text) != 0)
            continue;
        if (shown++ < MOST_SHOWN)
            print_never_ran(scope->never_ran[i], before);
        before = scope->never_ran[i];
    }
    printf("%s %s\n", shown > MOST_SHOWN ? " and more" : "", printable(text, 512));
}

void verdict_print_never_ran(const struct verdict_scope *scope) {
    for (size_t i = 0; i < scope->never_ran_count; i++) {
        size_t same = 0;
        while (strcmp(scope->never_ran[same]->message, scope->never_ran[i]->message) != 0)
            same++;
        if (same == i)
            print_alike(scope, i);
    }
    if (scope->requires_coverage && scope->never_ran_count)
        printf("  --require-coverage: a failure, as operations on memory never ran\n");
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

int verdict_status(const struct verdict_scope *scope) {
    const bool lacks = !scope->never_ran_is_known || scope->never_ran_count;
    return scope->requires_coverage && lacks ? STATUS_NOT_COVERED : SMMRA_SUCCESS;
}

/* A single message names all lines. */
static void put_never_ran(const struct verdict_scope *scope) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    struct message message = {.rule = "never-ran",
                              .place = {.path = scope->path},
                              .severity = scope->requires_coverage ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_NOTE,
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
        json_put(", \"message\": %s}", place->message);
    }
    json_put(scope->never_ran_is_known ? "]" : "");
}
