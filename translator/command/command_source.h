/* Sources of shaders: a compiler that is installed makes modules of them. */
#ifndef TRANSLATOR_COMMAND_SOURCE_H
#define TRANSLATOR_COMMAND_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "translator/command/command.h"

/* ---- what is a source (command_source.c) ---- */

enum source_language { SOURCE_NONE, SOURCE_GLSL, SOURCE_HLSL, SOURCE_SLANG, SOURCE_WGSL };

/* Compilers have their own names for a stage: the ending of a GLSL file's name, DXC's profile, Slang's word. */
struct source_stage {
    const char *ending, *profile, *slang;
};

struct source {
    const char *path, *text;
    size_t length;
    enum source_language language;
    const struct source_stage *stage; /* the compute stage where nothing names one */
    bool names_stage;
    bool is_changed; /* the text is not what the file has */
};

/* By -x, by the ending of its name, or for standard input by what it begins with. */
struct source source_of(const char *path, const char *text, size_t length);
bool source_is(const char *path, const char *text, size_t length);

/* The options that say how, of each subcommand that takes modules (struct subcommand); the last is --target-env. */
enum { SOURCE_OPTIONS = 5 };
extern const struct option source_options[SOURCE_OPTIONS];

struct source_words {
    const char *words[20];
    size_t count;
};
extern struct source_words source_includes, source_defines; /* -I, -D */
extern const char *source_compiler, *source_target_env;     /* NULL: not given */
/* As if none was given. */
void source_forget(void);

/* ---- its module (command_source_compile.c) ---- */

/* The module that a compiler makes of the source, *length bytes and a NUL, which the caller frees; NULL after the
 * compiler's own words and a message, with the exit status in *status. */
char *source_compile(const struct source *source, size_t *length, int *status);

/* The command that compiles sources of that language, in static memory or an argument, and the environment for which it
 * does, NULL if that is not known; NULL: there is none. */
const char *source_compiler_of(enum source_language language, const char **environment);

/* ---- modules of many texts (command_source_many.c) ---- */

struct source_text {
    const char *text; /* in place of the source's */
    size_t length;
    char *module; /* owned; NULL: none was made */
    size_t module_length;
};

/* Gives each text the module that glslc makes of it, if glslc is installed, glslang is what would compile the source,
 * and the text compiles: all texts in one process. Says nothing. A module may be another than source_compile makes. */
void source_compile_many(const struct source *source, struct source_text *texts, size_t count, struct arena *arena);

#endif
