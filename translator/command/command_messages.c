/* Messages of the command: one form everywhere, which editors and CI read. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command.h"

#include <errno.h>
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

/* Any stream but standard output ends up on standard error. */
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

static const char *const severity_colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

static void print_severity(FILE *stream, smmra_severity severity) {
    put_color(stream, severity_colors[severity]);
    fprintf(stream, "%s: ", message_severity_names[severity]);
    put_color(stream, COLOR_NORMAL);
}

static void print_place(FILE *stream, const char *path, uint32_t line, uint32_t column) {
    put_color(stream, COLOR_BOLD);
    fputs(path ? printable(path, 256) : "spirv-mmra", stream);
    if (line)
        fprintf(stream, ":%u:%u", line, column ? column : 1);
    fputs(": ", stream);
    put_color(stream, COLOR_NORMAL);
}

/* " (shader.spv, word 12)" */
static void print_origin(FILE *stream, const struct message_place *place) {
    fprintf(stream, " (%s", printable(place->path ? place->path : "-", 256));
    if (place->line)
        fprintf(stream, ":%u:%u", place->line, place->column ? place->column : 1);
    if (place->word)
        fprintf(stream, ", word %u", place->word);
    putc(')', stream);
}

/* ---- messages as data ---- */

enum { FORM_TEXT, FORM_JSON, FORM_SARIF, MAX_MESSAGE = 8192 };
uint32_t message_form;
const char *const message_form_names[] = {"text", "json", "sarif", NULL};

static char *log_text; /* the results of a SARIF log so far */
static size_t log_length;
static FILE *log_stream;
static FILE *data_stream; /* of messages as data; NULL: standard error */

bool message_is_data(void) {
    return message_form != FORM_TEXT;
}

void message_findings_are_output(void) {
    if (!message_is_data() || data_stream)
        return;
    int output = dup(STDOUT_FILENO);
    data_stream = output < 0 ? NULL : fdopen(output, "w");
    if (data_stream)
        dup2(STDERR_FILENO, STDOUT_FILENO);
}

uint32_t message_count;

static FILE *data_output(void) {
    return data_stream ? data_stream : stderr;
}

static void put_json(FILE *stream, const struct message *message) {
    json_put_to(stream,
                "{\"severity\": %s, \"rule\": %s, \"file\": %s, \"line\": %u, \"column\": %u, \"word\": %u, "
                "\"source\": %p, \"message\": %s}\n",
                message_severity_names[message->severity], message->rule,
                message->place.path ? message->place.path : "", message->place.line, message->place.column,
                message->place.word, (const void *)message->place.source, message->text);
    for (size_t i = 0; i < message->note_count; i++)
        put_json(stream, &(struct message){.rule = message->rule,
                                           .place = message->notes[i].place,
                                           .severity = SMMRA_SEVERITY_NOTE,
                                           .text = message->notes[i].text});
}

/* Gives a place the column that the text shows: of the first character if none is known. */
static void find_column(struct message_place *place, smmra_source *source) {
    char line[1024] = "";
    if (!place->source || place->source->column)
        return;
    *source = *place->source;
    source->column = source_line(place, line, sizeof line) ? column_of(source, line) : 1;
    place->source = source;
}

static void put_data(FILE *stream, const struct message *message) {
    smmra_source sources[MESSAGE_MAX_NOTES + 1];
    struct message_note notes[MESSAGE_MAX_NOTES];
    struct message with_columns = *message;
    with_columns.notes = notes;
    find_column(&with_columns.place, &sources[MESSAGE_MAX_NOTES]);
    for (size_t i = 0; i < message->note_count; i++) {
        notes[i] = message->notes[i];
        find_column(&notes[i].place, &sources[i]);
    }
    (message_form == FORM_SARIF ? sarif_put : put_json)(stream, &with_columns);
}

static FILE *log_begin(void) {
    if (!log_stream)
        log_stream = open_memstream(&log_text, &log_length);
    return log_stream;
}

void message_deliver(const char *text, size_t length) {
    FILE *to = message_form == FORM_SARIF ? log_begin() : message_form == FORM_JSON ? data_output() : stderr;
    if (to)
        fwrite(text, 1, length, to);
}

void message_redirect(FILE *data) {
    data_stream = data;
    log_stream = NULL; /* what the other process has */
    log_text = NULL;
}

void message_hand_over(void) {
    if (log_stream && fclose(log_stream) == 0)
        fwrite(log_text, 1, log_length, data_output());
    free(log_text);
    log_text = NULL;
    log_stream = NULL;
}

/* The log of all messages; without any, of none. */
static void write_log(void) {
    if (log_stream)
        fclose(log_stream);
    sarif_write(data_output(), log_text, log_text ? log_length : 0);
    free(log_text);
    log_text = NULL;
    log_stream = NULL;
}

/* ---- messages as text ---- */

static void put_text(FILE *stream, const struct message_place *place, smmra_severity severity, const char *text,
                     const char *rule) {
    const smmra_source *source = place->source;
    char line[1024] = "";
    bool has_line = source && source_line(place, line, sizeof line);
    if (source)
        print_place(stream, source->file, source->line, has_line ? column_of(source, line) : source->column);
    else
        print_place(stream, place->path, place->line, place->column);
    print_severity(stream, severity);
    if (!source && place->word)
        fprintf(stream, "word %u: ", place->word);
    fputs(text, stream);
    if (source)
        print_origin(stream, place);
    if (rule)
        fprintf(stream, " [%s]", rule);
    putc('\n', stream);
    if (has_line)
        print_line(stream, source, line);
}

