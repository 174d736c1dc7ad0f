/* The command line: subcommands, their options, files in and out. It uses nothing of the library that is not in
 * spirv_mmra.h. */
#ifndef TRANSLATOR_COMMAND_H
#define TRANSLATOR_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "translator/spirv_mmra.h"

/* One subcommand: its arguments start after its name. Returns the exit status. */
int command_translate(int argc, char **argv);
int command_litmus(int argc, char **argv);
int command_check(int argc, char **argv);

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
    const char *name; /* "--entry", or "-o" */
    const char *value; /* name of its value in --help; NULL: none */
    const char *help;
    enum option_kind kind;
    void *target;
    uint32_t bit;
    const char *const *choices; /* NULL-terminated */
    bool (*call)(void *target, const char *value); /* false: the value is wrong */
};

/* Reads the arguments: options in any order, as --name VALUE, --name=VALUE or -oVALUE; everything else, "-" included, is an input and
 * is moved to the front of argv. "--" ends the options. Returns the number of inputs, or -1 after a message to stderr. */
int options_read(const struct option *options, size_t option_count, int argc, char **argv);

/* Prints the options' part of --help. */
void options_help(const struct option *options, size_t option_count);

/* ID=VALUE of a specialization constant: true, false, an integer, or 0x... bits; a value with a point is a 32-bit
 * float. */
bool option_specialization(const char *text, smmra_specialization *specialization);

/* ---- files (command_files.c) ---- */

/* A whole file, or standard input for "-". NULL after a message to `errors`. The caller frees. */
char *file_read(const char *path, size_t *length, FILE *errors);
/* From now on a file of more bytes is not read: to be called before there are other threads. */
void file_read_at_most(size_t bytes);

/* Writes a whole file, never half: into a new file beside it that then takes its name, keeping what was there on failure. A link is
 * followed; a device or pipe is written to directly. "-" is standard output. `input` must not be the same file. False
 * after a message to `errors`. */
bool file_write(const char *path, const char *input, const char *text, size_t length, FILE *errors);

/* A name or path as it may be shown on a terminal: control and non-ASCII bytes are replaced. In `buffer`. */
const char *printable(const char *text, char *buffer, size_t size);

#endif
