/* spirv-mmra: the command. Chooses the subcommand; translate is the default. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const struct subcommand *const subcommands[] = {
    &command_translate, &command_check,  &command_cost,   &command_litmus,  &command_race,
    &command_prove,     &command_report, &command_record, &command_explain,
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static const struct subcommand *find_subcommand(const char *name) {
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(name, subcommands[i]->name) == 0)
            return subcommands[i];
    return NULL;
}

static int print_version(void) {
    printf("spirv-mmra %s\n", smmra_version_string());
    return SMMRA_SUCCESS;
}

static void print_all_usages(void) {
    printf("usage: spirv-mmra [translate] %s\n", subcommands[0]->arguments);
    for (size_t i = 1; i < SUBCOMMANDS; i++)
        printf("       spirv-mmra %s %s\n", subcommands[i]->name, subcommands[i]->arguments);
    printf("       spirv-mmra help [SUBCOMMAND]\n       spirv-mmra --version\n\n");
}

static void print_subcommands(void) {
    printf("\nsubcommands:\n");
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        printf("  %-12s %s\n", subcommands[i]->name, subcommands[i]->what);
    printf("  %-12s %s\n", "help", "the same as --help after a subcommand: spirv-mmra help check");
}

/* The help of the default subcommand is about all. */
static void print_help(const struct subcommand *s) {
    bool is_default = s == subcommands[0];
    if (is_default)
        print_all_usages();
    else
        printf("usage: spirv-mmra %s %s\n\n", s->name, s->arguments);
    printf("%s\n\n", s->help);
    options_help(s);
    if (is_default)
        print_subcommands();
    printf(
        "\nexit status: 0 done; 1 the checker, a condition or a verdict says no, or a litmus program has a data race or "
        "another\nfault; 2 wrong usage, or a file that cannot be read or written; 3 the input is not valid; 4 it is valid, "
        "but asks for\nwhat is not supported, which the message names; 5 out of memory; 6 a verdict is unknown, or the\n"
        "time is over; 7 an internal fault; README.md says where to report it; 8 operations never ran,\nwith "
        "--require-coverage. Of several inputs, the highest, but 8 last.\n");
}

static const char *misfit_of(const struct subcommand *s, int count, char **inputs) {
    const char *misfit = s->misfit ? s->misfit(count) : NULL;
    if (!misfit && s->findings_are_output && command_json && message_is_data())
        misfit = "--json and --diagnostics both write on standard output: leave one out";
    for (int i = 0; !misfit && options_ask_to_watch && i < count; i++)
        misfit = strcmp(inputs[i], "-") == 0 ? "--watch: standard input does not change" : NULL;
    return misfit;
}

static int run_subcommand(const struct subcommand *s, int argc, char **argv) {
    int inputs = options_read(s, argc, argv);
    if (inputs >= 0 && options_ask_for_help) {
        print_help(s);
        return SMMRA_SUCCESS;
    }
    if (inputs > 0 && s->endings)
        inputs = inputs_of_folders(inputs, &argv, s->endings, s->source_options != 0);
    if (inputs < 0)
        return SMMRA_INVALID_ARGUMENT;
    const char *misfit = misfit_of(s, inputs, argv);
    if (misfit) {
        MESSAGE_USAGE("%s; see spirv-mmra help %s", misfit, s->name);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (s->findings_are_output)
        message_findings_are_output();
    int status = options_ask_to_watch ? watch_inputs(inputs, argv) : SMMRA_SUCCESS;
    if (status != SMMRA_SUCCESS)
        return status;
    status = s->run(inputs, argv);
    if (command_json)
        json_end();
    return status;
}

static int refuse_subcommand(const char *name) {
    struct nearest nearest = {.given = name};
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        nearest_consider(&nearest, subcommands[i]->name);
    nearest_consider(&nearest, "help");
    MESSAGE_USAGE("'%s' is neither a subcommand nor a file%s%s%s; see spirv-mmra --help", printable(name, 64),
                  nearest.name ? "; did you mean '" : "", nearest.name ? nearest.name : "", nearest.name ? "'?" : "");
    return SMMRA_INVALID_ARGUMENT;
}

/* help SUBCOMMAND is SUBCOMMAND --help. */
static int help(int argc, char **argv) {
    char option[] = "--help", *arguments[] = {option};
    const struct subcommand *subcommand = argc ? find_subcommand(argv[0]) : subcommands[0];
    return subcommand ? run_subcommand(subcommand, 1, arguments) : refuse_subcommand(argv[0]);
}

/* A first word that is not an option, has no dot or slash, and is almost a subcommand's name. */
static bool is_misspelt(const char *word) {
    struct nearest nearest = {.given = word};
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        nearest_consider(&nearest, subcommands[i]->name);
    if (word[0] == '-' || !nearest.name || strpbrk(word, "./"))
        return false;
    FILE *file = fopen(word, "rb");
    if (file)
        fclose(file);
    return !file;
}

static int run(int argc, char **argv) {
    if (argc && strcmp(argv[0], "--version") == 0)
        return print_version();
    if (argc && strcmp(argv[0], "help") == 0)
        return help(argc - 1, argv + 1);
    const struct subcommand *subcommand = argc ? find_subcommand(argv[0]) : NULL;
    if (subcommand)
        return run_subcommand(subcommand, argc - 1, argv + 1);
    if (argc && is_misspelt(argv[0]))
        return refuse_subcommand(argv[0]);
    return run_subcommand(subcommands[0], argc, argv);
}

/* A standard stream that is closed stays useless: else the next file or pipe would take its number, and get what is
 * meant for the stream. */
static void keep_closed(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
    keep_closed();
    return message_end(argc ? run(argc - 1, argv + 1) : SMMRA_INVALID_ARGUMENT);
}
