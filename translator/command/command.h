/* The command line: subcommands, their options, files in and out. It translates and checks through spirv_mmra.h alone.
 * Besides it uses the checker's table of rules, for its help; the model checker, which is not in the library;
 * spirv/later.h, for what SPIRV-Tools does not know yet; and the names of spirv/module.h, for JSON. */
#ifndef TRANSLATOR_COMMAND_H
#define TRANSLATOR_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "translator/spirv_mmra_litmus.h"

/* One subcommand: its arguments start after its name. Returns the exit status. */
int command_translate(int argc, char **argv);
/* The exit status that only litmus has: some verdict is unknown, and none says no. */
enum { STATUS_UNKNOWN = 6 };
int command_litmus(int argc, char **argv);
int command_check(int argc, char **argv);
int command_cost(int argc, char **argv);
int command_race(int argc, char **argv);
int command_report(int argc, char **argv);
int command_explain(int argc, char **argv);

/* How each subcommand is called, and what each is: parts of spirv-mmra --help (command.c). */
void subcommands_usage(void);
void subcommands_help(void);
/* What the exit statuses mean, which is the same for all. */
void exit_status_help(void);

/* ---- messages (command_messages.c) ---- */

/* The place to which a message points: a file, and in it a line and column of text or a word of SPIR-V, each 0 if there
 * is none. Without a file it is about the command line. */
struct message_place {
    const char *path;
    uint32_t line, column, word;
    const smmra_source *source; /* which then stands before the message, and the others behind it; NULL: not known */
};

/* Whether messages have colours: --color. */
extern uint32_t message_color;
extern const char *const message_color_names[];
#define MESSAGE_COLOR_OPTION                                                                                           \
    {"--color",          "WHEN",         "colours in messages: auto (default: on a terminal), always, never",          \
     OPTION_CHOICE,      &message_color, 0,                                                                            \
     message_color_names}

/* The folder below which source files are read that a module names: --source-root. NULL: the input's own; "": none. */
extern const char *message_source_root;
#define MESSAGE_SOURCE_OPTION                                                                                          \
    {"--source-root",                                                                                                  \
     "DIR",                                                                                                            \
     "show source lines from files below DIR alone (default: the input's directory; empty: read no source file)",      \
     OPTION_TEXT,                                                                                                      \
     (void *)&message_source_root,                                                                                     \
     0,                                                                                                                \
     NULL,                                                                                                             \
     NULL}

/* The form of messages: --diagnostics. As JSON each is an object in a line of its own; as SARIF all are a log, which
 * message_end() writes. Both are data, and go where findings go as text. */
extern uint32_t message_form;
extern const char *const message_form_names[];
#define MESSAGE_FORM_OPTION                                                                                            \
    {"--diagnostics",                                                                                                  \
     "FORM",                                                                                                           \
     "messages as text (default), json (an object in each line) or sarif (a log at the end), where findings go",       \
     OPTION_CHOICE,                                                                                                    \
     &message_form,                                                                                                    \
     0,                                                                                                                \
     message_form_names}

bool message_is_data(void);
bool message_is_sarif(void);
/* The messages so far, as data, but for those that are mere notes. */
extern uint32_t message_count;

/* A subcommand whose findings are its output calls this once it knows its options: messages as data go to standard
 * output, and what it prints besides for people to standard error. */
void message_findings_are_output(void);

/* A further place that a message speaks of. */
struct message_note {
    struct message_place place;
    const char *text;
};

struct message {
    const char *rule; /* of what is found; NULL: it is about an input or an option */
    struct message_place place;
    smmra_severity severity;
    const char *text;
    bool shows_rule; /* behind the text */
    const struct message_note *notes;
    size_t note_count;
};
enum { MESSAGE_MAX_NOTES = 64 };

/* Writes one line, and one for each note, in the form of all messages: FILE:LINE:COLUMN: SEVERITY: TEXT, without the
 * parts that the place lacks. With a place in a source, its line follows, if the module or a file has it, and a caret
 * below. As data, `stream` matters only if it is neither standard output nor standard error: message_deliver() takes
 * what it has.
 */
