/* Finds the settings of an input, and gives its options what they say. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command_settings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mmra/base/text.h"

enum { LARGEST_FILE = 1 << 20 };

/* The settings of the input that is worked on. */
static struct {
    struct arena arena;
    struct settings settings;
    struct settings_table *tables[2]; /* of all and its own, or NULL */
    const char *path;                 /* of the file; NULL: there is none */
    size_t folder;                    /* so much of the path is the folder, with its slash */
    bool has_options;                 /* which are to be undone */
} now;

static void exhausted(void *user) {
    (void)user;
    fputs("spirv-mmra: error: out of memory: settings are not read\n", stderr);
    exit(SMMRA_OUT_OF_MEMORY);
}

/* ---- the file ---- */

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The folder's part of the input's path, and the name of the file. */
static const char *path_in(const char *input, size_t folder) {
    struct text text;
    text_init(&text, &now.arena, folder + sizeof SETTINGS_NAME);
    text_bytes(&text, input, folder);
    text_string(&text, SETTINGS_NAME);
    return text_finish(&text);
}

/* Beside the input, and in the folders above it that its path names. */
static void find_file(const char *input) {
    size_t folder = strlen(input);
    now.path = NULL;
    do {
        while (folder && input[folder - 1] != '/')
            folder--;
        const char *path = path_in(input, folder);
        if (is_file(path)) {
            now.path = path;
            now.folder = folder;
            return;
        }
    } while (folder-- && (folder || *input != '/'));
}

static int fail(uint32_t line, uint32_t column, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int fail(uint32_t line, uint32_t column, const char *format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const struct message_place place = {.path = now.path, .line = line, .column = column};
    message_print(&place, SMMRA_SEVERITY_ERROR, "%s", printable(text, sizeof text));
    return SMMRA_INVALID_ARGUMENT;
}

/* A shader that is no more has settings that nobody reads. */
static int find_tables(const char *input) {
    now.tables[0] = now.tables[1] = NULL;
    for (uint32_t i = 0; i < now.settings.table_count; i++) {
        struct settings_table *table = &now.settings.tables[i];
        struct text text;
        text_init(&text, &now.arena, 64);
        text_bytes(&text, input, now.folder);
        text_string(&text, table->name ? table->name : "");
        if (table->name && !is_file(text_finish(&text)))
            return fail(table->line, 1,
                        "there is no shader '%s' beside this file: correct its name, or remove its table", table->name);
        if (!table->name)
            now.tables[0] = table;
        else if (strcmp(table->name, input + now.folder) == 0)
            now.tables[1] = table;
    }
    return SMMRA_SUCCESS;
}

static int read_file(void) {
    size_t length;
    int status;
    char *text = file_read(now.path, &length, NULL, &status);
    if (!text)
        return status;
    const bool is_right = length <= LARGEST_FILE && settings_read(&now.settings, &now.arena, text, length);
    free(text);
    return is_right                ? SMMRA_SUCCESS
           : length > LARGEST_FILE ? fail(0, 0, "is larger than 1 MB: it is no settings file")
                                   : fail(now.settings.fault_line, now.settings.fault_column, "%s", now.settings.fault);
}

/* ---- options ---- */

/* Included files lie below the file's folder. */
static const char *value_of(const char *input, const struct settings_word *word) {
    struct text text;
    if (strcmp(word->option, "-I") != 0 || *word->value == '/' || !now.folder)
        return word->value;
    text_init(&text, &now.arena, 64);
    text_bytes(&text, input, now.folder);
    text_string(&text, word->value);
    return text_finish(&text);
}

static int give_options(const struct subcommand *subcommand, const char *input) {
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; now.tables[t] && i < now.tables[t]->word_count; i++) {
            const struct settings_word *word = &now.tables[t]->words[i];
            if (!options_give(subcommand, word->option, value_of(input, word)))
                return fail(word->line, 1, "'%s' is no value for %s: spirv-mmra help %s says which are", word->value,
                            word->option, subcommand->name);
        }
    return SMMRA_SUCCESS;
}

int settings_begin(const struct subcommand *subcommand, const char *path) {
    const bool had_options = now.has_options;
    arena_destroy(&now.arena);
    arena_init(&now.arena, NULL, SIZE_MAX, exhausted, NULL);
    memset(now.tables, 0, sizeof now.tables);
    now.has_options = false;
    if (strcmp(path, "-") == 0)
        now.path = NULL;
    else
        find_file(path);
    int status = now.path ? read_file() : SMMRA_SUCCESS;
    if (now.path && status == SMMRA_SUCCESS)
        status = find_tables(path);
    now.has_options = now.tables[0] || now.tables[1];
    if (!now.has_options)
        now.path = NULL;
    if (status != SMMRA_SUCCESS || !(had_options || now.has_options))
        return status;
    options_restart(subcommand);
    status = give_options(subcommand, path);
    return status != SMMRA_SUCCESS ? status : options_again(subcommand) ? SMMRA_SUCCESS : SMMRA_INVALID_ARGUMENT;
}

const char *settings_path(void) {
    return now.path;
}

/* ---- known findings ---- */

static bool is_at(const struct settings_known *known, const char *const *lines, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < known->at_count && !strstr(lines[i], known->at[k]))
            k++;
        if (k == known->at_count)
            return false;
    }
    return count != 0;
}

const struct settings_known *settings_allow(const char *code, const char *const *lines, uint32_t count) {
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; now.tables[t] && i < now.tables[t]->known_count; i++) {
            struct settings_known *known = &now.tables[t]->known[i];
            if (strcmp(known->finding, code) != 0 || !is_at(known, lines, count))
                continue;
            known->is_found = true;
            return known;
        }
    return NULL;
}

void settings_end(const char *path) {
    for (uint32_t i = 0; now.tables[1] && i < now.tables[1]->known_count; i++) {
        const struct settings_known *known = &now.tables[1]->known[i];
        const struct message_place place = {.path = now.path, .line = known->line, .column = 1};
        if (!known->is_found)
            message_print(&place, SMMRA_SEVERITY_WARNING,
                          "the known finding '%s' was not found in %s: remove it, if it is mended",
                          printable(known->finding, 64), printable(path, 256));
    }
}
