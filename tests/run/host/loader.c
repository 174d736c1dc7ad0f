#define _XOPEN_SOURCE 700
#include "host/loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* Runs a command; its last line with "error" in it, else its last one, is the message. */
static bool run(const char *command, char *message, size_t size) {
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return false;
    char line[512];
    bool found = false;
    while (fgets(line, sizeof line, pipe)) {
        line[strcspn(line, "\n")] = '\0';
        if (found && !strstr(line, "rror"))
            continue;
        found |= strstr(line, "rror") != NULL;
        snprintf(message, size, "%.400s", line);
    }
    return pclose(pipe) == 0;
}

/* Blocks stay in their order, and calls what and where they are: the runtime tells subgroup operations by
 * their addresses. */
#define LAYOUT "-disable-block-placement -enable-tail-merge=0 -disable-tail-duplicate -disable-early-taildup"

/* The compiler's own library, whose place the compiler knows: conversions of halves are there. What the object needs of
 * libm, the program that loads it has. */
static const char *compiler_library(void) {
    static char path[512];
    FILE *pipe = *path ? NULL : popen("cc -print-libgcc-file-name", "r");
    if (pipe && !fgets(path, sizeof path, pipe))
        *path = '\0';
    if (pipe)
        pclose(pipe);
    path[strcspn(path, "\n")] = '\0';
    return path;
}

bool host_compile(const char *ir, const char *path, bool optimize, char *message, size_t message_size) {
    char command[4096];
    snprintf(message, message_size, "cannot write or run");
    snprintf(command, sizeof command, "%s.ll", path);
    if (!write_file(command, ir))
        return false;
    int used = 0, size = sizeof command;
    if (optimize)
        used = snprintf(command, (size_t)size, "opt-22 -O2 '%s.ll' -o - 2>&1 >'%s.bc' && ", path, path);
    snprintf(command + used, (size_t)(size - used),
             "llc-22 -O1 " LAYOUT " -relocation-model=pic -filetype=obj '%s.%s' -o '%s.o' 2>&1 && "
             "ld -shared -o '%s' '%s.o' '%s' 2>&1",
             path, optimize ? "bc" : "ll", path, path, path, compiler_library());
    if (!run(command, message, message_size))
        return false;
    *message = '\0';
    return true;
}

/* All that a shell calls becomes a part of it: in a called function there are no whole quads. */
#define INLINED                                                                                                        \
    "-passes='forceattrs,internalize,always-inline,globaldce,default<O2>' -force-attribute=alwaysinline "              \
    "-internalize-public-api-list='smmra_shell*'"

bool host_assemble(const char *ir, const char *path, const char *processor, unsigned llvm, bool is_shell, char *message,
                   size_t message_size) {
    char command[4096];
    snprintf(message, message_size, "cannot write or run");
    snprintf(command, sizeof command, "%s.ll", path);
    if (!write_file(command, ir))
        return false;
    snprintf(command, sizeof command,
             "opt-%u %s -mcpu=%s '%s.ll' -o '%s.bc' 2>&1 && llc-%u -O2 -mcpu=%s '%s.bc' -o '%s.s' 2>&1", llvm,
             is_shell ? INLINED : "-O2", processor, path, path, llvm, processor, path, path);
    if (!run(command, message, message_size))
        return false;
    *message = '\0';
    return true;
}

void *host_load(const char *path, const char *name, char *message, size_t message_size) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *function = library ? dlsym(library, name) : NULL;
    if (!function) {
        const char *reason = dlerror();
        snprintf(message, message_size, "%s", reason ? reason : "not found");
    }
    return function;
}
