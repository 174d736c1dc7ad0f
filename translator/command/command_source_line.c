/* Finds the line of source text that a message shows. A module names its source files itself, so that a hostile one
 * could name any file of the machine: only files below one folder are read. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "translator/command/command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_PATH = 4096, MAX_SOURCE_FILE = 16 << 20 }; /* bytes of a file that is searched */

const char *message_source_root;

/* A line of a file, without its end. Only regular files are read: others may block, or never end. */
static bool read_line(const char *path, uint32_t wanted, char *line, size_t size) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > MAX_SOURCE_FILE)
        return false;
    FILE *file = fopen(path, "rb");
    uint32_t number = 1;
    size_t length = 0;
    bool is_there = false;
    for (int c; file && number <= wanted && (c = getc(file)) != EOF; number += c == '\n') {
        is_there |= number == wanted;
        if (number == wanted && c != '\n' && length + 1 < size)
            line[length++] = (char)c;
    }
    if (file)
        fclose(file);
    while (length && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return is_there;
}

static bool is_below(const char *root, const char *path) {
    size_t length = strlen(root);
    return strncmp(root, path, length) == 0 && (path[length] == '/' || (length && root[length - 1] == '/'));
}

/* Reads the line from the file `name` in `folder` ("": as it is named) if its real path, behind links and "..", is
 * below the real path `root`. */
static bool read_below(const char *root, const char *folder, const smmra_source *source, char *line, size_t size) {
    char path[MAX_PATH];
    if (snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", source->file) >= (int)sizeof path)
        return false;
    char *real = realpath(path, NULL);
    bool found = real && is_below(root, real) && read_line(real, source->line, line, size);
    free(real);
    return found;
}

static const char *folder_of(const char *path, char *folder, size_t size) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    int length = slash ? (int)(slash - path) : 0;
    if (slash == path)
        length = 1;
    return slash && snprintf(folder, size, "%.*s", length, path) < (int)size ? folder : ".";
}

bool source_line(const struct message_place *place, char *line, size_t size) {
    const smmra_source *source = place->source;
    if (source->text) {
        snprintf(line, size, "%s", source->text);
        return true;
    }
    char buffer[MAX_PATH];
    const char *beside = folder_of(place->path, buffer, sizeof buffer);
    const char *from = message_source_root ? message_source_root : beside;
    const char *const folders[] = {"", beside, from}; /* "": as it is named */
    size_t count = *source->file == '/' ? 1 : sizeof folders / sizeof *folders;
    char *root = *from ? realpath(from, NULL) : NULL;
    bool found = false;
    for (size_t i = 0; root && i < count && !found; i++)
        found = read_below(root, folders[i], source, line, size);
    free(root);
    return found;
}
