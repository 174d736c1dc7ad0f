/* spirv-mmra.toml: how the shaders beside it are compiled and run, and which findings are known (docs/guide/ci.md). */
#ifndef TRANSLATOR_COMMAND_SETTINGS_H
#define TRANSLATOR_COMMAND_SETTINGS_H

#include "translator/command/command.h"

#define SETTINGS_NAME "spirv-mmra.toml"

/* ---- what a file says (command_settings_read.c) ---- */

/* A finding that is known. It is meant where each of its accesses is at a line that has one of these texts. */
struct settings_known {
    const char *finding, *why;
    const char **at;
    uint32_t at_count, line; /* of the file, and so are these: */
    bool is_found;           /* by settings_allow */
};

/* An option with its value; of `include` a path from the file on. */
struct settings_word {
    const char *option, *value;
    uint32_t line;
};

/* A table says this of one shader, or of all where `name` is NULL. */
struct settings_table {
    const char *name;
    uint32_t line;
    struct settings_word *words;
    uint32_t word_count, word_capacity;
    struct settings_known *known;
    uint32_t known_count, known_capacity;
    uint64_t keys; /* that stand in it, as bits */
};

struct settings {
    struct settings_table *tables;
    uint32_t table_count, table_capacity;
    uint32_t fault_line, fault_column;
    char fault[320]; /* what is wrong, and the mend; empty: nothing is */
};

/* Reads the text of a file, into the arena; the text may end afterwards. False: `fault` says why. */
bool settings_read(struct settings *settings, struct arena *arena, const char *text, size_t length);

/* ---- what it means to an input (command_settings.c) ---- */

/* Takes the options that the file beside the input, or the next one above it, gives to the input: those of the command
 * line come after them. What an earlier input had is undone. Returns SMMRA_SUCCESS, or after a message a status. */
int settings_begin(const struct subcommand *subcommand, const char *path);
/* The path of the file that has something about the input; NULL: none has. */
const char *settings_path(void);
/* A known finding of this code, each of whose places has one of its texts in its line; NULL: there is none. It counts
 * as found. */
const struct settings_known *settings_allow(const char *code, const char *const *lines, uint32_t count);
/* Says which known findings were not found: they can go. */
void settings_end(const char *path);

#endif
