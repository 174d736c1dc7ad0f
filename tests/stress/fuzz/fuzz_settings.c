/* libFuzzer: a settings file. What is wrong has a line of the file and a message; else each option has a value, and
 * each known finding its three parts. */
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 64 << 20 };

static void exhausted(void *user) {
    (void)user;
    abort();
}

static void check_table(const struct settings_table *table) {
    for (uint32_t i = 0; i < table->word_count; i++)
        if (table->words[i].option[0] != '-' || !table->words[i].value || !table->words[i].line)
            abort();
    for (uint32_t i = 0; i < table->known_count; i++) {
        const struct settings_known *known = &table->known[i];
        if (!known->finding || !known->why || !*known->why || !known->at_count || !known->line)
            abort();
        for (uint32_t k = 0; k < known->at_count; k++)
            if (!*known->at[k])
                abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    struct settings settings;
    uint32_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    char *text = malloc(size ? size : 1); /* of no byte more, so that a sanitizer sees one that is read */
    if (!text)
        abort();
    memcpy(text, data, size);
    arena_init(&arena, NULL, MEMORY, exhausted, NULL);
    if (settings_read(&settings, &arena, text, size))
        for (uint32_t i = 0; i < settings.table_count; i++)
            check_table(&settings.tables[i]);
    else if (!*settings.fault || !settings.fault_line || settings.fault_line > lines || !settings.fault_column)
        abort();
    arena_destroy(&arena);
    free(text);
    return 0;
}
