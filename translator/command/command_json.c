/* The answers of all subcommands share this as JSON. */
#include <string.h>

#include "mmra/base/json.h"
#include "translator/command/command.h"

bool command_json;
static bool has_answers;
static char last_put; /* of what went to standard output */

void json_put_bytes(void *stream, const char *bytes, size_t length) {
    fwrite(bytes, 1, length, stream);
}

/* A place in a source; null without one. */
static void put_source(void *stream, const void *object) {
    const smmra_source *source = object;
    if (source)
        json_put_to(stream, "{\"file\": %s, \"line\": %u, \"column\": %u}", source->file ? source->file : "",
                    source->line, source->column);
    else
        json_put_to(stream, "null");
}

void json_put(const char *format, ...) {
    struct json_writer writer = {.put = json_put_bytes, .put_object = put_source, .user = stdout, .last = last_put};
    va_list values;
    va_start(values, format);
    json_write(&writer, format, values);
    va_end(values);
    last_put = writer.last;
}

void json_put_to(FILE *stream, const char *format, ...) {
    struct json_writer writer = {.put = json_put_bytes, .put_object = put_source, .user = stream};
    va_list values;
    va_start(values, format);
    json_write(&writer, format, values);
    va_end(values);
}

void json_begin(const char *path) {
    if (!has_answers)
        json_put("[");
    has_answers = true;
    json_put(",\n  {\"file\": %s", path);
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

const char *const message_severity_names[] = {"note", "warning", "error"};

void json_finding(const smmra_finding *finding) {
    json_put(",\n    {\"severity\": %s, \"rule\": %s, \"line\": %u, \"column\": %u, \"word\": %u, \"source\": %p, "
             "\"message\": %s, \"related\": [",
             message_severity_names[finding->severity], finding->rule, finding->line, finding->column, finding->word,
             (const void *)finding->source, finding->message);
    for (size_t i = 0; i < finding->related_count; i++) {
        const smmra_place *place = finding->related[i];
        json_put(", {\"line\": %u, \"column\": %u, \"word\": %u, \"source\": %p, \"message\": %s}", place->line,
                 place->column, place->word, (const void *)place->source, place->message);
    }
    json_put("]}");
}

void json_place(uint32_t word, const smmra_source *source, const char *message) {
    json_put(", {\"word\": %u, \"source\": %p, \"message\": %s}", word, (const void *)source, message);
}

void json_grid(const uint32_t groups[3], const uint32_t local[3], uint32_t subgroup) {
    json_put(",\n   \"grid\": {\"groups\": [%u, %u, %u], \"local\": [%u, %u, %u], \"subgroup\": %u}", groups[0],
             groups[1], groups[2], local[0], local[1], local[2], subgroup);
}
