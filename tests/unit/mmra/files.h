/* Files and tools for the unit tests of mmra/. */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <string.h>

#include "testing.h"

/* The whole file in the arena, NUL-terminated; NULL if it cannot be read. */
static inline char *read_whole_file(struct arena *arena, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t length = 0, capacity = 1 << 16;
    char *bytes = arena_allocate(arena, capacity);
    for (size_t got; (got = fread(bytes + length, 1, capacity - 1 - length, file)) > 0;) {
        length += got;
        if (length < capacity - 1)
            continue;
        char *larger = arena_allocate(arena, capacity *= 2);
        memcpy(larger, bytes, length);
        bytes = larger;
    }
    fclose(file);
    bytes[length] = '\0';
    return bytes;
}

static inline void write_whole_file(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Whether a tool can be run. Where it cannot, the test says so loudly and is skipped. */
static inline bool have_tool(const char *name) {
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    if (system(command) == 0)
        return true;
    print_message("SKIPPED: %s is not installed, so nothing here asks LLVM\n", name);
    return false;
}

#endif
