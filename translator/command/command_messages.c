/* Messages of the command: one form everywhere, which editors and CI read. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- colours ---- */

enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
uint32_t message_color;
const char *const message_color_names[] = {"auto", "always", "never", NULL};

#define COLOR_BOLD   "\033[1m"
#define COLOR_CARET  "\033[1;32m"
#define COLOR_NORMAL "\033[0m"

/* What is no terminal's own stream is written to standard error in the end. */
static bool has_colors(const FILE *stream) {
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    if (message_color != COLOR_AUTO)
        return message_color == COLOR_ALWAYS;
    return isatty(stream == stdout ? STDOUT_FILENO : STDERR_FILENO) && !(refused && *refused) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

static void put_color(FILE *stream, const char *color) {
    if (has_colors(stream))
        fputs(color, stream);
}

/* ---- the line of the source ---- */

enum { MAX_SHOWN = 200 }; /* characters of a line */

static uint32_t column_of(const smmra_source *source, const char *line) {
    return source->column ? source->column : (uint32_t)strspn(line, " \t") + 1;
}

/* The line, and a caret at its column. Where no column is known, all of the line is meant. */
static void print_line(FILE *stream, const smmra_source *source, const char *line) {
    size_t length = strlen(line), column = column_of(source, line) - 1;
    while (length && strchr(" \t", line[length - 1]))
        length--;
    if (!length)
        return;
    for (size_t i = 0; i < length && i < MAX_SHOWN; i++)
        putc((line[i] < 0x20 && line[i] != '\t') || line[i] > 0x7E ? '?' : line[i], stream);
    putc('\n', stream);
    if (column >= length || column >= MAX_SHOWN)
        return;
    for (size_t i = 0; i < column; i++)
        putc(line[i] == '\t' ? '\t' : ' ', stream);
    put_color(stream, COLOR_CARET);
    putc('^', stream);
    for (size_t i = column + 1; !source->column && i < length && i < MAX_SHOWN; i++)
        putc('~', stream);
    put_color(stream, COLOR_NORMAL);
    putc('\n', stream);
}

/* ---- messages ---- */

static const char *const severities[] = {"note", "warning", "error"};
static const char *const severity_colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

static void print_severity(FILE *stream, smmra_severity severity) {
    put_color(stream, severity_colors[severity]);
    fprintf(stream, "%s: ", severities[severity]);
    put_color(stream, COLOR_NORMAL);
}

static void print_place(FILE *stream, const char *path, uint32_t line, uint32_t column) {
    char shown[256];
    put_color(stream, COLOR_BOLD);
    fputs(path ? printable(path, shown, sizeof shown) : "spirv-mmra", stream);
    if (line)
        fprintf(stream, ":%u:%u", line, column ? column : 1);
    fputs(": ", stream);
    put_color(stream, COLOR_NORMAL);
}

/* " (shader.spv, word 12)" */
static void print_origin(FILE *stream, const struct message_place *place) {
    char shown[256];
    fprintf(stream, " (%s", printable(place->path ? place->path : "-", shown, sizeof shown));
    if (place->line)
        fprintf(stream, ":%u:%u", place->line, place->column ? place->column : 1);
    if (place->word)
        fprintf(stream, ", word %u", place->word);
    putc(')', stream);
}

/* ---- messages as data ---- */

enum { FORM_TEXT, FORM_JSON, FORM_SARIF, MAX_MESSAGE = 2048 };
uint32_t message_form;
const char *const message_form_names[] = {"text", "json", "sarif", NULL};

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static char *log_text; /* the results of a SARIF log so far */
static size_t log_length;
static FILE *log_stream;

static void put_json(FILE *stream, const struct message_place *place, smmra_severity severity, const char *text) {
    fprintf(stream, "{\"severity\": \"%s\", \"file\": ", severities[severity]);
    json_string(stream, place->path ? place->path : "");
    fprintf(stream, ", \"line\": %u, \"column\": %u, \"word\": %u, \"source\": ", place->line, place->column,
            place->word);
    json_source(stream, place->source);
    fputs(", \"message\": ", stream);
    json_string(stream, text);
    fputs("}\n", stream);
}

/* A path as a URI reference. */
static void put_uri(FILE *stream, const char *path) {
    putc('"', stream);
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_plain || strchr("-._~/", c))
            putc(c, stream);
        else
            fprintf(stream, "%%%02X", c);
    }
    putc('"', stream);
}

