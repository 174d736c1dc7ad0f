/* Inputs that are directories stand for the files in them that the subcommand takes. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "translator/command/command_recording.h"
#include "translator/command/command_source.h"

enum { MAX_DEPTH = 32, MAX_PATH = 4096 };

/* The inputs of the command, which end with it. */
static struct {
    char **items;
    int count, capacity;
} inputs;

static bool add(char *path) {
    if (inputs.count == inputs.capacity) {
        int capacity = inputs.capacity ? 2 * inputs.capacity : 64;
        char **grown = realloc(inputs.items, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        inputs.items = grown;
        inputs.capacity = capacity;
    }
    inputs.items[inputs.count++] = path;
    return path != NULL;
}

/* Without endings: sources of shaders. */
static bool is_taken(const char *name, const char *const *endings) {
    if (!endings)
        return source_is(name, "", 0);
    for (; *endings; endings++)
        if (path_ends_in(name, *endings))
            return true;
    return false;
}

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int order(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add_folder(const char *folder, const char *const *endings, int depth);

/* A link to a directory is not followed: it could lead back. */
static bool add_entry(const char *folder, const char *name, const char *const *endings, int depth) {
    char path[MAX_PATH];
    struct stat status;
    const char *slash = path_ends_in(folder, "/") ? "" : "/";
    if (*name == '.' || snprintf(path, sizeof path, "%s%s%s", folder, slash, name) >= (int)sizeof path ||
        lstat(path, &status) != 0)
        return true;
    if (S_ISDIR(status.st_mode))
        return add_folder(path, endings, depth + 1);
    return !is_taken(name, endings) || is_directory(path) || add(strdup(path));
}

/* A recorded dispatch is one input, whatever else lies in its folder. */
static bool add_recording(const char *folder, const char *const *endings, bool *added) {
    char path[MAX_PATH];
    struct stat status;
    *added = is_taken(RECORDING_MANIFEST, endings) &&
             snprintf(path, sizeof path, "%s%s", folder, &RECORDING_MANIFEST[path_ends_in(folder, "/")]) <
                 (int)sizeof path &&
             lstat(path, &status) == 0 && S_ISREG(status.st_mode);
    return !*added || add(strdup(path));
}

static bool add_folder(const char *folder, const char *const *endings, int depth) {
    struct dirent **entries;
    bool added;
    if (!add_recording(folder, endings, &added) || added)
        return added;
    int count = depth < MAX_DEPTH ? scandir(folder, &entries, NULL, order) : 0;
    bool done = count >= 0;
    if (!done)
        message_print(&(struct message_place){.path = folder}, SMMRA_SEVERITY_ERROR, "%s", strerror(errno));
    for (int i = 0; i < count; i++) {
        done = done && add_entry(folder, entries[i]->d_name, endings, depth);
        free(entries[i]);
    }
    if (count >= 0 && depth < MAX_DEPTH)
        free(entries);
    return done;
}

/* A source beside a module is taken for what the module was compiled from. */
static bool add_files(const char *folder, const char *const *endings, bool takes_sources) {
    int before = inputs.count;
    if (!add_folder(folder, endings, 0))
        return false;
    if (inputs.count == before && takes_sources && !add_folder(folder, NULL, 0))
        return false;
    if (inputs.count == before)
        message_print(&(struct message_place){.path = folder}, SMMRA_SEVERITY_ERROR,
                      "is a directory without a file whose name ends in %s%s%s%s", endings[0], endings[1] ? " or " : "",
                      endings[1] ? endings[1] : "", takes_sources ? ", or a source of a shader" : "");
    return inputs.count > before;
}

int inputs_of_folders(int count, char ***paths, const char *const *endings, bool takes_sources) {
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= is_directory((*paths)[i]);
    for (int i = 0; any && i < count; i++) {
        char *path = (*paths)[i];
        if (!(is_directory(path) ? add_files(path, endings, takes_sources) : add(strdup(path))))
            return -1;
    }
    if (!any)
        return count;
    *paths = inputs.items;
    return inputs.count;
}