bool message_quiet, message_verbose;

void message_step(const char *path, const char *format, ...) {
    va_list given;
    if (!message_verbose || message_is_data())
        return;
    fprintf(stderr, "%s: ", printable(path, 256));
    va_start(given, format);
    vfprintf(stderr, format, given);
    va_end(given);
    putc('\n', stderr);
}

void message_put(FILE *stream, const struct message *message) {
    if (message_quiet && message->severity != SMMRA_SEVERITY_ERROR)
        return;
    if (message_is_data()) {
        FILE *to = message_form == FORM_SARIF ? log_begin() : data_output();
        message_count += message->severity != SMMRA_SEVERITY_NOTE;
        if (to)
            put_data(to, message);
        return;
    }
    put_text(stream, &message->place, message->severity, message->text, message->rule);
    for (size_t i = 0; i < message->note_count; i++)
        put_text(stream, &message->notes[i].place, SMMRA_SEVERITY_NOTE, message->notes[i].text, NULL);
}

void message_found(const char *rule, struct message_place place, smmra_severity severity, const char *text) {
    message_put(stdout, &(struct message){.rule = rule, .place = place, .severity = severity, .text = text});
}

void message_unknown(const char *path, const char *why) {
    if (why && message_is_data())
        message_found("unknown", (struct message_place){.path = path}, SMMRA_SEVERITY_WARNING, why);
}

void message_print(const struct message_place *place, smmra_severity severity, const char *format, ...) {
    char text[MAX_MESSAGE];
    va_list given;
    va_start(given, format);
    vsnprintf(text, sizeof text, format, given);
    va_end(given);
    message_put(stderr, &(struct message){.place = *place, .severity = severity, .text = text});
}

void message_diagnostic(const char *path, const smmra_diagnostic *diagnostic) {
    const struct message_place place = {path, diagnostic->line, diagnostic->column, diagnostic->word,
                                        diagnostic->source};
    message_print(&place, diagnostic->severity, "%s", diagnostic->message);
}

static struct message_note note_at(const char *path, const smmra_place *at) {
    return (struct message_note){{path, at->line, at->column, at->word, at->source}, at->message};
}

void message_finding(FILE *stream, const char *path, const smmra_finding *finding) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    struct message message = {.rule = finding->rule,
                              .place = {path, finding->line, finding->column, finding->word, finding->source},
                              .severity = finding->severity,
                              .text = finding->message,
                              .finding = finding,
                              .notes = notes};
    for (size_t i = 0; i < finding->related_count && i < MESSAGE_MAX_NOTES; i++)
        notes[message.note_count++] = note_at(path, finding->related[i]);
    message_put(stream, &message);
}

void message_verdict(const char *path, bool is_no) {
    message_put(stderr, &(struct message){.rule = is_no ? "verdict" : "unknown",
                                          .place = {.path = path},
                                          .severity = is_no ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_WARNING,
                                          .text = is_no ? "the verdict is no" : "the verdict is unknown"});
}

void message_litmus_finding(FILE *stream, const char *path, const smmra_litmus_finding *finding) {
    struct message_note notes[MESSAGE_MAX_NOTES];
    struct message message = {.rule = smmra_litmus_fault_name(finding->fault),
                              .place = {.path = path},
                              .severity = finding->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED ? SMMRA_SEVERITY_WARNING
                                                                                           : SMMRA_SEVERITY_ERROR,
                              .text = finding->message,
                              .notes = notes};
    for (size_t i = 0; i < finding->place_count && i <= MESSAGE_MAX_NOTES; i++) {
        struct message_note note = note_at(path, finding->places[i]);
        if (i)
            notes[message.note_count++] = note;
        else
            message.place = note.place, message.text = note.text;
    }
    /* Text has said before by which text there is a race, where the two differ. */
    if (message_is_data() && finding->fault == SMMRA_LITMUS_FAULT_RACE && finding->place_count &&
        strcmp(finding->message, "data race") != 0 && message.note_count < MESSAGE_MAX_NOTES)
        notes[message.note_count++] = (struct message_note){{.path = path}, finding->message};
    message_put(stream, &message);
}

/* Whether all of a stream was written; else a message that it was not. */
static bool is_written(FILE *stream, const char *name) {
    if (fflush(stream) == 0 && !ferror(stream))
        return true;
    message_print(&(struct message_place){.path = name}, SMMRA_SEVERITY_ERROR, "%s",
                  errno ? strerror(errno) : "cannot be written");
    return false;
}

int message_end(int status) {
    bool is_data = message_is_data();
    if (message_form == FORM_SARIF)
        write_log();
    message_form = FORM_TEXT;
    bool written = is_written(stdout, "standard output");
    if (data_stream)
        written &= is_written(data_stream, "standard output");
    else if (is_data)
        written &= is_written(stderr, "standard error");
    return written || status > SMMRA_INVALID_ARGUMENT ? status : SMMRA_INVALID_ARGUMENT;
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
