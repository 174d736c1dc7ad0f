/* Messages of the command: one form everywhere, which editors and CI read. */
#include "translator/command/command.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static const char *const severities[] = {"note", "warning", "error"};

void message_print(FILE *stream, const struct message_place *place, smmra_severity severity, const char *format, ...) {
    char shown[256];
    fputs(place->path ? printable(place->path, shown, sizeof shown) : "spirv-mmra", stream);
    if (place->line)
        fprintf(stream, ":%u:%u", place->line, place->column ? place->column : 1);
    fprintf(stream, ": %s: ", severities[severity]);
    if (place->word)
        fprintf(stream, "word %u: ", place->word);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
    fputc('\n', stream);
}

void message_diagnostic(FILE *stream, const char *path, const smmra_diagnostic *diagnostic) {
    const struct message_place place = {path, diagnostic->line, diagnostic->column, diagnostic->word};
    message_print(stream, &place, diagnostic->severity, "%s", diagnostic->message);
}

void message_finding(FILE *stream, const char *path, const smmra_finding *finding) {
    const struct message_place place = {path, finding->line, finding->column, finding->word};
    message_print(stream, &place, finding->severity, "%s [%s]", finding->message, finding->rule);
    for (size_t i = 0; i < finding->related_count; i++) {
        const smmra_place *related = &finding->related[i];
        const struct message_place other = {path, related->line, related->column, related->word};
        message_print(stream, &other, SMMRA_NOTE, "%s", related->message);
    }
}

int message_end(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    message_print(stderr, &(struct message_place){.path = "standard output"}, SMMRA_ERROR, "%s",
                  errno ? strerror(errno) : "cannot be written");
    return status > SMMRA_INVALID_ARGUMENT ? status : SMMRA_INVALID_ARGUMENT;
}

/* ---- the nearest name ---- */

enum { LONGEST_NAME = 32 };

/* The edit distance: characters inserted, deleted or replaced, and neighbours exchanged. */
static size_t distance(const char *from, const char *to) {
    size_t rows[3][LONGEST_NAME + 1] = {{0}}, length = strlen(to);
    for (size_t k = 0; k <= length; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= strlen(from); i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            size_t other = above[k - 1] + (from[i - 1] != to[k - 1]);
            row[k] = above[k] < row[k - 1] ? above[k] + 1 : row[k - 1] + 1;
            if (other < row[k])
                row[k] = other;
            if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1] && second[k - 2] + 1 < row[k])
                row[k] = second[k - 2] + 1;
        }
    }
    return rows[strlen(from) % 3][length];
}

void nearest_consider(struct nearest *nearest, const char *name) {
    if (strlen(nearest->given) > LONGEST_NAME || strlen(name) > LONGEST_NAME)
        return;
    size_t edits = distance(nearest->given, name);
    if (edits > 2 || edits >= strlen(name) / 2 || (nearest->name && edits >= nearest->edits))
        return;
    nearest->name = name;
    nearest->edits = edits;
}
