/* mistaken_command FILE ...: the command's `litmus FILE --translate`, once with each mistake planted in the memory map,
 * in the profile without workarounds, which mend some: which of them does a program expose? Fails if some is exposed by
 * none. */
#define _POSIX_C_SOURCE 200809L /* dup, fdopen */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/litmus/mistakes.h"
#include "translator/command/command.h"

enum { EXPOSED = 1 };

static unsigned count_exposing(int count, char **files) {
    char translate[] = "--translate", profile[] = "--llvm=document";
    unsigned exposing = 0;
    for (int i = 0; i < count; i++) {
        char *arguments[] = {files[i], translate, profile, NULL};
        int inputs = options_read(&command_litmus, 3, arguments);
        exposing += command_litmus.run(inputs, arguments) == EXPOSED;
    }
    return exposing;
}

/* What the command prints is of no interest. */
static FILE *take_output(void) {
    FILE *report = fdopen(dup(STDOUT_FILENO), "w");
    int nowhere = open("/dev/null", O_WRONLY);
    if (!report || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        exit(2);
    close(nowhere);
    return report;
}

int main(int argc, char **argv) {
    FILE *report = take_output();
    uint32_t exposed = 0;
    for (uint32_t m = 0; m < mistake_count; m++) {
        plant_mistake(&mistakes[m]);
        unsigned programs = count_exposing(argc - 1, argv + 1);
        fprintf(report, "%s: %s: exposed by %u program%s\n", mistakes[m].name, mistakes[m].what, programs,
                programs == 1 ? "" : "s");
        exposed += programs != 0;
    }
    fprintf(report, "%u of %u mistakes exposed\n", exposed, mistake_count);
    fclose(report);
    return exposed != mistake_count;
}
