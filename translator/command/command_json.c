/* What the answers of all subcommands share as JSON. */
#include <inttypes.h>
#include <string.h>

#include "mmra/base/json.h"
#include "translator/command/command.h"

void json_string(FILE *stream, const char *text) {
    char piece[JSON_PIECE];
    putc('"', stream);
    for (size_t i = 0, length = strlen(text); i < length;) {
        i += json_character(text + i, length - i, piece);
        fputs(piece, stream);
    }
    putc('"', stream);
}

void json_source(FILE *stream, const smmra_source *source) {
    if (!source) {
        fputs("null", stream);
        return;
    }
    fputs("{\"file\": ", stream);
    json_string(stream, source->file ? source->file : "");
    fprintf(stream, ", \"line\": %" PRIu32 ", \"column\": %" PRIu32 "}", source->line, source->column);
}

bool command_json;
static bool has_answers;

void json_begin(const char *path) {
    printf("%s\n  {\"file\": ", has_answers ? "," : "[");
    has_answers = true;
    json_string(stdout, path);
}

void json_end(void) {
    printf(has_answers ? "\n]\n" : "[]\n");
}

void json_restart(void) {
    has_answers = false;
}

void json_join(const char *answers, size_t length) {
    if (!length)
        return;
    printf(has_answers ? "," : "[");
    has_answers = true;
    fwrite(answers + 1, 1, length - 1, stdout); /* without their "[" */
}

void json_member(const char *name, const char *text) {
    printf(", \"%s\": ", name);
    if (text)
        json_string(stdout, text);
    else
        printf("null");
}

void json_finding(const smmra_finding *finding) {
    static const char *const severities[] = {"note", "warning", "error"};
    printf("    {\"severity\": \"%s\"", severities[finding->severity]);
    json_member("rule", finding->rule);
    printf(", \"line\": %" PRIu32 ", \"column\": %" PRIu32 ", \"word\": %" PRIu32 ", \"source\": ", finding->line,
           finding->column, finding->word);
    json_source(stdout, finding->source);
    json_member("message", finding->message);
    printf(", \"related\": [");
    for (size_t i = 0; i < finding->related_count; i++) {
        const smmra_place *place = finding->related[i];
        printf("%s{\"line\": %" PRIu32 ", \"column\": %" PRIu32 ", \"word\": %" PRIu32 ", \"source\": ", i ? ", " : "",
               place->line, place->column, place->word);
        json_source(stdout, place->source);
        json_member("message", place->message);
        printf("}");
    }
    printf("]}");
}