void message_put(FILE *stream, const struct message *message);
void message_deliver(const char *text, size_t length);
void message_print(FILE *stream, const struct message_place *place, smmra_severity severity, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Returns what the library says in the words of the command. It lives until the next call. */
const char *message_in_options(const char *message);
void message_diagnostic(FILE *stream, const char *path, const smmra_diagnostic *diagnostic);
/* With a note for each place that the finding speaks of. */
void message_finding(FILE *stream, const char *path, const smmra_finding *finding);
/* That the verdict on a file is no, or unknown, as data: where no message says what is wrong. */
void message_verdict(const char *path, bool is_no);
void message_litmus_finding(FILE *stream, const char *path, const smmra_litmus_finding *finding);

/* ---- messages as SARIF (command_sarif.c) ---- */

/* A result behind others, its related places, and its end. A rule that is NULL is that of unusable inputs. */
void sarif_put_result(FILE *stream, const char *rule, const struct message_place *place, smmra_severity severity,
                      const char *text);
void sarif_put_related(FILE *stream, const struct message_place *place, const char *text, bool first);
void sarif_end_result(FILE *stream, bool has_related);
/* A whole log with these results. */
void sarif_write(FILE *stream, const char *results, size_t length);

/* -q: errors alone. -v: also what is done. */
extern bool message_quiet, message_verbose;
/* Says what is done, for -v. */
void message_step(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define MESSAGE_VOLUME_OPTIONS                                                                                         \
    {"-q", NULL, "say what is wrong, and nothing else", OPTION_FLAG, &message_quiet}, {                                \
        "-v", NULL, "say on standard error what is read, run and written", OPTION_FLAG, &message_verbose               \
    }

/* The line of source text at a place with a source: from the module, or else from the file that it names, as it is
 * named, beside the input or in the folder of --source-root, where that is below the latter. False: there is none
 * (command_source_line.c). */
bool source_line(const struct message_place *place, char *line, size_t size);

/* An error of the command line. */
#define MESSAGE_USAGE(...) message_print(stderr, &(struct message_place){0}, SMMRA_SEVERITY_ERROR, __VA_ARGS__)

/* The exit status; if standard output could not be written, a message and the status of a file that cannot be written.
 */
int message_end(int status);

/* Finds the considered name that is almost `given`; NULL: none is. */
struct nearest {
    const char *given, *name;
    size_t edits;
};
void nearest_consider(struct nearest *nearest, const char *name);

/* For a process of its own: messages as data go there, and results of a log are handed over without it. */
void message_redirect(FILE *data);
void message_hand_over(void);

/* ---- several inputs (command_folder.c, command_parallel.c) ---- */

/* Inputs that are directories become the files in them, in the order of their names, whose names end so (NULL after the
 * last). The new count, or -1 after a message. */
int inputs_of_folders(int count, char ***paths, const char *const *endings);

/* Runs each number below `count`, so many at a time, in processes whose output is shown in order. `json`: they answer
 * by json_begin(), each as if it were the first; *first then says whether any has answered. The highest status. */
enum { MAX_PARALLEL = 64 };
int parallel_run(uint32_t workers, int count, bool json, bool *first, int (*run)(void *user, int number), void *user);

/* ---- the time that there is (command_watch.c) ---- */

/* The command works on one input at a time. Its time begins; `seconds` of 0: as long as it takes. From now on the first
 * interrupt ends the work on inputs, with what is known by then, and the second one the command. */
void watch_begin(uint32_t seconds);
/* Whether the work may go on, and whether it must end. `user` is not looked at. Cheap: ask often. */
bool watch_goes_on(void *user);
bool watch_is_over(void *user);
/* For smmra_litmus_options.progress: the same, and a line of progress on a terminal. */
bool watch_progress(void *user, const smmra_litmus_statistics *statistics);
/* Removes the line of progress. */
void watch_end(void);
/* Why work ended that the watch may have ended; else `other`. Lives until it is asked again. */
const char *watch_reason(const char *other);

/* ---- options (command_options.c) ---- */

enum option_kind {
    OPTION_FLAG,     /* sets a bool */
    OPTION_FLAG_BIT, /* sets `bit` in a uint32_t */
    OPTION_TEXT,     /* a const char * */
    OPTION_NUMBER,   /* a uint32_t */
    OPTION_CHOICE,   /* a uint32_t: index of the value in `choices` */
    OPTION_CALL      /* calls `call` with the value */
};

struct option {
    const char *name;  /* "--entry", or "-o" */
    const char *value; /* name of its value in --help; NULL: none */
    const char *help;
    enum option_kind kind;
    void *target;
    uint32_t bit;
    const char *const *choices;                    /* NULL-terminated */
    bool (*call)(void *target, const char *value); /* false: the value is wrong */
};

/* Reads the arguments of a subcommand ("check"): options in any order, as --name VALUE, --name=VALUE or -oVALUE;
 * everything else, "-" included, is an input and is moved to the front of argv. "--" ends the options. Returns the
 * number of inputs, or -1 after a message to stderr. */
int options_read(const char *subcommand, const struct option *options, size_t option_count, int argc, char **argv);

/* Prints the list of options for --help. */
void options_help(const struct option *options, size_t option_count);

/* X, X,Y or X,Y,Z into three uint32_t, each of 1 to 65,535, as Vulkan's drivers all take; or to 1,024, of what the
 * model checker runs. For OPTION_CALL. */
bool option_grid(void *target, const char *text);
bool option_small_grid(void *target, const char *text);

/* ID=VALUE of a specialization constant: true, false, an integer, or 0x... bits; a value with a point is a 32-bit
 * float. */
bool option_specialization(const char *text, smmra_specialization *specialization);

/* ---- answers as JSON (command_json.c) ---- */

/* A string of JSON, in printable ASCII (mmra/base/json.h). */
void json_string(FILE *stream, const char *text);
/* An element of the array of answers, which it begins if it is the first: up to the value of its member "file". What
 * follows begins with a comma. */
void json_begin(const char *path, bool *first);
/* The end of that array, on a line of its own; `first`: it has no element. */
void json_end(bool first);
/* One more member: a string, or null. */
void json_member(const char *name, const char *text);
/* A place in a source as an object; null without one. */
void json_source(FILE *stream, const smmra_source *source);
/* A finding of the checker, as an object on lines of its own. */
void json_finding(const smmra_finding *finding);
/* What translate answers about an input: an element of the array. */
void translate_print_json(const char *input, const char *output, const smmra_translation *translation, bool *first);

/* ---- files (command_files.c) ---- */

/* What is wrong with a file that begins like this; NULL: nothing. `length` bytes, and a NUL after them. */
typedef const char *(*file_fault)(const char *path, const char *start, size_t length);

/* Reads a whole file, or standard input for "-"; NULL after a message to `errors`, with the exit status in *status. A
 * file with a fault (`fault` may be NULL) is not read beyond its beginning. The caller frees the bytes. */
char *file_read(const char *path, size_t *length, file_fault fault, int *status, FILE *errors);
/* From now on no file of more bytes is read. Call it before there are other threads. */
void file_read_at_most(size_t bytes);

/* Faults of what should be a SPIR-V module or its assembly, and of what should be LLVM IR. */
const char *fault_of_spirv(const char *path, const char *start, size_t length);
const char *fault_of_ir(const char *path, const char *start, size_t length);
/* That of what should be a litmus program, by its name. */
const char *fault_of_program(const char *path, const char *start, size_t length);

bool path_ends_in(const char *path, const char *ending);

/* Whether it is SPIR-V assembly: by its name, or for standard input by its first byte. */
bool is_assembly(const char *path, const char *start, size_t length);

/* Writes a whole file or nothing: into a new file beside it that then takes its name, so that the old content stays on
 * failure. It follows a link, and writes to a device or pipe directly. "-" is standard output. `input` must not be the
 * same file. False after a message to `errors`. */
bool file_write(const char *path, const char *input, const char *text, size_t length, FILE *errors);

/* A name or path that is safe to show on a terminal: control and non-ASCII bytes are replaced. It is in `buffer`. */
const char *printable(const char *text, char *buffer, size_t size);

#endif
