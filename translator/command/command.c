/* spirv-mmra: the command. Chooses the subcommand; translate is the default. */
#include "translator/command/command.h"

#include <string.h>

static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments, *what;
} subcommands[] = {
    {"translate", command_translate, "IN.spv ... [-o OUT.ll | --out-dir DIR] [options]",
     "SPIR-V to annotated LLVM IR; the default, so that its name may be left out"},
    {"check", command_check, "FILE.ll ... [options]", "LLVM IR, from any front end, against the AMDGPU memory model"},
    {"cost", command_cost, "FILE ... --mcpu=NAME [options]",
     "what synchronization costs in machine code, and which SPIR-V operation demands it"},
    {"litmus", command_litmus, "FILE ... [options]", "litmus tests, shaders and IR, executed under a memory model"},
    {"race", command_race, "FILE ... [options]", "data races of a shader's run as a whole dispatch"},
    {"report", command_report, "FILE -o FILE.html [options]",
     "one page about a shader: source, SPIR-V, IR, machine code, findings"},
    {"explain", command_explain, "[RULE ...]", "what a rule of the checker means, or a finding of litmus"},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static const struct subcommand *find_subcommand(const char *name) {
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(name, subcommands[i].name) == 0)
            return &subcommands[i];
    return NULL;
}

static int print_version(void) {
    printf("spirv-mmra %s\n", smmra_version_string());
    return SMMRA_SUCCESS;
}

void subcommands_usage(void) {
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        printf("%s spirv-mmra %s %s\n", i ? "      " : "usage:", i ? subcommands[i].name : "[translate]",
               subcommands[i].arguments);
    printf("       spirv-mmra help [SUBCOMMAND]\n       spirv-mmra --version\n\n");
}

void subcommands_help(void) {
    printf("\nsubcommands:\n");
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        printf("  %-12s %s\n", subcommands[i].name, subcommands[i].what);
    printf("  %-12s %s\n", "help", "the same as --help behind a subcommand: spirv-mmra help check");
}

void exit_status_help(void) {
    printf(
        "\nexit status: 0 done; 1 the checker, a condition or a verdict says no, or a litmus program has a data race or "
        "another\nfault; 2 wrong usage, or a file that cannot be read or written; 3 the input is not valid; 4 it is valid, "
        "but asks for\nwhat is not supported, which the message names; 5 out of memory; 6 a litmus verdict is unknown; "
        "7 an\ninternal fault; README.md says where to report it. Of several inputs, the highest.\n");
}

static int refuse_subcommand(const char *name) {
    char shown[64];
    struct nearest nearest = {.given = name};
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        nearest_consider(&nearest, subcommands[i].name);
    nearest_consider(&nearest, "help");
    MESSAGE_USAGE("'%s' is neither a subcommand nor a file%s%s%s; see spirv-mmra --help",
                  printable(name, shown, sizeof shown), nearest.name ? "; did you mean '" : "",
                  nearest.name ? nearest.name : "", nearest.name ? "'?" : "");
    return SMMRA_INVALID_ARGUMENT;
}

/* help SUBCOMMAND is SUBCOMMAND --help. */
static int help(int argc, char **argv) {
    char option[] = "--help", *arguments[] = {option};
    const struct subcommand *subcommand = argc ? find_subcommand(argv[0]) : subcommands;
    return subcommand ? subcommand->run(1, arguments) : refuse_subcommand(argv[0]);
}

/* A first word that is not an option, has no dot or slash, and is almost a subcommand's name. */
static bool is_misspelt(const char *word) {
    struct nearest nearest = {.given = word};
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        nearest_consider(&nearest, subcommands[i].name);
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
        return subcommand->run(argc - 1, argv + 1);
    if (argc && is_misspelt(argv[0]))
        return refuse_subcommand(argv[0]);
    return command_translate(argc, argv);
}

int main(int argc, char **argv) {
    return message_end(argc ? run(argc - 1, argv + 1) : SMMRA_INVALID_ARGUMENT);
}
