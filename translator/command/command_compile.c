#include "translator/command/command_compile.h"

#include <stdlib.h>
#include <string.h>

#include "translator/command/command.h"
#include "translator/command/command_process.h"

const char *const compiler_versions[] = {"22", "23", NULL};
const smmra_profile compiler_profiles[] = {SMMRA_PROFILE_22, SMMRA_PROFILE_23};

static const char *command_of(const char *given, const char *variable, const char *standard) {
    const char *named = getenv(variable);
    return given ? given : named && *named ? named : standard;
}

static const char *complain(const struct compiler *compiler, const char *path, const char *what) {
    if (compiler->message)
        *compiler->message = what;
    else
        message_print(stderr, &(struct message_place){.path = path}, SMMRA_SEVERITY_ERROR, "%s", what);
    return NULL;
}

const char *compile_ir(const struct compiler *compiler, const char *path, const char *ir, const char *processor,
                       struct arena *arena, size_t *length) {
    char cpu[32], opt[32], llc[16];
    const char *const more[] = {cpu, "-o", "-", NULL};
    struct process_result optimized, compiled;
    snprintf(cpu, sizeof cpu, "-mcpu=%s", processor);
    snprintf(opt, sizeof opt, "opt-%s -O2 -S", compiler_versions[compiler->version]);
    snprintf(llc, sizeof llc, "llc-%s", compiler_versions[compiler->version]);
    if (!process_run(command_of(compiler->opt, "SMMRA_OPT", opt), NULL, ir, strlen(ir), arena, &optimized))
        return complain(compiler, path, optimized.error);
    if (!process_run(command_of(compiler->llc, "SMMRA_LLC", llc), more, optimized.output, optimized.length, arena,
                     &compiled))
        return complain(compiler, path, compiled.error);
    *length = compiled.length;
    return compiled.output;
}
