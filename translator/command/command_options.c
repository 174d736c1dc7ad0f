/* Reading the command line from a table of options. */
#include "translator/command/command.h"
#include "translator/command/command_source.h"

#include <stdlib.h>
#include <string.h>

bool options_ask_for_help, options_ask_to_watch;

/* Options of every subcommand: the first one of those whose findings are their output. One that takes no files has only
 * the last two. */
static const struct option shared[] = {
    {"--watch", NULL, "do it again whenever an input has changed, until you interrupt it", OPTION_FLAG,
     &options_ask_to_watch},
    {"--diagnostics", "FORM",
     "messages as text (default), json (an object in each line) or sarif (a log at the end), where findings go",
     OPTION_CHOICE, &message_form, 0, message_form_names},
    {"-q", NULL, "say what is wrong, and nothing else", OPTION_FLAG, &message_quiet},
    {"-v", NULL, "say on standard error what is read, run and written", OPTION_FLAG, &message_verbose},
    {"--source-root", "DIR",
     "show source lines from files below DIR alone (default: the input's directory; empty: read no source file)",
     OPTION_TEXT, (void *)&message_source_root},
    {"--color", "WHEN", "colours in messages: auto (default: on a terminal), always, never", OPTION_CHOICE,
     &message_color, 0, message_color_names},
    {"--help", NULL, "print this (-h too)", OPTION_FLAG, &options_ask_for_help},
};

enum { SHARED = sizeof shared / sizeof *shared };

/* The n-th option of a subcommand; NULL after the last. */
static const struct option *option_of(const struct subcommand *s, size_t n) {
    if (n < s->option_count)
        return &s->options[n];
    n -= s->option_count;
    if (n < s->source_options)
        return &source_options[n];
    n -= s->source_options;
    n += !s->endings ? SHARED - 2 : s->findings_are_output ? 0 : 1;
    return n < SHARED ? &shared[n] : NULL;
}

static const struct option *find(const struct subcommand *subcommand, const char *argument, const char **value) {
    const struct option *option;
    for (size_t i = 0; (option = option_of(subcommand, i)); i++) {
        size_t length = strlen(option->name);
        if (strncmp(argument, option->name, length) != 0)
            continue;
        bool is_long = option->name[1] == '-';
        const char *rest = argument + length;
        *value = NULL;
        if (*rest == '\0')
            return option;
        if (!option->value || (is_long && *rest != '='))
            continue;
        *value = is_long ? rest + 1 : rest;
        return option;
    }
    return NULL;
}

static bool read_number(const char *text, uint32_t *number) {
    char *end;
    unsigned long long value = strtoull(text, &end, 0);
    if (*text == '-' || end == text || *end || value > UINT32_MAX)
        return false;
    *number = (uint32_t)value;
    return true;
}

static bool read_choice(const struct option *option, const char *text) {
    for (uint32_t i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) != 0)
            continue;
        *(uint32_t *)option->target = i;
        return true;
    }
    return false;
}

static bool apply(const struct option *option, const char *value) {
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->target = true;
        return true;
    case OPTION_FLAG_BIT:
        *(uint32_t *)option->target |= option->bit;
        return true;
    case OPTION_TEXT:
        *(const char **)option->target = value;
        return true;
    case OPTION_NUMBER:
        return read_number(value, option->target);
    case OPTION_CHOICE:
        return read_choice(option, value);
    case OPTION_CALL:
        return option->call(option->target, value);
    }
    return false;
}

static void complain_of_value(const struct option *option, const char *value) {
    char takes[256];
    size_t used = 0;
    for (uint32_t i = 0; option->choices && option->choices[i] && used < sizeof takes; i++)
        used += (size_t)snprintf(takes + used, sizeof takes - used, "%s%s", i ? ", " : "", option->choices[i]);
    MESSAGE_USAGE("'%s' is not a value for %s; it takes %s", printable(value, 64), option->name,
                  option->choices ? takes : option->value);
}

static void complain_of_option(const struct subcommand *subcommand, const char *argument) {
    const struct option *option;
    char shown[64];
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(argument, "="), printable(argument, sizeof shown));
    struct nearest nearest = {.given = shown};
    for (size_t i = 0; (option = option_of(subcommand, i)); i++)
        nearest_consider(&nearest, option->name);
    if (nearest.name)
        MESSAGE_USAGE("unknown option '%s'; did you mean %s? See spirv-mmra help %s", shown, nearest.name,
                      subcommand->name);
    else
        MESSAGE_USAGE("unknown option '%s'; see spirv-mmra help %s", shown, subcommand->name);
}

