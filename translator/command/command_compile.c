#include "translator/command/command_compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/command/command.h"
#include "translator/command/command_process.h"

enum { NEWEST_INSTALLED, NEWEST, VERSION_COUNT = 5 };
const char *const compiler_versions[] = {"newest", "23", "22", "21", "19", NULL};
static const smmra_profile profiles[VERSION_COUNT] = {
    [NEWEST] = SMMRA_PROFILE_23, SMMRA_PROFILE_22, SMMRA_PROFILE_21, SMMRA_PROFILE_19};

static const char *command_of(const char *given, const char *variable, const char *standard) {
    const char *named = getenv(variable);
    return given ? given : named && *named ? named : standard;
}

/* Whether llc of that version is installed. */
static bool is_installed(const char *version) {
    char name[16];
    snprintf(name, sizeof name, "llc-%s", version);
    return process_is_installed(name);
}

/* Whether the command, which NULL is none, is a program of that version: /usr/bin/llc-22 -O1. */
static bool is_named(const char *command, const char *version) {
    size_t length = command ? strcspn(command, " ") : 0, ending = strlen(version);
    return length > ending && command[length - ending - 1] == '-' &&
           memcmp(command + length - ending, version, ending) == 0;
}

static uint32_t version_of(const struct compiler *compiler) {
    const char *opt = command_of(compiler->opt, "SMMRA_OPT", NULL), *llc = command_of(compiler->llc, "SMMRA_LLC", NULL);
    if (compiler->version != NEWEST_INSTALLED)
        return compiler->version;
    for (uint32_t version = NEWEST; version < VERSION_COUNT; version++)
        if (is_named(llc, compiler_versions[version]) || is_named(opt, compiler_versions[version]))
            return version;
    for (uint32_t version = NEWEST; version < VERSION_COUNT; version++)
        if (is_installed(compiler_versions[version]))
            return version;
    return NEWEST;
}

smmra_profile compiler_profile(const struct compiler *compiler) {
    return profiles[version_of(compiler)];
}

bool compiler_for(struct compiler *compiler, smmra_profile profile) {
    for (uint32_t version = NEWEST; version < VERSION_COUNT; version++)
        if (profiles[version] == profile) {
            compiler->version = version;
            return true;
        }
    return false;
}

static const char *complain(const struct compiler *compiler, const char *path, const char *what) {
    if (compiler->message)
        *compiler->message = what;
    else if (watch_goes_on(NULL))
        message_print(&(struct message_place){.path = path}, SMMRA_SEVERITY_ERROR, "%s", what);
    return NULL;
}

const char *compile_ir(const struct compiler *compiler, const char *path, const char *ir, const char *processor,
                       struct arena *arena, size_t *length) {
    char cpu[32], opt[32], llc[16];
    const char *const more[] = {cpu, "-o", "-", NULL};
    struct process_result optimized, compiled;
    snprintf(cpu, sizeof cpu, "-mcpu=%s", processor);
    snprintf(opt, sizeof opt, "opt-%s -O2 -S", compiler_versions[version_of(compiler)]);
    snprintf(llc, sizeof llc, "llc-%s", compiler_versions[version_of(compiler)]);
    if (!process_run(command_of(compiler->opt, "SMMRA_OPT", opt), NULL, ir, strlen(ir), arena, &optimized))
        return complain(compiler, path, optimized.error);
    if (!process_run(command_of(compiler->llc, "SMMRA_LLC", llc), more, optimized.output, optimized.length, arena,
                     &compiled))
        return complain(compiler, path, compiled.error);
    *length = compiled.length;
    return compiled.output;
}
