/* A compiler that is installed makes a module of a source, with lines, in memory. */
#define _GNU_SOURCE /* memfd_create, mkostemps */

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mmra/base/text.h"
#include "translator/command/command_process.h"
#include "translator/command/command_source.h"

static const char *const language_names[] = {
    [SOURCE_GLSL] = "GLSL", [SOURCE_HLSL] = "HLSL", [SOURCE_SLANG] = "Slang", [SOURCE_WGSL] = "WGSL"};

/* ---- compilers ---- */

/* The words after a command: %f is the source, %o the module, %e the environment, %s the stage, and %p and %l its other
 * names; %I and %D stand for the lists of -I and -D. `input` is the word for standard input; NULL: it reads files
 * alone.
 */
static const struct family {
    const char *name; /* which the command's begins with */
    enum source_language language;
    const char *environment, *arguments, *input;
} families[] = {
    {"glslang", SOURCE_GLSL, "vulkan1.3", "%f -V -g --target-env %e -S %s %I %D -o %o", "--stdin"},
    {"glslc", SOURCE_GLSL, "vulkan1.3", "-g --target-env=%e -x glsl -fshader-stage=%s %I %D -o %o %f", "-"},
    {"dxc", SOURCE_HLSL, "vulkan1.3", "-spirv -Zi -fspv-target-env=%e -T %p -E main %I %D -Fo %o %f", NULL},
    {"glslang", SOURCE_HLSL, "vulkan1.1", "%f -D -V -g --target-env %e -S %s -e main %I %D -o %o", "--stdin"},
    {"glslc", SOURCE_HLSL, "vulkan1.1", "-g --target-env=%e -x hlsl -fshader-stage=%s %I %D -o %o %f", "-"},
    {"slangc", SOURCE_HLSL, "vulkan1.3", "-target spirv -g -stage %l -entry main %I %D -o %o %f", NULL},
    {"slangc", SOURCE_SLANG, "vulkan1.3", "-target spirv -g %I %D -o %o %f", NULL},
    {"tint", SOURCE_WGSL, "vulkan1.3", "--format spirv -o %o %f", NULL},
    {"naga", SOURCE_WGSL, "vulkan1.3", "-g %f %o", NULL},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* The commands of that family, of which the first that is installed is taken. */
static const char *const commands[] = {"glslangValidator", "glslang", "glslc", "dxc", "slangc", "tint", "naga"};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct family *family_of(const char *command, enum source_language language) {
    size_t length = strcspn(command, " \t"), start = length;
    while (start && command[start - 1] != '/')
        start--;
    for (size_t i = 0; i < FAMILIES; i++)
        if (families[i].language == language && length - start >= strlen(families[i].name) &&
            memcmp(command + start, families[i].name, strlen(families[i].name)) == 0)
            return &families[i];
    return NULL;
}

static const char *installed_for(enum source_language language) {
    for (size_t i = 0; i < FAMILIES; i++)
        for (size_t k = 0; k < COMMANDS && families[i].language == language; k++)
            if (family_of(commands[k], language) == &families[i] && process_is_installed(commands[k]))
                return commands[k];
    return NULL;
}

static const char *command_for(enum source_language language) {
    const char *named = getenv("SMMRA_COMPILER");
    return source_compiler ? source_compiler : named && *named ? named : installed_for(language);
}

const char *source_compiler_of(enum source_language language, const char **environment) {
    const char *command = command_for(language);
    const struct family *family = command ? family_of(command, language) : NULL;
    *environment = source_target_env ? source_target_env : family ? family->environment : NULL;
    return command;
}

/* ---- the words of a command ---- */

enum { MAX_WORDS = 60 };

struct call {
    const struct source *source;
    const struct family *family; /* NULL: the command reads standard input and writes standard output */
    const char *command;
    int changed; /* the file that it reads in place of the source's own; -1: none */
    char source_name[64];
    int module; /* the file that it writes */
    char module_name[64];
    bool has_name; /* which is to be removed */
    struct arena arena;
    jmp_buf landing;
    const char *words[MAX_WORDS + 1];
    size_t count;
    char *output; /* the module; owned */
    size_t length;
    int status;
};

static void add_word(struct call *call, const char *word) {
    if (call->count < MAX_WORDS)
        call->words[call->count++] = word;
}

static void add_list(struct call *call, const char *option, const struct source_words *given) {
    for (size_t i = 0; i < given->count; i++) {
        struct text text;
        text_init(&text, &call->arena, 64);
        text_format(&text, "%s%s", option, given->words[i]);
        add_word(call, text_finish(&text));
    }
}

static const char *value_of(const struct call *call, char letter) {
    const struct source *source = call->source;
    bool is_stdin = strcmp(source->path, "-") == 0;
    return letter == 'f'   ? (source->is_changed ? call->source_name
                              : is_stdin         ? call->family->input
                                                 : source->path)
           : letter == 'o' ? call->module_name
           : letter == 'e' ? (source_target_env ? source_target_env : call->family->environment)
           : letter == 's' ? source->stage->ending
           : letter == 'p' ? source->stage->profile
                           : source->stage->slang;
}

/* Whether the command that somebody gave has the option already, perhaps with another value. */
static bool has_option(const char *command, const char *word, size_t length) {
    size_t name = 0;
    while (name < length && word[name] != '=')
        name++;
    for (const char *at = command; (at = strstr(at, " -")); at++)
        if (strncmp(at + 1, word, name) == 0 && strchr(" =", at[1 + name]))
            return true;
    return false;
}

static void add_argument(struct call *call, const char *word, size_t length) {
    const char *percent = memchr(word, '%', length);
    struct text text;
    if (percent && percent[1] == 'I') {
        add_list(call, "-I", &source_includes);
    } else if (percent && percent[1] == 'D') {
        add_list(call, "-D", &source_defines);
    } else {
        text_init(&text, &call->arena, 64);
        text_format(&text, "%.*s%s", (int)(percent ? percent - word : (long)length), word,
                    percent ? value_of(call, percent[1]) : "");
        add_word(call, text_finish(&text));
    }
}

static void add_arguments(struct call *call) {
    bool is_left_out = false;
    for (const char *word = call->family->arguments; *word;) {
        size_t length = strcspn(word, " ");
        bool is_option = *word == '-';
        is_left_out = is_option ? has_option(call->command, word, length)
                                : is_left_out && !strchr("foID", word[1]); /* its value */
        if (!is_left_out)
            add_argument(call, word, length);
        word += length + (word[length] == ' ');
    }
}

/* ---- the compiler runs ---- */

/* Takes a message, of which nothing is obeyed by a terminal, and the exit status. */
__attribute__((format(printf, 3, 4))) static void fail(struct call *call, int status, const char *format, ...) {
    char text[MOST_PRINTABLE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    MESSAGE_ERROR(call->source->path, "%s", printable(text, sizeof text));
    call->status = status;
}

/* A file without a name; but naga goes by the ending of a name. */
static void open_module(struct call *call) {
    const char *folder = getenv("TMPDIR");
    call->has_name = call->family && strcmp(call->family->name, "naga") == 0;
    if (call->has_name) {
        snprintf(call->module_name, sizeof call->module_name, "%.40s/smmra-XXXXXX.spv",
                 folder && strlen(folder) <= 40 ? folder : "/tmp");
        call->module = mkostemps(call->module_name, (int)strlen(".spv"), O_CLOEXEC);
    } else {
        call->module = memfd_create("module", 0);
        snprintf(call->module_name, sizeof call->module_name, "/proc/self/fd/%d", call->module);
    }
    if (call->module < 0)
        fail(call, SMMRA_INVALID_ARGUMENT, "no file for its module: %s", strerror(errno));
}

/* The changed text, in a file without a name. What it includes lies beside the source. */
static void open_changed(struct call *call) {
    const struct source *source = call->source;
    call->changed = source->is_changed ? memfd_create("source", 0) : -1;
    snprintf(call->source_name, sizeof call->source_name, "/proc/self/fd/%d", call->changed);
    if (source->is_changed &&
        (call->changed < 0 || write(call->changed, source->text, source->length) != (ssize_t)source->length))
        fail(call, SMMRA_INVALID_ARGUMENT, "no file for a change of it: %s", strerror(errno));
}

static void add_own_folder(struct call *call) {
    const char *path = call->source->path, *slash = strrchr(path, '/');
    struct text text;
    text_init(&text, &call->arena, 64);
    text_format(&text, "-I%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (call->source->is_changed)
        add_word(call, text_finish(&text));
}

/* The first line that speaks of an error; compilers say much before. */
static const char *complaint_of(struct call *call, const struct process_result *result) {
    const char *said[] = {result->complaints, result->output};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        for (const char *line = said[i]; *line;) {
            size_t length = strcspn(line, "\n");
            const char *copy = arena_copy_string(&call->arena, line, length);
            if (strstr(copy, "rror") || strstr(copy, "ERROR"))
                return copy;
            line += length + (line[length] == '\n');
        }
    return result->error;
}

static void print_said(const char *said) {
    for (; *said; said++)
        putc((*said < 0x20 && *said != '\n' && *said != '\t') || *said > 0x7E ? '?' : *said, stderr);
}

/* The command as a person would type it, but for its output. */
/* As a shell takes it: a word with a blank stands in quotes. */
static const char *command_line(struct call *call) {
    struct text text;
    text_init(&text, &call->arena, 256);
    text_format(&text, "%s", call->command);
    for (size_t i = 0; i < call->count; i++) {
        const char *word = strcmp(call->words[i], call->module_name) != 0 ? call->words[i] : "OUT.spv";
        text_format(&text, strpbrk(word, " \t\"'$&;()<>|*?") ? " '%s'" : " %s", word);
    }
    return text_finish(&text);
}

/* The module is in the file, or of an unknown command on standard output. */
static void take_module(struct call *call, const struct process_result *result) {
    struct stat about = {0};
    bool is_file = call->family && fstat(call->module, &about) == 0;
    size_t most = is_file ? (size_t)about.st_size : result->length;
    call->output = malloc(most + 1);
    if (!call->output) {
        fail(call, SMMRA_OUT_OF_MEMORY, "out of memory");
        return;
    }
    ssize_t got = is_file ? pread(call->module, call->output, most, 0) : (ssize_t)most;
    if (!is_file)
        memcpy(call->output, result->output, most);
    call->length = got > 0 ? (size_t)got : 0;
    call->output[call->length] = '\0';
    if (!input_begins_like_spirv(call->output, call->length))
        fail(call, SMMRA_INVALID_INPUT, "no module comes from: %s", command_line(call));
}

static void run_compiler(struct call *call) {
    const struct source *source = call->source;
    struct process_result result;
    bool reads_input = !call->family || strcmp(source->path, "-") == 0;
    if (call->family)
        add_arguments(call);
    if (call->family && strstr(call->family->arguments, "%I"))
        add_own_folder(call);
    if (process_run(call->command, call->words, reads_input ? source->text : "", reads_input ? source->length : 0,
                    &call->arena, &result)) {
        take_module(call, &result);
    } else if (!watch_goes_on(NULL)) {
        fail(call, STATUS_UNKNOWN, "%s", watch_reason("stopped"));
    } else {
        print_said(result.complaints);
        print_said(result.output);
        fail(call, SMMRA_INVALID_INPUT, "does not compile: %s: %s", command_line(call), complaint_of(call, &result));
    }
    if (call->status == SMMRA_SUCCESS && !message_is_data())
        message_print(&(struct message_place){.path = source->path}, SMMRA_SEVERITY_NOTE, "compiled by %s",
                      printable(command_line(call), MOST_PRINTABLE));
}

static void exhausted(void *user) {
    struct call *call = user;
    longjmp(call->landing, 1);
}

static void call_compiler(struct call *call) {
    arena_init(&call->arena, NULL, (size_t)1 << 30, exhausted, call);
    if (setjmp(call->landing) == 0)
        run_compiler(call);
    else
        fail(call, SMMRA_OUT_OF_MEMORY, "out of memory");
    arena_destroy(&call->arena);
    close(call->module);
    if (call->changed >= 0)
        close(call->changed);
    if (call->has_name)
        unlink(call->module_name);
}

/* ---- all ---- */

/* Whether there is a command that can compile it so. */
static bool is_fit(struct call *call) {
    const struct family *family = call->family;
    const char *arguments = family ? family->arguments : "", *command = call->command;
    const char *unfit = source_includes.count && !strstr(arguments, "%I")  ? "-I"
                        : source_defines.count && !strstr(arguments, "%D") ? "-D"
                                                                           : NULL;
    char program[256];
    snprintf(program, sizeof program, "%.*s", (int)strcspn(command, " \t"), command);
    if (strchr(program, '/') ? access(program, X_OK) != 0 : !process_is_installed(program))
        fail(call, SMMRA_INVALID_ARGUMENT, "there is no command '%s', which is to compile it", program);
    else if (unfit)
        fail(call, SMMRA_INVALID_ARGUMENT, "%s takes no %s; leave that out, or name another --compiler", program,
             unfit);
    else if (family && strcmp(call->source->path, "-") == 0 && !family->input)
        fail(call, SMMRA_INVALID_ARGUMENT, "%s reads no standard input; name a file", program);
    return call->status == SMMRA_SUCCESS;
}

char *source_compile(const struct source *source, size_t *length, int *status) {
    struct call call = {.source = source, .command = command_for(source->language)};
    call.family = call.command ? family_of(call.command, source->language) : NULL;
    if (!call.command)
        fail(&call, SMMRA_INVALID_ARGUMENT,
             "is %s, and no compiler of it is installed; install one%s, or name it: --compiler=COMMAND",
             language_names[source->language],
             source->language == SOURCE_GLSL ? " (glslang-tools has glslangValidator)" : "");
    else if (is_fit(&call))
        open_module(&call);
    if (call.status == SMMRA_SUCCESS)
        open_changed(&call);
    if (call.status == SMMRA_SUCCESS)
        call_compiler(&call);
    if (call.status != SMMRA_SUCCESS) {
        free(call.output);
        call.output = NULL;
    }
    *length = call.length;
    *status = call.status;
    return call.output;
}

/* ---- sources ---- */

static file_fault fault_of_others;

static const char *fault_unless_source(const char *path, const char *start, size_t length) {
    return source_is(path, start, length) ? NULL : fault_of_others(path, start, length);
}

char *input_read(const char *path, size_t *length, file_fault fault, int *status) {
    fault_of_others = fault;
    char *bytes = file_read(path, length, fault_unless_source, status);
    if (!bytes || !source_is(path, bytes, *length))
        return bytes;
    const struct source source = source_of(path, bytes, *length);
    char *module = source_compile(&source, length, status);
    free(bytes);
    return module;
}
