/* The kind of an input: -x gives it, or else the ending of its name. */
#include <stdio.h>
#include <string.h>

#include "translator/command/command.h"

bool path_ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), end = strlen(ending);
    return length >= end && strcmp(path + length - end, ending) == 0;
}

static const char *given;

const char *input_kind(void) {
    return given;
}

/* Sources, of GLSL by stage and then by language; modules and their assembly, IR, a processor's assembly, and litmus
 * programs. */
enum { STAGES = 14, SOURCES = 18 };
const char *const input_kinds[] = {"comp", "vert",   "frag",  "geom",  "tesc",   "tese", "mesh", "task",  "rgen",
                                   "rint", "rahit",  "rchit", "rmiss", "rcall",  "glsl", "hlsl", "slang", "wgsl",
                                   "spv",  "spvasm", "ll",    "s",     "litmus", "test", NULL};

static bool is_one_of(const char *word, size_t length, size_t first, size_t end) {
    for (size_t i = first; i < end && input_kinds[i]; i++)
        if (strlen(input_kinds[i]) == length && memcmp(word, input_kinds[i], length) == 0)
            return true;
    return false;
}

/* vert.hlsl is HLSL of that stage. */
bool input_kind_set(void *target, const char *kind) {
    static char name[16];
    (void)target;
    const char *point = strchr(kind, '.');
    if (snprintf(name, sizeof name, ".%s", kind) >= (int)sizeof name)
        return false;
    given = name;
    return point ? is_one_of(kind, (size_t)(point - kind), 0, STAGES) &&
                       is_one_of(point + 1, strlen(point + 1), STAGES, SOURCES)
                 : is_one_of(kind, strlen(kind), 0, SIZE_MAX);
}

bool input_ends_in(const char *path, const char *ending) {
    return path_ends_in(given ? given : path, ending);
}