static void put_sarif(FILE *stream, const struct message_place *place, smmra_severity severity, const char *text) {
    const smmra_source *source = place->source;
    uint32_t line = source ? source->line : place->line, column = source ? source->column : place->column;
    const char *path = source ? source->file : place->path;
    fprintf(stream, "{\"level\": \"%s\", \"message\": {\"text\": ", severities[severity]);
    json_string(stream, text);
    fputs("}", stream);
    if (path) {
        fputs(", \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", stream);
        put_uri(stream, path);
        fputs("}", stream);
        if (line)
            fprintf(stream, ", \"region\": {\"startLine\": %u, \"startColumn\": %u}", line, column ? column : 1);
        else if (place->word)
            fprintf(stream, ", \"region\": {\"byteOffset\": %llu, \"byteLength\": 4}", place->word * 4ull);
        fputs("}}]", stream);
    }
    fputs("}", stream);
}

static void log_message(const struct message_place *place, smmra_severity severity, const char *text) {
    pthread_mutex_lock(&log_lock);
    if (!log_stream)
        log_stream = open_memstream(&log_text, &log_length);
    else
        fputs(",\n", log_stream);
    if (log_stream)
        put_sarif(log_stream, place, severity, text);
    pthread_mutex_unlock(&log_lock);
}

/* The log of all messages; without any, of none. */
static void write_log(void) {
    if (log_stream)
        fclose(log_stream);
    fprintf(stderr,
            "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n\"runs\": "
            "[{\"tool\": {\"driver\": {\"name\": \"spirv-mmra\", \"version\": \"%s\"}},\n\"results\": [\n%s\n]}]}\n",
            smmra_version_string(), log_text ? log_text : "");
    free(log_text);
    log_text = NULL;
    log_stream = NULL;
}

void message_print(FILE *stream, const struct message_place *place, smmra_severity severity, const char *format, ...) {
    const smmra_source *source = place->source;
    char line[1024] = "", text[MAX_MESSAGE];
    va_list given;
    if (message_form != FORM_TEXT) {
        va_start(given, format);
        vsnprintf(text, sizeof text, format, given);
        va_end(given);
        if (message_form == FORM_JSON)
            put_json(stream == stdout ? stderr : stream, place, severity, text);
        else
            log_message(place, severity, text);
        return;
    }
    bool has_line = source && source_line(place, line, sizeof line);
    if (source)
        print_place(stream, source->file, source->line, has_line ? column_of(source, line) : source->column);
    else
        print_place(stream, place->path, place->line, place->column);
    print_severity(stream, severity);
    if (!source && place->word)
        fprintf(stream, "word %u: ", place->word);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
    if (source)
        print_origin(stream, place);
    putc('\n', stream);
    if (has_line)
        print_line(stream, source, line);
}

void message_diagnostic(FILE *stream, const char *path, const smmra_diagnostic *diagnostic) {
    const struct message_place place = {path, diagnostic->line, diagnostic->column, diagnostic->word,
                                        diagnostic->source};
    message_print(stream, &place, diagnostic->severity, "%s", diagnostic->message);
}

void message_finding(FILE *stream, const char *path, const smmra_finding *finding) {
    const struct message_place place = {path, finding->line, finding->column, finding->word, finding->source};
    message_print(stream, &place, finding->severity, "%s [%s]", finding->message, finding->rule);
    for (size_t i = 0; i < finding->related_count; i++) {
        const smmra_place *related = finding->related[i];
        const struct message_place other = {path, related->line, related->column, related->word, related->source};
        message_print(stream, &other, SMMRA_SEVERITY_NOTE, "%s", related->message);
    }
}

int message_end(int status) {
    if (message_form == FORM_SARIF)
        write_log();
    message_form = FORM_TEXT;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    message_print(stderr, &(struct message_place){.path = "standard output"}, SMMRA_SEVERITY_ERROR, "%s",
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
