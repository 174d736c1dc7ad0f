/* The command line: subcommands, their options, files in and out. It translates and checks through spirv_mmra.h alone.
 * Besides it uses the checker's table of rules, for its help; the model checker, which is not in the library;
 * spirv/later.h, for what SPIRV-Tools does not know yet; and the names of spirv/module.h, for JSON. */
#ifndef TRANSLATOR_COMMAND_H
#define TRANSLATOR_COMMAND_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "mmra/base/arena.h"
#include "translator/spirv_mmra_litmus.h"

/* ---- subcommands (command.c) ---- */

/* A subcommand: its options besides those of all, the inputs that it takes, and what it does with them. */
struct subcommand {
    const char *name, *arguments, *what; /* in the list of all */
    const char *help;                    /* of its own: sentences */
    const struct option *options;
    size_t option_count;
    const char *const *endings; /* of its files in a directory, NULL after the last; NULL: it takes none */
    size_t source_options;      /* so many rows of these (command_source.h); 0: it takes no sources */
    void *state; /* what its own options set, `state_size` bytes, if an input may have some of its own; else NULL */
    size_t state_size;
    bool findings_are_output;             /* messages as data go to standard output, as --json does */
    const char *(*misfit)(int inputs);    /* what is wrong with the options and inputs together; NULL: nothing */
    int (*run)(int count, char **inputs); /* the exit status */
};
extern const struct subcommand command_translate, command_check, command_cost, command_litmus, command_race,
    command_prove, command_report, command_record, command_explain;

/* ---- work that is done anew (command_again.c) ---- */

/* Returns in a new process now, and in another one each time that an input has changed; the process of the caller goes
 * on until a signal ends it. Anything but SMMRA_SUCCESS, after a message where no process can be started: nothing is to
 * be done. */
int watch_inputs(int count, char **paths);

/* As SMMRA_CANCELLED: the time is over; and where some verdict is unknown and none says no. And nothing is wrong, but
 * with --require-coverage operations never ran. */
enum { STATUS_UNKNOWN = 6, STATUS_NOT_COVERED = 8 };

/* The status of several inputs (command_work.c): the highest, but what is wrong counts for more than what never ran. */
int status_of_both(int a, int b);

/* ---- messages (command_messages.c) ---- */

/* The place to which a message points: a file, and in it a line and column of text or a word of SPIR-V, each 0 if there
 * is none. Without a file it is about the command line. */
struct message_place {
    const char *path;
    uint32_t line, column, word;
    const smmra_source *source; /* which then stands before the message, and the others after it; NULL: not known */
};

/* Whether messages have colours: --color. */
extern uint32_t message_color;
extern const char *const message_color_names[];
/* The folder below which source files are read that a module names: --source-root. NULL: the input's own; "": none. */
extern const char *message_source_root;
/* The form of messages: --diagnostics. As JSON each is an object in a line of its own; as SARIF all are a log, which
 * message_end() writes. Both are data, and go where findings go as text. */
extern uint32_t message_form;
extern const char *const message_form_names[];
bool message_is_data(void);
/* The messages so far, as data, but for those that are mere notes. */
extern uint32_t message_count;

/* Messages as data go to standard output from now on, and what is printed besides for people to standard error. */
void message_findings_are_output(void);

/* A further place that a message speaks of. */
struct message_note {
    struct message_place place;
    const char *text;
};

struct mend; /* command_mend.h */
struct message {
    const char *rule; /* of what is found; NULL: it is about an input or an option */
    struct message_place place;
    smmra_severity severity;
    const char *text;
    const struct message_note *notes;
    size_t note_count;
    const smmra_finding *finding; /* of the checker, if it is one; else NULL */
    const struct mend *mend;      /* of the source at the place, for a log; NULL: there is none */
};
enum { MESSAGE_MAX_NOTES = 64 };

/* Writes one line, and one for each note, in the form of all messages: FILE:LINE:COLUMN: SEVERITY: TEXT, without the
 * parts that the place lacks. With a place in a source, its line follows, if the module or a file has it, and a caret
 * below. As data, messages go where data go. */