/* The option at argv[*i], and its value, which may be the next word. */
static bool read_option(const struct subcommand *subcommand, int argc, char **argv, int *i) {
    const char *argument = strcmp(argv[*i], "-h") == 0 ? "--help" : argv[*i], *value;
    const struct option *option = find(subcommand, argument, &value);
    if (!option) {
        complain_of_option(subcommand, argument);
        return false;
    }
    if (option->value && !value) {
        if (*i + 1 == argc) {
            MESSAGE_USAGE("%s needs a value, %s", option->name, option->value);
            return false;
        }
        value = argv[++*i];
    }
    if (apply(option, value))
        return true;
    complain_of_value(option, value);
    return false;
}

/* The command line as it was, and what the options were before it. */
static struct {
    char **words;
    int count;
    void *state;
} first;

/* Only options that an input may change are kept: without memory for that, they are not changed. */
static void keep_first(const struct subcommand *subcommand, int argc, char **argv) {
    if (!subcommand->state || first.state)
        return;
    first.words = malloc((size_t)argc * sizeof *argv + 1);
    first.state = malloc(subcommand->state_size);
    if (!first.words || !first.state)
        return;
    memcpy(first.words, argv, (size_t)argc * sizeof *argv);
    memcpy(first.state, subcommand->state, subcommand->state_size);
    first.count = argc;
}

bool options_give(const struct subcommand *subcommand, const char *name, const char *value) {
    const char *none;
    const struct option *option = find(subcommand, name, &none);
    return option && first.words && first.state && apply(option, value);
}

void options_restart(const struct subcommand *subcommand) {
    if (first.words && first.state)
        memcpy(subcommand->state, first.state, subcommand->state_size);
    source_forget();
}

bool options_again(const struct subcommand *subcommand) {
    for (int i = 0; first.words && i < first.count && strcmp(first.words[i], "--") != 0; i++)
        if (first.words[i][0] == '-' && first.words[i][1] && !read_option(subcommand, first.count, first.words, &i))
            return false;
    return true;
}

int options_read(const struct subcommand *subcommand, int argc, char **argv) {
    int inputs = 0;
    keep_first(subcommand, argc, argv);
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0)
            ended = true;
        else if (ended || argv[i][0] != '-' || argv[i][1] == '\0')
            argv[inputs++] = argv[i];
        else if (!read_option(subcommand, argc, argv, &i))
            return -1;
    }
    return inputs;
}

void options_help(const struct subcommand *subcommand) {
    const struct option *option;
    for (size_t i = 0; (option = option_of(subcommand, i)); i++) {
        char left[64];
        const char *between = !option->value ? "" : option->name[1] == '-' ? "=" : " ";
        snprintf(left, sizeof left, "%s%s%s", option->name, between, option->value ? option->value : "");
        printf("  %-30s %s\n", left, option->help);
    }
}

static bool read_grid(uint32_t *target, const char *text, unsigned long most) {
    uint32_t size[3] = {1, 1, 1};
    for (int i = 0; i < 3; i++, text++) {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number == 0 || number > most)
            return false;
        size[i] = (uint32_t)number;
        text = end;
        if (!*end) {
            memcpy(target, size, sizeof size);
            return true;
        }
        if (*end != ',')
            return false;
    }
    return false;
}

bool option_grid(void *target, const char *text) {
    return read_grid(target, text, 65535);
}

bool option_small_grid(void *target, const char *text) {
    return read_grid(target, text, 1024);
}

bool option_specialization(const char *text, smmra_specialization *specialization) {
    char *end;
    unsigned long id = strtoul(text, &end, 0);
    if (end == text || *end != '=' || id > UINT32_MAX)
        return false;
    const char *value = end + 1;
    uint64_t bits;
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        bits = *value == 't';
        end = (char *)value + strlen(value);
    } else if (strchr(value, '.')) {
        float number = strtof(value, &end);
        uint32_t narrow;
        memcpy(&narrow, &number, sizeof narrow);
        bits = narrow;
    } else if (*value == '-') {
        bits = (uint64_t)strtoll(value, &end, 0);
    } else {
        bits = strtoull(value, &end, 0);
    }
    *specialization = (smmra_specialization){(uint32_t)id, bits};
    return end != value && !*end;
}
