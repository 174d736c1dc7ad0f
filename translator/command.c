/* spirv-mmra: the command. Chooses the subcommand; translate is the default. */
#include "translator/command.h"

#include <string.h>

static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
} subcommands[] = {
    {"translate", command_translate},
    {"litmus", command_litmus},
    {"check", command_check},
};

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        printf("spirv-mmra %s\n", smmra_version_string());
        return 0;
    }
    for (size_t i = 0; argc > 1 && i < sizeof subcommands / sizeof *subcommands; i++)
        if (strcmp(argv[1], subcommands[i].name) == 0)
            return subcommands[i].run(argc - 2, argv + 2);
    return command_translate(argc - 1, argv + 1);
}