void message_put(FILE *stream, const struct message *message);
void message_deliver(const char *text, size_t length);
/* Writes a finding without notes to standard output. */
void message_found(const char *rule, struct message_place place, smmra_severity severity, const char *text);
/* Says as data why a verdict on a file is unknown; NULL: it is not. As text the verdict has said so. */
void message_unknown(const char *path, const char *why);
/* Writes a message without notes to standard error. */
void message_print(const struct message_place *place, smmra_severity severity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void message_diagnostic(const char *path, const smmra_diagnostic *diagnostic);
/* With a note for each place that the finding speaks of. */
void message_finding(FILE *stream, const char *path, const smmra_finding *finding);
/* That the verdict on a file is no, or unknown, as data: where no message says what is wrong. */
void message_verdict(const char *path, bool is_no);
void message_litmus_finding(FILE *stream, const char *path, const smmra_litmus_finding *finding);

/* ---- messages as SARIF (command_sarif.c) ---- */

/* A result after others, with its notes. A rule that is NULL is that of unusable inputs. */
void sarif_put(FILE *stream, const struct message *message);
/* A whole log with these results. */
void sarif_write(FILE *stream, const char *results, size_t length);

/* -q: errors alone. -v: also what is done. */
extern bool message_quiet, message_verbose;
/* Says what is done, for -v. */
void message_step(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The line of source text at a place with a source: from the module, or else from the file that it names, as it is
 * named, beside the input or in the folder of --source-root, where that is below the latter. False: there is none
 * (command_source_line.c). */
bool source_line(const struct message_place *place, char *line, size_t size);

/* An error in an input, and one of the command line. */
#define MESSAGE_ERROR(path_, ...)                                                                                      \
    message_print(&(struct message_place){.path = (path_)}, SMMRA_SEVERITY_ERROR, __VA_ARGS__)
#define MESSAGE_USAGE(...) message_print(&(struct message_place){0}, SMMRA_SEVERITY_ERROR, __VA_ARGS__)

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
 * last); or else the sources of shaders in them, where those are taken. The new count, or -1 after a message. */
int inputs_of_folders(int count, char ***paths, const char *const *endings, bool takes_sources);

/* Runs each number below `count`, several at a time in processes whose output is shown in order. The highest status. */
enum { MAX_PARALLEL = 64 };
int parallel_run(uint32_t workers, int count, int (*run)(void *user, int number), void *user);

/* ---- the time that there is (command_watch.c) ---- */

/* The command works on one input at a time. Its time begins; `seconds` of 0: as long as it takes. From now on the first
 * interrupt ends the work on inputs, with what is known by then, and the second one the command. */
void watch_begin(uint32_t seconds);
/* The time alone: the first interrupt ends the command, which has nothing to show before the end. */
void watch_limit(uint32_t seconds);
/* Whether the work may go on, and whether it must end. `user` is not looked at. Cheap: ask often. */
bool watch_goes_on(void *user);
bool watch_is_over(void *user);
/* A line of progress, if standard error is a terminal: now and then, however often it is called. */
void watch_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For smmra_litmus_options.progress: whether it may go on, with such a line. */
bool watch_progress(void *user, const smmra_litmus_statistics *statistics);
/* Removes the line of progress. */
void watch_end(void);
/* Why work ended that the watch may have ended; else `other`. Lives until it is asked again. */
const char *watch_reason(const char *other);

/* ---- the work on an input (command_work.c) ---- */

/* An input's bytes, and memory that ends with the work. */
struct work {
    const char *path, *bytes;
    size_t length;
    struct arena arena;
    struct mmra_watch watch; /* of the arena */
    jmp_buf landing;         /* of what cannot go on: an enum work_end */
};

enum work_end { WORK_OUT_OF_MEMORY = 1, WORK_OUT_OF_TIME };

struct work_rules {
    const char *(*fault)(const char *path, const char *start, size_t length); /* as file_fault */
    size_t memory;
    uint32_t seconds; /* 0: as long as it takes */
    int (*run)(struct work *work);
    int (*ended)(struct work *work, enum work_end why); /* by a jump */
};

/* Reads the file and does the work; the exit status. */
int work_on(struct work *work, const char *path, const struct work_rules *rules);
/* The same of an input that is read, after watch_begin(). */
int work_on_bytes(struct work *work, const char *path, const char *bytes, size_t length,
                  const struct work_rules *rules);
/* Runs each input; the highest status. */
int inputs_each(int count, char **inputs, int (*run)(const char *path));

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

/* Reads the arguments of a subcommand: options in any order, as --name VALUE, --name=VALUE or -oVALUE; everything else,
 * "-" included, is an input and is moved to the front of argv. "--" ends the options. Returns the number of inputs, or
 * -1 after a message to stderr. */
int options_read(const struct subcommand *subcommand, int argc, char **argv);
/* An input may have options of its own (command_settings.h). These set all options as they are without any, give one
 * more, and give those of the command line once more. False: that is no value of the option. */
void options_restart(const struct subcommand *subcommand);
bool options_give(const struct subcommand *subcommand, const char *name, const char *value);
bool options_again(const struct subcommand *subcommand);
/* --help, and the list of options that it prints. */
extern bool options_ask_for_help;
/* --watch, of the subcommands whose findings are their output. */
extern bool options_ask_to_watch;
void options_help(const struct subcommand *subcommand);

/* X, X,Y or X,Y,Z into three uint32_t, each of 1 to 65,535, as Vulkan's drivers all take; or to 1,024, of what the
 * model checker runs. For OPTION_CALL. */
bool option_grid(void *target, const char *text);
bool option_small_grid(void *target, const char *text);

/* ID=VALUE of a specialization constant: true, false, an integer, or 0x... bits; a value with a point is a 32-bit
 * float. */
bool option_specialization(const char *text, smmra_specialization *specialization);

/* ---- answers as JSON (command_json.c) ---- */

/* Returns what a noun that is counted ends in. */
static inline const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* By smmra_severity; text and SARIF have the same words. */
extern const char *const message_severity_names[];
/* JSON by a template (mmra/base/json.h), on standard output or another stream; %p is an smmra_source, or null. */
void json_put(const char *format, ...) __attribute__((format(printf, 1, 2)));
void json_put_to(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A FILE *, for a json_writer of one's own. */
void json_put_bytes(void *stream, const char *bytes, size_t length);
/* --json, and its row of a table of options. */
extern bool command_json;
#define JSON_OPTION(help) {"--json", NULL, help, OPTION_FLAG, &command_json}

/* An element of the array of answers, up to the value of its member "file". What follows begins with a comma. */
void json_begin(const char *path);
/* The end of that array, on a line of its own. */
void json_end(void);
/* In a process of its own the array begins anew; the answers of such a process are put after those so far. */
void json_restart(void);
void json_join(const char *answers, size_t length);
/* Items of lists: a finding of the checker, on lines of its own; a place that a finding speaks of. */
void json_finding(const smmra_finding *finding);
void json_place(uint32_t word, const smmra_source *source, const char *message);
/* The member "grid" of an answer. */
void json_grid(const uint32_t groups[3], const uint32_t local[3], uint32_t subgroup);
/* Writes the answer of translate about an input, an element of the array. */
void translate_print_json(const char *input, const char *output, const smmra_translation *translation);

/* ---- files (command_files.c) ---- */

/* Returns the fault of a file that begins like this, or NULL. A NUL follows the `length` bytes. */
typedef const char *(*file_fault)(const char *path, const char *start, size_t length);

/* Reads a whole file, or standard input for "-"; NULL after a message, with the exit status in *status. A
 * file with a fault (`fault` may be NULL) is not read beyond its beginning. The caller frees the bytes. */
char *file_read(const char *path, size_t *length, file_fault fault, int *status);
/* From now on no file of more bytes is read. */
void file_read_at_most(size_t bytes);

/* Faults of what should be a SPIR-V module or its assembly, LLVM IR, and a processor's assembly. */
const char *fault_of_spirv(const char *path, const char *start, size_t length);
const char *fault_of_ir(const char *path, const char *start, size_t length);
const char *fault_of_code(const char *path, const char *start, size_t length);
/* That of what should be a litmus program, by its name. */
const char *fault_of_program(const char *path, const char *start, size_t length);

bool path_ends_in(const char *path, const char *ending);

/* The kind that -x gives to inputs, as the ending of a name: ".comp"; NULL: their names say it. */
const char *input_kind(void);
extern const char *const input_kinds[];              /* without the point; NULL after the last */
bool input_kind_set(void *target, const char *kind); /* for OPTION_CALL; false: there is no such kind */
/* Whether the input is of the kind whose names end so: by -x, or else by its own name. */
bool input_ends_in(const char *path, const char *ending);
bool input_begins_like_spirv(const char *start, size_t length);
bool input_begins_like_glsl(const char *start);
bool input_begins_like_hlsl(const char *start);

/* As file_read(); of a source it is the module that a compiler makes of it. */
char *input_read(const char *path, size_t *length, file_fault fault, int *status);

/* Whether it is SPIR-V assembly: by its name, or for standard input by its first byte. */
bool is_assembly(const char *path, const char *start, size_t length);

/* Writes a whole file or nothing: into a new file beside it that then takes its name, so that the old content stays on
 * failure. It follows a link, and writes to a device or pipe directly. "-" is standard output. `input` must not be the
 * same file. False after a message. */
bool file_write(const char *path, const char *input, const char *text, size_t length);

/* A name or path that is safe to show on a terminal: control and non-ASCII bytes are replaced, and it is cut off to
 * `size` bytes with its NUL. It lives until as many more are made. */
enum { PRINTABLE_AT_ONCE = 4, MOST_PRINTABLE = 512 };
const char *printable(const char *text, size_t size);
/* Code, on standard output: its lines and tabs stay. */
void print_printable(const char *text, size_t length);

#endif
