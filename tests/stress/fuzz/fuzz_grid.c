/* libFuzzer: a text of lines, then a byte 0 and a module. Each line is an option of `race` and what is given to it, as
 * "groups 2,1" or "input data[1]=7": the module runs with them. What an option's reader refuses is left out. */
#define _POSIX_C_SOURCE 200809L /* strtok_r */
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_modules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20000, MILLISECONDS = 2000, MOST_ELEMENTS = 1 << 16, MEMORY = 256 << 20 };

static void take_line(struct module_options *m, const char *line) {
    const struct {
        const char *word;
        bool (*take)(void *target, const char *text);
        void *target;
    } rows[] = {{"groups ", option_grid, m->options.groups},
                {"local ", option_grid, m->options.local},
                {"input ", module_add_input, m},
                {"size ", module_add_size, m},
                {"spec ", module_add_constant, &m->constants}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strncmp(line, rows[k].word, strlen(rows[k].word)) == 0)
            rows[k].take(rows[k].target, line + strlen(rows[k].word));
    if (strncmp(line, "subgroup ", strlen("subgroup ")) == 0)
        m->options.subgroup = (uint32_t)strtoul(line + strlen("subgroup "), NULL, 10);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct module_options empty;
    struct module_options *m = malloc(sizeof *m);
    const uint8_t *end = memchr(data, 0, size);
    size_t length = end ? (size_t)(end - data) : size, rest = end ? (size - length - 1) / 4 * 4 : 0;
    char *text = malloc(length + 1), *state = NULL;
    uint32_t *words = malloc(rest + 4);
    *m = empty;
    m->most_elements = MOST_ELEMENTS;
    memcpy(text, data, length);
    text[length] = '\0';
    if (rest)
        memcpy(words, end + 1, rest);
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
        take_line(m, line);
    smmra_litmus_options options = module_options_of(m);
    smmra_litmus_answer *answer;
    options.step_limit = STEPS;
    options.time_limit = MILLISECONDS;
    options.memory_limit = MEMORY;
    if ((smmra_race(words, rest, &options, &answer) == SMMRA_SUCCESS) != (answer != NULL))
        abort();
    smmra_litmus_answer_destroy(answer);
    free(words);
    free(text);
    free(m);
    return 0;
}
